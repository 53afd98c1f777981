import { useQuery } from '@tanstack/react-query'
import { identityApi } from '@waybill/domain/identity/api'
import { offeredPageModes, pageModeOf, type ShipmentPageMode } from '@waybill/domain/identity/page-modes'
import { isDriver } from '@waybill/domain/kit/actor'
import { enable_ram_counters } from '@waybill/domain/pickup-points/settings'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { default_shipment_page_mode } from '@waybill/domain/shipments/settings'
import { startupApi } from '@waybill/domain/startup/api'
import { endpointQuery, useEndpointMutation } from '../../../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../../../kit/session/me.ts'

/** Stale time of the current user’s data, in ms. */
const quiet_ms = 10 * 60_000

/**
 * Returns the page mode of the current user (`null` while loading) and the modes on offer. Guests, drivers and users
 * who may only make quotes get the default mode and no choice.
 */
export function usePageMode(): { mode: ShipmentPageMode | null; offered: readonly ShipmentPageMode[] } {
  const me = useMe()
  const company = useSetting(default_shipment_page_mode)
  const hasCounters = useSetting(enable_ram_counters)
  const isPerson = me.kind !== 'guest' && !isDriver(me) && mayCall(me, shipmentsApi.create)
  const { data, isPending } = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    enabled: isPerson,
    staleTime: quiet_ms,
  })
  if (!isPerson) return { mode: 'default', offered: [] }
  const own = data?.user.shipment_page_mode ?? null
  return {
    mode: isPending ? null : pageModeOf(own, company, hasCounters),
    offered: offeredPageModes(hasCounters),
  }
}

/** Changes the current user’s page mode; leaving a kiosk requires the password. */
export function useChangeMode(options: { inForm?: boolean; done?: () => void } = {}) {
  return useEndpointMutation(identityApi.changeUser, { refresh: [startupApi.generalData], ...options })
}
