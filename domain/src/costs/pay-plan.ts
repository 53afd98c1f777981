import { apportion } from '../billing/posting.ts'
import { groupByPlace, type VisitPlace } from '../maps/group-by-place.ts'
import { legs, type Leg } from '../drivers/model.ts'
import { formatRand, max_at_once, type Cents } from '../kit/money.ts'
import type { FieldProblem } from '../kit/problem.ts'
import { multiplyDivide } from '../rates/formulas/exact-arithmetic.ts'
import type { PayRules } from './model.ts'
import { addUp, shareOut, type DueCost } from './shares.ts'

/** A completed collection or delivery of a shipment by a driver. */
export interface PaidVisit {
  shipment_id: number
  reference: string
  leg: Leg
  address: VisitPlace
  kg: number
  parcels: number
  /** Name of the round; `''` for none. */
  zone: string
}

/** What a driver did on a day; a shipment that was completed twice has two visits. */
export interface DriverDay {
  username: string
  /** `YYYY-MM-DD`. */
  day: string
  visits: readonly PaidVisit[]
}

const grams_per_kg = 1000

/** Checks the name and rules of a pay plan; returns the problems by field. */
export function checkPayPlan(plan: { name?: string; rules: PayRules }): FieldProblem[] {
  const { rules } = plan
  const zones = rules.zones.map(({ zone }) => zone.trim().toLowerCase())
  return [
    ...(plan.name?.trim() === '' ? [{ field: 'name', message: 'Enter a name.' }] : []),
    ...(rules.per_stop + rules.per_kg + rules.bonus === 0 && rules.zones.every(({ amount }) => amount === 0)
      ? [{ field: 'per_stop', message: 'Enter at least one amount. This plan pays nothing.' }]
      : []),
    ...(rules.bonus_from_stops < 0
      ? [{ field: 'bonus_from_stops', message: 'Enter a number of stops from 0.' }]
      : []),
    ...(rules.bonus > 0 && rules.bonus_from_stops === 0
      ? [{ field: 'bonus_from_stops', message: 'Enter from how many stops the bonus is paid.' }]
      : []),
    ...rules.zones.flatMap(({ zone }, at) => {
      if (zone.trim() === '') return [{ field: `zones.${at}.zone`, message: 'Enter the name of the round.' }]
      return zones.indexOf(zone.trim().toLowerCase()) < at
        ? [{ field: `zones.${at}.zone`, message: `${zone} is in the plan twice.` }]
        : []
    }),
    ...(['per_stop', 'per_kg', 'bonus'] as const)
      .filter((field) => rules[field] > max_at_once)
      .map((field) => ({ field, message: `Enter at most ${formatRand(max_at_once)}.` })),
  ]
}

/** Returns the version in force on a day; `undefined` before the first one. */
export function versionOn<Version extends { valid_from: string }>(
  versions: readonly Version[],
  day: string,
): Version | undefined {
  return versions
    .filter(({ valid_from }) => valid_from <= day)
    .toSorted((one, other) => (one.valid_from < other.valid_from ? 1 : -1))[0]
}

/**
 * Returns what a driver earns for a day: a cost for each completed stop, and the bonus of the day
 * (docs/domain/costs-and-pay.md#pay-plans).
 */
export function payOfDay(rules: PayRules, { username, day, visits }: DriverDay): DueCost[] {
  const stops = stopsOf(visits)
  const key = (rest: string): string => `pay/${username}/${day}/${rest}`
  const paid = stops.map((stop) => ({
    key: key([stop.leg, stop.visits[0]?.shipment_id ?? 0, ...(stop.time === 1 ? [] : [stop.time])].join('/')),
    leg: stop.leg,
    work_day: day,
    ...payOfStop(rules, stop),
  }))
  const isEarned = rules.bonus_from_stops > 0 && stops.length >= rules.bonus_from_stops
  const bonus = isEarned
    ? spreadOverDay(rules.bonus, visits, {
        key: key('bonus'),
        work_day: day,
        reason: `Bonus for ${stops.length} stops, paid from ${rules.bonus_from_stops}`,
      })
    : []
  return [...paid, ...bonus].filter(({ amount }) => amount !== 0)
}

