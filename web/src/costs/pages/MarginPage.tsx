import { CostReport } from './CostReport.tsx'

/** Revenue, costs and margin by account, lane, service, branch or day. */
export default function MarginPage() {
  return <CostReport tab="margin" report_id="margin" />
}
