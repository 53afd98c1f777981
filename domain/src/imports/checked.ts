import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { BulkChange, DriverNames } from './bulk-change.ts'
import { fieldOf, words, type ChangedShipment, type RowEffect } from './undo.ts'

/**
 * Whether an update may change a shipment as it is now: only while what it changes is as its check found it, because a
 * user has confirmed that change. `checked`: the effect according to the check; `names`: the names of drivers, for the
 * reason.
 */
export function mayChangeChecked(
  change: BulkChange,
  checked: Pick<RowEffect, 'before'>,
  now: ChangedShipment,
  names: DriverNames,
): RuleResult {
  const field = fieldOf(change)
  const found = checked.before[field]
  return found === now[field]
    ? true
    : wrongState(
        `Changed since the check: it was ${words(field, found, names)}, and is ${words(field, now[field], names)} now. Check it again.`,
      )
}
