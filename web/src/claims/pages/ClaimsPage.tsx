import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../kit/icons/icons.ts'
import { claimsApi } from '@waybill/domain/claims/api'
import { mayAssess } from '@waybill/domain/claims/states'
import { isStaff } from '@waybill/domain/kit/actor'
import { useMemo } from 'react'
import { useAccountFilter } from '../../accounts/index.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useViews, type View } from '../../kit/table/saved-views/saved-views.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { claimCard, claimColumns } from '../list-columns.tsx'
import { common_filters, inputOf, open_search } from '../list-filters.ts'

/** The list of claims with account, kind, amounts and state (NAV-012). */
export default function ClaimsPage() {
  const me = useMe()
  const accounts = useAccountFilter(true)
  const filters = useMemo(() => [...common_filters, ...accounts], [accounts])
  const list = useList({ name: 'claims', filters, sort: '-id' })
  const found = useRows(claimsApi.list, inputOf(list), ({ claims }) => claims)
  const views = useViews(list, 'claims_filters', useGivenViews())
  const columns = useMemo(() => claimColumns(me), [me])
  const create = mayCall(me, claimsApi.lodge) && (
    <ButtonLink to="/claims/new" variant="primary" icon={IconPlus} data-shortcut="n">
      Lodge a claim
    </ButtonLink>
  )
  return (
    <ListPage
      title="Claims"
      primary={create}
      of={found}
      exported
      views={views}
      columns={columns}
      list={list}
      linkOf={(row) => `/claims/${row.id}`}
      searchHint={isStaff(me) ? 'Number, shipment or account' : 'Number or shipment'}
      card={(row) => claimCard(row, me)}
      empty={{
        title: 'No claims yet.',
        text: 'Claims for what was lost, damaged or short are listed here.',
        action: create,
      }}
    />
  )
}

/** Returns the views All, Open and, for assessors, New: the claims that wait for an assessor. */
function useGivenViews(): readonly View[] {
  const me = useMe()
  const assesses = mayAssess(me)
  const waiting = useQuery({
    ...endpointQuery(claimsApi.list, { state: ['submitted'], limit: 1 }),
    enabled: assesses,
  })
  return [
    { key: 'all', label: 'All', search: {} },
    { key: 'open', label: 'Open', search: open_search },
    ...(assesses
      ? [{ key: 'new', label: 'New', search: { state: 'submitted' }, count: waiting.data?.count }]
      : []),
  ]
}
