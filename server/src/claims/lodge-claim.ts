import type { NamedUpload } from '@waybill/domain/files/model'
import type { claimsApi } from '@waybill/domain/claims/api'
import { claimSpoken } from '@waybill/domain/claims/events'
import {
  checkClaim,
  mayClaimKind,
  mayClaimParcels,
  mayLodge,
  type EarlierClaim,
} from '@waybill/domain/claims/lodging'
import { claim_folder, type ClaimUpload, type NewClaim } from '@waybill/domain/claims/model'
import { requireSound } from '@waybill/domain/collections/rules'
import { invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { getAccount, type AccountRow } from '../accounts/index.ts'
import { uploadsOfCaller } from '../files/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { lockShipment, readParcels } from '../shipments/index.ts'
import { claimableOf, rulesOf, windowOf } from './rules-now.ts'
import { claimName, presentClaim } from './present-claim.ts'
import { holdChargesOfClaims } from './hold-charges.ts'
import { claimsOfShipment, insertClaim, insertClaimEvent, type ClaimRow } from './store.ts'

/** Lodges a claim for a shipment that the caller may access; one at a time per shipment (docs/domain/claims.md). */
export const lodgeClaim: Handler<typeof claimsApi.lodge> = async (ctx, input) => {
  const shipment = await lockShipment(ctx, input.shipment_id)
  const about = await claimableOf(ctx, shipment)
  const rules = rulesOf(ctx)
  ensure(mayLodge(ctx.actor, about, rules, ctx.now))
  ensure(mayClaimKind(input.kind, about, rules))
  const account = await getAccount(ctx, shipment.account_id)
  const draft = draftOf(ctx, input, account)
  requireSound(
    checkClaim(draft, {
      account_type: account.account_type,
      by_claimant: ctx.actor.account_id !== null,
      files: input.files?.length ?? 0,
    }),
  )
  const parcels = await readParcels(ctx, [shipment.id])
  const parcelIds = [...new Set(input.parcel_ids ?? parcels.map((parcel) => parcel.id))]
  const earlier = await claimsOfShipment(ctx, shipment.id)
  ensure(mayClaimParcels({ kind: input.kind, parcel_ids: parcelIds }, parcels, earlier.map(earlierOf)))
  const files = await uploadsOf(ctx, input.files)
  const row = await insertClaim(ctx, {
    ...draft,
    account_id: shipment.account_id,
    shipment_id: shipment.id,
    parcel_ids: parcelIds,
    ...windowOf(ctx, shipment),
  })
  await holdChargesOfClaims(ctx, shipment.id)
  // The claim itself has the description, so the event has no message.
  const eventId = await insertClaimEvent(ctx, row.id, { state: 'submitted', message: '', files })
  await ctx.emit(claimSpoken, { claim_id: row.id, event_id: eventId })
  return presentClaim(ctx, row)
}

/**
 * Returns the default e-mail address for updates: the claimant's own, or for staff that of the account's billing
 * contact.
 */
export function defaultEmail(ctx: Context, account: Pick<AccountRow, 'billing_contact'>): string {
  if (ctx.actor.account_id !== null) return ctx.actor.email
  const contact = account.billing_contact
  return contact?.email ?? ''
}

function draftOf(ctx: Context, input: NewClaim, account: AccountRow) {
  const payBy = input.pay_by ?? (account.account_type === 'guest' ? 'bank' : 'account-credit')
  return {
    kind: input.kind,
    description: input.description ?? '',
    item_value: input.item_value ?? 0,
    claimed_amount: input.claimed_amount ?? 0,
    pay_by: payBy,
    bank_details: payBy === 'bank' ? (input.bank_details ?? '') : '',
    contact_email: input.contact_email ?? defaultEmail(ctx, account),
  }
}

/** Converts a stored claim to the form that the lodging rules use. */
export function earlierOf(row: ClaimRow): EarlierClaim {
  return {
    display_id: claimName(row),
    state: row.state,
    kind: row.kind,
    parcel_ids: row.parcel_ids,
    is_paid: row.paid_date !== null,
  }
}

/**
 * Returns the named files, which must be the caller's own uploads, each with its given or uploaded display name.
 * Throws when one is missing.
 */
export async function uploadsOf(
  ctx: Context,
  named: readonly ClaimUpload[] | undefined,
): Promise<NamedUpload[]> {
  if (!named || named.length === 0) return []
  const found = await uploadsOfCaller(
    ctx,
    claim_folder,
    named.map(({ file_name }) => file_name),
  )
  return named.map(({ file_name, display_name }) => {
    const file = found.find((one) => one.name === file_name)
    if (!file)
      throw invalid(`${display_name ?? file_name} was not uploaded. Choose the file again.`, [
        { field: 'files', message: `${display_name ?? file_name} was not uploaded.` },
      ])
    return { file_name, display_name: display_name ?? file.display_name }
  })
}
