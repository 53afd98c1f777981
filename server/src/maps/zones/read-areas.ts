import { kmlWithFolders, type Folder } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { readFeature, type FiledZone, type FileFeature, type LeftOut } from '@waybill/domain/maps/zone-files'
import { empty_zone } from '@waybill/domain/maps/zone-rules'
import { checkOutline, type CheckedOutline } from './check-outline.ts'

/** An area of a file with its outline in its stored form. */
export interface ReadArea extends FiledZone {
  outline: CheckedOutline
}

/** The areas of a file and its other shapes, or the problem of the whole file. */
export type ReadAreas = { areas: ReadArea[]; left_out: LeftOut[] } | { problem: string }

/** Maximum number of areas in a file. */
const max_areas = 300

/** Maximum number of elements in a KML file. A file with more is not a map drawn by a person. */
const max_elements = 200_000

/**
 * Parses a file of areas and checks their outlines. Runs in a worker thread, because it would block other requests
 * for too long.
 */
export function readAreas(
  format: 'kml' | 'geojson' | null,
  content: string,
  maxPoints: number,
  isSimplified: boolean,
): ReadAreas {
  try {
    const text = content.replace(/^\uFEFF/, '').trimStart()
    if (text.startsWith('PK\u0003\u0004'))
      throw new UnreadableFile(
        'This is a KMZ file, which is a packed KML file. Rename it to end in .zip, unpack it, and choose the file doc.kml in it.',
      )
    const isKml = format ? format === 'kml' : text.startsWith('<')
    const read = sorted(isKml ? fromKml(text) : fromGeoJson(text), maxPoints, isSimplified)
    if (read.areas.length === 0 && isKml && /<(\w+:)?NetworkLink\b/.test(text))
      throw new UnreadableFile(
        'This file holds no areas but a link to a map elsewhere. Export the map itself as KML; in Google My Maps, do not tick “Keep data up to date with network link”.',
      )
    return read
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message }
    throw error
  }
}

function sorted(
  features: readonly FileFeature[],
  maxPoints: number,
  isSimplified: boolean,
): Exclude<ReadAreas, { problem: string }> {
  const filed: FiledZone[] = []
  const counts = new Map<LeftOut['what'], number>()
  for (const feature of features) {
    const read = readFeature(feature)
    if (typeof read === 'string') counts.set(read, (counts.get(read) ?? 0) + 1)
    else filed.push(read)
  }
  if (filed.length > max_areas)
    throw new UnreadableFile(
      `There are ${filed.length} areas in this file. Import at most ${max_areas} at a time.`,
    )
  const areas = filed.map((area): ReadArea => {
    const geometry = area.details.geometry ?? empty_zone.geometry
    const outline = checkOutline(geometry, maxPoints, isSimplified)
    return { ...area, details: { ...area.details, geometry: outline.geometry }, outline }
  })
  return { areas, left_out: [...counts].map(([what, count]) => ({ what, count })) }
}

class UnreadableFile extends Error {}

/** Returns the features of a GeoJSON file. */
function fromGeoJson(content: string): FileFeature[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    throw new UnreadableFile('This is not a valid GeoJSON file. Export it again and try once more.')
  }
  const file = (parsed ?? {}) as FileFeature & { type?: string; features?: unknown; coordinates?: unknown }
  if (file.type === 'FeatureCollection' && Array.isArray(file.features)) return file.features as FileFeature[]
  if (file.type === 'Feature') return [file]
  if (file.coordinates) return [{ geometry: file as FileFeature['geometry'], properties: {} }]
  throw new UnreadableFile('This file contains no GeoJSON features. Choose a file with areas.')
}

type KmlNode = ReturnType<typeof kmlWithFolders>['children'][number]

/** Returns the features of a KML file with the names of their folders. */
function fromKml(content: string): FileFeature[] {
  if (/<!DOCTYPE/i.test(content))
    throw new UnreadableFile(
      'This KML file declares a document type, which is not supported. Export it again without one.',
    )
  const elements = countElements(content)
  if (elements > max_elements)
    throw new UnreadableFile(
      `This KML file is too large: it has more than ${max_elements.toLocaleString('en-US')} elements. Split it into smaller files.`,
    )
  let root: ReturnType<typeof kmlWithFolders>
  try {
    const quiet = new DOMParser({ onError: () => undefined })
    root = kmlWithFolders(quiet.parseFromString(plainKml(content), 'text/xml'))
  } catch {
    throw new UnreadableFile('This KML file cannot be read. Export it again and try once more.')
  }
  const walk = (nodes: readonly KmlNode[], folders: readonly string[]): FileFeature[] =>
    nodes.flatMap((node) => {
      if (node.type !== 'folder') return [{ ...(node as FileFeature), folders }]
      return walk(node.children, [...folders, nameOf(node)])
    })
  return walk(root.children, [])
}

/** Counts the elements that start in a text. Stops when the count is far above the limit. */
function countElements(content: string): number {
  let count = 0
  for (let at = content.indexOf('<'); at >= 0 && count <= 2 * max_elements; at = content.indexOf('<', at + 1))
    if (content[at + 1] !== '/') count += 1
  return count
}

/** Prepares KML for the parser: removes the namespace prefix of elements and the spaces inside coordinates. */
function plainKml(content: string): string {
  const [, prefix] = /<([\w.-]+):kml[\s>]/.exec(content.slice(0, 2_000)) ?? []
  const plain = prefix ? content.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</') : content
  return plain.replaceAll(/<coordinates>[^<]*/g, (coordinates) => coordinates.replaceAll(/\s*,\s*/g, ','))
}

const nameOf = ({ meta }: Folder): string => (typeof meta.name === 'string' ? meta.name : '')
