import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { invoice_statuses, type Invoice, type InvoiceStatus } from '@waybill/domain/billing/model'
import { formatDate } from '@waybill/domain/kit/format'
import { useAccountFilter } from '../accounts/index.ts'
import { call, reading } from '../kit/api/index.ts'
import { useMe } from '../kit/session/me.ts'
import type { Column } from '../kit/table/columns.ts'
import { useList } from '../kit/table/use-list.ts'
import { Money } from '../kit/ui/Value.tsx'
import { accountColumn, dayColumn, moneyColumn } from './columns.tsx'
import { invoiceState } from './document-state.ts'
import { InvoiceBadge } from './DocumentBadge.tsx'
import { readAll, type Listing } from './listing.ts'
import { invoicePath } from './may-see.ts'

const status_options = [
  { value: 'open', label: 'Open' },
  { value: 'paid', label: 'Paid' },
  { value: 'overdue', label: 'Overdue' },
]

function columnsFor(hasAccount: boolean): readonly Column<Invoice>[] {
  return [
    {
      key: 'number',
      title: 'Invoice',
      width: 120,
      sort: 'invoice_number',
      cell: (invoice) => <span className="mono">{invoice.doc_display_id}</span>,
      text: (invoice) => invoice.doc_display_id,
    },
    {
      key: 'state',
      title: 'State',
      width: 124,
      tight: true,
      cell: (invoice) => <InvoiceBadge invoice={invoice} />,
      text: (invoice) => invoiceState(invoice, new Date()).label,
    },
    ...(hasAccount ? [accountColumn<Invoice>()] : []),
    dayColumn<Invoice>('invoice_date', 'Date', (invoice) => invoice.invoice_date, 'invoice_date'),
    dayColumn<Invoice>('due_date', 'Due', (invoice) => invoice.due_date, 'due_date'),
    moneyColumn<Invoice>('total', 'Total', (invoice) => invoice.total, { sort: 'total' }),
    moneyColumn<Invoice>('amount_paid', 'Paid', (invoice) => invoice.amount_paid),
    moneyColumn<Invoice>('credit_note_total', 'Credited', (invoice) => invoice.credit_note_total, {
      hidden: true,
    }),
    moneyColumn<Invoice>('vat', 'VAT', (invoice) => invoice.vat, { hidden: true }),
    moneyColumn<Invoice>('balance_due', 'Open', (invoice) => invoice.balance_due),
  ]
}

/** The list of invoices, of one account or of all (BILL-008). */
export function useInvoices(account_id?: number): Listing<Invoice> {
  const me = useMe()
  const account = useAccountFilter(account_id === undefined)
  const list = useList({
    name: 'invoices',
    sort: '-invoice_date',
    filters: [
      { key: 'status', label: 'State', kind: 'choice', options: status_options, pinned: true },
      { key: 'date', label: 'Date', kind: 'date', pinned: true },
      ...account,
    ],
  })
  const between = list.between('date')
  const status = list.chosen('status').filter(isStatus)
  const input = {
    ...list.input,
    account_id: account_id ?? idOf(list.chosen('account')[0]),
    status: status.length > 0 ? status : undefined,
    start_date: between?.from,
    end_date: between?.until,
  }
  const query = useQuery({ ...reading(billingApi.invoices, input), placeholderData: keepPreviousData })
  return {
    name: 'invoices',
    caption: 'Invoices',
    list,
    columns: columnsFor(account_id === undefined),
    rows: query.data?.invoices,
    total: query.data?.count,
    query,
    linkOf: (invoice) => invoicePath(me, invoice.id),
    card: (invoice) => ({
      title: invoice.doc_display_id,
      badge: <InvoiceBadge invoice={invoice} />,
      lines: [
        <>
          <Money cents={invoice.balance_due} /> open of <Money cents={invoice.total} />
        </>,
        `${account_id === undefined ? `${invoice.account_name} · ` : ''}due ${formatDate(invoice.due_date)}`,
      ],
    }),
    fetchAll: () =>
      readAll(async (page) => (await call(billingApi.invoices, { ...input, ...page })).invoices),
  }
}

/** An id of the address bar; `undefined` when it is no number. */
export function idOf(text: string | undefined): number | undefined {
  const id = Number(text)
  return text && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function isStatus(text: string): text is InvoiceStatus {
  return invoice_statuses.some((status) => status === text)
}
