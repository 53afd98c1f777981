import { useQuery } from '@tanstack/react-query'
import { accountingApi, type VatReturnRow } from '@waybill/domain/accounting/api'
import {
  boxes_with_rows,
  vat_box_labels,
  type BoxWithRows,
  type VatBox,
} from '@waybill/domain/accounting/vat-return'
import { vat_return_assumptions } from '@waybill/domain/accounting/assumptions'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { dayOf, parseInstant } from '@waybill/domain/kit/calls/wire'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { endpointQuery } from '../kit/api/index.ts'
import { DateField } from '../kit/form/dates/DateField.tsx'
import { FieldRow, FormPanel } from '../kit/form/FormPanel.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import type { Column } from '../kit/table/columns/columns.ts'
import { moneyColumn, monoColumn, textColumn } from '../kit/table/columns/column-kinds.tsx'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../kit/ui/states/States.tsx'
import { useSearchState } from '../kit/url/use-search.ts'
import { Assumptions } from './Assumptions.tsx'
import { lastMonthOf } from './Exports.tsx'

interface Days {
  start_date: string
  end_date: string
}

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(text) !== null

/** The VAT201 fields of a period, the check against the ledger, and the rows of the chosen field. */
export function VatReturn() {
  const { values, set } = useSearchState()
  const usual = lastMonthOf(dayOf(new Date()))
  const days: Days =
    isDay(values.from) && isDay(values.until) && values.from <= values.until
      ? { start_date: values.from, end_date: values.until }
      : usual
  const box = boxes_with_rows.find((one) => one === values.box)
  return (
    <Stack>
      <PeriodForm
        key={`${days.start_date} ${days.end_date}`}
        days={days}
        onChoose={({ start_date, end_date }) =>
          set({ from: start_date, until: end_date, box: undefined, page: undefined })
        }
      />
      <Boxes days={days} />
      {box && <BoxRows days={days} box={box} />}
    </Stack>
  )
}

function PeriodForm({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const form = useForm<{ start_date: string | null; end_date: string | null }>({
    initial: days,
    check: ({ start_date: from, end_date: until }) => [
      ...(from ? [] : [{ field: 'start_date', message: 'Choose the first day.' }]),
      ...(until ? [] : [{ field: 'end_date', message: 'Choose the last day.' }]),
      ...(from && until && from > until
        ? [{ field: 'end_date', message: 'The last day must not be before the first.' }]
        : []),
    ],
  })
  return (
    <Card title="Tax period">
      <FormPanel
        form={form}
        saving={false}
        error={null}
        submit="Show period"
        onSubmit={({ start_date, end_date }) => {
          if (!start_date || !end_date) return
          form.reset({ start_date, end_date })
          onChoose({ start_date, end_date })
        }}
      >
        <FieldRow>
          <DateField {...form.field('start_date')} label="From" />
          <DateField {...form.field('end_date')} label="To" />
        </FieldRow>
      </FormPanel>
    </Card>
  )
}

interface BoxRow {
  box: VatBox
  label: string
  amount: Cents
  has_rows: boolean
}

function Boxes({ days }: { days: Days }) {
  const query = useQuery(endpointQuery(accountingApi.vatReturn, days))
  const columns: readonly Column<BoxRow>[] = [
    monoColumn('box', 'Field', 72, (row) => row.box),
    textColumn('label', 'Description', 420, (row) => row.label, {
      whole: true,
      cell: (row) =>
        row.has_rows ? (
          <AppLink
            to={`/billing/accounting?part=vat&from=${days.start_date}&until=${days.end_date}&box=${row.box}`}
          >
            {row.label}
          </AppLink>
        ) : (
          row.label
        ),
    }),
    moneyColumn('amount', 'Amount', 160, (row) => row.amount),
  ]
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="The VAT return" onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading lines={8} />
  const { boxes, ledger_vat, difference, is_registered } = query.data
  return (
    <Stack>
      {!is_registered && (
        <Notice
          variant="info"
          title="No VAT is charged, because the company has no VAT number in its settings."
        />
      )}
      {difference === 0 ? (
        <Notice variant="success" title={`Field 20 agrees with the ledger: ${formatRand(ledger_vat)}.`}>
          Purchases are not in this system. Add their input tax from your accounting program.
        </Notice>
      ) : (
        <Notice variant="error" title={`Field 20 differs from the ledger by ${formatRand(difference)}.`}>
          Do not submit this return. Report the difference to support.
        </Notice>
      )}
      <Assumptions
        title="Assumed in these fields: ask your accountant before you submit the first return"
        of={vat_return_assumptions}
      />
      <Card title="VAT201" flush>
        <DataTable
          inCard
          name="vat-return"
          caption="VAT201"
          columns={columns}
          rows={boxes}
          query={query}
          idOf={({ box }) => box}
          card={(row) => ({ title: row.box, badge: formatRand(row.amount), lines: [row.label] })}
          empty={{ title: 'Nothing was earned in this period.' }}
        />
      </Card>
    </Stack>
  )
}

const documentLink = ({ invoice_id, credit_note_id }: VatReturnRow): string | null => {
  if (credit_note_id > 0) return `/accounts/credit-notes/${credit_note_id}`
  return invoice_id > 0 ? `/accounts/invoices/${invoice_id}` : null
}

const row_columns: readonly Column<VatReturnRow>[] = [
  textColumn('date', 'Date', 104, (row) => formatDate(row.date)),
  textColumn('type', 'Type', 200, (row) => transaction_types[row.type].label),
  textColumn('document', 'Document', 132, (row) => row.document, {
    cell: (row) => {
      const link = documentLink(row)
      return link ? <AppLink to={link}>{row.document}</AppLink> : row.document
    },
  }),
  textColumn('account', 'Account', 220, (row) => `${row.account_name} (${row.account_code})`),
  monoColumn('shipment', 'Shipment', 132, (row) => row.shipment_reference),
  moneyColumn('amount', 'Amount', 128, (row) => row.amount),
]

function BoxRows({ days, box }: { days: Days; box: BoxWithRows }) {
  const list = useList({ name: 'vat-rows' })
  const found = useRows(
    accountingApi.vatRows,
    { ...days, box, limit: list.input.limit, offset: list.input.offset },
    ({ rows }) => rows,
  )
  return (
    <Card title={`Field ${box}: ${vat_box_labels[box]}`} flush>
      <DataTable
        {...found}
        inCard
        name={list.name}
        list={list}
        caption={`Rows of field ${box}`}
        columns={row_columns}
        idOf={({ id }) => id}
        card={(row) => ({
          title: row.document || transaction_types[row.type].label,
          badge: formatRand(row.amount),
          lines: [row.account_name, formatDate(row.date)],
        })}
        empty={{ title: 'Nothing in this field.' }}
      />
    </Card>
  )
}
