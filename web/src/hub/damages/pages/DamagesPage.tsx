import { damage_states, type ParcelDamage } from '@waybill/domain/hub/damages/damage'
import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { branchLimit } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { mayCall, useMe } from '../../../kit/session/me.ts'
import { personName } from '../../../kit/session/people.ts'
import {
  badgeColumn,
  countColumn,
  localWhenColumn,
  monoColumn,
  textColumn,
} from '../../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../../kit/table/columns/columns.ts'
import { choiceFilter } from '../../../kit/table/filters/filters.ts'
import { ListPage } from '../../../kit/table/ListPage.tsx'
import { useViews } from '../../../kit/table/saved-views/saved-views.ts'
import { useList } from '../../../kit/table/use-list.ts'
import { useRows } from '../../../kit/table/use-rows.ts'
import { useBranchChoices } from '../../pages/use-places.ts'
import { DamageBadge, damageLabel, damagePlace } from '../damage-texts.tsx'
import { ResolveDialog } from '../ResolveDialog.tsx'

const columns: readonly Column<ParcelDamage>[] = [
  monoColumn('parcel', 'Parcel', 148, (row) => row.tracking_reference),
  badgeColumn('state', 'State', 112, (row) => damageLabel(row.state), {
    cell: (row) => <DamageBadge state={row.state} />,
  }),
  textColumn('note', 'Damage', 260, (row) => row.note),
  countColumn('photos', 'Photos', 80, (row) => row.photos.length),
  textColumn('place', 'Found at', 200, damagePlace),
  localWhenColumn('found', 'Found', 140, (row) => row.time_found, { sort: 'time_found' }),
  textColumn('by', 'Found by', 140, (row) => personName(row.found_by)),
  textColumn('account', 'Account', 160, (row) => row.account_name),
  textColumn('resolution', 'Resolution', 220, (row) => row.resolution, { quiet: true }),
  localWhenColumn('resolved', 'Resolved', 140, (row) => row.time_resolved, {
    hidden: true,
    sort: 'time_resolved',
  }),
  textColumn('resolved_by', 'Resolved by', 140, (row) => row.resolved_by && personName(row.resolved_by), {
    hidden: true,
  }),
]

/** The damage register: every damage of a parcel, with filters (HUB-002). */
export default function DamagesPage() {
  const me = useMe()
  const branches = useBranchChoices()
  const [resolving, setResolving] = useState<ParcelDamage | null>(null)
  const list = useList({
    name: 'damages',
    sort: '-time_found',
    filters: [
      choiceFilter('state', 'State', damage_states, damageLabel, { pinned: true }),
      ...(branchLimit(me) === null
        ? [{ key: 'branch', label: 'Branch', kind: 'choice' as const, pinned: true, options: branches }]
        : []),
      { key: 'found', label: 'Found', kind: 'date', pinned: true },
      { key: 'photos', label: 'Has photos', kind: 'flag' },
    ],
  })
  const views = useViews(list, 'damages_filters', [
    { key: 'all', label: 'All', search: {} },
    { key: 'open', label: 'Open', search: { state: 'open' } },
    { key: 'resolved', label: 'Resolved', search: { state: 'resolved' } },
  ])
  const between = list.between('found')
  const found = useRows(
    damagesApi.list,
    {
      ...list.input,
      state: list.someOf('state', damage_states),
      branch_id: list.ids('branch'),
      from: between ? dayOf(between.from) : undefined,
      to: between ? dayOf(between.until) : undefined,
      has_photos: list.flag('photos'),
    },
    ({ damages }) => damages,
  )
  const mayResolve = mayCall(me, damagesApi.resolve)
  return (
    <ListPage
      title="Damages"
      back={{ to: '/tools', label: 'Tools' }}
      of={found}
      exported
      views={views}
      columns={columns}
      list={list}
      searchHint="Parcel, account or damage"
      linkOf={(row) => `/shipments/${row.shipment_id}`}
      rowMenu={(row) =>
        mayResolve && row.state === 'open' ? [{ label: 'Resolve…', onSelect: () => setResolving(row) }] : []
      }
      card={(row) => ({
        title: row.tracking_reference,
        badge: <DamageBadge state={row.state} />,
        lines: [
          row.note,
          `${damagePlace(row)} · ${row.photos.length} ${row.photos.length === 1 ? 'photo' : 'photos'}`,
          ...(row.resolution ? [row.resolution] : []),
        ],
      })}
      empty={{
        title: 'No damages.',
        text: 'Damages that hub staff and drivers report are listed here, with their photos.',
      }}
    >
      {resolving && <ResolveDialog damage={resolving} onClose={() => setResolving(null)} />}
    </ListPage>
  )
}
