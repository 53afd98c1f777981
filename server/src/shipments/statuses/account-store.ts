import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** Returns the number of shipments of an account in the given statuses. */
export async function countInStatuses(
  ctx: Context,
  accountId: number,
  statuses: readonly ShipmentStatus[],
): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('shipment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '=', sql<ShipmentStatus>`ANY(${statuses})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
