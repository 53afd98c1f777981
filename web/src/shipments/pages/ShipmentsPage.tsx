import { useQuery } from '@tanstack/react-query'
import {
  IconArrowBackUp,
  IconBan,
  IconCopy,
  IconExternalLink,
  IconFileImport,
  IconMessage,
  IconPlus,
  IconPrinter,
  IconTag,
  IconArrowsExchange,
  IconCalendar,
  IconPlayerPause,
  IconPlayerPlay,
  IconSteeringWheel,
} from '../../kit/icons/icons.ts'
import { isDriver, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { conflict } from '@waybill/domain/kit/problem'
import { importApi } from '@waybill/domain/imports/api'
import { max_update_rows, type BulkChangeKind } from '@waybill/domain/imports/bulk-change'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { batch_label_max, shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentListRow } from '@waybill/domain/shipments/list-row'
import { mayTag, max_tagged } from '@waybill/domain/shipments/notes-and-tags/shipment-tags'
import { mayCancel } from '@waybill/domain/shipments/statuses/manual-status-changes'
import { lazy, Suspense, useMemo, useState } from 'react'
import { call, endpointQuery } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { useNewer } from '../../kit/live/newer-rows.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { BulkAction, Chosen } from '../../kit/table/rows/BulkBar.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useViews, type View } from '../../kit/table/saved-views/saved-views.ts'
import { useList, type List } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { writeFilter } from '../../kit/table/filters/filters.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import type { MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import type { IconShape } from '../../kit/ui/buttons/Icon.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { BulkSmsDialog } from '../../notifications/index.ts'
import { max_cancelled } from '../statuses/cancel-many.ts'
import { filterStatuses, rowsInput, shipmentFilters, withOneDate } from '../lists/list-filters.ts'
import { shipmentCard, shipmentColumns } from '../lists/list-columns.tsx'
import { label_printer, mayPrint, printLabels, stickers, waybills } from '../print.ts'
import { useCancelRules, useStatusVisibility } from '../shipment-rules.ts'
import { useFilterChoices, useShipmentTags } from './use-filter-choices.ts'

// Loaded when opened: most visits of the list open none of them.
const TagsDialog = lazy(async () => ({ default: (await import('./TagsDialog.tsx')).TagsDialog }))
const BulkChangeDialog = lazy(async () => ({
  default: (await import('./BulkChangeDialog.tsx')).BulkChangeDialog,
}))
const CancelDialog = lazy(async () => ({
  default: (await import('../statuses/CancelDialog.tsx')).CancelDialog,
}))

type Row = ShipmentListRow

/** Refresh interval of the number of problems, in ms. */
const problem_refresh_ms = 60_000

