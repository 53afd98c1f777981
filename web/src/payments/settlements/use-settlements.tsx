import { formatDate } from '@waybill/domain/kit/texts/format'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { gateway_names, gatewayTitle } from '@waybill/domain/payments/gateway-list'
import type { Settlement } from '@waybill/domain/payments/model'
import { settlementApi } from '@waybill/domain/payments/settlement-api'
import {
  settlement_difference_words,
  settlement_differences,
  settlement_kind_words,
} from '@waybill/domain/payments/settlement'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, moneyColumn, monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { choiceFilter } from '../../kit/table/filters/filters.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'

/** The difference as a filter value: the empty one is called `none` in the address. */
const filter_values = settlement_differences.map((value) => value || 'none')

/** State, query and columns of the settlements list. The list state is stored in the URL. */
export function useSettlements() {
  const list = useList({
    name: 'settlements',
    sort: '-day',
    filters: [
      choiceFilter('gateway', 'Gateway', gateway_names, gatewayTitle, { pinned: true }),
      choiceFilter(
        'difference',
        'Difference',
        filter_values,
        (value) => settlement_difference_words[differenceOf(value)],
        { pinned: true },
      ),
      { key: 'date', label: 'Date', kind: 'date', pinned: true },
    ],
  })
  const input = {
    ...list.input,
    gateway: list.someOf('gateway', gateway_names),
    difference: list.someOf('difference', filter_values)?.map(differenceOf),
    start_date: list.between('date')?.from,
    end_date: list.between('date')?.until,
  }
  return { list, columns, ...useRows(settlementApi.list, input, ({ settlements }) => settlements) }
}

function differenceOf(value: string): Settlement['difference'] {
  return settlement_differences.find((one) => one === value) ?? ''
}

/** The badge of a settlement line: whether it matches its payment. */
export function SettlementBadge({ of: { difference } }: { of: Settlement }) {
  return difference === '' ? (
    <StatusBadge family="green" label="Matches" mark="tick" />
  ) : (
    <StatusBadge family="red" label="Difference" />
  )
}

/** The day of a line, or a dash. */
export function dayText({ day }: Settlement): string {
  return day === null ? '–' : formatDate(startOfDay(day))
}

const columns: readonly Column<Settlement>[] = [
  textColumn('day', 'Date', 120, ({ day }) => day ?? '', { cell: dayText }),
  textColumn('gateway', 'Gateway', 92, ({ gateway }) => gatewayTitle(gateway)),
  textColumn('kind', 'Type', 100, ({ kind }) => settlement_kind_words[kind]),
  badgeColumn('state', 'State', 116, ({ difference }) => (difference === '' ? 'Matches' : 'Difference'), {
    cell: (line) => <SettlementBadge of={line} />,
  }),
  textColumn('difference', 'What differs', 300, ({ difference }) =>
    difference === '' ? '' : settlement_difference_words[difference],
  ),
  monoColumn('payment', 'Payment', 112, ({ payment_reference }) => payment_reference ?? ''),
  textColumn('account', 'Account', 88, ({ account_code }) => account_code),
  moneyColumn('gross', 'Amount', 108, ({ gross }) => gross),
  moneyColumn('fee', 'Fee', 96, ({ fee }) => fee),
  moneyColumn('net', 'Paid out', 108, ({ net }) => net),
  textColumn('gateway_reference', 'Reference', 160, ({ gateway_reference }) => gateway_reference, {
    hidden: true,
  }),
  textColumn('file_name', 'Report', 180, ({ file_name }) => file_name, { hidden: true }),
]
