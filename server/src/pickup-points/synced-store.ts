import type { NetworkName } from '@waybill/domain/pickup-points/model'
import type { Insertable } from 'kysely'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import type { PickupPointTable } from '../kit/tables.ts'
import type { PointRow } from './store.ts'

/** Locks and returns all points of a network, closed ones included. */
export async function lockNetworkPoints(ctx: Context, network: NetworkName): Promise<PointRow[]> {
  return ctx.db
    .selectFrom('pickup_point')
    .selectAll()
    .where('pickup_point_provider', '=', network)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Returns the number of points of a network that are not closed. */
export async function countOpenPoints(ctx: Context, network: NetworkName): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('pickup_point')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('pickup_point_provider', '=', network)
    .where('closed_date', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Inserts points of a network; one that another process inserted meanwhile is left as it is. */
export async function insertNetworkPoints(
  ctx: Context,
  points: readonly Omit<
    Insertable<PickupPointTable>,
    'provider_id' | 'modified_by' | 'time_created' | 'time_modified' | 'time_synced'
  >[],
): Promise<void> {
  await ctx.db
    .insertInto('pickup_point')
    .values(
      points.map((point) => ({
        ...point,
        provider_id: ctx.provider_id,
        modified_by: ctx.actor.username,
        time_created: ctx.now,
        time_modified: ctx.now,
        time_synced: ctx.now,
      })),
    )
    .onConflict((on) => on.columns(['provider_id', 'pickup_point_provider', 'pickup_point_id']).doNothing())
    .execute()
}

/** Stores that the network lists these points now. */
export async function markSynced(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('pickup_point')
    .set({ time_synced: ctx.now })
    .where('id', '=', anyOf(ids))
    .execute()
}
