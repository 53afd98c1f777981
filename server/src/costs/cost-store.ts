import type { CostKind } from '@waybill/domain/costs/model'
import type { NewCost, RecordedCost, Share } from '@waybill/domain/costs/shares'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

/** A line to store, with what only some kinds have. */
export interface CostValues extends NewCost {
  kind: CostKind
  /** The day on which it counts. */
  day: string
  reference?: string
  username?: string
  plan_version_id?: number
  statement_id?: number
  partner_bill_id?: number
}

/** Returns what is recorded for the work of a period, added up by key. Lines that people entered are left out. */
export async function readRecorded(
  ctx: Context,
  kind: CostKind,
  from: string,
  to: string,
): Promise<(RecordedCost & { username: string | null; plan_version_id: number | null })[]> {
  const { rows } = await sql<RecordedCost & { username: string | null; plan_version_id: number | null }>`
    SELECT l.key, min(l.leg) AS leg, min(l.work_day)::text AS work_day, sum(l.amount)::bigint AS amount, max(l.number) AS lines,
      min(l.username) AS username, min(l.plan_version_id) AS plan_version_id,
      coalesce((SELECT json_agg(json_build_object('shipment_id', x.shipment_id, 'amount', x.amount)) FROM (
        SELECT c.shipment_id, sum(c.amount) AS amount FROM shipment_cost c JOIN cost_line k ON k.provider_id = c.provider_id AND k.id = c.cost_line_id
        WHERE k.key = l.key GROUP BY c.shipment_id) x), '[]') AS shares
    FROM cost_line l
    WHERE l.kind = ${kind} AND l.work_day BETWEEN ${from} AND ${to} AND l.key NOT LIKE 'adjustment/%'
    GROUP BY l.provider_id, l.key ORDER BY l.key`.execute(ctx.db)
  return rows
}

/** Lines in one statement: far below the limits of a statement. */
const lines_at_once = 2_000

/**
 * Stores lines with their shares, all or none. A line that another transaction stored first breaks a unique key, so
 * that nothing is recorded twice.
 */
export async function insertCosts(ctx: Context, lines: readonly CostValues[]): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < lines.length; at += lines_at_once) {
    const part = lines.slice(at, at + lines_at_once)
    const stored = await ctx.db
      .insertInto('cost_line')
      .values(
        part.map(({ shares: _shares, ...line }) => ({
          provider_id: ctx.provider_id,
          ...line,
          created_by: ctx.actor.username,
          time_created: ctx.now,
        })),
      )
      .returning(['id', 'key', 'number'])
      .execute()
    const idOf = new Map(stored.map(({ id, key, number }) => [`${number} ${key}`, id]))
    const shares = part.flatMap((line) => {
      const id = idOf.get(`${line.number} ${line.key}`)
      if (id === undefined) throw new Error(`The line ${line.key} was not stored.`)
      ids.push(id)
      return line.shares.map((share) => ({ id, ...share }))
    })
    await insertShares(ctx, shares)
  }
  return ids
}

/** Stores shares of shipments in lines that have none. */
export async function insertShares(ctx: Context, shares: readonly (Share & { id: number })[]): Promise<void> {
  if (shares.length === 0) return
  await sql`INSERT INTO shipment_cost (provider_id, cost_line_id, shipment_id, amount)
    SELECT ${ctx.provider_id}, * FROM unnest(${shares.map(({ id }) => id)}::bigint[],
      ${shares.map((one) => one.shipment_id)}::bigint[], ${shares.map(({ amount }) => amount)}::bigint[])`.execute(
    ctx.db,
  )
}

const line_columns = ['l.id', 'l.kind', 'l.leg', 'l.work_day', 'l.day', 'l.reason'] as const

/** Returns what a shipment cost: each line with the share of the shipment, oldest work first. */
export async function listCostsOfShipment(ctx: Context, shipmentId: number) {
  return ctx.db
    .selectFrom('shipment_cost as c')
    .innerJoin('cost_line as l', (join) =>
      join.onRef('l.provider_id', '=', 'c.provider_id').onRef('l.id', '=', 'c.cost_line_id'),
    )
    .select([...line_columns, 'c.amount'])
    .where('c.shipment_id', '=', shipmentId)
    .orderBy('l.work_day')
    .orderBy('l.id')
    .execute()
}

