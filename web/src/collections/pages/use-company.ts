import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { startupApi } from '@waybill/domain/startup/api'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Option } from '../../kit/form/choices/options.ts'
import { useMe } from '../../kit/session/me.ts'

/** Milliseconds for which lists that hardly change are taken as they are. */
const quiet_ms = 10 * 60_000

function useCompany() {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    enabled: isStaff(me),
    staleTime: quiet_ms,
  })
  return data
}

/** The company's branches to choose from; none for customers. */
export function useBranchOptions(): readonly Option<string>[] {
  return (useCompany()?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
}

/** The drivers who work for the company to choose from; none for customers. */
export function useDriverOptions(): readonly Option<string>[] {
  return (useCompany()?.drivers ?? [])
    .filter((driver) => driver.deleted_date === null)
    .map(({ username, name }) => ({ value: username, label: name || username }))
}