/** The list of shipments with location, account, status and actions (SHIP-097). */
export default function ShipmentsPage() {
  const me = useMe()
  const go = useGo()
  const list = useShipmentList()
  const input = rowsInput(list)
  const found = useRows(shipmentsApi.rows, input, ({ shipments }) => shipments)
  const mayVisit = useMayVisit()
  const waiting = useNewer(
    shipmentsApi.rows,
    input,
    (output) => output.shipments,
    (row) => row.id,
  )
  const views = useViews(list, 'shipments_filters', useGivenViews(me))
  const tags = useShipmentTags()
  const explains = list.valueOf('problem') !== null
  const columns = useMemo(() => shipmentColumns(me, tags, { explains }), [me, tags, explains])
  const rules = useCancelRules()
  const [cancelling, setCancelling] = useState<{
    rows: readonly Row[]
    retain?: Chosen<Row>['retain']
  } | null>(null)
  const [texting, setTexting] = useState<readonly string[] | null>(null)
  const [tagging, setTagging] = useState<readonly Row[] | null>(null)
  const [changing, setChanging] = useState<{ kind: BulkChangeKind; rows: readonly Row[] } | null>(null)
  const mayCreate = mayCall(me, shipmentsApi.create)

  const withAll =
    (max: number, act: (rows: readonly Row[], chosen: Chosen<Row>) => void) =>
    async (chosen: Chosen<Row>): Promise<void> => {
      try {
        act(await chosen.read(() => found.fetchUpTo(max)), chosen)
      } catch (thrown) {
        showError(thrown)
      }
    }
  const print = (what: typeof stickers): BulkAction<Row>['onSelect'] =>
    withAll(
      batch_label_max,
      (found) =>
        void printLabels(
          found.map((row) => row.id),
          what,
        ),
    )
  const mayPrintResult: BulkAction<Row>['verdict'] = ({ count }) => mayPrint(count)
  const change = (kind: BulkChangeKind, label: string, icon: IconShape): BulkAction<Row> => ({
    label,
    icon,
    onSelect: withAll(max_update_rows, (found) => setChanging({ kind, rows: found })),
    verdict: ({ count }) =>
      count <= max_update_rows
        ? true
        : conflict(`At most ${formatCount(max_update_rows)} shipments are changed at once. Choose fewer.`),
  })
  const mayChange = mayVisit('/tools/bulk-update')
  const bulk: BulkAction<Row>[] = [
    ...(mayChange
      ? [change('driver', 'Assign driver…', IconSteeringWheel), change('date', 'Reschedule…', IconCalendar)]
      : []),
    ...(mayCall(me, shipmentsApi.batchLabel)
      ? [{ label: 'Print stickers', icon: IconPrinter, onSelect: print(stickers), verdict: mayPrintResult }]
      : []),
    ...(mayChange
      ? [
          change('status', 'Change status…', IconArrowsExchange),
          change('hold', 'Put on hold…', IconPlayerPause),
          change('release', 'Take off hold…', IconPlayerPlay),
        ]
      : []),
    ...(mayCall(me, shipmentsApi.batchLabel)
      ? [{ label: 'Print waybills', icon: IconPrinter, onSelect: print(waybills), verdict: mayPrintResult }]
      : []),
    ...(mayCall(me, shipmentsApi.cancel)
      ? [
          {
            label: 'Cancel shipments',
            icon: IconBan,
            onSelect: withAll(max_cancelled, (found, { retain }) => setCancelling({ rows: found, retain })),
            verdict: ({ count }: Chosen<Row>) =>
              count <= max_cancelled
                ? true
                : conflict(`At most ${max_cancelled} shipments can be cancelled at once. Choose fewer.`),
          },
        ]
      : []),
    ...(mayCall(me, notificationsApi.bulkSms)
      ? [
          {
            label: 'Send SMS to receivers',
            icon: IconMessage,
            onSelect: withAll(max_texted, (found) => void receiverPhones(found).then(setTexting, showError)),
            verdict: ({ count }: Chosen<Row>) =>
              count <= max_texted
                ? true
                : conflict(`The receivers of at most ${max_texted} shipments get one SMS. Choose fewer.`),
          },
        ]
      : []),
    ...(mayCall(me, shipmentsApi.batchLabel)
      ? [
          {
            label: 'Print to a label printer (ZPL)',
            icon: IconPrinter,
            onSelect: print(label_printer),
            verdict: mayPrintResult,
          },
        ]
      : []),
  ]
  if (mayTag(me) === true && mayCall(me, shipmentsApi.addTags))
    bulk.push({
      label: 'Tags…',
      icon: IconTag,
      onSelect: withAll(max_tagged, (found) => setTagging(found)),
      verdict: ({ count }) =>
        count <= max_tagged
          ? true
          : conflict(`At most ${max_tagged} shipments can be tagged at once. Choose fewer.`),
    })
  const rowMenu = (row: Row): readonly MenuEntry[] => [
    {
      label: 'Open in new tab',
      icon: IconExternalLink,
      onSelect: () => void window.open(`/shipments/${row.id}`, '_blank', 'noopener'),
    },
    ...(mayCall(me, shipmentsApi.batchLabel)
      ? [{ label: 'Print label', icon: IconPrinter, onSelect: () => printLabels([row.id], stickers) }]
      : []),
    ...(mayCreate
      ? [
          { label: 'Duplicate', icon: IconCopy, onSelect: () => go(`/shipments/new?duplicate=${row.id}`) },
          {
            label: 'Create return',
            icon: IconArrowBackUp,
            onSelect: () => go(`/shipments/new?return=${row.id}`),
          },
        ]
      : []),
    ...(mayCall(me, shipmentsApi.cancel) && row.status !== 'cancelled'
      ? [
          'separator' as const,
          {
            label: 'Cancel shipment…',
            icon: IconBan,
            danger: true,
            verdict: mayCancel(me, row, new Date(), rules),
            onSelect: () => setCancelling({ rows: [row] }),
          },
        ]
      : []),
  ]
  const newShipment = (
    <ButtonLink to="/shipments/new" variant="primary" icon={IconPlus} data-shortcut="n">
      {isStaff(me) ? 'New shipment' : 'Send a parcel'}
    </ButtonLink>
  )
  return (
    <ListPage
      title="Shipments"
      actions={
        !isStaff(me) &&
        mayCall(me, importApi.start) && (
          <ButtonLink to="/shipments/import" icon={IconFileImport}>
            Import
          </ButtonLink>
        )
      }
      primary={mayCreate && newShipment}
      of={found}
      exported={async (format) => {
        const { reportApi } = await import('@waybill/domain/reports/report-api')
        return call(reportApi.shipments, { ...input, format })
      }}
      views={views}
      columns={columns}
      waiting={waiting}
      list={list}
      searchHint="Reference, name, phone or suburb"
      linkOf={(row) => `/shipments/${row.id}`}
      rowMenu={rowMenu}
      bulk={bulk}
      card={(row) => shipmentCard(row, me)}
      empty={{
        title: 'No shipments yet.',
        text: isStaff(me)
          ? 'Shipments of your customers are listed here.'
          : 'The parcels you send are listed here, with where they are.',
        action: mayCreate && newShipment,
      }}
    >
      <Suspense fallback={null}>
        {texting && <BulkSmsDialog numbers={texting} onClose={() => setTexting(null)} />}
        {changing && (
          <BulkChangeDialog
            kind={changing.kind}
            shipments={changing.rows}
            onClose={() => setChanging(null)}
          />
        )}
        {tagging && <TagsDialog shipments={tagging} known={tags} onClose={() => setTagging(null)} />}
        {cancelling && (
          <CancelDialog
            shipments={cancelling.rows}
            rules={rules}
            onClose={() => setCancelling(null)}
            onDone={(failed) =>
              cancelling.retain?.(cancelling.rows.filter((row) => failed.some(({ id }) => id === row.id)))
            }
          />
        )}
      </Suspense>
    </ListPage>
  )
}

