import type { claimsApi } from '@waybill/domain/claims/api'
import { claimSpoken } from '@waybill/domain/claims/events'
import { mayApproveAmount } from '@waybill/domain/claims/liability'
import { checkClaim, mayChange, mayClaimKind, mayAddMessage } from '@waybill/domain/claims/lodging'
import { max_files } from '@waybill/domain/claims/model'
import { checkMessage, mayAssess, mayMove, type ClaimState } from '@waybill/domain/claims/states'
import { requireSound } from '@waybill/domain/collections/rules'
import { conflict, forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { getAccount } from '../accounts/index.ts'
import { postClaim } from '../billing/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { lockShipment, readShipmentRows, type ShipmentRow } from '../shipments/index.ts'
import { uploadsOf } from './lodge-claim.ts'
import { claimableOf, requireClaims, liabilityNow, rulesOf } from './rules-now.ts'
import { claimName, presentClaim } from './present-claim.ts'
import { holdChargesOfClaims } from './hold-charges.ts'
import { insertClaimEvent, lockClaim, updateClaim, type ClaimRow, type NewClaimEvent } from './store.ts'

const namedOf = (row: ClaimRow) => ({ display_id: claimName(row), state: row.state })

async function rejectStale(ctx: Context, row: ClaimRow, version: number): Promise<void> {
  if (version === row.version) return
  throw conflict('Someone else changed this claim in the meantime. Check it, then try again.', {
    ...(await presentClaim(ctx, row)),
  })
}

async function shipmentOf(ctx: Context, row: ClaimRow): Promise<ShipmentRow> {
  const [shipment] = await readShipmentRows(ctx, [row.shipment_id])
  if (!shipment) throw notFound('Could not find this claim.')
  return shipment
}

/** Rejects staff who may not assess claims; they may only read and lodge claims. */
function requireTheirs(ctx: Context): void {
  if (ctx.actor.account_id === null && !mayAssess(ctx.actor))
    throw forbidden('You may not assess claims. Ask an administrator for the right to assess claims.')
}

/** Changes the details of an undecided claim, for its claimant or staff who assess claims. */
export const changeClaim: Handler<typeof claimsApi.change> = async (ctx, input) => {
  requireClaims(ctx)
  const row = await lockClaim(ctx, input.id)
  requireTheirs(ctx)
  await rejectStale(ctx, row, input.version)
  ensure(mayChange(namedOf(row)))
  const payBy = input.pay_by ?? row.pay_by
  const draft = {
    kind: input.kind ?? row.kind,
    description: input.description ?? row.description,
    item_value: input.item_value ?? row.item_value,
    claimed_amount: input.claimed_amount ?? row.claimed_amount,
    pay_by: payBy,
    bank_details: payBy === 'bank' ? (input.bank_details ?? row.bank_details) : '',
    contact_email: input.contact_email ?? row.contact_email,
  }
  if (draft.kind !== row.kind)
    ensure(mayClaimKind(draft.kind, await claimableOf(ctx, await shipmentOf(ctx, row)), rulesOf(ctx)))
  const { account_type } = await getAccount(ctx, row.account_id)
  requireSound(checkClaim(draft, { account_type, by_claimant: ctx.actor.account_id !== null }))
  return presentClaim(ctx, await updateClaim(ctx, row.id, draft))
}

/**
 * Moves a claim to another state according to the table of moves. Checks the rules again while the claim is locked,
 * checks an approved amount against the liability, and posts a payment to the ledger exactly once, in the same
 * transaction.
 */
export const moveClaim: Handler<typeof claimsApi.move> = async (ctx, input) => {
  requireClaims(ctx)
  const row = await lockClaim(ctx, input.id)
  await rejectStale(ctx, row, input.version)
  const { to, message = '', amount = null } = input
  ensure(mayMove(ctx.actor, namedOf(row), to))
  ensure(checkMessage(row.state, to, message))
  if ((input.files?.length ?? 0) > max_files) throw invalid(`Send at most ${max_files} files at once.`)
  const changes = { state: to, ...(await decided(ctx, row, to, amount)) }
  const changed = await updateClaim(ctx, row.id, changes)
  await holdChargesOfClaims(ctx, row.shipment_id)
  await speak(ctx, row.id, {
    state: to,
    message,
    reason: ctx.actor.account_id === null ? (input.reason ?? '') : '',
    amount: to === 'approved' || to === 'paid' ? changed.approved_amount : null,
    files: await uploadsOf(ctx, input.files),
  })
  return presentClaim(ctx, changed)
}

/** Returns the money-related changes of a claim that result from a move. */
async function decided(ctx: Context, row: ClaimRow, to: ClaimState, amount: number | null) {
  if (to === 'approved') {
    // Claims for one shipment share its liability limit, so they must be decided one after the other.
    const shipment = await lockShipment(ctx, row.shipment_id)
    ensure(mayApproveAmount(amount, row, await liabilityNow(ctx, row, shipment.declared_value)))
    return { approved_amount: amount }
  }
  if (to === 'in-review') return { approved_amount: null }
  if (to !== 'paid') return {}
  const shipment = await shipmentOf(ctx, row)
  const transactionId = await postClaim(ctx, {
    account_id: row.account_id,
    amount: row.approved_amount ?? 0,
    pay_by: row.pay_by,
    description: `Claim ${claimName(row)}`,
    shipment_id: shipment.id,
    shipment_reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
  })
  return { transaction_id: transactionId, paid_date: ctx.now }
}

/** Adds a message or files to a claim without changing its state. */
export const addClaimMessage: Handler<typeof claimsApi.say> = async (ctx, { id, message = '', files }) => {
  requireClaims(ctx)
  const row = await lockClaim(ctx, id)
  requireTheirs(ctx)
  ensure(mayAddMessage(namedOf(row), { message, files: files?.length ?? 0 }))
  await speak(ctx, row.id, { state: null, message, files: await uploadsOf(ctx, files) })
  return presentClaim(ctx, row)
}

async function speak(ctx: Context, claimId: number, event: NewClaimEvent): Promise<void> {
  const eventId = await insertClaimEvent(ctx, claimId, event)
  await ctx.emit(claimSpoken, { claim_id: claimId, event_id: eventId })
}
