import { z } from 'zod'
import { hasPermission, type Actor } from '../kit/actor.ts'
import { formatDate, formatWeight } from '../kit/texts/format.ts'
import { forbidden, invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** The data of a driver that matters when work is assigned. */
export interface DriverState {
  name: string
  branch_id: number | null
  branch_name: string
  /** Names of the zones of the driver; a driver without zones may drive everywhere. */
  zones: readonly string[]
  /** The driver may not sign in. */
  is_disabled: boolean
  on_duty: boolean
  /** The last day of the driving licence, `YYYY-MM-DD`. */
  licence_expiry: string | null
  /** Maximum load of the vehicle in kg; 0 when unknown. */
  vehicle_max_weight: number
  /** Load of the driver already planned on the day of the work: number of stops, and weight in kg. */
  stops: number
  kg: number
}

/** Work to be assigned to a driver. */
export interface DriverWork {
  /** Branches whose drivers normally do this work; empty while no branch is known. */
  branch_ids: readonly number[]
  /** The zone of the work; `''` when unknown. */
  zone: string
  /** Day of the work, `YYYY-MM-DD`. */
  day: string
  /** What the work adds: number of stops, and weight in kg. */
  stops: number
  kg: number
}

/**
 * Returns the reasons against giving some work to a driver, each as the rest of a sentence that starts with the name
 * of the driver; empty when there are none. `max_stops` is the maximum number of stops per day in the company;
 * `today` is `YYYY-MM-DD`.
 */
export function driverDoubts(
  driver: DriverState,
  work: DriverWork,
  { max_stops, today }: { max_stops: number; today: string },
): string[] {
  const { branch_id, zones, licence_expiry, vehicle_max_weight } = driver
  const isElsewhere = branch_id !== null && work.branch_ids.length > 0 && !work.branch_ids.includes(branch_id)
  const isOutside = !isElsewhere && work.zone !== '' && zones.length > 0 && !zones.includes(work.zone)
  const [stops, kg] = [driver.stops + work.stops, driver.kg + work.kg]
  const isTooHeavy = work.kg > 0 && vehicle_max_weight > 0 && kg > vehicle_max_weight
  return [
    isElsewhere ? `belongs to ${driver.branch_name}` : '',
    isOutside ? `does not drive ${work.zone}` : '',
    driver.is_disabled ? 'may not sign in' : '',
    !driver.on_duty && work.day <= today ? 'is off duty' : '',
    licence_expiry !== null && licence_expiry < work.day
      ? `has a licence that expired on ${formatDate(licence_expiry)}`
      : '',
    work.stops > 0 && stops > max_stops ? `has ${driver.stops} of ${max_stops} stops already` : '',
    isTooHeavy
      ? `would carry ${formatWeight(kg)} in a vehicle rated for ${formatWeight(vehicle_max_weight)}`
      : '',
  ].filter(Boolean)
}

/** Formats the doubts about a driver as one sentence: `Sipho belongs to Durban and is off duty.` */
export function doubtSentence(name: string, doubts: readonly string[]): string {
  const [last = '', ...others] = doubts.toReversed()
  const before = others.toReversed().join(', ')
  return `${name} ${before === '' ? last : `${before} and ${last}`}.`
}

/** Returns the message a form displays while a doubtful driver is selected and not confirmed. */
export function confirmSentence(name: string, doubts: readonly string[]): string {
  return `${doubtSentence(name, doubts)} Choose another driver, or assign anyway.`
}

/**
 * Checks whether the actor may assign work to a driver. A driver of another branch requires
 * `INLINE_assign_any_driver`; any doubt requires a confirmation (`assignAnyway`).
 */
export function mayAssign(
  actor: Actor,
  driver: Pick<DriverState, 'name' | 'branch_id'>,
  work: Pick<DriverWork, 'branch_ids'>,
  doubts: readonly string[],
  assignAnyway: boolean | undefined,
): RuleResult {
  const isForeign = driver.branch_id !== null && !work.branch_ids.includes(driver.branch_id)
  if (isForeign && !hasPermission(actor, 'INLINE_assign_any_driver'))
    return forbidden(`${driver.name} belongs to another branch.`)
  if (doubts.length === 0 || assignAnyway) return true
  const message = confirmSentence(driver.name, doubts)
  return invalid(message, [{ field: 'assign_anyway', message }])
}

/** A driver in a selection list, with the doubts for the requested work. */
export const DriverChoice = z.object({
  username: z.string(),
  name: z.string(),
  branch_name: z.string(),
  zones: z.array(z.string()),
  /** Number of planned stops on the day of the work. */
  stops: z.int(),
  /** The reasons against this driver, each as the rest of a sentence that starts with the name. */
  doubts: z.array(z.string()),
})
export type DriverChoice = z.output<typeof DriverChoice>
