import type { ReceiptBlock } from '@waybill/domain/cash/receipt-numbers'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import { sql, type Insertable, type Updateable } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import { readPage, type PageRequest } from '../kit/read-page.ts'
import type { CashReceiptTable } from '../kit/tables.ts'

/** Returns the blocks of a driver, in order. */
export function listBlocks(ctx: Context, username: string): Promise<ReceiptBlock[]> {
  return ctx.db
    .selectFrom('cash_receipt_block')
    .select(['first_number', 'last_number'])
    .where('username', '=', username)
    .orderBy('first_number')
    .execute()
}

/** Stores a block of a driver. */
export async function insertBlock(ctx: Context, username: string, block: ReceiptBlock): Promise<void> {
  await ctx.db
    .insertInto('cash_receipt_block')
    .values({ provider_id: ctx.provider_id, username, ...block, time_created: ctx.now })
    .execute()
}

/** Returns the numbers of a driver that receipts have, in order. */
export async function usedNumbers(ctx: Context, username: string): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('cash_receipt')
    .select('number')
    .where('username', '=', username)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

/** Returns the last numbers up to which earlier counts of a driver explained what was left out. */
export async function lastExplained(ctx: Context, username: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('cash_receipt as r')
    .innerJoin('cash_up as c', (join) =>
      join.onRef('c.provider_id', '=', 'r.provider_id').onRef('c.id', '=', 'r.cash_up_id'),
    )
    .select(({ fn }) => fn.max('r.number').as('number'))
    .where('r.username', '=', username)
    .where('c.state', '=', 'confirmed')
    .executeTakeFirst()
  return Number(row?.number ?? 0)
}

/** Stores a receipt; returns `false` when the number is taken. */
export async function insertReceipt(
  ctx: Context,
  values: Omit<Insertable<CashReceiptTable>, 'provider_id' | 'time_created'>,
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('cash_receipt')
    .values({ provider_id: ctx.provider_id, ...values, time_created: ctx.now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'number']).doNothing())
    .returning('number')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the username of the driver who took the money of a receipt; `undefined` when there is none with this number. */
export async function findReceiptHolder(ctx: Context, number: number): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('cash_receipt')
    .select('username')
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.username
}

/** Returns a receipt locked until the transaction ends; `undefined` when there is none with this number. */
export function lockReceipt(ctx: Context, number: number) {
  return ctx.db
    .selectFrom('cash_receipt')
    .selectAll()
    .where('number', '=', number)
    .orderBy('number')
    .forUpdate()
    .executeTakeFirst()
}

/** Changes how the money of a rejected delivery was paid, after another attempt. */
export async function updateRefused(
  ctx: Context,
  number: number,
  values: Pick<Updateable<CashReceiptTable>, 'method' | 'slip_reference' | 'difference_reason'>,
): Promise<void> {
  await ctx.db.updateTable('cash_receipt').set(values).where('number', '=', number).execute()
}

/**
 * Removes why the delivery of a shipment was rejected from the receipts of its money. One taken when nothing was due any
 * more keeps it: that money is to be given back.
 */
export async function clearRejections(ctx: Context, shipmentId: number): Promise<void> {
  await ctx.db
    .updateTable('cash_receipt')
    .set({ refusal: '' })
    .where('shipment_id', '=', shipmentId)
    .where('refusal', '<>', '')
    .where('due', '>', 0)
    .where('voided_by', 'is', null)
    .execute()
}

/** Makes a receipt void. */
export async function voidReceiptRow(ctx: Context, number: number, reason: string): Promise<void> {
  await ctx.db
    .updateTable('cash_receipt')
    .set({ void_reason: reason, voided_by: ctx.actor.username })
    .where('number', '=', number)
    .execute()
}

/** Returns the shipments for which money was taken. */
export async function readPaidShipments(ctx: Context, shipmentIds: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.db
    .selectFrom('cash_receipt')
    .select('shipment_id')
    .where('shipment_id', '=', anyOf(shipmentIds))
    .where('voided_by', 'is', null)
    .execute()
  return new Set(rows.map(({ shipment_id }) => shipment_id))
}

