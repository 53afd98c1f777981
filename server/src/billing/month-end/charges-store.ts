import {
  invoiceable_cases,
  type ClosingPeriod,
  type ExclusionReason,
  type MonthEndAccount,
  type MonthEndCharge,
  type MonthEndFigures,
} from '@waybill/domain/billing/month-end'
import {
  hold_charges_under_claim,
  invoice_minimum_amount,
  invoice_per_cost_center,
  invoice_trigger_shipment_status_for_month_end,
} from '@waybill/domain/billing/settings'
import type { Cents } from '@waybill/domain/kit/money'
import { count_cap } from '@waybill/domain/kit/lists/paging'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { sql, type RawBuilder } from 'kysely'
import { escapeLike } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { hasWaitingDiscrepancy } from '../../shipments/index.ts'

const cases = invoiceable_cases.map(
  ({ trigger, status, is_collected }) => `${trigger} ${status} ${String(is_collected)}`,
)

/**
 * Which charges to read: those of some accounts, or of all; with those that were invoiced in the period, or without;
 * all, only those that may be invoiced already, or only those that wait for it. The shipments are read only for the
 * latter.
 */
interface Scope {
  account_ids?: readonly number[] | undefined
  with_invoiced?: boolean
  only?: 'invoiceable' | 'waiting'
}

const chosen_only = { invoiceable: sql`AND t.invoiceable`, waiting: sql`AND NOT t.invoiceable` }

/**
 * Returns the statement parts `charges`, which lists every charge that a run of a period considers, with the reason
 * why it is not invoiced (`NULL`: it is). The preview and the run read the same parts, so that they agree.
 */
function chargesOf(ctx: Context, period: ClosingPeriod, { account_ids, with_invoiced = false, only }: Scope) {
  const monthEndTrigger = sql`coalesce(nullif(a.invoice_trigger_shipment_status_for_month_end, ''),
    ${ctx.setting(invoice_trigger_shipment_status_for_month_end)}::text)`
  const mayRecognise =
    period.is_month_end && only !== 'invoiceable'
      ? sql<boolean>`coalesce(concat_ws(' ', ${monthEndTrigger}, s.status, (s.collected_date IS NOT NULL)::text) = ANY(${cases}), false)`
      : sql<boolean>`false`
  // Nothing is posted later than now.
  const isLate =
    period.up_to < ctx.now
      ? sql<boolean>`EXISTS (SELECT FROM ledger_entry e WHERE e.provider_id = t.provider_id AND e.transaction_id = t.id
          AND e.time_created > ${period.up_to})`
      : sql<boolean>`false`
  const isHeld = ctx.setting(hold_charges_under_claim)
    ? sql<boolean>`EXISTS (SELECT FROM charge_hold h WHERE h.provider_id = t.provider_id AND h.shipment_id = t.shipment_id)`
    : sql<boolean>`false`
  const invoiced = with_invoiced
    ? sql<boolean>`OR (t.invoice_id IS NOT NULL AND t.transaction_date >= ${startOfDay(period.period_start)})`
    : sql``
  const ofAccounts = account_ids ? sql`AND t.account_id = ANY(${account_ids})` : sql``
  const chosen = only ? chosen_only[only] : sql``
  return sql`
    considered AS (
      SELECT t.id, t.account_id, t.type, t.transaction_date, t.amount, t.vat, t.zero_rated, t.shipment_id,
        t.shipment_reference, t.description, t.invoiceable,
        CASE WHEN ${ctx.setting(invoice_per_cost_center)}::boolean THEN coalesce(t.cost_center_id, 0) ELSE 0 END AS cost_center,
        CASE WHEN t.invoice_id IS NOT NULL THEN 'already-invoiced'
          WHEN a.status = 'closed' THEN 'account-closed'
          WHEN ${isHeld} THEN 'on-hold-by-claim'
          WHEN ${hasWaitingDiscrepancy(sql.ref('t.shipment_id'))} THEN 'weight-in-dispute'
          WHEN NOT t.invoiceable AND NOT ${mayRecognise} THEN 'trigger-not-reached'
          WHEN ${isLate} THEN 'after-period' END AS reason
      FROM billing_transaction t
      JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id
      LEFT JOIN shipment s ON s.provider_id = t.provider_id AND s.id = t.shipment_id
      WHERE t.transaction_date <= ${period.up_to} AND t.credit_note_id IS NULL ${ofAccounts} ${chosen}
        AND ((t.invoice_id IS NULL AND t.invoiceable)
          OR (t.invoice_id IS NULL AND NOT t.has_been_reversed AND t.shipment_id IS NOT NULL
            AND t.type IN ('shipping-charge', 'shipping-charge-adjustment'))
          ${invoiced})),
    invoice_totals AS (
      SELECT account_id, cost_center, -sum(amount) AS total FROM considered WHERE reason IS NULL
      GROUP BY account_id, cost_center),
    charges AS (
      SELECT c.*, CASE WHEN c.reason IS NULL AND (t.total <= 0 OR t.total < ${ctx.setting(invoice_minimum_amount)}::bigint)
        THEN 'below-minimum' ELSE c.reason END AS final_reason
      FROM considered c LEFT JOIN invoice_totals t ON t.account_id = c.account_id AND t.cost_center = c.cost_center)`
}

