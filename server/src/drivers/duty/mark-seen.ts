import type { SeenLeg } from '@waybill/domain/drivers/api'
import { legs } from '@waybill/domain/drivers/model'
import { isDriver } from '@waybill/domain/kit/actor'
import type { Context } from '../../kit/handler.ts'
import { markReadByDriver } from '../../shipments/index.ts'
import { happenedAt } from '../happened-at.ts'

const the_beginning = new Date(0)

/**
 * Stores when the driver first opened legs on the phone. Legs of other drivers are ignored, because a stop may be
 * reassigned while the phone has no signal.
 */
export async function markSeen(ctx: Context, seen: readonly SeenLeg[]): Promise<void> {
  if (!isDriver(ctx.actor)) return
  for (const leg of legs) {
    const read = seen
      .filter((one) => one.leg === leg)
      .map((one) => ({
        shipment_id: one.shipment_id,
        at: happenedAt({ ...one, occurred_at: one.at }, the_beginning, ctx.now),
      }))
    if (read.length > 0) await markReadByDriver(ctx, leg, ctx.actor.username, read)
  }
}
