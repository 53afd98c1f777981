import { z } from 'zod'
import { Address, AddressParts } from '../accounts/address.ts'
import { WeekHours } from '../kit/dates/week-hours.ts'
import { day, instant, rand } from '../kit/calls/wire.ts'
import { zone_kinds } from './map-kinds.ts'

/** A depot with its own area, staff, bays and drivers (ACC-024, docs/glossary.md). */
export const Branch = z.object({
  id: z.int(),
  provider_id: z.int(),
  /** Internal code, such as `JHB`. */
  name: z.string(),
  /** Name shown to customers. */
  public_name: z.string(),
  /** Code printed on labels; same as `name`. */
  code: z.string(),
  address: Address.nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  contact_name: z.string(),
  phone: z.string(),
  email: z.string(),
  bays: z.array(z.string()),
  /** Opening hours; `null` uses the company's hours. */
  working_hours: WeekHours.nullable(),
  /** An inactive branch gets no new shipments. */
  is_active: z.boolean(),
  /** Number of the company's users that belong to the branch; `null` for customers. */
  user_count: z.int().nullable(),
  /** Increases with every change. A change request sends the version that it is based on. */
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type Branch = z.output<typeof Branch>

/** A closed ring of `[lng, lat]` positions: the first and the last are equal. */
const Ring = z.array(z.tuple([z.number(), z.number()]))

/** Polygons with holes, as GeoJSON `MultiPolygon` coordinates. */
export const ZoneGeometry = z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring)) })
export type ZoneGeometry = z.output<typeof ZoneGeometry>

/** An area whose parcels go to a branch, as shown on the page of the branch. */
export const BranchArea = z.object({
  id: z.int(),
  name: z.string(),
  colour: z.string(),
  geometry: ZoneGeometry,
})
export type BranchArea = z.output<typeof BranchArea>

/** The legs of a route to which an area can apply. */
export const zone_legs = ['collection', 'delivery', 'both'] as const
export type ZoneLegs = (typeof zone_legs)[number]

/** The weekdays with service for each leg, from 0 (Sunday) to 6 (Saturday) (docs/domain/rating.md#dates). */
export const LegDays = z.object({ collection: z.array(z.int()), delivery: z.array(z.int()) })
export type LegDays = z.output<typeof LegDays>

/** The editable fields of an area. Which of them apply depends on its kind. Empty texts are `''`. */
export const ZoneDetails = z.object({
  name: z.string(),
  /** `#rrggbb`. */
  colour: z.string(),
  /** The higher priority wins, then the smaller area, then the lower id. */
  priority: z.int(),
  is_active: z.boolean(),
  branch_id: z.int().nullable(),
  /** Printed large on labels; driver zones only. */
  routing_number: z.string(),
  /** Driver usernames. The first driver on duty gets the stop. */
  drivers: z.array(z.string()),
  legs: z.enum(zone_legs),
  /** Days on which the zone's drivers work, from 0 (Sunday) to 6 (Saturday); empty means every day. */
  weekdays: z.array(z.int()),
  /** Working hours of the zone's drivers as `HH:mm`; `''` means the whole day. */
  window_from: z.string(),
  window_to: z.string(),
  service_days: LegDays,
  /** Service day areas only: this area applies where no other does. */
  is_default: z.boolean(),
  /** Exception areas only: the service levels that are not offered; `null` means all. */
  service_level_ids: z.array(z.int()).nullable(),
  /** Exception areas only: the message for users who request a price. */
  message: z.string(),
  /** Names of tags; each kind of area has its own tags. */
  tags: z.array(z.string()),
  valid_from: instant.nullable(),
  valid_until: instant.nullable(),
  geometry: ZoneGeometry,
})
export type ZoneDetails = z.output<typeof ZoneDetails>

/** How an area of a draft map differs from the published map. */
export const zone_changes = ['added', 'changed', 'removed'] as const
export type ZoneChange = (typeof zone_changes)[number]

/** An area on the map (a zone) and what it decides. */
export const Zone = ZoneDetails.extend({
  /** Negative when the area exists only in a draft map. */
  id: z.int(),
  provider_id: z.int(),
  kind: z.enum(zone_kinds),
  tag_ids: z.array(z.int()),
  /** Number of points of the outline (MAP-007). */
  node_count: z.int(),
  area_km2: z.number(),
  version: z.int(),
  /** How the requested draft map changes the area; `null` when it does not, and outside drafts. */
  change: z.enum(zone_changes).nullable(),
  /** Whether the published area was changed after the draft last copied it. */
  is_outdated: z.boolean(),
  time_created: instant,
  time_modified: instant,
})
export type Zone = z.output<typeof Zone>