/** Maximum number of shipments whose receivers can be sent one SMS. */
const max_texted = 200

/** Returns the mobile numbers of the delivery contacts. */
async function receiverPhones(rows: readonly Row[]): Promise<string[]> {
  const { shipments } = await call(shipmentsApi.list, { id: rows.map(({ id }) => id), limit: max_texted })
  return shipments.map(({ delivery_contact }) => delivery_contact.mobile_number).filter(Boolean)
}

/** Returns the list state. Setting a date filter clears the others, because the server filters by one date at a time. */
function useShipmentList(): List {
  const me = useMe()
  const { values } = useSearchState()
  const choices = useFilterChoices(values.account?.split(',') ?? [])
  const visibility = useStatusVisibility()
  const list = useList({
    name: 'shipments',
    sort: '-time_created',
    filters: shipmentFilters(me, filterStatuses(me, visibility), choices),
  })
  return {
    ...list,
    setFilter: (key, value) =>
      value ? list.apply({ ...withOneDate(key), [key]: writeFilter(value) }) : list.setFilter(key, null),
  }
}

/**
 * Returns the predefined views: “All”; for staff also “Mine” (their branch, or for drivers their own stops); and
 * “Problem”, for staff other than drivers with its count.
 */
function useGivenViews(me: Actor): readonly View[] {
  const viewerIsStaff = isStaff(me)
  const problems = useQuery({
    ...endpointQuery(shipmentsApi.rows, { problem: true, limit: 1 }),
    enabled: viewerIsStaff && !isDriver(me),
    refetchInterval: problem_refresh_ms,
    staleTime: problem_refresh_ms,
  })
  const count = problems.data?.count
  const mine: View[] = isDriver(me)
    ? [{ key: 'mine', label: 'Mine', search: { driver: me.username } }]
    : me.branch_id
      ? [{ key: 'mine', label: 'Mine', search: { branch: String(me.branch_id) } }]
      : []
  return [
    { key: 'all', label: 'All', search: {} },
    ...(viewerIsStaff ? mine : []),
    {
      key: 'problem',
      label: 'Problem',
      search: { problem: 'yes' },
      count,
      urgent: count !== undefined && count > 0,
    },
  ]
}