/** Returns a page of the lines of a statement, oldest work first, and their number. */
export async function listStatementLines(
  ctx: Context,
  statementId: number,
  page: { limit: number; offset: number },
) {
  const query = ctx.db.selectFrom('cost_line as l').where('l.statement_id', '=', statementId)
  const [rows, { total }] = await Promise.all([
    query
      .select([...line_columns, 'l.amount'])
      .orderBy('l.work_day')
      .orderBy('l.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

/** Returns the pay lines of a driver for the work of a period, oldest first. */
export async function listPayLines(ctx: Context, username: string, from: string, to: string) {
  return ctx.db
    .selectFrom('cost_line as l')
    .select([...line_columns, 'l.amount', 'l.key'])
    .where('l.kind', '=', 'driver-pay')
    .where('l.username', '=', username)
    .where('l.work_day', '>=', from)
    .where('l.work_day', '<=', to)
    .orderBy('l.work_day')
    .orderBy('l.id')
    .execute()
}

/** Returns the last day of work for which a driver, or drivers with a plan, have pay; `null` for none. */
export async function lastPaidDay(
  ctx: Context,
  of: { username: string } | { plan_id: number },
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT max(l.work_day)::text AS day FROM cost_line l
    WHERE l.kind = 'driver-pay' AND l.plan_version_id IS NOT NULL AND ${
      'username' in of
        ? sql`l.username = ${of.username}`
        : sql`l.plan_version_id IN (SELECT id FROM pay_plan_version WHERE plan_id = ${of.plan_id})`
    }`.execute(ctx.db)
  return rows[0]?.day ?? null
}

/** Returns the first day of work on a statement; `null` when it has no lines. */
export async function firstWorkDay(ctx: Context, statementId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT min(work_day)::text AS day FROM cost_line WHERE statement_id = ${statementId}`.execute(ctx.db)
  return rows[0]?.day ?? null
}

/**
 * Puts the pay of a driver for work up to a day that is on no statement on this one; returns the sum of all its lines in
 * cents. A correction of that work comes along, although it counts on the later day on which it was made.
 */
export async function attachPay(
  ctx: Context,
  statement: { id: number; username: string; to_day: string },
): Promise<Cents> {
  await ctx.db
    .updateTable('cost_line')
    .set({ statement_id: statement.id })
    .where('kind', '=', 'driver-pay')
    .where('username', '=', statement.username)
    .where('statement_id', 'is', null)
    .where('work_day', '<=', statement.to_day)
    .execute()
  const { total } = await ctx.db
    .selectFrom('cost_line')
    .select(sql<Cents>`coalesce(sum(amount), 0)::bigint`.as('total'))
    .where('statement_id', '=', statement.id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Returns the drivers with pay for work up to a day that is on no statement. */
export async function listUnpaidDrivers(
  ctx: Context,
  to: string,
  usernames: readonly string[],
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('cost_line')
    .select('username')
    .distinct()
    .where('kind', '=', 'driver-pay')
    .where('statement_id', 'is', null)
    .where('work_day', '<=', to)
    .where('username', '=', anyOf(usernames))
    .orderBy('username')
    .execute()
  return rows.flatMap(({ username }) => username ?? [])
}

/** Returns how a driver’s work of a period was spread over shipments, as weights for amounts that are added by hand. */
export async function listShipmentsOfStatement(ctx: Context, statementId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('shipment_cost as c')
    .innerJoin('cost_line as l', (join) =>
      join.onRef('l.provider_id', '=', 'c.provider_id').onRef('l.id', '=', 'c.cost_line_id'),
    )
    .select('c.shipment_id')
    .distinct()
    .where('l.statement_id', '=', statementId)
    .where('l.amount', '>', 0)
    .orderBy('c.shipment_id')
    .execute()
  return rows.map(({ shipment_id }) => shipment_id)
}
