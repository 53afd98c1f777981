import type { PickupPointType } from './model.ts'

/** Which networks a provider has switched on. */
export interface Networks {
  enable_bob_box: boolean
  enable_third_party_bob_box: boolean
  enable_tcg_locker: boolean
  enable_ram_counters: boolean
}

/**
 * The kinds of pickup point a provider may send from and to: bob-box has lockers, tcg-locker both (its kiosks are
 * counters), ram-counter counters (PP-025, PP-026).
 */
export function allowedPointTypes(networks: Networks): PickupPointType[] {
  const has_lockers =
    networks.enable_bob_box || networks.enable_third_party_bob_box || networks.enable_tcg_locker
  const has_counters = networks.enable_tcg_locker || networks.enable_ram_counters
  return [...(has_lockers ? (['locker'] as const) : []), ...(has_counters ? (['counter'] as const) : [])]
}
