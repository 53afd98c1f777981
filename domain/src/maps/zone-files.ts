import type { Position } from './geometry.ts'
import { LegDays, zone_legs, type ZoneDetails, type ZoneGeometry } from './model.ts'
import { kind_fields, kind_words } from './zone-rules.ts'
import { type ZoneKind, zone_kinds } from './map-kinds.ts'

/** A GeoJSON feature, also used for KML placemarks. Positions may have a third number for the height. */
export interface FileFeature {
  geometry: { type: string; coordinates?: unknown; geometries?: FileFeature['geometry'][] } | null
  properties: Readonly<Record<string, unknown>> | null
  /** Names of the enclosing folders, outermost first; KML only. */
  folders?: readonly string[]
}

/** An area as read from a file. Fields that the file does not contain are absent. */
export interface FiledZone {
  kind: ZoneKind | null
  details: Partial<ZoneDetails> & { name: string }
  /** The code of the branch. Files do not use ids, because ids differ between companies. */
  branch: string | null
}

/**
 * Returns the kind that a folder or property names, by its key or its tab name in any case; `null` when there is
 * none.
 */
export function kindNamed(text: string): ZoneKind | null {
  const plain = text.trim().toLowerCase().replaceAll(' ', '_')
  return (
    zone_kinds.find(
      (kind) => plain === kind || plain === kind_words[kind].tab.toLowerCase().replaceAll(' ', '_'),
    ) ?? null
  )
}

function positionsOf(ring: unknown): Position[] {
  if (!Array.isArray(ring)) return []
  return ring.flatMap((position: unknown): Position[] => {
    const [lng, lat] = Array.isArray(position) ? (position as unknown[]) : []
    return typeof lng === 'number' && typeof lat === 'number' ? [[lng, lat]] : []
  })
}

const ringsOf = (polygon: unknown): Position[][] => (Array.isArray(polygon) ? polygon.map(positionsOf) : [])

/** The kinds of shape in a file that are not areas. */
export const left_out_kinds = ['point', 'line', 'empty'] as const
type LeftOutKind = (typeof left_out_kinds)[number]

/** Singular and plural. */
const left_out_words: Readonly<Record<LeftOutKind, readonly [string, string]>> = {
  point: ['point', 'points'],
  line: ['line that is not closed', 'lines that are not closed'],
  empty: ['shape without an outline', 'shapes without an outline'],
}

/** How many shapes of one kind were left out of an import because they are not areas. */
export interface LeftOut {
  what: LeftOutKind
  count: number
}

/** Formats the left-out shapes as a sentence; `''` when none were left out. */
export function leftOutText(leftOut: readonly LeftOut[]): string {
  const parts = leftOut.map(({ what, count }) => `${count} ${left_out_words[what][count === 1 ? 0 : 1]}`)
  return parts.length === 0 ? '' : `Left out because they are not areas: ${parts.join(', ')}.`
}

/** Returns the polygons of a shape, including closed lines, or the kind of shape when it is not an area. */
export function areaOf(shape: FileFeature['geometry']): ZoneGeometry | LeftOut['what'] {
  const polygons = polygonsOf(shape)
  if (polygons.length > 0) return { type: 'MultiPolygon', coordinates: polygons }
  const types = typesOf(shape)
  if (types.some((type) => type.endsWith('LineString'))) return 'line'
  return types.some((type) => type.endsWith('Point')) ? 'point' : 'empty'
}

function typesOf(shape: FileFeature['geometry']): string[] {
  if (!shape) return []
  return shape.type === 'GeometryCollection' ? (shape.geometries ?? []).flatMap(typesOf) : [shape.type]
}

function polygonsOf(shape: FileFeature['geometry']): Position[][][] {
  if (shape?.type === 'Polygon') return [ringsOf(shape.coordinates)]
  if (shape?.type === 'MultiPolygon' && Array.isArray(shape.coordinates))
    return shape.coordinates.map(ringsOf)
  if (shape?.type === 'LineString') return closedLine(shape.coordinates)
  if (shape?.type === 'MultiLineString' && Array.isArray(shape.coordinates))
    return shape.coordinates.flatMap(closedLine)
  if (shape?.type === 'GeometryCollection') return (shape.geometries ?? []).flatMap(polygonsOf)
  return []
}

