import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import type { Filter } from '../kit/table/filters/filters.ts'
import { useSearchState } from '../kit/url/use-search.ts'

/** Time in ms for which loaded account names count as fresh. */
const quiet_ms = 10 * 60_000
/** Maximum number of accounts offered at a time. */
const max_offered = 50

/**
 * Returns the filter 'Account' under the key `account`, for lists that span accounts; it selects one account at a
 * time. Returns no filter when `isWanted` is false or the viewer may not read accounts. The selected account is
 * loaded too, so that its name is displayed.
 */
export function useAccountFilter(isWanted: boolean): readonly Filter[] {
  const me = useMe()
  const { values } = useSearchState()
  const [typed, setTyped] = useState('')
  const enabled = isWanted && isStaff(me) && mayCall(me, accountsApi.list)
  const chosen = Number(values.account)
  const offered = useQuery({
    ...endpointQuery(accountsApi.list, { search: typed || undefined, limit: max_offered }),
    enabled,
    staleTime: quiet_ms,
    placeholderData: keepPreviousData,
  })
  const named = useQuery({
    ...endpointQuery(accountsApi.list, { id: [chosen], limit: 1 }),
    enabled: enabled && Number.isSafeInteger(chosen) && chosen > 0,
    staleTime: quiet_ms,
  })
  if (!enabled) return []
  const accounts = [...(offered.data?.accounts ?? []), ...(named.data?.accounts ?? [])]
  const options = accounts.map(({ id, name, account_code }) => ({
    value: String(id),
    label: name,
    hint: account_code,
  }))
  return [
    {
      key: 'account',
      label: 'Account',
      kind: 'choice',
      options: [...new Map(options.map((option) => [option.value, option])).values()],
      single: true,
      onSearch: setTyped,
    },
  ]
}
