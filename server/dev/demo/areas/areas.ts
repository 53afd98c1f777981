import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ZoneGeometry } from '@waybill/domain/maps/model'

const Areas = z.object({ features: z.array(z.object({ id: z.string(), geometry: ZoneGeometry })) })

const areas = new Map(
  Areas.parse(
    JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'areas.geojson'), 'utf8')),
  ).features.map(({ id, geometry }) => [id, geometry]),
)

/** Returns the outline of an area of the demo map by its id in `areas.geojson`; throws when there is none. */
export function areaOf(id: string): ZoneGeometry {
  const area = areas.get(id)
  if (!area) throw new Error(`The demonstration map has no area ${id}.`)
  return area
}
