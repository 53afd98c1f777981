import { isStaff, type Actor, holds } from '../kit/actor.ts'
import { forbidden, rateLimited, wrongState } from '../kit/problem.ts'
import { firstOf, type Verdict } from '../kit/verdict.ts'
import { pin_resends_per_day, pinActions, type PinHolder } from './pins.ts'

/**
 * Whether somebody may have the delivery PIN sent to the receiver again: account users for their own shipments, staff
 * with the permission for it; only while it is asked for at a door (PP-027, domain notes 5.7).
 */
export function mayResendPodPin(actor: Actor, shipment: PinHolder & { pod_method: string }): Verdict {
  return firstOf(
    !isStaff(actor) || holds(actor, 'INLINE_resend_pin')
      ? true
      : forbidden('You may not send PINs again. Ask an administrator for the permission.'),
    shipment.pod_method === 'pin-with-fallback'
      ? true
      : wrongState('This delivery asks for a signed document, not for a PIN.'),
    pinActions(shipment).includes('resend-pod-pin')
      ? true
      : wrongState('The PIN can be sent again while the parcel is out for delivery to a door.'),
  )
}

/** Whether one more may be sent today; `seconds_left` of the day. */
export function hasResendLeft(sent_today: number, seconds_left: number): Verdict {
  return sent_today < pin_resends_per_day
    ? true
    : rateLimited(
        `The PIN has been sent again ${pin_resends_per_day} times today. Call the receiver, or use the other proof at the door.`,
        seconds_left,
      )
}
