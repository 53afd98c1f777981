import { IconPlus } from '../../kit/icons/icons.ts'
import { adjustment, serviceLevel, surcharge, timed } from '@waybill/domain/rates/price-books/market-defaults'
import {
  default_charged_weight_method,
  default_volumetric_factor,
  default_weight_rounding,
} from '@waybill/domain/rates/settings'
import type {
  RateAdjustment,
  RateGroup,
  ServiceLevel,
  Surcharge,
  TimeBasedRateAdjustment,
} from '@waybill/domain/rates/price-books/price-book'
import type { BookPart, TagGroup } from '@waybill/domain/rates/revisions/revisions'
import { lineageIn } from '@waybill/domain/rates/price-grid/price-grid'
import type { ReactNode } from 'react'
import { DataTable } from '../../kit/table/DataTable.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { useSetting } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { AdjustmentForm } from '../charges/AdjustmentForm.tsx'
import { GroupForm } from './GroupForm.tsx'
import { chargeText, rateAddress, type RateTab } from '../rate-texts.ts'
import { ServiceLevelForm } from './ServiceLevelForm.tsx'
import { SurchargeForm, surcharge_type_labels } from '../charges/SurchargeForm.tsx'
import { leg_labels, TimeAdjustmentForm } from '../charges/TimeAdjustmentForm.tsx'
import type { RateBook } from '../use-rate-book.ts'
import { ZoneGroupForm } from './ZoneGroupForm.tsx'

/** The path part for an item that is not stored yet. */
const new_id = 'new'

interface TabProps {
  book: RateBook
  /** The id of the item in the URL; empty for the list. */
  id: string
}

/** List of a part of the book; each row links to its form. */
function PartList<Row>({
  book,
  title,
  part,
  rows,
  columns,
  idOf,
  linkOf,
  add,
  empty,
}: {
  book: RateBook
  title: string
  part: BookPart
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  linkOf: (row: Row) => string
  add: { label: string; to: string }
  empty: string
}) {
  const [first, ...others] = columns
  return (
    <Card
      title={title}
      flush
      actions={
        book.may(part) === true && (
          <ButtonLink size="sm" icon={IconPlus} to={add.to}>
            {add.label}
          </ButtonLink>
        )
      }
    >
      <DataTable
        name={`rates-${part}`}
        caption={title}
        inCard
        columns={columns}
        rows={rows}
        query={settled}
        idOf={idOf}
        linkOf={linkOf}
        card={(row) => ({
          title: first?.cell(row),
          lines: others.slice(0, 3).map((column) => column.cell(row)),
        })}
        empty={{ title: empty }}
      />
    </Card>
  )
}

/** A finished query state, because the rows are part of the book that is already loaded. */
const settled = { isFetching: false, error: null, dataUpdatedAt: 0, refetch: () => undefined }

const serviceColumn = textColumn<ServiceLevel>
const surchargeColumn = textColumn<Surcharge>
const adjustmentColumn = textColumn<RateAdjustment>
const timeColumn = textColumn<TimeBasedRateAdjustment>
const groupColumn = textColumn<RateGroup>
const zonesColumn = textColumn<TagGroup>

const onOff = <Row,>(isOn: (row: Row) => boolean, on: string, off: string): Column<Row> =>
  textColumn('is_active', 'State', 130, (row) => (isOn(row) ? on : off), {
    tight: true,
    cell: (row) => (
      <StatusBadge family={isOn(row) ? 'green' : 'grey'} label={isOn(row) ? on : off} size="compact" />
    ),
  })

const addressIn = (book: RateBook, tab: RateTab, id: number | string): string =>
  rateAddress(tab, { id, revision: book.detail.revision.id })

