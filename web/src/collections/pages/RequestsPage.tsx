import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconRepeat } from '../../kit/icons/icons.ts'
import { collectionsApi } from '@waybill/domain/collections/api'
import { branchLimit, isStaff } from '@waybill/domain/kit/actor'
import { useMemo } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useViews, type View } from '../../kit/table/saved-views/saved-views.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { requestCard, requestColumns } from '../list-columns.tsx'
import { choiceOf, common_filters, inputOf, open_search } from '../list-filters.ts'
import { headingOf } from '../request-texts.ts'
import { useAccountFilter } from '../../accounts/index.ts'
import type { Filter } from '../../kit/table/filters/filters.ts'
import { useBranchOptions, useDriverOptions } from './use-company.ts'

/** Interval between updates of the number of problems, in ms. */
const problem_refresh_ms = 60_000

/** Page with the list of collection requests (NAV-023). */
export default function RequestsPage() {
  const me = useMe()
  const filters = useRequestFilters()
  const list = useList({ name: 'collection_requests', filters, sort: '-date' })
  const found = useRows(collectionsApi.list, inputOf(list), ({ collection_requests }) => collection_requests)
  const views = useViews(list, 'collection_requests_filters', useGivenViews())
  const columns = useMemo(() => requestColumns(me), [me])
  const create = mayCall(me, collectionsApi.create) && (
    <ButtonLink to="/collection-requests/new" variant="primary" icon={IconPlus} data-shortcut="n">
      New request
    </ButtonLink>
  )
  return (
    <ListPage
      title={headingOf(me)}
      actions={
        <ButtonLink to="/collection-requests/recurring" icon={IconRepeat}>
          Recurring
        </ButtonLink>
      }
      primary={create}
      of={found}
      exported
      views={views}
      columns={columns}
      list={list}
      linkOf={(row) => `/collection-requests/${row.id}`}
      searchHint={isStaff(me) ? 'Number, account or place' : 'Number, place or reference'}
      card={(row) => requestCard(row, me)}
      empty={{
        title: 'No collection requests yet.',
        text: isStaff(me)
          ? 'Requests to fetch parcels in bulk are listed here.'
          : 'Ask us to fetch many parcels at once; their waybills can follow later.',
        action: create,
      }}
    />
  )
}

/** Returns the predefined views: All, Open and, for staff, Problem with its count (STAT-021). */
function useGivenViews(): readonly View[] {
  const me = useMe()
  const problems = useQuery({
    ...endpointQuery(collectionsApi.list, { problem: true, limit: 1 }),
    enabled: isStaff(me),
    refetchInterval: problem_refresh_ms,
    staleTime: problem_refresh_ms,
  })
  const count = problems.data?.count
  const problem: View = {
    key: 'problem',
    label: 'Problem',
    search: { problem: 'yes' },
    count,
    urgent: count !== undefined && count > 0,
  }
  return [
    { key: 'all', label: 'All', search: {} },
    { key: 'open', label: 'Open', search: open_search },
    ...(isStaff(me) ? [problem] : []),
  ]
}

/** Returns the filters of the list. Staff can also filter by account, branch and driver. */
function useRequestFilters(): readonly Filter[] {
  const me = useMe()
  const accounts = useAccountFilter(true)
  const branches = useBranchOptions()
  const drivers = useDriverOptions()
  if (!isStaff(me)) return common_filters
  return [
    ...common_filters,
    ...accounts,
    ...(branchLimit(me) === null ? choiceOf('branch', 'Branch', branches) : []),
    ...choiceOf('driver', 'Driver', drivers, { single: true }),
  ]
}
