import { z } from 'zod'
import { AddressInput } from '../../accounts/address.ts'
import { ContactInput } from '../../accounts/contact.ts'
import { pod_methods } from '../../accounts/model.ts'
import { clearable } from '../../kit/calls/optional-fields.ts'
import { clock, count, day, flag, instant, list, maybe, num, rand, text } from '../../kit/calls/wire.ts'
import { ParcelInput } from '../parcel.ts'
import { invoice_trigger_statuses, shipment_statuses } from '../statuses/status.ts'

const instructions = text(2000, { lines: true, from_shop: true })
const customer_reference = text(255, { from_shop: true })

/** A cost centre by name: a text, or an object with a name. */
const costCenter = z.codec(
  z.union([text(120), z.object({ name: text(120) })]),
  z.object({ name: z.string().max(120, 'must be 120 characters or fewer') }),
  {
    decode: (sent) => (typeof sent === 'string' ? { name: sent } : sent),
    encode: (center) => center,
  },
)

/**
 * The fields shared by booking and changing a shipment (docs/domain/public-api.md#booking,
 * docs/domain/public-api.md#changing-a-shipment).
 */
const common = {
  account_id: maybe(count),
  collection_address: maybe(AddressInput),
  collection_contact: maybe(ContactInput),
  collection_address_book_id: maybe(count),
  delivery_address: maybe(AddressInput),
  delivery_contact: maybe(ContactInput),
  delivery_address_book_id: maybe(count),
  parcels: maybe(list(ParcelInput)),
  service_level_code: maybe(text(60)),
  service_level_id: maybe(count),
  opt_in_rates: maybe(list(count)),
  opt_in_time_based_rates: maybe(list(count)),
  declared_value: maybe(rand),
  /** What the receiver pays for the goods at the delivery; 0 when nothing is to be paid. */
  cod_amount: maybe(rand),
  collection_min_date: maybe(day),
  collection_after: maybe(clock),
  collection_before: maybe(clock),
  delivery_min_date: maybe(day),
  delivery_after: maybe(clock),
  delivery_before: maybe(clock),
  due_date: maybe(day),
  mute_notifications: maybe(flag),
  cost_center: maybe(costCenter),
  cost_center_id: maybe(count),
  pod_method: maybe(z.enum(pod_methods)),
  billing_contact: maybe(ContactInput),
  responsible_contact: maybe(ContactInput),
}

/**
 * A booking as sent (docs/domain/public-api.md#booking, SHIP-069, SHIP-070). Every field is optional here; the
 * shipment checks report missing fields in their own order. Days, clock times and money are in the form used in code.
 */
export const NewShipment = z.object({
  ...common,
  collection_pickup_point_id: maybe(text(60)),
  collection_pickup_point_provider: maybe(text(60)),
  delivery_pickup_point_id: maybe(text(60)),
  delivery_pickup_point_provider: maybe(text(60)),
  special_instructions_collection: maybe(instructions),
  special_instructions_delivery: maybe(instructions),
  custom_tracking_reference: maybe(text(60)),
  customer_reference: maybe(customer_reference),
  customer_reference_name: maybe(customer_reference),
  is_return: maybe(flag),
  /**
   * The collection request by which the goods were collected. The shipment then starts as collected
   * (docs/domain/collections.md).
   */
  collection_request_id: maybe(count),
  /** Short reference of the original shipment; for returns only. */
  short_tracking_reference: maybe(text(60)),
  /** Guests and customers confirm that the shipment contains no dangerous goods (SHIP-082). */
  dangerous_goods_confirmed: maybe(flag),
  /** Id of the shipment that was duplicated or returned. The billing e-mail is not required again (SHIP-047). */
  duplicated_from_id: maybe(count),
  /**
   * `submit` (default) books; `quote` saves the price without booking; `payment-pending` books and waits for a
   * payment.
   */
  save_as: maybe(z.enum(['submit', 'quote', 'payment-pending'])),
})
export type NewShipment = z.output<typeof NewShipment>

/**
 * The changed fields of a shipment. `''` clears a text; absent and `null` fields are left unchanged
 * (docs/domain/public-api.md#changing-a-shipment, SHIP-072).
 */
export const ShipmentPatch = z.object({
  ...common,
  id: maybe(count),
  tracking_reference: maybe(text(80)),
  status: maybe(z.enum(shipment_statuses)),
  /** Time at which the status occurred; not used for conflict detection. */
  time_modified: maybe(instant),
  metadata: maybe(
    z.object({
      tracking_info: maybe(
        z.object({
          message: maybe(text(2000, { lines: true })),
          lat: maybe(num),
          lng: maybe(num),
          location: maybe(text(255)),
          bay: maybe(text(60)),
          data: maybe(z.record(z.string(), z.unknown())),
        }),
      ),
    }),
  ),
  collection_agent_id: clearable(text(120)),
  delivery_agent_id: clearable(text(120)),
  /** Confirms the assignment of a driver despite doubts, for example a driver of another branch. */
  assign_anyway: maybe(flag),
  collection_pickup_point_id: clearable(text(60)),
  collection_pickup_point_provider: clearable(text(60)),
  delivery_pickup_point_id: clearable(text(60)),
  delivery_pickup_point_provider: clearable(text(60)),
  collection_rescheduled_reason: clearable(text(500)),
  delivery_rescheduled_reason: clearable(text(500)),
  special_instructions_collection: clearable(instructions),
  special_instructions_delivery: clearable(instructions),
  customer_reference: clearable(customer_reference),
  customer_reference_name: clearable(customer_reference),
  custom_tracking_reference: clearable(text(60)),
  disable_new_charges: maybe(flag),
  /** `''` removes the value, so that the account or company value applies again. */
  invoice_trigger_shipment_status: maybe(z.enum(['', ...invoice_trigger_statuses])),
  /** The version on which the change is based. A stale version is rejected with the current values. */
  version: maybe(count),
})
export type ShipmentPatch = z.output<typeof ShipmentPatch>
