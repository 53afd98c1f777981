import { IconFileImport } from '@tabler/icons-react'
import { paymentsApi } from '@waybill/domain/payments/api'
import { importedApi } from '@waybill/domain/payments/imported-payment'
import type { DownloadAnswer, DownloadFormat } from '@waybill/domain/kit/download'
import { reportApi } from '@waybill/domain/reports/report-api'
import { useState, type ReactNode } from 'react'
import { call } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ExportMenu } from '../../kit/table/ExportMenu.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { Page } from '../../kit/ui/Layout.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { Tabs } from '../../kit/ui/Tabs.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import {
  GatewayPayments,
  ImportedPayments,
  ImportStatementDialog,
  useGatewayPayments,
  useImported,
} from '../../payments/index.ts'
import { readAll, type Listing } from '../listing.ts'
import { ListingTable } from '../ListingTable.tsx'
import { RunInvoices } from '../RunInvoices.tsx'
import { useCreditNotes } from '../use-credit-notes.tsx'
import { useInvoices } from '../use-invoices.tsx'
import { useTransactions } from '../use-transactions.tsx'

const tabs = [
  { key: 'invoices', label: 'Invoices' },
  { key: 'transactions', label: 'Transactions' },
  { key: 'credit-notes', label: 'Credit notes' },
  { key: 'payments', label: 'Payments' },
  { key: 'imported-payments', label: 'Imported payments' },
] as const
type TabKey = (typeof tabs)[number]['key']

/** Invoices, transactions, credit notes and bank payments of all accounts, for staff; `/billing?tab=` works as well. */
export default function BillingPage() {
  const { values } = useSearchState()
  const tab = usePathPart('tab') || values.tab
  if (tab === 'transactions') return <TransactionsTab />
  if (tab === 'payments') return <PaymentsTab />
  if (tab === 'imported-payments') return <ImportedTab />
  return tab === 'credit-notes' ? <CreditNotesTab /> : <InvoicesTab />
}

function InvoicesTab() {
  const invoices = useInvoices()
  return (
    <BillingTab
      tab="invoices"
      of={invoices}
      askFile={(format) => call(reportApi.invoices, { ...invoices.input, format })}
      primary={<RunInvoices />}
    >
      <ListingTable
        of={invoices}
        empty={{ title: 'No invoices yet.', text: 'Issued invoices of all accounts are listed here.' }}
      />
    </BillingTab>
  )
}

function TransactionsTab() {
  const transactions = useTransactions()
  return (
    <BillingTab
      tab="transactions"
      of={transactions}
      askFile={(format) => call(reportApi.transactions, { ...transactions.input, format })}
    >
      <ListingTable
        of={transactions}
        empty={{
          title: 'No transactions yet.',
          text: 'Charges and payments of all accounts are listed here.',
        }}
      />
    </BillingTab>
  )
}

function CreditNotesTab() {
  const notes = useCreditNotes()
  return (
    <BillingTab tab="credit-notes" of={notes}>
      <ListingTable
        of={notes}
        empty={{ title: 'No credit notes yet.', text: 'Credit notes of all accounts are listed here.' }}
      />
    </BillingTab>
  )
}

function PaymentsTab() {
  const payments = useGatewayPayments()
  const { query, input, columns } = payments
  const listing = {
    name: 'payments',
    columns,
    rows: query.data?.payments,
    total: query.data?.count,
    fetchAll: () => readAll(async (page) => (await call(paymentsApi.list, { ...input, ...page })).payments),
  }
  return (
    <BillingTab tab="payments" of={listing}>
      <GatewayPayments of={payments} />
    </BillingTab>
  )
}

function ImportedTab() {
  const imported = useImported()
  const { query, input, columns } = imported
  const [isImporting, setImporting] = useState(false)
  const me = useMe()
  const listing = {
    name: 'imported-payments',
    columns,
    rows: query.data?.imported_payments,
    total: query.data?.count,
    fetchAll: () =>
      readAll(async (page) => (await call(importedApi.list, { ...input, ...page })).imported_payments),
  }
  return (
    <BillingTab
      tab="imported-payments"
      of={listing}
      primary={
        mayCall(me, importedApi.upload) && (
          <Button variant="primary" icon={IconFileImport} onClick={() => setImporting(true)}>
            Import statement
          </Button>
        )
      }
    >
      <ImportedPayments of={imported} />
      {isImporting && <ImportStatementDialog onClose={() => setImporting(false)} />}
    </BillingTab>
  )
}

function BillingTab<Row>({
  tab,
  of: listing,
  askFile,
  primary,
  children,
}: {
  tab: TabKey
  of: Pick<Listing<Row>, 'name' | 'columns' | 'rows' | 'total' | 'fetchAll'>
  /** Has the server make the file, where it can. */
  askFile?: (format: DownloadFormat) => Promise<DownloadAnswer>
  primary?: ReactNode
  children: ReactNode
}) {
  const go = useGo()
  return (
    <Page width="list">
      <PageHeader
        title="Billing"
        count={listing.total}
        actions={
          <ExportMenu
            name={listing.name}
            columns={listing.columns}
            rows={listing.rows ?? []}
            fetchAll={listing.fetchAll}
            {...(askFile ? { askFile } : {})}
          />
        }
        primary={primary}
      />
      <Tabs
        label="Billing"
        tabs={tabs}
        chosen={tab}
        onChoose={(key) => go(key === 'invoices' ? '/billing' : `/billing/${key}`)}
      />
      {children}
    </Page>
  )
}
