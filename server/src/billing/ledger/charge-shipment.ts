import { becameInvoiceable } from '@waybill/domain/billing/events'
import { goesOnInvoice } from '@waybill/domain/billing/invoicing'
import { apportion, postingOf, type NewPosting } from '@waybill/domain/billing/posting'
import { deferred, heldByKind, recognitionOf } from '@waybill/domain/billing/recognition'
import { accounting_lock_date } from '@waybill/domain/billing/settings'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { formatRand } from '@waybill/domain/kit/money'
import type {
  bookingPriced,
  shipmentCancelled,
  shipmentMoved,
  shipmentRepriced,
  shipmentUncancelled,
} from '@waybill/domain/shipments/events'
import { invoice_trigger_shipment_status } from '@waybill/domain/shipments/settings'
import { isInvalid, isInvoiceable } from '@waybill/domain/shipments/statuses/status'
import { lockBalance } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { findChargedShipment, type ChargedShipment } from './charge-store.ts'
import {
  hasWaitingCharges,
  insertEntries,
  lockCharges,
  markInvoiceable,
  readEntries,
  type LockedTransaction,
} from './ledger-store.ts'
import { post, vatPercentageNow } from './record-transaction.ts'
import { reverseRows } from './reverse-ledger-rows.ts'

/**
 * Posts the price of a shipment that is being booked; the booking has locked the balance. The balance moves at once;
 * revenue and VAT are deferred until the shipment may be invoiced
 * (docs/domain/statuses.md#what-entering-a-status-does, decision 0003). Quotes and unpaid bookings are not charged, and
 * a shipment is never charged twice.
 */
export async function chargeBooked(
  ctx: Context,
  { shipment_id, charges, ...booking }: PayloadOf<typeof bookingPriced>,
): Promise<void> {
  await charge(ctx, { ...booking, id: shipment_id, rows: charges }, '')
}

async function lockAndCharge(ctx: Context, shipmentId: number, subType: '' | 'restored'): Promise<void> {
  const shipment = await findChargedShipment(ctx, shipmentId)
  if (!shipment) return
  await lockBalance(ctx, shipment.account_id)
  if (!isInvalid(shipment.status)) await charge(ctx, shipment, subType)
}

/** What the posting of a charge is made of. */
type Charged = Pick<
  ChargedShipment,
  | 'id'
  | 'account_id'
  | 'rate'
  | 'reference'
  | 'service_level_name'
  | 'cost_center_id'
  | 'from'
  | 'to'
  | 'rows'
>

/** The caller must hold the balance lock of the account, and the shipment must be valid. */
async function charge(ctx: Context, shipment: Charged, subType: '' | 'restored'): Promise<void> {
  if (shipment.rate === 0) return
  const posting = postingOf({
    type: 'shipping-charge',
    ...priceOf(shipment),
    vat_percentage: vatPercentageNow(ctx),
    gateway: '',
  })
  await post(ctx, deferred(posting), {
    ...aboutShipment(shipment),
    posts_charges: 'all',
    sub_type: subType,
    description: `${shipment.service_level_name}: ${shipment.from} to ${shipment.to}`,
  })
}

/** Reads whether a shipment that moves has charges which this status may make invoiceable. */
export async function readWaitingCharges(
  ctx: Context,
  { shipment_id, from, to }: PayloadOf<typeof shipmentMoved>,
): Promise<boolean> {
  // No balance lock is needed for this check: the shipment is locked, and posting for a shipment locks it too, so no
  // charge can appear concurrently.
  return (
    to !== 'cancelled' &&
    from !== 'cancelled' &&
    isInvoiceable(to, 'collected', false) &&
    (await hasWaitingCharges(ctx, shipment_id))
  )
}

/**
 * Charges a shipment that has become valid, for example after payment. Makes the charges of a shipment invoiceable
 * when it has reached the trigger status (BILL-015, BILL-016).
 */
export async function recogniseIfDue(
  ctx: Context,
  moved: PayloadOf<typeof shipmentMoved>,
  hasWaiting: boolean,
): Promise<void> {
  const { shipment_id, from, to } = moved
  if (to === 'cancelled' || from === 'cancelled') return
  const becomesValid = isInvalid(from) && !isInvalid(to)
  if (becomesValid) await lockAndCharge(ctx, shipment_id, '')
  if (becomesValid ? await readWaitingCharges(ctx, moved) : hasWaiting) await recognise(ctx, shipment_id)
}

async function recognise(ctx: Context, shipmentId: number): Promise<void> {
  const shipment = await findChargedShipment(ctx, shipmentId)
  if (!shipment) return
  const trigger = shipment.invoice_trigger_shipment_status ?? ctx.setting(invoice_trigger_shipment_status)
  const isDue = (row: LockedTransaction): boolean =>
    !row.invoiceable && row.transaction_date <= ctx.now && goesOnInvoice({ ...row, shipment }, trigger)
  await lockBalance(ctx, shipment.account_id)
  await earn(ctx, shipment, (await lockCharges(ctx, shipmentId)).filter(isDue))
}

/** Returns a moment, or now when the books of its day are closed. */
function openMoment(ctx: Context, moment: Date): Date {
  const closed = ctx.setting(accounting_lock_date)
  return closed !== null && dayOf(moment) <= closed ? ctx.now : moment
}

async function earn(
  ctx: Context,
  { account_id, invoice_frequency }: Pick<ChargedShipment, 'account_id' | 'invoice_frequency'>,
  rows: readonly LockedTransaction[],
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await earnCharges(ctx, ids, ctx.now)
  if (invoice_frequency === 'shipment') await ctx.emit(becameInvoiceable, { account_id })
}

