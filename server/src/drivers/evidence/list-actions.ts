import type { CheckedAction, evidenceApi } from '@waybill/domain/shipments/proof-of-delivery/evidence-api'
import {
  actionOfDelivery,
  evidenceLine,
  type DeliveryFacts,
} from '@waybill/domain/shipments/proof-of-delivery/evidence-texts'
import { judgeEvidence } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { listDrivers } from '../../identity/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { readShipmentRows } from '../../shipments/index.ts'
import { factsOf, readEvidenceDigests } from './evidence-facts.ts'
import { readActionsOf } from './evidence-store.ts'

/** Lists the actions of drivers on a shipment with the check of their evidence, for the office. */
export const listActions: Handler<typeof evidenceApi.list> = async (ctx, { shipment_id }) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may see the check of evidence.')
  const [row] = await readShipmentRows(ctx, [shipment_id])
  if (!row) throw notFound('Could not find shipment')
  return { actions: await readCheckedActions(ctx, shipment_id) }
}

/** Returns the actions of drivers on a shipment that the caller may see, newest first, with the check of their evidence. */
async function readCheckedActions(ctx: Context, shipmentId: number): Promise<CheckedAction[]> {
  const actions = await readActionsOf(ctx, shipmentId)
  const names = actions.flatMap(({ evidence }) => evidence?.files.map(({ name }) => name) ?? [])
  const digests = await readEvidenceDigests(ctx, names)
  const drivers = new Map((await listDrivers(ctx)).map(({ username, name }) => [username, name]))
  return actions.map((stored): CheckedAction => {
    const { state, problems } = judgeEvidence(factsOf(stored, digests))
    const { action, username, result, evidence } = stored
    const signature = action.payload?.signature
    return {
      action_id: action.action_id,
      type: action.type,
      occurred_at: action.occurred_at,
      driver_username: username,
      driver_name: drivers.get(username) ?? username,
      result,
      evidence: state,
      problems,
      content_hash: evidence?.content_hash ?? '',
      files: evidence?.files.length ?? 0,
      has_signature: evidence?.files.some(({ name }) => name === signature) ?? false,
    }
  })
}

/**
 * Returns what the check of a delivery's evidence found, as one line for its proof; `''` when the delivery was not
 * reported from a phone.
 */
export async function describeEvidence(
  ctx: Context,
  shipmentId: number,
  event: DeliveryFacts,
): Promise<string> {
  const action = actionOfDelivery(await readCheckedActions(ctx, shipmentId), event)
  return action ? evidenceLine(action) : ''
}