/** Treats a line that ends where it starts as the outline of an area. */
function closedLine(line: unknown): Position[][][] {
  const positions = positionsOf(line)
  const [first, last] = [positions[0], positions.at(-1)]
  const isClosed = positions.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
  return isClosed ? [[positions]] : []
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined

const listOf = (value: unknown): string[] | undefined =>
  Array.isArray(value)
    ? value.map(String)
    : textOf(value)
        ?.split(',')
        .map((part) => part.trim())
        .filter(Boolean)

const daysOf = (value: unknown): number[] | undefined =>
  listOf(value)
    ?.map(Number)
    .filter((day) => Number.isInteger(day) && day >= 0 && day <= 6)

const flagOf = (value: unknown): boolean | undefined =>
  typeof value === 'boolean'
    ? value
    : textOf(value) === undefined
      ? undefined
      : /^(true|1|y|yes)$/i.test(textOf(value) ?? '')

const dateOf = (value: unknown): Date | undefined => {
  const date = new Date(textOf(value) ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}

const wholeOf = (value: unknown): number | undefined => {
  const number = Number(textOf(value) ?? NaN)
  return Number.isInteger(number) ? number : undefined
}

/**
 * Reads an area from a feature of a file: its name, the kind named by its properties or folders, its fields by their
 * names, and as tags the folders that name no kind (docs/domain/maps.md). Returns the kind of shape when the feature
 * is not an area.
 */
export function readFeature({
  geometry,
  properties,
  folders = [],
}: FileFeature): FiledZone | LeftOut['what'] {
  const area = areaOf(geometry)
  if (typeof area === 'string') return area
  const given = properties ?? {}
  const kind =
    kindNamed(textOf(given.kind) ?? '') ?? folders.map(kindNamed).findLast((one) => one !== null) ?? null
  const tags =
    listOf(given.tags) ?? folders.filter((folder) => kindNamed(folder) === null && folder.trim() !== '')
  const legs = zone_legs.find((leg) => leg === textOf(given.legs))
  const collection = daysOf(given.collection_days)
  const delivery = daysOf(given.delivery_days)
  const details: Partial<ZoneDetails> = {
    geometry: area,
    colour: colourOf(given),
    priority: wholeOf(given.priority),
    is_active: flagOf(given.is_active),
    routing_number: textOf(given.routing_number),
    drivers: listOf(given.drivers),
    legs,
    weekdays: daysOf(given.weekdays),
    window_from: textOf(given.window_from),
    window_to: textOf(given.window_to),
    service_days:
      collection || delivery
        ? LegDays.parse({ collection: collection ?? [], delivery: delivery ?? [] })
        : undefined,
    is_default: flagOf(given.is_default),
    service_level_ids: listOf(given.service_level_ids)?.map(Number).filter(Number.isInteger),
    message: textOf(given.message),
    tags: kind === 'drivers' ? undefined : tags,
    valid_from: dateOf(given.valid_from),
    valid_until: dateOf(given.valid_until),
  }
  const defined = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
  return {
    kind,
    details: { ...defined, name: textOf(given.name) ?? '' },
    branch: textOf(given.branch) ?? null,
  }
}

function colourOf(given: Readonly<Record<string, unknown>>): string | undefined {
  const named = textOf(given.colour) ?? textOf(given.fill) ?? textOf(given.stroke)
  return named && /^#[\da-f]{6}$/i.test(named) ? named : undefined
}

/** Returns the file properties of an area: only the fields that its kind has, without empty ones. */
export function propertiesOf(
  kind: ZoneKind,
  zone: ZoneDetails,
  branch: string | null,
): Readonly<Record<string, string | number | boolean>> {
  const has = kind_fields[kind]
  const given: [string, string | number | boolean | null][] = [
    ['name', zone.name],
    ['kind', kind],
    ['colour', zone.colour],
    ['priority', zone.priority],
    ['is_active', zone.is_active],
    ['valid_from', zone.valid_from?.toISOString() ?? null],
    ['valid_until', zone.valid_until?.toISOString() ?? null],
    ['branch', has.has('branch_id') ? branch : null],
    ['tags', has.has('tags') ? zone.tags.join(', ') : null],
    ['legs', has.has('legs') ? zone.legs : null],
    ['message', has.has('message') ? zone.message : null],
    ['service_level_ids', has.has('service_level_ids') ? (zone.service_level_ids?.join(', ') ?? null) : null],
    ['is_default', has.has('is_default') ? zone.is_default : null],
    ['collection_days', has.has('service_days') ? zone.service_days.collection.join(', ') : null],
    ['delivery_days', has.has('service_days') ? zone.service_days.delivery.join(', ') : null],
    ['routing_number', has.has('routing_number') ? zone.routing_number : null],
    ['drivers', has.has('drivers') ? zone.drivers.join(', ') : null],
    ['weekdays', has.has('weekdays') ? zone.weekdays.join(', ') : null],
    ['window_from', has.has('window_from') ? zone.window_from : null],
    ['window_to', has.has('window_to') ? zone.window_to : null],
  ]
  return Object.fromEntries(
    given.filter((one): one is [string, string | number | boolean] => one[1] !== null && one[1] !== ''),
  )
}

/** An area to be written to a file. */
export interface WrittenZone {
  kind: ZoneKind
  details: ZoneDetails
  /** The code of the branch. */
  branch: string | null
}

/** Returns areas as a GeoJSON file. */
export function geoJsonOf(zones: readonly WrittenZone[]): string {
  const features = zones.map(({ kind, details, branch }) => ({
    type: 'Feature',
    properties: propertiesOf(kind, details, branch),
    geometry: details.geometry,
  }))
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`
}

const escaped = (value: string | number | boolean): string =>
  String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Converts `#rrggbb` to the KML colour order: opacity, blue, green, red. */
function kmlColour(colour: string, opacity: string): string {
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(colour) ?? []
  return `${opacity}${blue}${green}${red}`.toLowerCase()
}

const kmlRing = (ring: readonly Position[]): string =>
  `<LinearRing><coordinates>${ring.map(([lng, lat]) => `${lng},${lat},0`).join(' ')}</coordinates></LinearRing>`

function kmlPolygon([outer = [], ...holes]: readonly (readonly Position[])[]): string {
  const inner = holes.map((hole) => `<innerBoundaryIs>${kmlRing(hole)}</innerBoundaryIs>`).join('')
  return `<Polygon><outerBoundaryIs>${kmlRing(outer)}</outerBoundaryIs>${inner}</Polygon>`
}

function placemark({ kind, details, branch }: WrittenZone): string {
  const data = Object.entries(propertiesOf(kind, details, branch))
    .filter(([name]) => name !== 'name')
    .map(([name, value]) => `<Data name="${name}"><value>${escaped(value)}</value></Data>`)
    .join('')
  const style = `<Style><LineStyle><color>${kmlColour(details.colour, 'ff')}</color><width>2</width></LineStyle><PolyStyle><color>${kmlColour(details.colour, '40')}</color></PolyStyle></Style>`
  const shapes = details.geometry.coordinates.map(kmlPolygon).join('')
  return `<Placemark><name>${escaped(details.name)}</name>${style}<ExtendedData>${data}</ExtendedData><MultiGeometry>${shapes}</MultiGeometry></Placemark>`
}

/** Returns areas as a KML file with one folder for each kind and the fields as extended data (FMT-027). */
export function kmlOf(title: string, zones: readonly WrittenZone[]): string {
  const folders = zone_kinds.flatMap((kind) => {
    const own = zones.filter((zone) => zone.kind === kind)
    return own.length > 0
      ? [`<Folder><name>${kind_words[kind].tab}</name>\n${own.map(placemark).join('\n')}\n</Folder>`]
      : []
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escaped(title)}</name>\n${folders.join('\n')}\n</Document></kml>\n`
}
