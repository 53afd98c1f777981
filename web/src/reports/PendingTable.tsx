import { useQueryClient } from '@tanstack/react-query'
import { reportsApi } from '@waybill/domain/reports/api'
import { exceptionsApi, mayPassOn } from '@waybill/domain/reports/exceptions'
import {
  pendingLabel,
  type OpsDashboard,
  type PendingKind,
  type PendingRow,
} from '@waybill/domain/reports/ops-dashboard'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import { Suspense, useMemo, useState } from 'react'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { refresh, useEndpointMutation } from '../kit/api/index.ts'
import { showError } from '../kit/layers/alerts.ts'
import { IconClock, IconSend, IconUserCheck, IconUserOff } from '../kit/icons/icons.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { useNewer } from '../kit/live/newer-rows.ts'
import type { Column } from '../kit/table/columns/columns.ts'
import { badgeColumn, monoColumn, textColumn } from '../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../kit/table/DataTable.tsx'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import type { MenuEntry } from '../kit/ui/layers/Menu.tsx'
import { Tabs } from '../kit/ui/page-layout/Tabs.tsx'
import { NextActionDialog, ShipmentStatusBadge } from '../shipments/index.ts'
import { ageText } from './age-text.ts'
import { GiveDialog, SnoozeDialog } from './ExceptionDialogs.tsx'
import { StopMessages, type StopMessage } from './StopMessages.tsx'
import type { OpsState } from './use-ops-state.ts'

const age = (row: PendingRow): string => ageText(row.since, new Date())
const route = (row: PendingRow): string => `${row.collection_place} → ${row.delivery_place}`

/** What the table does with a row. */
interface RowActs {
  act: (row: PendingRow) => void
  /** Absent when the user may not look after exceptions. */
  take?: ((row: PendingRow) => void) | undefined
}

const columnsWith = ({ act, take }: RowActs): readonly Column<PendingRow>[] => [
  monoColumn('reference', 'Reference', 100, (row) => row.tracking_reference),
  badgeColumn('status', 'Status', 200, (row) => statusLabel(row.status), {
    cell: (row) => <ShipmentStatusBadge status={row.status} />,
  }),
  textColumn('age', 'Waits', 104, age),
  textColumn('suggestion', 'What to do', 210, (row) => row.suggestion, {
    whole: true,
    cell: (row) => (
      <Button variant="link" onClick={() => act(row)}>
        {row.suggestion}
      </Button>
    ),
  }),
  textColumn('owner', 'Owner', 150, (row) => careText(row) || 'Nobody', {
    whole: true,
    cell: (row) => careText(row) || (take && <TakeButton onClick={() => take(row)} />) || 'Nobody',
  }),
  textColumn('reason', 'Last message', 180, (row) => row.reason, { quiet: true, whole: true }),
  textColumn('driver', 'Driver', 150, (row) => row.driver_name),
  textColumn('account', 'Account', 150, (row) => row.account_name),
  textColumn('route', 'From → to', 220, route),
]

function TakeButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      Take
    </Button>
  )
}

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
  const me = useMe()
  const [message, setMessage] = useState<StopMessage | null>(null)
  const [dialog, setDialog] = useState<{ kind: 'give' | 'snooze'; row: PendingRow } | null>(null)
  const care = useEndpointMutation(exceptionsApi.care, {
    refresh: [reportsApi.pending, reportsApi.opsDashboard],
    failed: (thrown) => showError(thrown),
  })
  const { mutate } = care
  const mayCare = mayCall(me, exceptionsApi.care)
  const acts = useMemo(
    (): RowActs => ({
      act: (row) => {
        const next = messageOf(kind, row)
        if (next) setMessage(next)
        else setActing(row.shipment_id)
      },
      take: mayCare ? (row) => mutate({ shipment_id: row.shipment_id, change: { kind: 'take' } }) : undefined,
    }),
    [kind, mayCare, mutate],
  )
  const columns = useMemo(() => columnsWith(acts), [acts])
  const menuOf = (row: PendingRow): MenuEntry[] => {
    const change = (to: Parameters<typeof mutate>[0]['change']) => () =>
      mutate({ shipment_id: row.shipment_id, change: to })
    const isFree = row.owner_username === ''
    const mayPass = mayPassOn(me, row.owner_username || null)
    return [
      ...(isFree ? [{ label: 'Take it', icon: IconUserCheck, onSelect: change({ kind: 'take' }) }] : []),
      ...(mayPass
        ? [
            ...(isFree
              ? []
              : [{ label: 'Release it', icon: IconUserOff, onSelect: change({ kind: 'release' }) }]),
            { label: 'Give it to…', icon: IconSend, onSelect: () => setDialog({ kind: 'give', row }) },
          ]
        : []),
      ...(row.snoozed_until !== null
        ? [{ label: 'End the snooze', icon: IconClock, onSelect: change({ kind: 'wake' }) }]
        : mayPass
          ? [{ label: 'Snooze…', icon: IconClock, onSelect: () => setDialog({ kind: 'snooze', row }) }]
          : []),
    ]
  }
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
        {...(mayCare ? { rowMenu: menuOf } : {})}
        card={(row) => ({
          title: row.tracking_reference,
          badge: <ShipmentStatusBadge status={row.status} />,
          lines: [`Waits ${age(row)}`, careText(row), route(row), row.reason].filter(Boolean),
          actions: (
            <>
              <Button size="sm" onClick={() => acts.act(row)}>
                {row.suggestion}
              </Button>
              {acts.take && careText(row) === '' && <TakeButton onClick={() => acts.take?.(row)} />}
            </>
          ),
        })}
        empty={{
          title: 'Nothing to do here.',
          text: 'Shipments that need action appear here.',
        }}
      />
      <Suspense fallback={null}>
        {acting !== null && <NextActionDialog id={acting} onClose={stopActing} />}
        {message && <StopMessages message={message} onClose={() => setMessage(null)} />}
        {dialog?.kind === 'give' && <GiveDialog row={dialog.row} onClose={() => setDialog(null)} />}
        {dialog?.kind === 'snooze' && <SnoozeDialog row={dialog.row} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}

/** Returns to whom the next step of a row writes; `null` when it is another step. */
function messageOf(kind: PendingKind, row: PendingRow): StopMessage | null {
  const about = { shipment_id: row.shipment_id, reference: row.tracking_reference }
  if (kind === 'late-risk' || kind === 'late') return { to: 'receiver', ...about }
  if ((kind === 'unread' || kind === 'not-returned') && row.driver_username !== '')
    return { to: 'driver', driver: { username: row.driver_username, name: row.driver_name }, about }
  return null
}

/** Returns who looks after an exception, and until when it is snoozed. */
function careText({ owner_name, time_owned, snoozed_until, snooze_reason }: PendingRow): string {
  const when = (at: Date) => (dayOf(at) === dayOf(new Date()) ? clockOf(at) : formatDateTime(at))
  return [
    owner_name && `${owner_name}${time_owned ? ` since ${when(time_owned)}` : ''}`,
    snoozed_until && `Snoozed until ${when(snoozed_until)}: ${snooze_reason}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
