import { poll_after_ms, expires_after_ms, held_asking_ms, holdPause } from '@waybill/domain/payments/payment'
import type { ExternalContext } from '../kit/handler.ts'
import { applyFinding } from './apply-payment.ts'
import { countCharge } from './auto-top-up/auto-top-up-store.ts'
import { isGatewayError } from './gateways/call.ts'
import { callerOf, gatewayFor } from './gateways/index.ts'
import type { Found } from './gateways/port.ts'
import { listPaymentsToPoll, lockPayment, updatePayment, type PaymentRow } from './store.ts'

const max_concurrent = 100

type NextPoll = { times_asked: number; ask_at: Date | null } & (
  | { status?: undefined }
  | { status: 'expired'; remark: string }
)

/**
 * Polls gateways about payments without a notification for 15 minutes, and about held payments. A payment without
 * money expires after a day (docs/domain/payments.md#rules-for-every-gateway rule 6,
 * docs/domain/payments.md#callbacks). Money that arrives later is still applied.
 */
export async function pollGateways(ctx: ExternalContext): Promise<void> {
  for (const payment of await ctx.inTransaction((inner) => listPaymentsToPoll(inner, max_concurrent))) {
    const found = payment.purpose === 'save_card' ? null : await find(ctx, payment)
    if (found && found !== 'no answer' && (found.outcome !== 'pending' || payment.status !== 'held'))
      await ctx.inTransaction((inner) => applyFinding(inner, payment.id, { ...found, is_confirmed: true }))
    await ctx.inTransaction(async (inner) => {
      const now = await lockPayment(inner, payment.id)
      if (now.ask_at === null) return
      const next = nextPoll(now, inner.now, found !== 'no answer')
      await updatePayment(inner, payment.id, next)
      if (now.is_automatic && next.status === 'expired')
        await countCharge(inner, now.account_id, { failure: next.remark })
    })
  }
}

/**
 * Returns the changes for the next poll, or those that end polling. An automatic top-up expires only after the gateway
 * has answered that it does not have it: the card is charged again then.
 */
function nextPoll(payment: PaymentRow, now: Date, isAnswered: boolean): NextPoll {
  const age = now.getTime() - payment.time_created.getTime()
  const pollCount = payment.times_asked + 1
  if (payment.status === 'held')
    return {
      times_asked: pollCount,
      ask_at: age > held_asking_ms ? null : new Date(now.getTime() + holdPause(pollCount)),
    }
  if (age >= expires_after_ms && (isAnswered || !payment.is_automatic))
    return {
      times_asked: pollCount,
      ask_at: null,
      status: 'expired' as const,
      remark: 'No payment came within a day.',
    }
  return { times_asked: pollCount, ask_at: new Date(now.getTime() + poll_after_ms) }
}

async function find(ctx: ExternalContext, payment: PaymentRow): Promise<Found | 'no answer'> {
  try {
    const { gateway_reference, time_created, custom_id } = payment
    const query = { custom_id: custom_id ?? '', gateway_reference, time_created }
    return await gatewayFor(ctx, payment.gateway).query(callerOf(ctx), query)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    ctx.log.warn({ payment_id: payment.id, reason: error.message }, 'a gateway could not be asked')
    return 'no answer'
  }
}
