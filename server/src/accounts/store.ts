import { anyOf, newVersion } from '../kit/db.ts'
import { sql, type RawBuilder } from 'kysely'
import { account_inactive_after_days } from '@waybill/domain/accounts/settings'
import type {
  SavedCard,
  AccountType,
  InvoiceAllocationMethod,
  InvoiceFrequency,
} from '@waybill/domain/accounts/account'
import { derivedStatus, overdue_from } from '@waybill/domain/accounts/derived-status'
import { branchLimit, type Actor } from '@waybill/domain/kit/actor'
import { searchedPhone } from '@waybill/domain/kit/contacts/phone'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { Cents } from '@waybill/domain/kit/money'
import { notFound } from '@waybill/domain/kit/problem'
import { readPage } from '../kit/read-page.ts'
import { sortColumn } from '../kit/sort-columns.ts'
import { hasTagCondition, tagsRenamed } from '../tags/index.ts'
import type { Context } from '../kit/handler.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/**
 * Query for the accounts that the caller can access, with balance and branch name. Callers with an account reach only
 * that one; staff reach all. What staff limited to a branch may list and open is narrowed by `atOwnBranch`.
 */
function reachable(ctx: Context) {
  let query = ctx.db
    .selectFrom('account as a')
    .leftJoin('account_balance as b', (join) =>
      join.onRef('b.provider_id', '=', 'a.provider_id').onRef('b.account_id', '=', 'a.id'),
    )
    .leftJoin('branch as br', (join) =>
      join.onRef('br.provider_id', '=', 'a.provider_id').onRef('br.id', '=', 'a.branch_id'),
    )
  if (ctx.actor.account_id !== null) query = query.where('a.id', '=', ctx.actor.account_id)
  return query
}

/**
 * Returns the SQL condition that a row belongs to an account of the branch to which the caller is limited (PERM-050);
 * `undefined` for callers without a limit. Use it for what staff list and open; rules and ledgers read any account
 * they need.
 */
export function atOwnBranch(actor: Actor, accountColumn: string): RawBuilder<boolean> | undefined {
  const branchId = branchLimit(actor)
  if (branchId === null) return undefined
  return sql<boolean>`EXISTS (SELECT FROM account own WHERE own.id = ${sql.ref(accountColumn)} AND own.branch_id = ${branchId})`
}

const balances = [
  sql<Cents>`coalesce(b.balance, 0)`.as('balance'),
  sql<Cents>`coalesce(b.credit_allocation_balance, 0)`.as('credit_allocation_balance'),
] as const

