import { cleanTags } from '@waybill/domain/accounts/account-rules'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { hasPermission } from '@waybill/domain/kit/actor'
import { invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { mayTag, max_shipment_tags, max_tagged } from '@waybill/domain/shipments/notes-and-tags/shipment-tags'
import { checkTag, plain_colour } from '@waybill/domain/tags/rules'
import type { Context, Handler } from '../../kit/handler.ts'
import { bookInForce } from '../../rates/index.ts'
import { insertTags, listTags } from '../../tags/index.ts'
import { rerateShipment } from '../pricing/rerate-shipment.ts'
import { lockShipment, updateShipment } from '../store.ts'

/** Adds tags to shipments. A new tag is created if the caller may create tags (SHIP-112). */
export const addTags: Handler<typeof shipmentsApi.addTags> = async (ctx, input) => {
  const names = namesOf(ctx, input)
  const known = await existingTags(ctx, names)
  return retag(ctx, input.id, known, (tags) => cleanTags([...tags, ...known]))
}

/** Removes tags from shipments (SHIP-112). */
export const removeTags: Handler<typeof shipmentsApi.removeTags> = async (ctx, input) => {
  const names = namesOf(ctx, input)
  const gone = new Set(names.map((name) => name.toLowerCase()))
  return retag(ctx, input.id, names, (tags) => tags.filter((tag) => !gone.has(tag.toLowerCase())))
}

function namesOf(ctx: Context, { id, tags }: Input<typeof shipmentsApi.addTags>): string[] {
  ensure(mayTag(ctx.actor))
  if (id.length === 0 || id.length > max_tagged)
    throw invalid(`Tag 1 to ${max_tagged} shipments at once. You named ${id.length}.`, [
      { field: 'id', message: `needs 1 to ${max_tagged} shipments` },
    ])
  const names = cleanTags(tags)
  const [problem] = names.length > 0 ? [] : [{ field: 'tags', message: 'Choose a tag.' }]
  if (problem) throw invalid(problem.message, [problem])
  return names
}

/** Returns the tags in the company's spelling. Creates new ones if the caller may create tags, otherwise throws. */
async function existingTags(ctx: Context, names: readonly string[]): Promise<string[]> {
  const spelled = async () =>
    new Map((await listTags(ctx, ['shipment'])).map(({ name }) => [name.toLowerCase(), name]))
  const before = await spelled()
  const fresh = names.filter((name) => !before.has(name.toLowerCase()))
  const [first] = fresh
  if (first === undefined) return names.map((name) => before.get(name.toLowerCase()) ?? name)
  if (!hasPermission(ctx.actor, 'API_/tags:POST'))
    throw invalid(
      `There is no tag ${first} for shipments. Choose one that exists, or ask an administrator to add it.`,
      [{ field: 'tags', message: 'is not a tag' }],
    )
  const [problem] = fresh.flatMap((name) => checkTag({ name, colour: plain_colour }))
  if (problem) throw invalid(problem.message, [{ ...problem, field: 'tags' }])
  await insertTags(ctx, 'shipment', fresh)
  await ctx.publish({ topic: 'settings' })
  return names.map((name) => before.get(name.toLowerCase()) ?? name)
}

/** Sets the new tags of each shipment. Prices a shipment again if a surcharge in force depends on one of the tags. */
async function retag(
  ctx: Context,
  ids: readonly number[],
  about: readonly string[],
  change: (tags: readonly string[]) => string[],
) {
  const { book } = await bookInForce(ctx)
  const isPriced = book.surcharges.some((one) => one.type === 'tag' && about.includes(one.tag))
  const shipments: { id: number; tags: string[] }[] = []
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const row = await lockShipment(ctx, id)
    const tags = change(row.tags)
    if (tags.length > max_shipment_tags)
      throw invalid(
        `A shipment has at most ${max_shipment_tags} tags. Remove one from ${row.short_tracking_reference} first.`,
        [{ field: 'tags', message: 'are too many' }],
      )
    if (tags.join() !== row.tags.join()) {
      await updateShipment(ctx, id, { tags })
      if (isPriced) await rerateShipment(ctx, id, {}, 'other tags')
    }
    shipments.push({ id, tags })
  }
  return { shipments, count: shipments.length }
}
