import { z } from 'zod'
import { Address, AddressParts } from '../accounts/address.ts'
import { WeekHours } from '../kit/dates/week-hours.ts'
import { day, instant, rand } from '../kit/calls/wire.ts'
import { zone_kinds } from './map-kinds.ts'

/** A depot with its own area, staff, bays and drivers (ACC-024, docs/glossary.md). */
export const Branch = z.object({
  id: z.int(),
  provider_id: z.int(),
  /** Internal code such as `JHB`. */
  name: z.string(),
  /** Name shown to customers. */
  public_name: z.string(),
  /** Code printed on labels: the name. */
  code: z.string(),
  address: Address.nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  contact_name: z.string(),
  phone: z.string(),
  email: z.string(),
  bays: z.array(z.string()),
  /** When it is open; `null`: as the company is. */
  working_hours: WeekHours.nullable(),
  /** An inactive branch is given no new shipments. */
  is_active: z.boolean(),
  /** How many of the company's users belong to it; `null` for customers. */
  user_count: z.int().nullable(),
  /** Raised by every change; a change names the one it is based on. */
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type Branch = z.output<typeof Branch>

/** A ring of `[lng, lat]` positions, first and last equal. */
const Ring = z.array(z.tuple([z.number(), z.number()]))

/** Polygons with holes: GeoJSON multi-polygon coordinates. */
export const ZoneGeometry = z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring)) })
export type ZoneGeometry = z.output<typeof ZoneGeometry>

/** The name and area of a polygon that sends parcels to a branch, as its page shows it. */
export const BranchArea = z.object({
  id: z.int(),
  name: z.string(),
  colour: z.string(),
  geometry: ZoneGeometry,
})
export type BranchArea = z.output<typeof BranchArea>

/** The parts of a route an area may hold for. */
export const zone_legs = ['collection', 'delivery', 'both'] as const
export type ZoneLegs = (typeof zone_legs)[number]

/** Weekdays with service, Sunday 0 to Saturday 6, of each part of a route (docs/domain/rating.md#dates). */
export const LegDays = z.object({ collection: z.array(z.int()), delivery: z.array(z.int()) })
export type LegDays = z.output<typeof LegDays>

/** What is said of an area; which of it counts depends on its kind. Texts are `''` when nothing was said. */
export const ZoneDetails = z.object({
  name: z.string(),
  /** `#rrggbb`. */
  colour: z.string(),
  /** Higher numbers win over lower ones, then the smaller area, then the lower id. */
  priority: z.int(),
  is_active: z.boolean(),
  branch_id: z.int().nullable(),
  /** Printed large on labels, for driver zones. */
  routing_number: z.string(),
  /** Driver usernames, the first who is on duty wins. */
  drivers: z.array(z.string()),
  legs: z.enum(zone_legs),
  /** Days on which the drivers of the zone are out, Sunday 0 to Saturday 6; empty means every day. */
  weekdays: z.array(z.int()),
  /** `HH:mm`: when its drivers are out; `''` for the whole day. */
  window_from: z.string(),
  window_to: z.string(),
  service_days: LegDays,
  /** Of service days: the area that holds where no other does. */
  is_default: z.boolean(),
  /** Of exceptions: what is not offered here; `null` is everything. */
  service_level_ids: z.array(z.int()).nullable(),
  /** Of exceptions: what is said to whoever asks for a price. */
  message: z.string(),
  /** Names of tags of its kind. */
  tags: z.array(z.string()),
  valid_from: instant.nullable(),
  valid_until: instant.nullable(),
  geometry: ZoneGeometry,
})
export type ZoneDetails = z.output<typeof ZoneDetails>

/** How a draft map differs from the published one. */
export const zone_changes = ['added', 'changed', 'removed'] as const
export type ZoneChange = (typeof zone_changes)[number]

/** An area on a map with what it decides. */
export const Zone = ZoneDetails.extend({
  /** Negative for one that stands only in a draft map. */
  id: z.int(),
  provider_id: z.int(),
  kind: z.enum(zone_kinds),
  tag_ids: z.array(z.int()),
  /** Points of its outline (MAP-007). */
  node_count: z.int(),
  area_km2: z.number(),
  version: z.int(),
  /** What the draft map asked for does to it; `null` outside drafts. */
  change: z.enum(zone_changes).nullable(),
  /** The published area was changed after the draft took it up. */
  is_outdated: z.boolean(),
  time_created: instant,
  time_modified: instant,
})
export type Zone = z.output<typeof Zone>

/** Where a draft map stands. */
export const draft_statuses = ['preparing', 'scheduled', 'published'] as const
export type DraftStatus = (typeof draft_statuses)[number]