/** The figures of one reason; `null`: the charges that are invoiced. The amount is in cents, positive for debits. */
export interface ReasonFigures extends MonthEndFigures {
  reason: ExclusionReason | null
}

/** Returns the figures of a run by reason. */
export async function readFigures(ctx: Context, period: ClosingPeriod): Promise<ReasonFigures[]> {
  const { rows } = await sql<ReasonFigures>`
    WITH ${chargesOf(ctx, period, { with_invoiced: true })},
    groups AS (
      SELECT final_reason AS reason, account_id, cost_center, count(*) AS charges, -sum(amount) AS amount FROM charges
      GROUP BY final_reason, account_id, cost_center)
    SELECT reason, sum(charges)::bigint AS charges, sum(amount)::bigint AS amount, count(*) AS invoices,
      count(DISTINCT account_id) AS accounts
    FROM groups GROUP BY reason`.execute(ctx.db)
  return rows
}

interface ListPage {
  limit: number
  offset: number
}

function searched(search: string | undefined): RawBuilder<boolean> {
  const like = `%${escapeLike(search ?? '')}%`
  return search ? sql<boolean>`(a.account_code ILIKE ${like} OR a.name ILIKE ${like})` : sql<boolean>`true`
}

/** Returns a page of the accounts that a run would invoice, the largest amount first, and their number. */
export async function listAccountsOfRun(
  ctx: Context,
  period: ClosingPeriod,
  { search, limit, offset }: ListPage & { search?: string | undefined },
): Promise<{ rows: Omit<MonthEndAccount, 'recipients'>[]; total: number }> {
  const { rows } = await sql<Omit<MonthEndAccount, 'recipients'> & { total: number }>`
    WITH ${chargesOf(ctx, period, {})},
    accounts AS (
      SELECT c.account_id, count(*) AS charges, count(DISTINCT c.cost_center) AS invoices, -sum(c.amount) AS amount
      FROM charges c WHERE c.final_reason IS NULL GROUP BY c.account_id)
    SELECT a.id, a.account_code, a.name AS account_name, c.charges, c.invoices, c.amount::bigint, count(*) OVER () AS total
    FROM accounts c JOIN account a ON a.provider_id = ${ctx.provider_id} AND a.id = c.account_id
    WHERE ${searched(search)} ORDER BY c.amount DESC, a.id LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Returns a page of charges with one of the reasons, oldest first, and their number counted up to the list limit. */
export async function listChargesOfRun(
  ctx: Context,
  period: ClosingPeriod,
  filter: ListPage & {
    reason: readonly ExclusionReason[]
    account_id?: number | undefined
    search?: string | undefined
  },
): Promise<{ rows: MonthEndCharge[]; total: number }> {
  const { reason, account_id, search, limit, offset } = filter
  const chosen =
    reason.length > 0 ? sql<boolean>`c.final_reason = ANY(${reason})` : sql<boolean>`c.final_reason IS NULL`
  const scope = {
    with_invoiced: reason.includes('already-invoiced'),
    account_ids: account_id ? [account_id] : undefined,
  }
  const found = sql`WITH ${chargesOf(ctx, period, scope)},
    found AS (
      SELECT c.*, a.account_code, a.name AS account_name FROM charges c
      JOIN account a ON a.provider_id = ${ctx.provider_id} AND a.id = c.account_id
      WHERE ${chosen} AND ${searched(search)})`
  const [{ rows }, counted] = await Promise.all([
    sql<MonthEndCharge>`${found}
      SELECT id, account_id, account_code, account_name, transaction_date, type, coalesce(description, '') AS description,
        coalesce(shipment_id, 0)::bigint AS shipment_id, shipment_reference, -amount AS amount, final_reason AS reason
      FROM found ORDER BY transaction_date, id LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db),
    sql<{ total: number }>`${found}
      SELECT count(*) AS total FROM (SELECT FROM found LIMIT ${count_cap}) AS capped`.execute(ctx.db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns the ids of the accounts after `lastId` that a run considers, in the order of their ids. */
export async function nextAccountsOfRun(
  ctx: Context,
  period: ClosingPeriod,
  lastId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT a.id AS account_id FROM account a
    WHERE a.id > ${lastId} AND a.status <> 'closed' AND EXISTS (
      SELECT FROM billing_transaction t WHERE t.provider_id = a.provider_id AND t.account_id = a.id
        AND t.invoice_id IS NULL AND t.credit_note_id IS NULL AND t.transaction_date <= ${period.up_to}
        AND (t.invoiceable OR (${period.is_month_end}::boolean AND NOT t.has_been_reversed
          AND t.type IN ('shipping-charge', 'shipping-charge-adjustment'))))
    ORDER BY a.id LIMIT ${limit}`.execute(ctx.db)
  return rows.map((row) => row.account_id)
}

/**
 * Returns the charges of accounts that only the month-end trigger makes invoiceable. The balances of the accounts
 * must be locked.
 */
export async function listChargesToRecognise(
  ctx: Context,
  period: ClosingPeriod,
  accountIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH ${chargesOf(ctx, period, { account_ids: accountIds, only: 'waiting' })}
    SELECT id FROM considered WHERE reason IS NULL ORDER BY id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The charges that become one invoice; amounts in cents, positive for debits. */
export interface InvoiceGroup {
  account_id: number
  total: Cents
  vat: Cents
  zero_rated: Cents
  /** Ids of the charges. */
  charges: readonly number[]
  first_date: Date
  last_date: Date
}

/**
 * Returns the invoices to issue for accounts, in the order of their numbers. The balances of the accounts must be locked
 * and their charges recognised.
 */
export async function readInvoiceGroups(
  ctx: Context,
  period: ClosingPeriod,
  accountIds: readonly number[],
): Promise<InvoiceGroup[]> {
  const { rows } = await sql<InvoiceGroup>`
    WITH ${chargesOf(ctx, period, { account_ids: accountIds, only: 'invoiceable' })}
    SELECT account_id, (-sum(amount))::bigint AS total,
      (-sum(vat * sign(amount)))::bigint AS vat, (-sum(zero_rated * sign(amount)))::bigint AS zero_rated,
      jsonb_agg(id ORDER BY id) AS charges, min(transaction_date) AS first_date, max(transaction_date) AS last_date
    FROM charges WHERE final_reason IS NULL GROUP BY account_id, cost_center ORDER BY account_id, min(id)`.execute(
    ctx.db,
  )
  return rows
}

/** Puts charges on their invoices and returns the number of those that were on no invoice. */
export async function putChargesOnInvoices(
  ctx: Context,
  invoices: readonly { invoice_id: number; charges: readonly number[] }[],
): Promise<number> {
  const result = await sql`
    UPDATE billing_transaction t SET invoice_id = n.invoice_id, time_modified = ${ctx.now}
    FROM unnest(${invoices.flatMap(({ charges }) => charges)}::bigint[],
      ${invoices.flatMap(({ invoice_id, charges }) => charges.map(() => invoice_id))}::bigint[]) AS n (id, invoice_id)
    WHERE t.provider_id = ${ctx.provider_id} AND t.id = n.id AND t.invoice_id IS NULL AND t.credit_note_id IS NULL`.execute(
    ctx.db,
  )
  return Number(result.numAffectedRows ?? 0n)
}
