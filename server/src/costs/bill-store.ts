import type { PartnerBill } from '@waybill/domain/costs/model'
import type { Cents } from '@waybill/domain/kit/money'
import { notFound } from '@waybill/domain/kit/problem'
import { sql } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import { readPage } from '../kit/read-page.ts'
import { sortName } from '../kit/sort-columns.ts'

const orders = ['id', 'partner', 'bill_number', 'bill_date', 'total'] as const

const withoutShipment = sql`NOT EXISTS (SELECT FROM shipment_cost c WHERE c.provider_id = l.provider_id AND c.cost_line_id = l.id)`

function linesOf(measure: ReturnType<typeof sql>) {
  return sql<number>`(SELECT ${measure} FROM cost_line l WHERE l.provider_id = b.provider_id AND l.partner_bill_id = b.id)`
}

/** Returns one page of bills with the number of their lines and what is not assigned, and their number. */
export async function listBillRows(
  ctx: Context,
  filter: { id?: number | undefined; search?: string | undefined },
  page: { limit: number; offset: number; order_by?: string | undefined; order?: string | undefined },
): Promise<{ rows: PartnerBill[]; total: number }> {
  let query = ctx.db.selectFrom('partner_bill as b')
  if (filter.id !== undefined) query = query.where('b.id', '=', filter.id)
  if (filter.search) {
    const words = `%${escapeLike(filter.search)}%`
    query = query.where((eb) => eb.or([eb('b.partner', 'ilike', words), eb('b.bill_number', 'ilike', words)]))
  }
  const order = sortName(orders, page.order_by, 'id')
  const direction = page.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  return readPage(
    ctx,
    query
      .selectAll('b')
      .select([
        linesOf(sql`count(*)::int`).as('line_count'),
        linesOf(sql`count(*) FILTER (WHERE ${withoutShipment})::int`).as('unassigned_count'),
        linesOf(sql`coalesce(sum(l.amount) FILTER (WHERE ${withoutShipment}), 0)::bigint`).as('unassigned'),
      ])
      .orderBy(`b.${order}`, direction)
      .orderBy('b.id', direction),
    query.select('b.id'),
    page,
  )
}

/** Returns one bill. */
export async function findBill(ctx: Context, id: number): Promise<PartnerBill> {
  const { rows } = await listBillRows(ctx, { id }, { limit: 1, offset: 0 })
  const [row] = rows
  if (!row) throw notFound('Could not find this bill.')
  return row
}

/** Stores a bill; returns its id, or `null` when the partner’s number was imported before. */
export async function insertBill(
  ctx: Context,
  values: { partner: string; bill_number: string; bill_date: string; total: Cents },
): Promise<number | null> {
  const row = await ctx.db
    .insertInto('partner_bill')
    .values({
      provider_id: ctx.provider_id,
      ...values,
      created_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns one page of the lines of a bill, those without a shipment first, or one line; and their number. */
export function listBillLines(
  ctx: Context,
  of: { bill_id: number } | { line_id: number },
  page: { limit: number; offset: number },
) {
  const query = ctx.db
    .selectFrom('cost_line as l')
    .leftJoin('shipment_cost as c', (join) =>
      join.onRef('c.provider_id', '=', 'l.provider_id').onRef('c.cost_line_id', '=', 'l.id'),
    )
    .where('l.kind', '=', 'partner-bill')
    .where((eb) => ('bill_id' in of ? eb('l.partner_bill_id', '=', of.bill_id) : eb('l.id', '=', of.line_id)))
  return readPage(
    ctx,
    query
      .select(['l.id', 'l.reference', 'l.leg', 'l.amount', 'c.shipment_id'])
      .orderBy(sql`c.shipment_id IS NULL`, 'desc')
      .orderBy('l.id'),
    query.select('l.id'),
    page,
  )
}
export type BillLineRow = Awaited<ReturnType<typeof listBillLines>>['rows'][number]

/** Locks a line of a bill until the transaction ends. */
export async function lockBillLine(ctx: Context, id: number) {
  const line = await ctx.db
    .selectFrom('cost_line')
    .select(['id', 'amount'])
    .where('id', '=', id)
    .where('kind', '=', 'partner-bill')
    .forUpdate()
    .executeTakeFirst()
  if (!line) return undefined
  const share = await ctx.db
    .selectFrom('shipment_cost')
    .select('shipment_id')
    .where('cost_line_id', '=', id)
    .executeTakeFirst()
  return { ...line, is_assigned: share !== undefined }
}
