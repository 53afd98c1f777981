import { imported_state_labels, type ImportedPayment } from '@waybill/domain/payments/imported-payment'
import { StatusBadge, type StatusFamily } from '../../kit/ui/values/StatusBadge.tsx'

const families: Record<ImportedPayment['state'], StatusFamily> = {
  unmatched: 'yellow',
  suggested: 'blue',
  'possible-duplicate': 'red',
  matched: 'green',
  split: 'green',
  ignored: 'grey',
}

/** The state badge of an imported payment. */
export function ImportedBadge({
  payment: { state, posted_by_hand },
  size = 'normal',
}: {
  payment: ImportedPayment
  size?: 'normal' | 'large'
}) {
  const isPosted = posted_by_hand !== ''
  return (
    <StatusBadge
      family={isPosted ? 'red' : families[state]}
      label={isPosted ? 'Probably posted by hand' : imported_state_labels[state]}
      size={size}
      {...(families[state] === 'green' ? { mark: 'tick' as const } : {})}
    />
  )
}

/** The account or accounts of a payment, posted or suggested: `Overberg Books (OVB014)`, `2 accounts`, or `''`. */
export function whoseText({ parts, suggestion }: ImportedPayment): string {
  const active = parts.filter(({ has_been_reversed }) => !has_been_reversed)
  const [first] = active
  if (active.length > 1) return `${active.length} accounts`
  const account = first?.account ?? suggestion?.account
  return account ? accountText(account) : ''
}

/** Returns the account as text, such as `Overberg Books (OVB014)`. */
export function accountText({ name, account_code }: { name: string; account_code: string }): string {
  return `${name} (${account_code})`
}