/** Adds the cash that a driver still holds to a count, or takes it out again. Returns how many receipts. */
export async function putIntoCashUp(
  ctx: Context,
  of: { username: string } | { cash_up_id: number },
  cashUpId: number | null,
): Promise<number> {
  const update = ctx.db.updateTable('cash_receipt').set({ cash_up_id: cashUpId })
  const rows =
    'username' in of
      ? update
          .where('username', '=', of.username)
          .where('method', '=', 'cash')
          .where('cash_up_id', 'is', null)
          .where('voided_by', 'is', null)
      : update.where('cash_up_id', '=', of.cash_up_id)
  return (await rows.returning('number').execute()).length
}

/** How many receipts a driver has that no count contains. */
export async function countHeldReceipts(ctx: Context, username: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('cash_receipt')
    .select(({ fn }) => fn.countAll<number>().as('receipts'))
    .where('username', '=', username)
    .where('method', '=', 'cash')
    .where('cash_up_id', 'is', null)
    .where('voided_by', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.receipts)
}

/** Whether the money of a receipt `r` with the count `c` is with the company. */
const handed_in = sql<boolean>`(r.voided_by IS NULL AND (r.method = 'card-machine' OR coalesce(c.state = 'confirmed', false)))`

export const receipt_states = ['with-driver', 'handed-in', 'paid-out', 'void', 'refused'] as const

/** Filters of the list; days are `YYYY-MM-DD`. */
export interface ReceiptFilter {
  state?: readonly (typeof receipt_states)[number][] | undefined
  number?: number | undefined
  username?: string | undefined
  account_id?: readonly number[] | undefined
  remittance_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

const state_conditions = {
  'with-driver': sql<boolean>`(r.voided_by IS NULL AND NOT ${handed_in})`,
  'handed-in': sql<boolean>`(${handed_in} AND r.remittance_id IS NULL)`,
  'paid-out': sql<boolean>`r.remittance_id IS NOT NULL`,
  void: sql<boolean>`r.voided_by IS NOT NULL`,
  refused: sql<boolean>`(r.refusal <> '' AND r.voided_by IS NULL)`,
} as const

function matching(ctx: Context, filter: ReceiptFilter) {
  let query = ctx.db
    .selectFrom('cash_receipt as r')
    .innerJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'r.provider_id').onRef('s.id', '=', 'r.shipment_id'),
    )
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'r.provider_id').onRef('a.id', '=', 'r.account_id'),
    )
    .leftJoin('cash_up as c', (join) =>
      join.onRef('c.provider_id', '=', 'r.provider_id').onRef('c.id', '=', 'r.cash_up_id'),
    )
  const states = filter.state?.map((state) => state_conditions[state]) ?? []
  if (states.length > 0) query = query.where(sql<boolean>`(${sql.join(states, sql` OR `)})`)
  if (filter.number !== undefined) query = query.where('r.number', '=', filter.number)
  if (filter.username) query = query.where('r.username', '=', filter.username)
  if (filter.account_id?.length) query = query.where('r.account_id', '=', anyOf(filter.account_id))
  if (filter.remittance_id !== undefined) query = query.where('r.remittance_id', '=', filter.remittance_id)
  if (filter.from) query = query.where('r.collected_at', '>=', startOfDay(filter.from))
  if (filter.to) query = query.where('r.collected_at', '<', startOfDay(daysAfter(filter.to, 1)))
  return filter.search ? query.where(searched(filter.search)) : query
}

/** Free-text filter: a receipt number, a tracking reference, or text in names of drivers and accounts. */
function searched(text: string) {
  const words = `%${escapeLike(text)}%`
  const number = Number(/^(?:COD)?0*(\d{1,12})$/i.exec(text.trim())?.[1] ?? 0)
  return sql<boolean>`(r.number = ${number} OR r.driver_name ILIKE ${words} OR a.name ILIKE ${words}
    OR a.account_code ILIKE ${words} OR ${text.trim().toUpperCase()} IN (s.short_tracking_reference, s.custom_tracking_reference))`
}

