import { invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { ActionType } from './model.ts'

/** Actions in which parcels change hands, and with `driver_must_scan_each_parcel` each of them is scanned. */
const handing_over: ReadonlySet<ActionType> = new Set([
  'load',
  'collect',
  'deliver',
  'deposit-in-locker',
  'hand-to-counter',
  'return-to-sender',
])

/** How long after the act the driver still stands before the parcels and can scan what was left out. */
export const scan_again_minutes = 10

/** The parcels of an action that were not scanned; empty when the action or the provider asks for no scans. */
export function unscannedParcels(
  type: ActionType,
  mustScan: boolean,
  parcels: readonly string[],
  scanned: readonly string[],
): string[] {
  return mustScan && handing_over.has(type) ? parcels.filter((one) => !scanned.includes(one)) : []
}

/**
 * Whether an action with unscanned parcels counts. While the driver can still scan it is refused with what to scan. One
 * that comes late, from a phone that had no signal or not yet this rule, has happened and cannot be made good: it
 * counts, and the server marks it for the office instead (SET-044, docs/domain/reliability.md#field-events).
 */
export function mayGoUnscanned(unscanned: readonly string[], happened: Date, now: Date): RuleResult {
  const [first] = unscanned
  const isLate = now.getTime() - happened.getTime() > scan_again_minutes * 60_000
  if (first === undefined || isLate) return true
  const others = unscanned.length - 1
  const which = others === 0 ? first : `${first} and ${others} more`
  return invalid(`Every parcel must be scanned. Scan ${which}, then try again.`, [
    { field: 'scanned_references', message: `${which} not scanned` },
  ])
}
