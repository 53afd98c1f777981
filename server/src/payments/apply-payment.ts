import { formatRand, type Cents } from '@waybill/domain/kit/money'
import type { PayloadOf } from '@waybill/domain/kit/event'
import {
  paymentNeedsPerson,
  paymentReceived,
  placeChangePaid,
  type PaymentProblem,
} from '@waybill/domain/payments/events'
import { gatewayTitle } from '@waybill/domain/payments/gateway-list'
import { payable_statuses } from '@waybill/domain/payments/payable'
import {
  decide,
  gatewayReference,
  holdPause,
  paymentReference,
  postingProblem,
  type Finding,
  type HeldProblem,
} from '@waybill/domain/payments/payment'
import { postPayment } from '../billing/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import {
  acceptShipment,
  applyPaidPlace,
  enterStatus,
  expireOffers,
  lockPlaceChange,
  lockShipment,
  receiverActor,
  updatePlaceChange,
  updateShipment,
  type PlaceChange,
  type ShipmentRow,
} from '../shipments/index.ts'
import { asSystem } from './begin.ts'
import { countCharge } from './auto-top-up/auto-top-up-store.ts'
import { saveCard } from './card-store.ts'
import type { SentCard } from './gateways/port.ts'
import { findApplied, insertPayment, lockPayment, updatePayment, type PaymentRow } from './store.ts'

/**
 * Applies a finding to a payment. This is the only function that posts gateway payments to the ledger: notifications,
 * polling and staff (for held payments) all use it. It locks the payment, reads its status after locking, and does
 * everything in one transaction, so that repeated findings change nothing (PAY-040, PAY-054,
 * docs/domain/payments.md#callbacks). Returns a short text about what was done.
 */
export async function applyFinding(
  ctx: Context,
  paymentId: number,
  reported: Finding,
  card: SentCard | null = null,
): Promise<string> {
  const finding = { ...reported, gateway_reference: gatewayReference(reported.gateway_reference) }
  const payment = await lockPayment(ctx, paymentId)
  const decision = decide(payment, finding)
  if (decision.do === 'nothing') return 'known already'
  if (decision.do === 'again') return applyAgain(ctx, payment, finding)
  if (decision.do === 'hold') return holdMoney(ctx, payment, finding, decision.problem)
  if (decision.do === 'post') return postMoney(ctx, payment, finding, decision.status, card)
  const isHeld = decision.status === 'held'
  const isChargeFailed = payment.is_automatic && ['failed', 'cancelled'].includes(decision.status)
  const failure = finding.failure ?? 'The gateway did not say why.'
  await updatePayment(ctx, payment.id, {
    status: decision.status,
    ...(isHeld
      ? { received: finding.amount, gateway_reference: finding.gateway_reference, held_reason: 'unconfirmed' }
      : {}),
    remark: isHeld
      ? `${gatewayTitle(payment.gateway)} has not confirmed this payment yet.`
      : isChargeFailed
        ? `The card was not charged with ${formatRand(payment.amount)}: ${failure}`
        : '',
    times_asked: 0,
    ask_at: isHeld
      ? new Date(ctx.now.getTime() + holdPause(0))
      : decision.status === 'pending'
        ? payment.ask_at
        : null,
  })
  if (isHeld) await callPerson(ctx, payment, 'held', finding.amount)
  if (decision.status === 'failed') await failShipment(ctx, payment)
  if (isChargeFailed) await countCharge(ctx, payment.account_id, { failure })
  return decision.status
}

/**
 * The payer has paid again under the same id: stores a separate payment that settles nothing
 * (docs/domain/payments.md#paying-twice).
 */
async function applyAgain(ctx: Context, first: PaymentRow, finding: Finding): Promise<string> {
  if (await findApplied(ctx, first.gateway, finding.gateway_reference)) return 'known already'
  const { gateway, source, method, purpose, account_id, shipment_id, amount, email, place_change_id } = first
  const again = await insertPayment(ctx, {
    number: await nextNumber(ctx, 'payment'),
    gateway,
    source,
    method,
    purpose,
    account_id,
    shipment_id,
    amount,
    email,
    place_change_id,
    again_of: first.id,
    custom_id: `${first.custom_id ?? ''}#${finding.gateway_reference}`,
  })
  const problem = finding.problem ?? postingProblem(again, finding)
  return problem === null
    ? postMoney(ctx, again, finding, 'complete', null)
    : holdMoney(ctx, again, finding, problem)
}

