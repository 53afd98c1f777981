import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, maybe, text } from '../kit/calls/wire.ts'
import { legs } from './model.ts'

/** How often a day a driver can call one customer through the gateway, so that nobody is rung all day. */
export const masked_calls_per_day = 10

/** `requested`: the gateway has not answered. `accepted`: it rings the driver. `failed`: it did not accept the call. */
export const masked_call_states = ['requested', 'accepted', 'failed'] as const
export type MaskedCallState = (typeof masked_call_states)[number]

/** Endpoints of calls that show no number: docs/domain/routing-and-drivers.md#masked-calls. */
export const maskedCallsApi = {
  connect: endpoint('POST /drivers/calls', {
    workload: 'field',
    input: z.object({
      /** A shipment at a stop of the driver, or a collection request. */
      shipment_id: maybe(count),
      collection_request_id: maybe(count),
      leg: z.enum(legs),
    }),
    output: z.object({ contact_name: text(255) }),
    permission: 'API_/drivers/actions:POST',
    summary:
      'Calls the contact of a stop: rings the phone of the driver, then the contact. Neither sees the number of the other.',
    published: false,
  }),
  problem: endpoint('GET /drivers/calls/problem', {
    input: z.object({}),
    output: z.object({
      /** Why drivers cannot call; `''` when they can, or when numbers are not hidden. */
      problem: z.string(),
    }),
    permission: 'API_/providers/settings:POST',
    summary: 'Returns what is missing for calls of drivers that show no number.',
    published: false,
  }),
}
