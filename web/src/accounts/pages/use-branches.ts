import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { mapsApi } from '@waybill/domain/maps/api'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'

/** Milliseconds for which the branches are taken as they are. */
const quiet_ms = 10 * 60_000

/** The branches of the company, for staff who may read them. */
export function useBranches(): readonly { id: number; name: string }[] {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(mapsApi.branches, {}),
    enabled: isStaff(me) && mayCall(me, mapsApi.branches),
    staleTime: quiet_ms,
  })
  return data?.branches ?? []
}
