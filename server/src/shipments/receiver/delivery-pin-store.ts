import type { Point } from '@waybill/domain/kit/places/metres-between'
import type { BaseContext, Context } from '../../kit/handler.ts'

const pins_topic = 'delivery pins'

/** Identifies a corrected pin: a place and who receives there, both as digests. */
export interface PinOwner {
  place: string
  contact: string
}

/** Returns the position that a receiver corrected for an address; `undefined` for none. */
export async function findDeliveryPin(
  ctx: Context,
  { place, contact }: PinOwner,
): Promise<Point | undefined> {
  return ctx.db
    .selectFrom('delivery_pin')
    .select(['lat', 'lng'])
    .where('place', '=', place)
    .where('contact', '=', contact)
    .executeTakeFirst()
}

/** Returns whether receivers of the company corrected any position, so that most bookings need not look for one. */
export async function hasDeliveryPins(reader: BaseContext): Promise<boolean> {
  return reader.cached(pins_topic, 'any', async (ctx) => {
    const row = await ctx.db.selectFrom('delivery_pin').select('place').limit(1).executeTakeFirst()
    return row !== undefined
  })
}

/** Deletes up to `limit` positions that were corrected before a moment. Returns how many were deleted. */
export async function deleteDeliveryPins(ctx: Context, before: Date, limit: number): Promise<number> {
  const old = ctx.db
    .selectFrom('delivery_pin')
    .select(['place', 'contact'])
    .where('time_modified', '<', before)
    .limit(limit)
  const result = await ctx.db
    .deleteFrom('delivery_pin')
    .where(({ refTuple }) => refTuple('place', 'contact'), 'in', old.$asTuple('place', 'contact'))
    .executeTakeFirst()
  if (result.numDeletedRows > 0n) await ctx.publish({ topic: pins_topic })
  return Number(result.numDeletedRows)
}

/** Stores a corrected position for the next parcel, in place of an earlier one. */
export async function saveDeliveryPin(
  ctx: Context,
  pin: PinOwner & Point & { shipment_id: number },
): Promise<void> {
  const { lat, lng, shipment_id } = pin
  await ctx.db
    .insertInto('delivery_pin')
    .values({ ...pin, provider_id: ctx.provider_id, time_modified: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'place', 'contact'])
        .doUpdateSet({ lat, lng, shipment_id, time_modified: ctx.now }),
    )
    .execute()
  await ctx.publish({ topic: pins_topic })
}
