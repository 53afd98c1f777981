import type { debtor_filters } from '@waybill/domain/billing/receivables-api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Cents } from '@waybill/domain/kit/money'
import { sql, type RawBuilder } from 'kysely'
import { atOwnBranch, escapeLike } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { PageRequest } from '../../kit/read-page.ts'
import { sortColumn } from '../../kit/sort-columns.ts'

/** Filters of the list of debtors. */
export interface DebtorFilter {
  search?: string | undefined
  show?: readonly (typeof debtor_filters)[number][] | undefined
  salesperson?: readonly string[] | undefined
}

/** What accounts owe by days past due, in cents. */
interface Owed {
  current: Cents
  days_30: Cents
  days_60: Cents
  days_90: Cents
  days_120: Cents
  open: Cents
  overdue: Cents
  unallocated: Cents
  credit_limit: Cents
  balance: Cents
}

/** A debtor as stored. */
export interface DebtorRow extends Owed {
  account_id: number
  account_code: string
  account_name: string
  account_type: 'prepaid' | 'postpaid' | 'guest'
  salesperson: string
  is_on_hold: boolean
  last_payment_date: Date | null
  last_payment: Cents | null
  last_note: string
  last_note_by: string
  last_note_date: Date | null
  follow_up_day: string | null
}

const ages = ['current', 'days_30', 'days_60', 'days_90', 'days_120'] as const
const sums = [...ages, 'open', 'overdue', 'unallocated', 'credit_limit', 'balance'] as const

const orders = {
  ...Object.fromEntries(sums.map((name) => [name, sql.ref(`d.${name}`)])),
  account: sql`lower(d.account_name)`,
  salesperson: sql`lower(d.salesperson)`,
}

/** The follow-up of the newest note on an account: a newer note replaces it. */
const follow_up = sql`(SELECT n.follow_up_day FROM account_note n
  WHERE n.provider_id = a.provider_id AND n.account_id = a.id ORDER BY n.id DESC LIMIT 1)`

/**
 * Returns a page of the accounts that owe something, what they owe by age, and the totals of all matching accounts.
 * `hasNotes`: whether the caller may see notes.
 */
