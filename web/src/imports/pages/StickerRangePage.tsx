import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { stickersApi } from '@waybill/domain/shipments/labels/stickers'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, monoColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import type { Filter } from '../../kit/table/filters/filters.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { None } from '../../kit/ui/values/Value.tsx'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'

type Sticker = Output<typeof stickersApi.numbers>['stickers'][number]

const states = ['unused', 'used'] as const
const filters: readonly Filter[] = [
  {
    key: 'state',
    label: 'State',
    kind: 'choice',
    pinned: true,
    single: true,
    options: [
      { value: 'unused', label: 'Unused' },
      { value: 'used', label: 'Used' },
    ],
  },
]

const columns: readonly Column<Sticker>[] = [
  monoColumn('reference', 'Sticker', 200, ({ reference }) => reference),
  badgeColumn('state', 'State', 104, ({ time_used }) => (time_used ? 'Used' : 'Unused'), {
    cell: ({ time_used }) =>
      time_used ? (
        <StatusBadge family="green" label="Used" mark="tick" />
      ) : (
        <StatusBadge family="grey" label="Unused" />
      ),
  }),
  whenColumn('time_used', 'When', 120, ({ time_used }) => time_used),
  textColumn('shipment', 'Shipment', 160, ({ shipment_id }) => String(shipment_id ?? ''), {
    cell: ({ shipment_id, reference }) =>
      shipment_id === null ? <None /> : <AppLink to={`/shipments/${shipment_id}`}>Open {reference}</AppLink>,
  }),
]

/** Page of one sticker range: the used stickers with their shipments, and the unused ones (TOOL-003). */
export default function StickerRangePage() {
  const id = Number(usePathPart('id'))
  if (!Number.isInteger(id)) throw new PageNotFound()
  const list = useList({ name: 'stickers', filters })
  const found = useRows(
    stickersApi.numbers,
    {
      id,
      ...list.input,
      state: list.oneOf('state', states),
    },
    ({ stickers }) => stickers,
  )
  const range = found.answer?.range
  return (
    <Page width="list">
      <PageHeader
        title={range ? `${range.first} – ${range.last}` : 'Stickers'}
        mono
        note={
          range &&
          `${range.account_name} · ${formatCount(range.used)} used, ${formatCount(range.unused)} unused`
        }
        back={{ to: '/tools/assign-tracking-stickers', label: 'Assign tracking stickers' }}
      />
      <DataTable
        name="stickers"
        caption="Stickers"
        columns={columns}
        list={list}
        searchHint="Part of a number"
        {...found}
        idOf={({ reference }) => reference}
        card={({ reference, time_used }) => ({ title: reference, lines: [time_used ? 'Used' : 'Unused'] })}
        empty={{ title: 'No stickers left', text: 'The unused ones of this range were handed back.' }}
      />
    </Page>
  )
}
