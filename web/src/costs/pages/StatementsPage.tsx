import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../kit/icons/icons.ts'
import { payApi } from '@waybill/domain/costs/api'
import { statement_state_labels, statement_states, type PayStatement } from '@waybill/domain/costs/model'
import { checkPeriod } from '@waybill/domain/costs/statement'
import { driversApi } from '@waybill/domain/drivers/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { badgeColumn, moneyColumn, monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { ExportMenu } from '../../kit/table/export/ExportMenu.tsx'
import { choiceFilter } from '../../kit/table/filters/filters.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { CostTabs } from '../CostTabs.tsx'
import { StatementBadge } from '../StatementBadge.tsx'

const columns: readonly Column<PayStatement>[] = [
  monoColumn('number', 'Number', 108, (row) => row.display_id, { sort: 'id' }),
  badgeColumn('state', 'State', 120, (row) => statement_state_labels[row.state], {
    sort: 'state',
    cell: (row) => <StatementBadge state={row.state} />,
  }),
  textColumn('driver', 'Driver', 190, (row) => row.driver_name, { sort: 'username' }),
  textColumn('branch', 'Branch', 140, (row) => row.branch_name),
  textColumn('from', 'From', 120, (row) => dayText(row.from_day), { sort: 'from_day' }),
  textColumn('to', 'To', 120, (row) => dayText(row.to_day), { sort: 'to_day' }),
  moneyColumn('total', 'Total', 120, (row) => row.total, { sort: 'total' }),
  textColumn('reference', 'Payment reference', 160, (row) => row.payment_reference),
]

const filters = [
  choiceFilter('state', 'State', statement_states, (state) => statement_state_labels[state], {
    pinned: true,
  }),
]

/** The list of statements of drivers, and preparing them. */
export default function StatementsPage() {
  const me = useMe()
  const list = useList({ name: 'pay-statements', filters, sort: '-id' })
  const input = { ...list.input, state: list.someOf('state', statement_states) }
  const found = useRows(payApi.statements, input, ({ pay_statements }) => pay_statements)
  const [isPreparing, setPreparing] = useState(false)
  const prepare = mayCall(me, payApi.prepare) && (
    <Button variant="primary" icon={IconPlus} data-shortcut="n" onClick={() => setPreparing(true)}>
      Prepare statements
    </Button>
  )
  return (
    <Page width="list">
      <PageHeader
        title="Costs and pay"
        note="What drivers are paid"
        primary={prepare}
        actions={
          <ExportMenu
            name="pay-statements"
            columns={columns}
            rows={found.rows ?? []}
            fetchAll={found.fetchAll}
          />
        }
      />
      <CostTabs chosen="statements" />
      <DataTable
        {...found}
        name="pay-statements"
        caption="Driver statements"
        columns={columns}
        list={list}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/costs/statements/${id}`}
        card={(row) => ({
          title: row.driver_name,
          badge: <StatementBadge state={row.state} size="compact" />,
          lines: [
            row.display_id,
            `${dayText(row.from_day)} – ${dayText(row.to_day)} · ${formatRand(row.total)}`,
          ],
        })}
        empty={{
          title: 'No statements yet.',
          text: 'Give drivers a pay plan, then prepare the statements of a period.',
          action: prepare,
        }}
      />
      {isPreparing && <PrepareDialog onClose={() => setPreparing(false)} />}
    </Page>
  )
}

function PrepareDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const drivers = useQuery({
    ...endpointQuery(driversApi.list, {}),
    enabled: mayCall(me, driversApi.list),
  })
  const form = useForm<{ from: string | null; to: string | null; username: string | null }>({
    initial: { from: null, to: null, username: null },
    check: ({ from, to }) => {
      if (from === null) return [{ field: 'from', message: 'Choose the first day.' }]
      if (to === null) return [{ field: 'to', message: 'Choose the last day.' }]
      const result = checkPeriod({ from, to }, dayOf(new Date()))
      return result === true ? [] : result.fields
    },
  })
  const send = useEndpointMutation(payApi.prepare, {
    inForm: true,
    refresh: [payApi.statements, payApi.lines],
    done: ({ prepared, total }) => {
      if (prepared === 0) toast.info('Nothing to pay for up to this day that is not on a statement already.')
      else
        toast.success(
          prepared === 1
            ? `One statement prepared: ${formatRand(total)}`
            : `${prepared} statements prepared: ${formatRand(total)}`,
        )
      onClose()
    },
  })
  return (
    <Modal title="Prepare statements" onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Prepare"
        onCancel={onClose}
        onSubmit={({ from, to, username }) =>
          from !== null && to !== null && send.mutate({ from, to, username: username ?? undefined })
        }
      >
        <p>
          Everything that drivers earned up to the last day and that is on no statement is put on a draft for
          each driver. Another person approves it.
        </p>
        <FieldRow>
          <DateField {...form.field('from')} label="First day" />
          <DateField {...form.field('to')} label="Last day" />
        </FieldRow>
        {drivers.data && (
          <SelectField
            {...form.field('username')}
            label="Driver"
            optional
            clearable
            placeholder="All drivers"
            options={drivers.data.drivers.map(({ username, name }) => ({ value: username, label: name }))}
          />
        )}
      </FormPanel>
    </Modal>
  )
}
