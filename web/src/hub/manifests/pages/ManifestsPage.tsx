import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { manifest_phases, type InterhubTransfer } from '@waybill/domain/hub/manifest'
import { interhub_carriers } from '@waybill/domain/hub/settings'
import { formatSent } from '@waybill/domain/kit/calls/wire'
import { call, endpointQuery } from '../../../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../../../kit/session/me.ts'
import type { Column } from '../../../kit/table/columns/columns.ts'
import { DataTable } from '../../../kit/table/DataTable.tsx'
import { ExportMenu } from '../../../kit/table/export/ExportMenu.tsx'
import { readAll } from '../../../kit/table/export/read-all.ts'
import { useList } from '../../../kit/table/use-list.ts'
import { useViews } from '../../../kit/table/saved-views/saved-views.ts'
import { ViewTabs } from '../../../kit/table/saved-views/ViewTabs.tsx'
import { ButtonLink } from '../../../kit/ui/buttons/AppLink.tsx'
import { Page } from '../../../kit/ui/page-layout/Layout.tsx'
import { formatCount, formatDecimal } from '../../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../../kit/ui/page-layout/PageHeader.tsx'
import { None, When } from '../../../kit/ui/values/Value.tsx'
import { ManifestBadge } from '../ManifestBadge.tsx'
import { differencesText, manifestState, phase_labels, manifestRouteText } from '../manifest-texts.ts'
import { usePlaces } from './use-places.ts'

type Row = InterhubTransfer

/** Polling interval while the page is open, in ms. */
const renewed_every = 30_000

const moment = (at: Date | null): string => (at ? formatSent(at) : '')

const columns: readonly Column<Row>[] = [
  {
    key: 'reference',
    title: 'Manifest',
    width: 112,
    sort: 'id',
    cell: (row) => <span className="mono">{row.display_id}</span>,
    text: (row) => row.display_id,
  },
  {
    key: 'state',
    title: 'State',
    width: 132,
    tight: true,
    cell: (row) => <ManifestBadge of={row} />,
    text: (row) => manifestState(row).label,
  },
  { key: 'way', title: 'Route', width: 212, cell: manifestRouteText, text: manifestRouteText },
  {
    key: 'departure',
    title: 'Leaves',
    width: 140,
    sort: 'planned_departure',
    cell: (row) => <When at={row.departed_at ?? row.planned_departure} />,
    text: (row) => moment(row.departed_at ?? row.planned_departure),
  },
  {
    key: 'parcels',
    title: 'Parcels',
    width: 80,
    align: 'right',
    cell: (row) => formatCount(row.parcel_count),
    text: (row) => String(row.parcel_count),
  },
  {
    key: 'weight',
    title: 'Weight (kg)',
    width: 96,
    align: 'right',
    cell: (row) => formatDecimal(row.total_weight_kg),
    text: (row) => String(row.total_weight_kg),
  },
  {
    key: 'differences',
    title: 'Differences',
    width: 112,
    cell: (row) => differencesText(row) || <None />,
    text: differencesText,
  },
  {
    key: 'carrier',
    title: 'Carrier',
    width: 132,
    quiet: true,
    cell: (row) => row.carrier,
    text: (row) => row.carrier ?? '',
  },
  {
    key: 'service',
    title: 'Service level',
    width: 132,
    hidden: true,
    quiet: true,
    cell: (row) => row.service_level,
    text: (row) => row.service_level ?? '',
  },
  {
    key: 'vehicle',
    title: 'Vehicle',
    width: 112,
    quiet: true,
    cell: (row) => row.vehicle_registration,
    text: (row) => row.vehicle_registration ?? '',
  },
  {
    key: 'driver',
    title: 'Driver',
    width: 132,
    hidden: true,
    cell: (row) => row.driver_name,
    text: (row) => row.driver_name ?? '',
  },
  {
    key: 'seal',
    title: 'Seal',
    width: 104,
    hidden: true,
    cell: (row) => row.seal_number,
    text: (row) => row.seal_number ?? '',
  },
  {
    key: 'arrived',
    title: 'Arrived',
    width: 132,
    hidden: true,
    cell: (row) => <When at={row.arrived_at} />,
    text: (row) => moment(row.arrived_at),
  },
  {
    key: 'created',
    title: 'Opened',
    width: 132,
    hidden: true,
    sort: 'time_created',
    cell: (row) => <When at={row.time_created} />,
    text: (row) => moment(row.time_created),
  },
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
      {
        key: 'state',
        label: 'State',
        kind: 'choice',
        pinned: true,
        options: manifest_phases.map((value) => ({ value, label: phase_labels[value] })),
      },
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
  const chosen = (key: string) => (list.chosen(key).length > 0 ? [...list.chosen(key)] : undefined)
  const numbers = (key: string) => chosen(key)?.map(Number).filter(Number.isSafeInteger)
  const phase = manifest_phases.filter((one) => list.chosen('state').includes(one))
  const created = list.between('created')
  const leaves = list.between('leaves')
  const input = {
    ...list.input,
    search: list.search || undefined,
    phase: phase.length > 0 ? phase : undefined,
    from_branch_id: numbers('from'),
    to_branch_id: numbers('to'),
    carrier: chosen('carrier'),
    start_date: created?.from,
    end_date: created?.until,
    departs_from: leaves?.from,
    departs_until: leaves?.until,
    has_differences: list.valueOf('differs') ? true : undefined,
  }
  const query = useQuery({
    ...endpointQuery(interhubApi.list, input),
    placeholderData: keepPreviousData,
    refetchInterval: renewed_every,
  })
  const rows = query.data?.interhub_transfers
  const add = mayCall(me, interhubApi.create) && (
    <ButtonLink to="/interhub-transfers/new" variant="primary" icon={IconPlus} data-shortcut="n">
      New manifest
    </ButtonLink>
  )
  return (
    <Page width="list">
      <PageHeader
        title="Interhub manifests"
        count={query.data?.count}
        primary={add}
        actions={
          <ExportMenu
            name="manifests"
            columns={columns}
            rows={rows ?? []}
            fetchAll={() =>
              readAll(
                async (page) => (await call(interhubApi.list, { ...input, ...page })).interhub_transfers,
              )
            }
          />
        }
      />
      <ViewTabs views={views} label="Views" />
      <DataTable
        name="manifests"
        caption="Interhub manifests"
        columns={columns}
        rows={rows}
        total={query.data?.count}
        idOf={(row) => row.id}
        query={query}
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
    </Page>
  )
}
