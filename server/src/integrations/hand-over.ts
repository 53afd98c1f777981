import type { integrationsApi } from '@waybill/domain/integrations/api'
import { mayUse, provider_facts, type IntegrationProvider } from '@waybill/domain/integrations/providers'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { demand } from '@waybill/domain/kit/verdict'
import { mayIntervene } from '@waybill/domain/shipments/interventions'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import type { Ctx, PartnerVerb } from '../kit/verb.ts'
import { readShipmentRows, shipmentIdOf, type ShipmentRow } from '../shipments/index.ts'
import { findLink } from './integration-store.ts'
import { demandOffice, known } from './integrations.ts'
import { newMessageId } from './queue.ts'
import { runNow } from './run-tasks.ts'
import { keepTask, listTasks } from './task-store.ts'

/** Hands a shipment to another courier by hand: what a rule would have done, now, with the outcome as the answer. */
export const handOver: PartnerVerb<typeof integrationsApi.handOver> = async (ctx, input) => {
  demandOffice(ctx)
  const { task_id, shipment_id } = await ctx.work(async (work) => {
    const integration = await known(work, input.integration_id)
    const provider = integration.provider as IntegrationProvider
    demand(mayUse(provider, (setting) => work.setting(setting)))
    if (!integration.is_active) throw wrongState(`${integration.name} is switched off. Switch it on first.`)
    if (!provider_facts[provider].actions.includes('outsource-leg'))
      throw invalid(`${provider_facts[provider].label} carries no shipments. Choose a courier.`)
    const row = await shipmentOf(work, input)
    if (!(await findLink(work, integration.id, row.id)))
      demand(mayIntervene(work.actor, row.status as ShipmentStatus, 'outsourced'))
    const task_id = await keepTask(work, {
      target: 'integration',
      target_id: integration.id,
      topic: 'by-hand',
      action: 'outsource-leg',
      message_id: newMessageId(),
      object_key: `shipment ${row.id}`,
      shipment_id: row.id,
      about: {},
      run_after: work.now,
    })
    return { task_id, shipment_id: row.id }
  })
  await runNow(ctx, task_id)
  return ctx.answer(async (work) => {
    const one = { limit: 1, offset: 0 }
    const filter = { target: 'integration', target_id: input.integration_id, id: task_id } as const
    const { rows } = await listTasks(work, filter, one)
    const link = await findLink(work, input.integration_id, shipment_id)
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
  ctx: Ctx,
  input: { id?: number | undefined; tracking_reference?: string | undefined },
): Promise<ShipmentRow> {
  const [row] = await readShipmentRows(ctx, [await shipmentIdOf(ctx, input)])
  if (!row) throw notFound('Could not find shipment')
  return row
}