/** Returns the number of stops that the visits form. */
export function countPaidStops(visits: readonly PaidVisit[]): number {
  return stopsOf(visits).length
}

interface Stop {
  leg: Leg
  /** 1; 2 when its shipments were completed for the second time on the day, and so on. */
  time: number
  visits: readonly PaidVisit[]
}

function stopsOf(visits: readonly PaidVisit[]): Stop[] {
  const inOrder = visits.toSorted((one, other) => one.shipment_id - other.shipment_id)
  return legs.flatMap((leg) =>
    byTime(inOrder.filter((visit) => visit.leg === leg)).flatMap((visitsOfTime, index) =>
      groupByPlace(visitsOfTime).map((group) => ({ leg, time: index + 1, visits: group })),
    ),
  )
}

/** Divides visits in the order of their shipments into the first ones of all shipments, the second ones, and so on. */
function byTime(visits: readonly PaidVisit[]): PaidVisit[][] {
  const times: PaidVisit[][] = []
  for (const visit of visits) {
    const time = times.find((one) => one.at(-1)?.shipment_id !== visit.shipment_id)
    if (time) time.push(visit)
    else times.push([visit])
  }
  return times
}

function payOfStop(rules: PayRules, { leg, visits }: Stop): Pick<DueCost, 'amount' | 'reason' | 'shares'> {
  const zone = rules.zones.find((one) =>
    visits.some((visit) => visit.zone.trim().toLowerCase() === one.zone.trim().toLowerCase()),
  )
  const forStop = rules.per_stop + (zone?.amount ?? 0)
  const forKg = visits.map((visit) => ({
    shipment_id: visit.shipment_id,
    amount: payOfWeight(rules.per_kg, visit.kg),
  }))
  const kgAmount = forKg.reduce((sum, { amount }) => sum + amount, 0)
  const kg = visits.reduce((sum, visit) => sum + visit.kg, 0)
  const equally = visits.map(({ shipment_id }) => ({ shipment_id, weight: 1 }))
  const parts = [
    ...(rules.per_stop > 0 ? [`stop ${formatRand(rules.per_stop)}`] : []),
    ...(zone ? [`${zone.zone} ${formatRand(zone.amount)}`] : []),
    ...(kgAmount > 0 ? [`${Number(kg.toFixed(2))} kg ${formatRand(kgAmount)}`] : []),
  ]
  const [first] = visits
  const more = visits.length > 1 ? ` and ${visits.length - 1} more` : ''
  return {
    amount: forStop + kgAmount,
    reason: `${leg === 'collection' ? 'Collection' : 'Delivery'} of ${first?.reference ?? ''}${more}: ${parts.join(', ')}`,
    shares: addUp([...shareOut(forStop, equally), ...forKg]),
  }
}

function payOfWeight(perKg: Cents, kg: number): Cents {
  return multiplyDivide(Math.round(kg * grams_per_kg), perKg, grams_per_kg)
}

/**
 * Spreads the cost of a driver’s day evenly over its collections and deliveries, one cost for each leg. Without a
 * visit there is one cost that no shipment bears.
 */
export function spreadOverDay(
  amount: Cents,
  visits: readonly Pick<PaidVisit, 'shipment_id' | 'leg'>[],
  about: Pick<DueCost, 'key' | 'work_day' | 'reason'>,
): DueCost[] {
  if (visits.length === 0) return [{ ...about, leg: 'delivery', amount, shares: [] }]
  const byLeg = legs
    .map((leg) => ({ leg, ofLeg: visits.filter((visit) => visit.leg === leg) }))
    .filter(({ ofLeg }) => ofLeg.length > 0)
  const amounts = apportion(
    amount,
    byLeg.map(({ ofLeg }) => ofLeg.length),
  )
  return byLeg.map(({ leg, ofLeg }, at) => {
    const part = amounts[at] ?? 0
    return {
      ...about,
      key: `${about.key}/${leg}`,
      leg,
      amount: part,
      shares: shareOut(
        part,
        ofLeg.map(({ shipment_id }) => ({ shipment_id, weight: 1 })),
      ),
    }
  })
}