/**
 * Holds a payment whose money must not be posted, for staff to settle. The gateway is not polled, because it has
 * already reported it.
 */
async function holdMoney(
  ctx: Context,
  payment: PaymentRow,
  finding: Finding,
  { reason, text }: HeldProblem,
): Promise<string> {
  if (payment.status === 'held' && payment.held_reason === reason) return 'known already'
  await updatePayment(ctx, payment.id, {
    status: 'held',
    held_reason: reason,
    received: finding.amount > 0 ? finding.amount : null,
    gateway_reference: finding.gateway_reference,
    remark: `Not posted. ${text}`,
    ask_at: null,
  })
  await callPerson(ctx, payment, reason, finding.amount)
  return `held: ${reason}`
}

async function postMoney(
  ctx: Context,
  payment: PaymentRow,
  finding: Finding,
  status: 'complete' | 'mismatch',
  card: SentCard | null,
): Promise<string> {
  if (card) await saveCard(ctx, payment.account_id, payment.gateway, card, payment.sets_default_card)
  if (payment.purpose === 'save_card') return endCardSetup(ctx, payment, finding, card !== null)
  const shipment =
    payment.shipment_id === null ? null : await lockShipment(asSystem(ctx), payment.shipment_id)
  const place = payment.place_change_id === null ? null : await lockPlaceChange(ctx, payment.place_change_id)
  const problem = place
    ? placeProblem(payment, place, status)
    : paymentProblem(payment, shipment, finding.amount, status)
  const settles = shipment !== null && problem === null
  const reference = paymentReference(payment.number)
  const title = gatewayTitle(payment.gateway)
  await postPayment(ctx, {
    account_id: payment.account_id,
    amount: finding.amount,
    gateway: payment.gateway,
    source: payment.source,
    payment_id: payment.id,
    payment_number: payment.number,
    description: descriptionOf(shipment, place, title),
    shipment_id: payment.shipment_id,
    shipment_reference: shipment ? referenceOf(shipment) : '',
  })
  await updatePayment(ctx, payment.id, {
    status,
    received: finding.amount,
    fee: finding.fee,
    gateway_reference: finding.gateway_reference,
    remark: remarkOf(problem, payment.amount, finding.amount),
    held_reason: '',
    ask_at: null,
  })
  if (payment.is_automatic) await countCharge(ctx, payment.account_id, 'paid')
  if (settles && place) await placePaid(ctx, payment.id, place)
  else if (settles) await acceptShipment(ctx, shipment, `Paid with ${title}, ${reference}`)
  await ctx.emit(paymentReceived, {
    payment_id: payment.id,
    account_id: payment.account_id,
    reference,
    amount: finding.amount,
    shipment_id: settles ? shipment.id : null,
  })
  if (problem) await callPerson(ctx, payment, problem, finding.amount)
  return status
}

/** Returns the text of the ledger about a payment. */
function descriptionOf(shipment: ShipmentRow | null, place: PlaceChange | null, title: string): string {
  if (!shipment) return `Top-up with ${title}`
  return place
    ? `Payment by the receiver of ${referenceOf(shipment)} for another place, with ${title}`
    : `Payment for ${referenceOf(shipment)} with ${title}`
}

/** Returns why the money cannot settle another place for a delivery, or `null`. */
function placeProblem(
  payment: PaymentRow,
  place: PlaceChange,
  status: 'complete' | 'mismatch',
): PaymentProblem | null {
  if (payment.again_of !== null || place.state !== 'offered') return 'again'
  return status === 'mismatch' ? 'mismatch' : null
}

/**
 * Marks another place as paid, so that no other can be paid for; the shipment is changed after the commit, because its
 * address may have to be located. The caller has locked the shipment.
 */
