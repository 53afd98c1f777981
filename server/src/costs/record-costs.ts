import type { CostKind } from '@waybill/domain/costs/model'
import { payOfDay, spreadOverDay, versionOn, type PaidVisit } from '@waybill/domain/costs/pay-plan'
import {
  line_haul_cost_per_km,
  line_haul_cost_per_trip,
  pickup_point_cost_per_parcel,
  vehicle_cost_per_km,
} from '@waybill/domain/costs/settings'
import { missingCosts, shareOut, type DueCost, type NewCost } from '@waybill/domain/costs/shares'
import { recalculated_days } from '@waybill/domain/costs/statement'
import { metresBetween } from '@waybill/domain/kit/places/metres-between'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { interhub_carriers } from '@waybill/domain/hub/settings'
import { multiplyDivide } from '@waybill/domain/rates/formulas/exact-arithmetic'
import { claimName, listPaidClaims } from '../claims/index.ts'
import { listDayDistances, readDriverRows } from '../drivers/index.ts'
import { listDepartedTrips, type DepartedTrip } from '../hub/index.ts'
import { lockCounter } from '../kit/document-numbers-store.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { listBranches } from '../maps/index.ts'
import { listCompletedLegs, type CompletedLeg } from '../shipments/index.ts'
import { insertCosts, readRecorded } from './cost-store.ts'
import { listAssignments, listVersions, type PayPlanVersionRow } from './pay-store.ts'

/** The work of a period, both days included. */
export interface Period {
  from: string
  to: string
}

/** What a driver did on a day, with the version of the plan that pays for it. */
export interface WorkedDay {
  username: string
  day: string
  visits: (PaidVisit & { is_at_point: boolean })[]
}

const grams_per_kg = 1000
const metres_per_km = 1000

/** Compares the last weeks with what is recorded, every night: late reports, reversals and new trips count then. */
export async function recordRecentCosts(ctx: ExternalContext): Promise<void> {
  const yesterday = dayAfter(dayOf(ctx.now), -1)
  await ctx.inTransaction((inner) =>
    recordCosts(inner, { from: dayAfter(yesterday, 1 - recalculated_days), to: yesterday }),
  )
}

/**
 * Records what the work of a period cost: pay of drivers, own vehicles, trips, pickup points and claims. What was
 * recorded before stays, and differences become corrections of today. One run at a time.
 */
export async function recordCosts(ctx: Context, period: Period): Promise<void> {
  await lockCounter(ctx, 'costs')
  const days = await readWorkedDays(ctx, period)
  await recordPay(ctx, period, days)
  await recordOnce(ctx, 'vehicle', period, await vehicleCosts(ctx, period, days))
  await recordTrips(ctx, period)
  await recordOnce(ctx, 'pickup-point', period, pointCosts(ctx, days))
  await record(ctx, 'claim', period, await claimCosts(ctx, period))
}

const boundsOf = ({ from, to }: Period): [Date, Date] => [startOfDay(from), startOfDay(dayAfter(to, 1))]

/** Returns the completed work of a period by driver and day. Work that no driver of the company did is left out. */
export async function readWorkedDays(ctx: Context, period: Period): Promise<WorkedDay[]> {
  const [legs, drivers] = [
    await listCompletedLegs(ctx, ...boundsOf(period)),
    await readDriverRows(ctx, { include_deleted: true }),
  ]
  const names = new Set(drivers.map(({ username }) => username))
  const done = legs.flatMap((leg) => {
    const username = names.has(leg.source) ? leg.source : leg.agent
    return username !== null && names.has(username) ? [{ ...leg, username, day: dayOf(leg.date) }] : []
  })
  return [...Map.groupBy(done, ({ username, day }) => `${day} ${username}`).values()].flatMap((visits) => {
    const [first] = visits
    return first ? [{ username: first.username, day: first.day, visits: visitsOf(visits) }] : []
  })
}

/** One visit for each shipment, leg and attempt; parcels that were handed over separately are added up. */
function visitsOf(legs: readonly CompletedLeg[]): WorkedDay['visits'] {
  return [
    ...Map.groupBy(legs, ({ shipment_id, leg, attempt }) => `${shipment_id} ${leg} ${attempt}`).values(),
  ].flatMap((parts) => {
    const [first] = parts
    if (!first) return []
    const { shipment_id, reference, leg, zone, is_at_point, address_id, lat, lng } = first
    const sum = (key: 'kg' | 'parcels') => parts.reduce((total, part) => total + part[key], 0)
    const address = { id: address_id, lat, lng }
    return [
      { shipment_id, reference, leg, zone, is_at_point, address, kg: sum('kg'), parcels: sum('parcels') },
    ]
  })
}

