import { IconBuildingSkyscraper, IconUser } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { identityApi } from '@waybill/domain/identity/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { settingsApi } from '@waybill/domain/settings/api'
import { endpointQuery } from '../../kit/api/index.ts'
import { useSettled } from '../../kit/form/choices/use-settled.ts'
import { mayCall, useAppSession } from '../../kit/session/me.ts'
import { useAccess } from '../access.ts'
import { mayVisit } from '../pages.ts'
import type { PaletteEntry } from './entries.ts'

const typing_pause_ms = 120
/** Minimum text length for a search on the server. */
const min_name_length = 2
/** Maximum number of results per kind. */
const max_results = 5
/** Minimum text length for a search of callers. */
const min_caller_length = 3

/**
 * Returns the accounts, users and settings that match the typed text, for staff and within their permissions.
 * `isSearching` is true while the results do not yet match the text.
 */
export function useFoundEntries(typed: string): { found: readonly PaletteEntry[]; isSearching: boolean } {
  const access = useAccess()
  const { me } = access
  const { allowances } = useAppSession()
  const text = typed.trim()
  const search = useSettled(text, typing_pause_ms)
  const requests = isStaff(me) && search.length >= min_name_length
  const accounts = useQuery({
    ...endpointQuery(accountsApi.list, { search, limit: max_results }),
    enabled: requests && mayVisit('/accounts/1', access) && mayCall(me, accountsApi.list),
  })
  const people = useQuery({
    ...endpointQuery(identityApi.users, { search, limit: max_results, is_api_user: false }),
    enabled: requests && mayVisit('/users/1', access) && mayCall(me, identityApi.users),
  })
  const callers = useQuery({
    queryKey: ['palette callers', search],
    queryFn: async ({ signal }) => (await import('./caller-entries.ts')).callerEntries(search, signal),
    enabled: requests && search.length >= min_caller_length && mayVisit('/callers', access),
  })
  const settings = useQuery({
    queryKey: ['palette settings', me.username],
    queryFn: async ({ signal }) =>
      (await import('./setting-entries.ts')).settingEntries({ me, allowances }, signal),
    enabled: requests && mayVisit('/settings', access) && mayCall(me, settingsApi.list),
    staleTime: 60_000,
  })
  if (!isStaff(me) || text.length < min_name_length) return { found: [], isSearching: false }
  if (search !== text) return { found: settings.data ?? [], isSearching: true }
  return {
    isSearching: accounts.isFetching || people.isFetching || callers.isFetching,
    found: [
      ...(accounts.data?.accounts ?? []).map(({ id, name, account_code }): PaletteEntry => ({
        key: `account ${id}`,
        group: 'Records',
        label: name,
        hint: `Account ${account_code}`,
        icon: IconBuildingSkyscraper,
        to: `/accounts/${id}`,
        isAlways: true,
      })),
      ...(people.data?.users ?? []).map(({ id, name, username, account_name }): PaletteEntry => ({
        key: `person ${id}`,
        group: 'Records',
        label: name || username,
        hint: account_name ?? 'Staff',
        icon: IconUser,
        to: `/users/${id}`,
        isAlways: true,
      })),
      ...(callers.data ?? []),
      ...(settings.data ?? []),
    ],
  }
}
