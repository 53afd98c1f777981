import type { integrationsApi } from '@waybill/domain/integrations/api'
import { mayUse, provider_facts } from '@waybill/domain/integrations/providers'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { mayIntervene } from '@waybill/domain/shipments/statuses/interventions'
import type { Context, ExternalHandler } from '../kit/handler.ts'
import { readShipmentRows, shipmentIdOf, type ShipmentRow } from '../shipments/index.ts'
import { findLink } from './integration-store.ts'
import { requireOffice, requireIntegration } from './integrations.ts'
import { newMessageId } from './queue.ts'
import { runNow } from './run-tasks.ts'
import { insertTask, listTasks } from './task-store.ts'

/** Hands a shipment to another courier manually: runs the action of a rule immediately and returns the result. */
export const handOver: ExternalHandler<typeof integrationsApi.handOver> = async (ctx, input) => {
  requireOffice(ctx)
  const { task_id, shipment_id } = await ctx.inTransaction(async (tx) => {
    const integration = await requireIntegration(tx, input.integration_id)
    const { provider } = integration
    ensure(mayUse(provider, (setting) => tx.setting(setting)))
    if (!integration.is_active) throw wrongState(`${integration.name} is switched off. Switch it on first.`)
    if (!provider_facts[provider].actions.includes('outsource-leg'))
      throw invalid(`${provider_facts[provider].label} carries no shipments. Choose a courier.`)
    const row = await shipmentOf(tx, input)
    if (!(await findLink(tx, integration.id, row.id)))
      ensure(mayIntervene(tx.actor, row.status, 'outsourced'))
    const taskId = await insertTask(tx, {
      target: 'integration',
      target_id: integration.id,
      topic: 'by-hand',
      action: 'outsource-leg',
      message_id: newMessageId(),
      object_key: `shipment ${row.id}`,
      shipment_id: row.id,
      about: {},
      run_after: tx.now,
    })
    return { task_id: taskId, shipment_id: row.id }
  })
  await runNow(ctx, task_id)
  return ctx.answer(async (tx) => {
    const one = { limit: 1, offset: 0 }
    const filter = { target: 'integration', target_id: input.integration_id, id: task_id } as const
    const { rows } = await listTasks(tx, filter, one)
    const link = await findLink(tx, input.integration_id, shipment_id)
    const [task] = rows
    return {
      shipment_id,
      third_party_reference: link?.reference ?? '',
      message: task?.answer ?? '',
      status: (task?.status ?? 'waiting') as 'waiting',
    }
  })
}

async function shipmentOf(
  ctx: Context,
  input: { id?: number | undefined; tracking_reference?: string | undefined },
): Promise<ShipmentRow> {
  const [row] = await readShipmentRows(ctx, [await shipmentIdOf(ctx, input)])
  if (!row) throw notFound('Could not find shipment')
  return row
}
