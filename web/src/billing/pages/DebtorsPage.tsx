import { ExportMenu } from '../../kit/table/export/ExportMenu.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { DebtorsTable, useDebtors } from '../receivables/Debtors.tsx'

/** Page of the accounts that owe something, by age, for staff. */
export default function DebtorsPage() {
  const debtors = useDebtors()
  return (
    <Page width="list">
      <PageHeader
        title="Debtors"
        count={debtors.total}
        back={{ to: '/billing', label: 'Billing' }}
        actions={
          <ExportMenu
            name={debtors.list.name}
            columns={debtors.columns}
            rows={debtors.rows ?? []}
            fetchAll={debtors.fetchAll}
          />
        }
      />
      <DebtorsTable of={debtors} />
    </Page>
  )
}
