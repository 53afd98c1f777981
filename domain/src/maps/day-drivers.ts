import { branchLimit, hasPermission, type Actor } from '../kit/actor.ts'
import { forbidden, notFound, wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** What decides whether an area may be given to a driver for a day. Days are `YYYY-MM-DD`. */
interface AreaGiving {
  day: string
  today: string
  area: { name: string; branch_id: number | null; is_active: boolean }
  /** `null` when the area goes back to its usual drivers. */
  driver: {
    name: string
    branch_id: number | null
    is_removed: boolean
    licence_expiry: string | null
  } | null
}

/** Checks whether a user may give an area to a driver for a day (docs/domain/routing-and-drivers.md#areas-by-day). */
export function mayGiveArea(actor: Actor, { day, today, area, driver }: AreaGiving): RuleResult {
  const limit = branchLimit(actor)
  if (limit !== null && area.branch_id !== limit) return notFound('Could not find this area.')
  if (day < today) return wrongState(`${day} is over. Choose today or a later day.`)
  if (driver === null) return true
  if (!area.is_active)
    return wrongState(`${area.name} is switched off. Switch it on before you give it to a driver.`)
  if (driver.is_removed) return wrongState(`${driver.name} cannot sign in any more. Choose another driver.`)
  if (driver.licence_expiry !== null && driver.licence_expiry < day)
    return wrongState(`The licence of ${driver.name} is not valid on ${day}. Choose another driver.`)
  if (driver.branch_id !== area.branch_id && !hasPermission(actor, 'INLINE_assign_any_driver'))
    return forbidden(
      `${driver.name} works at another branch. Ask somebody who may assign drivers of other branches.`,
    )
  return true
}

/**
 * Returns the driver who gets the work of an area: the one to whom it was given for the day, also while off duty, else
 * the first of its drivers who is on duty; `null` when there is none.
 */
export function driverOfArea(
  drivers: readonly string[],
  given: string | undefined,
  onDuty: ReadonlySet<string>,
): string | null {
  return given ?? drivers.find((username) => onDuty.has(username)) ?? null
}
