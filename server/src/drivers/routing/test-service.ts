import { routing_service_names, type routingApi } from '@waybill/domain/drivers/routing-api'
import type { Route, RouteStop } from '@waybill/domain/drivers/sequencing/route'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden } from '@waybill/domain/kit/problem'
import { map_default_lat, map_default_lng } from '@waybill/domain/maps/settings'
import type { ExternalHandler } from '../../kit/handler.ts'
import { outboundPort } from '../../kit/outbound/index.ts'
import { RoutingFailure } from './ask-service.ts'
import { osrmTimes } from './osrm.ts'
import { valhallaTimes } from './valhalla.ts'
import { vroomSequencer } from './vroom.ts'

/** About 3 km to the north. */
const step = 0.03

/**
 * Sends a small request about the start view of the company's map to a routing service at an address that need not be
 * saved, and returns what it answered or why it cannot be used.
 */
export const testRoutingService: ExternalHandler<typeof routingApi.test> = async (ctx, { service, url }) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may test a routing service.')
  const outbound = ctx.adapter(outboundPort)
  const name = routing_service_names[service]
  const at = { lat: ctx.setting(map_default_lat), lng: ctx.setting(map_default_lng) }
  const near = { lat: at.lat + step, lng: at.lng }
  const outcome = async (): Promise<{ works: boolean; message: string }> => {
    if (service === 'vroom') {
      const order = await vroomSequencer(outbound, url).order(sampleRoute([at, near]))
      return { works: true, message: `VROOM ordered ${order.length} stops.` }
    }
    const client = service === 'osrm' ? osrmTimes(outbound, url) : valhallaTimes(outbound, url)
    const trip = (await client.matrix([at, near]))[0]?.[1]
    return trip
      ? {
          works: true,
          message: `${name} answered: about ${trip.km.toFixed(1)} km and ${Math.round(trip.minutes)} minutes for a sample trip.`,
        }
      : {
          works: false,
          message: `${name} answered, but knows no road near the start view of your map. Does it have a map of your area?`,
        }
  }
  return outcome().catch((error: unknown) => {
    if (!(error instanceof RoutingFailure)) throw error
    return { works: false, message: `${name} cannot be used. ${error.message}` }
  })
}

function sampleRoute([start, other]: readonly { lat: number; lng: number }[]): Route {
  const stop: RouteStop = {
    at: other ?? null,
    from: null,
    to: null,
    priority: 0,
    kg: 0,
    m3: 0,
    is_fixed: false,
  }
  return {
    start: { at: start ?? null, minute: 480 },
    end: start ?? null,
    stops: [stop, { ...stop, at: start ?? null }],
    vehicle: { max_kg: 0, max_m3: 0, kg: 0, m3: 0 },
    break: null,
  }
}
