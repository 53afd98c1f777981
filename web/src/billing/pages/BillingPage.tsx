import type { ReactNode } from 'react'
import { ExportMenu } from '../../kit/table/ExportMenu.tsx'
import { Page } from '../../kit/ui/Layout.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { Tabs } from '../../kit/ui/Tabs.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import type { Listing } from '../listing.ts'
import { ListingTable } from '../ListingTable.tsx'
import { RunInvoices } from '../RunInvoices.tsx'
import { useCreditNotes } from '../use-credit-notes.tsx'
import { useInvoices } from '../use-invoices.tsx'
import { useTransactions } from '../use-transactions.tsx'

const tabs = [
  { key: 'invoices', label: 'Invoices' },
  { key: 'transactions', label: 'Transactions' },
  { key: 'credit-notes', label: 'Credit notes' },
] as const
type TabKey = (typeof tabs)[number]['key']

/** Invoices, transactions and credit notes of all accounts, for staff. */
export default function BillingPage() {
  const { values } = useSearchState()
  if (values.tab === 'transactions') return <TransactionsTab />
  return values.tab === 'credit-notes' ? <CreditNotesTab /> : <InvoicesTab />
}

function InvoicesTab() {
  const invoices = useInvoices()
  return (
    <BillingTab tab="invoices" of={invoices} primary={<RunInvoices />}>
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
    <BillingTab tab="transactions" of={transactions}>
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

function BillingTab<Row>({
  tab,
  of: listing,
  primary,
  children,
}: {
  tab: TabKey
  of: Listing<Row>
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
          />
        }
        primary={primary}
      />
      <Tabs
        label="Billing"
        tabs={tabs}
        chosen={tab}
        onChoose={(key) => go(key === 'invoices' ? '/billing' : `/billing?tab=${key}`)}
      />
      {children}
    </Page>
  )
}
