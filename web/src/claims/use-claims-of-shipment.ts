import { useQuery } from '@tanstack/react-query'
import { claimsApi } from '@waybill/domain/claims/api'
import { isDriver, type Actor } from '@waybill/domain/kit/actor'
import { wrongState } from '@waybill/domain/kit/problem'
import type { RuleResult } from '@waybill/domain/kit/rule-result'
import { claims_enabled } from '@waybill/domain/shipments/settings'
import { endpointQuery } from '../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../kit/session/me.ts'

/** Whether a user may read claims, and the company handles claims. */
export function seesClaims(me: Actor, isEnabled: boolean): boolean {
  return isEnabled && me.kind === 'user' && !isDriver(me) && mayCall(me, claimsApi.list)
}

/**
 * Queries the claims of a shipment and whether another may be lodged. Sends no request for users who may not see
 * claims.
 */
export function useClaimsOfShipment(shipmentId: number) {
  const me = useMe()
  const isEnabled = useSetting(claims_enabled)
  return useQuery({
    ...endpointQuery(claimsApi.ofShipment, { shipment_id: shipmentId }),
    enabled: seesClaims(me, isEnabled),
  })
}

/**
 * Whether a claim for a shipment may be lodged now; `null` for users who may lodge none, and until the result has
 * loaded.
 */
export function useMayLodge(shipmentId: number): RuleResult | null {
  const me = useMe()
  const { data } = useClaimsOfShipment(shipmentId)
  if (!data || !mayCall(me, claimsApi.lodge)) return null
  return data.refusal === '' ? true : wrongState(data.refusal)
}
