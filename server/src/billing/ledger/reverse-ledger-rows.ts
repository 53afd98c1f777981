import { reversalOf, type Posting } from '@waybill/domain/billing/posting'
import { transaction_types, type TransactionTypeName } from '@waybill/domain/billing/transaction-types'
import type { Context } from '../../kit/handler.ts'
import { allocateToItsInvoice, freeAllocations, spendCredit } from '../allocations/allocate-credits.ts'
import { markReversed, readEntries, type LockedTransaction, type NewRow } from './ledger-store.ts'
import { insertCreditNote } from '../invoices-and-statements/document-store.ts'
import { nextNumber } from '../../kit/document-numbers-store.ts'
import { post } from './record-transaction.ts'

export type ReversalRow = Omit<
  NewRow,
  'source' | 'reverses_id' | 'credit_note_id' | 'unallocated' | 'invoiceable'
> & {
  /** Printed on the credit note, if one is issued. */
  reason: string
}

/**
 * Reverses rows of one account, entry by entry. Rows on an invoice get one reversal per invoice, with a credit note
 * for that invoice. The other rows get one reversal without a document (docs/domain/accounts-and-ledger.md#ledger).
 * The caller must hold the balance lock. Returns the ids of the reversals.
 */
export async function reverseRows(
  ctx: Context,
  type: TransactionTypeName,
  rows: readonly LockedTransaction[],
  about: ReversalRow,
): Promise<number[]> {
  const byInvoice = new Map<number | null, LockedTransaction[]>()
  for (const row of rows) byInvoice.set(row.invoice_id, [...(byInvoice.get(row.invoice_id) ?? []), row])
  const ids: number[] = []
  for (const [invoiceId, group] of byInvoice) {
    const posting = await undo(ctx, type, group)
    if (posting) ids.push(await postReversal(ctx, posting, group, about, invoiceId))
  }
  return ids
}

/** Marks rows as reversed and returns the posting that reverses them; `null` when their amounts sum to zero. */
async function undo(
  ctx: Context,
  type: TransactionTypeName,
  rows: readonly LockedTransaction[],
): Promise<Posting | null> {
  const ids = rows.map((row) => row.id)
  const entries = await readEntries(ctx, ids)
  await markReversed(ctx, ids)
  return reversalOf(
    type,
    rows.map((row) => ({ ...row, ex_vat_zero_rated: row.zero_rated, entries: entries.get(row.id) ?? [] })),
  )
}

async function postReversal(
  ctx: Context,
  posting: Posting,
  rows: readonly LockedTransaction[],
  { reason, ...about }: ReversalRow,
  invoiceId: number | null,
): Promise<number> {
  const { document } = transaction_types[posting.type]
  const isCredit = posting.amount > 0
  const creditNoteId =
    isCredit && invoiceId !== null
      ? await issueCreditNote(ctx, posting, about.account_id, invoiceId, reason)
      : null
  if (!isCredit && document === 'none')
    for (const row of rows) {
      await freeAllocations(ctx, row)
      await spendCredit(ctx, row.account_id, row.amount, [row.id])
    }
  const freesCredit = isCredit && (creditNoteId !== null || document === 'none')
  const id = await post(ctx, posting, {
    ...about,
    reverses_id: rows[0]?.id ?? null,
    credit_note_id: creditNoteId,
    invoiceable: !isCredit && (document === 'invoice' || invoiceId !== null),
    unallocated: freesCredit ? posting.amount : 0,
  })
  if (id === null) throw new Error('A reversal was mistaken for a duplicate charge.')
  if (creditNoteId !== null) await allocateToItsInvoice(ctx, about.account_id)
  return id
}

/**
 * Issues a credit note for a posting, for an invoice or without one, and returns its id
 * (docs/domain/invoices-and-statements.md#credit-notes).
 */
export async function issueCreditNote(
  ctx: Context,
  posting: Posting,
  accountId: number,
  invoiceId: number | null,
  reason: string,
): Promise<number> {
  return insertCreditNote(ctx, {
    account_id: accountId,
    invoice_id: invoiceId,
    reason,
    credit_note_number: await nextNumber(ctx, 'credit-note'),
    total: posting.amount,
    vat: posting.vat,
  })
}
