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

/** Stale time of lists that rarely change, in ms. */
const quiet_ms = 10 * 60_000
/** Number of accounts offered before the user types. */
const first_accounts = 50

const no_tags: readonly ShipmentTag[] = []

type Named = { id: number; name: string }
const optionOf = ({ id, name }: Named): Option<string> => ({ value: String(id), label: name })

/**
 * Returns the filter options. They are cached; options that the user may not read are empty. The accounts include the
 * `chosen` ones, so that their names can be displayed.
 */
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

/** Returns the branches of the company with their coordinates; none for customers. */
export function useBranches() {
  return useCompany()?.branches ?? []
}

/** Returns all current and former drivers of the company, for displaying names; none for customers. */
export function useAllDrivers() {
  return useCompany()?.drivers ?? []
}

/** Returns the current drivers of the company; none for customers. */
export function useDrivers() {
  return useAllDrivers().filter((driver) => driver.deleted_date === null)
}

/** Returns the shipment tags of the company; none for customers. */
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
