import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { move_reasons } from '../kit/dates/service-days.ts'
import { clock, count, day, flag, list, maybe, num, text } from '../kit/calls/wire.ts'
import {
  CollectionRequest,
  NewRecurring,
  NewRequest,
  Recurring,
  RecurringPatch,
  RequestEvent,
  RequestPatch,
  RequestShipment,
} from './model.ts'
import { collection_request_statuses } from './status.ts'

const changing = 'API_/collection-requests:PATCH'

/** Everything that the page of one request shows. */
export const RequestDetail = z.object({
  request: CollectionRequest,
  /** Newest first. */
  events: z.array(RequestEvent),
  shipments: z.array(RequestShipment),
  /** Stickers on parcels that the driver collected and that no shipment uses yet. */
  uncaptured: z.array(z.string()),
  /**
   * Barcodes that the driver scanned and that were not collected with the request: of other accounts, or of parcels that
   * have moved on; for the office only.
   */
  not_collected: z.array(z.string()),
  recurring: Recurring.nullable(),
})
export type RequestDetail = z.output<typeof RequestDetail>

const reason = maybe(text(500))

/** Requests for bulk collections, either once or recurring: docs/domain/collections.md. */
export const collectionsApi = {
  list: endpoint('GET /collection-requests', {
    input: z.object({
      id: maybe(list(count)),
      status: maybe(list(z.enum(collection_request_statuses))),
      account_id: maybe(list(count)),
      branch_id: maybe(list(count)),
      agent_id: maybe(text(120)),
      recurring_id: maybe(count),
      /** Only requests that need attention: problems (STAT-021) and failed attempts. */
      problem: maybe(flag),
      /** First and last collection day, both inclusive. */
      from: maybe(day),
      to: maybe(day),
      search: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ collection_requests: z.array(CollectionRequest), count: z.int() }),
    summary: 'Lists collection requests that are visible to the caller.',
  }),
  detail: endpoint('GET /collection-requests/detail', {
    input: z.object({ id: count }),
    output: RequestDetail,
    permission: 'API_/collection-requests:GET',
    summary: 'Returns a collection request with its history and shipments.',
  }),
  day: endpoint('GET /collection-requests/day', {
    input: z.object({
      date: maybe(day),
      lat: maybe(num),
      lng: maybe(num),
      ignore_cut_off: maybe(flag),
      /** The end of the window, `HH:mm`. */
      before: maybe(clock),
    }),
    output: z.object({
      /** The day of the collection; `null` when the place is not served. */
      date: day.nullable(),
      moved_by: z.enum(move_reasons).nullable(),
      /** `HH:mm`. */
      cut_off: z.string(),
    }),
    permission: 'API_/collection-requests:POST',
    summary: 'Returns the day on which a collection at an address would take place.',
    published: false,
  }),
  create: endpoint('POST /collection-requests', {
    input: NewRequest,
    output: CollectionRequest,
    summary: 'Requests a collection.',
  }),
  change: endpoint('PATCH /collection-requests', {
    input: RequestPatch,
    output: CollectionRequest,
    summary: 'Updates the given fields of a collection request.',
  }),
  cancel: endpoint('DELETE /collection-requests', {
    input: z.object({ id: count, reason }),
    output: z.object({}),
    summary: 'Cancels a collection request.',
  }),
  setStatus: endpoint('POST /collection-requests/status', {
    input: z.object({
      id: count,
      status: z.enum(collection_request_statuses),
      message: reason,
      /** The number of parcels collected, for the status `closed`. */
      collected_parcels: maybe(count),
    }),
    output: CollectionRequest,
    permission: changing,
    summary: 'Changes the status of a collection request manually.',
  }),
  assign: endpoint('POST /collection-requests/assign', {
    body: 'many',
    input: z.object({
      ids: list(count),
      /** `''` removes the driver. */
      username: text(120),
      /** Also assigns a driver who raises a warning, such as one of another branch. */
      assign_anyway: maybe(flag),
    }),
    output: z.object({
      results: z.array(z.object({ id: z.int(), assigned: z.boolean(), message: z.string() })),
    }),
    permission: changing,
    summary: 'Assigns collection requests to a driver.',
    published: false,
  }),
  recurring: endpoint('GET /collection-requests/recurring', {
    input: z.object({ id: maybe(count), account_id: maybe(count), ...paging }),
    output: z.object({ recurring: z.array(Recurring), count: z.int() }),
    summary: 'Lists active recurring collections.',
  }),
  createRecurring: endpoint('POST /collection-requests/recurring', {
    input: NewRecurring,
    output: Recurring,
    summary: 'Creates a recurring collection, daily or on certain weekdays.',
  }),
  changeRecurring: endpoint('PATCH /collection-requests/recurring', {
    input: RecurringPatch,
    output: Recurring,
    summary: 'Updates a recurring collection and its requests from a given date.',
  }),
  endRecurring: endpoint('DELETE /collection-requests/recurring', {
    input: z.object({ id: count, from: maybe(day), reason }),
    output: z.object({}),
    summary: 'Ends a recurring collection and cancels its requests from a given date.',
  }),
}
