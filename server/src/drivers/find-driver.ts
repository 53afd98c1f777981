import type { Driver } from '@waybill/domain/drivers/model'
import type { driversApi } from '@waybill/domain/drivers/api'
import { isDriver } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import type { Context, Handler } from '../kit/handler.ts'
import { listDriverRows } from './driver-store.ts'

const max_drivers = 10_000

/**
 * Lists the drivers of the provider. A driver sees only their own entry; branch-limited staff see the drivers of
 * their branch (DRV-007).
 */
export const readDrivers: Handler<typeof driversApi.list> = async (ctx, input) => {
  const { actor } = ctx
  const limited = actor.limit_user_to_branch && actor.branch_id !== null ? actor.branch_id : undefined
  const { rows, total } = await listDriverRows(
    ctx,
    {
      ...input,
      username: isDriver(actor) ? actor.username : undefined,
      branch_id: limited ?? input.branch_id,
    },
    pageOf(input, max_drivers),
  )
  return { drivers: rows, count: total }
}

/**
 * Returns the driver with this username, including deleted drivers; `null` when there is none. `former` may name staff
 * who are no longer drivers.
 */
export async function findDriver(
  ctx: Context,
  username: string,
  former: readonly string[] = [],
): Promise<Driver | null> {
  const filter = { username, include_deleted: true, former }
  const { rows } = await listDriverRows(ctx, filter, { limit: 1, offset: 0 })
  return rows[0] ?? null
}
