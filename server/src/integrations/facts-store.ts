import type { RuleFacts } from '@waybill/domain/integrations/rules'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** The shipment data that rules and subscriptions need, read when an event occurs. */
export interface QueueFacts extends RuleFacts {
  collection_agent_id: string | null
  delivery_agent_id: string | null
  taken_out_by_driver: boolean
}

export async function readQueueFacts(ctx: Context, shipmentId: number): Promise<QueueFacts | undefined> {
  const { rows } = await sql<QueueFacts>`
    SELECT account_id, service_level_code, status, collection_branch_id, delivery_branch_id, collection_agent_id, delivery_agent_id, taken_out_by_driver,
      collection_branch_id IS NOT NULL AND delivery_branch_id IS NOT NULL AND collection_agent_zone IS NOT NULL
        AND delivery_agent_zone IS NOT NULL AS is_routed
    FROM shipment WHERE id = ${shipmentId}`.execute(ctx.db)
  return rows[0]
}
