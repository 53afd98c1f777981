import { payment_pending_validity_period } from '@waybill/domain/rates/settings'
import { expiring_statuses } from '@waybill/domain/shipments/statuses/status'
import { Problem } from '@waybill/domain/kit/problem'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { enterStatus } from '../statuses/enter-status.ts'
import { findUnpaidBefore, lockShipment } from '../store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Maximum number of shipments expired per run. The next run takes the rest. */
const max_concurrent = 500

/**
 * Sets quotes and unpaid shipments to `quote-expired` when their validity period has ended. Each one has its own
 * transaction. Those that were paid or changed in the meantime are left unchanged (SET-074, RATE-021).
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
      // If one shipment is rejected, for example because its payment is being confirmed, continue with the others.
      if (!(error instanceof Problem)) throw error
    }
}

async function expire(ctx: Context, id: number, days: number): Promise<void> {
  const row = await lockShipment(ctx, id)
  if (!expiring_statuses.includes(row.status)) return
  await enterStatus(ctx, row, { to: 'quote-expired', message: `Not accepted within ${days} days` })
}
