import type { Address } from '@waybill/domain/accounts/address'
import { wrongState } from '@waybill/domain/kit/problem'
import { placeChanged, placeWanted } from '@waybill/domain/pickup-points/events'
import type { PickupPointProvider } from '@waybill/domain/pickup-points/model'
import {
  dropoffDeadline,
  holding_states,
  nextAttempt,
  reservationRejection,
  stateAfter,
  type PointTimes,
} from '@waybill/domain/pickup-points/reservation'
import {
  dropoff_expiry_days,
  locker_extension_hours,
  locker_pickup_expiry_hours,
  locker_reminder_hours,
} from '@waybill/domain/pickup-points/settings'
import type { shipmentCancelled, shipmentMoved } from '@waybill/domain/shipments/events'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { BaseContext, Context, ExternalContext } from '../kit/handler.ts'
import { freeDoor, holdParcel, leaveParcel, lockPoint, takeDoor, type Measures, type PointRow } from '../pickup-points/index.ts'
import { enterStatus, lockShipment, readParcels, type ParcelRow, type ShipmentRow } from '../shipments/index.ts'
import type { PlaceAnswer } from './network.ts'
import { networkOf } from './networks/index.ts'
import {
  insertReservation,
  lockOpenReservation,
  lockReservation,
  updateReservation,
  type ReservationRow,
} from './reservation-store.ts'

/** Returns the times at pickup points from the settings of the company. */
export function pointTimes(reader: BaseContext): PointTimes {
  return {
    locker_pickup_expiry_hours: reader.setting(locker_pickup_expiry_hours),
    locker_reminder_hours: reader.setting(locker_reminder_hours),
    locker_extension_hours: reader.setting(locker_extension_hours),
    dropoff_expiry_days: reader.setting(dropoff_expiry_days),
  }
}