/** The statuses of a draft map. */
export const draft_statuses = ['preparing', 'scheduled', 'published'] as const
export type DraftStatus = (typeof draft_statuses)[number]

/** A set of changes to the map that is published together (docs/domain/maps.md). */
export const DraftMap = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(draft_statuses),
  /** When the draft is published automatically. */
  publish_at: instant.nullable(),
  /** Why the scheduled publication failed; `''` when there was no problem. */
  problem: z.string(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** The kinds of area that the draft changes. */
  kinds: z.array(z.enum(zone_kinds)),
  created_by: z.string(),
  published_by: z.string(),
  time_published: instant.nullable(),
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type DraftMap = z.output<typeof DraftMap>

/** What a draft map would have changed for the shipments of one day. */
export const DraftPreview = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  /**
   * The day whose shipments were checked: yesterday, or the latest day before it with shipments; `null` when none was
   * found.
   */
  date: day.nullable(),
  /** Number of shipments checked. When the day has too many, they are an evenly spread sample. */
  shipments: z.int(),
  /** Number of shipments of that day. */
  count: z.int(),
  /** `branch`, `driver_zone`, `rate_tag` and `price`: how many of the checked shipments would get another one. */
  branch: z.int(),
  driver_zone: z.int(),
  rate_tag: z.int(),
  price: z.int(),
  /** Sum of the price differences of shipments that have a price on both maps; in Rand in API responses. */
  price_difference: rand,
  examples: z.array(
    z.object({
      shipment_id: z.int(),
      tracking_reference: z.string(),
      /** `Branch JHB becomes PTA`. */
      what: z.array(z.string()),
    }),
  ),
  /** Number of suburbs that would belong to another area of a changed kind; `suburb_examples` names the first of them. */
  suburbs: z.int(),
  suburb_examples: z.array(z.string()),
})
export type DraftPreview = z.output<typeof DraftPreview>

/** An area that contains a tested point. */
const FoundZone = z.object({
  id: z.int(),
  name: z.string(),
  colour: z.string(),
  tags: z.array(z.string()),
  /** Whether this area decides. The others are overridden by it. */
  decides: z.boolean(),
})

/** Everything that the map decides for one point. */
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
      /** Username of the driver who would get the stop now; `''` when there is none. */
      driver: z.string(),
    }),
  ),
  rates: z.array(FoundZone),
  /** The tag that selects prices; `''` means the fallback tag from the settings. */
  rate_tag: z.string(),
  surcharges: z.array(FoundZone),
  exceptions: z.array(FoundZone.extend({ legs: z.enum(zone_legs), message: z.string() })),
  service_areas: z.array(FoundZone),
  service_days: LegDays,
})
export type PointAnswer = z.output<typeof PointAnswer>

/** What the import does with one area of a file. */
export const ImportedZone = z.object({
  name: z.string(),
  kind: z.enum(zone_kinds),
  node_count: z.int(),
  action: z.enum(['add', 'change', 'refuse']),
  /** Why the area is rejected; `''` otherwise. */
  problem: z.string(),
})
export type ImportedZone = z.output<typeof ImportedZone>

/** How exact geocoded coordinates are (docs/domain/public-api.md#geocode). */
export const geocode_accuracies = ['street', 'suburb', 'city', 'code'] as const

/** Coordinates found for an address (docs/domain/public-api.md#geocode). */
export const GeocodeAnswer = z.object({
  lat: z.number(),
  lng: z.number(),
  entered_address: z.string(),
  geo_local_area: z.string().nullable(),
  geo_city: z.string().nullable(),
  accuracy: z.enum(geocode_accuracies),
})
export type GeocodeAnswer = z.output<typeof GeocodeAnswer>

/** A suburb of the built-in gazetteer, suggested while the user types an address. */
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
 * A suggestion while the user types an address: a suburb with its address parts, or a place whose address parts are
 * requested with its id.
 */
export const OfferedPlace = Place.extend({
  /** Id of a Google Maps place; `''` for a suburb of the gazetteer. */
  place_id: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
})

/** The address of a suggested place, with coordinates. */
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
