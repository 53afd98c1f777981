import { isOffered, provider_facts } from '@waybill/domain/integrations/providers'
import type { ExternalContext } from '../kit/handler.ts'
import { adapters, ServiceRejectedError, ServiceUnavailableError } from './adapters/index.ts'
import { applyServiceEvents } from './apply-service-events.ts'
import {
  listIntegrations,
  listToPoll,
  saveLink,
  type IntegrationRow,
  type LinkRow,
} from './integration-store.ts'
import { callExternalService, integrationActor, externalServiceOf } from './run-integration-task.ts'

/** Interval for polling the tracking of one shipment, in ms. */
const poll_ms = 15 * 60_000
/** Maximum number of shipments of one integration that one run polls. */
const max_polled = 50

/** Polls the tracking of couriers that do not send their events. */
export async function pollTracking(ctx: ExternalContext): Promise<void> {
  const polled = (await ctx.inTransaction((tx) => listIntegrations(tx, undefined))).filter(
    ({ provider, is_active }) =>
      is_active &&
      provider_facts[provider].is_polled &&
      isOffered(provider, (setting) => ctx.setting(setting)),
  )
  for (const integration of polled) await pollOne(ctx, integration)
}

async function pollOne(ctx: ExternalContext, integration: IntegrationRow): Promise<void> {
  const before = new Date(ctx.now.getTime() - poll_ms)
  const links = await ctx.inTransaction((tx) => listToPoll(tx, integration.id, before, max_polled))
  const acting = await ctx.actingAs(integrationActor(ctx.provider_id, integration.name))
  for (const link of links) if (!(await pollLink(acting, integration, link))) return
}

/** Polls one shipment. Returns whether to continue with this courier: `false` when it does not respond. */
async function pollLink(ctx: ExternalContext, integration: IntegrationRow, link: LinkRow): Promise<boolean> {
  const service = await ctx.inTransaction((tx) => Promise.resolve(externalServiceOf(tx, integration)))
  if (service.provider === 'webhook') return false
  const { track } = adapters[service.provider]
  if (!track) return false
  const { callService } = callExternalService(ctx, service, {
    shipment_id: link.shipment_id,
    action: 'track',
  })
  try {
    const events = await track(service, link, callService)
    await ctx.inTransaction((tx) => applyServiceEvents(tx, integration, link, events))
    return true
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return false
    if (!(error instanceof ServiceRejectedError)) throw error
    await ctx.inTransaction((tx) =>
      saveLink(tx, integration.id, link.shipment_id, { reference: link.reference, polled_at: tx.now }),
    )
    return true
  }
}
