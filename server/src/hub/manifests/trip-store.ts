import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** A manifest that departed, with the share of each shipment on it. */
export interface DepartedTrip {
  id: number
  number: number
  departed_at: Date
  from_branch_id: number
  to_branch_id: number
  /** `''`: an own vehicle. */
  carrier: string
  /** As entered on the manifest, in cents; `null` when nobody entered it. */
  cost: number | null
  /** `cost` is the share of the entered cost in cents. */
  loads: { shipment_id: number; kg: number; cost: number }[]
}

/** Returns the manifests that departed in a period, with the kg of each shipment and its share of the entered cost. */
export async function listDepartedTrips(ctx: Context, from: Date, to: Date): Promise<DepartedTrip[]> {
  const { rows } = await sql<DepartedTrip>`
    SELECT t.id, t.number, t.departed_at, t.from_branch_id, t.to_branch_id, t.carrier, t.cost,
      coalesce((SELECT json_agg(json_build_object('shipment_id', l.shipment_id, 'kg', l.kg, 'cost', l.cost) ORDER BY l.shipment_id) FROM (
        SELECT r.shipment_id, sum(coalesce(r.charged_weight_kg, p.actual_weight_kg, p.submitted_weight_kg)) AS kg, coalesce(sum(r.cost), 0) AS cost
        FROM interhub_transfer_parcel r JOIN parcel p ON p.provider_id = r.provider_id AND p.id = r.parcel_id
        WHERE r.interhub_transfer_id = t.id AND r.removed_at IS NULL AND NOT r.is_extra GROUP BY r.shipment_id) l), '[]') AS loads
    FROM interhub_transfer t
    WHERE t.departed_at >= ${from} AND t.departed_at < ${to} AND t.deleted_date IS NULL
    ORDER BY t.id`.execute(ctx.db)
  return rows
}
