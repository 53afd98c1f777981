import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { event } from '../kit/event.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, day, flag, instant, list, maybe, text } from '../kit/calls/wire.ts'
import { legs, plan_sources, PlanMark, travel_sources } from './model.ts'

/** The maximum number of drivers whose stops one call puts in order, because that takes computing time. */
export const sequenced_drivers_max = 10

/** A visit: one leg of a shipment, or a collection request. */
export const Visit = z.union([
  z.object({ leg: z.enum(legs), shipment_id: count }),
  z.object({ collection_request_id: count }),
])
export type Visit = z.output<typeof Visit>

const driver = text(120)

/** The driver whom the user saw with a visit; `''`: nobody. A visit that has another driver by now is not moved. */
const from = driver.optional()
const MovedVisit = z.union([
  z.object({ leg: z.enum(legs), shipment_id: count, from }),
  z.object({ collection_request_id: count, from }),
])

/** One change of planned days. A stop is named by any of its visits. */
export const PlanChange = z.discriminatedUnion('kind', [
  /**
   * Gives visits to a driver (`''`: to nobody). `place` is the place of the first of their stops on the trip sheet of the
   * driver, from 1; without it they come last.
   */
  z.object({ kind: z.literal('move'), visits: list(MovedVisit), to: driver, place: maybe(count) }),
  /** Puts the named stops in this order, on the places that they have now. */
  z.object({ kind: z.literal('order'), driver, visits: list(Visit) }),
  /** Locks or unlocks stops; without `visits` all that are still to do. */
  z.object({ kind: z.literal('lock'), driver, visits: maybe(list(Visit)) }),
  z.object({ kind: z.literal('unlock'), driver, visits: maybe(list(Visit)) }),
  /** Puts the stops of drivers that are still to do and not locked in a better order. */
  z.object({ kind: z.literal('sequence'), drivers: list(driver) }),
  /** Undoes an earlier change. Must be the only change of the call. */
  z.object({ kind: z.literal('undo'), plan_change_id: count }),
])
export type PlanChange = z.output<typeof PlanChange>

/** The figures of a driver's stops that are still to do. */
export const PlanFigures = z.object({
  stops: z.int(),
  /** By road, until the return to the branch. */
  km: z.number(),
  /** Until the return to the branch, with stops, waiting and the break. */
  minutes: z.int(),
  /** Stops that are reached after their window, and the sum of the minutes after it. */
  late_stops: z.int(),
  late_minutes: z.int(),
  /** Load of the visits that are still to do. */
  kg: z.number(),
  m3: z.number(),
})
export type PlanFigures = z.output<typeof PlanFigures>

/** A stop on the dispatch board, with what a dispatcher needs to give it to a driver. */
export const BoardStop = z.object({
  /** `''` while nobody has it. */
  driver_username: z.string(),
  /** The place among all stops of its driver, from 1; 0 while nobody has it. */
  driver_sequence: z.int(),
  leg: z.enum(legs),
  state: z.enum(['to-do', 'done', 'failed']),
  /** Whether its driver failed it, and another driver, or nobody, has it by now, or its day is a later one: it cannot be moved. */
  is_given_away: z.boolean(),
  /** Whether it failed, was scanned in and is still its driver's, so that it can be given to the same driver again. */
  may_be_given_again: z.boolean(),
  /** At least one. Of a stop that its driver still has, without what was given away. */
  visits: z.array(Visit),
  /** One for each visit. */
  references: z.array(z.string()),
  /** Company or contact at the address, otherwise the street. */
  name: z.string(),
  /** Suburb and street. */
  place: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** `HH:mm`. */
  window_from: z.string(),
  window_to: z.string(),
  /** When the driver is expected; `null` when the day is not planned, and once the stop is done or has failed. */
  eta: instant.nullable(),
  is_late_risk: z.boolean(),
  is_locked: z.boolean(),
  parcels: z.int(),
  kg: z.number(),
  m3: z.number(),
})
export type BoardStop = z.output<typeof BoardStop>

/** A driver on the dispatch board. */
export const BoardDriver = z.object({
  username: z.string(),
  name: z.string(),
  branch_name: z.string(),
  vehicle_registration: z.string(),
  /** 0 when unknown. */
  max_kg: z.number(),
  max_m3: z.number(),
  on_duty: z.boolean(),
  /** Whether the driver can be given stops and an order: not staff who are no longer drivers but still have stops. */
  is_driver: z.boolean(),
  /** The version to send with a change; 0 for a day that was not planned. */
  version: z.int(),
  plan: PlanMark.nullable(),
  /** Of all stops of the driver, also those of other branches. */
  figures: PlanFigures,
  done: z.int(),
  failed: z.int(),
  /** The number of stops of other branches, which the board does not list. */
  other_stops: z.int(),
})
export type BoardDriver = z.output<typeof BoardDriver>

