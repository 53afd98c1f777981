import { z } from 'zod'
import { hubApi } from '../hub/api.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, list, maybe, text } from '../kit/calls/wire.ts'
import { TrackingAnswer } from './model.ts'

/** API of tracking and tracking events: docs/domain/public-api.md#tracking, docs/domain/hub.md#the-scanner. */
export const trackingApi = {
  track: endpoint('GET /tracking/shipments', {
    input: z.object({
      tracking_reference: maybe(list(text(80))),
      tracking_ref: maybe(list(text(80))),
      ref: maybe(list(text(80))),
      shipment_id: maybe(count),
      provider_id: maybe(count),
    }),
    output: TrackingAnswer,
    audience: 'public',
    summary: 'Returns the tracking status of shipments to anyone who knows a reference.',
  }),
  /** Events and scans belong to the hub API; they are also listed here for API clients. */
  events: hubApi.events,
  addEvent: hubApi.addEvent,
}
