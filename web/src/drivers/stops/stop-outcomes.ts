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
import { currentTexts } from '../texts/texts.ts'

/** The outcomes of a stop without a hand-over; also the last part of the page URL. */
export const outcome_kinds = ['failed', 'problem', 'reject', 'does-not-fit'] as const
export type OutcomeKind = (typeof outcome_kinds)[number]

/** An outcome without a hand-over: its action type and reasons. */
export interface Outcome {
  type: ActionType
  /** Reasons of the company, or fixed ones. */
  reasons: Setting<string[]> | readonly string[]
  /** The setting that disables 'Other'; `null` when there is none. */
  disable_other: Setting<boolean> | null
}

const outcomes: Readonly<Record<Exclude<OutcomeKind, 'does-not-fit'>, Readonly<Record<Leg, Outcome>>>> = {
  failed: {
    collection: {
      type: 'collection-failed',
      reasons: collection_failed_attempt_reasons,
      disable_other: disable_other_collection_failed_reason,
    },
    delivery: {
      type: 'delivery-failed',
      reasons: delivery_failed_attempt_reasons,
      disable_other: disable_other_delivery_failed_reason,
    },
  },
  problem: {
    collection: {
      type: 'collection-exception',
      reasons: collection_exception_reasons,
      disable_other: null,
    },
    delivery: {
      type: 'delivery-exception',
      reasons: delivery_exception_reasons,
      disable_other: null,
    },
  },
  reject: {
    collection: {
      type: 'reject',
      reasons: rejection_reasons,
      disable_other: disable_other_rejection_reason,
    },
    delivery: {
      type: 'reject',
      reasons: rejection_reasons,
      disable_other: disable_other_rejection_reason,
    },
  },
}

const does_not_fit: Outcome = {
  type: 'does-not-fit',
  reasons: does_not_fit_reasons,
  disable_other: null,
}

export function outcomeOf(kind: OutcomeKind, leg: Leg): Outcome {
  return kind === 'does-not-fit' ? does_not_fit : outcomes[kind][leg]
}

/** Returns the title of the page of an outcome: 'Could not deliver'. */
export function outcomeTitle(kind: OutcomeKind, leg: Leg): string {
  const { outcome } = currentTexts()
  if (kind === 'failed') return leg === 'collection' ? outcome.failedCollection : outcome.failedDelivery
  return { problem: outcome.problem, reject: outcome.reject, 'does-not-fit': outcome.doesNotFit }[kind]
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
  const t = currentTexts().handOver
  if (stop.leg === 'collection') return t.collect
  if (shipments.length > 0 && shipments.every(isExpired)) return t.takeBack
  const point = pointAt(stop)
  const text = point === 'locker' ? t.locker : point === 'counter' ? t.counter : t.deliver
  return shipments.some(isExpired) ? t.andTakeBack(text) : text
}

/** The changes that a driver can make at a collection; also the last part of the page URL. */
export const change_kinds = ['add-parcel', 'add-shipment', 'cancel-parcel'] as const
export type ChangeKind = (typeof change_kinds)[number]

/** Returns the text of an action for the list of unsent actions: 'Delivered', 'Could not deliver'. */
export function actionText(type: PhoneActionType): string {
  return currentTexts().actions[type]
}
