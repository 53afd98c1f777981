import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { spendable } from '@waybill/domain/accounts/affordability'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { formatRand } from '@waybill/domain/kit/money'
import { hasPermission } from '@waybill/domain/kit/actor'
import { endpointQuery } from '../kit/api/index.ts'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import { useSearchText } from '../kit/form/choices/use-search.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { account_type_labels, accountState } from './account-state.ts'
import styles from './account-picker.module.css'

const max_results = 20
const pause_ms = 200
const bookable = (forBooking: boolean) => (forBooking ? { for_booking: true } : {})

/**
 * Returns one account with its money and parcel types; `null` while loading or when the viewer may not read accounts.
 * `forBooking`: staff limited to a branch get the guest account, too.
 */
export function useAccount(id: number | null, { forBooking = false } = {}): ListedAccount | null {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(accountsApi.list, {
      id: id === null ? undefined : [id],
      limit: 1,
      ...bookable(forBooking),
    }),
    enabled: id !== null && mayCall(me, accountsApi.list),
  })
  return data?.accounts.find((account) => account.id === id) ?? null
}

/**
 * Account field for staff. Searches by code or name, and displays the state and the spendable amount of the chosen
 * account. `forBooking`: staff limited to a branch can choose the guest account, too.
 */
export function AccountPicker({
  binding,
  chosen,
  label = 'Account',
  hideLabel = false,
  forBooking = false,
}: {
  binding: FieldBinding<number | null>
  chosen: ListedAccount | null
  label?: string
  hideLabel?: boolean
  forBooking?: boolean
}) {
  const { text, setText, search, isSettled } = useSearchText(pause_ms)
  const found = useQuery({
    ...endpointQuery(accountsApi.list, {
      search: search || undefined,
      status: ['open'],
      limit: max_results,
      ...bookable(forBooking),
    }),
    placeholderData: keepPreviousData,
  })
  const accounts = found.data?.accounts ?? []
  const isMissing = chosen !== null && !accounts.some(({ id }) => id === chosen.id)
  const all = text === '' && isMissing ? [chosen, ...accounts] : accounts
  return (
    <div className={styles.picker}>
      <SelectField
        {...binding}
        label={label}
        hideLabel={hideLabel}
        placeholder="Code or name"
        options={all.map((account) => ({
          value: account.id,
          label: account.name,
          hint: account.account_code,
        }))}
        onSearch={setText}
        isSearching={!isSettled || found.isPlaceholderData || found.isPending}
      />
      {chosen && <AccountBalanceState account={chosen} />}
    </div>
  )
}

/** Displays the state and type of an account and, to viewers who see money, its balance or remaining credit. */
export function AccountBalanceState({ account }: { account: ListedAccount }) {
  const me = useMe()
  const { family, label } = accountState(account)
  const kind = account_type_labels[account.account_type]
  const left = formatRand(spendable(account))
  const money = account.account_type === 'postpaid' ? `${left} credit left` : `${left} balance`
  return (
    <div className={styles.standing}>
      <StatusBadge family={family} label={label} {...(family === 'green' ? { mark: 'tick' as const } : {})} />
      <span>
        {kind}
        {hasPermission(me, 'INLINE_see_billing_info') && account.account_type !== 'guest' && ` · ${money}`}
      </span>
    </div>
  )
}