/** Emitted when a driver with a planned day has reported something, so that the expected arrivals change. */
export const tripProgressed = event('tripProgressed', z.object({ username: z.string(), day: z.string() }))

/** Endpoints that plan the days of drivers: docs/domain/routing-and-drivers.md#order-of-stops. */
export const planApi = {
  board: endpoint('GET /trip-sheet/board', {
    input: z.object({ branch_id: maybe(count), date: maybe(day) }),
    output: z.object({
      date: day,
      /** Whether the day can still be planned. */
      is_open: z.boolean(),
      /** Drivers with stops on the day, and drivers on duty without stops; sorted by name. */
      drivers: z.array(BoardDriver),
      /** All stops of these drivers in their order, then the work up to this day that nobody has. */
      stops: z.array(BoardStop),
    }),
    permission: 'API_/trip-sheet:GET',
    summary:
      'Returns all stops of a day with the figures of their drivers, and the work that nobody has, to plan the day of a branch.',
    published: false,
  }),
  arrival: endpoint('GET /shipments/arrival', {
    input: z.object({ shipment_id: count }),
    output: z.object({
      arrival: z
        .object({ from: instant, to: instant, is_late: z.boolean(), stops_before: z.int().min(0) })
        .nullable(),
    }),
    audience: 'session',
    permission: 'API_/shipments:GET',
    summary:
      'Returns when the driver of a delivery is expected, as on the tracking page; null until the day of the driver is planned and once the delivery has ended.',
    published: false,
  }),
  change: endpoint('PUT /trip-sheet/plan', {
    body: 'many',
    permission: 'API_/trip-sheet/assign:POST',
    input: z.object({
      /** Today when left out. */
      date: maybe(day),
      /** Only returns what the changes would do. */
      dry_run: maybe(flag),
      /** Moves visits despite doubts about the driver, as in `POST /trip-sheet/assign`. */
      assign_anyway: maybe(flag),
      /**
       * The versions of the plans that the user has seen, by driver; 0 for a day that was not planned. The call fails
       * with 409 when one of them has changed.
       */
      versions: maybe(z.record(z.string().max(120), z.int().min(0))),
      changes: z
        .array(PlanChange)
        .min(1, 'name at least one change')
        .max(200, 'at most 200 changes per call'),
    }),
    output: z.object({
      /** For `undo`; `null` on a dry run, after an undo, and when nothing was changed. */
      plan_change_id: z.int().nullable(),
      /** One for each visit that was moved, and for each named visit that is not on the trip sheet. */
      results: z.array(z.object({ visit: Visit, applied: z.boolean(), message: z.string() })),
      drivers: z.array(
        z.object({
          username: z.string(),
          version: z.int(),
          before: PlanFigures,
          after: PlanFigures,
          /** As in the mark of the plan: what set the order after the change, and where its times are from. */
          source: z.enum(plan_sources),
          times_from: z.enum(travel_sources),
          routing_note: z.string(),
        }),
      ),
    }),
    summary:
      'Moves stops between drivers, orders, locks and sequences the stops of drivers, or undoes such a change. With `dry_run`, only returns the effect.',
    published: false,
  }),
  changes: endpoint('GET /trip-sheet/plan/changes', {
    input: z.object({
      branch_id: maybe(count),
      /** Today when left out. */
      date: maybe(day),
      limit: paging.limit,
      offset: paging.offset,
    }),
    output: z.object({
      /** The newest first. */
      changes: z.array(
        z.object({
          plan_change_id: z.int(),
          made_by_name: z.string(),
          time_created: instant,
          /** What it did, a text per kind and driver. */
          what: z.array(z.string()),
          /** `''` and `null` while it was not undone. */
          undone_by_name: z.string(),
          time_undone: instant.nullable(),
          /** Why the caller cannot undo it; `null` when the caller can. */
          undo_rejection: z.string().nullable(),
        }),
      ),
      count: z.int(),
    }),
    permission: 'API_/trip-sheet:GET',
    summary:
      'Lists who changed the plan of a day, when and what, the newest first, and whether that can be undone.',
    published: false,
  }),
  sequence: endpoint('POST /trip-sheet/sequence', {
    workload: 'field',
    input: z.object({
      /** Today when left out. */
      date: maybe(day),
      /** The version of the plan on the phone; 0 for a day that was not planned. */
      version: maybe(count),
      /** The stops in the order of the driver, each named by any of its visits. */
      visits: list(Visit),
    }),
    output: z.object({ version: z.int() }),
    summary: 'Puts the driver’s own stops in another order, where the company allows it.',
    published: false,
  }),
}
