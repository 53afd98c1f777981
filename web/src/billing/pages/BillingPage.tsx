import { IconFileImport } from '../../kit/icons/icons.ts'
import { lastMonthEnd } from '@waybill/domain/billing/month-end'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { importedApi } from '@waybill/domain/payments/imported-payment'
import { settlementApi } from '@waybill/domain/payments/settlement-api'
import type { DownloadAnswer, DownloadFormat } from '@waybill/domain/kit/lists/download'
import { findReport } from '@waybill/domain/reports/catalogue'
import { reportApi } from '@waybill/domain/reports/report-api'
import { useState, type ReactNode } from 'react'
import { AccountingParts } from '../../accounting/index.ts'
import { call } from '../../kit/api/index.ts'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ExportMenu } from '../../kit/table/export/ExportMenu.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Segments, Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { Approvals, Checks, useApprovals } from '../../controls/index.ts'
import {
  GatewayPayments,
  ImportedPayments,
  ImportSettlementDialog,
  ImportStatementDialog,
  Settlements,
  useGatewayPayments,
  useImported,
  useSettlements,
} from '../../payments/index.ts'
import { ReportView } from '../../reports/index.ts'
import type { Listing } from '../listing.ts'
import { ListingTable } from '../ListingTable.tsx'
import { Overview } from './Overview.tsx'
import styles from './billing-page.module.css'
import { DebtorsTable, useDebtors } from '../receivables/Debtors.tsx'
import { billingPagesFor, billingTabsOf, type BillingPageKey } from './billing-tabs.ts'
import { MonthEnd } from '../month-end/MonthEnd.tsx'
import { IssueInvoices } from '../month-end/IssueInvoices.tsx'
import { useAllocations } from '../ledger/use-allocations.tsx'
import { useCreditNotes } from '../invoices-and-statements/use-credit-notes.tsx'
import { useInvoices } from '../invoices-and-statements/use-invoices.tsx'
import { useTransactions } from '../ledger/use-transactions.tsx'

/**
 * The billing of all accounts for staff, in tabs with one or more pages each (BILL-008). `/billing?tab=` also selects
 * a page.
 */
export default function BillingPage() {
  const { values } = useSearchState()
  const pages = billingPagesFor(useMe())
  const requested = usePathPart('tab') || values.tab
  const chosen = pages.find(({ key }) => key === requested)?.key ?? pages[0]?.key ?? 'invoices'
  return shown[chosen]()
}

const shown: Readonly<Record<BillingPageKey, () => ReactNode>> = {
  overview: () => <OverviewTab />,
  'month-end': () => <MonthEndTab />,
  invoices: () => <InvoicesTab />,
  transactions: () => <TransactionsTab />,
  'credit-notes': () => <CreditNotesTab />,
  payments: () => <PaymentsTab />,
  'imported-payments': () => <ImportedTab />,
  settlements: () => <SettlementsTab />,
  allocations: () => <AllocationsTab />,
  debtors: () => <DebtorsTab />,
  discrepancies: () => <ReportTab key="discrepancies" tab="discrepancies" of="charge-discrepancies" />,
  controls: () => <ControlsTab />,
  checks: () => <ChecksTab />,
  'age-analysis': () => <ReportTab key="age-analysis" tab="age-analysis" of="age-analysis" />,
  accounting: () => <AccountingTab />,
}

function OverviewTab() {
  return (
    <Page width="list">
      <PageHeader title="Billing" primary={<IssueInvoices />} />
      <BillingTabs chosen="overview" />
      <Overview />
    </Page>
  )
}

/** What changes with the invoices that month-end issues. */
const after_month_end = [reportApi.run]

function MonthEndTab() {
  const { values, set } = useSearchState()
  const form = useForm<{ period_end: string | null }>({
    initial: { period_end: values.period || lastMonthEnd(new Date()) },
  })
  const field = form.field('period_end')
  return (
    <Page width="detail">
      <PageHeader
        title="Billing"
        note="Everything charged up to the chosen day is invoiced, with that day as the date."
      />
      <BillingTabs chosen="month-end" />
      <Stack>
        <Row>
          <DateField
            {...field}
            label="Period up to"
            until={dayOf(new Date())}
            onChange={(day) => {
              field.onChange(day)
              set({ period: day ?? undefined })
            }}
          />
        </Row>
        <MonthEnd periodEnd={form.values.period_end ?? undefined} also={after_month_end} />
      </Stack>
    </Page>
  )
}

