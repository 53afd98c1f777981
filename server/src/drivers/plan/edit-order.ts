import {
  sequenced_drivers_max,
  type planApi,
  type PlanChange,
  type Visit,
} from '@waybill/domain/drivers/plan'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { invalid } from '@waybill/domain/kit/problem'
import type { Point } from '@waybill/domain/kit/places/metres-between'
import type { ExternalContext } from '../../kit/handler.ts'
import type { PlannedStop } from '../group-stops.ts'
import { findTrips, proposeOrder, type FoundTrips } from '../routing/routing.ts'
import { visitKey } from '../trip-sheet-store.ts'
import { inOrderOf, isOpen, pointsOf, routeOf, sequenceDay, withTrips, type DriverDay } from './driver-day.ts'
import type { BeforeChange, StoredPlan } from './plan-store.ts'

type Result = Output<typeof planApi.change>['results'][number]

/** The day of a driver while one call changes it. */
export interface PlanEdit {
  day: DriverDay
  source: StoredPlan['source']
  isChanged: boolean
  /** Whether the call locked stops. */
  isLocking: boolean
}

/** Returns the key of a visit that a call names. */
export function keyOfVisit(visit: Visit): string {
  return 'shipment_id' in visit
    ? visitKey({ leg: visit.leg, shipment_id: visit.shipment_id, request_id: null })
    : visitKey({ leg: 'collection', shipment_id: null, request_id: visit.collection_request_id })
}

/**
 * Changes the orders and locks of drivers' days, after their visits were moved; returns a result for each named visit
 * that is not on the trip sheet. `rejected` are the keys of the visits that could not be moved. A day that has changed
 * since its order was prepared is put in order again, without other services.
 */
export async function applyChange(
  edits: Map<string, PlanEdit>,
  change: PlanChange,
  rejected: ReadonlySet<string>,
  prepared: PreparedDays,
): Promise<Result[]> {
  switch (change.kind) {
    case 'move': {
      const edit = edits.get(change.to)
      const keys = change.visits.map(keyOfVisit).filter((key) => !rejected.has(key))
      if (edit && change.place !== undefined && keys.length > 0)
        edits.set(change.to, withStops(edit, placedAt(edit.day.stops, keys, change.place)))
      return []
    }
    case 'order':
      return orderStops(edits, change.driver, change.visits)
    case 'lock':
    case 'unlock':
      return lockStops(edits, change)
    case 'sequence':
      for (const username of change.drivers) {
        const edit = edits.get(username)
        if (edit) edits.set(username, await sequenced(edit, prepared.get(username)?.order))
      }
      return []
    case 'undo':
      return []
  }
}

/** Returns the drivers whose stops a change puts in order or locks, without those of moves. */
export function driversOf(change: PlanChange): readonly string[] {
  switch (change.kind) {
    case 'sequence':
      if (change.drivers.length > sequenced_drivers_max)
        throw invalid(`Choose at most ${sequenced_drivers_max} drivers at once.`)
      return change.drivers
    case 'order':
    case 'lock':
    case 'unlock':
      return [change.driver]
    default:
      return []
  }
}

/** What was computed for a day before it was locked. */
interface PreparedDay {
  found: FoundTrips
  /** `null` when the stops are not put in order. */
  order: PreparedOrder | null
}

interface PreparedOrder {
  /** The day that was put in order (`stateOf`). */
  of: string
  keys: readonly string[]
  source: 'built-in' | 'vroom'
  /** Why VROOM did not do it; `''` when it did, or is not set up. */
  note: string
}

/** By driver. */
export type PreparedDays = ReadonlyMap<string, PreparedDay>

/**
 * Asks the services of the company about days before they are locked: for the trips between their stops and the places
 * that join them, and, when the stops are put in order, for the order. Without a service that answers, the order is the
 * built-in one.
 */
export async function prepareDays(
  ctx: ExternalContext,
  days: ReadonlyMap<string, DriverDay>,
  about: { isSequenced: boolean; joining: ReadonlyMap<string, readonly Point[]> },
): Promise<PreparedDays> {
  const prepared = new Map<string, PreparedDay>()
  for (const [username, day] of days) {
    const found = await findTrips(ctx, [...pointsOf(day), ...(about.joining.get(username) ?? [])])
    prepared.set(username, {
      found,
      order: about.isSequenced ? await prepareOrder(ctx, withTrips(day, found)) : null,
    })
  }
  return prepared
}

async function prepareOrder(ctx: ExternalContext, day: DriverDay): Promise<PreparedOrder> {
  const proposed = await proposeOrder(ctx, routeOf(day))
  const isVroom = proposed !== null && 'order' in proposed
  const { stops } = isVroom ? inOrderOf(day, proposed.order) : await sequenceDay(day)
  return {
    of: stateOf(day),
    keys: stops.map(keyOfStop),
    source: isVroom ? 'vroom' : 'built-in',
    note: proposed !== null && 'note' in proposed ? proposed.note : '',
  }
}

const keyOfStop = ({ visits }: PlannedStop): string => visits.map(visitKey).join(' ')

