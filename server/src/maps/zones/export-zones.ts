import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { kind_words, zoneDetailsOf } from '@waybill/domain/maps/zone-rules'
import { geoJsonOf, kmlOf } from '@waybill/domain/maps/zone-files'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import type { RawHandler } from '../../kit/handler.ts'
import { drawnZones } from '../draft-maps/map-with-draft.ts'
import { listBranches } from '../store.ts'
import { maySeeMap, seesMap } from '@waybill/domain/maps/map-kinds'

const types = { kml: 'application/vnd.google-earth.kml+xml', geojson: 'application/geo+json' } as const

/** Exports the areas that the caller may see to a file that can be imported again (docs/domain/maps.md). */
export const exportZones: RawHandler<typeof zonesApi.exportZones> = async (ctx, input) => {
  const { kind, format } = input
  if (kind) ensure(maySeeMap(ctx.actor, kind))
  return ctx.inTransaction(async (tx) => {
    const branches = new Map((await listBranches(tx)).map(({ id, name }) => [id, name]))
    const zones = (await drawnZones(tx, input.draft_map_id))
      .filter(
        (zone) => zone.change !== 'removed' && (kind ? zone.kind === kind : seesMap(ctx.actor, zone.kind)),
      )
      .map((zone) => ({
        kind: zone.kind,
        details: zoneDetailsOf(zone),
        branch: branches.get(zone.branch_id ?? 0) ?? null,
      }))
    const title = kind ? kind_words[kind].tab : 'Map'
    const name = `${title.toLowerCase().replaceAll(' ', '-')}-${dayOf(ctx.now)}.${format}`
    return {
      status: 200,
      headers: {
        'content-type': `${types[format]}; charset=utf-8`,
        'content-disposition': `attachment; filename="${name}"`,
      },
      body: format === 'kml' ? kmlOf(title, zones) : geoJsonOf(zones),
    }
  })
}
