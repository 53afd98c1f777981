import { useQuery } from '@tanstack/react-query'
import { tagTypeOf } from '@waybill/domain/maps/zone-rules'
import { ratesApi } from '@waybill/domain/rates/api'
import { startupApi } from '@waybill/domain/startup/api'
import { tagsApi } from '@waybill/domain/tags/api'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { ZoneChoices } from '../zones/ZoneFields.tsx'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'

const quiet_ms = 10 * 60_000

/** Loads the options of the area form: branches, drivers, tags and service levels. */
export function useZoneChoices(kind: ZoneKind): ZoneChoices {
  const me = useMe()
  const general = useQuery({ ...endpointQuery(startupApi.generalData, {}), staleTime: quiet_ms }).data
  const type = tagTypeOf(kind)
  const tags = useQuery({
    ...endpointQuery(tagsApi.tags, { type: type ?? undefined }),
    enabled: type !== null && mayCall(me, tagsApi.tags),
  }).data
  const levels = useQuery({
    ...endpointQuery(ratesApi.serviceLevels, { is_active: true }),
    enabled: kind === 'exceptions' && mayCall(me, ratesApi.serviceLevels),
    staleTime: quiet_ms,
  }).data
  return {
    branches: (general?.branches ?? []).map(({ id, name, public_name }) => ({
      value: id,
      label: `${name} ${public_name}`,
    })),
    drivers: (general?.drivers ?? [])
      .filter(({ deleted_date }) => deleted_date === null)
      .map(({ username, name }) => ({ value: username, label: name || username })),
    tags: (tags?.tags ?? []).map(({ name }) => ({ value: name, label: name })),
    service_levels: (levels?.service_levels ?? []).map(({ id, name, code }) => ({
      value: id,
      label: `${code} ${name}`,
    })),
  }
}
