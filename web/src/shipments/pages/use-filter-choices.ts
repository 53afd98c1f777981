import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { ratesApi } from '@waybill/domain/rates/api'
import { startupApi } from '@waybill/domain/startup/api'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Option } from '../../kit/form/choices/options.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { FilterChoices } from '../lists/list-filters.ts'
import type { ShipmentTag } from '../notes-and-tags/ShipmentTags.tsx'

/** Milliseconds for which lists that hardly change are taken as they are. */
const quiet_ms = 10 * 60_000
/** Accounts shown before anything is typed. */
const first_accounts = 50

const no_tags: readonly ShipmentTag[] = []

type Named = { id: number; name: string }
const optionOf = ({ id, name }: Named): Option<string> => ({ value: String(id), label: name })

/** What the filters offer, read once and kept; what somebody may not read is not offered. `chosen` accounts keep their names. */
export function useFilterChoices(chosen: readonly string[]): FilterChoices {
  const me = useMe()
  const [typed, setTyped] = useState('')
  const viewerIsStaff = isStaff(me)
  const seesAccounts = viewerIsStaff && mayCall(me, accountsApi.list)
  const accounts = useQuery({
    ...endpointQuery(accountsApi.list, { search: typed || undefined, limit: first_accounts }),
    enabled: seesAccounts,
    staleTime: quiet_ms,
    placeholderData: keepPreviousData,
  })
  const ids = chosen.map(Number).filter(Number.isSafeInteger)
  const named = useQuery({
    ...endpointQuery(accountsApi.list, { id: ids, limit: ids.length }),
    enabled: seesAccounts && ids.length > 0,
    staleTime: quiet_ms,
    placeholderData: keepPreviousData,
  })
  const branches = useBranches()
  const drivers = useDrivers()
  const tags = useShipmentTags()
  const levels = useQuery({
    ...endpointQuery(ratesApi.serviceLevels, { is_active: true }),
    enabled: mayCall(me, ratesApi.serviceLevels),
    staleTime: quiet_ms,
  })
  const found = [...(accounts.data?.accounts ?? []), ...(named.data?.accounts ?? [])]
  return {
    accounts: [
      ...new Map(
        found.map((account) => [account.id, { ...optionOf(account), hint: account.account_code }]),
      ).values(),
    ],
    branches: branches.map(optionOf),
    tags: tags.map(({ name }) => ({ value: name, label: name })),
    drivers: drivers.map(({ username, name }) => ({ value: username, label: name || username })),
    service_levels: (levels.data?.service_levels ?? []).map(({ code, name }) => ({
      value: code,
      label: name,
      hint: code,
    })),
    ...(seesAccounts ? { searchAccounts: setTyped } : {}),
  }
}

/** The branches of the company with their places; none for customers. */
export function useBranches() {
  return useCompany()?.branches ?? []
}

/** Everybody who drives or drove for the company, for names; none for customers. */
export function useAllDrivers() {
  return useCompany()?.drivers ?? []
}

/** The drivers who work for the company; none for customers. */
export function useDrivers() {
  return useAllDrivers().filter((driver) => driver.deleted_date === null)
}

/** The tags of shipments; none for customers. */
export function useShipmentTags(): readonly ShipmentTag[] {
  return useCompany()?.shipment_tags ?? no_tags
}

function useCompany() {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    enabled: isStaff(me),
    staleTime: quiet_ms,
  })
  return data
}