export async function listDebtors(
  ctx: Context,
  filter: DebtorFilter,
  page: PageRequest & { order_by?: string | undefined; order?: string | undefined },
  hasNotes: boolean,
): Promise<{ rows: DebtorRow[]; count: number; totals: Owed }> {
  const debtors = sql`
    WITH aged AS (
      SELECT i.account_id, sum(i.open) AS open,
        sum(i.open) FILTER (WHERE i.late <= 0) AS current,
        sum(i.open) FILTER (WHERE i.late BETWEEN 1 AND 30) AS days_30,
        sum(i.open) FILTER (WHERE i.late BETWEEN 31 AND 60) AS days_60,
        sum(i.open) FILTER (WHERE i.late BETWEEN 61 AND 90) AS days_90,
        sum(i.open) FILTER (WHERE i.late > 90) AS days_120
      FROM (
        SELECT account_id, total - amount_paid - credit_note_total AS open,
          ${dayOf(ctx.now)}::date - (due_date AT TIME ZONE 'Africa/Johannesburg')::date AS late
        FROM invoice WHERE amount_paid + credit_note_total < total) i
      GROUP BY i.account_id),
    d AS (
      SELECT a.provider_id, a.id AS account_id, a.account_code, a.name AS account_name, a.account_type, a.is_on_hold,
        coalesce(a.custom_fields ->> 'salesperson', '') AS salesperson, a.credit_limit,
        ${sql.join(
          [...ages, 'open' as const].map(
            (name) => sql`coalesce(g.${sql.ref(name)}, 0)::bigint AS ${sql.ref(name)}`,
          ),
        )},
        (coalesce(g.open, 0) - coalesce(g.current, 0))::bigint AS overdue,
        coalesce(b.balance, 0) AS balance, coalesce(b.credit_allocation_balance, 0) AS unallocated
      FROM account a
      LEFT JOIN aged g ON g.account_id = a.id
      LEFT JOIN account_balance b ON b.provider_id = a.provider_id AND b.account_id = a.id
      WHERE (coalesce(g.open, 0) > 0 OR coalesce(b.balance, 0) < 0) AND ${sql.join(conditionsOf(ctx, filter), sql` AND `)})`
  const order = sortColumn<RawBuilder<unknown>>(orders, page.order_by, sql`d.open`)
  const direction = page.order?.toUpperCase() === 'ASC' ? sql`ASC` : sql`DESC`
  const notes = hasNotes
    ? sql`SELECT n.message AS last_note, n.created_by AS last_note_by, n.time_created AS last_note_date, n.follow_up_day::text AS follow_up_day
        FROM account_note n
        WHERE n.provider_id = d.provider_id AND n.account_id = d.account_id ORDER BY n.id DESC LIMIT 1`
    : sql`SELECT '' AS last_note, '' AS last_note_by, NULL::timestamptz AS last_note_date, NULL AS follow_up_day`
  const [{ rows }, found] = await Promise.all([
    sql<DebtorRow>`${debtors}
      SELECT d.*, p.last_payment_date, p.last_payment, coalesce(n.last_note, '') AS last_note,
        coalesce(n.last_note_by, '') AS last_note_by, n.last_note_date, n.follow_up_day
      FROM (SELECT * FROM d ORDER BY ${order} ${direction}, d.account_id
        LIMIT ${page.limit} OFFSET ${page.offset}) d
      LEFT JOIN LATERAL (SELECT t.effective_date AS last_payment_date, t.amount AS last_payment FROM billing_transaction t
        WHERE t.provider_id = d.provider_id AND t.account_id = d.account_id AND t.type = 'payment' AND NOT t.has_been_reversed
        ORDER BY t.transaction_date DESC, t.id DESC LIMIT 1) p ON true
      LEFT JOIN LATERAL (${notes}) n ON true
      ORDER BY ${order} ${direction}, d.account_id`.execute(ctx.db),
    sql<Owed & { count: number }>`${debtors}
      SELECT count(*) AS count, ${sql.join(sums.map((name) => sql`coalesce(sum(d.${sql.ref(name)}), 0)::bigint AS ${sql.ref(name)}`))}
      FROM d`.execute(ctx.db),
  ])
  const { count, ...totals } = found.rows[0] ?? nothing_owed
  return { rows, count: Number(count), totals }
}

const nothing_owed = {
  count: 0,
  current: 0,
  days_30: 0,
  days_60: 0,
  days_90: 0,
  days_120: 0,
  open: 0,
  overdue: 0,
  unallocated: 0,
  credit_limit: 0,
  balance: 0,
}

function conditionsOf(ctx: Context, { search, show, salesperson }: DebtorFilter): RawBuilder<unknown>[] {
  const own = atOwnBranch(ctx.actor, 'a.id')
  const words = search ? `%${escapeLike(search)}%` : ''
  return [
    sql`true`,
    ...(own ? [own] : []),
    ...(search
      ? [
          sql`(a.name ILIKE ${words} OR a.account_code ILIKE ${words} OR a.custom_fields ->> 'salesperson' ILIKE ${words})`,
        ]
      : []),
    ...(show ?? []).map((one) => shown[one](dayOf(ctx.now))),
    ...(salesperson?.length
      ? [sql`lower(a.custom_fields ->> 'salesperson') = ANY(${salesperson.map((one) => one.toLowerCase())})`]
      : []),
  ]
}

const shown: Record<(typeof debtor_filters)[number], (today: string) => RawBuilder<unknown>> = {
  overdue: () => sql`coalesce(g.open, 0) > coalesce(g.current, 0)`,
  'on-hold': () => sql`a.is_on_hold`,
  'over-limit': () => sql`a.account_type = 'postpaid' AND coalesce(b.balance, 0) < -a.credit_limit`,
  'follow-up': (today) => sql`${follow_up} <= ${today}::date`,
}
