import type { CashUpState } from '@waybill/domain/cash/cash-up'
import type { TillMovementKind } from '@waybill/domain/cash/till-report'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'
import { readPage, type PageRequest } from '../kit/read-page.ts'

const shift = ['id as till_id', 'username', 'operator_name', 'opened_at', 'closed_at'] as const

/** Returns one till; `undefined` when there is none with this id. */
export function findTill(ctx: Context, id: number) {
  return ctx.db.selectFrom('till').select(shift).where('id', '=', id).executeTakeFirst()
}
export type TillRow = NonNullable<Awaited<ReturnType<typeof findTill>>>

/** Returns the open till of an operator, or else the last one; `undefined` before the first. */
export function findLastTill(ctx: Context, username: string): Promise<TillRow | undefined> {
  return ctx.db
    .selectFrom('till')
    .select(shift)
    .where('username', '=', username)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns one page of tills, newest first, of one operator or of all, and their number. */
export function listTillRows(ctx: Context, username: string | undefined, page: PageRequest) {
  let query = ctx.db.selectFrom('till')
  if (username !== undefined) query = query.where('username', '=', username)
  return readPage(ctx, query.select(shift).orderBy('id', 'desc'), query.select('id'), page)
}

/** An entry of a till in the cash book. Cents; negative when money left the till. */
interface TillMovementRow {
  id: number
  kind: TillMovementKind
  description: string
  amount: Cents
  time_created: Date
}

/** Returns every entry of a till in the cash book, oldest first. */
export async function listTillMovements(ctx: Context, tillId: number): Promise<TillMovementRow[]> {
  const { rows } = await sql<TillMovementRow>`
    SELECT t.id, t.kind, t.description, e.amount, t.time_created FROM cash_entry e
    JOIN cash_transaction t ON t.provider_id = e.provider_id AND t.id = e.transaction_id
    WHERE e.place = 'till' AND e.holder = ${String(tillId)} ORDER BY t.id`.execute(ctx.db)
  return rows
}

/** The count of a till for its report. Amounts in cents. */
interface TillCountRow {
  cash_up_id: number
  state: CashUpState
  expected: Cents
  counted: Cents
  difference_reason: string
  counted_by_name: string
  counted_at: Date
  confirmed_by_name: string | null
  confirmed_at: Date | null
}

/** Returns the last count of a till that was not rejected; `undefined` before it. */
export function findTillCount(ctx: Context, tillId: number): Promise<TillCountRow | undefined> {
  return ctx.db
    .selectFrom('cash_up')
    .select([
      'id as cash_up_id',
      'state',
      'expected',
      'counted',
      'difference_reason',
      'counted_by_name',
      'time_created as counted_at',
      'confirmed_by_name',
      'confirmed_at',
    ])
    .where('till_id', '=', tillId)
    .where('state', '!=', 'rejected')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