/** Returns one page of receipts, newest first, and their number, counted up to the general limit. */
export function listReceiptRows(ctx: Context, filter: ReceiptFilter, page: PageRequest) {
  const query = matching(ctx, filter)
  return readPage(
    ctx,
    query
      .select([
        'r.number',
        'r.shipment_id',
        'r.account_id',
        'r.username',
        'r.driver_name',
        'r.due',
        'r.amount',
        'r.fee',
        'r.method',
        'r.slip_reference',
        'r.difference_reason',
        'r.refusal',
        'r.void_reason',
        'r.cash_up_id',
        'r.remittance_id',
        'r.collected_at',
        'a.name as account_name',
        sql<string>`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`.as(
          'tracking_reference',
        ),
        handed_in.as('is_handed_in'),
      ])
      .orderBy('r.collected_at', 'desc')
      .orderBy('r.number', 'desc'),
    query.select('r.number'),
    page,
  )
}

/** The money of one account that can be paid out now, in cents. */
export interface ReadyMoney {
  numbers: number[]
  collected: number
  fee: number
}

/** Locks the receipts of an account whose money can be paid out now, and returns their sums. */
export async function lockReadyMoney(ctx: Context, accountId: number): Promise<ReadyMoney> {
  const rows = await ctx.db
    .selectFrom('cash_receipt as r')
    .leftJoin('cash_up as c', (join) =>
      join.onRef('c.provider_id', '=', 'r.provider_id').onRef('c.id', '=', 'r.cash_up_id'),
    )
    .select(['r.number', 'r.amount', 'r.fee'])
    .where('r.account_id', '=', accountId)
    .where('r.remittance_id', 'is', null)
    .where(handed_in)
    .orderBy('r.number')
    .forUpdate('r')
    .execute()
  return {
    numbers: rows.map(({ number }) => number),
    collected: rows.reduce((sum, { amount }) => sum + amount, 0),
    fee: rows.reduce((sum, { fee }) => sum + fee, 0),
  }
}

/** Assigns receipts to a payout. */
export async function putIntoRemittance(ctx: Context, numbers: readonly number[], id: number): Promise<void> {
  await ctx.db
    .updateTable('cash_receipt')
    .set({ remittance_id: id })
    .where('number', '=', anyOf(numbers))
    .execute()
}

/** Returns one page of accounts to which collected money is owed, the largest amount first. */
export function listPayableRows(ctx: Context, search: string | undefined, page: PageRequest) {
  const words = search ? `%${escapeLike(search)}%` : '%'
  const query = ctx.db
    .selectFrom('cash_receipt as r')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'r.provider_id').onRef('a.id', '=', 'r.account_id'),
    )
    .leftJoin('cash_up as c', (join) =>
      join.onRef('c.provider_id', '=', 'r.provider_id').onRef('c.id', '=', 'r.cash_up_id'),
    )
    .where('r.remittance_id', 'is', null)
    .where('r.voided_by', 'is', null)
    .where(sql<boolean>`(a.name ILIKE ${words} OR a.account_code ILIKE ${words})`)
    .groupBy(['a.id', 'a.account_code', 'a.name'])
  const sum = (of: 'amount' | 'fee') =>
    sql<number>`coalesce(sum(${sql.ref(`r.${of}`)}) FILTER (WHERE ${handed_in}), 0)::float8`
  return readPage(
    ctx,
    query
      .select([
        'a.id as account_id',
        'a.account_code',
        'a.name as account_name',
        sql<number>`sum(r.amount)::float8`.as('owed'),
        sum('amount').as('ready'),
        sum('fee').as('fee'),
        sql<number>`count(*) FILTER (WHERE ${handed_in})::int`.as('receipts'),
      ])
      .orderBy(sql`5 DESC, 4 DESC`)
      .orderBy('a.id'),
    query.select('a.id'),
    page,
  )
}
