import { invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import type { ActionType } from './model.ts'
import { codedText } from '../kit/answers/coded-text.ts'

/**
 * Statuses from which a parcel can be loaded onto the vehicle
 * (docs/domain/routing-and-drivers.md#what-drivers-report). A collected parcel may be delivered without a scan at a hub.
 */
export const loadable_statuses: readonly ShipmentStatus[] = [
  'collected',
  'at-hub',
  'at-destination-hub',
  'returned-to-hub',
  'delivery-assigned',
]

/** Actions that hand parcels over. With `driver_must_scan_each_parcel` every parcel must be scanned for them. */
const handing_over: ReadonlySet<ActionType> = new Set([
  'load',
  'collect',
  'deliver',
  'deposit-in-locker',
  'hand-to-counter',
  'return-to-sender',
])

/**
 * How many minutes after an action the driver is assumed to be still with the parcels and able to scan the missing
 * ones.
 */
export const scan_again_minutes = 10

/** Returns the parcels of an action that were not scanned; empty when the action or the provider requires no scans. */
export function unscannedParcels(
  type: ActionType,
  mustScan: boolean,
  parcels: readonly string[],
  scanned: readonly string[],
): string[] {
  return mustScan && handing_over.has(type) ? parcels.filter((one) => !scanned.includes(one)) : []
}

/**
 * Checks whether an action with unscanned parcels is accepted. While the driver can still scan, it is rejected with
 * the parcels to scan. A late action, from a phone that had no signal or did not have this rule yet, cannot be
 * corrected: it is accepted, and the server marks it for staff instead (SET-044,
 * docs/domain/reliability.md#field-events).
 */
export function mayGoUnscanned(unscanned: readonly string[], happened: Date, now: Date): RuleResult {
  const [first] = unscanned
  const isLate = now.getTime() - happened.getTime() > scan_again_minutes * 60_000
  if (first === undefined || isLate) return true
  const others = unscanned.length - 1
  const text =
    others === 0
      ? codedText('scan_parcel', { parcel: first })
      : codedText('scan_parcels', { parcel: first, others })
  const which = others === 0 ? first : `${first} and ${others} more`
  return invalid(text, [{ field: 'scanned_references', message: `${which} not scanned` }])
}