async function record(
  ctx: Context,
  kind: CostKind,
  { from, to }: Period,
  due: readonly DueCost[],
  isFixed: (key: string) => boolean = () => false,
): Promise<void> {
  const recorded = await readRecorded(ctx, kind, from, to)
  const fixed = new Set(recorded.map(({ key }) => key).filter(isFixed))
  const isOpen = ({ key }: { key: string }): boolean => !fixed.has(key)
  await store(ctx, kind, missingCosts(due.filter(isOpen), recorded.filter(isOpen)))
}

/** Records what follows from settings: what is recorded for a day stays, so that a new setting counts from then on. */
async function recordOnce(
  ctx: Context,
  kind: CostKind,
  { from, to }: Period,
  due: readonly DueCost[],
): Promise<void> {
  const withoutLeg = (key: string): string => key.replace(/\/(collection|delivery)$/, '')
  const known = new Set((await readRecorded(ctx, kind, from, to)).map(({ key }) => withoutLeg(key)))
  await store(
    ctx,
    kind,
    missingCosts(
      due.filter(({ key }) => !known.has(withoutLeg(key))),
      [],
    ),
  )
}

async function store(ctx: Context, kind: CostKind, lines: readonly NewCost[]): Promise<void> {
  await insertCosts(
    ctx,
    lines.map((line) => ({ ...line, kind, day: countedOn(ctx, line) })),
  )
}

/** A correction counts on the day it is made, so that closed periods stay as they are. */
function countedOn(ctx: Context, { number, work_day }: NewCost): string {
  return number === 1 ? work_day : dayOf(ctx.now)
}

/** Finds the version of the plan that pays a driver for a day. */
export type PlanFinder = (username: string, day: string) => PayPlanVersionRow | undefined

/** Reads all plans; returns how to find the version that pays a driver for a day. */
export async function readPlans(ctx: Context): Promise<PlanFinder> {
  const [assignments, versions] = [await listAssignments(ctx), await listVersions(ctx)]
  const ofDriver = Map.groupBy(assignments, ({ username }) => username)
  const ofPlan = Map.groupBy(versions, ({ plan_id }) => plan_id)
  return (username, day) => {
    const planId = versionOn(ofDriver.get(username) ?? [], day)?.plan_id
    return planId === null || planId === undefined ? undefined : versionOn(ofPlan.get(planId) ?? [], day)
  }
}

async function recordPay(ctx: Context, { from, to }: Period, days: readonly WorkedDay[]): Promise<void> {
  const planOf = await readPlans(ctx)
  const due = days.flatMap((day) => {
    const version = planOf(day.username, day.day)
    return version
      ? payOfDay(version.rules, day).map((one) => ({
          ...one,
          username: day.username,
          plan_version_id: version.id,
        }))
      : []
  })
  const recorded = await readRecorded(ctx, 'driver-pay', from, to)
  const about = new Map(
    [...recorded, ...due].map(({ key, username, plan_version_id }) => [key, { username, plan_version_id }]),
  )
  const lines = missingCosts(due, recorded).map((line) => {
    const { username, plan_version_id } = about.get(line.key) ?? {}
    return {
      ...line,
      kind: 'driver-pay' as const,
      day: countedOn(ctx, line),
      ...(username ? { username } : {}),
      ...(plan_version_id ? { plan_version_id } : {}),
    }
  })
  await insertCosts(ctx, lines)
}

async function vehicleCosts(ctx: Context, period: Period, days: readonly WorkedDay[]): Promise<DueCost[]> {
  const perKm = ctx.setting(vehicle_cost_per_km)
  if (perKm === 0) return []
  const visitsOfDay = new Map(days.map(({ username, day, visits }) => [`${day} ${username}`, visits]))
  return (await listDayDistances(ctx, ...boundsOf(period))).flatMap(({ username, day, km }) =>
    spreadOverDay(
      multiplyDivide(Math.round(km * metres_per_km), perKm, metres_per_km),
      visitsOfDay.get(`${day} ${username}`) ?? [],
      {
        key: `vehicle/${username}/${day}`,
        work_day: day,
        reason: `${km} km at ${formatRand(perKm)}`,
      },
    ),
  )
}

