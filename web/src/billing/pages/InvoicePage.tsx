import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import type { Invoice, InvoiceItem } from '@waybill/domain/billing/model'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { call, endpointQuery } from '../../kit/api/index.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { readAll } from '../../kit/table/export/read-all.ts'
import { useList } from '../../kit/table/use-list.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { DeliveriesCard } from '../deliveries/DeliveriesCard.tsx'
import { invoiceState } from '../invoices-and-statements/document-state.ts'
import {
  DocumentFrame,
  DocumentLayout,
  DocumentLines,
  lineColumns,
} from '../invoices-and-statements/DocumentFrame.tsx'
import { InvoiceActions } from '../receivables/DocumentActions.tsx'
import { AllocatedCard, CreditNotesOfInvoice } from '../receivables/DocumentHistory.tsx'
import { useDocument } from '../invoices-and-statements/open-document.ts'

const columns: readonly Column<InvoiceItem>[] = [
  ...lineColumns<InvoiceItem>({ description: 176, shipment: 84 }),
  textColumn('customer_reference', 'Customer ref', 96, (line) => line.customer_reference, { quiet: true }),
  textColumn('service', 'Service', 68, (line) => line.service_level_code, { quiet: true }),
  moneyColumn('vat', 'VAT', 104, (line) => line.vat, { quiet: true }),
  moneyColumn('amount', 'Amount', 120, (line) => -line.amount, { sort: 'amount' }),
]

/** Page of one invoice: its lines, the amount paid, and the printed document (NAV-025). */
export default function InvoicePage() {
  const id = Number(usePathPart('id'))
  const query = useQuery(endpointQuery(billingApi.invoices, { id, limit: 1 }))
  return (
    <DocumentFrame query={query} found={query.data?.invoices[0]} what="invoice">
      {(invoice) => <InvoiceParts invoice={invoice} />}
    </DocumentFrame>
  )
}

function InvoiceParts({ invoice }: { invoice: Invoice }) {
  const pdf = useDocument('The document')
  const period = periodOf(invoice)
  return (
    <DocumentLayout
      document={invoice}
      kind={{ title: 'Invoice', all: 'Invoices', staff_tab: '', tab: 'invoices' }}
      state={invoiceState(invoice, new Date())}
      isBusy={pdf.isBusy}
      onPdf={() => void pdf.open(billingApi.invoiceItems, { invoice_id: invoice.id, pdf: true })}
      actions={<InvoiceActions invoice={invoice} />}
      lines={<Lines invoice_id={invoice.id} />}
      more={
        <>
          <AllocatedCard of={{ invoice_id: invoice.id }} />
          <CreditNotesOfInvoice invoice_id={invoice.id} />
          <DeliveriesCard of={{ invoice_id: invoice.id }} />
        </>
      }
      amounts={[
        ['Excluding VAT', invoice.total_excluding_vat],
        ['VAT', invoice.vat],
        ['Total', invoice.total, true],
        ['Paid', invoice.amount_paid],
        ...(invoice.credit_note_total > 0 ? ([['Credited', invoice.credit_note_total]] as const) : []),
        ['Due', invoice.balance_due, true],
      ]}
      facts={[
        ['Invoice date', formatDate(invoice.invoice_date)],
        ['Due date', formatDate(invoice.due_date)],
        ...(period ? ([['Period', period]] as const) : []),
      ]}
    />
  )
}

/** Returns the period of the lines as text; a single day when all lines are from one day. */
function periodOf({ from_date, to_date }: Invoice): string | null {
  if (!from_date || !to_date) return null
  const [from, until] = [formatDate(from_date), formatDate(to_date)]
  return from === until ? from : `${from} – ${until}`
}

function Lines({ invoice_id }: { invoice_id: number }) {
  const list = useList({ name: 'invoice-lines', sort: 'transaction_date' })
  const query = useQuery({
    ...endpointQuery(billingApi.invoiceItems, { invoice_id, ...list.input }),
    placeholderData: keepPreviousData,
    select: (answer) => ('invoice_items' in answer ? answer : undefined),
  })
  return (
    <DocumentLines
      what="invoice"
      list={list}
      query={query}
      lines={query.data?.invoice_items}
      total={query.data?.count}
      fetchAll={() =>
        readAll(async (page) => {
          const answer = await call(billingApi.invoiceItems, { ...list.input, ...page, invoice_id })
          return 'invoice_items' in answer ? answer.invoice_items : []
        })
      }
      columns={columns}
      amountOf={(line) => -line.amount}
    />
  )
}
