import { sql, type RawBuilder } from 'kysely'

/** SQL expressions for the audit trail: the name of a shipment by its id, and whether it belongs to a branch. */
export const audited_shipment = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT short_tracking_reference FROM shipment WHERE shipment.id = ${id}`,
  isAtBranch: (id: RawBuilder<number>, branchId: number): RawBuilder<boolean> =>
    sql`EXISTS (SELECT FROM shipment WHERE shipment.id = ${id} AND ${branchId} IN (collection_branch_id, delivery_branch_id, current_branch_id, account_branch_id))`,
}

/** SQL expression for the id of the shipment under which changes of a parcel are audited. */
export function shipmentOfParcel(id: number): RawBuilder<number> {
  return sql`SELECT shipment_id FROM parcel WHERE parcel.id = ${id}`
}
