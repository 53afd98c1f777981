import { map_max_node_count } from '@waybill/domain/maps/settings'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'
import type { ZoneDetails } from '@waybill/domain/maps/model'
import { empty_zone } from '@waybill/domain/maps/zone-rules'
import { notFound } from '@waybill/domain/kit/problem'
import type { Context } from '../../kit/handler.ts'
import { checkOutline } from './check-outline.ts'
import { addZone, holdZone, mergeZoneDetails, putZone, type CheckedZone } from './save-zone.ts'
import { deleteZone } from './zone-store.ts'
import type { DrawnZone } from '../draft-maps/map-with-draft.ts'

/** The fields of an area that another system knows. */
export type AreaFields = Pick<
  ZoneDetails,
  'name' | 'branch_id' | 'routing_number' | 'drivers' | 'tags' | 'geometry'
>

function checked(ctx: Context, kind: ZoneKind, before: ZoneDetails, fields: AreaFields): CheckedZone {
  const outline = checkOutline(fields.geometry, ctx.setting(map_max_node_count), false)
  return {
    details: mergeZoneDetails(kind, before, { ...fields, geometry: outline.geometry }),
    outline_problems: outline.problems,
  }
}

/** Adds an area to the published map and returns its id. `others` are the areas of the map. */
export async function addArea(
  ctx: Context,
  kind: ZoneKind,
  fields: AreaFields,
  others: readonly DrawnZone[],
): Promise<number> {
  return addZone(ctx, kind, checked(ctx, kind, empty_zone, fields), undefined, others)
}

/** Changes fields of an area of the published map. */
export async function changeArea(ctx: Context, id: number, fields: AreaFields): Promise<void> {
  const before = await holdZone(ctx, id, undefined)
  await putZone(ctx, before, checked(ctx, before.kind, before, fields), undefined)
}

/** Removes an area from the published map. Throws when it is gone. */
export async function deleteArea(ctx: Context, id: number): Promise<void> {
  const { change } = await holdZone(ctx, id, undefined)
  if (change !== null) throw notFound('This area does not exist any more.')
  await deleteZone(ctx, id)
}
