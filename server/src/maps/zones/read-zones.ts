import { rowsOf } from '@waybill/domain/kit/lists/paging'
import { ensure } from '@waybill/domain/kit/rule-result'
import { tagTypeOf } from '@waybill/domain/maps/zone-rules'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import { sortColumn } from '../../kit/sort-columns.ts'
import type { Handler } from '../../kit/handler.ts'
import { listTags } from '../../tags/index.ts'
import { drawnZones, presentZones, type DrawnZone } from '../draft-maps/map-with-draft.ts'
import { maySeeAnyMap, maySeeMap, seesMap, zone_kinds } from '@waybill/domain/maps/map-kinds'

const byName = ({ name }: DrawnZone): string | number => name.toLowerCase()
const orders: Readonly<Record<string, (zone: DrawnZone) => string | number>> = {
  id: ({ id }) => id,
  name: byName,
  priority: ({ priority }) => priority,
  time_modified: ({ time_modified }) => time_modified.getTime(),
}

/** Lists the areas of the kinds that the caller may see (MAP-009, PERM-034). */
export const readZones: Handler<typeof zonesApi.zones> = async (ctx, input) => {
  ensure(input.kind ? maySeeMap(ctx.actor, input.kind) : maySeeAnyMap(ctx.actor))
  const kinds = new Set(zone_kinds.filter((kind) => seesMap(ctx.actor, kind)))
  const part = input.search?.toLowerCase() ?? ''
  const wanted = input.tag_id === undefined ? null : await tagOf(ctx, input.tag_id)
  const keyOf = sortColumn(orders, input.order_by, byName)
  const zones = (await drawnZones(ctx, input.draft_map_id)).filter(
    (zone) =>
      kinds.has(zone.kind) &&
      (!input.kind || zone.kind === input.kind) &&
      (!input.id?.length || input.id.includes(zone.id)) &&
      (input.branch_id === undefined || zone.branch_id === input.branch_id) &&
      (input.is_active === undefined || zone.is_active === input.is_active) &&
      (!wanted || (tagTypeOf(zone.kind) === wanted.type && bears(zone, wanted.name))) &&
      `${zone.name} ${zone.routing_number} ${zone.tags.join(' ')}`.toLowerCase().includes(part),
  )
  zones.sort((one, other) => (keyOf(one) > keyOf(other) ? 1 : -1))
  if (input.order?.toLowerCase() === 'desc') zones.reverse()
  // Without a limit, all areas are returned, because the map shows them together.
  return { zones: await presentZones(ctx, rowsOf(zones, input)), count: zones.length }
}

async function tagOf(
  ctx: Parameters<typeof listTags>[0],
  id: number,
): Promise<{ type: string; name: string }> {
  const tag = (
    await listTags(
      ctx,
      zone_kinds.flatMap((kind) => tagTypeOf(kind) ?? []),
    )
  ).find((one) => one.id === id)
  return tag ?? { type: '', name: '' }
}

const bears = (zone: DrawnZone, name: string): boolean =>
  zone.tags.some((tag) => tag.toLowerCase() === name.toLowerCase())
