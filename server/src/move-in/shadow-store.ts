import { notFound } from '@waybill/domain/kit/problem'
import type { shadow_groups } from '@waybill/domain/move-in/api'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import { readPage, type PageRequest } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'

/** A waybill of another system with its new price; cents. */
export interface PricedWaybill {
  line: number
  waybill: string
  account_code: string
  lane: string
  service_level_code: string
  old_price: Cents
  /** `null`: it has no price. */
  new_price: Cents | null
  reasons: readonly string[]
}

/** Inserts a priced month with its waybills and returns its id. */
export async function insertMonth(
  ctx: Context,
  month: { name: string; rate_revision_id: number; revision_name: string },
  waybills: readonly PricedWaybill[],
): Promise<number> {
  const priced = waybills.filter(({ new_price }) => new_price !== null)
  const sum = (of: (waybill: PricedWaybill) => Cents): Cents =>
    priced.reduce((total, one) => total + of(one), 0)
  const { id } = await ctx.db
    .insertInto('shadow_month')
    .values({
      ...month,
      provider_id: ctx.provider_id,
      total: waybills.length,
      priced: priced.length,
      old_price: sum(({ old_price }) => old_price),
      new_price: sum(({ new_price }) => new_price ?? 0),
      created_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`INSERT INTO shadow_month_row (provider_id, month_id, line, waybill, account_code, lane, service_level_code, old_price, new_price, reasons)
    SELECT ${ctx.provider_id}, ${id}, r.line, r.waybill, r.account_code, r.lane, r.service_level_code, r.old_price, r.new_price, r.reasons
    FROM jsonb_to_recordset(${JSON.stringify(waybills)}::jsonb) AS r (line integer, waybill text, account_code text, lane text,
      service_level_code text, old_price bigint, new_price bigint, reasons text[])`.execute(ctx.db)
  return id
}

/** Lists priced months, newest first. */
export async function listMonths(ctx: Context, page: PageRequest) {
  const query = ctx.db.selectFrom('shadow_month')
  return readPage(ctx, query.selectAll().orderBy('id', 'desc'), query.select('id'), page)
}

/** Returns a priced month; throws 404 when there is none. */
export async function readMonth(ctx: Context, id: number) {
  const row = await ctx.db.selectFrom('shadow_month').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Could not find this month. Load the page again.')
  return row
}

/** Lists the waybills of a month in the order of the file. */
export async function listWaybills(
  ctx: Context,
  filter: {
    id: number
    only_differences: boolean
    account_code: string | undefined
    lane: string | undefined
  },
  page: PageRequest,
) {
  let query = ctx.db.selectFrom('shadow_month_row').where('month_id', '=', filter.id)
  if (filter.only_differences) query = query.where(sql<boolean>`new_price IS DISTINCT FROM old_price`)
  if (filter.account_code)
    query = query.where(sql`upper(account_code)`, '=', filter.account_code.toUpperCase())
  if (filter.lane) query = query.where('lane', '=', filter.lane)
  return readPage(ctx, query.selectAll().orderBy('line'), query.select('line'), page)
}

/** The prices of the waybills of an account or lane; cents. The sums leave out waybills without a new price. */
export interface ShadowSumRow {
  name: string
  total: number
  priced: number
  old_price: Cents
  new_price: Cents
}

/** Returns the sums of a month by account or lane, the largest difference first. */
export async function sumMonth(
  ctx: Context,
  id: number,
  by: (typeof shadow_groups)[number],
  page: PageRequest,
): Promise<{ rows: ShadowSumRow[]; total: number }> {
  const { rows } = await sql<ShadowSumRow & { groups: number }>`
    SELECT ${sql.ref(by)} AS name, count(*)::int AS total, count(new_price)::int AS priced,
      coalesce(sum(old_price) FILTER (WHERE new_price IS NOT NULL), 0)::bigint AS old_price,
      coalesce(sum(new_price), 0)::bigint AS new_price, count(*) OVER ()::int AS groups
    FROM shadow_month_row WHERE month_id = ${id} GROUP BY 1
    ORDER BY abs(coalesce(sum(new_price - old_price), 0)) DESC, 1 LIMIT ${page.limit} OFFSET ${page.offset}`.execute(
    ctx.db,
  )
  return { rows: rows.map(({ groups: _groups, ...row }) => row), total: rows[0]?.groups ?? 0 }
}

/** Deletes a month with its waybills. */
export async function deleteMonth(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('shadow_month_row').where('month_id', '=', id).execute()
  await ctx.db.deleteFrom('shadow_month').where('id', '=', id).execute()
}
