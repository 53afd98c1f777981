import { z } from 'zod'
import { Address } from '../accounts/address.ts'
import { WeekHours } from '../kit/week-hours.ts'
import { instant } from '../kit/wire.ts'

/** A depot with its own area, staff, bays and drivers (ACC-024, domain notes 1). */
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

/** What the polygons of a map decide (domain notes 17). */
export const zone_kinds = [
  'drivers',
  'branches',
  'rates',
  'surcharges',
  'exceptions',
  'service_days',
] as const
export type ZoneKind = (typeof zone_kinds)[number]

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

/** An area on a map with what it decides. Higher priority numbers win, then the smaller area, then the lower id. */
export const Zone = z.object({
  id: z.int(),
  provider_id: z.int(),
  kind: z.enum(zone_kinds),
  name: z.string(),
  colour: z.string(),
  priority: z.int(),
  is_active: z.boolean(),
  branch_id: z.int().nullable(),
  /** Printed large on labels, for driver zones. */
  routing_number: z.string(),
  /** Driver usernames, first active and on duty wins. */
  drivers: z.array(z.string()),
  legs: z.enum(['collection', 'delivery', 'both']),
  /** Sunday 0 … Saturday 6; empty means every day. */
  weekdays: z.array(z.int()),
  tag_ids: z.array(z.int()),
  valid_from: instant.nullable(),
  valid_until: instant.nullable(),
  geometry: ZoneGeometry,
  time_modified: instant,
})
export type Zone = z.output<typeof Zone>

/** How exact found coordinates are (partner API 11.2). */
export const geocode_accuracies = ['street', 'suburb', 'city', 'code'] as const

/** Found coordinates (partner API 11.2). */
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