/** Returns what the order of a day depends on, except the time. */
const stateOf = ({ stops }: DriverDay): string =>
  JSON.stringify(stops.map((stop) => [keyOfStop(stop), stop.state, stop.is_locked]))

/** Puts a day in its prepared order, or in the built-in one when the day has changed since. */
async function sequenced(edit: PlanEdit, order: PreparedOrder | null | undefined): Promise<PlanEdit> {
  const isFresh = order?.of === stateOf(edit.day)
  const day = order && isFresh ? inPreparedOrder(edit.day, order) : await sequenceDay(edit.day)
  const note = isFresh || order?.source !== 'vroom' ? (order?.note ?? '') : changed_note
  return {
    ...edit,
    day: { ...day, routing: { ...day.routing, order_note: note } },
    source: isFresh && edit.source === 'built-in' ? order.source : edit.source,
    isChanged: true,
  }
}

const changed_note =
  'VROOM did not order the stops. They changed at the same moment. The built-in order is used.'

function inPreparedOrder(day: DriverDay, { keys }: PreparedOrder): DriverDay {
  const places = new Map(keys.map((key, index) => [key, index]))
  const placeOf = (stop: PlannedStop) => places.get(keyOfStop(stop)) ?? 0
  return { ...day, stops: day.stops.toSorted((one, other) => placeOf(one) - placeOf(other)) }
}

const hasVisit = (stop: PlannedStop, keys: ReadonlySet<string>): boolean =>
  stop.visits.some((visit) => keys.has(visitKey(visit)))

function withStops(edit: PlanEdit, stops: readonly PlannedStop[]): PlanEdit {
  return { ...edit, day: { ...edit.day, stops }, isChanged: true }
}

/** Returns the stops with those of some visits together at a place, from 1. */
function placedAt(stops: readonly PlannedStop[], keys: readonly string[], place: number): PlannedStop[] {
  const named = new Set(keys)
  const others = stops.filter((stop) => !hasVisit(stop, named))
  const index = Math.max(0, place - 1)
  return [...others.slice(0, index), ...inOrder(stops, keys), ...others.slice(index)]
}

/** Returns the stops of some visits, in the order in which the visits are named. */
function inOrder(stops: readonly PlannedStop[], keys: readonly string[]): PlannedStop[] {
  const named = keys.flatMap((key) => stops.find((stop) => hasVisit(stop, new Set([key]))) ?? [])
  return [...new Set(named)]
}

const nameOf = ({ name, username }: DriverDay['driver']): string => name || username

function missingFrom({ day }: PlanEdit, visits: readonly Visit[]): Result[] {
  const present = new Set(day.stops.flatMap((stop) => stop.visits.map(visitKey)))
  return visits
    .filter((visit) => !present.has(keyOfVisit(visit)))
    .map((visit) => ({
      visit,
      applied: false,
      message: `This stop is not on the trip sheet of ${nameOf(day.driver)} any more.`,
    }))
}

/** Puts the named stops in their order on the places that they have. */
export function orderStops(
  edits: Map<string, PlanEdit>,
  username: string,
  visits: readonly Visit[],
): Result[] {
  const edit = edits.get(username)
  if (!edit) return []
  const { stops } = edit.day
  const ordered = inOrder(stops, visits.map(keyOfVisit))
  const named = new Set(ordered)
  if (named.size > 0)
    edits.set(
      username,
      withStops(
        edit,
        stops.map((stop) => (named.has(stop) ? (ordered.shift() ?? stop) : stop)),
      ),
    )
  return missingFrom(edit, visits)
}

function lockStops(
  edits: Map<string, PlanEdit>,
  { kind, driver, visits }: Extract<PlanChange, { kind: 'lock' | 'unlock' }>,
): Result[] {
  const edit = edits.get(driver)
  if (!edit) return []
  const keys = visits && new Set(visits.map(keyOfVisit))
  const isNamed = (stop: PlannedStop) => isOpen(stop) && (!keys || hasVisit(stop, keys))
  const isLocking = kind === 'lock'
  const stops = edit.day.stops.map((stop) => (isNamed(stop) ? { ...stop, is_locked: isLocking } : stop))
  edits.set(driver, { ...withStops(edit, stops), isLocking: edit.isLocking || isLocking })
  return visits ? missingFrom(edit, visits) : []
}

/** Returns a day in the order and with the locks of before a change; stops that it did not have come last. */
export function atFormerOrder(edit: PlanEdit, before: BeforeChange['drivers'][string]): PlanEdit {
  const places = new Map(before.order.map((key, index) => [key, index]))
  const locked = new Set(before.locked)
  const placeOf = ({ visits }: PlannedStop) =>
    Math.min(...visits.map((visit) => places.get(visitKey(visit)) ?? Number.MAX_SAFE_INTEGER))
  const stops = edit.day.stops
    .map((stop) => ({ ...stop, is_locked: isOpen(stop) && hasVisit(stop, locked) }))
    .sort((one, other) => placeOf(one) - placeOf(other))
  return { ...withStops(edit, stops), source: before.source }
}
