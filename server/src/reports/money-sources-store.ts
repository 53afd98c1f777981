import { revenue_types } from '@waybill/domain/billing/transaction-types'
import { received_types, returned_types } from '@waybill/domain/reports/definitions'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { sql } from 'kysely'
import {
  account_group,
  bookedShipments,
  chosenGroup,
  countOf,
  dayGroup,
  dayIn,
  dayText,
  grouped,
  narrowed,
  reachedAccounts,
  reference,
  shipmentGroups,
  shipmentPlaces,
  inRequestedDays,
  type ReportRequest,
  type Places,
  type ReportQuery,
  type Sql,
} from './report-source-store.ts'

/** Amount of transaction `t` including VAT, and its VAT, in cents. Credits are negative. */
const gross = sql`-t.amount`
const vat = sql`-sign(t.amount) * t.vat`
const net = sql`(${gross} - (${vat}))`

const of_account: Places = { account_id: [sql`t.account_id`] }
const of_charge: Places = {
  ...of_account,
  branch_id: [sql`a.branch_id`],
  service_level_code: [sql`s.service_level_code`],
}

/**
 * Condition for transactions of these types, in the requested days, that the caller may see and that match the
 * filters.
 */
function posted(request: ReportRequest, types: readonly string[], places: Places): Sql {
  return sql`t.type = ANY(${types}) AND ${inRequestedDays(request, sql`t.transaction_date`)} AND ${reachedAccounts(request, 't.account_id')} AND ${narrowed(request, places)}`
}

const transactions = sql`billing_transaction t JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id LEFT JOIN shipment s ON s.provider_id = t.provider_id AND s.id = t.shipment_id`

const revenue: ReportQuery = (request) =>
  grouped(
    chosenGroup(request.by, {
      day: dayGroup(sql`t.transaction_date`),
      account: account_group,
      service: {
        label: sql`coalesce(s.service_level_name, 'Without a shipment')`,
        id: sql`s.service_level_code`,
      },
      branch: {
        label: sql`coalesce(b.name, 'No branch')`,
        id: sql`b.id::text`,
        joins: sql`LEFT JOIN branch b ON b.provider_id = a.provider_id AND b.id = a.branch_id`,
      },
      type: { label: sql`t.type` },
    }),
    {
      measures: sql`sum(${net}) AS net, sum(${vat}) AS vat, sum(${gross}) AS gross, count(*) AS transactions`,
      from: transactions,
      where: posted(request, revenue_types, of_charge),
    },
  )

const perShipment: ReportQuery = (request) => {
  const moment = sql`x.posted`
  const { day, account, service } = shipmentGroups(moment, 'collection')
  return grouped(
    chosenGroup(request.by, {
      ...(day && { day }),
      ...(account && { account }),
      ...(service && { service }),
    }),
    {
      measures: sql`count(*) AS shipments, sum(s.charged_weight) AS kg, sum(x.net) AS net`,
      from: sql`(SELECT t.shipment_id, min(t.transaction_date) AS posted, sum(${net}) AS net FROM ${transactions}
      WHERE ${posted(request, revenue_types, of_charge)} AND t.shipment_id IS NOT NULL GROUP BY 1 HAVING sum(${net}) <> 0) x
      JOIN shipment s ON s.provider_id = ${request.ctx.provider_id} AND s.id = x.shipment_id`,
      where: sql`true`,
    },
  )
}

const surcharges: ReportQuery = (request) => sql`
  SELECT c.type, CASE WHEN c.name = '' THEN 'Price of the service' ELSE c.name END AS name, count(DISTINCT s.id) AS shipments,
    sum(c.value - round(c.vat * 100)) AS net
  FROM shipment s JOIN shipment_charge c ON c.provider_id = s.provider_id AND c.shipment_id = s.id AND c.valid_until IS NULL AND c.type <> 'rate_formula'
  WHERE ${bookedShipments(request)} AND s.status <> 'cancelled' AND ${inRequestedDays(request, sql`s.time_created`)} AND ${narrowed(request, shipmentPlaces())}
  GROUP BY 1, 2 ORDER BY 4 DESC, 1, 2`

const discrepancies: ReportQuery = (request) => sql`
  SELECT s.id AS shipment_id, ${reference} AS reference, s.account_id, a.name AS account_name, p.submitted AS submitted_kg, p.measured AS measured_kg,
    s.original_rate, s.rate, s.rate - s.original_rate AS difference
  FROM shipment s JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
  CROSS JOIN LATERAL (SELECT sum(submitted_weight_kg) AS submitted, sum(coalesce(actual_weight_kg, submitted_weight_kg)) AS measured,
    bool_or(actual_weight_kg IS NOT NULL OR actual_length_cm IS NOT NULL) AS is_measured
    FROM parcel WHERE shipment_id = s.id AND status <> 'cancelled') p
  WHERE ${bookedShipments(request)} AND s.status <> 'cancelled' AND ${inRequestedDays(request, sql`s.time_created`)} AND ${narrowed(request, shipmentPlaces())}
    AND p.is_measured AND (s.rate <> s.original_rate OR abs(p.measured - p.submitted) > 0.0005)
  ORDER BY abs(s.rate - s.original_rate) DESC, s.id DESC`

