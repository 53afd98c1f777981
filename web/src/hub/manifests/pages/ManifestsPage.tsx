import { IconPlus } from '../../../kit/icons/icons.ts'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { manifest_phases, type InterhubTransfer } from '@waybill/domain/hub/manifest'
import { interhub_carriers } from '@waybill/domain/hub/settings'
import { mayCall, useMe, useSetting } from '../../../kit/session/me.ts'
import type { Column } from '../../../kit/table/columns/columns.ts'
import {
  badgeColumn,
  countColumn,
  localWhenColumn,
  monoColumn,
  textColumn,
} from '../../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../../kit/table/ListPage.tsx'
import { useList } from '../../../kit/table/use-list.ts'
import { useRows } from '../../../kit/table/use-rows.ts'
import { useViews } from '../../../kit/table/saved-views/saved-views.ts'
import { ButtonLink } from '../../../kit/ui/buttons/AppLink.tsx'
import { formatCount, formatDecimal } from '../../../kit/ui/values/numbers.ts'
import { ManifestBadge } from '../ManifestBadge.tsx'
import { differencesText, manifestState, phase_labels, manifestRouteText } from '../manifest-texts.ts'
import { usePlaces } from '../../pages/use-places.ts'
import { choiceFilter } from '../../../kit/table/filters/filters.ts'

type Row = InterhubTransfer

/** Polling interval while the page is open, in ms. */
const renewed_every = 30_000

const columns: readonly Column<Row>[] = [
  monoColumn('reference', 'Manifest', 112, (row) => row.display_id, { sort: 'id' }),
  badgeColumn('state', 'State', 132, (row) => manifestState(row).label, {
    cell: (row) => <ManifestBadge of={row} />,
  }),
  textColumn('way', 'Route', 212, manifestRouteText),
  localWhenColumn('departure', 'Leaves', 140, (row) => row.departed_at ?? row.planned_departure, {
    sort: 'planned_departure',
  }),
  countColumn('parcels', 'Parcels', 80, (row) => row.parcel_count),
  textColumn('weight', 'Weight (kg)', 96, (row) => String(row.total_weight_kg), {
    align: 'right',
    cell: (row) => formatDecimal(row.total_weight_kg),
  }),
  textColumn('differences', 'Differences', 112, differencesText),
  textColumn('carrier', 'Carrier', 132, (row) => row.carrier, { quiet: true }),
  textColumn('service', 'Service level', 132, (row) => row.service_level, { hidden: true, quiet: true }),
  textColumn('vehicle', 'Vehicle', 112, (row) => row.vehicle_registration, { quiet: true }),
  textColumn('driver', 'Driver', 132, (row) => row.driver_name, { hidden: true }),
  textColumn('seal', 'Seal', 104, (row) => row.seal_number, { hidden: true }),
  localWhenColumn('arrived', 'Arrived', 132, (row) => row.arrived_at, { hidden: true }),
  localWhenColumn('created', 'Opened', 132, (row) => row.time_created, {
    hidden: true,
    sort: 'time_created',
  }),
]

/** List of manifests between hubs (HUB-001, NAV-043). */
export default function ManifestsPage() {
  const me = useMe()
  const branches = (usePlaces()?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const carriers = useSetting(interhub_carriers).map(({ name }) => ({ value: name, label: name }))
  const list = useList({
    name: 'manifests',
    sort: '-time_created',
    filters: [
      choiceFilter('state', 'State', manifest_phases, (value) => phase_labels[value], { pinned: true }),
      { key: 'to', label: 'To', kind: 'choice', pinned: true, options: branches },
      { key: 'from', label: 'From', kind: 'choice', options: branches },
      { key: 'carrier', label: 'Carrier', kind: 'choice', options: carriers },
      { key: 'leaves', label: 'Leaves', kind: 'date' },
      { key: 'created', label: 'Opened', kind: 'date' },
      { key: 'differs', label: 'Has differences', kind: 'flag' },
    ],
  })
  const views = useViews(list, 'interhub_transfers_filters', [
    { key: 'all', label: 'All', search: {} },
    { key: 'loading', label: 'Loading', search: { state: 'open' } },
    { key: 'leaving', label: 'Ready to leave', search: { state: 'closed' } },
    { key: 'under-way', label: 'On the road', search: { state: 'departed,arrived' } },
    { key: 'differences', label: 'Differences', search: { differs: 'yes' } },
  ])
  const input = {
    ...list.input,
    phase: list.someOf('state', manifest_phases),
    from_branch_id: list.ids('from'),
    to_branch_id: list.ids('to'),
    carrier: list.texts('carrier'),
    start_date: list.between('created')?.from,
    end_date: list.between('created')?.until,
    departs_from: list.between('leaves')?.from,
    departs_until: list.between('leaves')?.until,
    has_differences: list.flag('differs'),
  }
  const found = useRows(interhubApi.list, input, ({ interhub_transfers }) => interhub_transfers, {
    refetchInterval: renewed_every,
  })
  const add = mayCall(me, interhubApi.create) && (
    <ButtonLink to="/interhub-transfers/new" variant="primary" icon={IconPlus} data-shortcut="n">
      New manifest
    </ButtonLink>
  )
  return (
    <ListPage
      title="Interhub manifests"
      primary={add}
      of={found}
      exported
      views={views}
      columns={columns}
      list={list}
      searchHint="Manifest, parcel, vehicle or seal"
      linkOf={(row) => `/interhub-transfers/${row.id}`}
      card={(row) => ({
        title: row.display_id,
        badge: <ManifestBadge of={row} />,
        lines: [
          manifestRouteText(row),
          `${formatCount(row.parcel_count)} ${row.parcel_count === 1 ? 'parcel' : 'parcels'} · ${formatDecimal(row.total_weight_kg)} kg`,
          ...(differencesText(row) ? [differencesText(row)] : []),
        ],
      })}
      empty={{
        title: 'No manifests yet.',
        text: 'Loads that travel between your hubs are listed here.',
        action: add,
      }}
    />
  )
}
