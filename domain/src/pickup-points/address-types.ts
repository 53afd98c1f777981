import { pickup_point_providers, type PickupPointProvider, type PickupPointType } from './model.ts'

/** Which pickup point networks a provider has enabled. */
export interface Networks {
  enable_bob_box: boolean
  enable_third_party_bob_box: boolean
  enable_tcg_locker: boolean
  enable_ram_counters: boolean
}

/**
 * Returns the kinds of pickup point that a provider may send from and to: bob-box has lockers, tcg-locker has both
 * (its kiosks are counters), ram-counter has counters (PP-025, PP-026).
 */
export function allowedPointTypes(networks: Networks): PickupPointType[] {
  const hasLockers =
    networks.enable_bob_box || networks.enable_third_party_bob_box || networks.enable_tcg_locker
  const hasCounters = networks.enable_tcg_locker || networks.enable_ram_counters
  return [...(hasLockers ? (['locker'] as const) : []), ...(hasCounters ? (['counter'] as const) : [])]
}

/**
 * Returns the networks whose points customers can choose: the enabled ones and the company's own network
 * (SET-103…SET-106).
 */
export function networksOn(networks: Networks): PickupPointProvider[] {
  const isOn: Readonly<Record<PickupPointProvider, boolean>> = {
    'bob-box': networks.enable_bob_box || networks.enable_third_party_bob_box,
    'tcg-locker': networks.enable_tcg_locker,
    'ram-counter': networks.enable_ram_counters,
    own: true,
  }
  return pickup_point_providers.filter((provider) => isOn[provider])
}

/**
 * Returns the title of the page of locations: the name of the network where only Bob Box is on and the company has no
 * points of its own, otherwise the kinds of point that there are (NAV-024).
 *
 * @param ownTypes The kinds of the company's own points.
 */
export function titleOfLocations(networks: Networks, ownTypes: readonly PickupPointType[]): string {
  const types = new Set([...allowedPointTypes(networks), ...ownTypes])
  const [first, ...others] = networksOn(networks).filter((network) => network !== 'own')
  if (first === 'bob-box' && others.length === 0 && ownTypes.length === 0) return 'Bob Box locations'
  if (types.size === 1) return types.has('locker') ? 'Lockers' : 'Counters'
  return 'Lockers and counters'
}
