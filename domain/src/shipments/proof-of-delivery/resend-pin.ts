import { isStaff, type Actor, hasPermission } from '../../kit/actor.ts'
import { forbidden, rateLimited, wrongState } from '../../kit/problem.ts'
import { firstOf, type RuleResult } from '../../kit/rule-result.ts'
import { pin_resends_per_day, pinActions, type PinAction, type PinHolder } from './pins.ts'

const only_while: Readonly<Record<PinAction, string>> = {
  'resend-pod-pin': 'The PIN can be sent again only while the parcel is out for delivery to an address.',
  'resend-pickup-pin': 'The pickup PIN can be sent again only while the parcel is in its locker.',
  'resend-dropoff-pin': 'The drop-off PIN can be sent again only until the parcel is in its locker.',
}

/**
 * Checks whether the actor may have a PIN resent: account users for their own shipments, staff with the permission.
 * Allowed only while the PIN is needed at a door or a locker (PP-027…PP-029,
 * docs/domain/routing-and-drivers.md#proof-of-delivery).
 */
export function mayResendPin(
  actor: Actor,
  action: PinAction,
  shipment: PinHolder & { pod_method: string },
): RuleResult {
  return firstOf(
    !isStaff(actor) || hasPermission(actor, 'INLINE_resend_pin')
      ? true
      : forbidden('You may not send PINs again. Ask an administrator for the permission.'),
    action !== 'resend-pod-pin' || shipment.pod_method === 'pin-with-fallback'
      ? true
      : wrongState('This delivery asks for a signed document, not for a PIN.'),
    pinActions(shipment).includes(action) ? true : wrongState(only_while[action]),
  )
}

/** The PINs of a receiver; the drop-off PIN is that of the sender. */
export type ReceiverPin = Exclude<PinAction, 'resend-dropoff-pin'>

/** Returns the PIN that can be sent to the receiver again now; `null` for none. `shipment` has a PIN. */
export function pinForReceiver(
  actor: Actor,
  shipment: PinHolder & { pod_method: string },
): ReceiverPin | null {
  const pins = pinActions(shipment).filter((action) => action !== 'resend-dropoff-pin')
  return pins.find((action) => mayResendPin(actor, action, shipment) === true) ?? null
}

/**
 * Checks whether a PIN may be resent once more today; `secondsLeft` is the remaining time of the day in seconds.
 * `isForReceiver`: the receiver asked for it, not the office or a customer.
 */
export function hasResendLeft(sentToday: number, secondsLeft: number, isForReceiver: boolean): RuleResult {
  return sentToday < pin_resends_per_day
    ? true
    : rateLimited(
        `The PIN has been sent again ${pin_resends_per_day} times today. ${isForReceiver ? 'Call us' : 'Call the contact'} instead.`,
        secondsLeft,
      )
}
