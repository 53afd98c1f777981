import { useQuery } from '@tanstack/react-query'
import {
  IconBan,
  IconExternalLink,
  IconPencil,
  IconPlus,
  IconRepeat,
  IconSteeringWheel,
} from '../../kit/icons/icons.ts'
import { collectionsApi } from '@waybill/domain/collections/api'
import type { CollectionRequest } from '@waybill/domain/collections/model'
import { mayEdit, mayEnter } from '@waybill/domain/collections/rules'
import { branchLimit, isOffice, isStaff } from '@waybill/domain/kit/actor'
import { conflict } from '@waybill/domain/kit/problem'
import { useMemo, useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ListPage } from '../../kit/table/ListPage.tsx'
import type { BulkAction } from '../../kit/table/rows/BulkBar.tsx'
import { useViews, type View } from '../../kit/table/saved-views/saved-views.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import type { MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { requestCard, requestColumns } from '../list-columns.tsx'
import { AssignDialog, CancelDialog } from '../RequestDialogs.tsx'
import { choiceOf, common_filters, inputOf, open_search } from '../list-filters.ts'
import { headingOf } from '../request-texts.ts'
import { useAccountFilter } from '../../accounts/index.ts'
import type { Filter } from '../../kit/table/filters/filters.ts'
import { useBranchOptions, useDriverOptions } from './use-company.ts'

/** Interval between updates of the number of problems, in ms. */
const problem_refresh_ms = 60_000

/** Maximum number of requests assigned at once: each is locked and checked in one transaction. */
const max_assigned = 100

/** Page with the list of collection requests (NAV-023). */
export default function RequestsPage() {
  const me = useMe()
  const go = useGo()
  const filters = useRequestFilters()
  const list = useList({ name: 'collection_requests', filters, sort: '-date' })
  const found = useRows(collectionsApi.list, inputOf(list), ({ collection_requests }) => collection_requests)
  const views = useViews(list, 'collection_requests_filters', useGivenViews())
  const columns = useMemo(() => requestColumns(me), [me])
  const [assigning, setAssigning] = useState<{
    requests: readonly CollectionRequest[]
    onRejected?: (requests: readonly CollectionRequest[]) => void
  } | null>(null)
  const [cancelling, setCancelling] = useState<CollectionRequest | null>(null)
  const mayAssign = isOffice(me) && mayCall(me, collectionsApi.assign)
  const bulk: BulkAction<CollectionRequest>[] = [
    {
      label: 'Assign driver…',
      icon: IconSteeringWheel,
      onSelect: async ({ read, retain }) => {
        try {
          setAssigning({
            requests: await read(() => found.fetchUpTo(max_assigned)),
            onRejected: retain,
          })
        } catch (thrown) {
          showError(thrown)
        }
      },
      verdict: ({ count }) =>
        count <= max_assigned
          ? true
          : conflict(`At most ${max_assigned} requests are assigned at once. Choose fewer.`),
    },
  ]
  const rowMenu = (row: CollectionRequest): readonly MenuEntry[] => [
    {
      label: 'Open in new tab',
      icon: IconExternalLink,
      onSelect: () => void window.open(`/collection-requests/${row.id}`, '_blank', 'noopener'),
    },
    ...(mayAssign
      ? [
          {
            label: 'Assign driver…',
            icon: IconSteeringWheel,
            verdict: mayEdit(row),
            onSelect: () => setAssigning({ requests: [row] }),
          },
        ]
      : []),
    ...(mayCall(me, collectionsApi.change)
      ? [
          {
            label: 'Edit',
            icon: IconPencil,
            verdict: mayEdit(row),
            onSelect: () => go(`/collection-requests/${row.id}/edit`),
          },
        ]
      : []),
    ...(mayCall(me, collectionsApi.cancel)
      ? [
          'separator' as const,
          {
            label: 'Cancel request…',
            icon: IconBan,
            danger: true,
            verdict: mayEnter(me, row, 'cancelled'),
            onSelect: () => setCancelling(row),
          },
        ]
      : []),
  ]
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
      rowMenu={rowMenu}
      {...(mayAssign ? { bulk } : {})}
      searchHint={isStaff(me) ? 'Number, account or place' : 'Number, place or reference'}
      card={(row) => requestCard(row, me)}
      empty={{
        title: 'No collection requests yet.',
        text: isStaff(me)
          ? 'Requests to fetch parcels in bulk are listed here.'
          : 'Ask us to fetch many parcels at once; their waybills can follow later.',
        action: create,
      }}
    >
      {assigning && <AssignDialog {...assigning} onClose={() => setAssigning(null)} />}
      {cancelling && <CancelDialog request={cancelling} onClose={() => setCancelling(null)} />}
    </ListPage>
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
