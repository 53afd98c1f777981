import type { NamedUpload } from '@waybill/domain/files/model'
import type { Claim, ClaimEvent, ClaimFile } from '@waybill/domain/claims/model'
import { claim_folder } from '@waybill/domain/claims/model'
import { mayApprove } from '@waybill/domain/claims/states'
import { extensionOf, file_kinds } from '@waybill/domain/files/kinds'
import { isStaff } from '@waybill/domain/kit/actor'
import { displayId } from '@waybill/domain/kit/texts/format'
import { readAccounts } from '../accounts/index.ts'
import { addressOf } from '../files/index.ts'
import type { Context } from '../kit/handler.ts'
import { readShipmentRows, presentStatus } from '../shipments/index.ts'
import type { ClaimEventRow, ClaimRow } from './store.ts'

/** Returns the display number of a claim, such as `CLM000012`. */
export function claimName(row: Pick<ClaimRow, 'id'>): string {
  return displayId('claim', row.id)
}

/** Returns claims as the caller may see them. */
export async function presentClaims(ctx: Context, rows: readonly ClaimRow[]): Promise<Claim[]> {
  if (rows.length === 0) return []
  const [accounts, shipments] = await Promise.all([
    readAccounts(ctx, [...new Set(rows.map((row) => row.account_id))]),
    readShipmentRows(ctx, [...new Set(rows.map((row) => row.shipment_id))]),
  ])
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  const shipmentOf = new Map(shipments.map((shipment) => [shipment.id, shipment]))
  const seesBank = !isStaff(ctx.actor) || mayApprove(ctx.actor)
  return rows.flatMap((row) => {
    const account = accountOf.get(row.account_id)
    const shipment = shipmentOf.get(row.shipment_id)
    if (!shipment) return []
    return [
      {
        id: row.id,
        display_id: claimName(row),
        state: row.state,
        kind: row.kind,
        account_id: row.account_id,
        account_name: account?.name ?? '',
        account_code: account?.account_code ?? '',
        shipment_id: row.shipment_id,
        tracking_reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
        shipment_status: presentStatus(ctx, shipment),
        parcel_ids: row.parcel_ids,
        description: row.description,
        item_value: row.item_value,
        claimed_amount: row.claimed_amount,
        approved_amount: row.approved_amount,
        pay_by: row.pay_by,
        bank_details: seesBank ? row.bank_details : '',
        contact_email: row.contact_email,
        lodge_until: row.lodge_until,
        is_after_window: row.is_after_window,
        transaction_id: row.transaction_id,
        paid_date: row.paid_date,
        created_by: row.created_by,
        version: row.version,
        time_created: row.time_created,
        time_modified: row.time_modified,
      },
    ]
  })
}

/** Returns one claim as the caller may see it. */
export async function presentClaim(ctx: Context, row: ClaimRow): Promise<Claim> {
  const [claim] = await presentClaims(ctx, [row])
  if (!claim) throw new Error(`Claim ${row.id} has no shipment that the caller can see.`)
  return claim
}

/** Returns the events of a claim as the caller may see them; only staff see reasons and the names of staff. */
export function presentEvents(ctx: Context, rows: readonly ClaimEventRow[]): ClaimEvent[] {
  const viewerIsStaff = isStaff(ctx.actor)
  return rows.map((row) => ({
    id: row.id,
    date: row.time_created,
    state: row.state,
    message: row.message,
    reason: viewerIsStaff ? row.reason : '',
    author: viewerIsStaff || row.is_from_claimant ? row.author : '',
    is_from_claimant: row.is_from_claimant,
    amount: row.amount,
    files: row.files.map((file) => presentFile(ctx, file)),
  }))
}

function presentFile(ctx: Context, { file_name, display_name }: NamedUpload): ClaimFile {
  const extension = extensionOf(file_name) ?? 'pdf'
  const { type: contentType, picture } = file_kinds[extension]
  return {
    file_name,
    display_name,
    type: picture ? 'image' : 'pdf',
    url: addressOf(ctx, claim_folder, { name: file_name, content_type: contentType, display_name }),
  }
}
