import { cashApi } from '@waybill/domain/cash/api'
import { collection_method_labels } from '@waybill/domain/cash/collecting'
import type { CashReceipt } from '@waybill/domain/cash/model'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { useMemo, useState } from 'react'
import { useAccountFilter } from '../../accounts/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import {
  localWhenColumn,
  moneyColumn,
  monoColumn,
  textColumn,
} from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { choiceFilter, type Filter } from '../../kit/table/filters/filters.ts'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { shortWhen } from '../../kit/ui/values/moments.ts'
import { CashTabs } from '../CashTabs.tsx'

type Row = CashReceipt & { id: number }

const states = ['with-driver', 'handed-in', 'paid-out', 'void', 'refused'] as const
const labels = {
  'with-driver': 'With the driver',
  'handed-in': 'Handed in',
  'paid-out': 'Paid out',
  void: 'Void',
  refused: 'Delivery refused',
} as const

const filters: readonly Filter[] = [
  choiceFilter('state', 'State', states, (state) => labels[state], { pinned: true }),
  { key: 'taken', label: 'Taken', kind: 'date', pinned: true },
]

function stateOf(row: Row): string {
  if (row.void_reason) return `${labels.void}: ${row.void_reason}`
  if (row.remittance_id !== null) return labels['paid-out']
  const state = row.is_handed_in ? labels['handed-in'] : labels['with-driver']
  return row.refusal ? `${state}. Delivery refused: ${row.refusal}` : state
}

const columns: readonly Column<Row>[] = [
  monoColumn('number', 'Receipt', 120, (row) => row.display_id),
  monoColumn('shipment', 'Shipment', 130, (row) => row.tracking_reference),
  textColumn('account', 'Owed to', 180, (row) => row.account_name),
  textColumn('driver', 'Driver', 160, (row) => row.driver_name),
  moneyColumn('due', 'To collect', 110, (row) => row.due),
  moneyColumn('amount', 'Collected', 110, (row) => row.amount),
  textColumn('method', 'Paid by', 120, (row) => collection_method_labels[row.method]),
  textColumn('slip', 'Slip', 110, (row) => row.slip_reference, { hidden: true }),
  textColumn('reason', 'Reason for a difference', 180, (row) => row.difference_reason),
  textColumn('state', 'State', 220, stateOf),
  localWhenColumn('when', 'Taken', 140, (row) => row.collected_at),
]

/** The receipts of money that drivers took from receivers. */
export default function ReceiptsPage() {
  const me = useMe()
  const accounts = useAccountFilter(true)
  const list = useList({
    name: 'cash-receipts',
    filters: useMemo(() => [...filters, ...accounts], [accounts]),
  })
  const between = list.between('taken')
  const found = useRows(
    cashApi.receipts,
    {
      ...list.input,
      state: list.someOf('state', states),
      account_id: list.ids('account'),
      from: between ? dayOf(between.from) : undefined,
      to: between ? dayOf(between.until) : undefined,
    },
    ({ receipts }) => receipts.map((receipt): Row => ({ ...receipt, id: receipt.number })),
  )
  const [voided, setVoided] = useState<Row | null>(null)
  return (
    <ListPage
      title="Receipts of drivers"
      of={found}
      list={list}
      columns={columns}
      exported
      tabs={<CashTabs chosen="/cash/receipts" />}
      searchHint="Receipt, shipment, driver or account"
      linkOf={(row) => `/shipments/${row.shipment_id}`}
      rowMenu={(row) =>
        mayCall(me, cashApi.voidReceipt) &&
        row.void_reason === '' &&
        row.cash_up_id === null &&
        row.remittance_id === null
          ? [{ label: 'Make void', danger: true, onSelect: () => setVoided(row) }]
          : []
      }
      card={(row) => ({
        title: `${row.display_id}, ${formatRand(row.amount)}`,
        lines: [
          `${row.tracking_reference} · ${row.account_name}`,
          `${row.driver_name} · ${shortWhen(row.collected_at, new Date())}`,
          stateOf(row),
        ],
      })}
      empty={{ title: 'No receipts yet.', text: 'Money that drivers take from receivers is listed here.' }}
    >
      {voided && <VoidDialog receipt={voided} onClose={() => setVoided(null)} />}
    </ListPage>
  )
}

function VoidDialog({ receipt, onClose }: { receipt: Row; onClose: () => void }) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() === '' ? [{ field: 'reason', message: 'Enter why the receipt is void.' }] : [],
  })
  const send = useEndpointMutation(cashApi.voidReceipt, {
    inForm: true,
    refresh: [cashApi.receipts, cashApi.holders, cashApi.payables],
    sentForApproval: onClose,
    done: ({ display_id }) => {
      toast.success(`${display_id} is void`)
      onClose()
    },
  })
  return (
    <Modal title={`Make ${receipt.display_id} void?`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Make void"
        onCancel={onClose}
        onSubmit={({ reason }) => send.mutate({ number: receipt.number, reason })}
      >
        <p>{`The ${formatRand(receipt.amount)} were given back to the receiver and are not owed to ${receipt.account_name} any more.`}</p>
        <TextField {...form.field('reason')} label="Reason" maxLength={500} />
      </FormPanel>
    </Modal>
  )
}
