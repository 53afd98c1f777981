import { IconFileExport } from '../kit/icons/icons.ts'
import { accountingApi, type AccountingExport } from '@waybill/domain/accounting/api'
import { export_formats, format_labels, type ExportFormat } from '@waybill/domain/accounting/chart'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useState } from 'react'
import { useEndpointMutation } from '../kit/api/index.ts'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { DateField } from '../kit/form/dates/DateField.tsx'
import { FieldRow, FormPanel } from '../kit/form/FormPanel.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { personName } from '../kit/session/people.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import type { Column } from '../kit/table/columns/columns.ts'
import {
  badgeColumn,
  countColumn,
  moneyColumn,
  monoColumn,
  textColumn,
} from '../kit/table/columns/column-kinds.tsx'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Row, Stack } from '../kit/ui/page-layout/Layout.tsx'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { useGo } from '../kit/url/use-go.ts'
import { exportState } from './export-state.ts'

/** Returns the days of a period for people. */
export function daysOf({ start_date, end_date }: { start_date: string; end_date: string }): string {
  return `${formatDate(startOfDay(start_date))} – ${formatDate(startOfDay(end_date))}`
}

const columns: readonly Column<AccountingExport>[] = [
  monoColumn('number', 'Export', 120, (row) => row.display_id),
  textColumn('format', 'Program', 220, (row) => format_labels[row.format]),
  textColumn('period', 'Period', 220, daysOf),
  countColumn('documents', 'Documents', 104, (row) => row.documents),
  moneyColumn('total', 'Invoiced', 128, (row) => row.total),
  badgeColumn('state', 'State', 132, (row) => exportState(row).label, {
    cell: (row) => <StatusBadge {...exportState(row)} />,
  }),
  textColumn('by', 'By', 160, (row) => personName(row.created_by), { quiet: true }),
]

/** The list of export batches, and the dialog for a new one. */
export function Exports() {
  const me = useMe()
  const list = useList({ name: 'accounting-exports' })
  const found = useRows(
    accountingApi.exports,
    { limit: list.input.limit, offset: list.input.offset },
    ({ exports }) => exports,
  )
  const [isOpen, setOpen] = useState(false)
  const add = mayCall(me, accountingApi.create) && (
    <Button variant="primary" icon={IconFileExport} onClick={() => setOpen(true)}>
      New export
    </Button>
  )
  return (
    <Stack>
      <Row>{add}</Row>
      <DataTable
        {...found}
        name={list.name}
        list={list}
        caption="Exports"
        columns={columns}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/billing/accounting/exports/${id}`}
        card={(row) => ({
          title: row.display_id,
          badge: <StatusBadge {...exportState(row)} />,
          lines: [format_labels[row.format], daysOf(row)],
        })}
        empty={{
          title: 'No exports yet.',
          text: 'An export contains the invoices, credit notes, receipts and journals of a period for your accounting program.',
        }}
      />
      {isOpen && <NewExport onClose={() => setOpen(false)} />}
    </Stack>
  )
}

interface Values {
  format: ExportFormat
  start_date: string | null
  end_date: string | null
}

/** Returns the first and last day of the month before a day. */
export function lastMonthOf(day: string): { start_date: string; end_date: string } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const iso = (date: Date): string => date.toISOString().slice(0, 10)
  return {
    start_date: iso(new Date(Date.UTC(year, month - 2, 1))),
    end_date: iso(new Date(Date.UTC(year, month - 1, 0))),
  }
}

function NewExport({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const today = dayOf(new Date())
  const form = useForm<Values>({
    initial: { format: 'csv', ...lastMonthOf(today) },
    check: ({ start_date: from, end_date: until }) => [
      ...(from ? [] : [{ field: 'start_date', message: 'Choose the first day.' }]),
      ...(until ? [] : [{ field: 'end_date', message: 'Choose the last day.' }]),
      ...(from && until && from > until
        ? [{ field: 'end_date', message: 'The last day must not be before the first.' }]
        : []),
    ],
  })
  const create = useEndpointMutation(accountingApi.create, {
    inForm: true,
    refresh: [accountingApi.exports],
    done: ({ id }) => void go(`/billing/accounting/exports/${id}`),
  })
  return (
    <Modal title="New export" onClose={onClose}>
      <FormPanel
        form={form}
        saving={create.isPending || create.isSuccess}
        error={create.error}
        submit="Export"
        onCancel={onClose}
        onSubmit={({ format, start_date, end_date }) => {
          if (start_date && end_date) create.mutate({ format, start_date, end_date })
        }}
      >
        <SelectField
          {...form.field('format')}
          label="Accounting program"
          hint="Documents that are already in an export are left out."
          options={export_formats.map((value) => ({ value, label: format_labels[value] }))}
        />
        <FieldRow>
          <DateField {...form.field('start_date')} label="From" until={today} />
          <DateField {...form.field('end_date')} label="To" until={today} />
        </FieldRow>
      </FormPanel>
    </Modal>
  )
}
