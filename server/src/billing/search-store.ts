import { parseRand } from '@waybill/domain/kit/money'
import { readReference } from '@waybill/domain/shipments/labels/references'
import { sql, type RawBuilder } from 'kysely'
import { escapeLike } from '../accounts/index.ts'

/** Returns the conditions that find a text in the account of a row, whose alias is `a`. */
function findsAccount(search: string): RawBuilder<boolean>[] {
  return [
    sql<boolean>`a.account_code = ${search.trim().toUpperCase()}`,
    sql<boolean>`a.name ILIKE ${`%${escapeLike(search.trim())}%`}`,
  ]
}

/** Returns the conditions that find an amount typed as text in columns in cents; none when it is no amount. */
function findsAmount(search: string, columns: RawBuilder<unknown>): RawBuilder<boolean>[] {
  const cents = parseRand(search)
  return cents === null ? [] : [sql<boolean>`${Math.abs(cents)}::bigint IN (${columns})`]
}

function oneOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` OR `)})`
}

/** Returns the number of a document: `INV000123`, or bare digits when `anyDigits`. */
function numberIn(
  search: string,
  kind: 'payment' | 'invoice' | 'credit-note',
  anyDigits = true,
): number | null {
  const named = readReference(search)
  if (named.kind === kind) return named.number
  return anyDigits && /^\d{1,10}$/.test(search.trim()) ? Number(search.trim()) : null
}

function referenceIn(search: string): string {
  const named = readReference(search)
  return named.kind === 'reference' ? named.reference : search.trim().toUpperCase()
}

/**
 * Finds ledger rows `t` with their documents `i` and `c` by document number, shipment reference, reference of an older
 * system, account or amount.
 */
export function findsTransaction(search: string): RawBuilder<boolean> {
  const reference = referenceIn(search)
  return oneOf([
    sql<boolean>`t.payment_number = ${numberIn(search, 'payment')}`,
    sql<boolean>`i.invoice_number = ${numberIn(search, 'invoice', false)}`,
    sql<boolean>`c.credit_note_number = ${numberIn(search, 'credit-note', false)}`,
    sql<boolean>`${reference} IN (t.shipment_reference, upper(t.migration_reference), upper(i.migration_reference))`,
    ...findsAccount(search),
    ...findsAmount(search, sql`abs(t.amount)`),
  ])
}

/** Finds invoices `i` by number, reference of an older system or of a shipment on them, account or amount. */
export function findsInvoice(search: string): RawBuilder<boolean> {
  const reference = referenceIn(search)
  return oneOf([
    sql<boolean>`i.invoice_number = ${numberIn(search, 'invoice')}`,
    sql<boolean>`upper(i.migration_reference) = ${reference}`,
    sql<boolean>`EXISTS (SELECT FROM shipment s
      JOIN billing_transaction l ON l.provider_id = s.provider_id AND l.shipment_id = s.id
      WHERE ${reference} IN (s.short_tracking_reference, s.custom_tracking_reference)
        AND l.provider_id = i.provider_id AND l.invoice_id = i.id)`,
    ...findsAccount(search),
    ...findsAmount(search, sql`i.total, i.total - i.amount_paid - i.credit_note_total`),
  ])
}

/** Finds credit notes `c` by number, reference of an older system, account or amount. */
export function findsCreditNote(search: string): RawBuilder<boolean> {
  return oneOf([
    sql<boolean>`c.credit_note_number = ${numberIn(search, 'credit-note')}`,
    sql<boolean>`upper(c.migration_reference) = ${referenceIn(search)}`,
    ...findsAccount(search),
    ...findsAmount(search, sql`c.total, c.total - c.allocated`),
  ])
}