/** Tab for the service levels that the courier sells. */
export function ServiceLevelsTab({ book, id }: TabProps) {
  const rows = book.compiled.services
  const volumetricFactor = useSetting(default_volumetric_factor)
  const weightRounding = useSetting(default_weight_rounding)
  const chargedWeightMethod = useSetting(default_charged_weight_method)
  if (id === '')
    return (
      <PartList
        book={book}
        title="Service levels"
        part="service_levels"
        rows={rows}
        idOf={(row) => String(row.id)}
        linkOf={(row) => addressIn(book, 'service-levels', row.id)}
        add={{ label: 'New service level', to: addressIn(book, 'service-levels', new_id) }}
        empty="No service levels yet"
        columns={[
          serviceColumn('code', 'Code', 90, (row) => row.code, {
            cell: (row) => <span className="mono">{row.code}</span>,
          }),
          serviceColumn('name', 'Name', 200, (row) => row.name),
          serviceColumn('description', 'Description', 220, (row) => row.description, { quiet: true }),
          serviceColumn('estimate', 'Delivered in', 130, estimateText),
          serviceColumn('cut_off', 'Book before', 110, (row) => row.collection_cut_off_times[1] ?? '–'),
          serviceColumn('factor', 'Volumetric', 100, (row) => String(row.volumetric_factor), {
            align: 'right',
          }),
          onOff<ServiceLevel>((row) => row.is_active, 'Sold', 'Switched off'),
        ]}
      />
    )
  const level =
    id === new_id
      ? {
          ...serviceLevel({
            id: 0,
            code: '',
            name: '',
            description: '',
            cut_off: '15:00',
            estimate: ['d', 1, 'd', 2],
          }),
          priority: rows.length + 1,
          volumetric_factor: volumetricFactor,
          weight_rounding: weightRounding,
          charged_weight_method: chargedWeightMethod,
        }
      : rows.find((row) => String(row.id) === id)
  if (!level) throw new PageNotFound()
  return <ServiceLevelForm key={id} book={book} level={level} />
}

/** Formats a delivery estimate: `2–3 days`, `1 hrs – 2 days` (RATE-005). */
function estimateText(row: {
  delivery_estimate_from_type: 'h' | 'd'
  delivery_estimate_from_value: number
  delivery_estimate_to_type: 'h' | 'd'
  delivery_estimate_to_value: number
}): string {
  const units = { h: 'hrs', d: 'days' }
  const from = units[row.delivery_estimate_from_type]
  const to = units[row.delivery_estimate_to_type]
  const start =
    from === to ? `${row.delivery_estimate_from_value}–` : `${row.delivery_estimate_from_value} ${from} – `
  return `${start}${row.delivery_estimate_to_value} ${to}`
}

/** Tab for the surcharges: charges by area, tag, measures or POD method. */
export function SurchargesTab({ book, id }: TabProps) {
  const rows = book.detail.book.surcharges
  if (id === '')
    return (
      <PartList
        book={book}
        title="Surcharges"
        part="surcharges"
        rows={rows}
        idOf={(row) => String(row.id)}
        linkOf={(row) => addressIn(book, 'surcharges', row.id)}
        add={{ label: 'New surcharge', to: addressIn(book, 'surcharges', new_id) }}
        empty="No surcharges yet"
        columns={[
          surchargeColumn('name', 'Name', 260, (row) => row.name),
          surchargeColumn('type', 'Triggered by', 160, (row) => surcharge_type_labels[row.type]),
          surchargeColumn('charge', 'Costs', 200, chargeText),
          onOff<Surcharge>((row) => row.is_active, 'Charged', 'Switched off'),
        ]}
      />
    )
  const blank = surcharge({ id: 0, name: '', type: 'zone', charge_value: '' })
  const found = id === new_id ? blank : rows.find((row) => String(row.id) === id)
  if (!found) throw new PageNotFound()
  return <SurchargeForm key={id} book={book} surcharge={found} />
}

