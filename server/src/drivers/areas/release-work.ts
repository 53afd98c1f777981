import type { driverLeaves } from '@waybill/domain/identity/users-and-roles/users-events'
import { wrongState } from '@waybill/domain/kit/problem'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { areasChanged } from '@waybill/domain/maps/events'
import { assignRequest } from '../../collections/index.ts'
import type { Context } from '../../kit/handler.ts'
import { assignShipment } from '../assign-leg.ts'
import { listWithDriver } from '../duty/duty-store.ts'
import { listOpenWork } from './area-work-store.ts'

/**
 * Takes all open work from a driver who leaves, and has it given to the drivers of its areas. Throws while the driver
 * has parcels (docs/domain/routing-and-drivers.md#drivers-who-leave).
 */
export async function releaseWork(
  ctx: Context,
  { username, name }: PayloadOf<typeof driverLeaves>,
): Promise<void> {
  const [parcel, ...others] = await listWithDriver(ctx, username)
  if (parcel)
    throw wrongState(
      others.length === 0
        ? `${name} still has the parcel ${parcel.parcel_reference}. Scan it back in first, or give it to another driver.`
        : `${name} still has ${others.length + 1} parcels, such as ${parcel.parcel_reference}. Scan them back in first, or give them to another driver.`,
    )
  const work = await listOpenWork(ctx, username)
  for (const { leg, shipment_id, request_id } of work) {
    const rejection =
      shipment_id === null
        ? await assignRequest(ctx, request_id ?? 0, null, undefined)
        : (await assignShipment(ctx, { shipment_id, leg }, null, undefined)).rejection
    if (rejection !== null) throw wrongState(rejection)
  }
  if (work.length > 0) await ctx.emit(areasChanged, { zones: null, day: null, former: [] })
}
