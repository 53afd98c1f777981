import { IconPrinter } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { cashApi } from '@waybill/domain/cash/api'
import { cash_up_state_labels } from '@waybill/domain/cash/cash-up'
import {
  till_movement_labels,
  till_taking_labels,
  type Takings,
  type TillReport,
  type TillShift,
} from '@waybill/domain/cash/till-report'
import { formatRand } from '@waybill/domain/kit/money'
import type { ReactNode } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import {
  localWhenColumn,
  moneyColumn,
  monoColumn,
  textColumn,
} from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import type { TableQuery } from '../../kit/table/table-props.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { fullWhen, shortWhen } from '../../kit/ui/values/moments.ts'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { usePageSearch } from '../../kit/url/use-page-search.ts'
import { CashTabs } from '../CashTabs.tsx'
import { openTillReport } from '../open-file.ts'

/** The report of a till: of the operator's open or last one, or of the one in the address, with earlier shifts. */
export default function TillReportPage() {
  const { till_id } = usePageSearch('/cash/till/report')
  const id = Number(till_id) || undefined
  const query = useQuery(endpointQuery(cashApi.tillReport, { till_id: id }))
  const report = query.data?.report ?? null
  return (
    <Page width="detail">
      <PageHeader
        title="Till report"
        back={{ to: '/cash/till', label: 'My till' }}
        note={
          report ? `${report.operator_name}, opened ${shortWhen(report.opened_at, new Date())}` : undefined
        }
        {...(report ? { badge: <ShiftBadge report={report} /> } : {})}
        actions={
          report && (
            <Button icon={IconPrinter} data-shortcut="p" onClick={() => void openTillReport(report.till_id)}>
              Print, 80 mm
            </Button>
          )
        }
      />
      <CashTabs chosen="/cash/till" />
      {query.isError ? (
        <RegionError thrown={query.error} what="The till report" onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Loading />
      ) : (
        <Stack>
          {report ? (
            <Report report={report} query={query} />
          ) : (
            <EmptyState title="No till yet.">The report appears once you open your till.</EmptyState>
          )}
          <Shifts />
        </Stack>
      )}
    </Page>
  )
}

function ShiftBadge({ report: { count, closed_at } }: { report: TillReport }) {
  if (closed_at) return <StatusBadge family="green" label="Closed" />
  if (count) return <StatusBadge family="yellow" label={cash_up_state_labels[count.state]} />
  return <StatusBadge family="blue" label="Open" />
}

/** Returns an amount with the number of payments that make it up. */
const withNumber = ({ payments, amount }: Takings, sign = 1): string =>
  `${formatRand(sign * amount)} (${payments})`

type Movement = TillReport['movements'][number]
type Taking = TillReport['takings'][number]

const movement_columns: readonly Column<Movement>[] = [
  localWhenColumn('when', 'When', 132, (row) => row.time_created),
  textColumn('kind', 'Movement', 120, (row) => till_movement_labels[row.kind]),
  textColumn('description', 'For', 160, (row) => row.description),
  moneyColumn('amount', 'Amount', 112, (row) => row.amount),
]

const taking_columns: readonly Column<Taking>[] = [
  localWhenColumn('when', 'When', 132, (row) => row.time_created),
  textColumn('method', 'Paid by', 120, (row) => till_taking_labels[row.method]),
  monoColumn('payment', 'Payment', 112, (row) => row.reference),
  monoColumn('shipment', 'Shipment', 120, (row) => row.shipment_reference),
  textColumn('state', 'Remark', 88, (row) => (row.is_reversed ? 'Reversed' : '')),
  moneyColumn('amount', 'Amount', 112, (row) => row.amount),
]

function Report({ report, query }: { report: TillReport; query: TableQuery }) {
  const { opening, cash, payouts, expected, card, links, count, movements, takings } = report
  return (
    <Columns
      main={
        <>
          <Card title="Cash movements" note={String(movements.length)} flush>
            <DataTable
              name="till-movements"
              caption="Cash movements"
              inCard
              columns={movement_columns}
              rows={movements}
              idOf={(row) => row.id}
              query={query}
              card={(row) => ({
                title: `${till_movement_labels[row.kind]}, ${formatRand(row.amount)}`,
                lines: [row.description, shortWhen(row.time_created, new Date())],
              })}
              empty={{ title: 'No cash has moved yet.' }}
            />
          </Card>
          <Card title="Card and links" note={String(takings.length)} flush>
            <DataTable
              name="till-takings"
              caption="Card and links"
              inCard
              columns={taking_columns}
              rows={takings}
              idOf={(row) => row.payment_id}
              query={query}
              card={(row) => ({
                title: `${till_taking_labels[row.method]}, ${formatRand(row.amount)}`,
                lines: [
                  [row.shipment_reference, row.is_reversed ? 'reversed' : ''].filter(Boolean).join(' · '),
                  shortWhen(row.time_created, new Date()),
                ],
              })}
              empty={{ title: 'Nothing was paid by card or link in this shift.' }}
            />
          </Card>
        </>
      }
      side={
        <>
          <Card title="Cash in the till">
            <Facts
              split
              of={[
                ['Opening float', formatRand(opening)],
                ['Cash taken', withNumber(cash)],
                ['Paid out', withNumber(payouts, -1)],
                ['Expected', <strong key="expected">{formatRand(expected)}</strong>],
                ...countFacts(count),
              ]}
            />
          </Card>
          <Card title="Without cash">
            <Facts
              split
              of={[
                [till_taking_labels['card-terminal'], withNumber(card)],
                [till_taking_labels.link, withNumber(links)],
              ]}
            />
          </Card>
        </>
      }
    />
  )
}

/** Returns the count and its confirmation as facts. */
function countFacts(count: TillReport['count']): (readonly [string, ReactNode])[] {
  if (!count) return [['Counted', 'Not yet']]
  return [
    ['Counted', formatRand(count.counted)],
    ['Difference', formatRand(count.difference)],
    ...(count.difference_reason ? [['Reason', count.difference_reason] as const] : []),
    ['Counted by', `${count.counted_by_name}, ${fullWhen(count.counted_at)}`],
    [
      'Confirmed by',
      count.confirmed_at && count.confirmed_by_name
        ? `${count.confirmed_by_name}, ${fullWhen(count.confirmed_at)}`
        : 'Not yet',
    ],
  ]
}

const shift_columns: readonly Column<TillShift>[] = [
  monoColumn('till', 'Till', 72, (row) => String(row.till_id)),
  textColumn('operator', 'Operator', 160, (row) => row.operator_name),
  localWhenColumn('opened', 'Opened', 140, (row) => row.opened_at),
  localWhenColumn('closed', 'Closed', 140, (row) => row.closed_at),
]

/** The shifts that the user may see, newest first. */
function Shifts() {
  const list = useList({ name: 'till-shifts' })
  const found = useRows(cashApi.tillShifts, list.input, ({ tills }) => tills)
  return (
    <Card title="Shifts" flush>
      <DataTable
        {...found}
        name="till-shifts"
        caption="Shifts"
        inCard
        list={list}
        columns={shift_columns}
        idOf={(row) => row.till_id}
        linkOf={(row) => `/cash/till/report?till_id=${row.till_id}`}
        card={(row) => ({
          title: row.operator_name,
          lines: [`Opened ${shortWhen(row.opened_at, new Date())}`],
        })}
        empty={{ title: 'No shifts yet.' }}
      />
    </Card>
  )
}
