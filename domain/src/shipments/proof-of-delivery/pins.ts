import { codedText, joinedTexts, type CodedText } from '../../kit/answers/coded-text.ts'
import { hasPermission, isOffice, type Actor } from '../../kit/actor.ts'
import type { ShipmentStatus } from '../statuses/status.ts'

/** The three PINs that can be resent (PP-027…PP-029). */
export const pin_actions = ['resend-pod-pin', 'resend-pickup-pin', 'resend-dropoff-pin'] as const
export type PinAction = (typeof pin_actions)[number]

/** Number of digits of the PIN with which a sender drops a parcel off at a pickup point. */
export const dropoff_pin_length = 4

/** Whether the actor sees drop-off PINs: accounts those of their own shipments, and staff who may view PINs. */
export function seesDropoffPin(actor: Actor): boolean {
  return actor.account_id !== null || (isOffice(actor) && hasPermission(actor, 'INLINE_view_pod_pin'))
}

/** Maximum number of times a PIN of one kind is resent per day (docs/domain/routing-and-drivers.md#proof-of-delivery). */
export const pin_resends_per_day = 3

/**
 * The number of wrong PINs after which PIN entry is locked for a shipment, and the lock duration in minutes
 * (docs/domain/routing-and-drivers.md#proof-of-delivery).
 */
export const pin_attempts_max = 5
export const pin_lock_minutes = 15

/**
 * Returns what a wrong PIN, or one while the entry is locked, means; `tries_left` until it is locked. `hasOtherProof`:
 * the user can give another proof instead of waiting.
 */
export function pinRejection(
  { isWrong, tries_left }: { isWrong: boolean; tries_left: number },
  hasOtherProof = false,
): CodedText {
  const what = isWrong ? codedText('pin_wrong') : codedText('pin_locked')
  const later = { minutes: pin_lock_minutes }
  if (tries_left === 1) return joinedTexts(what, codedText('one_try_left'))
  if (tries_left > 0) return joinedTexts(what, codedText('tries_left', { tries: tries_left }))
  return joinedTexts(
    what,
    hasOtherProof ? codedText('pin_later_or_proof', later) : codedText('pin_later', later),
  )
}

/** The shipment data that the PIN rules need. Ids and types are empty when no pickup point is set. */
export interface PinHolder {
  status: ShipmentStatus
  collection_pickup_point_id?: string | null | undefined
  delivery_pickup_point_id?: string | null | undefined
  collection_address: { type: string }
  delivery_address: { type: string }
}

/** Returns the PINs that can be resent now. A locker is any pickup point of type locker (PP-027…PP-030). */
export function pinActions(shipment: PinHolder): PinAction[] {
  const { status } = shipment
  const isToLocker = Boolean(shipment.delivery_pickup_point_id) && shipment.delivery_address.type === 'locker'
  const isFromLocker =
    Boolean(shipment.collection_pickup_point_id) && shipment.collection_address.type === 'locker'
  const allowed: Record<PinAction, boolean> = {
    'resend-pod-pin':
      !shipment.delivery_pickup_point_id &&
      (status === 'out-for-delivery' || status === 'delivery-failed-attempt'),
    'resend-pickup-pin':
      isToLocker && (status === 'ready-for-pickup' || status === 'collect-and-return-to-hub'),
    'resend-dropoff-pin': isFromLocker && status === 'awaiting-dropoff',
  }
  return pin_actions.filter((action) => allowed[action])
}
