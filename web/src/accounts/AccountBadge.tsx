import type { Account } from '@waybill/domain/accounts/model'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { accountState } from './account-state.ts'

/** Badge with the state of an account: active, on hold, overdue, inactive or closed. */
export function AccountBadge({
  account,
  size = 'normal',
}: {
  account: Pick<Account, 'status' | 'is_on_hold' | 'derived_status'>
  size?: 'normal' | 'large'
}) {
  const { family, label } = accountState(account)
  return (
    <StatusBadge
      family={family}
      label={label}
      size={size}
      {...(family === 'green' ? { mark: 'tick' as const } : {})}
    />
  )
}
