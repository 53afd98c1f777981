import type { PayloadOf } from '@waybill/domain/kit/event'
import type { paymentNoticed } from '@waybill/domain/payments/events'
import type { ExternalContext } from '../kit/handler.ts'
import { applyFinding } from './apply-payment.ts'
import { callerOf, gatewayFor } from './gateways/index.ts'
import { GatewayRejectedError, GatewayUnavailableError } from './gateways/port.ts'
import { closeNotice, findByCustomId, readNotice } from './store.ts'

/**
 * Checks a stored notification and applies it. A notification that is not signed by the gateway or belongs to no
 * existing payment is rejected, and the reason is stored. Money that the gateway does not confirm is held, and the
 * gateway is polled later. When the gateway does not answer, the notification is also checked again, because a payment
 * can be paid twice and only its notifications tell both (docs/domain/payments.md#callbacks). Throws
 * `GatewayUnavailableError` then, so that the job is repeated.
 */
export async function checkNotice(
  ctx: ExternalContext,
  { notice_id }: PayloadOf<typeof paymentNoticed>,
): Promise<void> {
  const notice = await ctx.inTransaction((inner) => readNotice(inner, notice_id))
  if (notice.result !== '') return
  const read = gatewayFor(ctx, notice.gateway).readNotice(callerOf(ctx), notice)
  const reject = async (reason: string): Promise<void> => {
    ctx.log.warn({ notice_id, gateway: notice.gateway, address: notice.address, reason }, 'payment notice')
    await ctx.inTransaction((inner) => closeNotice(inner, notice_id, reason, null))
  }
  if (!('report' in read)) return reject(`refused: ${read.reason}`)
  const { custom_id, finding, card } = read.report
  const payment = await ctx.inTransaction((inner) => findByCustomId(inner, notice.gateway, custom_id))
  if (!payment) return reject('refused: no payment of ours has this id')
  const isConfirmed = finding.outcome !== 'paid' || read.is === 'genuine' || (await isBehind(read.confirm))
  await ctx.inTransaction(async (inner) => {
    const result = await applyFinding(
      inner,
      payment.id,
      { ...finding, is_confirmed: isConfirmed === true },
      card,
    )
    if (isConfirmed !== null) await closeNotice(inner, notice_id, result, payment.id)
  })
  if (isConfirmed === null)
    throw new GatewayUnavailableError('The gateway did not answer whether a notification is genuine.')
}

/** Whether the gateway confirms the notification; `null` when the gateway does not answer. */
async function isBehind(confirm: () => Promise<boolean>): Promise<boolean | null> {
  try {
    return await confirm()
  } catch (error) {
    if (error instanceof GatewayUnavailableError) return null
    if (error instanceof GatewayRejectedError) return false
    throw error
  }
}
