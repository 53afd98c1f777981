import type { TagType } from '@waybill/domain/tags/model'
import { sql } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

/** Tags of these types, by name. */
export async function listTags(ctx: Ctx, types: readonly TagType[]) {
  return ctx.db
    .selectFrom('tag')
    .select(['id', 'type', 'name', 'colour', 'time_modified'])
    .where('type', '=', sql<string>`ANY(${types}::text[])`)
    .orderBy('type')
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Keeps tags that were not known yet, so that screens know their colours. */
export async function keepTags(ctx: Ctx, type: TagType, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`INSERT INTO tag (provider_id, type, name, time_created, time_modified)
    SELECT ${ctx.provider_id}::int, ${type}, t, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz FROM unnest(${names}::text[]) t
    ON CONFLICT DO NOTHING`.execute(ctx.db)
}

/** A tag, held until the end of the work. */
export async function lockTag(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('tag')
    .select(['id', 'type', 'name', 'colour', 'time_modified'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type TagRow = NonNullable<Awaited<ReturnType<typeof lockTag>>>

/** The tag of a type with a name, in any case. */
export async function findTag(ctx: Ctx, type: TagType, name: string) {
  return ctx.db
    .selectFrom('tag')
    .select(['id', 'name'])
    .where('type', '=', type)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
}

/** Adds a tag; `null` when somebody else has just added one of that name. */
export async function insertTag(
  ctx: Ctx,
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
  ctx: Ctx,
  id: number,
  changes: { name: string; colour: string },
): Promise<void> {
  await ctx.db
    .updateTable('tag')
    .set({ ...changes, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}

export async function deleteTag(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('tag').where('id', '=', id).execute()
}

/** On how many things each tag stands, by id: accounts, shipments and areas keep the names of their tags. */
export async function tagUses(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; uses: number }>`
    SELECT t.id, CASE t.type
      WHEN 'account' THEN (SELECT count(*) FROM account a WHERE EXISTS (SELECT FROM unnest(a.tags) x WHERE lower(x) = lower(t.name)))
      WHEN 'shipment' THEN (SELECT count(*) FROM shipment s WHERE s.tags <> '{}' AND EXISTS (SELECT FROM unnest(s.tags) x WHERE lower(x) = lower(t.name)))
      ELSE (SELECT count(*) FROM zone z WHERE z.kind = t.type AND EXISTS (SELECT FROM unnest(z.tags) x WHERE lower(x) = lower(t.name)))
    END AS uses FROM tag t WHERE t.id = ANY(${ids}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, uses }) => [Number(id), Number(uses)]))
}

/** Gives whatever bears a tag its new name, or takes it off when `to` is null. */
export async function renameUses(ctx: Ctx, type: TagType, from: string, to: string | null): Promise<void> {
  const renamed = sql<string[]>`ARRAY(
    SELECT CASE WHEN lower(x) = lower(${from}::text) THEN ${to}::text ELSE x END
    FROM unnest(tags) WITH ORDINALITY u (x, place) WHERE lower(x) <> lower(${from}::text) OR ${to}::text IS NOT NULL ORDER BY place)`
  const bears = sql<boolean>`EXISTS (SELECT FROM unnest(tags) x WHERE lower(x) = lower(${from}::text))`
  if (type === 'shipment')
    await sql`UPDATE shipment SET tags = ${renamed}, version = version + 1, time_modified = ${ctx.now} WHERE tags <> '{}' AND ${bears}`.execute(
      ctx.db,
    )
  else if (type === 'account')
    await sql`UPDATE account SET tags = ${renamed}, version = version + 1, time_modified = ${ctx.now} WHERE ${bears}`.execute(
      ctx.db,
    )
  else
    await sql`UPDATE zone SET tags = ${renamed}, version = version + 1, time_modified = ${ctx.now} WHERE kind = ${type} AND ${bears}`.execute(
      ctx.db,
    )
}
