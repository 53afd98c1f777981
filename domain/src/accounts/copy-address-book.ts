import { isOffice, type Actor } from '../kit/actor.ts'
import { forbidden, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** Maximum number of accounts that receive a copy in one request. */
export const max_copy_accounts = 50
/** Maximum number of entries in the address book that is copied. */
export const max_copied_entries = 10_000

/** The fields that identify an entry: two entries are the same when name (in any case) and address are equal. */
export interface SameBy {
  name: string
  address_id: number
}

const keyOf = ({ name, address_id }: SameBy): string =>
  `${address_id} ${name.trim().replaceAll(/\s+/g, ' ').toLowerCase()}`

/**
 * Returns the source entries that `held` lacks: each once, and none that is already there with the same name and
 * address (TOOL-011).
 */
export function entriesToCopy<Entry extends SameBy>(
  source: readonly Entry[],
  held: readonly SameBy[],
): Entry[] {
  const known = new Set(held.map(keyOf))
  return source.filter((entry) => {
    const key = keyOf(entry)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

/** Returns the problem with the chosen accounts, if there is one. */
export function checkCopy({
  from_account_id,
  to_account_ids,
}: {
  from_account_id: number | null
  to_account_ids: readonly number[]
}): FieldProblem[] {
  if (from_account_id === null)
    return [{ field: 'from_account_id', message: 'Choose the account whose addresses are copied.' }]
  if (to_account_ids.length === 0)
    return [{ field: 'to_account_ids', message: 'Choose at least one account to copy them to.' }]
  if (to_account_ids.length > max_copy_accounts)
    return [
      {
        field: 'to_account_ids',
        message: `At most ${max_copy_accounts} accounts at once; these are ${to_account_ids.length}. Copy in parts.`,
      },
    ]
  if (to_account_ids.includes(from_account_id))
    return [
      {
        field: 'to_account_ids',
        message: 'An account cannot receive its own addresses. Remove it from the list.',
      },
    ]
  return []
}

/**
 * Whether `actor` may copy address books between accounts, in addition to the endpoint's permission. Only staff who
 * are not drivers may.
 */
export function mayCopyAddressBook(actor: Actor): RuleResult {
  return isOffice(actor)
    ? true
    : forbidden('Only company staff can copy address books between accounts. Ask them.')
}
