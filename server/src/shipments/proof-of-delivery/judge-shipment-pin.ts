import { pin_attempts_max, pin_lock_minutes } from '@waybill/domain/shipments/proof-of-delivery/pins'
import type { Context } from '../../kit/handler.ts'
import { pinDigest } from '../booking/reference.ts'
import { judgePin, type PinResult } from '../driver-store.ts'
import type { ShipmentRow } from '../store.ts'

/**
 * Checks the PIN that a receiver gives at the door or at a locker, and counts a wrong one
 * (docs/domain/routing-and-drivers.md#pins).
 */
export async function judgeShipmentPin(
  ctx: Context,
  { id, short_tracking_reference }: Pick<ShipmentRow, 'id' | 'short_tracking_reference'>,
  pin: string,
): Promise<PinResult> {
  return judgePin(ctx, {
    shipment_id: id,
    digest: pinDigest(ctx, short_tracking_reference, pin),
    max_failures: pin_attempts_max,
    lock_minutes: pin_lock_minutes,
  })
}