const open = sql`(i.total - i.amount_paid - i.credit_note_total)`
const of_invoice: Places = { account_id: [sql`i.account_id`] }

const invoiceName = sql`coalesce(nullif(i.migration_reference, ''), 'INV' || lpad(i.invoice_number::text, 6, '0'))`

const invoices: ReportQuery = (request) => sql`
  SELECT i.id AS invoice_id, ${invoiceName} AS reference,
    i.account_id, a.name AS account_name, ${dayText(sql`i.invoice_date`)} AS date, ${dayText(sql`i.due_date`)} AS due,
    i.total - i.vat AS net, i.vat, i.total, i.amount_paid AS paid, i.credit_note_total AS credited, ${open} AS open
  FROM invoice i JOIN account a ON a.provider_id = i.provider_id AND a.id = i.account_id
  WHERE ${inRequestedDays(request, sql`i.invoice_date`)} AND ${reachedAccounts(request, 'i.account_id')} AND ${narrowed(request, of_invoice)}
  ORDER BY i.invoice_date DESC, i.id DESC`

/** Open amounts in the age groups of a statement: by days past the due date. */
const ageing: ReportQuery = (request) => {
  const past = sql`(${dayOf(request.ctx.now)}::date - ${dayIn(sql`i.due_date`)})`
  const owed = (condition: Sql) => sql`coalesce(sum(${open}) FILTER (WHERE ${condition}), 0)`
  return sql`
    SELECT i.account_id, a.name AS account_name, ${owed(sql`${past} <= 0`)} AS current, ${owed(sql`${past} BETWEEN 1 AND 30`)} AS days_30,
      ${owed(sql`${past} BETWEEN 31 AND 60`)} AS days_60, ${owed(sql`${past} BETWEEN 61 AND 90`)} AS days_90,
      ${owed(sql`${past} > 90`)} AS days_120, sum(${open}) AS open
    FROM invoice i JOIN account a ON a.provider_id = i.provider_id AND a.id = i.account_id
    WHERE i.amount_paid + i.credit_note_total < i.total AND ${reachedAccounts(request, 'i.account_id')} AND ${narrowed(request, of_invoice)}
    GROUP BY 1, 2 ORDER BY sum(${open}) DESC, 2`
}

const payments: ReportQuery = (request) => {
  const isReceived = sql`t.type = ANY(${received_types})`
  const sum = (condition: Sql) => sql`coalesce(sum(t.amount) FILTER (WHERE ${condition}), 0)`
  return grouped(
    chosenGroup(request.by, {
      day: dayGroup(sql`t.transaction_date`),
      account: account_group,
      method: {
        label: sql`CASE WHEN p.id IS NOT NULL THEN p.gateway || ' – ' || replace(p.method, '-', ' ')
          WHEN t.imported_payment_id IS NOT NULL THEN 'Bank statement' ELSE 'By hand' END`,
      },
    }),
    {
      measures: sql`${countOf(isReceived)} AS payments, ${sum(isReceived)} AS received, -(${sum(sql`NOT (${isReceived})`)}) AS returned,
        sum(t.amount) AS net, coalesce(sum(p.fee) FILTER (WHERE ${isReceived}), 0) AS fees`,
      from: sql`billing_transaction t JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id LEFT JOIN payment p ON p.provider_id = t.provider_id AND p.id = t.payment_id`,
      where: posted(request, [...received_types, ...returned_types], of_account),
    },
  )
}

const outputVat: ReportQuery = (request) => {
  const line = (order: number, name: string, of: Sql) => sql`
    SELECT ${sql.lit(order)} AS n, ${sql.lit(name)} AS line, count(*) AS documents, coalesce(sum(d.total - d.vat - d.zero_rated), 0) AS standard,
      coalesce(sum(d.zero_rated), 0) AS zero_rated, coalesce(sum(d.vat), 0) AS vat, coalesce(sum(d.total), 0) AS total FROM (${of}) d`
  const ofType = (
    type: string,
  ) => sql`SELECT ${gross} AS total, ${vat} AS vat, -sign(t.amount) * t.zero_rated AS zero_rated FROM billing_transaction t
    WHERE t.type = ${type} AND ${inRequestedDays(request, sql`t.transaction_date`)} AND ${reachedAccounts(request, 't.account_id')}`
  return sql`SELECT line, documents, standard, zero_rated, vat, total FROM (
    ${line(
      1,
      'Invoices',
      sql`SELECT i.total, i.vat, i.zero_rated FROM invoice i WHERE ${inRequestedDays(request, sql`i.invoice_date`)} AND ${reachedAccounts(request, 'i.account_id')}`,
    )}
    UNION ALL ${line(
      2,
      'Credit notes',
      sql`SELECT -c.total AS total, -c.vat AS vat, -coalesce((SELECT sum(t.zero_rated) FROM billing_transaction t WHERE t.credit_note_id = c.id), 0) AS zero_rated
        FROM credit_note c WHERE ${inRequestedDays(request, sql`c.credit_note_date`)} AND ${reachedAccounts(request, 'c.account_id')}`,
    )}
    UNION ALL ${line(3, 'Bad debts written off', ofType('bad-debt-write-off'))}
    UNION ALL ${line(4, 'Bad debts taken back', ofType('bad-debt-write-off-reversal'))}) lines ORDER BY n`
}

