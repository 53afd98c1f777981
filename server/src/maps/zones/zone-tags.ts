import type { Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { kind_words, tagTypeOf, zoneDetailsOf } from '@waybill/domain/maps/zone-rules'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import type { Context, Handler } from '../../kit/handler.ts'
import { listTags, presentTags } from '../../tags/index.ts'
import type { DrawnZone } from '../draft-maps/map-with-draft.ts'
import { countTaggedZones, renameTag } from './zone-store.ts'
import { findDrawn, holdZone, putZone } from './save-zone.ts'
import { maySeeMap } from '@waybill/domain/maps/map-kinds'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { tagRenamed } from '@waybill/domain/tags/events'

type Sent = Input<typeof zonesApi.addZoneTags>

/** Lists the tags that areas of this kind can have. */
async function offered(ctx: Context, zone: DrawnZone) {
  const type = tagTypeOf(zone.kind)
  return type ? listTags(ctx, [type]) : []
}

const bears = (zone: Pick<DrawnZone, 'tags'>, name: string): boolean =>
  zone.tags.some((tag) => tag.toLowerCase() === name.toLowerCase())

async function answer(ctx: Context, zoneId: number): Promise<Output<typeof zonesApi.zoneTags>> {
  const zone = await findDrawn(ctx, zoneId, undefined)
  ensure(maySeeMap(ctx.actor, zone.kind))
  const type = tagTypeOf(zone.kind)
  const borne = (await offered(ctx, zone)).filter(({ name }) => bears(zone, name))
  const tags = type ? await presentTags(ctx, borne, (_type, name) => countTaggedZones(type, name)) : []
  return { tags, count: tags.length }
}

/** Returns the tags of an area (MAP-004, MAP-005). */
export const readZoneTags: Handler<typeof zonesApi.zoneTags> = (ctx, { zone_id }) => answer(ctx, zone_id)

/** Changes the tags of an area. `choose` returns the new tags from the current tags and the tags in the request. */
async function retag(
  ctx: Context,
  { zone_id, tag_ids }: Sent,
  choose: (had: readonly string[], named: readonly string[]) => string[],
): Promise<Output<typeof zonesApi.zoneTags>> {
  const zone = await holdZone(ctx, zone_id, undefined)
  if (tagTypeOf(zone.kind) === null)
    throw invalid(`A ${kind_words[zone.kind].one} has no tags. Choose an area of another kind.`)
  const known = new Map((await offered(ctx, zone)).map(({ id, name }) => [id, name]))
  const unknown = tag_ids.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw invalid(`There is no tag ${unknown} for a ${kind_words[zone.kind].one}. Load the tags again.`, [
      { field: 'tag_ids', message: 'does not exist' },
    ])
  const named = tag_ids.flatMap((id) => known.get(id) ?? [])
  const details = { ...zoneDetailsOf(zone), tags: choose(zone.tags, named) }
  await putZone(ctx, zone, { details, outline_problems: [] }, undefined)
  return answer(ctx, zone_id)
}

/** Adds tags to an area. */
export const addZoneTags: Handler<typeof zonesApi.addZoneTags> = (ctx, input) =>
  retag(ctx, input, (had, named) => [...had, ...named.filter((name) => !bears({ tags: [...had] }, name))])

/** Sets the tags of an area to exactly the given ones. */
export const setZoneTags: Handler<typeof zonesApi.setZoneTags> = (ctx, input) =>
  retag(ctx, input, (_had, named) => [...named])

/** Removes tags from an area. */
export const removeZoneTags: Handler<typeof zonesApi.removeZoneTags> = (ctx, input) =>
  retag(ctx, input, (had, named) => had.filter((name) => !bears({ tags: [...named] }, name)))

/** Renames a tag on the areas that have it, or removes it from them. */
export async function renameTagOfZones(
  ctx: Context,
  { type, ...change }: PayloadOf<typeof tagRenamed>,
): Promise<void> {
  if (type !== 'account' && type !== 'shipment') await renameTag(ctx, type, change)
}
