import { kind_labels, type Claim } from '@waybill/domain/claims/model'
import { stateLabel } from '@waybill/domain/claims/states'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { formatSent } from '@waybill/domain/kit/calls/wire'
import type { CardText } from '../kit/table/DataTable.tsx'
import type { Column } from '../kit/table/columns/columns.ts'
import { shortWhen } from '../kit/ui/values/moments.ts'
import { Money, When } from '../kit/ui/values/Value.tsx'
import { ClaimBadge } from './ClaimBadge.tsx'

type ClaimColumn = Column<Claim>

const amountText = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2))

/** Returns the columns of the list; only staff get the account. */
export function claimColumns(me: Actor): readonly ClaimColumn[] {
  const account: ClaimColumn = {
    key: 'account',
    title: 'Account',
    width: 190,
    cell: (row) => row.account_name,
    text: (row) => row.account_name,
  }
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
      key: 'state',
      title: 'State',
      width: 176,
      tight: true,
      sort: 'state',
      cell: (row) => <ClaimBadge state={row.state} />,
      text: (row) => stateLabel(row.state),
    },
    {
      key: 'kind',
      title: 'Kind',
      width: 130,
      sort: 'kind',
      cell: (row) => kind_labels[row.kind],
      text: (row) => kind_labels[row.kind],
    },
    ...(isStaff(me) ? [account] : []),
    {
      key: 'shipment',
      title: 'Shipment',
      width: 130,
      cell: (row) => <span className="mono">{row.tracking_reference}</span>,
      text: (row) => row.tracking_reference,
    },
    {
      key: 'claimed',
      title: 'Claimed',
      width: 120,
      align: 'right',
      sort: 'claimed_amount',
      cell: (row) => <Money cents={row.claimed_amount} />,
      text: (row) => amountText(row.claimed_amount),
    },
    {
      key: 'approved',
      title: 'Approved',
      width: 120,
      align: 'right',
      cell: (row) => <Money cents={row.approved_amount} />,
      text: (row) => amountText(row.approved_amount),
    },
    {
      key: 'lodged',
      title: 'Lodged',
      width: 140,
      sort: 'time_created',
      cell: (row) => <When at={row.time_created} />,
      text: (row) => formatSent(row.time_created),
    },
    {
      key: 'changed',
      title: 'Last change',
      width: 140,
      hidden: true,
      cell: (row) => <When at={row.time_modified} />,
      text: (row) => formatSent(row.time_modified),
    },
  ]
}

/** The card of a claim in the list on a phone. */
export function claimCard(row: Claim, me: Actor): CardText {
  return {
    title: row.display_id,
    badge: <ClaimBadge state={row.state} size="compact" />,
    lines: [
      [isStaff(me) ? row.account_name : '', row.tracking_reference].filter(Boolean).join(' · '),
      [kind_labels[row.kind], formatRand(row.claimed_amount), shortWhen(row.time_created, new Date())].join(
        ' · ',
      ),
    ],
  }
}