const ledger: ReportQuery = (request) => sql`
  SELECT t.id::text AS id, ${dayText(sql`t.transaction_date`)} AS date, t.account_id, a.name AS account_name, t.type, coalesce(t.description, '') AS description,
    t.shipment_id, t.shipment_reference AS shipment, t.vat, greatest(-t.amount, 0) AS debit, greatest(t.amount, 0) AS credit
  FROM billing_transaction t JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id
  WHERE ${inRequestedDays(request, sql`t.transaction_date`)} AND ${reachedAccounts(request, 't.account_id')} AND ${narrowed(request, of_account)}
  ORDER BY t.transaction_date DESC, t.id DESC`

const unbilled: ReportQuery = (request) => sql`
  SELECT s.id AS shipment_id, ${reference} AS reference, t.account_id, a.name AS account_name, s.status, s.collection_agent_id, s.delivery_agent_id,
    ${dayText(sql`t.transaction_date`)} AS posted, ${dayOf(request.ctx.now)}::date - ${dayIn(sql`t.transaction_date`)} AS days,
    CASE WHEN t.invoiceable THEN 'Waits for the next invoice run' ELSE 'Waits until the shipment may be invoiced' END AS why, ${gross} AS amount
  FROM billing_transaction t JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id JOIN shipment s ON s.provider_id = t.provider_id AND s.id = t.shipment_id
  WHERE t.type IN ('shipping-charge', 'shipping-charge-adjustment') AND t.invoice_id IS NULL AND t.credit_note_id IS NULL AND NOT t.has_been_reversed
    AND ${reachedAccounts(request, 't.account_id')} AND ${narrowed(request, of_charge)}
  ORDER BY t.transaction_date, t.id`

const delivered_places: Places = {
  account_id: [sql`s.account_id`],
  branch_id: [sql`a.branch_id`],
  service_level_code: [sql`s.service_level_code`],
}

const deliveredWithoutCharge: ReportQuery = (request) => sql`
  SELECT s.id AS shipment_id, ${reference} AS reference, s.account_id, a.name AS account_name, ${dayText(sql`s.delivered_date`)} AS delivered,
    ${dayOf(request.ctx.now)}::date - ${dayIn(sql`s.delivered_date`)} AS days,
    CASE WHEN EXISTS (SELECT FROM move_in_row r WHERE r.record_table = 'shipment' AND r.record_id = s.id) THEN 'Brought from the old system'
      WHEN s.rate = 0 THEN 'Its price is R 0.00' WHEN s.disable_new_charges THEN 'New charges are switched off'
      ELSE 'Its charge is missing or was reversed' END AS why, s.rate AS price
  FROM shipment s JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
  WHERE s.status = 'delivered' AND ${inRequestedDays(request, sql`s.delivered_date`)} AND ${reachedAccounts(request, 's.account_id')} AND ${narrowed(request, delivered_places)}
    AND NOT EXISTS (SELECT FROM billing_transaction t WHERE t.shipment_id = s.id AND t.type IN ('shipping-charge', 'shipping-charge-adjustment') AND NOT t.has_been_reversed)
  ORDER BY s.delivered_date, s.id`

const cancelledCharged: ReportQuery = (request) => sql`
  SELECT s.id AS shipment_id, ${reference} AS reference, t.account_id, a.name AS account_name, ${dayText(sql`min(t.transaction_date)`)} AS posted,
    s.latest_tracking_event_time AS cancelled, coalesce(max(${invoiceName}), '') AS invoice, sum(${gross}) AS amount
  FROM billing_transaction t JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id JOIN shipment s ON s.provider_id = t.provider_id AND s.id = t.shipment_id LEFT JOIN invoice i ON i.provider_id = t.provider_id AND i.id = t.invoice_id
  WHERE s.status = 'cancelled' AND s.collected_date IS NULL AND t.type IN ('shipping-charge', 'shipping-charge-adjustment') AND NOT t.has_been_reversed
    AND ${reachedAccounts(request, 't.account_id')} AND ${narrowed(request, of_charge)}
  GROUP BY s.provider_id, s.id, t.account_id, a.name ORDER BY min(t.transaction_date), s.id`

export const money_queries = {
  revenue,
  'revenue-per-shipment': perShipment,
  surcharges,
  'charge-discrepancies': discrepancies,
  invoices,
  'age-analysis': ageing,
  'payments-received': payments,
  vat: outputVat,
  ledger,
  'unbilled-shipments': unbilled,
  'delivered-without-charge': deliveredWithoutCharge,
  'cancelled-charged': cancelledCharged,
} satisfies Record<string, ReportQuery>
