import { findReport } from '@waybill/domain/reports/catalogue'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ReportView } from '../ReportView.tsx'

const back = { to: '/reports', label: 'Reports' }

/** Shows the report named in the URL (REP-001). */
export default function ReportPage() {
  const id = usePathPart('id')
  const report = findReport(id)
  if (report)
    return (
      <ReportView
        key={id}
        report={report}
        header={(actions) => (
          <PageHeader title={report.title} back={back} note={report.question} actions={actions} />
        )}
      />
    )
  return (
    <Page width="detail">
      <PageHeader title="Report" back={back} />
      <EmptyState title="There is no such report.">Choose one of the list.</EmptyState>
    </Page>
  )
}