/**
 * Makes charges invoiceable and recognises their revenue and VAT as of a moment, or now when the books of its day are
 * closed. The balances of their accounts must be locked.
 */
export async function earnCharges(ctx: Context, ids: readonly number[], asOf: Date): Promise<void> {
  if (ids.length === 0) return
  await markInvoiceable(ctx, ids)
  const entries = await readEntries(ctx, ids)
  await insertEntries(
    ctx,
    [...entries].flatMap(([transactionId, known]) =>
      recognitionOf(known).map((entry) => ({ ...entry, transaction_id: transactionId })),
    ),
    openMoment(ctx, asOf),
  )
}

/**
 * Posts the difference between a new price and the ledger as one signed adjustment. It is recognised at once when the
 * charge already is (docs/domain/rating.md#pricing-again). The amount comes from the ledger, so that a repeat changes
 * nothing.
 */
export async function adjustCharge(
  ctx: Context,
  { shipment_id, from, to }: PayloadOf<typeof shipmentRepriced>,
): Promise<void> {
  const shipment = await findChargedShipment(ctx, shipment_id)
  if (!shipment || isInvalid(shipment.status)) return
  await lockBalance(ctx, shipment.account_id)
  const charged = await lockCharges(ctx, shipment_id)
  const first = charged[0]
  if (!first) return charge(ctx, shipment, '')
  const difference = await differenceOf(ctx, shipment, charged)
  if (difference.amount === 0) return
  const posting = postingOf({
    type: 'shipping-charge-adjustment',
    ...difference,
    vat_percentage: vatPercentageNow(ctx),
    gateway: '',
  })
  await post(ctx, first.invoiceable ? posting : deferred(posting), {
    ...aboutShipment(shipment),
    posts_charges: 'new',
    invoiceable: first.invoiceable,
    description: `Re-rated from ${formatRand(from)} to ${formatRand(to)}`,
  })
  if (first.invoiceable && shipment.invoice_frequency === 'shipment')
    await ctx.emit(becameInvoiceable, { account_id: shipment.account_id })
}

type Price = Pick<NewPosting, 'amount' | 'zero_rated' | 'by_kind'>

/** Returns the shipment's price by kind of charge. The price is not split when the charge rows do not add up to it. */
function priceOf({ rate, rows }: Pick<ChargedShipment, 'rate' | 'rows'>): Price {
  const kinds = new Map<string, number>()
  let zeroRated = 0
  for (const { type, value, vat_type } of rows) {
    kinds.set(type, (kinds.get(type) ?? 0) + value)
    if (vat_type === 'zero') zeroRated += value
  }
  const sum = [...kinds.values()].reduce((total, value) => total + value, 0)
  if (sum !== rate) return { amount: rate, zero_rated: 0, by_kind: [] }
  return {
    amount: rate,
    zero_rated: zeroRated,
    by_kind: [...kinds].map(([kind, amount]) => ({ kind, amount })),
  }
}

async function differenceOf(
  ctx: Context,
  shipment: ChargedShipment,
  charged: readonly LockedTransaction[],
): Promise<Price> {
  const price = priceOf(shipment)
  const posted = charged.reduce((sum, row) => sum - row.amount, 0)
  const zeroRated = charged.reduce((sum, row) => sum - Math.sign(row.amount) * row.zero_rated, 0)
  const kinds = new Map(price.by_kind.map(({ kind, amount }) => [kind, amount]))
  const entries = await readEntries(
    ctx,
    charged.map((row) => row.id),
  )
  const held = heldByKind([...entries.values()].flat())
  const shares = apportion(posted, [...held.values()])
  for (const [index, kind] of [...held.keys()].entries())
    kinds.set(kind, (kinds.get(kind) ?? 0) - (shares[index] ?? 0))
  return {
    amount: price.amount - posted,
    zero_rated: price.zero_rated - zeroRated,
    by_kind: price.by_kind.length === 0 ? [] : [...kinds].map(([kind, amount]) => ({ kind, amount })),
  }
}

/**
 * Reverses the charge and its adjustments when a shipment is cancelled before collection. After collection they stay
 * and become invoiceable (docs/domain/statuses.md#changes-by-hand, docs/domain/invoices-and-statements.md#invoices).
 */
export async function reverseCharges(
  ctx: Context,
  { shipment_id, was_collected }: PayloadOf<typeof shipmentCancelled>,
): Promise<void> {
  const shipment = await findChargedShipment(ctx, shipment_id)
  if (!shipment) return
  await lockBalance(ctx, shipment.account_id)
  const charges = await lockCharges(ctx, shipment_id)
  if (was_collected)
    return earn(
      ctx,
      shipment,
      charges.filter((row) => !row.invoiceable),
    )
  await reverseRows(ctx, 'shipping-charge-reversal', charges, {
    ...aboutShipment(shipment),
    description: `Cancelled: ${shipment.reference}`,
    reason: 'Cancelled before collection',
  })
}

/** Posts a new charge when a cancelled shipment is restored (docs/domain/statuses.md#changes-by-hand). */
export async function restoreCharges(
  ctx: Context,
  { shipment_id, to }: PayloadOf<typeof shipmentUncancelled>,
): Promise<void> {
  await lockAndCharge(ctx, shipment_id, 'restored')
  // No balance lock is needed for this check: the shipment is locked, and posting for a shipment locks it too, so no
  // charge can appear concurrently.
  if (isInvoiceable(to, 'collected', false) && (await hasWaitingCharges(ctx, shipment_id)))
    await recognise(ctx, shipment_id)
}

function aboutShipment(shipment: Charged) {
  return {
    account_id: shipment.account_id,
    shipment_id: shipment.id,
    shipment_reference: shipment.reference,
    cost_center_id: shipment.cost_center_id,
  }
}
