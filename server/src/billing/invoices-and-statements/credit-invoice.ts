import { becameInvoiceable } from '@waybill/domain/billing/events'
import {
  creditPosting,
  groupsToReverse,
  mayCredit,
  shareOf,
  uncreditedOf,
  type Taxed,
} from '@waybill/domain/billing/crediting'
import { docDisplayId } from '@waybill/domain/billing/invoicing'
import { reversalOf, type Posting } from '@waybill/domain/billing/posting'
import type { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import type { Cents } from '@waybill/domain/kit/money'
import { conflict, invalid, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { getAccount, lockBalance } from '../../accounts/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { nextNumber } from '../../kit/document-numbers-store.ts'
import { allocateCredits, allocateToItsInvoice } from '../allocations/allocate-credits.ts'
import { markReversed, readEntries, type NewRow } from '../ledger/ledger-store.ts'
import { requireMayPost } from '../ledger/post-transaction.ts'
import { post, vatPercentageNow } from '../ledger/record-transaction.ts'
import { reviewHold } from '../ledger/review-hold.ts'
import { getCreditNote, getInvoice, type InvoiceRow } from '../list-store.ts'
import { presentCreditNote } from '../present-billing.ts'
import {
  creditedOf,
  listUncreditedLines,
  lockUncreditedLines,
  type InvoiceLineRow,
} from './crediting-store.ts'
import { insertCreditNote } from './document-store.ts'

/** Maximum number of lines that a user can choose from, or whose charges are invoiced again. */
const max_lines = 500

/** Throws 403 unless the caller may issue credit notes by hand. They are posted as admin credit. */
function requireCrediting(ctx: Context): void {
  requireMayPost(ctx, 'admin-credit', 1)
}

const sumOf = (rows: readonly { amount: Cents }[]): Cents => rows.reduce((sum, { amount }) => sum - amount, 0)

/** Reads what can still be credited of an invoice; `lines` is `null` when there are too many. */
async function restOf(
  ctx: Context,
  invoice: InvoiceRow,
  readLines: typeof listUncreditedLines,
): Promise<{ uncredited: Taxed; lines: InvoiceLineRow[] | null }> {
  const uncredited = uncreditedOf(invoice, await creditedOf(ctx, invoice.id))
  const lines = await readLines(ctx, invoice.id, max_lines + 1)
  return { uncredited, lines: lines.length > max_lines ? null : lines }
}

/** Returns what can still be credited of an invoice. */
export const readCreditable: Handler<typeof receivablesApi.creditable> = async (ctx, { invoice_id }) => {
  requireCrediting(ctx)
  const invoice = await getInvoice(ctx, invoice_id, undefined)
  const { uncredited, lines } = await restOf(ctx, invoice, listUncreditedLines)
  return {
    invoice_id,
    uncredited: uncredited.total,
    lines: (lines ?? [])
      .filter(({ amount }) => amount < 0)
      .map((line) => ({
        transaction_id: line.id,
        description: descriptionOf(line),
        shipment_reference: line.shipment_reference,
        amount: -line.amount,
      })),
    may_invoice_again: uncredited.total > 0 && lines !== null && sumOf(lines) === uncredited.total,
  }
}

/**
 * Issues a credit note against an invoice: for whole lines, for an amount, or for everything that is not credited yet.
 * It is allocated to the invoice; what the invoice does not need is free credit of the account
 * (docs/domain/invoices-and-statements.md#credit-notes).
 */
export const creditInvoice: Handler<typeof receivablesApi.credit> = async (ctx, input) => {
  requireCrediting(ctx)
  const invoice = await getInvoice(ctx, input.invoice_id, undefined)
  await lockBalance(ctx, invoice.account_id)
  const rest = await restOf(ctx, invoice, lockUncreditedLines)
  const rows = input.is_void
    ? await rowsOfVoid(ctx, invoice, rest, input.invoice_again ?? false)
    : input.transaction_ids?.length
      ? rowsOfLines(ctx, rest.lines ?? [], input.transaction_ids)
      : [rowOfAmount(ctx, invoice, rest.uncredited, input.amount ?? 0)]
  ensure(
    mayCredit(
      rest.uncredited.total,
      input.uncredited,
      rows.reduce((sum, { posting }) => sum + posting.amount, 0),
    ),
  )
  const noteId = await postCreditNote(ctx, invoice, input.reason, rows)
  if (input.invoice_again) await chargeAgain(ctx, invoice, rest.lines ?? [])
  const account = await getAccount(ctx, invoice.account_id)
  await allocateToItsInvoice(ctx, account.id)
  await allocateCredits(ctx, account)
  await reviewHold(ctx, account.id)
  return presentCreditNote(await getCreditNote(ctx, noteId, undefined))
}

/** A row of a credit note: its posting, and the fields that refer to what it credits. */
interface CreditRow {
  posting: Posting
  about: Pick<
    NewRow,
    'description' | 'shipment_id' | 'shipment_reference' | 'cost_center_id' | 'credits_id' | 'reverses_id'
  >
}

function rowOfAmount(ctx: Context, invoice: InvoiceRow, uncredited: Taxed, amount: Cents): CreditRow {
  const isPossible = amount > 0 && amount <= uncredited.total
  const share = isPossible ? shareOf(uncredited, amount) : { total: amount, vat: 0, zero_rated: 0 }
  return {
    posting: creditPosting(share, vatPercentageNow(ctx)),
    about: { description: `Credit on ${nameOf(invoice)}` },
  }
}

/** Returns a row for each chosen line. Throws when a line was credited in the meantime. */
function rowsOfLines(ctx: Context, lines: readonly InvoiceLineRow[], chosen: readonly number[]): CreditRow[] {
  const known = new Map(lines.map((line) => [line.id, line]))
  return [...new Set(chosen)].map((id) => {
    const line = known.get(id)
    if (!line || line.amount >= 0)
      throw conflict(
        'One of the lines has been credited in the meantime. Nothing was credited. Choose again.',
      )
    const of = { total: -line.amount, vat: line.vat, zero_rated: line.zero_rated }
    return {
      posting: creditPosting(of, line.vat_percentage || vatPercentageNow(ctx)),
      about: { ...aboutLine(line), description: `Credit: ${descriptionOf(line)}`, credits_id: line.id },
    }
  })
}

/** Returns the rows that credit everything. For charges that are invoiced again, these are reversals of the lines. */
async function rowsOfVoid(
  ctx: Context,
  invoice: InvoiceRow,
  { uncredited, lines }: { uncredited: Taxed; lines: InvoiceLineRow[] | null },
  isInvoicedAgain: boolean,
): Promise<CreditRow[]> {
  if (!isInvoicedAgain) return [rowOfAmount(ctx, invoice, uncredited, uncredited.total)]
  if (lines === null)
    throw invalid(`The charges of an invoice with more than ${max_lines} lines cannot be invoiced again.`)
  if (sumOf(lines) !== uncredited.total)
    throw wrongState(
      'Part of this invoice was credited as an amount, so its charges cannot be invoiced again. Credit the rest without that.',
    )
  const entries = await readEntries(
    ctx,
    lines.map(({ id }) => id),
  )
  return groupsToReverse(lines).flatMap((group) => {
    const [first] = group
    const posting = reversalOf(
      first?.shipment_id ? 'shipping-charge-reversal' : 'admin-credit',
      group.map((line) => reversible(line, entries)),
    )
    if (!first || !posting) return []
    const about = {
      ...aboutLine(first),
      description: `Reversed: ${descriptionOf(first)}`,
      reverses_id: first.id,
    }
    return [{ posting, about }]
  })
}

function reversible(line: InvoiceLineRow, entries: Awaited<ReturnType<typeof readEntries>>) {
  return { ...line, ex_vat_zero_rated: line.zero_rated, entries: entries.get(line.id) ?? [] }
}

async function postCreditNote(
  ctx: Context,
  invoice: InvoiceRow,
  reason: string,
  rows: readonly CreditRow[],
): Promise<number> {
  const noteId = await insertCreditNote(ctx, {
    account_id: invoice.account_id,
    invoice_id: invoice.id,
    reason,
    credit_note_number: await nextNumber(ctx, 'credit-note'),
    total: rows.reduce((sum, { posting }) => sum + posting.amount, 0),
    vat: rows.reduce((sum, { posting }) => sum + posting.vat, 0),
  })
  for (const { posting, about } of rows)
    await post(ctx, posting, {
      ...about,
      account_id: invoice.account_id,
      credit_note_id: noteId,
      unallocated: posting.amount,
    })
  return noteId
}

/** Marks the lines as reversed and posts the same charges again, for the next invoice. */
async function chargeAgain(
  ctx: Context,
  { account_id }: InvoiceRow,
  lines: readonly InvoiceLineRow[],
): Promise<void> {
  const ids = lines.map(({ id }) => id)
  const entries = await readEntries(ctx, ids)
  await markReversed(ctx, ids)
  for (const line of lines) {
    const reversal = reversalOf(line.type, [reversible(line, entries)])
    const again = reversal && reversalOf(line.type, [reversal])
    if (!again) continue
    await post(ctx, again, {
      ...aboutLine(line),
      account_id,
      description: descriptionOf(line),
      sub_type: line.sub_type,
      invoiceable: true,
    })
  }
  const { invoice_frequency } = await getAccount(ctx, account_id)
  if (invoice_frequency === 'shipment') await ctx.emit(becameInvoiceable, { account_id })
}

function aboutLine({ shipment_id, shipment_reference, cost_center_id }: InvoiceLineRow) {
  return { shipment_id, shipment_reference, cost_center_id }
}

function descriptionOf(line: InvoiceLineRow): string {
  return line.description ?? transaction_types[line.type].label
}

function nameOf({ invoice_number, migration_reference }: InvoiceRow): string {
  return docDisplayId('invoice', invoice_number, migration_reference)
}
