import { isStaff } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { paymentsApi } from '@waybill/domain/payments/api'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { refundRequested } from '@waybill/domain/payments/events'
import { gatewayTitle } from '@waybill/domain/payments/gateway-list'
import {
  isOpenRefund,
  maySettleRefund,
  refundPause,
  refundReference,
  type RefundOutcome,
} from '@waybill/domain/payments/refund'
import { reverseRefund } from '../../billing/index.ts'
import type { Context, ExternalContext, Handler } from '../../kit/handler.ts'
import { isGatewayError } from '../gateways/call.ts'
import { callerOf, gatewayFor } from '../gateways/index.ts'
import { GatewayRejectedError, type RefundRequest } from '../gateways/port.ts'
import { findListed, readBack } from '../list-payments.ts'
import { lockPayment, updatePayment, type PaymentRow } from '../store.ts'
import { listRefunds, listRefundsToAsk, lockRefund, updateRefund, type RefundRow } from './refund-store.ts'

const max_at_once = 50

/** Asks the gateway for a refund after it was requested. */
export async function askForRefund(
  ctx: ExternalContext,
  { refund_id }: PayloadOf<typeof refundRequested>,
): Promise<void> {
  const claimed = await ctx.inTransaction((inner) => claimRefund(inner, refund_id))
  if (claimed === null) return
  const { payment, request } = claimed
  const outcome = await outcomeOf(ctx, payment, request)
  await ctx.inTransaction((inner) =>
    outcome === null ? saveDoubt(inner, refund_id, payment) : saveOutcome(inner, refund_id, payment, outcome),
  )
}

/** Asks gateways about refunds that they have not confirmed. */
export async function pollRefunds(ctx: ExternalContext): Promise<void> {
  for (const id of await ctx.inTransaction((inner) => listRefundsToAsk(inner, max_at_once)))
    await askForRefund(ctx, { refund_id: id })
}

/**
 * Claims a refund that is due: it is due again after a pause, so that no other process asks at the same time and one
 * that dies is made up for. Returns `null` when it is not due.
 */
async function claimRefund(
  ctx: Context,
  id: number,
): Promise<{ payment: PaymentRow; request: RefundRequest } | null> {
  const refund = await lockRefund(ctx, id)
  const now = ctx.clock()
  if (!isOpenRefund(refund.state) || refund.ask_at === null || refund.ask_at > now) return null
  await updateRefund(ctx, id, {
    times_asked: refund.times_asked + 1,
    ask_at: new Date(now.getTime() + refundPause(refund.times_asked)),
  })
  const payment = await lockPayment(ctx, refund.payment_id)
  const earlier = (await listRefunds(ctx, payment.id)).filter(({ state }) => state === 'confirmed')
  return {
    payment,
    request: {
      custom_id: payment.custom_id ?? '',
      gateway_reference: payment.gateway_reference,
      time_created: payment.time_created,
      reference: refundReference(payment.number, refund.sequence),
      amount: refund.amount,
      received: payment.received ?? 0,
      refunded_before: earlier.reduce((sum, one) => sum + one.amount, 0),
      reason: refund.reason,
      refund_reference: refund.refund_reference,
    },
  }
}

/**
 * Asks the gateway whether it has the refund, and for the refund only if it has not: an earlier question may have been
 * answered after this process or the connection ended. Returns `null` when the gateway does not answer.
 */
async function outcomeOf(
  ctx: ExternalContext,
  { gateway }: PaymentRow,
  request: RefundRequest,
): Promise<RefundOutcome | null> {
  const plugIn = gatewayFor(ctx, gateway)
  try {
    return (await plugIn.findRefund(callerOf(ctx), request)) ?? (await plugIn.refund(callerOf(ctx), request))
  } catch (error) {
    if (!isGatewayError(error)) throw error
    if (error instanceof GatewayRejectedError)
      return { state: 'failed', refund_reference: '', reason: error.message }
    ctx.log.warn({ reference: request.reference, reason: error.message }, 'a refund could not be asked for')
    return null
  }
}

