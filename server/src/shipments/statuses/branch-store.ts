import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** Whether a shipment in one of the given statuses has the branch as its collection, delivery or current branch. */
export async function isBranchOfActiveShipments(
  ctx: Context,
  branchId: number,
  statuses: readonly ShipmentStatus[],
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('shipment')
    .select('id')
    .where('status', '=', sql<ShipmentStatus>`ANY(${statuses})`)
    .where((eb) =>
      eb.or(
        (['collection_branch_id', 'delivery_branch_id', 'current_branch_id'] as const).map((column) =>
          eb(column, '=', branchId),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
