import type { Account, SavedCard } from '@waybill/domain/accounts/model'
import type { StatusFamily } from '../kit/ui/values/StatusBadge.tsx'

/** Returns the label and colour of an account's state badge (docs/domain/interface.md#other-states). */
export function accountState(account: Pick<Account, 'status' | 'is_on_hold' | 'derived_status'>): {
  family: StatusFamily
  label: string
} {
  if (account.status === 'closed') return { family: 'grey', label: 'Closed' }
  if (account.is_on_hold) return { family: 'red', label: 'On hold' }
  if (account.derived_status === 'overdue') return { family: 'red', label: 'Overdue' }
  return account.derived_status === 'inactive'
    ? { family: 'grey', label: 'Inactive' }
    : { family: 'green', label: 'Active' }
}

/** Display labels of the account types. */
export const account_type_labels: Readonly<Record<Account['account_type'], string>> = {
  prepaid: 'Prepaid',
  postpaid: 'Postpaid',
  guest: 'Guest',
}

/** Formats a saved card for display, for example `Visa ending in 4242` (ACC-003). */
export function cardText({ card_association, card_pan }: SavedCard): string {
  return `${card_association} ending in ${card_pan.slice(-4)}`
}
