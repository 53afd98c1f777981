import { useQueryClient } from '@tanstack/react-query'
import { reportsApi } from '@waybill/domain/reports/api'
import { pendingLabel, type OpsDashboard, type PendingRow } from '@waybill/domain/reports/ops-dashboard'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import { Suspense, useMemo, useState } from 'react'
import { refresh } from '../kit/api/index.ts'
import { useNewer } from '../kit/live/newer-rows.ts'
import type { Column } from '../kit/table/columns/columns.ts'
import { badgeColumn, monoColumn, textColumn } from '../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../kit/table/DataTable.tsx'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Tabs } from '../kit/ui/page-layout/Tabs.tsx'
import { NextActionDialog, ShipmentStatusBadge } from '../shipments/index.ts'
import { ageText } from './age-text.ts'
import type { OpsState } from './use-ops-state.ts'

const age = (row: PendingRow): string => ageText(row.since, new Date())
const route = (row: PendingRow): string => `${row.collection_place} → ${row.delivery_place}`

const columnsWith = (onAct: (row: PendingRow) => void): readonly Column<PendingRow>[] => [
  monoColumn('reference', 'Reference', 100, (row) => row.tracking_reference),
  badgeColumn('status', 'Status', 200, (row) => statusLabel(row.status), {
    cell: (row) => <ShipmentStatusBadge status={row.status} />,
  }),
  textColumn('age', 'Waits', 104, age),
  textColumn('suggestion', 'What to do', 210, (row) => row.suggestion, {
    whole: true,
    cell: (row) => (
      <Button variant="link" onClick={() => onAct(row)}>
        {row.suggestion}
      </Button>
    ),
  }),
  textColumn('reason', 'Last message', 180, (row) => row.reason, { quiet: true, whole: true }),
  textColumn('driver', 'Driver', 150, (row) => row.driver_name),
  textColumn('account', 'Account', 150, (row) => row.account_name),
  textColumn('route', 'From → to', 220, route),
]

/** Lists the pending shipments by reason, longest waiting first. New ones are held back until the user shows them. */
export function PendingTable({ state, board }: { state: OpsState; board: OpsDashboard | undefined }) {
  const { kind, branch_id } = state
  const list = useList({ name: 'ops-pending' })
  const input = { kind, branch_id, ...list.input }
  const found = useRows(reportsApi.pending, input, ({ shipments }) => shipments)
  const waiting = useNewer(
    reportsApi.pending,
    input,
    ({ shipments }) => shipments,
    ({ shipment_id }) => shipment_id,
  )
  const client = useQueryClient()
  const [acting, setActing] = useState<number | null>(null)
  const columns = useMemo(() => columnsWith((row) => setActing(row.shipment_id)), [])
  const stopActing = (): void => {
    setActing(null)
    void refresh(client, [reportsApi.pending, reportsApi.opsDashboard])
  }
  const tabs = (board?.figures ?? [{ kind, count: undefined }]).map((figure) => ({
    key: figure.kind,
    label: pendingLabel(figure.kind),
    count: figure.count,
    urgent: figure.kind === 'problem' && (figure.count ?? 0) > 0,
  }))
  return (
    <>
      <Tabs
        tabs={tabs}
        chosen={kind}
        onChoose={(next) => state.set({ kind: next, page: undefined })}
        label="Reasons"
      />
      <DataTable
        name="ops-pending"
        caption={pendingLabel(kind)}
        columns={columns}
        {...found}
        list={list}
        idOf={(row) => row.shipment_id}
        linkOf={(row) => `/shipments/${row.shipment_id}`}
        waiting={waiting}
        card={(row) => ({
          title: row.tracking_reference,
          badge: <ShipmentStatusBadge status={row.status} />,
          lines: [`${age(row)} · ${row.suggestion}`, route(row), row.reason].filter(Boolean),
        })}
        empty={{
          title: 'Nothing to do here.',
          text: 'Shipments that need action appear here.',
        }}
      />
      <Suspense fallback={null}>
        {acting !== null && <NextActionDialog id={acting} onClose={stopActing} />}
      </Suspense>
    </>
  )
}
