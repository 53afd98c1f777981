import type { CheckedAction, evidenceApi } from '@waybill/domain/shipments/proof-of-delivery/evidence-api'
import { judgeEvidence } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { listDrivers } from '../../identity/index.ts'
import type { Handler } from '../../kit/handler.ts'
import { readShipmentRows } from '../../shipments/index.ts'
import { factsOf, readEvidenceDigests } from './evidence-facts.ts'
import { readActionsOf } from './evidence-store.ts'

/** Lists the actions of drivers on a shipment with the check of their evidence, for the office. */
export const listActions: Handler<typeof evidenceApi.list> = async (ctx, { shipment_id }) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may see the check of evidence.')
  const [row] = await readShipmentRows(ctx, [shipment_id])
  if (!row) throw notFound('Could not find shipment')
  const actions = await readActionsOf(ctx, shipment_id)
  const names = actions.flatMap(({ evidence }) => evidence?.files.map(({ name }) => name) ?? [])
  const digests = await readEvidenceDigests(ctx, names)
  const drivers = new Map((await listDrivers(ctx)).map(({ username, name }) => [username, name]))
  return {
    actions: actions.map((stored): CheckedAction => {
      const { state, problems } = judgeEvidence(factsOf(stored, digests))
      const { action, username, result, evidence } = stored
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
      }
    }),
  }
}
