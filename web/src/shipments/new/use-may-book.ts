import { environmentOf } from '@waybill/domain/kit/environment'
import { unused_feature_guest_shipment_creation } from '@waybill/domain/shipments/settings'
import { mayBookAsGuest } from '@waybill/domain/shipments/booking/booking-permissions'
import { callingProvider } from '../../kit/api/session.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'

/** Whether the current user may book. Guests may only get quotes if the company accepts no guest shipments (SHIP-078). */
export function useMayBook(): boolean {
  const me = useMe()
  const isOff = useSetting(unused_feature_guest_shipment_creation)
  if (me.kind !== 'guest') return true
  const provider = {
    id: callingProvider() ?? me.provider_id,
    environment: environmentOf(window.location.host),
    unused_feature_guest_shipment_creation: isOff,
  }
  return mayBookAsGuest(me, provider) === true
}
