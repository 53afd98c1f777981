import type { Tag } from '@waybill/domain/tags/model'
import { tag_types } from '@waybill/domain/tags/model'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { tagsApi } from '@waybill/domain/tags/api'
import { tagRenamed } from '@waybill/domain/tags/events'
import { checkTag, mayEditTags, plain_colour } from '@waybill/domain/tags/rules'
import type { Context, Handler } from '../kit/handler.ts'
import {
  deleteTag,
  findTag,
  insertTag,
  listTags,
  lockTag,
  tagUses,
  updateTag,
  type CountTagged,
  type TagRow,
} from './store.ts'

/** Returns tags in response format. */
export async function presentTags(
  ctx: Context,
  rows: readonly Pick<TagRow, 'id' | 'type' | 'name' | 'colour'>[],
  countTagged: CountTagged,
): Promise<Tag[]> {
  const uses = await tagUses(ctx, rows, countTagged)
  return rows.map(({ id, type, name, colour }) => ({
    id,
    type,
    name,
    colour,
    count: uses.get(id) ?? 0,
  }))
}

async function presentTag(ctx: Context, id: number, countTagged: CountTagged): Promise<Tag> {
  const row = await lockTag(ctx, id)
  const [tag] = row ? await presentTags(ctx, [row], countTagged) : []
  if (!tag) throw missing()
  return tag
}

const missing = () => notFound('This tag does not exist any more. Load the list again.')

/** Returns the tags of one type, or of all types (MAP-004, MAP-005). */
export const readTags =
  (countTagged: CountTagged): Handler<typeof tagsApi.tags> =>
  async (ctx, { type }) => {
    if (!isOffice(ctx.actor)) throw forbidden('Only staff of the company can change tags. Ask them.')
    const tags = await presentTags(ctx, await listTags(ctx, type ? [type] : tag_types), countTagged)
    return { tags, count: tags.length }
  }

function requireSound(tag: { name: string; colour: string }): void {
  const problems = checkTag(tag)
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

const taken = (name: string) =>
  invalid(`A tag named ${name} already exists. Choose another name.`, [
    { field: 'name', message: 'is the name of another tag' },
  ])

/** Creates a tag. */
export const createTag =
  (countTagged: CountTagged): Handler<typeof tagsApi.create> =>
  async (ctx, { type, name, colour }) => {
    ensure(mayEditTags(ctx.actor, type))
    const tag = { type, name, colour: colour ?? plain_colour }
    requireSound(tag)
    const id = await insertTag(ctx, tag)
    if (id === null) throw taken(name)
    await referencesText(ctx)
    return presentTag(ctx, id, countTagged)
  }

/** Renames a tag on everything that has it, or changes its colour. */
export const changeTag =
  (countTagged: CountTagged): Handler<typeof tagsApi.change> =>
  async (ctx, { id, ...sent }) => {
    const row = await lockTag(ctx, id)
    if (!row) throw missing()
    const type = row.type
    ensure(mayEditTags(ctx.actor, type))
    const tag = { name: sent.name ?? row.name, colour: sent.colour ?? row.colour }
    requireSound(tag)
    if (tag.name !== row.name) {
      const other = await findTag(ctx, type, tag.name)
      if (other && other.id !== id) throw taken(other.name)
      await ctx.emit(tagRenamed, { type, from: row.name, to: tag.name })
    }
    await updateTag(ctx, id, tag)
    await referencesText(ctx)
    return presentTag(ctx, id, countTagged)
  }

/** Deletes a tag and removes it from everything that has it. */
export const removeTag =
  (countTagged: CountTagged): Handler<typeof tagsApi.remove> =>
  async (ctx, { id }) => {
    const row = await lockTag(ctx, id)
    if (!row) throw missing()
    const type = row.type
    ensure(mayEditTags(ctx.actor, type))
    const [{ count } = { count: 0 }] = await presentTags(ctx, [row], countTagged)
    // Prices refer to the tag of a rate area. An area without its tag would be priced as outside every area.
    if (type === 'rates' && count > 0)
      throw wrongState(
        `${count === 1 ? '1 rate area is priced' : `${count} rate areas are priced`} by ${row.name}. Give ${count === 1 ? 'it' : 'them'} another tag first.`,
      )
    await ctx.emit(tagRenamed, { type, from: row.name, to: null })
    await deleteTag(ctx, id)
    await referencesText(ctx)
    return {}
  }

/** Publishes the change, because cached areas contain the names of their tags and general data lists tags. */
async function referencesText(ctx: Context): Promise<void> {
  await ctx.publish({ topic: 'map' })
  await ctx.publish({ topic: 'settings' })
}
