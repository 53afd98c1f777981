import type { Address } from '@waybill/domain/accounts/address'
import type { PodMethod } from '@waybill/domain/accounts/model'
import type { Offer } from '@waybill/domain/rates/pricing/offer'
import type { CheckContext } from '@waybill/domain/shipments/booking/shipment-checks'
import type { NewShipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { AccountRow } from '../../accounts/index.ts'
import type { SavedCostCentre } from '../cost-centre.ts'
import type { FoundPlace } from '../find-place.ts'
import type { ShipmentRow } from '../store.ts'

/** The located collection and delivery places of a booking. */
export interface Places {
  collection: FoundPlace
  delivery: FoundPlace
}

/** The caller's input with the POD method resolved. */
export type BookingInput = NewShipment & { pod_method: PodMethod }

/** A booking that passed all checks, with its account and places. */
export interface CheckedBooking {
  input: BookingInput
  account: AccountRow
  /** The rules that applied to the checks: parcel limits, tracking prefix, required fields. */
  rules: CheckContext
  places: Places
  cost_centre: SavedCostCentre
  /** The shipment that this one returns; `null` when this is not a return or names no shipment. */
  original: ShipmentRow | null
}

/** A checked booking with its price, first status and stored addresses: everything needed to store it. */
export interface BookingDraft extends CheckedBooking {
  /** The price of the requested service, with its charges and dates. */
  offer: Offer
  /** The first status, before the shipment is routed to a driver. */
  status: ShipmentStatus
  /** The stored addresses. */
  addresses: { collection: Address; delivery: Address }
}
