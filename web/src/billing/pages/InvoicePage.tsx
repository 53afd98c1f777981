import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { billingApi } from '@waybill/domain/billing/api'
import type { Invoice, InvoiceItem } from '@waybill/domain/billing/model'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatDate } from '@waybill/domain/kit/format'
import { reading } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { AppLink } from '../../kit/ui/AppLink.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { Card, Facts } from '../../kit/ui/Card.tsx'
import { Money } from '../../kit/ui/Value.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { dayColumn, moneyColumn } from '../columns.tsx'
import { InvoiceBadge } from '../DocumentBadge.tsx'
import { DocumentFrame, DocumentLayout, Totals } from '../DocumentFrame.tsx'
import { useDocument } from '../open-document.ts'
import { ReferenceLink } from '../ReferenceLink.tsx'
import styles from '../billing.module.css'

const told = (line: InvoiceItem): string => line.description ?? transaction_types[line.type].label

const columns: readonly Column<InvoiceItem>[] = [
  dayColumn('date', 'Date', (line) => line.transaction_date, 'transaction_date'),
  { key: 'description', title: 'Description', width: 176, cell: told, text: told },
  {
    key: 'shipment',
    title: 'Shipment',
    width: 84,
    cell: (line) => (
      <ReferenceLink to={`/shipments/${line.shipment_id}`}>{line.shipment_reference}</ReferenceLink>
    ),
    text: (line) => line.shipment_reference,
  },
  {
    key: 'customer_reference',
    title: 'Customer ref',
    width: 96,
    quiet: true,
    cell: (line) => line.customer_reference,
    text: (line) => line.customer_reference ?? '',
  },
  {
    key: 'service',
    title: 'Service',
    width: 68,
    quiet: true,
    cell: (line) => line.service_level_code,
    text: (line) => line.service_level_code ?? '',
  },
  moneyColumn('vat', 'VAT', (line) => line.vat, { width: 104, quiet: true }),
  moneyColumn('amount', 'Amount', (line) => -line.amount, { width: 120, sort: 'amount' }),
]

/** One invoice: what it is for, what has been paid, and the printed document (NAV-025). */
export default function InvoicePage() {
  const id = Number(usePathPart('id'))
  const query = useQuery(reading(billingApi.invoices, { id, limit: 1 }))
  return (
    <DocumentFrame query={query} found={query.data?.invoices[0]} what="invoice">
      {(invoice) => <InvoiceParts invoice={invoice} />}
    </DocumentFrame>
  )
}

function InvoiceParts({ invoice }: { invoice: Invoice }) {
  const me = useMe()
  const document = useDocument('The document')
  const period = periodOf(invoice)
  return (
    <DocumentLayout
      title={invoice.doc_display_id}
      badge={<InvoiceBadge invoice={invoice} size="large" />}
      note={isStaff(me) && <AppLink to={`/accounts/${invoice.account_id}`}>{invoice.account_name}</AppLink>}
      back={
        isStaff(me)
          ? { to: '/billing', label: 'Billing' }
          : { to: '/account?tab=invoices', label: 'Invoices' }
      }
      primary={
        <Button
          variant="primary"
          icon={IconDownload}
          busy={document.isBusy}
          onClick={() => void document.open(billingApi.invoiceItems, { invoice_id: invoice.id, pdf: true })}
        >
          Download PDF
        </Button>
      }
      main={<Lines invoice_id={invoice.id} />}
      side={
        <>
          <Card title="Amounts" className={styles.dense}>
            <Totals
              of={[
                ['Excluding VAT', invoice.total_excluding_vat],
                ['VAT', invoice.vat],
                ['Total', invoice.total, true],
                ['Paid', invoice.amount_paid],
                ...(invoice.credit_note_total > 0
                  ? ([['Credited', invoice.credit_note_total]] as const)
                  : []),
                ['Due', invoice.balance_due, true],
              ]}
            />
          </Card>
          <Card title="Invoice" className={styles.dense}>
            <Facts
              split
              of={[
                ['Account', `${invoice.account_name} (${invoice.account_code})`],
                ['Invoice date', formatDate(invoice.invoice_date)],
                ['Due date', formatDate(invoice.due_date)],
                ...(period ? ([['Period', period]] as const) : []),
              ]}
            />
          </Card>
        </>
      }
    />
  )
}

/** The days the lines lie between; one day when they are all of it. */
function periodOf({ from_date, to_date }: Invoice): string | null {
  if (!from_date || !to_date) return null
  const [from, until] = [formatDate(from_date), formatDate(to_date)]
  return from === until ? from : `${from} – ${until}`
}

function Lines({ invoice_id }: { invoice_id: number }) {
  const list = useList({ name: 'invoice-lines', sort: 'transaction_date' })
  const query = useQuery({
    ...reading(billingApi.invoiceItems, { invoice_id, ...list.input }),
    placeholderData: keepPreviousData,
    select: (answer) => ('invoice_items' in answer ? answer : undefined),
  })
  return (
    <Card title="Lines" note={query.data && `${query.data.count}`} flush>
      <DataTable
        name="invoice-lines"
        caption="Lines of the invoice"
        inCard
        columns={columns}
        rows={query.data?.invoice_items}
        total={query.data?.count}
        idOf={(line) => line.id}
        query={query}
        list={list}
        card={(line) => ({
          title: told(line),
          badge: <Money cents={-line.amount} />,
          lines: [
            [formatDate(line.transaction_date), line.shipment_reference, line.service_level_code]
              .filter(Boolean)
              .join(' · '),
          ],
        })}
        empty={{ title: 'This invoice has no lines.' }}
      />
    </Card>
  )
}
