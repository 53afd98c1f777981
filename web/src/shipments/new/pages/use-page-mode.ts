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

/** Milliseconds for which the own user is taken as it is. */
const quiet_ms = 10 * 60_000

/**
 * How somebody makes shipments, and what else is offered; `null` until it is known. Guests, drivers and who only keeps
 * quotes have no mode of their own.
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

/** Changes the own mode; leaving a kiosk takes the password. */
export function useChangeMode(options: { inForm?: boolean; done?: () => void } = {}) {
  return useEndpointMutation(identityApi.changeUser, { refresh: [startupApi.generalData], ...options })
}
