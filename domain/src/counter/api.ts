import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, instant, list, maybe, num, text } from '../kit/calls/wire.ts'
import { identity_documents, type IdentityDocument } from '../shipments/proof-of-delivery/identity-check.ts'
import { counter_action_types, CounterPoint, CounterResult, CounterStock } from './model.ts'

/** The maximum number of actions per request. */
const counter_actions_max = 200

/** One action at a counter, with an id and a time set by the device. */
export const CounterAction = z.object({
  action_id: z.uuid(),
  type: z.enum(counter_action_types),
  occurred_at: instant,
  /** How many seconds the clock of the device was ahead of the server clock at the last contact. */
  clock_offset_seconds: maybe(num),
  /** Any reference of the parcel; not for a close of the day. */
  reference: maybe(text(80)),
  /** The drop-off PIN instead of a reference, or the pickup PIN of the receiver. */
  pin: maybe(text(10)),
  /** The document that the receiver showed instead of the PIN. */
  identity: maybe(
    z.object({
      document: z.enum(Object.keys(identity_documents) as [IdentityDocument, ...IdentityDocument[]]),
      name: text(120),
      /** The last four characters of its number. */
      number_end: text(4),
    }),
  ),
  /** Username of the driver who takes the parcel. */
  driver: maybe(text(120)),
  /** The door of a locker into which the parcel was put. */
  door: maybe(text(20)),
  /** References of the parcels that were scanned for the close of the day. */
  counted: maybe(list(text(80), 2000)),
})
export type CounterAction = z.output<typeof CounterAction>

/** A user who may work at one point only. */
const Clerk = z.object({ username: z.string(), name: z.string(), point_id: z.int().nullable() })

/** Endpoints of the counter screen: docs/domain/pickup-points.md#counter-screen. */
export const counterApi = {
  stock: endpoint('GET /pickup-points/handovers', {
    workload: 'field',
    input: z.object({ point_id: maybe(count) }),
    output: z.object({ points: z.array(CounterPoint), stock: CounterStock.nullable() }),
    audience: 'session',
    summary: 'Lists the points at which the user may work, and the parcels of one of them.',
    published: false,
  }),
  handOver: endpoint('POST /pickup-points/handovers', {
    workload: 'field',
    input: z.object({
      point_id: count,
      actions: z
        .array(CounterAction)
        .max(counter_actions_max, `at most ${counter_actions_max} actions per call`),
    }),
    output: z.object({ results: z.array(CounterResult) }),
    audience: 'session',
    summary: 'Records actions at a counter, including actions made offline. Returns one result per action.',
    published: false,
  }),
  clerks: endpoint('GET /pickup-points/clerks', {
    input: z.object({}),
    output: z.object({ clerks: z.array(Clerk) }),
    audience: 'session',
    summary: 'Lists staff with the pickup point to which each is limited.',
    published: false,
  }),
  limitClerk: endpoint('POST /pickup-points/clerks', {
    /** `point_id` is `null` to end the limit. */
    input: z.object({ username: text(120), point_id: count.nullable() }),
    output: z.object({}),
    audience: 'session',
    summary: 'Limits a user to one pickup point, or ends the limit.',
    published: false,
  }),
}
