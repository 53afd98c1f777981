import { zone_kinds, type ZoneKind } from '@waybill/domain/maps/map-kinds'
import { readOutline } from '@waybill/domain/move-in/outline'
import type { Content } from '@waybill/domain/move-in/records'
import { branchesByName } from '../../identity/index.ts'
import { addArea, changeArea, deleteArea, drawnZones, type AreaFields } from '../../maps/index.ts'
import { branchFinder, valueOf, wrong, type OpenLoader } from './loader.ts'

const record_table = 'zone'

const namesIn = (text: string): string[] =>
  text
    .split(/[;,]/)
    .map((name) => name.trim())
    .filter(Boolean)

/** Loads areas onto the published map. */
export const openAreaLoader: OpenLoader = async (ctx) => {
  const branchOf = branchFinder(await branchesByName(ctx))
  const others = await drawnZones(ctx, undefined)

  function fieldsOf(content: Content): AreaFields {
    const geometry = readOutline(valueOf(content, 'outline'))
    if (geometry === null)
      throw wrong(
        'outline',
        'Write the points as latitude and longitude, separated by semicolons, such as -33.90 18.40; -33.90 18.50; -34.00 18.45.',
      )
    return {
      name: valueOf(content, 'name'),
      branch_id: branchOf(content),
      routing_number: valueOf(content, 'routing_number'),
      drivers: namesIn(valueOf(content, 'drivers')),
      tags: namesIn(valueOf(content, 'tags')),
      geometry,
    }
  }
  const kindOf = (content: Content): ZoneKind =>
    zone_kinds.find((kind) => kind === content['area_kind']) ?? 'rates'

  return {
    async create(content) {
      const id = await addArea(ctx, kindOf(content), fieldsOf(content), others)
      return { record_table, record_id: id }
    },
    async change({ record_id }, content) {
      await changeArea(ctx, record_id, fieldsOf(content))
      return { record_table, record_id }
    },
    remove: ({ record_id }) => deleteArea(ctx, record_id),
  }
}
