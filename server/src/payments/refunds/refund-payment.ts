import { formatRand } from '@waybill/domain/kit/money'
import { isStaff } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { paymentsApi } from '@waybill/domain/payments/api'
import { refundRequested } from '@waybill/domain/payments/events'
import { gatewayTitle } from '@waybill/domain/payments/gateway-list'
import { paymentReference } from '@waybill/domain/payments/payment'
import { mayRefundAmount, refundReference } from '@waybill/domain/payments/refund'
import { lockBalance } from '../../accounts/index.ts'
import { postRefund } from '../../billing/index.ts'
import type { Handler } from '../../kit/handler.ts'
import { findListed, readBack } from '../list-payments.ts'
import { lockPayment } from '../store.ts'
import { insertRefund, listRefunds } from './refund-store.ts'

/**
 * Requests a refund of a payment, at most what is left of it. The money leaves the account in the ledger at once, so
 * that it cannot be spent in the meantime; the gateway is asked after the commit. A refund that the gateway does not
 * make is reversed in the ledger.
 */
export const refundPayment: Handler<typeof paymentsApi.refund> = async (ctx, { id, amount, reason }) => {
  if (!isStaff(ctx.actor)) throw forbidden('Only the courier company refunds payments.')
  const { account_id } = await findListed(ctx, id)
  await lockBalance(ctx, account_id)
  const payment = await lockPayment(ctx, id)
  const listed = await findListed(ctx, id)
  if (listed.id === null) throw notFound('Could not find this payment.')
  ensure(mayRefundAmount(listed, amount))
  const sequence = (await listRefunds(ctx, id)).length + 1
  const reference = refundReference(payment.number, sequence)
  const transactionId = await postRefund(ctx, {
    account_id,
    amount,
    gateway: payment.gateway,
    payment_id: id,
    description: `Refund ${reference} of ${paymentReference(payment.number)} through ${gatewayTitle(payment.gateway)}`,
    internal_note: reason,
    shipment_id: payment.shipment_id,
    shipment_reference: listed.shipment_reference ?? '',
  })
  const refundId = await insertRefund(ctx, {
    payment_id: id,
    sequence,
    amount,
    reason,
    transaction_id: transactionId,
  })
  await ctx.emit(refundRequested, { refund_id: refundId })
  ctx.log.info({ payment_id: id, refund_id: refundId, amount: formatRand(amount) }, 'a refund was requested')
  return readBack(ctx, id)
}
