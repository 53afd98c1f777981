import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { startupApi } from '@waybill/domain/startup/api'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Option } from '../../kit/form/choices/options.ts'
import { useMe } from '../../kit/session/me.ts'

/** Time for which these rarely changing lists are served from the cache, in ms. */
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

/** Returns the company’s branches as options; none for customers. */
export function useBranchOptions(): readonly Option<string>[] {
  return (useCompany()?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
}

/** Returns the company’s active drivers as options; none for customers. */
export function useDriverOptions(): readonly Option<string>[] {
  return (useCompany()?.drivers ?? [])
    .filter((driver) => driver.deleted_date === null)
    .map(({ username, name }) => ({ value: username, label: name || username }))
}
