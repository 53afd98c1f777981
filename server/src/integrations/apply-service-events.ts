import { mapCode } from '@waybill/domain/integrations/status-map'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { isShipmentStatus, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Context } from '../kit/handler.ts'
import { mayReport } from '../lockers/index.ts'
import { enterStatus, insertEvents, lockShipment, type ShipmentRow } from '../shipments/index.ts'
import type { ServiceEvent } from './adapters/index.ts'
import { noteUnmapped, saveLink, type IntegrationRow, type LinkRow } from './integration-store.ts'

/** Statuses that no event of an external service changes any more. */
const over: readonly ShipmentStatus[] = ['delivered', 'cancelled', 'returned-to-sender', 'undeliverable']

/** Maximum number of event keys stored per shipment. */
const max_remembered = 300

/**
 * Turns events of an external service into our events: the status map gives the status, other events leave the status
 * unchanged. Events reported before are skipped, and unmapped codes are stored for mapping. An event that does not fit
 * the parcel's place at a pickup point is stored without effect. Returns the number of new events.
 */
export async function applyServiceEvents(
  ctx: Context,
  integration: IntegrationRow,
  link: LinkRow,
  events: readonly ServiceEvent[],
): Promise<number> {
  const row = await lockShipment(ctx, link.shipment_id)
  const seen = new Set(link.seen_events)
  const fresh = events
    .filter(({ key }) => !seen.has(key.slice(0, 200)))
    .sort((one, other) => one.date.getTime() - other.date.getTime())
  let now = row
  for (const one of fresh) now = await applyOne(ctx, integration, now, one)
  const seenEvents = [...link.seen_events, ...fresh.map(({ key }) => key.slice(0, 200))].slice(
    -max_remembered,
  )
  await saveLink(ctx, integration.id, row.id, {
    reference: link.reference,
    seen_events: seenEvents,
    polled_at: ctx.now,
    is_ended: link.is_ended || over.includes(now.status),
  })
  return fresh.length
}

async function applyOne(
  ctx: Context,
  integration: IntegrationRow,
  row: ShipmentRow,
  event: ServiceEvent,
): Promise<ShipmentRow> {
  const to = mapCode(integration.status_map, event.code)
  if (to === null) await noteUnmapped(ctx, integration.id, event.code.slice(0, 120))
  const internalMessage = (event.message || event.code).slice(0, 500)
  // Clocks of other systems may be wrong: the date is limited to the time between the booking and now.
  const date = new Date(
    Math.min(Math.max(event.date.getTime(), row.time_created.getTime()), ctx.now.getTime()),
  )
  const location = event.location.slice(0, 120) || null
  const status = row.status
  const changesStatus = to && isShipmentStatus(to) && to !== status && !over.includes(status)
  if (changesStatus && (await mayReport(ctx, row.id, { to, date }))) {
    await enterStatus(ctx, row, { to, internal_message: internalMessage, date, location })
    return lockShipment(ctx, row.id)
  }
  const code = to && to === status ? to : 'partner-news'
  const [trackingEventId = 0] = await insertEvents(ctx, row.id, [
    {
      date,
      status: code,
      internal_message: internalMessage,
      location,
      source: ctx.actor.username,
      is_public: code !== 'partner-news',
    },
  ])
  await ctx.emit(trackingEventAdded, {
    shipment_id: row.id,
    tracking_event_id: trackingEventId,
    status: code,
    is_public: code !== 'partner-news',
  })
  return row
}
