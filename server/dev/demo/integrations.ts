import { integrationsApi, webhooksApi } from '@waybill/domain/integrations/api'
import type { NewIntegration, NewRule } from '@waybill/domain/integrations/model'
import type { NewSubscription } from '@waybill/domain/integrations/webhooks'
import { systemActor } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { runTasks } from '../../src/integrations/index.ts'
import { callHandler } from '../call-handler.ts'
import { newRequestId, type Runtime } from '../../src/kit/runtime.ts'
import { jobFacts } from '../../src/jobs/outbox.ts'
import { externalContext } from '../../src/db/transaction.ts'
import { parcel_perfect_customer } from '../fakes/services/parcel-perfect.ts'
import { fakeServicesPort } from '../fakes/services/port.ts'
import type { Demo } from './company.ts'

/** Longer than the delay in which changes are collected before they are sent, in ms. */
const collected_ms = 10_000

/**
 * Creates the demo integrations, all answered by the fake services: a company webhook, a courier that uses Parcel
 * Perfect, a measuring machine and webhooks of a customer, with a few calls in the log. Does nothing when the fake
 * services are not running.
 */
export async function makeIntegrations(runtime: Runtime, demo: Demo): Promise<void> {
  const fake = runtime.adapters.get(fakeServicesPort.name) as { url: string } | undefined
  const [account, other] = demo.accounts
  if (!fake || !account || !other) return
  const { url } = fake
  const staff = { ...systemActor(demo.provider_id), username: 'thandi' }
  const subscribe = (more: Pick<NewSubscription, 'topic' | 'notify_when'>) =>
    callHandler(runtime, staff, webhooksApi.create, {
      account_id: account.id,
      delivery_url: `${url}/hooks/overberg-books`,
      auth_key: 'Bearer overberg-shop',
      meta: undefined,
      headers: undefined,
      is_active: undefined,
      ...more,
    })
  const events = await subscribe({ topic: 'tracking-event', notify_when: ['collected', 'delivered'] })
  await subscribe({ topic: 'invoice-created', notify_when: undefined })
  await callHandler(runtime, staff, webhooksApi.test, { id: events.id })

  const integrate = (one: Pick<NewIntegration, 'provider' | 'name' | 'credentials'>) =>
    callHandler(runtime, staff, integrationsApi.create, { environment: 'test', is_active: true, ...one })
  const warehouse = await integrate({
    provider: 'webhook',
    name: 'Warehouse system',
    credentials: { url: `${url}/hooks/warehouse`, auth_key: 'Bearer warehouse-key' },
  })
  const courier = await integrate({
    provider: 'parcel-perfect',
    name: 'Karoo Couriers',
    credentials: {
      url: `${url}/parcel-perfect`,
      ...parcel_perfect_customer,
      service: 'ECO',
    },
  })
  await integrate({
    provider: 'matflo',
    name: 'Isando sorter',
    credentials: { url: `${url}/machine`, api_key: 'sorter-key', branch_id: String(demo.map.branches.JHB) },
  })
  const rule = (more: Pick<NewRule, 'integration_id'> & { account_id: number }) => {
    const { account_id, integration_id } = more
    return callHandler(runtime, staff, integrationsApi.createRule, {
      integration_id,
      rule_type: 'account',
      trigger: 'shipment-updated',
      filters: [{ filter: 'account-includes', values: [String(account_id)] }],
      action: 'send-shipment',
      scan_branch_ids: undefined,
      is_active: true,
    })
  }
  await rule({ integration_id: warehouse.id, account_id: other.id })
  await rule({ integration_id: courier.id, account_id: other.id })
  const { shipments } = await callHandler(runtime, staff, shipmentsApi.list, {
    account_id: other.id,
    limit: 2,
  })
  for (const { id } of shipments)
    await callHandler(runtime, staff, shipmentsApi.change, {
      id,
      special_instructions_delivery: 'Please ring at the gate.',
    })
  const later: Runtime = { ...runtime, clock: () => new Date(runtime.clock().getTime() + collected_ms) }
  await runTasks(
    await externalContext(later, {
      actor: systemActor(demo.provider_id),
      request: jobFacts(later, newRequestId()),
    }),
  )
}