function ReportTab({ tab, of: id }: { tab: BillingPageKey; of: string }) {
  const report = findReport(id)
  if (!report) throw new Error(`There is no report ${id}.`)
  return (
    <ReportView
      report={report}
      header={(actions) => (
        <>
          <PageHeader title="Billing" note={report.question} actions={actions} />
          <BillingTabs chosen={tab} />
        </>
      )}
    />
  )
}

function AccountingTab() {
  return (
    <Page width="detail">
      <PageHeader title="Billing" />
      <BillingTabs chosen="accounting" />
      <AccountingParts />
    </Page>
  )
}

function AllocationsTab() {
  const allocations = useAllocations()
  return (
    <BillingTab tab="allocations" of={allocations}>
      <ListingTable
        of={allocations}
        empty={{
          title: 'Nothing allocated yet.',
          text: 'Payments and credit notes that were set against invoices are listed here.',
        }}
      />
    </BillingTab>
  )
}

function DebtorsTab() {
  const debtors = useDebtors()
  return (
    <BillingTab tab="debtors" of={debtors}>
      <DebtorsTable of={debtors} />
    </BillingTab>
  )
}

function BillingTabs({ chosen }: { chosen: BillingPageKey }) {
  const go = useGo()
  const tabs = billingTabsOf(billingPagesFor(useMe()))
  const tab = tabs.find(({ pages }) => pages.some(({ key }) => key === chosen))
  const open = (key: BillingPageKey) => go(key === 'overview' ? '/billing' : `/billing/${key}`)
  return (
    <>
      <Tabs label="Billing" tabs={tabs} chosen={tab?.key ?? chosen} onChoose={open} />
      {tab && tab.pages.length > 1 && (
        <div className={styles.pages}>
          <Segments label={tab.label} choices={tab.pages} chosen={chosen} onChoose={open} />
        </div>
      )}
    </>
  )
}

function InvoicesTab() {
  const invoices = useInvoices()
  return (
    <BillingTab
      tab="invoices"
      of={invoices}
      requestFile={(format) => call(reportApi.invoices, { ...invoices.input, format })}
      primary={<IssueInvoices />}
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
      requestFile={(format) => call(reportApi.transactions, { ...transactions.input, format })}
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

/** The list of all payments, which is also a page of its own. */
export function PaymentsTab() {
  const payments = useGatewayPayments()
  return (
    <BillingTab tab="payments" of={payments}>
      <GatewayPayments of={payments} />
    </BillingTab>
  )
}

function ControlsTab() {
  const approvals = useApprovals()
  return (
    <BillingTab tab="controls" of={approvals}>
      <Approvals of={approvals} />
    </BillingTab>
  )
}

function ChecksTab() {
  return (
    <Page width="detail">
      <PageHeader title="Billing" />
      <BillingTabs chosen="checks" />
      <Checks />
    </Page>
  )
}

function ImportedTab() {
  const imported = useImported()
  const [isImporting, setImporting] = useState(false)
  const me = useMe()
  return (
    <BillingTab
      tab="imported-payments"
      of={imported}
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

function SettlementsTab() {
  const settlements = useSettlements()
  const [isImporting, setImporting] = useState(false)
  const me = useMe()
  return (
    <BillingTab
      tab="settlements"
      of={settlements}
      primary={
        mayCall(me, settlementApi.upload) && (
          <Button variant="primary" icon={IconFileImport} onClick={() => setImporting(true)}>
            Import report
          </Button>
        )
      }
    >
      <Settlements of={settlements} />
      {isImporting && <ImportSettlementDialog onClose={() => setImporting(false)} />}
    </BillingTab>
  )
}

function BillingTab<Row>({
  tab,
  of: listing,
  requestFile,
  primary,
  children,
}: {
  tab: BillingPageKey
  of: Pick<Listing<Row>, 'list' | 'columns' | 'rows' | 'total' | 'fetchAll'>
  /** Requests the export file from the server, for lists that support it. */
  requestFile?: (format: DownloadFormat) => Promise<DownloadAnswer>
  primary?: ReactNode
  children: ReactNode
}) {
  return (
    <Page width="list">
      <PageHeader
        title="Billing"
        count={listing.total}
        actions={
          <ExportMenu
            name={listing.list.name}
            columns={listing.columns}
            rows={listing.rows ?? []}
            fetchAll={listing.fetchAll}
            {...(requestFile ? { requestFile } : {})}
          />
        }
        primary={primary}
      />
      <BillingTabs chosen={tab} />
      {children}
    </Page>
  )
}
