import { CostReport } from './CostReport.tsx'

/** Statements, bills and other sources of costs, and whether the costs of shipments add up to them. */
export default function CostSourcesPage() {
  return <CostReport tab="sources" report_id="cost-sources" />
}
