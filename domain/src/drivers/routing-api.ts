import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { text } from '../kit/calls/wire.ts'

/** The services that can calculate travel times or order stops. */
export const routing_services = ['osrm', 'valhalla', 'vroom'] as const
export type RoutingService = (typeof routing_services)[number]

/** The names of the services as users know them. */
export const routing_service_names: Readonly<Record<RoutingService, string>> = {
  osrm: 'OSRM',
  valhalla: 'Valhalla',
  vroom: 'VROOM',
}

/** Endpoints about routing services: docs/domain/routing-and-drivers.md#routing-services. */
export const routingApi = {
  test: endpoint('POST /trip-sheet/routing-test', {
    input: z.object({ service: z.enum(routing_services), url: text(500) }),
    output: z.object({
      works: z.boolean(),
      /** What the service answered, or why it cannot be used, as a sentence. */
      message: z.string(),
    }),
    permission: 'API_/providers/settings:POST',
    summary: 'Sends a small request to a routing service and returns what it answered, to check its address.',
    published: false,
  }),
}
