import { cashApi } from '@waybill/domain/cash/api'
import {
  cash_up_state_labels,
  cash_up_states,
  mayDecide,
  type CashUpState,
} from '@waybill/domain/cash/cash-up'
import { denominations } from '@waybill/domain/cash/denominations'
import type { CashUp } from '@waybill/domain/cash/model'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import {
  badgeColumn,
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
import { Facts } from '../../kit/ui/page-layout/Card.tsx'
import { shortWhen } from '../../kit/ui/values/moments.ts'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { CashTabs } from '../CashTabs.tsx'

const families = { counted: 'yellow', confirmed: 'green', rejected: 'red' } as const

function CountBadge({ state }: { state: CashUpState }) {
  return <StatusBadge family={families[state]} label={cash_up_state_labels[state]} />
}

const filters: readonly Filter[] = [
  choiceFilter('state', 'State', cash_up_states, (state) => cash_up_state_labels[state], { pinned: true }),
  { key: 'counted', label: 'Counted', kind: 'date', pinned: true },
]

const columns: readonly Column<CashUp>[] = [
  monoColumn('number', 'Number', 80, (row) => String(row.id)),
  textColumn('holder', 'Whose cash', 140, (row) => row.holder_name),
  badgeColumn('state', 'State', 120, (row) => cash_up_state_labels[row.state], {
    cell: (row) => <CountBadge state={row.state} />,
  }),
  moneyColumn('expected', 'Expected', 104, (row) => row.expected),
  moneyColumn('counted', 'Counted', 104, (row) => row.counted),
  moneyColumn('difference', 'Difference', 104, (row) => row.counted - row.expected),
  textColumn('reason', 'Reason', 120, (row) => row.difference_reason),
  textColumn('counted_by', 'Counted by', 124, (row) => row.counted_by_name),
  textColumn('confirmed_by', 'Confirmed by', 124, (row) => row.confirmed_by_name),
  localWhenColumn('when', 'When', 140, (row) => row.time_created),
]

/** The counts of cash of drivers and tills, which another person confirms. */
export default function CountsPage() {
  const me = useMe()
  const go = useGo()
  const list = useList({ name: 'cash-ups', filters })
  const between = list.between('counted')
  const found = useRows(
    cashApi.cashUps,
    {
      ...list.input,
      state: list.someOf('state', cash_up_states),
      from: between ? dayOf(between.from) : undefined,
      to: between ? dayOf(between.until) : undefined,
    },
    ({ cash_ups }) => cash_ups,
  )
  const [open, setOpen] = useState<{ row: CashUp; does: 'confirm' | 'reject' } | null>(null)
  return (
    <ListPage
      title="Counts of cash"
      of={found}
      list={list}
      columns={columns}
      exported
      tabs={<CashTabs chosen="/cash/counts" />}
      searchHint="Name"
      rowMenu={(row) => [
        ...(row.till_id !== null && mayCall(me, cashApi.tillReport)
          ? [{ label: 'Till report', onSelect: () => void go(`/cash/till/report?till_id=${row.till_id}`) }]
          : []),
        ...(mayCall(me, cashApi.decide) && row.state === 'counted'
          ? [
              {
                label: 'Confirm',
                verdict: mayDecide(me, row),
                onSelect: () => setOpen({ row, does: 'confirm' }),
              },
              {
                label: 'Reject',
                verdict: mayDecide(me, row),
                onSelect: () => setOpen({ row, does: 'reject' }),
              },
            ]
          : []),
      ]}
      card={(row) => ({
        title: `${row.holder_name}, ${formatRand(row.counted)}`,
        badge: <CountBadge state={row.state} />,
        lines: [
          `Expected ${formatRand(row.expected)}`,
          `${row.counted_by_name} · ${shortWhen(row.time_created, new Date())}`,
        ],
      })}
      empty={{ title: 'No counts yet.', text: 'What drivers and operators hand in is listed here.' }}
    >
      {open && <DecideDialog {...open} onClose={() => setOpen(null)} />}
    </ListPage>
  )
}

function DecideDialog({
  row,
  does,
  onClose,
}: {
  row: CashUp
  does: 'confirm' | 'reject'
  onClose: () => void
}) {
  const isConfirmed = does === 'confirm'
  const form = useForm({ initial: { reason: '' } })
  const decide = useEndpointMutation(cashApi.decide, {
    inForm: true,
    refresh: [cashApi.cashUps, cashApi.holders, cashApi.receipts, cashApi.payables, cashApi.drawer],
    done: () => {
      toast.success(isConfirmed ? `${formatRand(row.counted)} are in the safe` : 'The count was rejected')
      onClose()
    },
  })
  return (
    <Modal
      title={
        isConfirmed ? `Confirm the count of ${row.holder_name}` : `Reject the count of ${row.holder_name}`
      }
      onClose={onClose}
    >
      <FormPanel
        form={form}
        saving={decide.isPending}
        error={decide.error}
        submit={isConfirmed ? 'Confirm' : 'Reject'}
        onCancel={onClose}
        onSubmit={({ reason }) =>
          decide.mutate({ id: row.id, is_confirmed: isConfirmed, reason: reason.trim() || undefined })
        }
      >
        <Facts
          split
          of={[
            ['Expected', formatRand(row.expected)],
            ['Counted', formatRand(row.counted)],
            ...denominations
              .filter((value) => row.denominations[String(value)])
              .map((value) => [formatRand(value), `× ${row.denominations[String(value)]}`] as const),
            ...(row.difference_reason ? [['Reason for the difference', row.difference_reason] as const] : []),
            ...(row.unused_numbers
              ? [['Receipt numbers left out', `${row.unused_numbers}: ${row.unused_reason}`] as const]
              : []),
          ]}
        />
        {!isConfirmed && <TextField {...form.field('reason')} label="Reason" maxLength={500} />}
      </FormPanel>
    </Modal>
  )
}
