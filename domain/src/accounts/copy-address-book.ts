import { isOffice, type Actor } from '../kit/actor.ts'
import { forbidden, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** Accounts that receive a copy at once. */
export const max_copy_accounts = 50
/** Entries of the address book that is copied. */
export const max_copied_entries = 10_000

/** By what two entries are the same: their name, in any case, and their address. */
export interface SameBy {
  name: string
  address_id: number
}

const keyOf = ({ name, address_id }: SameBy): string =>
  `${address_id} ${name.trim().replaceAll(/\s+/g, ' ').toLowerCase()}`

/** The entries an address book lacks: each once, and none that it holds already under the same name and address (TOOL-011). */
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

/** What is wrong with the accounts somebody chose. */
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
    return [{ field: 'to_account_ids', message: 'Choose at least one account that receives them.' }]
  if (to_account_ids.length > max_copy_accounts)
    return [
      {
        field: 'to_account_ids',
        message: `At most ${max_copy_accounts} accounts at once; these are ${to_account_ids.length}. Copy in parts.`,
      },
    ]
  if (to_account_ids.includes(from_account_id))
    return [{ field: 'to_account_ids', message: 'An account cannot receive its own addresses. Take it out.' }]
  return []
}

/** Whether somebody may copy address books between accounts, beside the permission of the call. */
export function mayCopyAddressBook(actor: Actor): RuleResult {
  return isOffice(actor)
    ? true
    : forbidden('Address books are copied between accounts by the staff of the company. Ask them.')
}
