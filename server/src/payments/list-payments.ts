import { mayPostAmount } from '@waybill/domain/billing/posting'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { paymentsApi } from '@waybill/domain/payments/api'
import { payment_status_words } from '@waybill/domain/payments/payment'
import type { Handler } from '../kit/handler.ts'
import { applyFinding } from './apply-payment.ts'
import { presentPayment } from './present-payment.ts'
import { listPayments, lockPayment, updatePayment } from './store.ts'

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
  const { rows } = await listPayments(ctx, { id }, { limit: 1, offset: 0 })
  if (rows.length === 0) throw notFound('Could not find this payment.')
  const payment = await lockPayment(ctx, id)
  if (payment.status !== 'held')
    throw wrongState(
      `Only a held payment can be applied by hand; this one is ${payment_status_words[payment.status].toLowerCase()}.`,
    )
  const amount = payment.received ?? payment.amount
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
  const [row] = (await listPayments(ctx, { id }, { limit: 1, offset: 0 })).rows
  if (!row) throw new Error('An applied payment could not be read back.')
  return presentPayment(ctx.actor, row)
}