/** Tab for adjustments: percentages and prices added to a service, automatic or chosen, including time-based ones. */
export function AdjustmentsTab({ book, id }: TabProps) {
  const { rate_adjustments, time_based_rate_adjustments } = book.detail.book
  const kind = <Row extends { is_opt_in: boolean }>(): Column<Row> =>
    textColumn('kind', 'How', 120, (row) => (row.is_opt_in ? 'Opt-in' : 'Automatic'))
  if (id === '')
    return (
      <Stack>
        <PartList
          book={book}
          title="Adjustments"
          part="rate_adjustments"
          rows={rate_adjustments.toSorted((a, b) => a.position - b.position)}
          idOf={(row) => String(row.id)}
          linkOf={(row) => addressIn(book, 'adjustments', row.id)}
          add={{ label: 'New adjustment', to: addressIn(book, 'adjustments', new_id) }}
          empty="No adjustments yet"
          columns={[
            adjustmentColumn('name', 'Name', 260, (row) => row.name),
            kind(),
            adjustmentColumn('charge', 'Costs', 200, chargeText),
            onOff<RateAdjustment>((row) => row.is_active, 'Charged', 'Switched off'),
          ]}
        />
        <PartList
          book={book}
          title="Time-based adjustments"
          part="time_based_rate_adjustments"
          rows={time_based_rate_adjustments.toSorted((a, b) => a.position - b.position)}
          idOf={(row) => String(row.id)}
          linkOf={(row) => addressIn(book, 'adjustments', `time-${row.id}`)}
          add={{ label: 'New time-based adjustment', to: addressIn(book, 'adjustments', `time-${new_id}`) }}
          empty="No time-based adjustments yet"
          columns={[
            timeColumn('name', 'Name', 260, (row) => row.name),
            timeColumn('leg', 'Leg', 120, (row) => leg_labels[row.leg]),
            kind(),
            timeColumn('charge', 'Costs', 200, chargeText),
            onOff<TimeBasedRateAdjustment>((row) => row.is_active, 'Charged', 'Switched off'),
          ]}
        />
      </Stack>
    )
  if (id.startsWith('time-')) {
    const wanted = id.slice('time-'.length)
    const blank = timed({ id: 0, name: '', description: '', leg: 'delivery', charge_value: '' })
    const found =
      wanted === new_id ? blank : time_based_rate_adjustments.find((row) => String(row.id) === wanted)
    if (!found) throw new PageNotFound()
    return <TimeAdjustmentForm key={id} book={book} adjustment={found} />
  }
  const blank = adjustment({ id: 0, name: '', charge_value: '' })
  const found = id === new_id ? blank : rate_adjustments.find((row) => String(row.id) === id)
  if (!found) throw new PageNotFound()
  return <AdjustmentForm key={id} book={book} adjustment={found} />
}

/** Tab for rate groups (sets of prices that accounts refer to) and zone groups. */
export function GroupsTab({ book, id }: TabProps) {
  const { rate_groups, tag_groups } = book.detail.book
  if (id === '')
    return (
      <Stack>
        <PartList
          book={book}
          title="Rate groups"
          part="rate_groups"
          rows={rate_groups}
          idOf={(row) => String(row.id)}
          linkOf={(row) => addressIn(book, 'groups', row.id)}
          add={{ label: 'New rate group', to: addressIn(book, 'groups', new_id) }}
          empty="No rate groups yet"
          columns={[
            groupColumn('name', 'Name', 240, (row) => row.name),
            groupColumn(
              'parent',
              'Inherits from',
              200,
              (row) => lineageIn(book.detail.book, row.id)[1]?.name ?? '–',
            ),
            groupColumn(
              'percentage',
              'On inherited prices',
              160,
              (row) => (row.base_percentage === null ? '–' : `${row.base_percentage} %`),
              { align: 'right' },
            ),
            groupColumn('minimum', 'Minimum charge', 150, (row) => String(row.min_charge ?? ''), {
              align: 'right',
              cell: (row): ReactNode =>
                row.min_charge === null ? 'inherited' : <Money cents={row.min_charge} />,
            }),
          ]}
        />
        <PartList
          book={book}
          title="Zone groups"
          part="tag_groups"
          rows={tag_groups}
          idOf={(row) => row.name}
          linkOf={(row) => addressIn(book, 'groups', `zones-${tag_groups.indexOf(row)}`)}
          add={{ label: 'New zone group', to: addressIn(book, 'groups', `zones-${new_id}`) }}
          empty="No zone groups yet"
          columns={[
            zonesColumn('name', 'Name', 240, (row) => row.name),
            zonesColumn('zones', 'Zones', 420, (row) => row.tags.join(', ')),
          ]}
        />
      </Stack>
    )
  if (id.startsWith('zones-')) {
    const wanted = id.slice('zones-'.length)
    const found = wanted === new_id ? { name: '', tags: [] } : tag_groups[Number(wanted)]
    if (!found) throw new PageNotFound()
    return <ZoneGroupForm key={id} book={book} zones={found} />
  }
  const blank = {
    id: 0,
    name: '',
    parent_rate_group_id: rate_groups[0]?.id ?? null,
    base_percentage: null,
    min_charge: null,
  }
  const found = id === new_id ? blank : rate_groups.find((row) => String(row.id) === id)
  if (!found) throw new PageNotFound()
  return <GroupForm key={id} book={book} group={found} />
}
