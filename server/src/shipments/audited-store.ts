import { sql, type RawBuilder } from 'kysely'

/** What the audit trail calls a shipment by its id, and whether it belongs to a branch, as SQL. */
export const audited_shipment = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT short_tracking_reference FROM shipment WHERE shipment.id = ${id}`,
  isAtBranch: (id: RawBuilder<number>, branchId: number): RawBuilder<boolean> =>
    sql`EXISTS (SELECT FROM shipment WHERE shipment.id = ${id} AND ${branchId} IN (collection_branch_id, delivery_branch_id, current_branch_id, account_branch_id))`,
}

/** The shipment under which a parcel is audited, as SQL. */
export function shipmentOfParcel(id: number): RawBuilder<number> {
  return sql`SELECT shipment_id FROM parcel WHERE parcel.id = ${id}`
}
