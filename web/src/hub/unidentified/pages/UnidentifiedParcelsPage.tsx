import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import {
  unidentified_states,
  type UnidentifiedParcel,
} from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { branchLimit } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { IconPlus } from '../../../kit/icons/icons.ts'
import { mayCall, useMe } from '../../../kit/session/me.ts'
import { personName } from '../../../kit/session/people.ts'
import {
  badgeColumn,
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
import { ButtonLink } from '../../../kit/ui/buttons/AppLink.tsx'
import { useBranchChoices } from '../../pages/use-places.ts'
import { sizeText, UnidentifiedBadge, unidentifiedLabel, weightText } from '../unidentified-texts.tsx'

const columns: readonly Column<UnidentifiedParcel>[] = [
  monoColumn('number', 'Number', 120, (row) => row.display_id, { sort: 'id' }),
  badgeColumn('state', 'State', 120, (row) => unidentifiedLabel(row.state), {
    cell: (row) => <UnidentifiedBadge state={row.state} />,
  }),
  textColumn('description', 'Description', 220, (row) => row.description),
  monoColumn('label', 'On the label', 112, (row) => row.barcode_text),
  textColumn('size', 'Size', 140, sizeText),
  textColumn('weight', 'Weight', 88, (row) => weightText(row.weight_kg), { align: 'right' }),
  textColumn('branch', 'Branch', 124, (row) => row.branch_name),
  textColumn('bay', 'Bay', 64, (row) => row.bay, { sort: 'bay' }),
  localWhenColumn('found', 'Found', 140, (row) => row.time_found, { sort: 'time_found' }),
  textColumn('by', 'Found by', 140, (row) => personName(row.found_by), { hidden: true }),
  monoColumn('parcel', 'Matched with', 128, (row) => row.parcel?.tracking_reference ?? ''),
]

/** List of parcels without a readable label (HUB-003, NAV-012). */
export default function UnidentifiedParcelsPage() {
  const me = useMe()
  const branches = useBranchChoices()
  const list = useList({
    name: 'unidentified',
    sort: '-time_found',
    filters: [
      choiceFilter('state', 'State', unidentified_states, unidentifiedLabel, { pinned: true }),
      ...(branchLimit(me) === null
        ? [{ key: 'branch', label: 'Branch', kind: 'choice' as const, pinned: true, options: branches }]
        : []),
      { key: 'found', label: 'Found', kind: 'date', pinned: true },
    ],
  })
  const views = useViews(list, 'unidentified_filters', [
    { key: 'all', label: 'All', search: {} },
    { key: 'open', label: 'Open', search: { state: 'open' } },
    { key: 'matched', label: 'Matched', search: { state: 'matched' } },
    { key: 'disposed', label: 'Disposed of', search: { state: 'disposed' } },
  ])
  const between = list.between('found')
  const found = useRows(
    unidentifiedApi.list,
    {
      ...list.input,
      state: list.someOf('state', unidentified_states),
      branch_id: list.ids('branch'),
      from: between ? dayOf(between.from) : undefined,
      to: between ? dayOf(between.until) : undefined,
    },
    ({ unidentified_parcels }) => unidentified_parcels,
  )
  const add = mayCall(me, unidentifiedApi.capture) && (
    <ButtonLink to="/tools/unidentified-parcels/new" variant="primary" icon={IconPlus} data-shortcut="n">
      Keep a parcel
    </ButtonLink>
  )
  return (
    <ListPage
      title="Unidentified parcels"
      back={{ to: '/tools', label: 'Tools' }}
      primary={add}
      of={found}
      exported
      views={views}
      columns={columns}
      list={list}
      searchHint="Number, description, label, bay or parcel"
      linkOf={(row) => `/tools/unidentified-parcels/${row.id}`}
      card={(row) => ({
        title: row.display_id,
        badge: <UnidentifiedBadge state={row.state} />,
        lines: [
          row.description || row.barcode_text,
          [row.branch_name, row.bay && `bay ${row.bay}`, sizeText(row), weightText(row.weight_kg)]
            .filter(Boolean)
            .join(' · '),
          ...(row.parcel ? [`Matched with ${row.parcel.tracking_reference}`] : []),
        ],
      })}
      empty={{
        title: 'No unidentified parcels.',
        text: 'Parcels without a readable label are kept here until their shipment is found.',
        action: add,
      }}
    />
  )
}
