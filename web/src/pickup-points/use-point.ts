import { useQuery } from '@tanstack/react-query'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { pickup_point_providers, type PickupPoint } from '@waybill/domain/pickup-points/model'
import { endpointQuery } from '../kit/api/index.ts'

/** How long a point stays fresh after it was read, in ms. */
const quiet_ms = 5 * 60_000

/**
 * Returns a pickup point by its id and network: `undefined` while it is loading, `null` when there is no such point
 * here.
 */
export function usePoint(id: string, network: string): PickupPoint | null | undefined {
  const query = useQuery({
    ...endpointQuery(pickupPointsApi.list, {
      pickup_point_id: id,
      pickup_point_provider: pickup_point_providers.find((one) => one === network),
      limit: 1,
    }),
    enabled: id !== '',
    staleTime: quiet_ms,
  })
  return query.data ? (query.data.pickup_points[0] ?? null) : undefined
}
