import type { PodMethod } from '@waybill/domain/accounts/model'
import type { Offer } from '@waybill/domain/rates/pricing/offer'
import type { CheckContext } from '@waybill/domain/shipments/booking/shipment-checks'
import type { NewShipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { AccountRow } from '../../accounts/index.ts'
import type { SavedCostCentre } from '../cost-centre.ts'
import type { FoundPlace } from '../find-place.ts'
import type { ShipmentRow, ShipmentValues } from '../store.ts'

/** The two ends of a booking, found on the map. */
export interface Places {
  collection: FoundPlace
  delivery: FoundPlace
}

/** What a caller sent, with the proof of delivery that it will have. */
export type BookingInput = NewShipment & { pod_method: PodMethod }

/** A booking that has been checked: what it is for, and between which places. */
export interface CheckedBooking {
  input: BookingInput
  account: AccountRow
  /** The rules it was checked by: limits of parcels, tracking prefix, what has to be filled in. */
  rules: CheckContext
  places: Places
  cost_centre: SavedCostCentre
  /** The shipment that this one returns; `null` when it is no return, or names none. */
  original: ShipmentRow | null
}

/** A booking with its price, its funds and its stored addresses: all that is needed to store it. */
export interface BookingDraft extends CheckedBooking {
  /** The price of the service that was asked for, with its charges and dates. */
  offer: Offer
  /** The status it begins in, before it is routed to a driver. */
  status: ShipmentStatus
  /** Ids of the stored addresses. */
  address_ids: { collection: number; delivery: number }
}

/** A shipment as it was stored. */
export interface StoredBooking {
  id: number
  values: ShipmentValues
}
