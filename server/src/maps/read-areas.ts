import { kmlWithFolders, type Folder } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { readFeature, type FiledZone, type FileFeature } from '@waybill/domain/maps/zone-files'

/** The areas of a file, or what is wrong with it. */
export type ReadAreas = { areas: FiledZone[] } | { problem: string }

/** Reads a file of areas; runs in a thread, because a file of 10 MB takes longer than others can wait. */
export function readAreas(format: 'kml' | 'geojson', content: string): ReadAreas {
  try {
    const features = format === 'kml' ? fromKml(content) : fromGeoJson(content)
    return { areas: features.flatMap((feature) => readFeature(feature) ?? []) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message }
    throw error
  }
}

class UnreadableFile extends Error {}

/** Shapes of a GeoJSON file. */
function fromGeoJson(content: string): FileFeature[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    throw new UnreadableFile(
      'This is no GeoJSON file: it cannot be read as JSON. Export it again and try once more.',
    )
  }
  const file = (parsed ?? {}) as {
    type?: string
    features?: unknown
    geometry?: unknown
    coordinates?: unknown
  }
  if (file.type === 'FeatureCollection' && Array.isArray(file.features)) return file.features as FileFeature[]
  if (file.type === 'Feature') return [file as unknown as FileFeature]
  if (file.coordinates) return [{ geometry: file as FileFeature['geometry'], properties: {} }]
  throw new UnreadableFile('This file holds no GeoJSON features. Choose a file with areas.')
}

type KmlNode = ReturnType<typeof kmlWithFolders>['children'][number]

/** Shapes of a KML file with the names of the folders they lie in. */
function fromKml(content: string): FileFeature[] {
  if (/<!DOCTYPE/i.test(content))
    throw new UnreadableFile(
      'This KML file declares a document type, which we do not read. Export it again without.',
    )
  const read = () => {
    const quiet = new DOMParser({ onError: () => undefined })
    return kmlWithFolders(quiet.parseFromString(content, 'text/xml'))
  }
  let root: ReturnType<typeof kmlWithFolders>
  try {
    root = read()
  } catch {
    throw new UnreadableFile('This KML file cannot be read. Export it again and try once more.')
  }
  const walk = (nodes: readonly KmlNode[], folders: readonly string[]): FileFeature[] =>
    nodes.flatMap((node) => {
      if (node.type !== 'folder') return [{ ...(node as unknown as FileFeature), folders }]
      return walk(node.children, [...folders, nameOf(node)])
    })
  return walk(root.children, [])
}

const nameOf = ({ meta }: Folder): string => (typeof meta.name === 'string' ? meta.name : '')
