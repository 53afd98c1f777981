import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import type { DutyAction } from './duty.ts'
import type { ActionType, Leg } from './model.ts'
import { loadable_statuses } from './scanning.ts'

/** Driver actions on a whole load, by the barcode of its manifest. */
export type ManifestAction = 'accept-manifest' | 'arrive-manifest'

/**
 * Driver actions that add something at a collection (docs/domain/routing-and-drivers.md#what-drivers-report, 'on the
 * spot').
 */
export type AddAction = 'add-parcel' | 'add-shipment'

/** Driver actions on parcels; the other types concern days, alarms, messages, arrivals, manifests, photos and additions. */
export type ParcelAction = Exclude<
  ActionType,
  DutyAction | 'panic' | 'message' | 'arrive' | 'add-photos' | ManifestAction | AddAction
>

/**
 * The leg of an action, the statuses it moves parcels from and to, and its wording in messages
 * (docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export interface ActionRule {
  leg: Leg
  from: readonly ShipmentStatus[]
  to: ShipmentStatus
  /** Completes 'cannot be … now'. */
  participle: string
  /** Whether proof of delivery is required. */
  needs_proof?: true
}

/** Why a driver cannot put a parcel into its locker; the choices of `does-not-fit`. */
export const does_not_fit_reasons: readonly string[] = [
  'The parcel is too large',
  'No door is free',
  'The locker is out of order',
]

/** Data of a shipment and its company that decide the rule of an action. */
export interface ActionFacts {
  status: ShipmentStatus
  /** Type of the delivery address, such as `locker` or `counter`. */
  delivery_type: string
  /** Setting of the company. */
  allow_same_day_retry: boolean
}

/**
 * Returns the rule of an action for one shipment. A rejection applies to the assigned leg. A parcel for which no place
 * was found is on the vehicle, because a place is asked for when it goes out
 * (docs/domain/pickup-points.md#reservations).
 */
export function ruleOf(
  type: ParcelAction,
  { status, delivery_type, allow_same_day_retry }: ActionFacts,
): ActionRule {
  const collection = { leg: 'collection' } as const
  const delivery = { leg: 'delivery' } as const
  const waiting = ['collection-assigned', 'collection-failed-attempt', 'collection-exception'] as const
  const onVehicle: readonly ShipmentStatus[] = ['out-for-delivery', 'bob-box-reservation-failed']
  const retried: readonly ShipmentStatus[] = allow_same_day_retry
    ? ['out-for-delivery', 'delivery-failed-attempt', 'delivery-exception']
    : ['out-for-delivery']
  const rejectsDelivery = status === 'delivery-assigned'
  const takenOut = delivery_type === 'counter' ? 'collected-from-counter' : 'collected-from-locker'
  const rules: Record<ParcelAction, ActionRule> = {
    load: {
      ...delivery,
      from: loadable_statuses,
      to: 'out-for-delivery',
      participle: 'loaded',
    },
    collect: { ...collection, from: waiting, to: 'collected', participle: 'collected' },
    'collection-failed': {
      ...collection,
      from: ['collection-assigned'],
      to: 'collection-failed-attempt',
      participle: 'marked as not collected',
    },
    'collection-exception': {
      ...collection,
      from: ['collection-assigned', 'collected'],
      to: 'collection-exception',
      participle: 'marked as a collection problem',
    },
    'cancel-parcel': {
      ...collection,
      from: ['collection-assigned'],
      to: 'cancelled',
      participle: 'cancelled',
    },
    reject: {
      leg: rejectsDelivery ? 'delivery' : 'collection',
      from: [rejectsDelivery ? 'delivery-assigned' : 'collection-assigned'],
      to: rejectsDelivery ? 'delivery-rejected' : 'collection-rejected',
      participle: 'rejected',
    },
    deliver: { ...delivery, from: retried, to: 'delivered', participle: 'delivered', needs_proof: true },
    'deposit-in-locker': {
      ...delivery,
      from: onVehicle,
      to: 'in-locker',
      participle: 'put into a locker',
    },
    'hand-to-counter': {
      ...delivery,
      from: onVehicle,
      to: 'ready-for-pickup',
      participle: 'handed to a counter',
    },
    'collect-expired': {
      ...delivery,
      from: ['collect-and-return-to-hub'],
      to: takenOut,
      participle: 'taken out',
    },
    'does-not-fit': {
      ...delivery,
      from: onVehicle,
      to: 'bob-box-reservation-failed',
      participle: 'marked as not fitting',
    },
    'delivery-failed': {
      ...delivery,
      from: [...new Set([...retried, ...onVehicle])],
      to: 'delivery-failed-attempt',
      participle: 'marked as not delivered',
    },
    'delivery-exception': {
      ...delivery,
      from: [...onVehicle, 'collect-and-return-to-hub'],
      to: 'delivery-exception',
      participle: 'marked as a delivery problem',
    },
    'return-to-sender': {
      ...delivery,
      from: retried,
      to: 'returned-to-sender',
      participle: 'returned to its sender',
      needs_proof: true,
    },
  }
  return rules[type]
}
