import type { Driver } from '@waybill/domain/drivers/model'
import type { planApi, PlanChange, Visit } from '@waybill/domain/drivers/plan'
import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import type { Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import type { Point } from '@waybill/domain/kit/places/metres-between'
import { conflict, forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { pointOf } from '@waybill/domain/maps/group-by-place'
import { readAddresses } from '../../accounts/index.ts'
import { readRequestRows } from '../../collections/index.ts'
import { dryRun } from '../../kit/dry-run.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { readShipmentRows } from '../../shipments/index.ts'
import { findDriver } from '../find-driver.ts'
import { usesTravelTimes } from '../routing/routing.ts'
import { readNames } from '../trip-sheet.ts'
import { legDriver, requestDriver } from './board-store.ts'
import { moveVisit } from './move-visit.ts'
import { presentRouting } from './present-plan.ts'
import { figuresOf, readDriverDay, routingOf, withTrips, type DriverDay } from './driver-day.ts'
import {
  applyChange,
  atFormerOrder,
  driversOf,
  keyOfVisit,
  prepareDays,
  type PlanEdit,
  type PreparedDays,
} from './edit-order.ts'
import {
  insertPlanChange,
  laterPlanChange,
  lockPlanChange,
  lockPlans,
  markUndone,
  orderOf,
  readPlans,
  type BeforeChange,
  type LaterChange,
  type StoredPlan,
} from './plan-store.ts'
import { savePlan } from './save-plan.ts'
import { readStaff, undoRejection } from './undo-rejection.ts'

type PlanInput = Input<typeof planApi.change>
type PlanAnswer = Output<typeof planApi.change>
type Result = PlanAnswer['results'][number]
type Move = BeforeChange['moves'][number]

/** Requests are locked after all shipments. */
const last_id = Number.MAX_SAFE_INTEGER

/**
 * Changes the days of drivers in one transaction: moves visits, orders, locks and sequences stops, or undoes such a
 * change. With `dry_run` it does so and rolls back. A visit that cannot be moved does not affect the others
 * (OPS-002, DRV-008, docs/domain/routing-and-drivers.md#order-of-stops).
 */
export const changePlan: ExternalHandler<typeof planApi.change> = async (ctx, input) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may plan the days of drivers.')
  const prepared = await prepare(ctx, input)
  if (!input.dry_run) return ctx.answer((inner) => makeChanges(inner, input, prepared))
  const preview = await dryRun(ctx, (inner) => makeChanges(inner, input, prepared))
  return ctx.answer(async () => ({ ...preview, plan_change_id: null }))
}

const isSequence = ({ kind }: PlanChange): boolean => kind === 'sequence'
/** Changes after which drivers go from one place to another as before, or whose stops are only known under the lock. */
const isNotPrepared = ({ kind }: PlanChange): boolean =>
  kind === 'lock' || kind === 'unlock' || kind === 'undo'

/**
 * Computes the orders that a call asks for, and asks routing services, outside of the transaction that stores the
 * result: that takes seconds, and other calls would wait. Orders only for calls that do nothing else; after a move the
 * stops are others.
 */
async function prepare(ctx: ExternalContext, input: PlanInput): Promise<PreparedDays> {
  const isSequenced = input.changes.every(isSequence)
  if (!isSequenced && (!usesTravelTimes(ctx) || input.changes.every(isNotPrepared))) return new Map()
  const { days, joining } = await ctx.inTransaction(async (inner) => {
    const date = openDay(inner, input)
    const moves = await movesOf(inner, input.changes)
    const drivers = await driversOfDays(inner, input.changes.flatMap(driversOf), moves)
    const plans = await readPlans(inner, date, [...drivers.keys()])
    await rejectStale(inner, drivers, plans, input.versions ?? {})
    return {
      days: await readDays(inner, date, drivers, plans, new Map()),
      joining: await placesOfMoves(inner, moves),
    }
  })
  return prepareDays(ctx, days, { isSequenced, joining })
}

/** Returns the places of visits by the driver to whom they move. */
async function placesOfMoves(ctx: Context, moves: readonly Move[]): Promise<Map<string, Point[]>> {
  const shipments = new Map(
    (
      await readShipmentRows(
        ctx,
        moves.flatMap(({ shipment_id }) => shipment_id ?? []),
      )
    ).map((row) => [row.id, row]),
  )
  const requests = new Map(
    (
      await readRequestRows(
        ctx,
        moves.flatMap(({ request_id }) => request_id ?? []),
      )
    ).map((row) => [row.id, row]),
  )
  const addressOf = ({ shipment_id, request_id, leg }: Move): number =>
    (shipment_id === null
      ? requests.get(request_id ?? 0)?.address_id
      : shipments.get(shipment_id)?.[`${leg}_address_id`]) ?? 0
  const addresses = await readAddresses(ctx, [...new Set(moves.map(addressOf))])
  return new Map(
    [...Map.groupBy(moves, ({ to }) => to)].map(([to, own]) => [
      to,
      own.flatMap((move) => {
        const address = addresses.get(addressOf(move))
        return (address && pointOf(address)) ?? []
      }),
    ]),
  )
}

function openDay(ctx: Context, input: PlanInput): string {
  const date = input.date ?? dayOf(ctx.now)
  if (date < dayOf(ctx.now)) throw wrongState(`${date} is over. Plan today or a later day.`)
  return date
}

async function makeChanges(ctx: Context, input: PlanInput, prepared: PreparedDays): Promise<PlanAnswer> {
  const date = openDay(ctx, input)
  const [first] = input.changes
  if (first?.kind === 'undo') {
    if (input.changes.length > 1) throw invalid('Undo a change on its own, without other changes.')
    return undoChange(ctx, date, first.plan_change_id)
  }
  if (input.changes.some(({ kind }) => kind === 'undo'))
    throw invalid('Undo a change on its own, without other changes.')
  const moves = await movesOf(ctx, input.changes)
  const edit = await changeDays(ctx, date, {
    moves,
    usernames: input.changes.flatMap(driversOf),
    assignAnyway: input.assign_anyway,
    requireCurrent: (drivers, plans) => rejectStale(ctx, drivers, plans, input.versions ?? {}),
    source: input.changes.every(isSequence) ? 'built-in' : 'dispatcher',
    prepared,
    apply: async (edits, results) => {
      const rejected = new Set(results.filter((one) => !one.applied).map((one) => keyOfVisit(one.visit)))
      for (const change of input.changes)
        results.push(...(await applyChange(edits, change, rejected, prepared)))
    },
  })
  if (!edit.isChanged) return { plan_change_id: null, results: edit.results, drivers: edit.drivers }
  const id = await insertPlanChange(ctx, {
    day: date,
    drivers: Object.keys(edit.before.drivers),
    changes: input.changes,
    before: edit.before,
  })
  return { plan_change_id: id, results: edit.results, drivers: edit.drivers }
}

/**
 * Restores drivers, statuses and orders as they were before a change, if nothing has changed the same days since. A visit that was
 * given to another driver since, or whose former driver is no driver any more, stays.
 */
async function undoChange(ctx: Context, date: string, id: number): Promise<PlanAnswer> {
  const change = await lockPlanChange(ctx, date, id)
  if (!change) throw notFound('Could not find this change.')
  const staff = await readStaff(ctx)
  const requireUndoable = (later?: LaterChange): void => {
    const reason = undoRejection(ctx, { ...change, ...later }, staff)
    if (reason !== null) throw conflict(reason)
  }
  requireUndoable()
  const { before } = change
  const back = before.moves.map((move) => ({ ...move, from: move.to, to: move.from }))
  const isReturnable = ({ to }: Move): boolean => to === '' || staff.drivers.get(to)?.deleted_date === null
  const edit = await changeDays(ctx, date, {
    moves: back.filter(isReturnable),
    usernames: change.changes.flatMap(driversOf).filter((username) => staff.drivers.has(username)),
    assignAnyway: true,
    requireCurrent: async () => requireUndoable(await laterPlanChange(ctx, date, change)),
    source: 'dispatcher',
    prepared: new Map(),
    apply: async (edits, results) => {
      for (const move of back.filter((one) => !isReturnable(one)))
        results.push({
          visit: sentVisit(move),
          applied: false,
          message: `${staff.names.get(move.to) || move.to} is not a driver any more. This stop stays where it is.`,
        })
      for (const [username, order] of Object.entries(before.drivers)) {
        const own = edits.get(username)
        if (own) edits.set(username, atFormerOrder(own, order))
      }
    },
  })
  await markUndone(ctx, id)
  return { plan_change_id: null, results: edit.results, drivers: edit.drivers }
}

/** What one call does to the days of drivers. */
interface DayChanges {
  moves: readonly Move[]
  /** The drivers whose orders or locks change, with repetitions. */
  usernames: readonly string[]
  source: StoredPlan['source']
  prepared: PreparedDays
  assignAnyway: boolean | undefined
  /** Throws unless the locked plans are those that the user has seen. */
  requireCurrent: (
    drivers: ReadonlyMap<string, Driver>,
    plans: ReadonlyMap<string, StoredPlan>,
  ) => Promise<void>
  /** Changes the orders after the moves; adds to the results. */
  apply: (edits: Map<string, PlanEdit>, results: Result[]) => Promise<void>
}

/** What was changed. */
interface ChangedDays {
  isChanged: boolean
  results: Result[]
  drivers: PlanAnswer['drivers']
  before: BeforeChange
}

/**
 * Moves visits and changes the orders of drivers' days. Shipments and requests are locked before the plans, as by the
 * actions of drivers.
 */
async function changeDays(
  ctx: Context,
  date: string,
  { moves, usernames, assignAnyway, requireCurrent, source, prepared, apply }: DayChanges,
): Promise<ChangedDays> {
  const drivers = await driversOfDays(ctx, usernames, moves)
  const former = await readPlans(ctx, date, [...drivers.keys()])
  const daysBefore = await readDays(ctx, date, drivers, former, prepared)
  const { results, moved } = await moveVisits(ctx, moves, drivers, assignAnyway)
  const plans = await lockPlans(ctx, date, [...drivers.values()])
  await requireCurrent(drivers, plans)
  const days = await readDays(ctx, date, drivers, plans, prepared)
  const moving = new Set(moved.flatMap(({ from, to }) => [from, to]))
  const edits = new Map(
    [...days].map(([username, day]): [string, PlanEdit] => [
      username,
      {
        day: { ...day, routing: { ...day.routing, order_note: '' } },
        source,
        isChanged: moving.has(username),
        isLocking: false,
      },
    ]),
  )
  await apply(edits, results)
  const before: BeforeChange = { moves: moved, drivers: {} }
  const changed: PlanAnswer['drivers'] = []
  for (const [username, edit] of edits) {
    const plan = plans.get(username)
    const dayBefore = daysBefore.get(username)
    if (!plan || !dayBefore) throw new Error(`The plan of ${username} was not read.`)
    if (edit.isChanged) before.drivers[username] = orderOf(dayBefore, plan)
    changed.push({
      username,
      version: edit.isChanged ? await savePlan(ctx, date, edit, plan) : plan.version,
      before: figuresOf(dayBefore),
      after: figuresOf(edit.day),
      source: edit.isChanged ? edit.source : plan.source,
      ...presentRouting(edit.isChanged ? routingOf(edit.day) : plan.routing),
    })
  }
  return { isChanged: Object.keys(before.drivers).length > 0, results, drivers: changed, before }
}

async function readDays(
  ctx: Context,
  date: string,
  drivers: ReadonlyMap<string, Driver>,
  plans: ReadonlyMap<string, StoredPlan>,
  prepared: PreparedDays,
): Promise<Map<string, DriverDay>> {
  const days = new Map<string, DriverDay>()
  for (const [username, driver] of drivers) {
    const day = await readDriverDay(ctx, date, driver, plans.get(username))
    const found = prepared.get(username)?.found
    days.set(username, found ? withTrips(day, found) : day)
  }
  return days
}

/**
 * Returns the drivers whose days a call changes, sorted. A former driver of a visit may have another role by now and is
 * left out. Staff limited to a branch order the stops of its drivers only.
 */
async function driversOfDays(
  ctx: Context,
  ordered: readonly string[],
  moves: readonly Move[],
): Promise<Map<string, Driver>> {
  const limit = branchLimit(ctx.actor)
  const isFormer = new Set(moves.map(({ from }) => from))
  const drivers = new Map<string, Driver>()
  const all = [...ordered, ...moves.flatMap(({ from, to }) => [from, to])]
  for (const username of [...new Set(all)].filter(Boolean).sort()) {
    const driver = await findDriver(ctx, username)
    const isKnown = driver?.username === username
    const isAllowed = limit === null || driver?.branch_id === limit || !ordered.includes(username)
    if (driver && isKnown && isAllowed) drivers.set(username, driver)
    else if (!isFormer.has(username)) throw notFound('Could not find this driver.')
  }
  return drivers
}

/** Returns a visit of a call as it is stored. */
function storedVisit(visit: Visit): Pick<Move, 'leg' | 'shipment_id' | 'request_id'> {
  return 'shipment_id' in visit
    ? { leg: visit.leg, shipment_id: visit.shipment_id, request_id: null }
    : { leg: 'collection', shipment_id: null, request_id: visit.collection_request_id }
}

/**
 * Returns the moves that changes ask for, each from the driver whom the user saw with the visit, or from the present one
 * where the call names none.
 */
async function movesOf(ctx: Context, changes: readonly PlanChange[]): Promise<Move[]> {
  const asked = changes.flatMap((change) =>
    change.kind === 'move'
      ? change.visits.map((visit) => ({ ...storedVisit(visit), from: visit.from, to: change.to }))
      : [],
  )
  const unseen = asked.filter(({ from }) => from === undefined)
  const shipmentIds = unseen.flatMap(({ shipment_id }) => shipment_id ?? [])
  const requestIds = unseen.flatMap(({ request_id }) => request_id ?? [])
  const shipments = new Map((await readShipmentRows(ctx, shipmentIds)).map((row) => [row.id, row]))
  const requests = new Map((await readRequestRows(ctx, requestIds)).map((row) => [row.id, row]))
  const presentDriver = ({ leg, shipment_id, request_id }: (typeof asked)[number]): string => {
    const shipment = shipments.get(shipment_id ?? 0)
    if (shipment) return legDriver(leg, shipment)
    const request = requests.get(request_id ?? 0)
    return request ? requestDriver(request) : ''
  }
  return asked.map((move) => ({ ...move, from: move.from ?? presentDriver(move) }))
}

/**
 * Assigns the visits of moves, in the order of their ids. Returns one result for each move, and the moves that were made,
 * with what they changed.
 */
async function moveVisits(
  ctx: Context,
  moves: readonly Move[],
  drivers: ReadonlyMap<string, Driver>,
  assignAnyway: boolean | undefined,
): Promise<{ results: Result[]; moved: Move[] }> {
  const outcomes = new Map<Move, Awaited<ReturnType<typeof moveVisit>>>()
  const inLockOrder = moves.toSorted(
    (one, other) =>
      (one.shipment_id ?? last_id) - (other.shipment_id ?? last_id) ||
      (one.request_id ?? 0) - (other.request_id ?? 0),
  )
  for (const move of inLockOrder) {
    const driver = move.to === '' ? null : drivers.get(move.to)
    if (driver === undefined || driver?.deleted_date) throw notFound('Could not find this driver.')
    outcomes.set(move, await moveVisit(ctx, move, driver, assignAnyway))
  }
  const inOrder = moves.flatMap((move) => outcomes.get(move) ?? [])
  return {
    results: inOrder.map(({ move, rejection }) => ({
      visit: sentVisit(move),
      applied: rejection === null,
      message: rejection ?? '',
    })),
    moved: inOrder.flatMap(({ move, rejection }) => (rejection === null ? [move] : [])),
  }
}

function sentVisit({ leg, shipment_id, request_id }: Move): Visit {
  return shipment_id === null ? { collection_request_id: request_id ?? 0 } : { leg, shipment_id }
}

/** Throws 409 with the present versions when a plan is not the one that the user has seen. */
async function rejectStale(
  ctx: Context,
  drivers: ReadonlyMap<string, Driver>,
  plans: ReadonlyMap<string, StoredPlan>,
  versions: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [username, plan] of plans) {
    const seen = versions[username]
    if (seen === undefined || seen === plan.version) continue
    const name = drivers.get(username)?.name || username
    const by = (await readNames(ctx)).get(plan.modified_by) || plan.modified_by
    throw conflict(
      `${by} changed the stops of ${name} at ${clockOf(plan.time_modified)}. Look at them again, then repeat your change.`,
      { versions: Object.fromEntries([...plans].map(([key, { version }]) => [key, version])) },
    )
  }
}
