import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { toRand } from '@waybill/domain/kit/money'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import {
  imported_state_labels,
  imported_states,
  importedApi,
  type ImportedPayment,
} from '@waybill/domain/payments/imported-payment'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { useList } from '../../kit/table/use-list.ts'
import { Money } from '../../kit/ui/values/Value.tsx'
import { ImportedBadge, whoseText } from './imported-texts.tsx'

/** State, query and columns of the imported payments list. The list state is stored in the URL. */
export function useImported() {
  const list = useList({
    name: 'imported-payments',
    sort: '-bank_date',
    filters: [
      {
        key: 'state',
        label: 'State',
        kind: 'choice',
        options: imported_states.map((value) => ({ value, label: imported_state_labels[value] })),
        pinned: true,
      },
      { key: 'date', label: 'Date', kind: 'date', pinned: true },
    ],
  })
  const between = list.between('date')
  const state = imported_states.filter((one) => list.chosen('state').includes(one))
  const input = {
    ...list.input,
    state: state.length > 0 ? state : undefined,
    start_date: between?.from,
    end_date: between?.until,
  }
  const query = useQuery({ ...endpointQuery(importedApi.list, input), placeholderData: keepPreviousData })
  return { list, input, query, columns: imported_columns }
}

const imported_columns: readonly Column<ImportedPayment>[] = [
  {
    key: 'bank_date',
    title: 'Date',
    width: 104,
    sort: 'bank_date',
    cell: ({ bank_date }) => formatDate(startOfDay(bank_date)),
    text: ({ bank_date }) => bank_date,
  },
  {
    key: 'state',
    title: 'State',
    width: 124,
    tight: true,
    cell: (payment) => <ImportedBadge payment={payment} />,
    text: ({ state }) => imported_state_labels[state],
  },
  {
    key: 'description',
    title: 'On the statement',
    width: 280,
    cell: ({ description }) => description,
    text: ({ description }) => description,
  },
  {
    key: 'reference',
    title: 'Reference',
    width: 140,
    cell: ({ reference }) => reference,
    text: ({ reference }) => reference,
  },
  { key: 'account', title: 'Account', width: 220, cell: whoseText, text: whoseText },
  {
    key: 'amount',
    title: 'Amount',
    width: 120,
    align: 'right',
    sort: 'amount',
    cell: ({ amount }) => <Money cents={amount} />,
    text: ({ amount }) => toRand(amount).toFixed(2),
  },
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
