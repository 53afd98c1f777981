import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

/** A truth about a provider's books: its query answers the rows that break it, so none means that it holds. */
export interface Invariant {
  name: string
  run: (ctx: Ctx) => Promise<object[]>
}

const invariant = (name: string, query: (ctx: Ctx) => RawBuilder<object>): Invariant => ({
  name,
  run: async (ctx) => (await query(ctx).execute(ctx.db)).rows,
})

/** Longer than any account waits for its next run. */
const longest_period_ms = 32 * 86_400_000

/** The invariants of reliability 3.4 that billing keeps, by their numbers there. */
export const invariants: readonly Invariant[] = [
  invariant(
    '1 entries of a transaction sum to zero',
    () => sql`
      SELECT transaction_id, sum(amount) FROM ledger_entry GROUP BY transaction_id HAVING sum(amount) <> 0
      UNION ALL
      SELECT t.id, t.amount FROM billing_transaction t
      WHERE t.amount <> coalesce((SELECT sum(e.amount) FROM ledger_entry e
        WHERE e.provider_id = t.provider_id AND e.transaction_id = t.id AND e.ledger_account = 'customer-balance'), 0)`,
  ),
  invariant(
    '2 a balance equals the sum of its entries, and free credit that of its credits',
    () => sql`
      SELECT b.account_id, b.balance, b.credit_allocation_balance, e.balance AS entries, t.rest
      FROM account_balance b
      LEFT JOIN (SELECT account_id, sum(amount) AS balance FROM ledger_entry WHERE ledger_account = 'customer-balance' GROUP BY account_id) e USING (account_id)
      LEFT JOIN (SELECT account_id, sum(unallocated) AS rest FROM billing_transaction GROUP BY account_id) t USING (account_id)
      WHERE b.balance <> coalesce(e.balance, 0) OR b.credit_allocation_balance <> coalesce(t.rest, 0)`,
  ),
  invariant(
    '3 all entries of the provider sum to zero',
    () => sql`SELECT sum(amount) FROM ledger_entry HAVING sum(amount) <> 0`,
  ),
  invariant(
    '4 an entry, its transaction, its account and its cause belong together',
    () => sql`
      SELECT e.id FROM ledger_entry e
      LEFT JOIN billing_transaction t ON t.provider_id = e.provider_id AND t.id = e.transaction_id
      LEFT JOIN shipment s ON s.provider_id = e.provider_id AND s.id = t.shipment_id
      WHERE t.id IS NULL OR (e.account_id IS NOT NULL AND e.account_id <> t.account_id)
        OR (t.shipment_id IS NOT NULL AND s.id IS NULL)`,
  ),
  invariant(
    '7 what may be invoiced is on one invoice of its account after the run',
    (ctx) => sql`
      SELECT t.id FROM billing_transaction t JOIN invoice i ON i.provider_id = t.provider_id AND i.id = t.invoice_id
      WHERE i.account_id <> t.account_id
      UNION ALL
      SELECT t.id FROM billing_transaction t JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id
      WHERE t.invoiceable AND t.invoice_id IS NULL AND t.credit_note_id IS NULL AND t.amount < 0
        AND a.next_invoice_run > ${ctx.now} AND t.time_modified < ${new Date(ctx.now.getTime() - longest_period_ms)}`,
  ),
  invariant(
    '8 an invoice equals its lines, and what is settled its allocations',
    () => sql`
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
  ),
  invariant(
    '9 nothing is allocated for more than it is',
    () => sql`
      SELECT t.id FROM billing_transaction t
      LEFT JOIN (SELECT transaction_id, sum(amount) AS used FROM payment_allocation GROUP BY transaction_id) p ON p.transaction_id = t.id
      WHERE t.unallocated < 0 OR coalesce(p.used, 0) < 0 OR t.unallocated + coalesce(p.used, 0) > greatest(t.amount, 0)
      UNION ALL
      SELECT i.id FROM invoice i JOIN payment_allocation p ON p.provider_id = i.provider_id AND p.invoice_id = i.id
      GROUP BY i.id, i.total HAVING sum(p.amount) > i.total`,
  ),
  invariant(
    '10 a transaction is reversed once, and a reversal never',
    () => sql`
      SELECT r.reverses_id FROM billing_transaction r JOIN billing_transaction t ON t.provider_id = r.provider_id AND t.id = r.reverses_id
      WHERE t.reverses_id IS NOT NULL OR NOT t.has_been_reversed
      UNION ALL
      SELECT reverses_id FROM billing_transaction WHERE reverses_id IS NOT NULL GROUP BY reverses_id HAVING count(*) > 1`,
  ),
  invariant(
    '11 a cancelled shipment has its charges reversed, or they may be invoiced',
    () => sql`
      SELECT t.id FROM billing_transaction t JOIN shipment s ON s.provider_id = t.provider_id AND s.id = t.shipment_id
      WHERE s.status = 'cancelled' AND t.type IN ('shipping-charge', 'shipping-charge-adjustment')
        AND NOT t.has_been_reversed AND NOT t.invoiceable`,
  ),
  invariant(
    '12 no two live documents share a number',
    () => sql`
      SELECT coalesce(nullif(migration_reference, ''), 'INV' || invoice_number) AS name FROM invoice GROUP BY 1 HAVING count(*) > 1
      UNION ALL
      SELECT coalesce(nullif(migration_reference, ''), 'CR' || credit_note_number) FROM credit_note GROUP BY 1 HAVING count(*) > 1
      UNION ALL
      SELECT 'PMT' || payment_number FROM billing_transaction WHERE payment_number IS NOT NULL GROUP BY payment_number HAVING count(*) > 1
      UNION ALL
      SELECT c.name FROM counter c WHERE c.name = 'invoice' AND c.value <> (SELECT count(*) FROM invoice WHERE migration_reference IS NULL)
      UNION ALL
      SELECT c.name FROM counter c WHERE c.name = 'credit-note' AND c.value <> (SELECT count(*) FROM credit_note WHERE migration_reference IS NULL)`,
  ),
  invariant(
    '13 no booking takes a prepaid balance below zero',
    () => sql`
      SELECT r.id FROM (
        SELECT t.id, t.type, t.sub_type, t.amount,
          sum(t.amount) OVER (PARTITION BY t.account_id ORDER BY t.id) AS balance
        FROM billing_transaction t JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id
        WHERE a.account_type = 'prepaid') r
      WHERE r.type = 'shipping-charge' AND r.sub_type <> 'restored' AND r.balance < 0 AND r.balance - r.amount >= 0`,
  ),
]

/** The invariants that do not hold, each with the rows that break it; empty when the books are sound. */
export async function brokenInvariants(ctx: Ctx): Promise<Record<string, object[]>> {
  const broken: Record<string, object[]> = {}
  for (const { name, run } of invariants) {
    const rows = await run(ctx)
    if (rows.length > 0) broken[name] = rows
  }
  return broken
}
