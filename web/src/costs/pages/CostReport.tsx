import { findReport } from '@waybill/domain/reports/catalogue'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { ReportView } from '../../reports/index.ts'
import type { CostTabKey } from '../cost-tabs.ts'
import { CostTabs } from '../CostTabs.tsx'

/** A report as a tab of costs and pay. */
export function CostReport({ tab, report_id }: { tab: CostTabKey; report_id: string }) {
  const report = findReport(report_id)
  if (!report) throw new Error(`There is no report ${report_id}.`)
  return (
    <ReportView
      report={report}
      header={(actions) => (
        <>
          <PageHeader title="Costs and pay" note={report.question} actions={actions} />
          <CostTabs chosen={tab} />
        </>
      )}
    />
  )
}
