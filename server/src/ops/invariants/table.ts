import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/**
 * A rule that the data of one company must satisfy. Its query returns the rows that break it; no rows means that it
 * holds.
 */
export interface Invariant {
  number: number
  name: string
  /** What the rule guarantees, for the person who is alerted. */
  means: string
  /** What to do when the rule is broken. */
  remedy: string
  query: (ctx: Context) => RawBuilder<object>
}

/** Longer than the longest time between two invoice runs of an account. */
const max_period_ms = 32 * day_ms
/**
 * Invariants that need a lookup per row check only rows changed in this time. Eight days, so that nightly runs may be
 * missed for a week.
 */
const recent_ms = 8 * day_ms
/** Longest time a message may wait for its first attempt. */
const first_try_ms = 60_000

/** Statuses that a parcel keeps when the status of its shipment is set by hand. */
const shipment_only_statuses: readonly ShipmentStatus[] = [
  'delivered',
  'returned-to-sender',
  'undeliverable',
  'damaged',
]

const before = (ctx: Context, ageMs: number): Date => new Date(ctx.now.getTime() - ageMs)

/** The invariants that must hold whatever people, devices and gateways do. Each query reads the rows of one company. */
export const invariants: readonly Invariant[] = [
  {
    number: 1,
    name: 'Entries of a transaction sum to zero',
    means:
      'The debit and credit entries of every ledger transaction are equal. If they differ, the ledger is wrong.',
    remedy:
      'Do not change the rows. Find the release and the request of the transaction in its audit trail. Post a correction under Billing > Invoices > Transactions.',
    query: () => sql`
      SELECT transaction_id, sum(amount) FROM ledger_entry GROUP BY transaction_id HAVING sum(amount) <> 0
      UNION ALL
      SELECT t.id, t.amount FROM billing_transaction t
      WHERE t.amount <> coalesce((SELECT sum(e.amount) FROM ledger_entry e
        WHERE e.provider_id = t.provider_id AND e.transaction_id = t.id AND e.ledger_account = 'customer-balance'), 0)`,
  },
  {
    number: 2,
    name: 'A balance equals its entries',
    means: 'The balance and the unallocated credit of an account match its ledger.',
    remedy:
      'Compare the ledger of the account with its balance. Post a correction. Do not overwrite the balance.',
    query: () => sql`
      SELECT b.account_id, b.balance, b.credit_allocation_balance, e.balance AS entries, t.rest
      FROM account_balance b
      LEFT JOIN (SELECT account_id, sum(amount) AS balance FROM ledger_entry WHERE ledger_account = 'customer-balance' GROUP BY account_id) e USING (account_id)
      LEFT JOIN (SELECT account_id, sum(unallocated) AS rest FROM billing_transaction GROUP BY account_id) t USING (account_id)
      WHERE b.balance <> coalesce(e.balance, 0) OR b.credit_allocation_balance <> coalesce(t.rest, 0)`,
  },
  {
    number: 3,
    name: 'All entries of the company sum to zero',
    means: 'The sum of all ledger entries is zero.',
    remedy: 'Check invariants 1 and 4 first. The cause is in one of their rows.',
    query: () => sql`SELECT sum(amount) FROM ledger_entry HAVING sum(amount) <> 0`,
  },
  {
    number: 4,
    name: 'An entry, its transaction, its account and its cause belong together',
    means: 'Every ledger entry refers to the account, transaction and shipment that it belongs to.',
    remedy: 'Stop billing runs, create a backup, and contact support with the listed rows.',
    query: () => sql`
      SELECT e.id FROM ledger_entry e
      LEFT JOIN billing_transaction t ON t.provider_id = e.provider_id AND t.id = e.transaction_id
      LEFT JOIN shipment s ON s.provider_id = e.provider_id AND s.id = t.shipment_id
      WHERE t.id IS NULL OR (e.account_id IS NOT NULL AND e.account_id <> t.account_id)
        OR (t.shipment_id IS NOT NULL AND s.id IS NULL)`,
  },
  {
    number: 5,
    name: 'A payment of a gateway is in the ledger once, with what was received',
    means:
      'Every payment confirmed by a gateway is posted to the account exactly once, with the exact amount. Unconfirmed payments are not posted.',
    remedy:
      "Compare the payment with the gateway's own page. Reverse a duplicate posting. Apply a missing payment under Billing > Payments.",
    query: () => sql`
      SELECT p.id, p.status, p.received, t.posted, t.times FROM payment p
      LEFT JOIN (SELECT payment_id, count(*) AS times, sum(amount) AS posted FROM billing_transaction
        WHERE type = 'payment' AND payment_id IS NOT NULL GROUP BY payment_id) t ON t.payment_id = p.id
      WHERE p.purpose <> 'save_card' AND CASE WHEN p.status IN ('complete', 'mismatch')
        THEN t.times IS DISTINCT FROM 1 OR t.posted IS DISTINCT FROM p.received
          OR (p.status = 'complete' AND p.again_of IS NULL AND p.received IS DISTINCT FROM p.amount)
        ELSE t.times IS NOT NULL END`,
  },
  {
    number: 6,
    name: 'A shipment is settled by one payment',
    means: 'A second payment for a shipment is credit on its account and settles nothing.',
    remedy: 'Refund the surplus, or leave it as credit and notify the customer.',
    query: () => sql`
      SELECT shipment_id, count(*) AS payments FROM payment
      WHERE purpose = 'shipment' AND status = 'complete' AND again_of IS NULL AND remark = ''
      GROUP BY shipment_id HAVING count(*) > 1`,
  },
  {
    number: 7,
    name: 'Everything that can be invoiced is on one invoice after the run',
    means: 'A charge is never on the invoice of another account, and the billing run includes every charge.',
    remedy:
      'Run the invoices of the listed account under Billing > Invoices. Check the log for the reason why the run omitted the charge.',
    query: (ctx) => sql`
      SELECT t.id FROM billing_transaction t JOIN invoice i ON i.provider_id = t.provider_id AND i.id = t.invoice_id
      WHERE i.account_id <> t.account_id
      UNION ALL
      SELECT t.id FROM billing_transaction t JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id
      WHERE t.invoiceable AND t.invoice_id IS NULL AND t.credit_note_id IS NULL AND t.amount < 0
        AND a.next_invoice_run > ${ctx.now} AND t.time_modified < ${new Date(ctx.now.getTime() - max_period_ms)}`,
  },
  {
    number: 8,
    name: 'An invoice equals its lines, and its settled amount equals its allocations',
    means:
      'Totals of invoices and credit notes equal the sums of their lines. Paid amounts equal their allocations.',
    remedy: 'Do not send the document. Credit it and invoice its charges again.',
    query: () => sql`
      SELECT i.id FROM invoice i
      LEFT JOIN (SELECT invoice_id, sum(-amount) AS total, sum(-sign(amount) * vat) AS vat, sum(-sign(amount) * zero_rated) AS zero_rated
        FROM billing_transaction WHERE invoice_id IS NOT NULL GROUP BY invoice_id) t ON t.invoice_id = i.id
      LEFT JOIN (SELECT invoice_id, sum(amount) AS settled FROM payment_allocation GROUP BY invoice_id) p ON p.invoice_id = i.id
      WHERE i.total IS DISTINCT FROM t.total OR i.vat IS DISTINCT FROM t.vat OR i.zero_rated IS DISTINCT FROM t.zero_rated
        OR i.amount_paid + i.credit_note_total <> coalesce(p.settled, 0) OR i.amount_paid < 0 OR i.credit_note_total < 0
      UNION ALL
      SELECT c.id FROM credit_note c
      LEFT JOIN (SELECT credit_note_id, sum(amount) AS total, sum(vat) AS vat
        FROM billing_transaction WHERE credit_note_id IS NOT NULL GROUP BY credit_note_id) t ON t.credit_note_id = c.id
      WHERE c.total IS DISTINCT FROM t.total OR c.vat IS DISTINCT FROM t.vat`,
  },
  {
    number: 9,
    name: 'No allocation exceeds the available amount',
    means:
      'The allocations of a payment do not exceed the amount received. The allocations to an invoice do not exceed its total.',
    remedy:
      'Check the allocation under Billing > Payments > Allocations. If invariant 8 is also broken, or the credit is not a payment, create a backup and contact support. Otherwise reverse the payment under Billing > Invoices > Transactions and post it again.',
    query: () => sql`
      SELECT t.id FROM billing_transaction t
      LEFT JOIN (SELECT transaction_id, sum(amount) AS used FROM payment_allocation GROUP BY transaction_id) p ON p.transaction_id = t.id
      WHERE t.unallocated < 0 OR coalesce(p.used, 0) < 0 OR t.unallocated + coalesce(p.used, 0) > greatest(t.amount, 0)
      UNION ALL
      SELECT i.id FROM invoice i JOIN payment_allocation p ON p.provider_id = i.provider_id AND p.invoice_id = i.id
      GROUP BY i.id, i.total HAVING sum(p.amount) > i.total`,
  },
  {
    number: 10,
    name: 'A transaction is reversed only once, and a reversal is never reversed',
    means: 'A transaction is reversed at most once.',
    remedy: 'Post the amount of the extra reversal as an adjustment, and enter this as the reason.',
    query: () => sql`
      SELECT r.reverses_id FROM billing_transaction r JOIN billing_transaction t ON t.provider_id = r.provider_id AND t.id = r.reverses_id
      WHERE t.reverses_id IS NOT NULL OR NOT t.has_been_reversed
      UNION ALL
      SELECT reverses_id FROM billing_transaction WHERE reverses_id IS NOT NULL GROUP BY reverses_id HAVING count(*) > 1`,
  },
  {
    number: 11,
    name: 'A cancelled shipment has its charges reversed, or they can be invoiced',
    means:
      'A shipment cancelled before collection is free of charge. The charges of a shipment cancelled later can be invoiced.',
    remedy:
      'Open Reports > Cancelled and still charged. Restore each shipment and cancel it again. This credits the charges.',
    query: () => sql`
      SELECT t.id FROM billing_transaction t JOIN shipment s ON s.provider_id = t.provider_id AND s.id = t.shipment_id
      WHERE s.status = 'cancelled' AND t.type IN ('shipping-charge', 'shipping-charge-adjustment')
        AND NOT t.has_been_reversed AND NOT t.invoiceable`,
  },
  {
    number: 12,
    name: 'No two live documents share a number',
    means:
      'The numbers of invoices, credit notes and payments are unique, and numbers that the product assigns have no gaps.',
    remedy: 'Stop billing runs. Credit the newer of the two documents and issue it again.',
    query: () => sql`
      SELECT coalesce(nullif(migration_reference, ''), 'INV' || invoice_number) AS name FROM invoice GROUP BY 1 HAVING count(*) > 1
      UNION ALL
      SELECT coalesce(nullif(migration_reference, ''), 'CR' || credit_note_number) FROM credit_note GROUP BY 1 HAVING count(*) > 1
      UNION ALL
      SELECT 'PMT' || payment_number FROM billing_transaction WHERE payment_number IS NOT NULL GROUP BY payment_number HAVING count(*) > 1
      UNION ALL
      SELECT c.name FROM counter c WHERE c.name = 'invoice' AND c.value <> (SELECT count(*) FROM invoice WHERE invoice_number > 0)
      UNION ALL
      SELECT c.name FROM counter c WHERE c.name = 'credit-note' AND c.value <> (SELECT count(*) FROM credit_note WHERE migration_reference IS NULL)`,
  },
  {
    number: 13,
    name: 'No booking takes a prepaid balance below zero',
    means: 'Prepaid accounts do not ship on credit.',
    remedy:
      'Ask the customer for a top-up. Check the audit trail for the reason why the booking was accepted.',
    query: () => sql`
      SELECT r.id FROM (
        SELECT t.id, t.type, t.sub_type, t.amount,
          sum(t.amount) OVER (PARTITION BY t.account_id ORDER BY t.id) AS balance,
          -- A shipment that was paid for by itself takes nothing from the balance.
          coalesce(sum(t.amount) FILTER (WHERE t.type = 'payment')
            OVER (PARTITION BY t.account_id, t.shipment_id ORDER BY t.id), 0) AS paid
        FROM billing_transaction t JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id
        WHERE a.account_type = 'prepaid') r
      WHERE r.type = 'shipping-charge' AND r.sub_type <> 'restored' AND r.balance < 0 AND r.balance - r.amount - r.paid >= 0`,
  },
  {
    number: 14,
    name: 'Every ledger row has its entry in the audit trail',
    means: 'The audit trail records the user of every ledger transaction.',
    remedy: 'Do not change the database, and copy it. It was changed outside the product.',
    query: (ctx) => sql`
      SELECT t.id FROM billing_transaction t WHERE t.time_created > ${before(ctx, recent_ms)} AND NOT EXISTS (
        SELECT FROM audit_event a WHERE a.provider_id = t.provider_id AND a.object_type = 'billing_transaction'
          AND a.object_id = t.id AND a.action = 'insert')`,
  },
  {
    number: 15,
    name: 'The status of a shipment matches its parcels and its newest event',
    means: 'The visible status of a shipment is its latest status.',
    remedy: 'Set the status of the shipment by hand and give a reason.',
    query: (ctx) => sql`
      SELECT s.id, s.status, p.statuses FROM shipment s
      JOIN LATERAL (SELECT array_agg(DISTINCT q.status) FILTER (WHERE q.status <> 'cancelled') AS statuses
        FROM parcel q WHERE q.provider_id = s.provider_id AND q.shipment_id = s.id) p ON true
      WHERE s.time_modified > ${before(ctx, recent_ms)} AND s.status NOT IN ('quote', 'quote-expired') AND (
        (s.status = 'cancelled') IS DISTINCT FROM (p.statuses IS NULL)
        -- Parcels that ended or were damaged keep their status when that of their shipment is set by hand.
        OR (cardinality(p.statuses) = 1 AND p.statuses[1] <> s.status AND p.statuses[1] <> ALL(${shipment_only_statuses}))
        OR (cardinality(p.statuses) = 1 AND s.latest_tracking_event_time IS NOT NULL AND NOT EXISTS (
          SELECT FROM tracking_event e WHERE e.provider_id = s.provider_id AND e.shipment_id = s.id
            AND e.date = s.latest_tracking_event_time AND e.status = s.status)))`,
  },
  {
    number: 16,
    name: 'A parcel is on one waiting load only, and on none that has left',
    means: 'A parcel can only be in one place.',
    remedy: 'Remove the parcel from the wrong manifest under Interhub manifests.',
    query: () => sql`
      SELECT parcel_id, count(*) AS loads FROM interhub_transfer_parcel WHERE is_waiting GROUP BY parcel_id HAVING count(*) > 1
      UNION ALL
      SELECT w.parcel_id, 1 FROM interhub_transfer_parcel w
      JOIN interhub_transfer t ON t.provider_id = w.provider_id AND t.id = w.interhub_transfer_id
      WHERE w.is_waiting AND (t.departed_at IS NOT NULL OR t.deleted_date IS NOT NULL)`,
  },
  {
    number: 17,
    name: 'Sending of a message is tried within a minute',
    means: 'Systems that depend on a change are notified of it in time.',
    remedy:
      'Check that the process is running, and check the log for errors of the event queue. Restart the process if the queue does not move.',
    query: (ctx) => sql`
      SELECT o.id, o.listener FROM outbox o
      WHERE o.attempts = 0 AND o.dead_at IS NULL AND o.next_attempt_at < ${before(ctx, first_try_ms)} AND NOT EXISTS (
        SELECT FROM outbox e WHERE e.provider_id = o.provider_id AND e.listener = o.listener AND e.object_key = o.object_key
          AND e.id < o.id AND e.dead_at IS NULL)`,
  },
  {
    number: 18,
    name: 'A row always belongs to the same company as its parent',
    means:
      'Every foreign key between company data includes the company, and row-level security protects every table with company data.',
    remedy: 'Stop the process. The schema was changed outside the migrations. Restore it.',
    query: () => sql`
      SELECT c.conname FROM pg_constraint c
      WHERE c.contype = 'f' AND c.confrelid <> 'provider'::regclass
        AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.confrelid AND a.attname = 'provider_id' AND NOT a.attisdropped)
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey) AND a.attname = 'provider_id')
      UNION ALL
      SELECT t.relname FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'provider_id' AND NOT a.attisdropped
      WHERE t.relkind IN ('r', 'p') AND t.relnamespace = 'public'::regnamespace AND NOT t.relforcerowsecurity AND t.relname <> 'provider'`,
  },
  {
    number: 19,
    name: 'Cash that is held equals cash that is owed',
    means:
      'Every movement of cash has equal entries, so that the cash of drivers, tills, safe and bank equals what is owed.',
    remedy:
      'Do not change the rows. Find the request of the movement in the log, and contact support with its id.',
    query: () => sql`
      SELECT transaction_id, sum(amount) FROM cash_entry GROUP BY transaction_id HAVING sum(amount) <> 0`,
  },
  {
    number: 20,
    name: 'What is owed to a sender equals the receipts that were not paid out',
    means:
      'Money that drivers took is owed to the sender of the goods until it is paid out, and its fee is in the ledger of the account once.',
    remedy:
      'Compare the receipts of the account under Cash > Receipts of drivers with its payouts. Stop payouts to the account and contact support.',
    query: () => sql`
      SELECT coalesce(r.account, e.account) AS account, r.owed, e.owed AS entries FROM (
        SELECT account_id::text AS account, sum(amount) AS owed FROM cash_receipt
        WHERE voided_by IS NULL AND remittance_id IS NULL GROUP BY account_id) r
      FULL JOIN (SELECT holder AS account, -sum(amount) AS owed FROM cash_entry
        WHERE place = 'shipper' GROUP BY holder HAVING sum(amount) <> 0) e USING (account)
      WHERE r.owed IS DISTINCT FROM e.owed
      UNION ALL
      -- A fee may be reversed, and charged again with the other charges of its invoice.
      SELECT m.account_id::text, sum(m.fee), max(t.charged) FROM remittance m
      LEFT JOIN (SELECT account_id, -sum(amount) AS charged, -coalesce(sum(amount) FILTER (WHERE NOT has_been_reversed), 0) AS live
        FROM billing_transaction
        WHERE sub_type = 'cod-fee' AND type = 'admin-debit' GROUP BY account_id) t ON t.account_id = m.account_id
      GROUP BY m.account_id HAVING sum(m.fee) > coalesce(max(t.charged), 0) OR sum(m.fee) < coalesce(max(t.live), 0)`,
  },
  {
    number: 21,
    name: 'Costs of shipments equal statements and bills',
    means:
      'The shares of shipments add up to the line that they come from, the lines of a statement of a driver or a bill of a partner to its total.',
    remedy:
      'Do not change the rows. Do not approve or pay the listed statements. Create a backup and contact support with the listed rows.',
    query: () => sql`
      SELECT 'line' AS what, l.id, l.amount, sum(c.amount) AS parts FROM cost_line l
      JOIN shipment_cost c ON c.provider_id = l.provider_id AND c.cost_line_id = l.id
      GROUP BY l.provider_id, l.id, l.amount HAVING sum(c.amount) <> l.amount
      UNION ALL
      SELECT 'statement', s.id, s.total, coalesce(sum(l.amount), 0) FROM pay_statement s
      LEFT JOIN cost_line l ON l.provider_id = s.provider_id AND l.statement_id = s.id
      GROUP BY s.provider_id, s.id, s.total HAVING coalesce(sum(l.amount), 0) <> s.total
      UNION ALL
      SELECT 'bill', b.id, b.total, coalesce(sum(l.amount), 0) FROM partner_bill b
      LEFT JOIN cost_line l ON l.provider_id = b.provider_id AND l.partner_bill_id = b.id
      GROUP BY b.provider_id, b.id, b.total HAVING coalesce(sum(l.amount), 0) <> b.total
      UNION ALL
      SELECT 'driver', l.id, l.amount, NULL FROM cost_line l
      JOIN pay_statement s ON s.provider_id = l.provider_id AND s.id = l.statement_id WHERE s.username <> l.username`,
  },
]