async function recordTrips(ctx: Context, period: Period): Promise<void> {
  const trips = await listDepartedTrips(ctx, ...boundsOf(period))
  const bySettings = new Set(trips.filter(({ cost }) => cost === null).map(keyOfTrip))
  await record(ctx, 'line-haul', period, await tripCosts(ctx, trips), (key) => bySettings.has(key))
}

const keyOfTrip = ({ id }: DepartedTrip): string => `trip/${id}`

async function tripCosts(ctx: Context, trips: readonly DepartedTrip[]): Promise<DueCost[]> {
  const branches = new Map((await listBranches(ctx)).map((branch) => [branch.id, branch]))
  const ownCarriers = new Set(
    ctx
      .setting(interhub_carriers)
      .filter(({ type }) => type === 'own')
      .map(({ name }) => name),
  )
  const [perTrip, perKm] = [ctx.setting(line_haul_cost_per_trip), ctx.setting(line_haul_cost_per_km)]
  return trips.flatMap((trip) => {
    const [from, to] = [branches.get(trip.from_branch_id), branches.get(trip.to_branch_id)]
    const about = {
      key: keyOfTrip(trip),
      leg: 'line-haul' as const,
      work_day: dayOf(trip.departed_at),
      reason: `IHM${String(trip.number).padStart(6, '0')}, ${from?.name ?? ''} to ${to?.name ?? ''}`,
    }
    if (trip.cost !== null) {
      const shares = trip.loads.map(({ shipment_id, cost }) => ({ shipment_id, amount: cost }))
      const isSpread = shares.reduce((sum, { amount }) => sum + amount, 0) === trip.cost
      return trip.cost === 0
        ? []
        : [
            {
              ...about,
              amount: trip.cost,
              shares: isSpread ? shares.filter(({ amount }) => amount !== 0) : [],
            },
          ]
    }
    if (trip.carrier !== '' && !ownCarriers.has(trip.carrier)) return []
    const metres = from && to ? distanceOf(from, to) : 0
    const amount = perTrip + multiplyDivide(Math.round(metres), perKm, metres_per_km)
    const weights = trip.loads.map(({ shipment_id, kg }) => ({
      shipment_id,
      weight: Math.max(1, Math.round(kg * grams_per_kg)),
    }))
    return amount === 0
      ? []
      : [{ ...about, amount, shares: weights.length > 0 ? shareOut(amount, weights) : [] }]
  })
}

interface Position {
  lat: number | null
  lng: number | null
}

function distanceOf(from: Position, to: Position): number {
  if (from.lat === null || from.lng === null || to.lat === null || to.lng === null) return 0
  return metresBetween({ lat: from.lat, lng: from.lng }, { lat: to.lat, lng: to.lng })
}

function pointCosts(ctx: Context, days: readonly WorkedDay[]): DueCost[] {
  const perParcel = ctx.setting(pickup_point_cost_per_parcel)
  if (perParcel === 0) return []
  const deposits = days.flatMap(({ day, visits }) =>
    visits
      .filter(({ is_at_point }) => is_at_point)
      .map(({ shipment_id, parcels }) => ({ key: `point/${day}/${shipment_id}`, day, shipment_id, parcels })),
  )
  // Several drivers may have brought parcels of one shipment on one day.
  return [...Map.groupBy(deposits, ({ key }) => key)].flatMap(([key, parts]) => {
    const [first] = parts
    if (!first) return []
    const parcels = parts.reduce((sum, part) => sum + part.parcels, 0)
    const amount = perParcel * parcels
    return [
      {
        key,
        leg: 'locker' as const,
        work_day: first.day,
        amount,
        reason: `${parcels === 1 ? '1 parcel' : `${parcels} parcels`} at a pickup point`,
        shares: [{ shipment_id: first.shipment_id, amount }],
      },
    ]
  })
}

async function claimCosts(ctx: Context, period: Period): Promise<DueCost[]> {
  const claims = await listPaidClaims(ctx, ...boundsOf(period))
  return claims.flatMap(({ id, shipment_id, amount, paid_date }) =>
    paid_date
      ? [
          {
            key: `claim/${id}`,
            leg: 'cover' as const,
            work_day: dayOf(paid_date),
            amount,
            reason: `Claim ${claimName({ id })}`,
            shares: [{ shipment_id, amount }],
          },
        ]
      : [],
  )
}
