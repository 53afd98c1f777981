import { randomUUID } from 'node:crypto'
import { isUuid } from '@waybill/domain/kit/uuid'
import type { Cents } from '@waybill/domain/kit/money'
import { place_price_ms, type NewPlace } from '@waybill/domain/shipments/receiver/new-place'
import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import type { PlaceChangeTable } from '../../kit/tables.ts'

/** Another place for a delivery that its receiver pays for; `difference` in cents. */
export type PlaceChange = Selectable<PlaceChangeTable>

/** Stores a place that can be paid for within an hour. Returns the last part of the link for paying. */
export async function insertPlaceChange(
  ctx: Context,
  { place, ...change }: { shipment_id: number; place: NewPlace; words: string; difference: Cents },
): Promise<string> {
  const reference = randomUUID()
  await ctx.db
    .insertInto('place_change')
    .values({
      ...change,
      provider_id: ctx.provider_id,
      reference,
      place: JSON.stringify(place),
      time_created: ctx.now,
      time_modified: ctx.now,
      expires: new Date(ctx.now.getTime() + place_price_ms),
    })
    .execute()
  return reference
}

/**
 * Ends the time in which the places that were offered for a shipment can be paid for. The caller has locked the shipment.
 */
export async function expireOffers(ctx: Context, shipmentId: number): Promise<void> {
  await ctx.db
    .updateTable('place_change')
    .set({ expires: ctx.now, time_modified: ctx.now })
    .where('shipment_id', '=', shipmentId)
    .where('state', '=', 'offered')
    .where('expires', '>', ctx.now)
    .execute()
}

/** Returns the change with a reference; `undefined` for none. */
export async function findPlaceChange(ctx: Context, reference: string): Promise<PlaceChange | undefined> {
  if (!isUuid(reference)) return undefined
  return ctx.db.selectFrom('place_change').selectAll().where('reference', '=', reference).executeTakeFirst()
}

/** Returns the changes of a shipment that were paid for, newest first. */
export async function readPaidPlaceChanges(ctx: Context, shipmentId: number): Promise<PlaceChange[]> {
  return ctx.db
    .selectFrom('place_change')
    .selectAll()
    .where('shipment_id', '=', shipmentId)
    .where('state', '<>', 'offered')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns a change and locks it for update. The caller has locked its shipment. */
export async function lockPlaceChange(ctx: Context, id: number): Promise<PlaceChange> {
  return ctx.db
    .selectFrom('place_change')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Updates fields of a change. */
export async function updatePlaceChange(
  ctx: Context,
  id: number,
  changes: Updateable<PlaceChangeTable>,
): Promise<void> {
  await ctx.db
    .updateTable('place_change')
    .set({ ...changes, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}
