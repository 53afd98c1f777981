import { useQueries } from '@tanstack/react-query'
import { titleOfLocations } from '@waybill/domain/pickup-points/address-types'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { pickup_point_types } from '@waybill/domain/pickup-points/model'
import {
  enable_bob_box,
  enable_ram_counters,
  enable_tcg_locker,
  enable_third_party_bob_box,
} from '@waybill/domain/pickup-points/settings'
import { endpointQuery } from '../kit/api/index.ts'
import { useSetting } from '../kit/session/me.ts'

/** How long the kinds of own points stay fresh after they were read, in ms. */
const quiet_ms = 5 * 60_000

/** Returns the title of the page of locations, by the networks that are on and the kinds of the company's own points. */
export function useLocationsTitle(): string {
  const networks = {
    enable_bob_box: useSetting(enable_bob_box),
    enable_third_party_bob_box: useSetting(enable_third_party_bob_box),
    enable_tcg_locker: useSetting(enable_tcg_locker),
    enable_ram_counters: useSetting(enable_ram_counters),
  }
  const counts = useQueries({
    queries: pickup_point_types.map((type) => ({
      ...endpointQuery(pickupPointsApi.list, { pickup_point_provider: 'own' as const, type, limit: 1 }),
      staleTime: quiet_ms,
    })),
  })
  // A kind that is not known yet is named, so that the title does not promise too little.
  const ownTypes = pickup_point_types.filter((_, at) => (counts[at]?.data?.count ?? 1) > 0)
  return titleOfLocations(networks, ownTypes)
}
