import { payment_pending_validity_period } from '@waybill/domain/rates/settings'
import { expiring_statuses } from '@waybill/domain/shipments/statuses/status'
import { Problem } from '@waybill/domain/kit/problem'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { enterStatus } from '../statuses/enter-status.ts'
import { findUnpaidBefore, lockShipment } from '../store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Expired in one run; what is left is taken by the next one. */
const max_concurrent = 500

/**
 * Quotes and unpaid shipments that have reached the end of their validity become expired quotes, each in a transaction of its own; what was paid or changed meanwhile is left alone (SET-074, RATE-021).
 */
export async function expireUnpaid(ctx: ExternalContext): Promise<void> {
  const days = ctx.setting(payment_pending_validity_period)
  const before = new Date(ctx.now.getTime() - days * day_ms)
  const ids = await ctx.inTransaction((inner) =>
    findUnpaidBefore(inner, expiring_statuses, before, max_concurrent),
  )
  for (const id of ids)
    try {
      await ctx.inTransaction((inner) => expire(inner, id, days))
    } catch (error) {
      // Whoever refused it, such as a payment that is being confirmed, keeps none of the others waiting.
      if (!(error instanceof Problem)) throw error
    }
}

async function expire(ctx: Context, id: number, days: number): Promise<void> {
  const row = await lockShipment(ctx, id)
  if (!expiring_statuses.includes(row.status)) return
  await enterStatus(ctx, row, { to: 'quote-expired', message: `Not accepted within ${days} days` })
}
