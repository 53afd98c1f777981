import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/**
 * Whether a shipment was ever assigned to this driver: the driver is named by the first assignment, or created or is
 * named by an event.
 */
export async function wasGivenTo(ctx: Context, shipmentId: number, username: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    SELECT EXISTS (SELECT 1 FROM shipment WHERE id = ${shipmentId}
        AND ${username} IN (original_collection_agent_id, original_delivery_agent_id))
      OR EXISTS (SELECT 1 FROM tracking_event WHERE shipment_id = ${shipmentId}
        AND (source = ${username} OR data ->> 'driver' = ${username})) AS was`.execute(ctx.db)
  return rows[0]?.was ?? false
}

/**
 * Result of a PIN attempt, with `tries_left` until entry is locked. The first attempt while locked gives `locked`,
 * later ones `still-locked`.
 */
export interface PinResult {
  verdict: 'right' | 'wrong' | 'locked' | 'still-locked'
  tries_left: number
}

/**
 * Checks a delivery PIN and counts a wrong one in a single statement, so that at most `most` concurrent attempts are
 * checked. After `most` wrong PINs in a row, each within `lock_minutes` of the previous one, entry is locked for
 * `lock_minutes`.
 */
export async function judgePin(
  ctx: Context,
  {
    shipment_id,
    digest,
    max_failures,
    lock_minutes,
  }: {
    shipment_id: number
    digest: string
    max_failures: number
    lock_minutes: number
  },
): Promise<PinResult> {
  const { rows } = await sql<PinResult>`
    WITH known AS (
      SELECT id, proof_of_delivery_pin_hashed = ${digest} AS is_right,
        CASE WHEN pod_pin_locked_until > ${ctx.now} THEN pod_pin_failures ELSE 0 END AS failures
      FROM shipment WHERE id = ${shipment_id} FOR UPDATE),
    counted AS (
      UPDATE shipment s SET pod_pin_failures = known.failures + 1,
        pod_pin_locked_until = ${ctx.now}::timestamptz + make_interval(mins => ${lock_minutes}),
        version = s.version + 1, modified_by = ${ctx.actor.username}, time_modified = ${ctx.now}
      FROM known WHERE s.id = known.id AND known.failures < ${max_failures} AND known.is_right IS NOT TRUE
      RETURNING s.pod_pin_failures),
    noticed AS (
      UPDATE shipment s SET pod_pin_failures = known.failures + 1
      FROM known WHERE s.id = known.id AND known.failures = ${max_failures})
    SELECT CASE WHEN failures > ${max_failures} THEN 'still-locked' WHEN failures = ${max_failures} THEN 'locked'
        WHEN is_right THEN 'right' ELSE 'wrong' END AS verdict,
      ${max_failures} - coalesce((SELECT pod_pin_failures FROM counted), failures) AS tries_left
    FROM known`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error(`Shipment ${shipment_id} was not found while its PIN was checked.`)
  return row
}
