import { allocation_columns } from '@waybill/domain/billing/allocation-import'
import { billingApi } from '@waybill/domain/billing/api'
import { FileImport } from '../../kit/import/FileImport.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { toCsv } from '../../kit/table/export/csv.ts'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { ledger_queries } from '../ledger/ledger-queries.ts'

const template = toCsv([
  [...allocation_columns],
  ['OVB014', 'PMT000012', 'INV000123', '1500.00'],
  ['OVB014', 'CR000003', 'INV000124', '250.00'],
])
const countOf = (lines: number): string => (lines === 1 ? '1 allocation' : `${lines} allocations`)

/**
 * Page that allocates credits to invoices from a CSV file. It first previews the effect of every line, and then
 * applies all lines or none (TOOL-006).
 */
export default function AllocationsImportPage() {
  const go = useGo()
  return (
    <Page width="detail">
      <PageHeader title="Credit allocations bulk import" back={{ to: '/tools', label: 'Tools' }} />
      <FileImport
        endpoint={billingApi.importAllocations}
        refresh={ledger_queries}
        template={{ name: 'credit-allocations-template.csv', text: template }}
        about={
          <p>
            A CSV file with a line for every payment or credit note that pays an invoice. All columns are
            needed: {allocation_columns.join(', ')}. A payment may pay several invoices, each on a line of its
            own.
          </p>
        }
        columns={[
          ['account_code', 'Account'],
          ['payment_reference', 'Payment'],
          ['invoice_number', 'Invoice'],
          ['amount', 'Amount'],
        ]}
        countOf={countOf}
        submit={(lines) => `Import ${countOf(lines)}`}
        done={(imported) => {
          toast.success(`${countOf(imported)} imported`)
          void go('/tools')
        }}
        cancel="/tools"
      />
    </Page>
  )
}
