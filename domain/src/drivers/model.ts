import { z } from 'zod'
import { TextPart } from '../kit/answers/text-part.ts'
import { Address } from '../accounts/address.ts'
import { pod_methods } from '../accounts/model.ts'
import { vehicles } from '../collections/model.ts'
import { collection_request_statuses } from '../collections/status.ts'
import { day, instant, rand } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { duty_actions } from './duty.ts'
import { HandBack } from './hand-back.ts'
import { DriverMessage } from './messages.ts'
import { OwnDay } from './own-day.ts'

/** A driver in the driver list (ACC-024, DRV-007). */
export const Driver = z.object({
  user_id: z.int(),
  username: z.string(),
  name: z.string(),
  mobile_number: z.string(),
  branch_id: z.int().nullable(),
  branch_name: z.string(),
  vehicle_registration: z.string(),
  vehicle_type: z.string(),
  /** kg and m³; 0 when unknown. */
  vehicle_max_weight: z.number(),
  vehicle_max_volume: z.number(),
  on_duty: z.boolean(),
  zones: z.array(z.string()),
  /** The last day on which the driving licence is valid. */
  licence_expiry: day.nullable(),
  deleted_date: instant.nullable(),
})
export type Driver = z.output<typeof Driver>

export const legs = ['collection', 'delivery'] as const
export type Leg = (typeof legs)[number]

/** A parcel at a stop, which the driver scans. */
export const StopParcel = z.object({
  id: z.int(),
  tracking_reference: z.string(),
  alternative_tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  parcel_description: z.string(),
  weight_kg: z.number(),
})
export type StopParcel = z.output<typeof StopParcel>

/**
 * One shipment at a stop. It has no declared value, and a price only where the company shows prices to drivers
 * (docs/domain/south-africa.md#safety-of-drivers).
 */
export const StopShipment = z.object({
  shipment_id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  account_name: z.string(),
  service_level_code: z.string(),
  pod_method: z.enum(pod_methods),
  has_pin: z.boolean(),
  is_return: z.boolean(),
  special_instructions: z.string(),
  contact_name: z.string(),
  contact_number: z.string(),
  /** Only when the number is hidden from the driver: whether the gateway can connect a call. */
  masked_call: z.boolean().optional(),
  attempt_number: z.int(),
  /** What the receiver still has to pay for the goods, in cents; 0 at a collection, and once money was taken. */
  cod_due: rand,
  /** What the customer is charged, in cents; only for drivers who may see prices, and once it is known. */
  price: rand.optional(),
  pickup_point_id: z.string(),
  pickup_point_name: z.string(),
  /** The door of a locker that holds the parcel or is reserved for it; `''` when it is not known. */
  pickup_door: z.string(),
  /** The code with which the driver opens the door of a network; `''` when none is needed. */
  courier_code: z.string(),
  parcels: z.array(StopParcel),
})
export type StopShipment = z.output<typeof StopShipment>

/** A bulk collection at a stop: parcels without waybills, with only an estimated count. */
export const StopRequest = z.object({
  collection_request_id: z.int(),
  display_id: z.string(),
  status: z.enum(collection_request_statuses),
  account_name: z.string(),
  contact_name: z.string(),
  contact_number: z.string(),
  /** Only when the number is hidden from the driver: whether the gateway can connect a call. */
  masked_call: z.boolean().optional(),
  instructions: z.string(),
  /** `null` when the sender does not know. */
  expected_parcels: z.int().nullable(),
  /** In kg. */
  expected_kg: z.number().nullable(),
  vehicle: z.enum(vehicles),
  /** The packaging that the driver must bring. */
  packaging: z.string(),
  attempt_number: z.int(),
  collected_parcels: z.int().nullable(),
})
export type StopRequest = z.output<typeof StopRequest>

/**
 * A place to visit. Shipments with the same driver and leg within 30 m of each other form one stop
 * (docs/domain/routing-and-drivers.md#trip-sheets).
 */
