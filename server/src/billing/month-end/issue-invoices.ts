import { invoiceIssued, invoicesIssued } from '@waybill/domain/billing/events'
import { docDisplayId } from '@waybill/domain/billing/invoicing'
import type { ClosingPeriod } from '@waybill/domain/billing/month-end'
import { dueDay } from '@waybill/domain/billing/schedule'
import type { Cents } from '@waybill/domain/kit/money'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { lockBalances, readAccounts, type AccountRow } from '../../accounts/index.ts'
import { nextNumbers } from '../../kit/document-numbers-store.ts'
import type { Context } from '../../kit/handler.ts'
import { allocateCredits } from '../allocations/allocate-credits.ts'
import { listAccountsWithFreeCredit } from '../allocations/allocation-store.ts'
import { insertInvoices, type NewInvoice } from '../invoices-and-statements/document-store.ts'
import { recipientsOfAccounts } from '../invoices-and-statements/invoice-recipient.ts'
import { earnCharges } from '../ledger/charge-shipment.ts'
import {
  listChargesToRecognise,
  putChargesOnInvoices,
  readInvoiceGroups,
  type InvoiceGroup,
} from './charges-store.ts'

/** An invoice that was issued; the total is in cents. */
export interface IssuedInvoice {
  id: number
  account_id: number
  total: Cents
}

/**
 * Issues the invoices of some accounts for a period in the current transaction, with the same number of statements for
 * any number of charges. The balances are locked, and a charge on an invoice is never collected again, so that it may
 * be started twice, killed and run on several workers (docs/domain/invoices-and-statements.md#when-invoices-are-made).
 */
export async function issueForAccounts(
  ctx: Context,
  accountIds: readonly number[],
  period: ClosingPeriod,
): Promise<IssuedInvoice[]> {
  await lockBalances(ctx, accountIds)
  if (period.is_month_end)
    await earnCharges(ctx, await listChargesToRecognise(ctx, period, accountIds), period.up_to)
  const groups = await readInvoiceGroups(ctx, period, accountIds)
  if (groups.length === 0) return []
  const accounts = new Map(
    (
      await readAccounts(
        ctx,
        groups.map(({ account_id }) => account_id),
      )
    ).map((row) => [row.id, row]),
  )
  const recipients = await recipientsOfAccounts(ctx, [...accounts.values()])
  const first = await nextNumbers(ctx, 'invoice', groups.length)
  const rows = groups.map((group, at) => {
    const account = accounts.get(group.account_id)
    const recipient = recipients.get(group.account_id)
    if (!account || !recipient) throw new Error(`Account ${group.account_id} could not be read.`)
    return { ...invoiceOf(group, account, period.invoice_day), invoice_number: first + at, recipient }
  })
  const ids = await insertInvoices(ctx, rows)
  const invoices = groups.map((group, at) => ({ ...group, invoice_id: ids.get(first + at) ?? 0 }))
  const charges = await putChargesOnInvoices(ctx, invoices)
  if (charges !== groups.reduce((sum, group) => sum + group.charges.length, 0))
    throw new Error('The charges of these accounts changed while they were invoiced.')
  await Promise.all(
    invoices.map(({ invoice_id, account_id, total }, at) =>
      ctx.emit(invoiceIssued, {
        invoice_id,
        account_id,
        doc_display_id: docDisplayId('invoice', first + at),
        total,
      }),
    ),
  )
  await ctx.emit(invoicesIssued, { invoice_ids: invoices.map(({ invoice_id }) => invoice_id) })
  for (const id of await listAccountsWithFreeCredit(ctx, [...accounts.keys()])) {
    const account = accounts.get(id)
    if (account) await allocateCredits(ctx, account)
  }
  return invoices.map(({ invoice_id, account_id, total }) => ({ id: invoice_id, account_id, total }))
}

function invoiceOf(
  { account_id, total, vat, zero_rated, charges, first_date, last_date }: InvoiceGroup,
  { account_type, payment_terms, payment_terms_from_statement }: AccountRow,
  invoiceDay: string,
): Omit<NewInvoice, 'invoice_number' | 'recipient'> {
  const isPrepaid = account_type === 'prepaid'
  return {
    account_id,
    invoice_date: startOfDay(invoiceDay),
    due_date: startOfDay(
      dueDay(invoiceDay, isPrepaid ? 0 : payment_terms, !isPrepaid && payment_terms_from_statement),
    ),
    from_date: charges.length > 1 ? first_date : null,
    to_date: charges.length > 1 ? last_date : null,
    total,
    vat,
    zero_rated,
  }
}