/** Stores that the gateway has not answered: nobody knows whether it made the refund. It is asked again later. */
async function saveDoubt(ctx: Context, id: number, payment: PaymentRow): Promise<void> {
  const refund = await lockRefund(ctx, id)
  if (refund.state !== 'asked') return
  const remark = `${gatewayTitle(payment.gateway)} has not answered about refund ${refundReference(payment.number, refund.sequence)} of ${formatRand(refund.amount)}. It is asked again every hour. If you see there whether the refund was made, settle it here.`
  await updateRefund(ctx, id, { state: 'in-doubt', remark })
  await updatePayment(ctx, payment.id, { remark })
}

/** Stores the gateway's answer. A refund that is not made is reversed in the ledger. */
async function saveOutcome(
  ctx: Context,
  id: number,
  payment: PaymentRow,
  outcome: RefundOutcome,
): Promise<void> {
  const refund = await lockRefund(ctx, id)
  const reference = refundReference(payment.number, refund.sequence)
  const title = gatewayTitle(payment.gateway)
  if (!isOpenRefund(refund.state)) {
    if (refund.state !== 'failed' || outcome.state === 'failed') return
    const remark = `${title} made refund ${reference} although it was settled as not made. Post a refund of ${formatRand(refund.amount)} to the account.`
    await updateRefund(ctx, id, { remark })
    await updatePayment(ctx, payment.id, { remark })
    return
  }
  if (outcome.state === 'failed') {
    const remark = `${title} did not make refund ${reference}: ${outcome.reason.replace(/\.$/, '')}. The money is back on the account.`
    await undoRefund(ctx, payment, refund, remark)
    return
  }
  await updateRefund(ctx, id, {
    state: outcome.state,
    refund_reference: outcome.refund_reference || refund.refund_reference,
    remark: '',
    ...(outcome.state === 'confirmed' ? { ask_at: null } : {}),
  })
  if (refund.state === 'in-doubt') await updatePayment(ctx, payment.id, { remark: '' })
}

/**
 * Settles a refund about which the gateway does not answer, after a person has seen there whether it was made. The
 * person and the reason are stored with the payment. A refund that was not made is reversed in the ledger.
 */
export const settleRefund: Handler<typeof paymentsApi.settleRefund> = async (
  ctx,
  { id, is_made, reason },
) => {
  if (!isStaff(ctx.actor)) throw forbidden('Only the courier company settles refunds.')
  ensure(maySettleRefund(await findListed(ctx, id)))
  const open = (await listRefunds(ctx, id)).find(({ state }) => isOpenRefund(state))
  if (!open) throw notFound('Could not find this refund.')
  const refund = await lockRefund(ctx, open.id)
  ensure(maySettleRefund({ refund_state: refund.state }))
  const payment = await lockPayment(ctx, id)
  const settled = `Refund ${refundReference(payment.number, refund.sequence)} was settled by ${ctx.actor.name}`
  if (is_made) {
    const remark = `${settled} as made: ${reason}`
    await updateRefund(ctx, refund.id, { state: 'confirmed', ask_at: null, remark })
    await updatePayment(ctx, id, { remark })
  } else {
    const remark = `${settled} as not made: ${reason.replace(/\.$/, '')}. The money is back on the account.`
    await undoRefund(ctx, payment, refund, remark)
  }
  return readBack(ctx, id)
}

async function undoRefund(
  ctx: Context,
  payment: PaymentRow,
  refund: RefundRow,
  remark: string,
): Promise<void> {
  const reference = refundReference(payment.number, refund.sequence)
  await updateRefund(ctx, refund.id, { state: 'failed', ask_at: null, remark })
  await updatePayment(ctx, payment.id, { remark })
  await reverseRefund(ctx, payment.account_id, refund.transaction_id, `Refund ${reference} was not made`)
}
