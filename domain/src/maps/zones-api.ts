import { z } from 'zod'
import { AddressInput } from '../accounts/address.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, flag, instant, list, maybe, num, text } from '../kit/calls/wire.ts'
import { Tag } from '../tags/model.ts'
import {
  DraftMap,
  DraftPreview,
  ImportedZone,
  LegDays,
  PointAnswer,
  Zone,
  zone_legs,
  ZoneGeometry,
} from './model.ts'
import { zone_kinds } from './map-kinds.ts'
import { left_out_kinds } from './zone-files.ts'

/** The fields of an area that a request can create or change. Absent fields stay unchanged. */
const zone_fields = {
  name: text(80).optional(),
  colour: text(7).optional(),
  priority: maybe(count),
  is_active: maybe(flag),
  branch_id: count.nullish(),
  routing_number: text(20).optional(),
  drivers: list(text(120)).optional(),
  legs: maybe(z.enum(zone_legs)),
  weekdays: list(count).optional(),
  window_from: text(5).optional(),
  window_to: text(5).optional(),
  service_days: LegDays.optional(),
  is_default: maybe(flag),
  service_level_ids: z.array(z.int()).nullish(),
  message: text(255).optional(),
  tags: list(text(60)).optional(),
  valid_from: instant.nullish(),
  valid_until: instant.nullish(),
}

/** The draft map to which the change is added. Without it, the change takes effect at once. */
const draft_map_id = maybe(count)

const query = 'API_/geofence/zones:GET'
const changing = 'API_/geofence/zones:PATCH'
const zone_tags = z.object({ tags: z.array(Tag), count: z.int() })
const zone_with_tags = z.object({ zone_id: count, tag_ids: list(count) })
const about = { audience: 'session', published: false } as const

