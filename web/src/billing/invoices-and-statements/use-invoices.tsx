import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { billingApi } from '@waybill/domain/billing/api'
import type { Invoice, InvoiceStatus } from '@waybill/domain/billing/model'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Money } from '../../kit/ui/values/Value.tsx'
import { dayColumn } from '../billing-columns.tsx'
import { useDocumentList, type DocumentKind } from './document-list.tsx'
import { invoiceState } from './document-state.ts'
import type { Listing } from '../listing.ts'
import { moneyColumn } from '../../kit/table/columns/column-kinds.tsx'
import { invoicePath } from '../billing-access.ts'

const kind: DocumentKind<Invoice, InvoiceStatus> = {
  name: 'invoices',
  caption: 'Invoices',
  title: 'Invoice',
  number_sort: 'invoice_number',
  date_sort: 'invoice_date',
  states: [
    { value: 'open', label: 'Open' },
    { value: 'paid', label: 'Paid' },
    { value: 'overdue', label: 'Overdue' },
  ],
  stateOf: (invoice) => invoiceState(invoice, new Date()),
}

const extra_columns: readonly Column<Invoice>[] = [
  dayColumn('invoice_date', 'Date', (invoice) => invoice.invoice_date, 'invoice_date'),
  dayColumn('due_date', 'Due', (invoice) => invoice.due_date, 'due_date'),
  moneyColumn('total', 'Total', 128, (invoice) => invoice.total, { sort: 'total' }),
  moneyColumn('amount_paid', 'Paid', 128, (invoice) => invoice.amount_paid),
  moneyColumn('credit_note_total', 'Credited', 128, (invoice) => invoice.credit_note_total, { hidden: true }),
  moneyColumn('vat', 'VAT', 128, (invoice) => invoice.vat, { hidden: true }),
  moneyColumn('balance_due', 'Open', 128, (invoice) => invoice.balance_due),
]

/** Returns the list of invoices of one account or of all accounts (BILL-008). */
export function useInvoices(
  accountId?: number,
): Listing<Invoice> & { input: Input<typeof billingApi.invoices> } {
  const me = useMe()
  const { frame, input, cardOf } = useDocumentList(kind, extra_columns, accountId)
  return {
    ...frame,
    ...useRows(billingApi.invoices, input, ({ invoices }) => invoices),
    input,
    linkOf: (invoice) => invoicePath(me, invoice.id),
    card: (invoice) =>
      cardOf(
        invoice,
        <>
          <Money cents={invoice.balance_due} /> open of <Money cents={invoice.total} />
        </>,
        `due ${formatDate(invoice.due_date)}`,
      ),
  }
}
