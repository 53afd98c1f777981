import type { CollectionRequest } from '@waybill/domain/collections/model'
import { requestStatusLabel } from '@waybill/domain/collections/status'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { CardText } from '../kit/table/DataTable.tsx'
import type { Column } from '../kit/table/columns/columns.ts'
import {
  badgeColumn,
  countColumn,
  localWhenColumn,
  monoColumn,
  textColumn,
} from '../kit/table/columns/column-kinds.tsx'
import { weekdayText } from '../kit/ui/values/moments.ts'
import { formatDecimal } from '../kit/ui/values/numbers.ts'
import { expectedText } from './request-texts.ts'
import { RequestBadge } from './RequestBadge.tsx'

type RequestColumn = Column<CollectionRequest>

/** Returns suburb, city or company as a short text for a narrow column. */
export function placeOf({ address }: CollectionRequest): string {
  return address.local_area || address.city || address.company || address.entered_address
}

/** Returns the columns available to a user. Account, branch and driver are for staff only. */
export function requestColumns(me: Actor): readonly RequestColumn[] {
  const today = dayOf(new Date())
  const staffOnly = (...columns: RequestColumn[]): RequestColumn[] => (isStaff(me) ? columns : [])
  return [
    monoColumn('number', 'Number', 108, (row) => row.display_id, { sort: 'id' }),
    badgeColumn('status', 'Status', 190, (row) => requestStatusLabel(row.status), {
      sort: 'status',
      cell: (row) => <RequestBadge status={row.status} />,
    }),
    textColumn('date', 'Collect on', 118, (row) => row.date, {
      sort: 'date',
      cell: (row) => <span className="tabular">{weekdayText(row.date, today)}</span>,
    }),
    textColumn('window', 'Between', 112, (row) => `${row.after}–${row.before}`, {
      quiet: true,
      cell: (row) => <span className="tabular">{`${row.after}–${row.before}`}</span>,
    }),
    ...staffOnly(textColumn('account', 'Account', 168, (row) => row.account_name)),
    textColumn('place', 'From', 148, placeOf),
    countColumn('expected', 'Expected', 88, (row) => row.expected_parcels),
    countColumn('collected', 'Collected', 92, (row) => row.collected_parcels),
    ...staffOnly(
      textColumn('driver', 'Driver', 150, (row) => row.agent_name),
      textColumn('branch', 'Branch', 80, (row) => row.branch_name, { quiet: true }),
    ),
    textColumn('kg', 'Expected (kg)', 116, (row) => String(row.expected_kg ?? ''), {
      align: 'right',
      hidden: true,
      cell: (row) => formatDecimal(row.expected_kg ?? 0),
    }),
    textColumn('contact', 'Contact', 150, (row) => row.contact.name, { hidden: true }),
    textColumn('reference', 'Customer reference', 150, (row) => row.customer_reference, {
      hidden: isStaff(me),
    }),
    localWhenColumn('created', 'Created', 140, (row) => row.time_created, {
      hidden: true,
      sort: 'time_created',
    }),
  ]
}

/** Returns the texts of a request for its card on a phone. */
export function requestCard(row: CollectionRequest, me: Actor): CardText {
  const when = `${weekdayText(row.date, dayOf(new Date()))}, ${row.after}–${row.before}`
  return {
    title: row.display_id,
    badge: <RequestBadge status={row.status} size="compact" />,
    lines: [
      [isStaff(me) ? row.account_name : '', placeOf(row)].filter(Boolean).join(' · '),
      [when, expectedText(row)].filter(Boolean).join(' · '),
    ],
  }
}
