import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { mapsApi } from '@waybill/domain/maps/api'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'

/** Time in ms for which loaded branches count as fresh. */
const quiet_ms = 10 * 60_000

/** Returns the branches of the company, for staff who may read them; otherwise an empty list. */
export function useBranches(): readonly { id: number; name: string }[] {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(mapsApi.branches, {}),
    enabled: isStaff(me) && mayCall(me, mapsApi.branches),
    staleTime: quiet_ms,
  })
  return data?.branches ?? []
}
