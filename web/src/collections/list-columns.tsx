import type { CollectionRequest } from '@waybill/domain/collections/model'
import { requestStatusLabel } from '@waybill/domain/collections/status'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { dayOf, formatSent } from '@waybill/domain/kit/calls/wire'
import type { CardText } from '../kit/table/DataTable.tsx'
import type { Column } from '../kit/table/columns/columns.ts'
import { weekdayText } from '../kit/ui/values/moments.ts'
import { formatDecimal } from '../kit/ui/values/numbers.ts'
import { None, When } from '../kit/ui/values/Value.tsx'
import { expectedText } from './request-texts.ts'
import { RequestBadge } from './RequestBadge.tsx'

type RequestColumn = Column<CollectionRequest>

/** Returns suburb, city or company as a short text for a narrow column. */
export function placeOf({ address }: CollectionRequest): string {
  return address.local_area || address.city || address.company || address.entered_address
}

const numberOr = (value: number | null, text: (value: number) => string) =>
  value === null ? <None /> : text(value)

/** Returns the columns available to a user. Account, branch and driver are for staff only. */
export function requestColumns(me: Actor): readonly RequestColumn[] {
  const today = dayOf(new Date())
  const staffOnly = (...columns: RequestColumn[]): RequestColumn[] => (isStaff(me) ? columns : [])
  return [
    {
      key: 'number',
      title: 'Number',
      width: 108,
      sort: 'id',
      cell: (row) => <span className="mono">{row.display_id}</span>,
      text: (row) => row.display_id,
    },
    {
      key: 'status',
      title: 'Status',
      width: 190,
      tight: true,
      sort: 'status',
      cell: (row) => <RequestBadge status={row.status} />,
      text: (row) => requestStatusLabel(row.status),
    },
    {
      key: 'date',
      title: 'Collect on',
      width: 118,
      sort: 'date',
      cell: (row) => <span className="tabular">{weekdayText(row.date, today)}</span>,
      text: (row) => row.date,
    },
    {
      key: 'window',
      title: 'Between',
      width: 112,
      quiet: true,
      cell: (row) => <span className="tabular">{`${row.after}–${row.before}`}</span>,
      text: (row) => `${row.after}–${row.before}`,
    },
    ...staffOnly({
      key: 'account',
      title: 'Account',
      width: 168,
      cell: (row) => row.account_name,
      text: (row) => row.account_name,
    }),
    { key: 'place', title: 'From', width: 148, cell: placeOf, text: placeOf },
    {
      key: 'expected',
      title: 'Expected',
      width: 88,
      align: 'right',
      cell: (row) => numberOr(row.expected_parcels, (count) => count.toLocaleString('en')),
      text: (row) => String(row.expected_parcels ?? ''),
    },
    {
      key: 'collected',
      title: 'Collected',
      width: 92,
      align: 'right',
      cell: (row) => numberOr(row.collected_parcels, (count) => count.toLocaleString('en')),
      text: (row) => String(row.collected_parcels ?? ''),
    },
    ...staffOnly(
      {
        key: 'driver',
        title: 'Driver',
        width: 150,
        cell: (row) => row.agent_name || <None />,
        text: (row) => row.agent_name,
      },
      {
        key: 'branch',
        title: 'Branch',
        width: 80,
        quiet: true,
        cell: (row) => row.branch_name || <None />,
        text: (row) => row.branch_name,
      },
    ),
    {
      key: 'kg',
      title: 'Expected (kg)',
      width: 116,
      align: 'right',
      hidden: true,
      cell: (row) => numberOr(row.expected_kg, formatDecimal),
      text: (row) => String(row.expected_kg ?? ''),
    },
    {
      key: 'contact',
      title: 'Contact',
      width: 150,
      hidden: true,
      cell: (row) => row.contact.name,
      text: (row) => row.contact.name,
    },
    {
      key: 'reference',
      title: 'Customer reference',
      width: 150,
      hidden: isStaff(me),
      cell: (row) => row.customer_reference || <None />,
      text: (row) => row.customer_reference,
    },
    {
      key: 'created',
      title: 'Created',
      width: 140,
      hidden: true,
      sort: 'time_created',
      cell: (row) => <When at={row.time_created} />,
      text: (row) => formatSent(row.time_created),
    },
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
