import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, flag, instant, maybe, num, text } from '../kit/calls/wire.ts'
import { paging } from '../kit/lists/paging.ts'
import { Address } from '../accounts/address.ts'
import { omitted } from '../kit/calls/optional-fields.ts'
import { PickupPoint, pickup_point_providers, pickup_point_types } from './model.ts'
import { DoorGroup, own_point_fields } from './own-point.ts'
import { point_states } from './point-state.ts'

/** A door of an own locker and the reservation that has it. */
const HeldDoor = DoorGroup.shape.doors.element.extend({ is_held: z.boolean() })

/** A point with what only staff see: stock, parcels and state. */
export const ManagedPoint = PickupPoint.extend({
  id: z.int(),
  version: z.int(),
  /** `closed`, `usual`, or hours such as `09:00-13:00`. */
  holiday_hours: z.string(),
  /** Parcels that a counter holds at most; `null`: no limit. */
  capacity: z.int().nullable(),
  /** Doors of an own locker by size; empty for counters and networks. */
  stock: z.array(DoorGroup.extend({ doors: z.array(HeldDoor) })),
  out_of_order_reason: z.string(),
  photos: z.array(z.string()),
  /** Since when the point is closed for good; `null` while it is in use. */
  closed_date: instant.nullable(),
  /** Parcels that are there or have a place reserved. */
  parcels_held: z.int(),
  /** When its network listed it last; `null` for own points. */
  time_synced: instant.nullable(),
  modified_by: z.string(),
  time_modified: instant,
})
export type ManagedPoint = z.output<typeof ManagedPoint>

/** Where a shipment is dropped off or fetched, and until when. */
export const ShipmentPlace = z.object({
  leg: z.enum(['collection', 'delivery']),
  pickup_point_id: z.string(),
  type: z.enum(pickup_point_types),
  name: z.string(),
  address: Address,
  /** Trading hours with those of public holidays. */
  hours: z.string(),
  /** Whether it is open now; `null` when its hours cannot be parsed. */
  is_open: z.boolean().nullable(),
  phone: omitted(z.string()),
  /** Door of the parcel, for staff; absent at counters and where only the network knows it. */
  door: omitted(z.string()),
  /** PIN with which the sender drops the parcel off; only until then, for those who see it. */
  dropoff_pin: omitted(z.string()),
  /** Until when the sender may drop the parcel off, or the receiver may fetch it; `null` while that is open. */
  deadline: instant.nullable(),
  /** The deadline after an extension; `null` when the viewer may not extend it now. */
  extends_to: instant.nullable(),
})
export type ShipmentPlace = z.output<typeof ShipmentPlace>

const ImportedPoint = z.object({
  line: z.number(),
  code: z.string(),
  name: z.string(),
  doors: z.string(),
  /** The problems of the line, each with its column; empty when it can be imported. */
  problems: z.array(z.string()),
})
export type ImportedPoint = z.output<typeof ImportedPoint>

/** API of lockers and counters: docs/domain/public-api.md#pickup-points. */
export const pickupPointsApi = {
  list: endpoint('GET /pickup-points', {
    input: z.object({
      search: maybe(text(255)),
      lat: maybe(num),
      lng: maybe(num),
      /** Nearest first; offline and full points last. */
      order_closest: maybe(flag),
      /** In km; `distance` is an alias. */
      radius: maybe(num),
      distance: maybe(num),
      type: maybe(z.enum(['locker', 'counter', 'point'])),
      pickup_point_id: maybe(text(60)),
      pickup_point_provider: maybe(z.enum(pickup_point_providers)),
      ...paging,
    }),
    output: z.object({ pickup_points: z.array(PickupPoint), count: z.int() }),
    audience: 'public',
    summary: 'Lists lockers and counters by text, place or ID.',
  }),
  managed: endpoint('GET /pickup-points/managed', {
    input: z.object({
      id: maybe(count),
      search: maybe(text(255)),
      type: maybe(z.enum(['locker', 'counter'])),
      pickup_point_provider: maybe(z.enum(pickup_point_providers)),
      /** Closed points are included with this, with their ID, and with the state `closed`. */
      include_closed: maybe(flag),
      state: maybe(z.enum(point_states)),
      ...paging,
    }),
    output: z.object({ points: z.array(ManagedPoint), count: z.int() }),
    audience: 'session',
    summary: 'Lists the points of all networks with stock and state, for staff.',
    published: false,
  }),
  places: endpoint('GET /shipments/places', {
    input: z.object({ shipment_id: count }),
    output: z.object({ places: z.array(ShipmentPlace) }),
    audience: 'session',
    permission: 'API_/shipments:GET',
    summary: 'Returns the pickup points of a shipment with hours, deadline and, for staff, the door.',
    published: false,
  }),
  extendPlace: endpoint('POST /shipments/places/extend', {
    /** `deadline` is the one that the user saw, so that the same extension sent twice counts once. */
    input: z.object({ shipment_id: count, deadline: instant }),
    output: z.object({ deadline: instant }),
    audience: 'session',
    permission: 'API_/shipments:PATCH',
    summary: 'Gives the receiver more time to fetch a parcel from its pickup point; for staff.',
    published: false,
  }),
  create: endpoint('POST /pickup-points', {
    body: 'many',
    input: z
      .object(own_point_fields)
      .partial()
      .required({ pickup_point_id: true, type: true, name: true, address: true }),
    output: ManagedPoint,
    summary: 'Creates a point of the own network.',
    published: false,
  }),
  change: endpoint('PATCH /pickup-points', {
    body: 'many',
    input: z
      .object({ id: count, version: count, ...own_point_fields })
      .partial()
      .required({ id: true, version: true }),
    output: ManagedPoint,
    summary: 'Updates a point of the own network. An outdated version returns 409 with the stored values.',
    published: false,
  }),
  importFile: endpoint('POST /pickup-points/import', {
    body: 'text_file',
    workload: 'heavy',
    input: z.object({ text: z.string().max(1_000_000), dry_run: maybe(flag) }),
    output: z.object({ lines: z.array(ImportedPoint), imported: z.number() }),
    permission: 'API_/pickup-points:POST',
    audience: 'session',
    summary:
      'Creates the own points in a CSV file, all or none. With `dry_run`, only returns the errors by line and column.',
    published: false,
  }),
  close: endpoint('DELETE /pickup-points', {
    input: z.object({ id: count }),
    output: z.object({}),
    summary: 'Closes a point of the own network for good. Past shipments retain its name.',
    published: false,
  }),
}
