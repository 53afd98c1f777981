import type pg from 'pg'
import type { BulkLoad } from './bulk-load.ts'

/** Charge of one shipment with its VAT, in cents. */
const amount = 11_138
const vat = 1_453

/** One in this many charges waits for the trigger of month-end; the others may be invoiced. */
const waits_for_month_end = 20

/**
 * Inserts accounts with a billing e-mail directly into the tables. For measurements only; `client` must connect as the
 * owner of the database.
 */
export async function loadAccounts(
  client: pg.ClientBase,
  load: Pick<BulkLoad, 'provider_id' | 'first_account' | 'accounts'>,
): Promise<void> {
  const { provider_id, first_account, accounts } = load
  await client.query('SET session_replication_role = replica')
  await client.query(
    `INSERT INTO account (provider_id, id, name, account_code, account_type, credit_limit, rate_group_id, billing_contact)
     OVERRIDING SYSTEM VALUE
     SELECT $1, $2 + i, 'Account ' || i, 'M' || lpad(i::text, 6, '0'), 'postpaid', 1000000000000, 1,
       jsonb_build_object('name', 'Books', 'email', 'books-' || i || '@example.com')
     FROM generate_series(0, $3::int - 1) i`,
    [provider_id, first_account, accounts],
  )
  await client.query(
    `INSERT INTO account_balance (provider_id, account_id) SELECT $1, $2 + i FROM generate_series(0, $3::int - 1) i`,
    [provider_id, first_account, accounts],
  )
  await client.query('RESET session_replication_role')
}

/**
 * Inserts for each shipment of `bulkLoad` a charge of the month before this one with its ledger entries, and the
 * balances of the accounts.
 */
export async function loadCharges(
  client: pg.ClientBase,
  { provider_id, accounts }: Pick<BulkLoad, 'provider_id' | 'accounts'>,
): Promise<void> {
  await client.query('SET session_replication_role = replica; SET synchronous_commit = off')
  await client.query(
    `INSERT INTO billing_transaction (provider_id, account_id, transaction_date, effective_date, type, description,
       amount, vat, vat_percentage, shipment_id, shipment_reference, invoiceable, source, modified_by, time_created,
       time_modified)
     SELECT $1, s.account_id, moment, moment, 'shipping-charge', 'Economy: Sandton to Bellville', -$2::int, $3::int, 15,
       s.id, s.short_tracking_reference, (s.id / $5::int) % $4::int <> 0, 'bulk', 'bulk', moment, moment
     FROM shipment s, LATERAL (SELECT date_trunc('month', now()) - make_interval(days => 3, secs => s.id % 1900000) AS moment) m
     WHERE s.provider_id = $1`,
    [provider_id, amount, vat, waits_for_month_end, accounts],
  )
  await client.query(
    `INSERT INTO ledger_entry (provider_id, transaction_id, ledger_account, account_id, amount, time_created)
     SELECT $1, t.id, e.name, CASE WHEN e.name = 'customer-balance' THEN t.account_id END, e.cents, t.time_created
     FROM billing_transaction t, LATERAL (VALUES ('customer-balance', t.amount),
       (CASE WHEN t.invoiceable THEN 'revenue:base' ELSE 'unearned:base' END, -t.amount - t.vat),
       (CASE WHEN t.invoiceable THEN 'vat-output' ELSE 'unearned:vat-output' END, t.vat)) AS e (name, cents)
     WHERE t.provider_id = $1`,
    [provider_id],
  )
  await client.query(
    `UPDATE account_balance b SET balance = t.total
     FROM (SELECT account_id, sum(amount) AS total FROM billing_transaction WHERE provider_id = $1 GROUP BY account_id) t
     WHERE b.provider_id = $1 AND b.account_id = t.account_id`,
    [provider_id],
  )
  await client.query('RESET session_replication_role; RESET synchronous_commit')
  await client.query('VACUUM (ANALYZE)')
}
