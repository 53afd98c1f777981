import { formatDate } from '@waybill/domain/kit/texts/format'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import {
  imported_state_labels,
  imported_states,
  importedApi,
  type ImportedPayment,
} from '@waybill/domain/payments/imported-payment'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ImportedBadge, whoseText } from './imported-texts.tsx'
import { choiceFilter } from '../../kit/table/filters/filters.ts'

/** State, query and columns of the imported payments list. The list state is stored in the URL. */
export function useImported() {
  const list = useList({
    name: 'imported-payments',
    sort: '-bank_date',
    filters: [
      choiceFilter('state', 'State', imported_states, (value) => imported_state_labels[value], {
        pinned: true,
      }),
      { key: 'date', label: 'Date', kind: 'date', pinned: true },
    ],
  })
  const input = {
    ...list.input,
    state: list.someOf('state', imported_states),
    start_date: list.between('date')?.from,
    end_date: list.between('date')?.until,
  }
  return {
    list,
    columns: imported_columns,
    ...useRows(importedApi.list, input, ({ imported_payments }) => imported_payments),
  }
}

const imported_columns: readonly Column<ImportedPayment>[] = [
  textColumn('bank_date', 'Date', 104, ({ bank_date }) => bank_date, {
    sort: 'bank_date',
    cell: ({ bank_date }) => formatDate(startOfDay(bank_date)),
  }),
  badgeColumn('state', 'State', 124, ({ state }) => imported_state_labels[state], {
    cell: (payment) => <ImportedBadge payment={payment} />,
  }),
  textColumn('description', 'On the statement', 280, ({ description }) => description),
  textColumn('reference', 'Reference', 140, ({ reference }) => reference),
  textColumn('account', 'Account', 220, whoseText),
  moneyColumn('amount', 'Amount', 120, ({ amount }) => amount, { sort: 'amount' }),
  {
    key: 'bank_account',
    title: 'Bank account',
    hidden: true,
    cell: ({ bank_account }) => bank_account,
    text: ({ bank_account }) => bank_account,
  },
  {
    key: 'remark',
    title: 'Remark',
    hidden: true,
    cell: ({ remark }) => remark,
    text: ({ remark }) => remark,
  },
]
