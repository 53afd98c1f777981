import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { hasBeenCollected, problemReason, statusLabel } from '@waybill/domain/shipments/statuses/status'
import type { ShipmentListRow } from '@waybill/domain/shipments/list-row'
import type { CardText } from '../../kit/table/DataTable.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import {
  badgeColumn,
  localWhenColumn,
  moneyColumn,
  monoColumn,
  textColumn,
} from '../../kit/table/columns/column-kinds.tsx'
import { formatDecimal } from '../../kit/ui/values/numbers.ts'
import { Tag } from '../../kit/ui/values/Value.tsx'
import { expectedText } from '../statuses/expected-text.ts'
import styles from './list.module.css'
import { ShipmentTags, type ShipmentTag } from '../notes-and-tags/ShipmentTags.tsx'
import { ShipmentStatusBadge } from '../statuses/ShipmentStatusBadge.tsx'

type Row = ShipmentListRow
type RowColumn = Column<Row>

const suburb = (area: string, city: string): string => area || city
const driverOf = (row: Row): string => {
  const leg = hasBeenCollected(row) ? 'delivery' : 'collection'
  return row[`${leg}_agent_name`] || row[`${leg}_agent_id`]
}

/** Shortens a driver’s name for a narrow column: `S. Dlamini`. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return rest.length > 0 ? `${first.charAt(0)}. ${rest.join(' ')}` : first
}

function Expected({ row }: { row: Row }) {
  const { text, is_late, at } = expectedText(row, new Date())
  return (
    <time dateTime={at?.toISOString()} className={is_late ? styles.late : 'tabular'}>
      {text}
    </time>
  )
}

const moment = (
  key: 'time_created' | 'time_modified' | 'collected_date' | 'delivered_date',
  title: string,
): RowColumn => localWhenColumn(key, title, 140, (row) => row[key], { sort: key, hidden: true })

/**
 * The columns of the shipment list for a user. Staff see nine of them by default
 * (docs/domain/interface.md#columns-of-shipments). The amount requires the permission to see billing information. The
 * tags column is visible by default if the company has tags.
 */
export function shipmentColumns(
  me: Actor,
  tags: readonly ShipmentTag[] = [],
  { explains = false }: { explains?: boolean } = {},
): readonly RowColumn[] {
  const viewerIsStaff = isStaff(me)
  const staffOnly = (...columns: RowColumn[]): RowColumn[] => (viewerIsStaff ? columns : [])
  return [
    monoColumn('reference', 'Reference', 88, (row) => row.tracking_reference),
    badgeColumn('status', 'Status', 164, (row) => statusLabel(row.status), {
      sort: 'status',
      cell: (row) => <ShipmentStatusBadge status={row.status} />,
    }),
    ...(explains
      ? [textColumn('why', 'Problem', 280, (row: Row) => problemReason(row.status), { whole: true })]
      : []),
    ...staffOnly(textColumn('account', 'Account', 116, (row) => row.account_name)),
    textColumn('from', 'From suburb', 108, (row) => suburb(row.collection_suburb, row.collection_city)),
    textColumn('to', 'To suburb', 108, (row) => suburb(row.delivery_suburb, row.delivery_city)),
    textColumn('service', 'Service', 70, (row) => row.service_level_code, { quiet: true }),
    textColumn(
      'parcels',
      'Parcels / kg',
      92,
      (row) => `${row.parcel_count} / ${formatDecimal(row.charged_weight)}`,
      { align: 'right', cell: (row) => `${row.parcel_count} / ${row.charged_weight.toFixed(1)}` },
    ),
    localWhenColumn('expected', 'Expected', 128, (row) => expectedText(row, new Date()).at, {
      sort: 'estimated_delivery_to',
      cell: (row) => <Expected row={row} />,
    }),
    ...staffOnly(
      textColumn('driver', 'Driver', 92, driverOf, { quiet: true, cell: (row) => shortName(driverOf(row)) }),
    ),
    ...staffOnly(
      textColumn('tags', 'Tags', 96, (row) => row.tags.join(', '), {
        hidden: tags.length === 0,
        cell: (row) => <ShipmentTags names={row.tags} known={tags} max={1} />,
      }),
    ),
    moment('time_modified', 'Last update'),
    { ...moment('time_created', 'Created'), hidden: viewerIsStaff },
    ...(hasPermission(me, 'INLINE_see_billing_info')
      ? [moneyColumn('rate', 'Amount', 104, (row: Row) => row.rate, { sort: 'rate', hidden: true })]
      : []),
    plain('customer_reference', 'Customer reference', (row) => row.customer_reference ?? ''),
    plain('collection_name', 'Sender', (row) => row.collection_name),
    plain('delivery_name', 'Receiver', (row) => row.delivery_name),
    plain('collection_city', 'Collection city', (row) => row.collection_city),
    plain('delivery_city', 'Delivery city', (row) => row.delivery_city),
    moment('collected_date', 'Collected'),
    moment('delivered_date', 'Delivered'),
    ...staffOnly(
      plain('account_code', 'Account code', (row) => row.account_code),
      plain(
        'collection_driver',
        'Collection driver',
        (row) => row.collection_agent_name || row.collection_agent_id,
      ),
      plain('delivery_driver', 'Delivery driver', (row) => row.delivery_agent_name || row.delivery_agent_id),
      plain('collection_branch', 'Collection branch', (row) => row.collection_branch_name),
      plain('delivery_branch', 'Delivery branch', (row) => row.delivery_branch_name),
      plain('current_branch', 'Current branch', (row) => row.current_branch_name),
      plain('notes', 'Notes to act on', (row) =>
        row.requires_action_note_count > 0 ? String(row.requires_action_note_count) : '',
      ),
    ),
    textColumn('return', 'Return', 84, (row) => (row.is_return ? 'yes' : ''), {
      hidden: true,
      cell: () => <Tag>Return</Tag>,
    }),
  ]
}

function plain(key: string, title: string, text: (row: Row) => string): RowColumn {
  return { key, title, hidden: true, cell: text, text }
}

/** Returns the card of a row on phones: reference, status, route, account or receiver, and expected time. */
export function shipmentCard(row: Row, me: Actor): CardText {
  const expected = expectedText(row, new Date())
  const route = `${suburb(row.collection_suburb, row.collection_city)} → ${suburb(row.delivery_suburb, row.delivery_city)}`
  const whose = isStaff(me) ? row.account_name : row.delivery_name
  return {
    title: <span className="mono">{row.tracking_reference}</span>,
    badge: <ShipmentStatusBadge status={row.status} />,
    lines: [
      route,
      ...(problemReason(row.status) ? [problemReason(row.status)] : []),
      <span key="whose" className={styles.cardLast}>
        <span>{whose}</span>
        <span className={expected.is_late ? styles.late : undefined}>{expected.text}</span>
      </span>,
    ],
  }
}
