import { addressLine, empty_address } from '@waybill/domain/accounts/address'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { PointAnswer } from '@waybill/domain/maps/model'
import { placeText } from '@waybill/domain/maps/geometry'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import type { ExternalContext, ExternalHandler } from '../kit/handler.ts'
import { drawnZones } from './draft-maps/map-with-draft.ts'
import { geocoderPort } from './addresses/geocoder-port.ts'
import { searchPlaces } from './gazetteer/index.ts'
import {
  branchFor,
  driverOf,
  mapOf,
  providerMap,
  serviceDaysAt,
  type MapZone,
  type Point,
  type ProviderMap,
} from './provider-map.ts'
import { greatCircleKm } from './zones/zone-index.ts'
import { type ZoneKind, maySeeAnyMap } from '@waybill/domain/maps/map-kinds'

type TestPointInput = Input<typeof zonesApi.testPoint>

/**
 * Returns everything that the map decides for one point, on the published map or with a draft applied
 * (docs/domain/maps.md).
 */
export const testPoint: ExternalHandler<typeof zonesApi.testPoint> = async (ctx, input) => {
  ensure(maySeeAnyMap(ctx.actor))
  const { label, ...point } = await pointOf(ctx, input)
  return ctx.inTransaction(async (tx) => {
    const draft = input.draft_map_id
    const map =
      draft === undefined
        ? await providerMap(tx)
        : await mapOf(
            tx,
            (await drawnZones(tx, draft)).filter((zone) => zone.change !== 'removed'),
          )
    return { ...point, label, ...answerFor(map, point, dayOf(tx.now)) }
  })
}

const typed_point = /^(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)$/

async function pointOf(ctx: ExternalContext, input: TestPointInput): Promise<Point & { label: string }> {
  const typed = typed_point.exec(input.search ?? '')
  const lat = input.lat ?? (typed ? Number(typed[1]) : undefined)
  const lng = input.lng ?? (typed ? Number(typed[2]) : undefined)
  if (lat !== undefined && lng !== undefined) {
    if (Math.abs(lat) > 90 || Math.abs(lng) > 180)
      throw invalid('These are not valid coordinates. Enter latitude first, such as -26.1076, 28.0567.', [
        { field: 'search', message: 'is not a valid location' },
      ])
    return { lat, lng, label: placeText([lng, lat]) }
  }
  const [suburb] = input.search ? searchPlaces(input.search, 1) : []
  if (suburb) return { lat: suburb.lat, lng: suburb.lng, label: suburb.label }
  const address = input.address ?? { ...empty_address, entered_address: input.search ?? '' }
  const found = addressLine(address) === '' ? null : await ctx.adapter(geocoderPort).geocode(address)
  if (!found) throw notFound('We could not find this place. Type a suburb, or latitude and longitude.')
  return { lat: found.lat, lng: found.lng, label: addressLine(address) }
}

function answerFor(
  map: ProviderMap,
  point: Point,
  today: string,
): Omit<PointAnswer, 'lat' | 'lng' | 'label'> {
  const at = (kind: ZoneKind): MapZone[] => map.zones.findAll(point.lat, point.lng, kind)
  const { branch, found_by } = branchFor(map, point)
  const branchAreas = at('branches')
  const drivers = at('drivers')
  const deciding = (leg: 'collection' | 'delivery') =>
    drivers.find((zone) => (zone.legs === 'both' || zone.legs === leg) && zone.branch_id === branch?.id)
  const chosen = new Set([deciding('collection')?.id, deciding('delivery')?.id])
  const rates = at('rates')
  const serviceAreas = at('service_days')
  const dayArea = serviceAreas[0] ?? map.default_area
  return {
    branch: branch && {
      id: branch.id,
      name: branch.name,
      public_name: branch.public_name,
      found_by,
      km:
        branch.lat === null || branch.lng === null
          ? null
          : Math.round(greatCircleKm(point, { lat: branch.lat, lng: branch.lng })),
    },
    branch_areas: branchAreas.map((zone, index) => ({ ...foundZone(zone), decides: index === 0 })),
    drivers: drivers.map((zone) => ({
      ...foundZone(zone),
      decides: chosen.has(zone.id),
      routing_number: zone.routing_number,
      legs: zone.legs,
      driver: driverOf(map, zone, today) ?? '',
    })),
    rates: rates.map((zone, index) => ({ ...foundZone(zone), decides: index === 0 })),
    rate_tag: rates[0]?.tags[0] ?? '',
    // All surcharge and exception areas that contain the point apply, not only the first one.
    surcharges: at('surcharges').map((zone) => ({ ...foundZone(zone), decides: true })),
    exceptions: at('exceptions').map((zone) => ({
      ...foundZone(zone),
      decides: true,
      legs: zone.legs,
      message: zone.message,
    })),
    service_areas: [...serviceAreas, ...(serviceAreas.length === 0 && dayArea ? [dayArea] : [])].map(
      (zone, index) => ({ ...foundZone(zone), decides: index === 0 }),
    ),
    service_days: serviceDaysAt(map, point) ?? { collection: [1, 2, 3, 4, 5], delivery: [1, 2, 3, 4, 5] },
  }
}

const foundZone = ({ id, name, colour, tags }: MapZone) => ({ id, name, colour, tags, decides: false })
