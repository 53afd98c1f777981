import type { billingApi } from '@waybill/domain/billing/api'
import type { Statement } from '@waybill/domain/billing/model'
import { invoice_footer } from '@waybill/domain/billing/settings'
import { ageInvoices, runStatement } from '@waybill/domain/billing/statement'
import { formatCount } from '@waybill/domain/kit/texts/format'
import { invalid } from '@waybill/domain/kit/problem'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { accountFor } from '../../accounts/index.ts'
import { fileLink } from '../../files/index.ts'
import { inThread } from '../../kit/threads.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { billingReach } from '../billing-reach.ts'
import { bankOf, printedSupplier } from './invoice-supplier.ts'
import type { Recipient } from '@waybill/domain/billing/model'
import type * as document from '../documents/statement.ts'
import { listTransactions } from '../list-store.ts'
import { described } from './read-documents.ts'
import { recipientOf } from './invoice-recipient.ts'
import { presentTransaction } from '../present-billing.ts'
import { balanceBefore, openInvoicesAt } from './statement-store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const renderStatement = inThread<typeof document.renderStatement>(
  new URL('../documents/statement.ts', import.meta.url),
  'renderStatement',
)

/** Maximum number of transactions on one statement. */
const max_lines = 10_000

/**
 * Returns a statement of account over whole South African days, or with `pdf` a link to its document
 * (docs/domain/invoices-and-statements.md#statements-and-ageing).
 */
export const readStatement: ExternalHandler<typeof billingApi.statement> = async (ctx, input) => {
  const { statement, recipient } = await ctx.inTransaction((inner) => statementOf(inner, input))
  return input.pdf ? linkTo(ctx, statement, recipient) : statement
}

/** Returns a statement over whole South African days, and who it is addressed to. */
export async function statementOf(
  ctx: Context,
  { start_date, end_date, account_id }: { start_date: Date; end_date: Date; account_id?: number | undefined },
): Promise<{ statement: Statement; recipient: Recipient }> {
  await billingReach(ctx, account_id)
  const account = await accountFor(ctx, account_id)
  const [firstDay, lastDay] = [dayOf(start_date), dayOf(end_date)]
  if (lastDay < firstDay)
    throw invalid('The end date is before the start date.', [
      { field: 'end_date', message: 'must not be before start_date' },
    ])
  const from = startOfDay(firstDay)
  const end = new Date(startOfDay(lastDay).getTime() + day_ms)
  const filter = { account_id: account.id, start_date: from, end_date: new Date(end.getTime() - 1) }
  const { rows } = await listTransactions(ctx, filter, { limit: max_lines + 1, offset: 0, order: 'ASC' })
  if (rows.length > max_lines)
    throw invalid(
      `A statement holds at most ${formatCount(max_lines)} transactions. Ask for a shorter period.`,
    )
  const figures = runStatement(
    await balanceBefore(ctx, account.id, from),
    rows.map((row) => presentTransaction(ctx.actor, row)),
  )
  const statement = {
    account_id: account.id,
    account_code: account.account_code,
    account_name: account.name,
    start_date: firstDay,
    end_date: lastDay,
    ...figures,
    ageing: ageInvoices(await openInvoicesAt(ctx, account.id, end), lastDay),
    count: rows.length,
  }
  return { statement, recipient: await recipientOf(ctx, account) }
}

/** Renders a statement as PDF, with the logo of the company. */
export async function statementPdf(
  ctx: ExternalContext,
  statement: Statement,
  recipient: Recipient,
): Promise<Buffer> {
  const { account_code, start_date, end_date, opening_balance, ageing } = statement
  return renderStatement({
    from_date: startOfDay(start_date),
    to_date: startOfDay(end_date),
    supplier: await printedSupplier(ctx),
    recipient,
    opening_balance,
    lines: statement.transactions.map((row) => ({
      date: row.transaction_date,
      description: described(row),
      document: row.doc_display_id ?? '',
      reference: row.shipment_reference,
      amount: row.amount,
    })),
    ageing,
    bank: bankOf(ctx, account_code),
    footer: ctx.setting(invoice_footer),
  })
}

async function linkTo(ctx: ExternalContext, statement: Statement, recipient: Recipient) {
  const { account_id, start_date, end_date } = statement
  return fileLink(ctx, {
    folder: 'billing',
    filename: `statement_${ctx.provider_id}_${account_id}_${start_date}_${end_date}.pdf`,
    bytes: await statementPdf(ctx, statement, recipient),
    content_type: 'application/pdf',
    days: 1,
  })
}