/** A set of changes to the map that is published together (docs/domain/maps.md). */
export const DraftMap = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(draft_statuses),
  /** When it is published by itself. */
  publish_at: instant.nullable(),
  /** Why it could not be published when its time came; `''` when nothing was wrong. */
  problem: z.string(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** The kinds it changes. */
  kinds: z.array(z.enum(zone_kinds)),
  created_by: z.string(),
  published_by: z.string(),
  time_published: instant.nullable(),
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type DraftMap = z.output<typeof DraftMap>

/** What a draft map would have changed for the shipments of a day. */
export const DraftPreview = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** The day whose shipments were looked at: yesterday, or the last one before it that had any; `null` for none. */
  date: day.nullable(),
  /** Of the shipments of that day those that were looked at, spread evenly over it when they are not all. */
  shipments: z.int(),
  /** Shipments of that day. */
  count: z.int(),
  /** How many of those looked at would change it. */
  branch: z.int(),
  driver_zone: z.int(),
  rate_tag: z.int(),
  price: z.int(),
  /** The sum of the differences where both maps have a price, in Rand on the wire. */
  price_difference: rand,
  examples: z.array(
    z.object({
      shipment_id: z.int(),
      tracking_reference: z.string(),
      /** `Branch JHB becomes PTA`. */
      what: z.array(z.string()),
    }),
  ),
  /** Suburbs that would belong to another area of the kinds changed, the first of them by name. */
  suburbs: z.int(),
  suburb_examples: z.array(z.string()),
})
export type DraftPreview = z.output<typeof DraftPreview>

/** An area as the answer of a tested point names it. */
const FoundZone = z.object({
  id: z.int(),
  name: z.string(),
  colour: z.string(),
  tags: z.array(z.string()),
  /** Whether this one decides; the others lie beneath it. */
  decides: z.boolean(),
})

/** Everything the map says of one point. */
export const PointAnswer = z.object({
  lat: z.number(),
  lng: z.number(),
  label: z.string(),
  branch: z
    .object({
      id: z.int(),
      name: z.string(),
      public_name: z.string(),
      found_by: z.enum(['area', 'nearest', 'default']),
      km: z.number().nullable(),
    })
    .nullable(),
  branch_areas: z.array(FoundZone),
  drivers: z.array(
    FoundZone.extend({
      routing_number: z.string(),
      legs: z.enum(zone_legs),
      /** Who would be given the stop now; `''` for nobody. */
      driver: z.string(),
    }),
  ),
  rates: z.array(FoundZone),
  /** The tag that prices go by; `''` for the fallback tag of the settings. */
  rate_tag: z.string(),
  surcharges: z.array(FoundZone),
  exceptions: z.array(FoundZone.extend({ legs: z.enum(zone_legs), message: z.string() })),
  service_areas: z.array(FoundZone),
  service_days: LegDays,
})
export type PointAnswer = z.output<typeof PointAnswer>

/** What becomes of one area of an imported file. */
export const ImportedZone = z.object({
  name: z.string(),
  kind: z.enum(zone_kinds),
  node_count: z.int(),
  action: z.enum(['add', 'change', 'refuse']),
  /** Why it is refused; `''` otherwise. */
  problem: z.string(),
})
export type ImportedZone = z.output<typeof ImportedZone>

/** How exact found coordinates are (docs/domain/public-api.md#geocode). */
export const geocode_accuracies = ['street', 'suburb', 'city', 'code'] as const

/** Found coordinates (docs/domain/public-api.md#geocode). */
export const GeocodeAnswer = z.object({
  lat: z.number(),
  lng: z.number(),
  entered_address: z.string(),
  geo_local_area: z.string().nullable(),
  geo_city: z.string().nullable(),
  accuracy: z.enum(geocode_accuracies),
})
export type GeocodeAnswer = z.output<typeof GeocodeAnswer>

/** A suburb of the bundled gazetteer, offered while an address is typed. */
export const Place = z.object({
  /** `Menlyn, Pretoria, 0181`. */
  label: z.string(),
  local_area: z.string(),
  city: z.string(),
  code: z.string(),
  zone: z.string(),
  lat: z.number(),
  lng: z.number(),
})
export type Place = z.output<typeof Place>

/**
 * What is offered while an address is typed: a suburb with its parts, or a place whose parts are asked for by its id.
 */
export const OfferedPlace = Place.extend({
  /** Of a place of Google Maps; `''` for a suburb of the gazetteer. */
  place_id: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
})

/** The address of an offered place, with coordinates. */
export const FoundAddress = AddressParts.pick({
  company: true,
  street_address: true,
  local_area: true,
  city: true,
  code: true,
  zone: true,
  country: true,
}).extend({ lat: z.number(), lng: z.number() })
export type FoundAddress = z.output<typeof FoundAddress>
