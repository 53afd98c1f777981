import { anyOf } from '../kit/db.ts'
import type { TagType } from '@waybill/domain/tags/model'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** Returns the tags of these types, sorted by type and name. */
export async function listTags(ctx: Context, types: readonly TagType[]) {
  return ctx.db
    .selectFrom('tag')
    .select(['id', 'type', 'name', 'colour', 'time_modified'])
    .where('type', '=', anyOf(types))
    .orderBy('type')
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Inserts the tags that do not exist yet, so that screens have a colour for them. */
export async function insertTags(ctx: Context, type: TagType, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`INSERT INTO tag (provider_id, type, name, time_created, time_modified)
    SELECT ${ctx.provider_id}::int, ${type}, t, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz FROM unnest(${names}::text[]) t
    ON CONFLICT DO NOTHING`.execute(ctx.db)
}

/** Returns a tag, locked until the end of the transaction. */
export async function lockTag(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('tag')
    .select(['id', 'type', 'name', 'colour', 'time_modified'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type TagRow = NonNullable<Awaited<ReturnType<typeof lockTag>>>

/** Returns the tag with this type and name, ignoring case. */
export async function findTag(ctx: Context, type: TagType, name: string) {
  return ctx.db
    .selectFrom('tag')
    .select(['id', 'name'])
    .where('type', '=', type)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
}

/** Inserts a tag and returns its id; `null` when a tag with this name already exists. */
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

/**
 * Returns SQL that counts the things of a type with a tag name, itself given as SQL. The module that owns the things
 * counts them.
 */
export type CountTagged = (type: TagType, name: RawBuilder<string>) => RawBuilder<number>

/**
 * Returns the number of things that have each tag, by tag id. Accounts, shipments and areas store the names of their
 * tags.
 */
export async function tagUses(
  ctx: Context,
  tags: readonly Pick<TagRow, 'id' | 'type'>[],
  countTagged: CountTagged,
): Promise<ReadonlyMap<number, number>> {
  if (tags.length === 0) return new Map()
  const types = [...new Set(tags.map(({ type }) => type))]
  const counts = types.map((type) => sql`WHEN ${type} THEN (${countTagged(type, sql<string>`t.name`)})`)
  const { rows } = await sql<{ id: number; uses: number }>`
    SELECT t.id, CASE t.type ${sql.join(counts, sql` `)} END AS uses
    FROM tag t WHERE t.id = ANY(${tags.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, uses }) => [Number(id), Number(uses)]))
}

/** SQL condition: the column `tags` of a row contains the tag, ignoring case. */
export function hasTagCondition(name: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM unnest(tags) x WHERE lower(x) = lower(${name}))`
}

/**
 * The SQL condition for rows that have the tag, and their new `tags` value after the tag is renamed, or removed when
 * `to` is null.
 */
export function tagsRenamed({ from, to }: { from: string; to: string | null }) {
  return {
    borne: hasTagCondition(sql<string>`${from}::text`),
    renamed: sql<string[]>`ARRAY(
      SELECT CASE WHEN lower(x) = lower(${from}::text) THEN ${to}::text ELSE x END
      FROM unnest(tags) WITH ORDINALITY u (x, place) WHERE lower(x) <> lower(${from}::text) OR ${to}::text IS NOT NULL ORDER BY place)`,
  }
}