/** SQL condition: the account has an overdue invoice. */
function overdueNow(ctx: Context): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM invoice i WHERE i.provider_id = a.provider_id AND i.account_id = a.id
    AND i.due_date < ${startOfDay(dayOf(ctx.now))} AND i.total - i.amount_paid - i.credit_note_total >= ${overdue_from}
  )`
}

/** SQL condition: the account was opened or has booked within the last `account_inactive_after_days` days. */
function busyNow(ctx: Context): RawBuilder<boolean> {
  const since = new Date(ctx.now.getTime() - ctx.setting(account_inactive_after_days) * day_ms)
  return sql<boolean>`(a.time_created >= ${since} OR EXISTS (
    SELECT FROM shipment s WHERE s.provider_id = a.provider_id AND s.account_id = a.id AND s.time_created >= ${since}
  ))`
}

/** SQL condition for a status filter: stored `open` and `closed`, computed `active`, `overdue` and `inactive`. */
function hasStatus(ctx: Context, status: string): RawBuilder<boolean> {
  if (status === 'open' || status === 'closed') return sql<boolean>`a.status = ${status}`
  if (status === 'overdue') return overdueNow(ctx)
  if (status === 'active') return sql<boolean>`(NOT ${overdueNow(ctx)} AND ${busyNow(ctx)})`
  return sql<boolean>`(NOT ${overdueNow(ctx)} AND NOT ${busyNow(ctx)})`
}

/**
 * Account columns computed from other tables: the basis of the derived status (overdue invoice, newest shipment) and
 * the default saved card with its number masked (ACC-003).
 */
function derivedColumns(ctx: Context) {
  return [
    overdueNow(ctx).as('has_overdue_invoice'),
    sql<Date | null>`(
      SELECT max(s.time_created) FROM shipment s WHERE s.provider_id = a.provider_id AND s.account_id = a.id
    )`.as('last_booked'),
    sql<SavedCard | null>`(
      SELECT jsonb_build_object(
        'saved_card_id', c.id::text, 'card_pan', '************' || c.last_digits, 'card_association', c.association)
      FROM saved_card c WHERE c.provider_id = a.provider_id AND c.account_id = a.id AND c.is_default
    )`.as('default_card'),
  ] as const
}

/** Adds the computed status to the rows (ACC-006). */
function withStatus<Row extends Parameters<typeof derivedStatus>[0]>(ctx: Context, rows: readonly Row[]) {
  const days = ctx.setting(account_inactive_after_days)
  return rows.map((row) => ({ ...row, derived_status: derivedStatus(row, ctx.now, days) }))
}

/** Whether the company has an account that is another courier (SET-025). */
export async function hasThirdPartyAccounts(ctx: Context): Promise<boolean> {
  const { found } = await ctx.db
    .selectNoFrom(({ exists, selectFrom }) =>
      exists(selectFrom('account').select('id').where('is_third_party', '=', true)).as('found'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(found)
}

/** The internal custom field by which account lists are filtered. */
const salesperson_key = 'salesperson'

export interface AccountFilter {
  id?: readonly number[] | undefined
  account_code?: string | undefined
  name?: string | undefined
  search?: string | undefined
  account_type?: readonly AccountType[] | undefined
  status?: readonly string[] | undefined
  branch_id?: readonly number[] | undefined
  rate_group_id?: readonly number[] | undefined
  is_on_hold?: boolean | undefined
  tag?: readonly string[] | undefined
  salesperson?: readonly string[] | undefined
  order_by?: string | undefined
  order?: string | undefined
  /** Restricts the list to the branch to which the caller is limited. */
  at_own_branch?: boolean
  /** Lists the guest account, too, which has no branch; its money is 0 for callers who are limited to one. */
  for_booking?: boolean | undefined
}

const no_money = { balance: 0, credit_allocation_balance: 0 }

const orders = {
  name: sql`lower(a.name)`,
  account_code: sql`a.account_code`,
  balance: sql`coalesce(b.balance, 0)`,
  time_created: sql`a.time_created`,
}

/** Returns a page of accounts and their total number, counted up to the cap. */
export async function listAccounts(
  ctx: Context,
  filter: AccountFilter,
  page: { limit: number; offset: number },
) {
  let query = reachable(ctx)
  if (filter.id?.length) query = query.where('a.id', '=', anyOf(filter.id))
  if (filter.account_code) query = query.where('a.account_code', 'ilike', likeText(filter.account_code))
  if (filter.name) query = query.where('a.name', 'ilike', likeText(filter.name))
  if (filter.search) {
    const words = `%${escapeLike(filter.search)}%`
    const { search } = filter
    query = query.where((eb) =>
      eb.or([
        eb('a.name', 'ilike', words),
        eb('a.account_code', 'ilike', words),
        eb(sql<string>`a.billing_contact ->> 'name'`, 'ilike', words),
        matchesPhone(sql`a.billing_contact ->> 'mobile_number'`, search),
        matchesPhone(sql`a.billing_contact ->> 'alternative_contact_number'`, search),
      ]),
    )
  }
  if (filter.account_type?.length) query = query.where('a.account_type', '=', anyOf(filter.account_type))
  if (filter.status?.length) {
    const wanted = filter.status.map((status) => hasStatus(ctx, status))
    query = query.where(sql<boolean>`(${sql.join(wanted, sql` OR `)})`)
  }
  if (filter.branch_id?.length) query = query.where('a.branch_id', '=', anyOf(filter.branch_id))
  if (filter.rate_group_id?.length) query = query.where('a.rate_group_id', '=', anyOf(filter.rate_group_id))
  if (filter.tag?.length)
    query = query.where(
      sql<boolean>`EXISTS (SELECT FROM unnest(a.tags) t WHERE lower(t) = ANY(${filter.tag.map((tag) => tag.toLowerCase())}))`,
    )
  if (filter.salesperson?.length)
    query = query.where(
      sql<boolean>`lower(a.custom_fields ->> ${salesperson_key}) = ANY(${filter.salesperson.map((one) => one.toLowerCase())})`,
    )
  const own = filter.at_own_branch ? atOwnBranch(ctx.actor, 'a.id') : undefined
  const isListed = own && filter.for_booking ? sql<boolean>`(${own} OR a.account_type = 'guest')` : own
  if (isListed) query = query.where(isListed)
  if (filter.is_on_hold !== undefined) query = query.where('a.is_on_hold', '=', filter.is_on_hold)
  const direction = filter.order?.toUpperCase() === 'DESC' ? ('desc' as const) : ('asc' as const)
  const { rows, total } = await readPage(
    ctx,
    query
      .selectAll('a')
      .select(balances)
      .select(derivedColumns(ctx))
      .select('br.name as branch_name')
      .$if(Boolean(filter.search && !filter.order_by), (found) =>
        found.orderBy(matchRank(filter.search ?? '')),
      )
      .orderBy(sortColumn(orders, filter.order_by, orders.name), direction)
      .orderBy('a.id'),
    query.select('a.id'),
    page,
  )
  const shown = own ? rows.map((row) => (row.account_type === 'guest' ? { ...row, ...no_money } : row)) : rows
  return { rows: withStatus(ctx, shown), total }
}

/** Ranks how well an account matches a search text: 0 exact code or name, 1 prefix, 2 anywhere. */
function matchRank(search: string): RawBuilder<number> {
  const exactly = escapeLike(search)
  return sql<number>`CASE
    WHEN a.account_code ILIKE ${exactly} OR a.name ILIKE ${exactly} THEN 0
    WHEN a.account_code ILIKE ${`${exactly}%`} OR a.name ILIKE ${`${exactly}%`} THEN 1
    ELSE 2 END`
}

export type AccountRow = Awaited<ReturnType<typeof listAccounts>>['rows'][number]

/**
 * Builds a LIKE pattern: a leading or trailing `%` from the caller remains a wildcard, everything else is literal
 * (docs/domain/public-api.md#queries).
 */
function likeText(text: string): string {
  const inner = escapeLike(text.replace(/^%|%$/g, ''))
  return `${text.startsWith('%') ? '%' : ''}${inner}${text.endsWith('%') ? '%' : ''}`
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * SQL condition: the stored phone number contains the searched digits, however either is written. Always false when
 * the search text is not a phone number.
 */
export function matchesPhone(number: RawBuilder<string | null>, search: string): RawBuilder<boolean> {
  const digits = searchedPhone(search)
  return digits === null
    ? sql<boolean>`false`
    : sql<boolean>`regexp_replace(coalesce(${number}, ''), '[^0-9]', '', 'g') LIKE ${`%${digits}%`}`
}

/** Returns an account that the caller can access; throws 404 otherwise. */
export async function getAccount(ctx: Context, id: number): Promise<AccountRow> {
  const row = await reachable(ctx)
    .selectAll('a')
    .select(balances)
    .select(derivedColumns(ctx))
    .select('br.name as branch_name')
    .where('a.id', '=', id)
    .executeTakeFirst()
  const [found] = withStatus(ctx, row ? [row] : [])
  if (!found) throw notFound('Could not find this account.')
  return found
}

/** Returns the accounts with these ids that the caller can access. */
export async function readAccounts(ctx: Context, ids: readonly number[]): Promise<AccountRow[]> {
  const rows = await reachable(ctx)
    .selectAll('a')
    .select(balances)
    .select(derivedColumns(ctx))
    .select('br.name as branch_name')
    .where('a.id', '=', anyOf(ids))
    .execute()
  return withStatus(ctx, rows)
}

/** Returns the provider's guest account; throws 404 when it has none. */
export async function getGuestAccount(ctx: Context): Promise<AccountRow> {
  const row = await reachable(ctx)
    .selectAll('a')
    .select(balances)
    .select(derivedColumns(ctx))
    .select('br.name as branch_name')
    .where('a.account_type', '=', 'guest')
    .executeTakeFirst()
  const [found] = withStatus(ctx, row ? [row] : [])
  if (!found) throw notFound('This company does not take bookings without an account.')
  return found
}

/** Locks an account's balance, so that two bookings cannot spend the same money, and returns it in cents. */
export async function lockBalance(ctx: Context, accountId: number): Promise<Cents> {
  const { rows } = await sql<{
    balance: Cents
  }>`SELECT balance FROM account_balance WHERE account_id = ${accountId} FOR UPDATE`.execute(ctx.db)
  return rows[0]?.balance ?? 0
}

/** Locks the balances of several accounts, always in the same order, until the transaction ends. */
export async function lockBalances(ctx: Context, accountIds: readonly number[]): Promise<void> {
  await sql`SELECT FROM account_balance WHERE account_id = ANY(${accountIds}) ORDER BY account_id FOR UPDATE`.execute(
    ctx.db,
  )
}

/** Sets the next scheduled invoice run of several accounts. */
export async function setNextInvoiceRuns(
  ctx: Context,
  runs: readonly { account_id: number; next_invoice_run: Date }[],
): Promise<void> {
  if (runs.length === 0) return
  await sql`UPDATE account a SET next_invoice_run = r.next_invoice_run
    FROM unnest(${runs.map((run) => run.account_id)}::bigint[], ${runs.map((run) => run.next_invoice_run)}::timestamptz[])
      AS r (account_id, next_invoice_run)
    WHERE a.provider_id = ${ctx.provider_id} AND a.id = r.account_id`.execute(ctx.db)
}

/**
 * Reads again the fields that decide whether an account may book. Call it after `lockBalance`, so that the values are
 * current under the lock.
 */
export async function readBookingState(ctx: Context, accountId: number) {
  return ctx.db
    .selectFrom('account')
    .select(['status', 'is_on_hold'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** The money of an account in cents. */
type Balances = Pick<AccountRow, 'balance' | 'credit_allocation_balance'>

/** Returns the balances of an account; cents. */
export async function readBalances(ctx: Context, accountId: number): Promise<Balances> {
  const row = await ctx.db
    .selectFrom('account_balance')
    .select(['balance', 'credit_allocation_balance'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { balance: 0, credit_allocation_balance: 0 }
}

/** Returns an account as it is after this transaction has booked a shipment on it and left it with these balances. */
export function afterBooking(ctx: Context, account: AccountRow, left: Balances): AccountRow {
  const { derived_status: _before, ...row } = account
  return withStatus(ctx, [{ ...row, ...left, last_booked: ctx.now }])[0] ?? account
}

/**
 * SQL step that adjusts a balance by a ledger transaction and returns the new balance; cents. It runs in a statement
 * whose step `t` creates the transaction.
 */
export function balanceMoved(
  ctx: Context,
  accountId: number,
  by: Cents,
  unallocatedBy: Cents,
): RawBuilder<unknown> {
  return sql`INSERT INTO account_balance (provider_id, account_id, balance, credit_allocation_balance)
      SELECT ${ctx.provider_id}::int, ${accountId}::bigint, ${by}::bigint, ${unallocatedBy}::bigint FROM t ${balance_moves}`
}

const balance_moves = sql`ON CONFLICT (provider_id, account_id) DO UPDATE
      SET balance = account_balance.balance + excluded.balance,
          credit_allocation_balance = account_balance.credit_allocation_balance + excluded.credit_allocation_balance
    RETURNING balance`

/** Adjusts a balance by the sum of ledger entries written in the same transaction and returns the new balance; cents. */
export async function moveBalance(
  ctx: Context,
  accountId: number,
  by: Cents,
  unallocatedBy: Cents,
): Promise<Cents> {
  const { rows } = await sql<{ balance: Cents }>`
    INSERT INTO account_balance (provider_id, account_id, balance, credit_allocation_balance)
    VALUES (${ctx.provider_id}, ${accountId}, ${by}, ${unallocatedBy})
    ${balance_moves}`.execute(ctx.db)
  return rows[0]?.balance ?? by
}

/** Inserts an account with a zero balance and returns its id. */
export async function insertAccount(
  ctx: Context,
  account: {
    name: string
    account_code: string
    account_type: AccountType
    branch_id?: number | null
    credit_limit?: Cents
    payment_terms?: number
    invoice_frequency?: InvoiceFrequency
    invoice_frequency_time?: number
    rate_group_id?: number | null
    default_collection_address_id?: number | null
    billing_address_id?: number | null
    billing_contact?: object | null
    tracking_prefix?: string
    vat_number?: string
    registration_number?: string
    support_email?: string | null
    tags?: string[]
    custom_fields?: object | null
    referrer?: string | null
    invoice_allocation_method?: InvoiceAllocationMethod
    is_on_hold?: boolean
    is_third_party?: boolean
    hold_reason?: string | null
    next_invoice_run?: Date | null
  },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('account')
    .values({
      provider_id: ctx.provider_id,
      ...account,
      billing_contact: account.billing_contact ? JSON.stringify(account.billing_contact) : null,
      custom_fields: account.custom_fields ? JSON.stringify(account.custom_fields) : null,
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('account_balance')
    .values({ provider_id: ctx.provider_id, account_id: id })
    .execute()
  return id
}

/** Updates columns of an account if its version still matches and returns whether it did. All processes are notified. */
export async function updateAccount(
  ctx: Context,
  id: number,
  version: number | undefined,
  changes: Record<string, unknown>,
): Promise<boolean> {
  let query = ctx.db
    .updateTable('account')
    .set({ ...changes, ...newVersion(ctx) })
    .where('id', '=', id)
  if (version !== undefined) query = query.where('version', '=', version)
  const { numUpdatedRows } = await query.executeTakeFirst()
  // Prices and holds are cached per account, so caches must be invalidated.
  await ctx.publish({ topic: 'account' })
  return numUpdatedRows === 1n
}

/**
 * Deletes an account that nothing refers to, with its balance and settings. The database rejects it while something
 * refers to it.
 */
export async function deleteAccount(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('account_balance').where('account_id', '=', id).execute()
  await ctx.db.deleteFrom('account_setting').where('account_id', '=', id).execute()
  await ctx.db.deleteFrom('account_note').where('account_id', '=', id).execute()
  await ctx.db.deleteFrom('account').where('id', '=', id).execute()
  await ctx.publish({ topic: 'account' })
}

/** Renames a tag on all accounts, or removes it when `to` is null. */
export async function renameTag(ctx: Context, change: { from: string; to: string | null }): Promise<void> {
  const { borne, renamed } = tagsRenamed(change)
  await sql`UPDATE account SET tags = ${renamed}, version = version + 1, time_modified = ${ctx.now} WHERE ${borne}`.execute(
    ctx.db,
  )
}

/** SQL for the number of accounts that have a tag. */
export function countTaggedAccounts(name: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`SELECT count(*) FROM account WHERE ${hasTagCondition(name)}`
}

/** SQL for the number of accounts of a branch that are not closed. */
export function countAccountsOfBranch(branchId: number): RawBuilder<number> {
  return sql<number>`SELECT count(*) FROM account WHERE branch_id = ${branchId} AND status <> 'closed'`
}

/** Whether the company has a branch with this id that is not removed. */
export async function isBranch(ctx: Context, id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('branch')
    .select('id')
    .where('id', '=', id)
    .where('deleted_date', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the accounts of the company by code in upper case. */
export async function accountIdsByCode(ctx: Context): Promise<Map<string, number>> {
  const rows = await ctx.db.selectFrom('account').select(['id', 'account_code']).execute()
  return new Map(rows.map(({ id, account_code }) => [account_code.toUpperCase(), id]))
}

/** Whether an account code is in use, in any case. */
export async function isCodeTaken(ctx: Context, accountCode: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('account')
    .select('id')
    .where(sql`upper(account_code)`, '=', accountCode.toUpperCase())
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the distinct tags and salespeople of accounts, sorted. */
export async function listChoices(ctx: Context): Promise<{ tags: string[]; salespeople: string[] }> {
  const own = atOwnBranch(ctx.actor, 'a.id') ?? sql<boolean>`true`
  const [tags, salespeople] = await Promise.all([
    sql<{
      name: string
    }>`SELECT DISTINCT t AS name FROM account a, unnest(a.tags) t WHERE ${own} ORDER BY 1`.execute(ctx.db),
    sql<{ name: string }>`SELECT DISTINCT a.custom_fields ->> ${salesperson_key} AS name FROM account a
      WHERE coalesce(a.custom_fields ->> ${salesperson_key}, '') <> '' AND ${own} ORDER BY 1`.execute(ctx.db),
  ])
  return { tags: tags.rows.map(({ name }) => name), salespeople: salespeople.rows.map(({ name }) => name) }
}

/** Whether an account has an invoice; its code is then printed on documents. */
export async function hasInvoices(ctx: Context, accountId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('invoice')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the ids of accounts whose planned price list has taken effect on `day`. */
export async function listPriceListsDue(ctx: Context, day: string): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('next_rate_group_id', 'is not', null)
    .where('next_rate_group_date', '<=', day)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Reads the setting values of an account, as stored text. */
export async function accountSettings(ctx: Context, accountId: number, key?: string) {
  let query = ctx.db
    .selectFrom('account_setting')
    .select(['id', 'account_id', 'key', 'value', 'time_modified'])
    .where('account_id', '=', accountId)
  if (key) query = query.where(sql`lower(key)`, '=', key.toLowerCase())
  return query.orderBy('key').execute()
}

export async function saveAccountSettings(
  ctx: Context,
  accountId: number,
  settings: readonly { key: string; value: string }[],
): Promise<void> {
  for (const { key, value } of settings)
    await sql`INSERT INTO account_setting (provider_id, account_id, key, value, time_modified)
      VALUES (${ctx.provider_id}, ${accountId}, ${key}, ${value}, ${ctx.now})
      ON CONFLICT (provider_id, account_id, lower(key)) DO UPDATE SET value = excluded.value, time_modified = excluded.time_modified`.execute(
      ctx.db,
    )
}

/** Removes setting values of an account, so that the company's values apply again. */
export async function removeAccountSettings(
  ctx: Context,
  accountId: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await ctx.db
    .deleteFrom('account_setting')
    .where('account_id', '=', accountId)
    .where(sql`lower(key)`, '=', anyOf(keys))
    .execute()
}

/** Returns the id of the account with this code, in any case, if the caller can access it; otherwise `null`. */
export async function accountOfCode(ctx: Context, code: string): Promise<number | null> {
  const own = atOwnBranch(ctx.actor, 'a.id')
  let query = ctx.db
    .selectFrom('account as a')
    .select('a.id')
    .where(sql<boolean>`lower(a.account_code) = ${code.toLowerCase()}`)
  if (ctx.actor.account_id !== null) query = query.where('a.id', '=', ctx.actor.account_id)
  if (own) query = query.where(own)
  return (await query.executeTakeFirst())?.id ?? null
}
