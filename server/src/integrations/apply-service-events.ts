import { mapCode, type MappedCode } from '@waybill/domain/integrations/status-map'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { isShipmentStatus, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Context } from '../kit/handler.ts'
import { enterStatus, insertEvents, lockShipment, type ShipmentRow } from '../shipments/index.ts'
import type { ServiceEvent } from './adapters/index.ts'
import { noteUnmapped, saveLink, type IntegrationRow, type LinkRow } from './integration-store.ts'

/** Statuses at which no partner's event moves a shipment any more. */
const over: readonly ShipmentStatus[] = ['delivered', 'cancelled', 'returned-to-sender', 'undeliverable']

/** The most events remembered of a shipment. */
const max_remembered = 300

/**
 * What a partner tells of a shipment becomes our events: by the status map a status, else an event that only tells. Events reported before are skipped, and codes without a meaning are stored for mapping. Answers how much was new.
 */
export async function applyServiceEvents(
  ctx: Context,
  integration: IntegrationRow,
  link: LinkRow,
  news: readonly ServiceEvent[],
): Promise<number> {
  const row = await lockShipment(ctx, link.shipment_id)
  const seen = new Set(link.seen_events)
  const fresh = news
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
  news: ServiceEvent,
): Promise<ShipmentRow> {
  const to = mapCode(integration.status_map as MappedCode[], news.code)
  if (to === null) await noteUnmapped(ctx, integration.id, news.code.slice(0, 120))
  const internalMessage = (news.message || news.code).slice(0, 500)
  // Their clocks are not ours: nothing happens before the booking or after now.
  const date = new Date(
    Math.min(Math.max(news.date.getTime(), row.time_created.getTime()), ctx.now.getTime()),
  )
  const location = news.location.slice(0, 120) || null
  const status = row.status
  if (to && isShipmentStatus(to) && to !== status && !over.includes(status)) {
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
