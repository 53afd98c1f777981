import { isLinkSpent, mayChooseDay, mayInstruct } from '@waybill/domain/shipments/self-service'
import {
  max_reschedules,
  self_service_authorised_person,
  self_service_change_address,
  self_service_change_date,
  self_service_change_locker,
  self_service_correct_pin,
  self_service_instructions,
  shipment_ratings_enabled,
} from '@waybill/domain/shipments/settings'
import type { RuleResult } from '@waybill/domain/kit/rule-result'
import { mayNamePerson } from '@waybill/domain/shipments/receiver/authorised-person'
import { mayChangePlace } from '@waybill/domain/shipments/receiver/new-place'
import { isFor, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { BaseContext } from '../../kit/handler.ts'
import type { ShipmentRow } from '../store.ts'

/** What the receiver of a delivery may change, by its status and the settings of the company. */
export interface ReceiverOptions {
  /** Whether the receiver may choose another day, or the reason why not. */
  may_choose_day: RuleResult
  /** Whether the receiver may write to the driver, or the reason why not. */
  may_instruct: RuleResult
  /** Whether the receiver may name another person who may take the parcel, or the reason why not. */
  may_name_person: RuleResult
  /** Whether the receiver may correct the position of the address on the map. */
  may_correct_pin: boolean
  /** Whether the receiver may send the parcel to a pickup point, or the reason why not. */
  may_choose_point: RuleResult
  /** Whether the receiver may send the parcel to another address, or the reason why not. */
  may_change_address: RuleResult
}

/** The data of a shipment that decides what its receiver may change. */
type Changeable = Pick<
  ShipmentRow,
  'status' | 'delivery_pickup_point_id' | 'delivery_reschedules' | 'has_been_invoiced' | 'disable_new_charges'
>

/**
 * Returns what the receiver may change, by the shipment and its parcels. Every page and message that offers a change, and
 * every change, asks this function.
 */
export function receiverOptions(
  reader: BaseContext,
  row: Changeable,
  parcels: readonly { status: ShipmentStatus }[],
): ReceiverOptions {
  const { status, delivery_reschedules: reschedules } = row
  const isToPoint = row.delivery_pickup_point_id !== null
  const place = {
    ...row,
    parcel_statuses: parcels.map((parcel) => parcel.status),
    is_to_point: isToPoint,
  }
  return {
    may_choose_day: mayChooseDay({
      ...place,
      reschedules,
      max_reschedules: reader.setting(max_reschedules),
      is_on: reader.setting(self_service_change_date),
    }),
    may_instruct: mayInstruct({ ...place, is_on: reader.setting(self_service_instructions) }),
    may_name_person: mayNamePerson({ ...place, is_on: reader.setting(self_service_authorised_person) }),
    may_correct_pin: !isToPoint && isFor('active', status) && reader.setting(self_service_correct_pin),
    may_choose_point: mayChangePlace({ ...place, is_on: reader.setting(self_service_change_locker) }),
    may_change_address: mayChangePlace({ ...place, is_on: reader.setting(self_service_change_address) }),
  }
}

/** Returns what to offer a receiver: another day, only other changes, or nothing. */
export function offeredChange(
  reader: BaseContext,
  row: Changeable,
  parcels: readonly { status: ShipmentStatus }[],
): 'day' | 'other' | null {
  const options = receiverOptions(reader, row, parcels)
  if (options.may_choose_day === true) return 'day'
  return Object.values(options).includes(true) ? 'other' : null
}

/** Whether the link in messages about a delivery has done what it is for, so that it changes nothing any more. */
export function isSpent(
  reader: BaseContext,
  { status, delivery_reschedules: reschedules }: Pick<Changeable, 'status' | 'delivery_reschedules'>,
): boolean {
  return isLinkSpent({ status, reschedules, max_reschedules: reader.setting(max_reschedules) })
}

/** Whether the receiver may rate a delivery: once, if the company asks for ratings. */
export function mayRate(reader: BaseContext, row: Pick<ShipmentRow, 'status' | 'has_rating'>): boolean {
  return row.status === 'delivered' && !row.has_rating && reader.setting(shipment_ratings_enabled)
}
