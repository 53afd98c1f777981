import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { DraftPreview } from '@waybill/domain/maps/model'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import type { PriceRequest } from '@waybill/domain/rates/pricing/price-request'
import { priceRoute } from '@waybill/domain/rates/pricing/price-route'
import { formatRand } from '@waybill/domain/kit/money'
import { bookInForce } from '../../rates/index.ts'
import { drawnZones, mapOf, place, providerMap, places, withMap, type ProviderMap } from '../../maps/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { storedRequests, type StoredRequest } from './stored-request.ts'
import { sampleBooked, readShipmentRows } from '../store.ts'
import { type ZoneKind, maySeeMap, zone_kinds } from '@waybill/domain/maps/map-kinds'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const max_shipments = 500
const max_days_back = 14
const max_examples = 10

type Counted = Pick<
  DraftPreview,
  'branch' | 'driver_zone' | 'rate_tag' | 'price' | 'price_difference' | 'examples'
>

/**
 * Compares a draft map with the current one for yesterday's shipments, or those of the last day before that had any,
 * up to 14 days back: changes of branches, driver zones, rate tags and prices, using the prices in force
 * (docs/domain/maps.md). Nothing is stored.
 */
export const previewDraftMap: Handler<typeof zonesApi.previewDraft> = async (ctx, { draft_map_id }) => {
  ensure(maySeeMap(ctx.actor, 'draft_maps'))
  const zones = await drawnZones(ctx, draft_map_id)
  const changed = zones.filter((zone) => zone.change !== null)
  const count = (change: string): number => changed.filter((zone) => zone.change === change).length
  const present = await providerMap(ctx)
  const planned = await mapOf(
    ctx,
    zones.filter((zone) => zone.change !== 'removed'),
  )
  const { date, stored, booked } = await lastDay(ctx)
  const kinds = zone_kinds.filter((kind) => changed.some((zone) => zone.kind === kind))
  return {
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    date,
    shipments: stored.length,
    count: booked,
    ...(await compare(ctx, stored, present, planned)),
    ...movedSuburbs(present, planned, kinds),
  }
}

/** Returns the last day with shipments, up to 14 days back: its sampled shipments and their total number. */
async function lastDay(
  ctx: Context,
): Promise<{ date: string | null; stored: StoredRequest[]; booked: number }> {
  const today = startOfDay(dayOf(ctx.now)).getTime()
  for (let back = 1; back <= max_days_back; back += 1) {
    const since = new Date(today - back * day_ms)
    const { ids, count } = await sampleBooked(ctx, since, new Date(since.getTime() + day_ms), max_shipments)
    if (count > 0)
      return {
        date: dayOf(since),
        stored: await storedRequests(ctx, await readShipmentRows(ctx, ids)),
        booked: count,
      }
  }
  return { date: null, stored: [], booked: 0 }
}

async function compare(
  ctx: Context,
  stored: readonly StoredRequest[],
  present: ProviderMap,
  planned: ProviderMap,
): Promise<Counted> {
  const found: Counted = {
    branch: 0,
    driver_zone: 0,
    rate_tag: 0,
    price: 0,
    price_difference: 0,
    examples: [],
  }
  const book = await bookInForce(ctx)
  const rateOf = (request: PriceRequest): number | null => priceRoute(book, request).offers[0]?.rate ?? null
  for (const { row, request, points } of stored) {
    const [from, to] = [
      await request(withMap(ctx, present), book),
      await request(withMap(ctx, planned), book),
    ]
    const [was, becomes] = [sidesOf(present, points, from), sidesOf(planned, points, to)]
    const what = (['branch', 'driver_zone', 'rate_tag'] as const).flatMap((field) => {
      const differs = was.flatMap((side, index) => {
        const other = becomes[index]
        return other && side[field] !== other[field]
          ? [`${words[field]} of the ${side.leg}: ${side[field]} becomes ${other[field]}`]
          : []
      })
      if (differs.length > 0) found[field] += 1
      return differs
    })
    const [oldRate, newRate] = [rateOf(from), rateOf(to)]
    if (oldRate !== newRate) {
      found.price += 1
      if (oldRate !== null && newRate !== null) found.price_difference += newRate - oldRate
      what.push(`Price: ${priceText(oldRate)} becomes ${priceText(newRate)}`)
    }
    if (what.length > 0 && found.examples.length < max_examples)
      found.examples.push({
        shipment_id: row.id,
        tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
        what,
      })
  }
  return found
}

const words = { branch: 'Branch', driver_zone: 'Driver zone', rate_tag: 'Rate tag' } as const
const priceText = (cents: number | null): string => (cents === null ? 'not offered' : formatRand(cents))

function sidesOf(map: ProviderMap, points: StoredRequest['points'], request: PriceRequest) {
  return (['collection', 'delivery'] as const).map((leg) => {
    const { branch, driver_zone } = place(map, points[leg], leg)
    return {
      leg,
      branch: branch?.name ?? 'none',
      driver_zone: driver_zone?.name ?? 'none',
      rate_tag: request[leg].tag,
    }
  })
}

/** Returns suburbs that would belong to another zone, for the zone kinds that the draft changes. */
function movedSuburbs(
  present: ProviderMap,
  planned: ProviderMap,
  kinds: readonly ZoneKind[],
): Pick<DraftPreview, 'suburbs' | 'suburb_examples'> {
  const moved = places.filter(({ lat, lng }) =>
    kinds.some(
      (kind) => present.zones.find(lat, lng, kind)?.name !== planned.zones.find(lat, lng, kind)?.name,
    ),
  )
  return { suburbs: moved.length, suburb_examples: moved.slice(0, max_examples).map(({ label }) => label) }
}
