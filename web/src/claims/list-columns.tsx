import { kind_labels, type Claim } from '@waybill/domain/claims/model'
import { stateLabel } from '@waybill/domain/claims/states'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import type { CardText } from '../kit/table/DataTable.tsx'
import type { Column } from '../kit/table/columns/columns.ts'
import {
  badgeColumn,
  localWhenColumn,
  moneyColumn,
  monoColumn,
  textColumn,
} from '../kit/table/columns/column-kinds.tsx'
import { shortWhen } from '../kit/ui/values/moments.ts'
import { ClaimBadge } from './ClaimBadge.tsx'

type ClaimColumn = Column<Claim>

/** Returns the columns of the list; only staff get the account. */
export function claimColumns(me: Actor): readonly ClaimColumn[] {
  const account: ClaimColumn = textColumn('account', 'Account', 190, (row) => row.account_name)
  return [
    monoColumn('number', 'Number', 108, (row) => row.display_id, { sort: 'id' }),
    badgeColumn('state', 'State', 176, (row) => stateLabel(row.state), {
      sort: 'state',
      cell: (row) => <ClaimBadge state={row.state} />,
    }),
    textColumn('kind', 'Kind', 130, (row) => kind_labels[row.kind], { sort: 'kind' }),
    ...(isStaff(me) ? [account] : []),
    monoColumn('shipment', 'Shipment', 130, (row) => row.tracking_reference),
    moneyColumn('claimed', 'Claimed', 120, (row) => row.claimed_amount, { sort: 'claimed_amount' }),
    moneyColumn('approved', 'Approved', 120, (row) => row.approved_amount),
    localWhenColumn('lodged', 'Lodged', 140, (row) => row.time_created, { sort: 'time_created' }),
    localWhenColumn('changed', 'Last change', 140, (row) => row.time_modified, { hidden: true }),
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
