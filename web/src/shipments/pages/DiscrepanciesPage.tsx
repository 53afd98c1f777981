import { useQuery } from '@tanstack/react-query'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { isStaff } from '@waybill/domain/kit/actor'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import {
  discrepancy_states,
  discrepancyLabel,
  mayDecideDiscrepancies,
  waiting_states,
} from '@waybill/domain/shipments/discrepancies/discrepancy'
import { useMemo } from 'react'
import { useAccountFilter } from '../../accounts/index.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import { choiceFilter, type Filter } from '../../kit/table/filters/filters.ts'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useViews, type View } from '../../kit/table/saved-views/saved-views.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { discrepancyCard, discrepancyColumns } from '../discrepancies/discrepancy-columns.tsx'

const common_filters: readonly Filter[] = [
  choiceFilter('state', 'State', discrepancy_states, discrepancyLabel, {
    pinned: true,
    groups: [{ label: 'Waiting', values: waiting_states }],
  }),
  { key: 'measured', label: 'Measured', kind: 'date', pinned: true },
]

/** The list of weight discrepancies: all of the company for staff, their own for customers. */
export default function DiscrepanciesPage() {
  const me = useMe()
  const accounts = useAccountFilter(true)
  const filters = useMemo(() => [...common_filters, ...accounts], [accounts])
  const list = useList({ name: 'weight-discrepancies', filters, sort: '-id' })
  const between = list.between('measured')
  const input = {
    ...list.input,
    state: list.someOf('state', discrepancy_states),
    account_id: list.ids('account'),
    from: between ? dayOf(between.from) : undefined,
    to: between ? dayOf(between.until) : undefined,
  }
  const found = useRows(discrepanciesApi.list, input, ({ discrepancies }) => discrepancies)
  const views = useViews(list, 'weight_discrepancies_filters', useGivenViews())
  const columns = useMemo(() => discrepancyColumns(me), [me])
  return (
    <ListPage
      title="Weight discrepancies"
      of={found}
      exported
      views={views}
      columns={columns}
      list={list}
      linkOf={(row) => `/weight-discrepancies/${row.id}`}
      searchHint={isStaff(me) ? 'Shipment or account' : 'Shipment'}
      card={(row) => discrepancyCard(row, me)}
      empty={{
        title: 'No weight discrepancies.',
        text: 'Parcels whose measured price differs much from the booked one are listed here until it is clear which one holds.',
      }}
    />
  )
}

/** Returns the views All and Waiting, and for staff who decide those that are disputed. */
function useGivenViews(): readonly View[] {
  const me = useMe()
  const decides = mayDecideDiscrepancies(me)
  const disputed = useQuery({
    ...endpointQuery(discrepanciesApi.list, { state: ['disputed'], limit: 1 }),
    enabled: decides,
  })
  return [
    { key: 'all', label: 'All', search: {} },
    { key: 'waiting', label: 'Waiting', search: { state: waiting_states.join(',') } },
    ...(decides
      ? [{ key: 'disputed', label: 'Disputed', search: { state: 'disputed' }, count: disputed.data?.count }]
      : []),
  ]
}
