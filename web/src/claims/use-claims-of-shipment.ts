import { useQuery } from '@tanstack/react-query'
import { claimsApi } from '@waybill/domain/claims/api'
import { isDriver, type Actor } from '@waybill/domain/kit/actor'
import { wrongState } from '@waybill/domain/kit/problem'
import type { RuleResult } from '@waybill/domain/kit/verdict'
import { claims_enabled } from '@waybill/domain/shipments/settings'
import { endpointQuery } from '../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../kit/session/me.ts'

/** Whether somebody reads claims, while the company handles them. */
export function seesClaims(me: Actor, is_enabled: boolean): boolean {
  return is_enabled && me.kind === 'user' && !isDriver(me) && mayCall(me, claimsApi.list)
}

/** The claims of a shipment and whether another may be lodged; asks nothing for who sees no claims. */
export function useClaimsOfShipment(shipment_id: number) {
  const me = useMe()
  const is_enabled = useSetting(claims_enabled)
  return useQuery({
    ...endpointQuery(claimsApi.ofShipment, { shipment_id }),
    enabled: seesClaims(me, is_enabled),
  })
}

/** Whether a claim for a shipment may be lodged now; `null` for who lodges none, and while it is not known. */
export function useMayLodge(shipment_id: number): RuleResult | null {
  const me = useMe()
  const { data } = useClaimsOfShipment(shipment_id)
  if (!data || !mayCall(me, claimsApi.lodge)) return null
  return data.refusal === '' ? true : wrongState(data.refusal)
}
