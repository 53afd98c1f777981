import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import type { Filter } from '../kit/table/filters/filters.ts'
import { useSearchState } from '../kit/url/use-search.ts'

/** Milliseconds for which names of accounts are taken as they are. */
const quiet_ms = 10 * 60_000
/** Accounts offered before anything is typed. */
const max_offered = 50

/**
 * The filter 'Account' of a list that spans accounts, one account at a time, under the key `account`; none when it is
 * not wanted or the viewer may not read accounts. The chosen account keeps its name.
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
