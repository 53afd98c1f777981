import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { formatRand, toRand, type Cents } from '@waybill/domain/kit/money'
import { conflict, forbidden, invalid, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import {
  counter_texts,
  counterDue,
  counterProblems,
  slipKey,
  type CounterMethod,
  type CounterTaken,
} from '@waybill/domain/payments/counter'
import { counterApi, type CounterPayment } from '@waybill/domain/payments/counter-api'
import { paymentReceived } from '@waybill/domain/payments/events'
import { mayPay } from '@waybill/domain/payments/payable'
import { paymentReference } from '@waybill/domain/payments/payment'
import { counter_payment_methods } from '@waybill/domain/payments/settings'
import { lockBalance } from '../accounts/index.ts'
import { postPayment } from '../billing/index.ts'
import { putIntoTill } from '../cash/index.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { Context, BaseContext, Handler } from '../kit/handler.ts'
import { acceptShipment, lockShipment } from '../shipments/index.ts'
import { insertCounterPayment, listCounterPayments, type CounterRow } from './counter-store.ts'
import { hasHeldPayment, insertPayment, payableShipment } from './store.ts'

/** Returns the methods with which the caller may take payments at the counter; empty for callers without permission. */
export function counterMethods(reader: BaseContext): CounterMethod[] {
  const { actor } = reader
  const may = isStaff(actor) && hasPermission(actor, counterApi.take.permission ?? '')
  return may ? reader.setting(counter_payment_methods) : []
}

/**
 * Records a payment taken by staff for a shipment, in cash or by card terminal. Inserts the payment, posts it to the
 * ledger and submits the shipment in one transaction. The shipment is locked, so that repeated requests pay for it
 * only once. Cash rounding is posted as a separate ledger entry.
 */
export const takePayment: Handler<typeof counterApi.take> = async (ctx, input) => {
  const { method, rate, shipment_id } = input
  if (!isStaff(ctx.actor)) throw forbidden('Only staff take money at the counter.')
  if (!counterMethods(ctx).includes(method))
    throw wrongState(
      `${counter_texts[method].title} is not taken at the counter here. Choose another way to pay.`,
    )
  const row = await lockShipment(ctx, shipment_id)
  await requireUnpaid(ctx, shipment_id)
  ensure(mayPay(row.status, row.rate))
  if (rate !== row.rate)
    throw conflict(
      `The price has changed from ${formatRand(rate)} to ${formatRand(row.rate)}. Tell the customer and take the money again.`,
      { rate: toRand(row.rate) },
    )
  const taken = takenOf(input)
  const problems = counterProblems(rate, taken)
  if (problems[0]) throw invalid(problems[0].message, problems)
  const { account_id } = row
  await lockBalance(ctx, account_id)
  // `nextNumber` has locked the payment number row, so no other request can record a slip until this transaction
  // ends.
  const number = await nextNumber(ctx, 'payment')
  const day = dayOf(ctx.now)
  await requireNewSlip(ctx, taken.slip_reference, day)
  const { email } = await payableShipment(ctx, shipment_id, row.payment_reference)
  const payment = await insertPayment(ctx, {
    number,
    gateway: method,
    source: 'manual',
    method,
    purpose: 'shipment',
    account_id,
    shipment_id,
    amount: rate,
    received: rate,
    status: 'complete',
    email,
  })
  const { due, rounding } = counterDue(method, rate)
  const { amount: tendered, slip_reference, last_digits } = taken
  await insertCounterPayment(
    ctx,
    { payment_id: payment.id, due, rounding, tendered, slip_reference, last_digits },
    day,
  )
  const reference = paymentReference(number)
  const shipmentReference = row.custom_tracking_reference ?? row.short_tracking_reference
  const { by } = counter_texts[method]
  await postPayment(ctx, {
    account_id,
    amount: rate,
    rounding,
    gateway: method,
    source: payment.source,
    payment_id: payment.id,
    payment_number: number,
    description: `Payment for ${shipmentReference} ${by}${roundedOff(rounding)}`,
    shipment_id,
    shipment_reference: shipmentReference,
  })
  if (method === 'cash') await putIntoTill(ctx, due, `${reference}, ${shipmentReference}`)
  await acceptShipment(ctx, row, `Paid ${by} at the counter, ${reference}`)
  await ctx.emit(paymentReceived, {
    payment_id: payment.id,
    account_id,
    reference,
    amount: due,
    shipment_id,
  })
  const [stored] = await listCounterPayments(ctx, { payment_id: payment.id })
  if (!stored) throw new Error('Money taken at the counter could not be read back.')
  return presentCounterPayment(stored)
}

/** Returns `, R 0.05 rounded off`, or an empty text without rounding. */
function roundedOff(rounding: Cents): string {
  return rounding === 0 ? '' : `, ${formatRand(rounding)} rounded off`
}

type Taken = CounterTaken & { amount: Cents }

function takenOf({
  method,
  amount,
  slip_reference = '',
  last_digits = '',
}: Parameters<typeof takePayment>[1]): Taken {
  const isCash = method === 'cash'
  return {
    method,
    amount,
    slip_reference: isCash ? '' : slip_reference.trim(),
    last_digits: isCash ? '' : last_digits.trim(),
  }
}

/**
 * Rejects a second payment and names the one already recorded. Also rejects while a gateway payment for the shipment
 * is held.
 */
async function requireUnpaid(ctx: Context, shipmentId: number): Promise<void> {
  const paid = (await listCounterPayments(ctx, { shipment_id: shipmentId })).find(
    ({ is_reversed }) => !is_reversed,
  )
  if (paid)
    throw wrongState(
      `${paid.shipment_reference} was paid ${counter_texts[paid.method].by} at ${clockOf(paid.time_created)}: ${formatRand(paid.due)}, ${paymentReference(paid.number)}, taken by ${paid.operator_name}. Do not take money again.`,
    )
  if (await hasHeldPayment(ctx, shipmentId))
    throw wrongState(
      'A payment for this shipment is being confirmed. Wait for it, or settle it under Billing first.',
    )
}

/** Rejects a terminal slip that was already used on the same day: a slip pays for only one shipment. */
async function requireNewSlip(ctx: Context, slipReference: string, day: string): Promise<void> {
  const key = slipKey(slipReference)
  if (key === '') return
  const used = (await listCounterPayments(ctx, { day })).find(
    (one) => !one.is_reversed && slipKey(one.slip_reference) === key,
  )
  if (used)
    throw invalid(
      `Slip ${slipReference} has paid for ${used.shipment_reference} at ${clockOf(used.time_created)}. Enter the reference on the slip of this payment.`,
      [{ field: 'slip_reference', message: `has paid for ${used.shipment_reference} already` }],
    )
}

/** Converts a counter payment to its API form. */
function presentCounterPayment(row: CounterRow): CounterPayment {
  const { number, operator_name, ...rest } = row
  return {
    ...rest,
    reference: paymentReference(number),
    change: row.tendered - row.due,
    taken_by: operator_name,
  }
}
