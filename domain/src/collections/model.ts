import { z } from 'zod'
import { Address, AddressInput } from '../accounts/address.ts'
import { ContactInput } from '../accounts/contact.ts'
import { clearable } from '../kit/calls/optional-fields.ts'
import { clock, count, day, flag, instant, list, maybe, num, text } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { frequencies } from './days.ts'
import { collection_request_statuses } from './status.ts'

/** The vehicle that the collection needs; `''` when any vehicle will do. */
export const vehicles = ['', 'motorbike', 'car', 'bakkie', 'van', 'truck'] as const
export type Vehicle = (typeof vehicles)[number]

/** Maximum number of parcels and kilograms per request. A larger number is treated as a typing mistake. */
export const max_parcels = 9_999
export const max_kg = 99_999

/** The person who hands the goods over. */
export const RequestContact = z.object({
  name: z.string(),
  mobile_number: z.string(),
  email: z.string(),
})
export type RequestContact = z.output<typeof RequestContact>

/** What is stored with an entry in the history of a request: the files of a driver’s evidence and other facts. */
export interface RequestEventData {
  [fact: string]: unknown
  images?: string[]
  signature?: string
  /** Barcodes of parcels that the driver scanned and that were not collected with the request. */
  not_collected?: string[]
}

/** A collection request as returned. Texts are `''` when not given. */
export const CollectionRequest = z.object({
  id: z.int(),
  /** `COL` and six digits, numbered per company without gaps (FMT-005). */
  display_id: z.string(),
  status: z.enum(collection_request_statuses),
  account_id: z.int(),
  account_name: z.string(),
  account_code: z.string(),
  address: Address,
  address_book_id: z.int().nullable(),
  contact: RequestContact,
  date: day,
  /** `HH:mm`. */
  after: z.string(),
  before: z.string(),
  /** `null` when unknown. */
  expected_parcels: z.int().nullable(),
  /** kg. */
  expected_kg: z.number().nullable(),
  vehicle: z.enum(vehicles),
  /** Packaging that the driver brings: bags, boxes, flyers. */
  packaging: z.string(),
  instructions: z.string(),
  customer_reference: z.string(),
  /** The recurring collection that created the request, and its frequency. */
  recurring_id: z.int().nullable(),
  frequency: z.enum(frequencies).nullable(),
  /** The driver, for staff; `''` for customers and while no driver is assigned. */
  agent_id: z.string(),
  agent_name: z.string(),
  agent_zone: z.string(),
  routing_number: z.string(),
  branch_id: z.int().nullable(),
  branch_name: z.string(),
  /** Number of parcels that the driver collected; `null` before the collection. */
  collected_parcels: z.int().nullable(),
  collected_date: instant.nullable(),
  shipment_count: z.int(),
  failed_collection_attempts: z.int(),
  created_by: z.string(),
  modified_by: z.string(),
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type CollectionRequest = z.output<typeof CollectionRequest>

/** An entry in the history of a request. */
export const RequestEvent = z.object({
  id: z.int(),
  date: instant,
  /** A status, or an event such as `driver-arrived`. */
  status: z.string(),
  message: z.string(),
  /** Username or `system`; `''` for customers. */
  source: z.string(),
  /** The driver’s photos and signature, each with a signed URL. */
  files: z.array(z.object({ file_name: z.string(), url: z.string() })),
})
export type RequestEvent = z.output<typeof RequestEvent>

/** A shipment captured for a request. */
export const RequestShipment = z.object({
  id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  parcel_count: z.int(),
})
export type RequestShipment = z.output<typeof RequestShipment>

const what = {
  expected_parcels: maybe(count),
  expected_kg: maybe(num),
  vehicle: maybe(z.enum(vehicles)),
  packaging: maybe(text(500)),
  instructions: maybe(text(2000, { lines: true })),
  customer_reference: maybe(text(255)),
}
const where = {
  address: maybe(AddressInput),
  address_book_id: maybe(count),
  contact: maybe(ContactInput),
  after: maybe(clock),
  before: maybe(clock),
}

/** A new request as sent. All fields are optional here; the later checks report what is missing, in form order. */
export const NewRequest = z.object({
  account_id: maybe(count),
  /** Defaults to today. A day without service, or today after the cut-off, moves to the next service day. */
  date: maybe(day),
  /** Collect today although the cut-off has passed; needs `INLINE_override_cut_off`. */
  ignore_cut_off: maybe(flag),
  ...where,
  ...what,
})
export type NewRequest = z.output<typeof NewRequest>

const words = {
  /** 0 means unknown. */
  expected_parcels: maybe(count),
  expected_kg: maybe(num),
  vehicle: clearable(z.enum(vehicles)),
  packaging: clearable(text(500)),
  instructions: clearable(text(2000, { lines: true })),
  customer_reference: clearable(text(255)),
}

/** Changed fields of a request. Absent and `null` change nothing; `''` clears a text. */
export const RequestPatch = z.object({
  id: count,
  /** The version the change is based on. */
  version: count,
  date: maybe(day),
  ignore_cut_off: maybe(flag),
  ...where,
  ...words,
})
export type RequestPatch = z.output<typeof RequestPatch>

const recurrence = {
  frequency: z.enum(frequencies),
  /** For weekly collections: 0 (Sunday) to 6 (Saturday). */
  weekdays: maybe(list(count)),
  until: maybe(day),
}

/** A recurring collection as sent; `date` is its first day. */
export const NewRecurring = NewRequest.extend(recurrence)
export type NewRecurring = z.output<typeof NewRecurring>

/** A change to a recurring collection from one of its days onwards. */
export const RecurringPatch = z.object({
  id: count,
  version: count,
  /** Requests on this day and later also change. */
  from: day,
  frequency: maybe(z.enum(frequencies)),
  weekdays: maybe(list(count)),
  /** The last day. `null` and absent change nothing; `''` removes the end. */
  until: clearable(z.union([z.literal(''), day])),
  ...where,
  ...words,
})
export type RecurringPatch = z.output<typeof RecurringPatch>

/** A recurring collection as returned. */
export const Recurring = z.object({
  id: z.int(),
  account_id: z.int(),
  account_name: z.string(),
  address: Address,
  address_book_id: z.int().nullable(),
  contact: RequestContact,
  frequency: z.enum(frequencies),
  weekdays: z.array(z.int()),
  from: day,
  until: day.nullable(),
  after: z.string(),
  before: z.string(),
  expected_parcels: z.int().nullable(),
  expected_kg: z.number().nullable(),
  vehicle: z.enum(vehicles),
  packaging: z.string(),
  instructions: z.string(),
  customer_reference: z.string(),
  /** The day of its nearest open request. */
  next_date: day.nullable(),
  version: z.int(),
  time_created: instant,
})
export type Recurring = z.output<typeof Recurring>
