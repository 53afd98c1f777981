import {
  collection_exception_reasons,
  collection_failed_attempt_reasons,
  delivery_exception_reasons,
  delivery_failed_attempt_reasons,
  disable_other_collection_failed_reason,
  disable_other_delivery_failed_reason,
  disable_other_rejection_reason,
  rejection_reasons,
} from '@waybill/domain/drivers/settings'
import { does_not_fit_reasons } from '@waybill/domain/drivers/parcel-actions'
import type { ActionType, Leg, Stop, StopShipment } from '@waybill/domain/drivers/model'
import type { Setting } from '@waybill/domain/kit/setting'
import { isExpired, pointAt, type PhoneActionType } from './stop-rules.ts'

/** The outcomes of a stop without a hand-over; also the last part of the page URL. */
export const outcome_kinds = ['failed', 'problem', 'reject', 'does-not-fit'] as const
export type OutcomeKind = (typeof outcome_kinds)[number]

/** An outcome without a hand-over: its action type, texts and reasons. */
export interface Outcome {
  type: ActionType
  title: string
  /** Text for the ended stop. */
  done: string
  /** Reasons of the company, or fixed ones. */
  reasons: Setting<string[]> | readonly string[]
  /** The setting that disables 'Other'; `null` when there is none. */
  disable_other: Setting<boolean> | null
}

const outcomes: Readonly<Record<Exclude<OutcomeKind, 'does-not-fit'>, Readonly<Record<Leg, Outcome>>>> = {
  failed: {
    collection: {
      type: 'collection-failed',
      title: 'Could not collect',
      done: 'Could not collect',
      reasons: collection_failed_attempt_reasons,
      disable_other: disable_other_collection_failed_reason,
    },
    delivery: {
      type: 'delivery-failed',
      title: 'Could not deliver',
      done: 'Could not deliver',
      reasons: delivery_failed_attempt_reasons,
      disable_other: disable_other_delivery_failed_reason,
    },
  },
  problem: {
    collection: {
      type: 'collection-exception',
      title: 'Report a problem',
      done: 'Problem reported',
      reasons: collection_exception_reasons,
      disable_other: null,
    },
    delivery: {
      type: 'delivery-exception',
      title: 'Report a problem',
      done: 'Problem reported',
      reasons: delivery_exception_reasons,
      disable_other: null,
    },
  },
  reject: {
    collection: {
      type: 'reject',
      title: 'Reject this stop',
      done: 'Rejected',
      reasons: rejection_reasons,
      disable_other: disable_other_rejection_reason,
    },
    delivery: {
      type: 'reject',
      title: 'Reject this stop',
      done: 'Rejected',
      reasons: rejection_reasons,
      disable_other: disable_other_rejection_reason,
    },
  },
}

const does_not_fit: Outcome = {
  type: 'does-not-fit',
  title: 'Does not fit',
  done: 'Does not fit',
  reasons: does_not_fit_reasons,
  disable_other: null,
}

export function outcomeOf(kind: OutcomeKind, leg: Leg): Outcome {
  return kind === 'does-not-fit' ? does_not_fit : outcomes[kind][leg]
}

/**
 * Returns the action that hands over at this stop, by leg, return, locker or counter
 * (docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export function handOverType(
  stop: Pick<Stop, 'leg' | 'address'>,
  shipment: Pick<StopShipment, 'status' | 'is_return'>,
): ActionType {
  if (stop.leg === 'collection') return 'collect'
  if (isExpired(shipment)) return 'collect-expired'
  const point = pointAt(stop)
  if (point === 'locker') return 'deposit-in-locker'
  if (point === 'counter') return 'hand-to-counter'
  return shipment.is_return ? 'return-to-sender' : 'deliver'
}

/** Returns the label of the hand-over button of a stop, for the shipments to hand over there. */
export function handOverText(
  stop: Pick<Stop, 'leg' | 'address'>,
  shipments: readonly Pick<StopShipment, 'status'>[],
): string {
  if (stop.leg === 'collection') return 'Collect'
  if (shipments.length > 0 && shipments.every(isExpired)) return 'Take back'
  const point = pointAt(stop)
  const text = point === 'locker' ? 'Put in locker' : point === 'counter' ? 'Hand to counter' : 'Deliver'
  return shipments.some(isExpired) ? `${text} and take back` : text
}

/** The changes that a driver can make at a collection; also the last part of the page URL. */
export const change_kinds = ['add-parcel', 'add-shipment', 'cancel-parcel'] as const
export type ChangeKind = (typeof change_kinds)[number]

/** Returns the text of an action for the list of unsent actions: 'Delivered', 'Could not deliver'. */
export function actionText(type: PhoneActionType): string {
  return action_texts[type]
}

const action_texts: Readonly<Record<PhoneActionType, string>> = {
  'start-day': 'Day started',
  'end-day': 'Day ended',
  'start-route': 'Route started',
  'break-start': 'Break started',
  'break-end': 'Break ended',
  'vehicle-check': 'Vehicle checked',
  panic: 'Alarm',
  message: 'Message to the office',
  load: 'Loaded',
  arrive: 'Arrived',
  collect: 'Collected',
  'collection-failed': 'Could not collect',
  'collection-exception': 'Problem at collection',
  'cancel-parcel': 'Parcel cancelled',
  'add-parcel': 'Parcel added',
  'add-shipment': 'Shipment added',
  'add-photos': 'Photos added',
  reject: 'Rejected',
  deliver: 'Delivered',
  'deposit-in-locker': 'Left in locker',
  'hand-to-counter': 'Handed to counter',
  'collect-expired': 'Taken back',
  'does-not-fit': 'Does not fit',
  'delivery-failed': 'Could not deliver',
  'delivery-exception': 'Problem at delivery',
  'return-to-sender': 'Returned to sender',
  'accept-manifest': 'Manifest accepted',
  'arrive-manifest': 'Manifest arrived',
}