async function placePaid(ctx: Context, paymentId: number, { id, shipment_id }: PlaceChange): Promise<void> {
  await updatePlaceChange(ctx, id, { state: 'paid' })
  await expireOffers(ctx, shipment_id)
  await ctx.emit(placeChangePaid, { payment_id: paymentId, place_change_id: id })
}

/**
 * Sends a parcel to the place that its receiver paid for. Notifies staff when this was not possible for what was paid:
 * then the money is on the account, to be refunded. After-commit subscriber.
 */
export async function changePaidPlace(
  ctx: ExternalContext,
  { payment_id, place_change_id }: PayloadOf<typeof placeChangePaid>,
): Promise<void> {
  const payment = await ctx.inTransaction((inner) => lockPayment(inner, payment_id))
  const receiver = await ctx.actingAs(receiverActor(ctx.provider_id))
  await applyPaidPlace(receiver, place_change_id, paymentReference(payment.number), async (inner) => {
    await updatePayment(inner, payment_id, { remark: remarkOf('place', payment.amount, payment.amount) })
    await callPerson(inner, payment, 'place', payment.received ?? payment.amount)
  })
}

/**
 * Returns why the money cannot settle what it was paid for, or `null`. With a problem, the money stays on the account
 * and staff are notified.
 */
function paymentProblem(
  payment: PaymentRow,
  shipment: ShipmentRow | null,
  received: Cents,
  status: 'complete' | 'mismatch',
): PaymentProblem | null {
  if (payment.again_of !== null) return 'again'
  if (status === 'mismatch') return 'mismatch'
  if (!shipment) return null
  if (!payable_statuses.some((one) => one === shipment.status))
    return shipment.status === 'cancelled' || shipment.status === 'quote-expired' ? 'late' : 'again'
  return received < shipment.rate ? 'mismatch' : null
}

function remarkOf(problem: PaymentProblem | null, requested: Cents, received: Cents): string {
  switch (problem) {
    case 'mismatch':
      return `${formatRand(requested)} was requested but ${formatRand(received)} was received. The money is on the account. Nothing was settled.`
    case 'late':
      return 'The shipment was cancelled or had expired. The money is on the account.'
    case 'again':
      return 'This had been paid before. The money is on the account.'
    case 'place':
      return 'The shipment could no longer be sent to the other place for this price. The money is on the account.'
    default:
      return ''
  }
}

/** Notifies staff of a payment that they must settle, and marks its shipment. */
async function callPerson(
  ctx: Context,
  { id, account_id, shipment_id, number, amount }: PaymentRow,
  problem: PaymentProblem,
  received: Cents,
): Promise<void> {
  const reference = paymentReference(number)
  if (shipment_id !== null)
    await updateShipment(asSystem(ctx), shipment_id, { payment_intervention_status: problem })
  await ctx.emit(paymentNeedsPerson, {
    payment_id: id,
    account_id,
    reference,
    problem,
    asked: amount,
    received,
  })
}

/**
 * Sets a shipment that waits for the failed payment to `payment-failed`. A cancelled payment leaves it waiting
 * (PAY-040).
 */
async function failShipment(ctx: Context, { shipment_id, purpose, gateway }: PaymentRow): Promise<void> {
  if (shipment_id === null || purpose !== 'shipment') return
  const inner = asSystem(ctx)
  const row = await lockShipment(inner, shipment_id)
  if (row.status !== 'payment-pending') return
  await enterStatus(inner, row, {
    to: 'payment-failed',
    internal_message: `The payment with ${gatewayTitle(gateway)} failed`,
    source: 'payment',
  })
}

/** Ends a payment whose only purpose was saving a card; no money was moved. */
async function endCardSetup(
  ctx: Context,
  payment: PaymentRow,
  { gateway_reference }: Finding,
  hasCard: boolean,
): Promise<string> {
  const status = hasCard ? 'complete' : 'failed'
  await updatePayment(ctx, payment.id, { status, gateway_reference, ask_at: null })
  return status
}

function referenceOf(row: ShipmentRow): string {
  return row.custom_tracking_reference ?? row.short_tracking_reference
}
