import { anyOf } from '../kit/db.ts'
import type { TagType } from '@waybill/domain/tags/model'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** Tags of these types, by name. */
export async function listTags(ctx: Context, types: readonly TagType[]) {
  return ctx.db
    .selectFrom('tag')
    .select(['id', 'type', 'name', 'colour', 'time_modified'])
    .where('type', '=', anyOf(types))
    .orderBy('type')
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Keeps tags that were not known yet, so that screens know their colours. */
export async function insertTags(ctx: Context, type: TagType, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`INSERT INTO tag (provider_id, type, name, time_created, time_modified)
    SELECT ${ctx.provider_id}::int, ${type}, t, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz FROM unnest(${names}::text[]) t
    ON CONFLICT DO NOTHING`.execute(ctx.db)
}

/** A tag, held until the end of the transaction. */
export async function lockTag(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('tag')
    .select(['id', 'type', 'name', 'colour', 'time_modified'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type TagRow = NonNullable<Awaited<ReturnType<typeof lockTag>>>

/** The tag of a type with a name, in any case. */
export async function findTag(ctx: Context, type: TagType, name: string) {
  return ctx.db
    .selectFrom('tag')
    .select(['id', 'name'])
    .where('type', '=', type)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
}

/** Adds a tag; `null` when somebody else has just added one of that name. */
export async function insertTag(
  ctx: Context,
  tag: { type: TagType; name: string; colour: string },
): Promise<number | null> {
  const row = await ctx.db
    .insertInto('tag')
    .values({ provider_id: ctx.provider_id, ...tag, time_created: ctx.now, time_modified: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function updateTag(
  ctx: Context,
  id: number,
  changes: { name: string; colour: string },
): Promise<void> {
  await ctx.db
    .updateTable('tag')
    .set({ ...changes, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}

export async function deleteTag(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('tag').where('id', '=', id).execute()
}

/** How many things of a type bear the tag of a name, both as SQL; the module that owns them counts them. */
export type CountTagged = (type: TagType, name: RawBuilder<string>) => RawBuilder<number>

/** On how many things each tag stands, by id: accounts, shipments and areas keep the names of their tags. */
export async function tagUses(
  ctx: Context,
  tags: readonly Pick<TagRow, 'id' | 'type'>[],
  countTagged: CountTagged,
): Promise<ReadonlyMap<number, number>> {
  if (tags.length === 0) return new Map()
  const types = [...new Set(tags.map(({ type }) => type as TagType))]
  const counts = types.map((type) => sql`WHEN ${type} THEN (${countTagged(type, sql<string>`t.name`)})`)
  const { rows } = await sql<{ id: number; uses: number }>`
    SELECT t.id, CASE t.type ${sql.join(counts, sql` `)} END AS uses
    FROM tag t WHERE t.id = ANY(${tags.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, uses }) => [Number(id), Number(uses)]))
}

/** The condition that a row bears a tag in its column `tags`, in any case. */
export function hasTagCondition(name: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM unnest(tags) x WHERE lower(x) = lower(${name}))`
}

/** The condition and the new value for the column `tags` of rows whose tag is renamed, or taken off when `to` is null. */
export function tagsRenamed({ from, to }: { from: string; to: string | null }) {
  return {
    borne: hasTagCondition(sql<string>`${from}::text`),
    renamed: sql<string[]>`ARRAY(
      SELECT CASE WHEN lower(x) = lower(${from}::text) THEN ${to}::text ELSE x END
      FROM unnest(tags) WITH ORDINALITY u (x, place) WHERE lower(x) <> lower(${from}::text) OR ${to}::text IS NOT NULL ORDER BY place)`,
  }
}
