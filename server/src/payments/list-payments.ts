import { mayPostAmount } from '@waybill/domain/billing/posting'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { paymentsApi } from '@waybill/domain/payments/api'
import type { Payment } from '@waybill/domain/payments/model'
import { mayApplyHeld, mayCloseHeld } from '@waybill/domain/payments/payment'
import type { Context, Handler } from '../kit/handler.ts'
import { applyFinding } from './apply-payment.ts'
import { presentPayment } from './present-payment.ts'
import { listPayments, lockPayment, updatePayment, type ListedPayment } from './store.ts'

const max_rows = 500

/**
 * Lists payments, newest first: for staff all of them, also from bank statements and posted by hand; for customers the
 * gateway and counter payments of their own account.
 */
export const readPayments: Handler<typeof paymentsApi.list> = async (ctx, input) => {
  const { rows, total, ...totals } = await listPayments(ctx, input, pageOf(input, max_rows))
  return { payments: rows.map((row) => presentPayment(ctx.actor, row)), count: total, ...totals }
}

/** Applies a held payment manually; the user's reason is stored in its remark (docs/domain/payments.md#callbacks). */
export const applyHeld: Handler<typeof paymentsApi.applyHeld> = async (ctx, { id, reason }) => {
  await findListed(ctx, id)
  const payment = await lockPayment(ctx, id)
  ensure(mayApplyHeld(payment))
  const amount = payment.received ?? (payment.held_reason === 'amount' ? 0 : payment.amount)
  ensure(mayPostAmount(amount))
  await applyFinding(ctx, id, {
    outcome: 'paid',
    amount,
    fee: payment.fee,
    gateway_reference: payment.gateway_reference ?? '',
    is_confirmed: true,
  })
  const after = await lockPayment(ctx, id)
  await updatePayment(ctx, id, {
    remark: [`Applied by ${ctx.actor.name}: ${reason}`, after.remark].filter(Boolean).join(' '),
  })
  return readBack(ctx, id)
}

/** Closes a held payment without posting it; the user's reason is stored in its remark. */
export const closeHeld: Handler<typeof paymentsApi.closeHeld> = async (ctx, { id, reason }) => {
  await findListed(ctx, id)
  const payment = await lockPayment(ctx, id)
  ensure(mayCloseHeld(payment))
  await updatePayment(ctx, id, {
    status: 'failed',
    held_reason: '',
    ask_at: null,
    remark: [`Closed by ${ctx.actor.name}: ${reason}`, payment.remark].filter(Boolean).join(' '),
  })
  return readBack(ctx, id)
}

/** Returns a payment within the caller's reach. Throws `notFound` when there is none. */
export async function findListed(ctx: Context, id: number): Promise<ListedPayment> {
  const [row] = (await listPayments(ctx, { id }, { limit: 1, offset: 0 })).rows
  if (!row) throw notFound('Could not find this payment.')
  return row
}

/** Returns a changed payment in its form for the caller. */
export async function readBack(ctx: Context, id: number): Promise<Payment> {
  return presentPayment(ctx.actor, await findListed(ctx, id))
}