/** API of map areas, draft maps and the test point: docs/domain/maps.md (MAP-009). */
export const zonesApi = {
  zones: endpoint('GET /geofence/zones', {
    input: z.object({
      id: maybe(list(count)),
      kind: maybe(z.enum(zone_kinds)),
      branch_id: maybe(count),
      tag_id: maybe(count),
      is_active: maybe(flag),
      search: maybe(text(120)),
      draft_map_id,
      ...paging,
    }),
    output: z.object({ zones: z.array(Zone), count: z.int() }),
    summary: 'Lists areas of the published map, or of the map with a draft applied.',
    published: false,
  }),
  createZone: endpoint('POST /geofence/zones', {
    body: 'outline',
    input: z.object({
      kind: z.enum(zone_kinds),
      geometry: ZoneGeometry,
      ...zone_fields,
      name: text(80),
      draft_map_id,
    }),
    output: Zone,
    summary: 'Creates an area.',
    published: false,
  }),
  changeZone: endpoint('PATCH /geofence/zones', {
    body: 'outline',
    input: z.object({
      id: count,
      version: count,
      geometry: ZoneGeometry.optional(),
      ...zone_fields,
      draft_map_id,
    }),
    output: Zone,
    summary: 'Updates an area. An outdated version returns 409 with the stored values.',
    published: false,
  }),
  removeZone: endpoint('DELETE /geofence/zones', {
    input: z.object({ id: count, draft_map_id }),
    output: z.object({}),
    summary: 'Deletes an area.',
    published: false,
  }),
  zoneTags: endpoint('GET /geofence/zones/tags', {
    input: z.object({ zone_id: count }),
    output: zone_tags,
    summary: 'Lists the tags of an area.',
    published: false,
  }),
  addZoneTags: endpoint('POST /geofence/zones/tags', {
    input: zone_with_tags,
    output: zone_tags,
    summary: 'Adds tags to an area.',
    published: false,
  }),
  setZoneTags: endpoint('PATCH /geofence/zones/tags', {
    input: zone_with_tags,
    output: zone_tags,
    summary: 'Replaces the tags of an area.',
    published: false,
  }),
  removeZoneTags: endpoint('DELETE /geofence/zones/tags', {
    input: zone_with_tags,
    output: zone_tags,
    summary: 'Removes tags from an area.',
    published: false,
  }),
  drafts: endpoint('GET /geofence/drafts', {
    input: z.object({ id: maybe(count) }),
    output: z.object({ draft_maps: z.array(DraftMap), count: z.int() }),
    permission: query,
    summary: 'Lists draft maps, unpublished ones first.',
    ...about,
  }),
  createDraft: endpoint('POST /geofence/drafts', {
    input: z.object({ name: text(80) }),
    output: DraftMap,
    permission: 'API_/geofence/zones:POST',
    summary: 'Creates a draft map.',
    ...about,
  }),
  changeDraft: endpoint('PATCH /geofence/drafts', {
    input: z.object({ id: count, version: count, name: maybe(text(80)), is_scheduled: maybe(flag) }),
    output: DraftMap,
    permission: changing,
    summary: 'Renames a draft map, or cancels its scheduled publication (`is_scheduled`: `false`).',
    ...about,
  }),
  removeDraft: endpoint('DELETE /geofence/drafts', {
    input: z.object({ id: count }),
    output: z.object({}),
    permission: 'API_/geofence/zones:DELETE',
    summary: 'Discards a draft map. The published map does not change.',
    ...about,
  }),
  undoChange: endpoint('DELETE /geofence/drafts/changes', {
    input: z.object({ draft_map_id: count, zone_id: count }),
    output: z.object({}),
    permission: changing,
    summary: 'Removes the change of one area from a draft map.',
    ...about,
  }),
  previewDraft: endpoint('GET /geofence/drafts/preview', {
    workload: 'heavy',
    input: z.object({ draft_map_id: count }),
    output: DraftPreview,
    permission: query,
    summary:
      'Returns the effect that a draft map would have had on the shipments of the latest day with shipments.',
    ...about,
  }),
  publish: endpoint('POST /geofence/zones/publish', {
    input: z.object({ draft_map_id: count, at: maybe(instant) }),
    output: DraftMap,
    summary: 'Publishes a draft map now, or automatically at a later time.',
    published: false,
  }),
  importZones: endpoint('POST /geofence/import', {
    input: z.object({
      /** Detected from the content when absent. */
      format: maybe(z.enum(['kml', 'geojson'])),
      content: z.string().max(10 * 1024 * 1024),
      /** The kind of areas for which the file names no kind. */
      kind: z.enum(zone_kinds),
      /** Whether areas with too many points are simplified. */
      simplify: maybe(flag),
      /** Whether to only return what the import would do. */
      dry_run: maybe(flag),
      draft_map_id,
    }),
    output: z.object({
      zones: z.array(ImportedZone),
      added: z.int(),
      changed: z.int(),
      refused: z.int(),
      /** The shapes of the file that are not areas. */
      left_out: z.array(z.object({ what: z.enum(left_out_kinds), count: z.int() })),
    }),
    body: 'text_file',
    workload: 'heavy',
    summary: 'Imports areas from KML or GeoJSON. Existing areas with the same type and name are updated.',
    published: false,
  }),
  exportZones: endpoint('GET /geofence/export', {
    workload: 'heavy',
    input: z.object({
      format: z.enum(['kml', 'geojson']),
      kind: maybe(z.enum(zone_kinds)),
      draft_map_id,
    }),
    output: z.string(),
    permission: query,
    answers: 'raw',
    summary: 'Returns areas as a KML or GeoJSON file.',
    published: false,
  }),
  suburbs: endpoint('GET /geofence/suburbs', {
    input: z.object({}),
    output: z.object({ suburbs: z.array(z.object({ name: z.string(), lat: z.number(), lng: z.number() })) }),
    permission: query,
    summary: 'Lists names and positions of known suburbs, for orientation on the map.',
    ...about,
  }),
  testPoint: endpoint('POST /geofence/test-point', {
    input: z.object({
      lat: maybe(num),
      lng: maybe(num),
      address: maybe(AddressInput),
      /** A place name, or `latitude, longitude`. */
      search: maybe(text(255)),
      draft_map_id,
    }),
    output: PointAnswer,
    permission: query,
    summary: 'Returns the map data of a point: branch, drivers, prices, exceptions and service days.',
    published: false,
  }),
}
