import { hasPermission, isOffice, type Actor } from '@waybill/domain/kit/actor'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { mayCall } from '../../kit/session/me.ts'

/** Whether a user may allocate by hand with this endpoint. */
export function mayAllocateByHand(me: Actor, endpoint: Endpoint): boolean {
  return isOffice(me) && mayCall(me, endpoint) && hasPermission(me, 'INLINE_allocate_payments')
}
