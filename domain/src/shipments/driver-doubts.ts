import { z } from 'zod'
import { hasPermission, type Actor } from '../kit/actor.ts'
import { formatDate, formatWeight } from '../kit/texts/format.ts'
import { forbidden, invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** A driver as somebody who gives work out sees them. */
export interface DriverState {
  name: string
  branch_id: number | null
  branch_name: string
  /** Names of the zones the driver drives; one without any may drive everywhere. */
  zones: readonly string[]
  /** May not sign in. */
  is_disabled: boolean
  on_duty: boolean
  /** The last day of the driving licence, `YYYY-MM-DD`. */
  licence_expiry: string | null
  /** kg the vehicle takes; 0 when unknown. */
  vehicle_max_weight: number
  /** What the driver has to do already on the day of the work: stops, and kg on them. */
  stops: number
  kg: number
}

/** What a driver is to be given. */
export interface DriverWork {
  /** Whose drivers are at home in it; empty while no branch is known. */
  branch_ids: readonly number[]
  /** The zone it lies in; `''` when unknown. */
  zone: string
  /** `YYYY-MM-DD`. */
  day: string
  /** How much it adds: stops, and kg. */
  stops: number
  kg: number
}

/**
 * Why a driver is an unlikely choice for some work, each as the rest of a sentence about the driver; empty when nothing
 * speaks against it. `max_stops` is the company's limit of stops a day, `today` is `YYYY-MM-DD`.
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
      ? `has a licence that ended on ${formatDate(licence_expiry)}`
      : '',
    work.stops > 0 && stops > max_stops ? `has ${driver.stops} of ${max_stops} stops already` : '',
    isTooHeavy ? `would carry ${formatWeight(kg)} in a vehicle for ${formatWeight(vehicle_max_weight)}` : '',
  ].filter(Boolean)
}

/** The doubts about a driver as one sentence: `Sipho belongs to Durban and is off duty.` */
export function doubtSentence(name: string, doubts: readonly string[]): string {
  const [last = '', ...others] = doubts.toReversed()
  const before = others.toReversed().join(', ')
  return `${name} ${before === '' ? last : `${before} and ${last}`}.`
}

/** What a form says while a doubtful driver is chosen and not confirmed. */
export function confirmSentence(name: string, doubts: readonly string[]): string {
  return `${doubtSentence(name, doubts)} Choose another driver, or assign anyway.`
}

/**
 * Whether somebody may give work to a driver: of another branch only with `INLINE_assign_any_driver`, and of whom
 * something is doubtful only when that was confirmed (`assign_anyway`).
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

/** A driver in a list to choose from, for the work that was asked about. */
export const DriverChoice = z.object({
  username: z.string(),
  name: z.string(),
  branch_name: z.string(),
  zones: z.array(z.string()),
  /** Stops there are to do on that day. */
  stops: z.int(),
  /** Why the driver is an unlikely choice, as the rest of a sentence about them. */
  doubts: z.array(z.string()),
})
export type DriverChoice = z.output<typeof DriverChoice>