export const Stop = z.object({
  /** Evidence is linked to this id when it is captured. */
  stop_id: z.string(),
  sequence: z.int(),
  /** The driver of the stop. Two drivers at one place have a stop each. */
  driver_username: z.string(),
  leg: z.enum(legs),
  address: Address,
  /** `HH:mm`. */
  window_from: z.string(),
  window_to: z.string(),
  /** The place of the stop on the trip sheet of its driver, from 1. */
  driver_sequence: z.int(),
  /** When the driver is expected; `null` when the day is not planned, and once the stop is done or has failed. */
  eta: instant.nullable(),
  /** By road, and minutes of driving, from the stop before; `null` like `eta`. */
  km: z.number().nullable(),
  minutes: z.int().nullable(),
  /** The window that the receiver of a delivery may be given; `null` like `eta`, and for a collection. */
  receiver_window: z.object({ from: instant, to: instant, is_late: z.boolean() }).nullable(),
  /** The office has locked the place of the stop. */
  is_locked: z.boolean(),
  state: z.enum(['to-do', 'done', 'failed']),
  is_late_risk: z.boolean(),
  /** Empty for a collection request, which is always a separate stop. */
  shipments: z.array(StopShipment),
  request: StopRequest.nullable(),
})
export type Stop = z.output<typeof Stop>

/** What set the order of a planned day. */
export const plan_sources = ['built-in', 'vroom', 'dispatcher', 'driver'] as const
export type PlanSource = (typeof plan_sources)[number]

/** Where the times and distances of a planned day are from. */
export const travel_sources = ['estimate', 'osrm', 'valhalla'] as const
export type TravelSource = (typeof travel_sources)[number]

/** Who planned a driver's day. */
export const PlanMark = z.object({
  version: z.int(),
  source: z.enum(plan_sources),
  times_from: z.enum(travel_sources),
  /** Why a routing service was not used or only in part, as sentences; `''` when it was, or none is set up. */
  routing_note: z.string(),
  modified_by_name: z.string(),
  time_modified: instant,
  /** `''` and `null` while no stop is locked. */
  locked_by_name: z.string(),
  time_locked: instant.nullable(),
})
export type PlanMark = z.output<typeof PlanMark>

/** A driver's list of stops for a day (docs/domain/routing-and-drivers.md#trip-sheets). */
export const TripSheet = z.object({
  driver: Driver.nullable(),
  date: day,
  /** All stops for a single driver; one page of stops for all drivers. */
  stops: z.array(Stop),
  /** The number of stops on all pages. */
  count: z.int(),
  /** Totals of all stops, not only of this page. */
  totals: z.object({
    stops: z.int(),
    unique_stops: z.int(),
    parcels: z.int(),
    kg: z.number(),
    m3: z.number(),
    done: z.int(),
    failed: z.int(),
    remaining: z.int(),
  }),
  /**
   * The driver's odometer readings at the start and end of this day, in km. Only for staff, and only on the sheet of
   * one driver.
   */
  odometer: z.object({ start_km: z.number().nullable(), end_km: z.number().nullable() }).optional(),
  /** The day of the driver who reads the own sheet of today. */
  day: OwnDay.optional(),
  /** The messages of the last day with the office, oldest first, for the driver who reads the own sheet of today. */
  messages: z.array(DriverMessage).optional(),
  /** Whether the sheet has more unique stops than the provider's limit. */
  is_over_stop_limit: z.boolean(),
  /** Who planned the order of stops; `null` for all drivers, and when the day is not planned. */
  plan: PlanMark.nullable(),
  /** The visits still to do against the limits of the vehicle (0 when unknown); `null` for all drivers. */
  load: z.object({ kg: z.number(), max_kg: z.number(), m3: z.number(), max_m3: z.number() }).nullable(),
})
export type TripSheet = z.output<typeof TripSheet>

/** The actions that a driver reports (docs/domain/routing-and-drivers.md#what-drivers-report). */
export const action_types = [
  ...duty_actions,
  'panic',
  'message',
  'load',
  'arrive',
  'collect',
  'collection-failed',
  'collection-exception',
  'cancel-parcel',
  'add-parcel',
  'add-shipment',
  'add-photos',
  'reject',
  'deliver',
  'deposit-in-locker',
  'hand-to-counter',
  'collect-expired',
  'does-not-fit',
  'delivery-failed',
  'delivery-exception',
  'return-to-sender',
  'accept-manifest',
  'arrive-manifest',
] as const
export type ActionType = (typeof action_types)[number]

/** The result of one action. The evidence of a conflict is stored as an event that changes no status. */
export const ActionResult = z.object({
  action_id: z.uuid(),
  result: z.enum(['applied', 'duplicate', 'conflict']),
  message: z.string(),
  /** The sentences of the message by code, for the language of the phone. */
  message_parts: z.array(TextPart).optional(),
  shipment_status: z.enum(shipment_statuses).nullable(),
  /** Of `end-day`, where the company requires drivers to close their day: the parcels still with the driver. */
  hand_back: z.array(HandBack).optional(),
})
export type ActionResult = z.output<typeof ActionResult>
