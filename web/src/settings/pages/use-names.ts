import { useQuery } from '@tanstack/react-query'
import { interhub_carriers, interhub_service_levels } from '@waybill/domain/hub/settings'
import type { NamedThing } from '@waybill/domain/kit/setting-control'
import { ratesApi } from '@waybill/domain/rates/api'
import { startupApi } from '@waybill/domain/startup/api'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Option } from '../../kit/form/choices/options.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'

/** Time for which the company’s lists are served from the cache, in ms. */
const quiet_ms = 60_000

/** Returns the company’s objects of a kind as options; `null` while loading. */
export function useNames(thing: NamedThing): readonly Option<string>[] | null {
  const me = useMe()
  const carriers = useSetting(interhub_carriers)
  const lineHaul = useSetting(interhub_service_levels)
  const company = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    enabled: thing === 'branch' || thing === 'branch id' || thing === 'driver',
    staleTime: quiet_ms,
  })
  const levels = useQuery({
    ...endpointQuery(ratesApi.serviceLevels, { is_active: true }),
    enabled: thing === 'service level' && mayCall(me, ratesApi.serviceLevels),
    staleTime: quiet_ms,
  })
  if (company.isLoading || levels.isLoading) return null
  switch (thing) {
    case 'branch':
    case 'branch id':
      return (company.data?.branches ?? []).map(({ id, name, public_name }) => ({
        value: thing === 'branch' ? name : String(id),
        label: name,
        ...(public_name ? { hint: public_name } : {}),
      }))
    case 'driver':
      return (company.data?.drivers ?? [])
        .filter((driver) => driver.deleted_date === null)
        .map(({ username, name }) => ({ value: username, label: name || username }))
    case 'service level':
      return (levels.data?.service_levels ?? []).map(({ code, name }) => ({
        value: code,
        label: name,
        hint: code,
      }))
    case 'line-haul level':
      return lineHaul.map((name) => ({ value: name, label: name }))
    case 'carrier':
      return carriers.map(({ name }) => ({ value: name, label: name }))
  }
}
