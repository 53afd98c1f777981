import { controlsApi } from '@waybill/domain/controls/api'
import { approval_labels } from '@waybill/domain/controls/approval'
import { approval_states, type Approval, type ApprovalState } from '@waybill/domain/controls/model'
import { approval_kinds } from '@waybill/domain/kit/calls/approval'
import { personName } from '../kit/session/people.ts'
import type { Column } from '../kit/table/columns/columns.ts'
import {
  badgeColumn,
  moneyColumn,
  monoColumn,
  textColumn,
  whenColumn,
} from '../kit/table/columns/column-kinds.tsx'
import { choiceFilter } from '../kit/table/filters/filters.ts'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'

const state_labels: Readonly<Record<ApprovalState, string>> = {
  pending: 'Waiting',
  applied: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

const families = {
  pending: 'blue',
  applied: 'green',
  rejected: 'red',
  withdrawn: 'grey',
  expired: 'grey',
} as const satisfies Record<ApprovalState, string>

/** The state of a request for approval. */
export function ApprovalBadge({ of: { state } }: { of: Pick<Approval, 'state'> }) {
  return <StatusBadge family={families[state]} label={state_labels[state]} />
}

/** Returns who decided and why, for one line. */
export const decisionOf = ({ decided_by, reason, problem }: Approval): string =>
  [problem, decided_by && personName(decided_by), reason].filter(Boolean).join(': ')

const columns: readonly Column<Approval>[] = [
  monoColumn('number', 'Request', 96, ({ number }) => number),
  badgeColumn('state', 'State', 148, ({ state }) => state_labels[state], {
    cell: (approval) => <ApprovalBadge of={approval} />,
  }),
  textColumn('kind', 'Kind', 120, ({ kind }) => approval_labels[kind]),
  textColumn('description', 'What', 320, ({ description }) => description),
  moneyColumn('amount', 'Amount', 112, ({ amount }) => amount),
  textColumn('account', 'Account', 160, ({ account_name }) => account_name, {
    cell: ({ account_id, account_name }) =>
      account_id === null ? '' : <AppLink to={`/accounts/${account_id}`}>{account_name}</AppLink>,
  }),
  textColumn('requested_by', 'Asked by', 140, ({ requested_by }) => personName(requested_by)),
  whenColumn('time_requested', 'Asked', 120, ({ time_requested }) => time_requested),
  textColumn('decision', 'Decision', 220, decisionOf),
]

/** State, query and columns of the list of requests for approval. The list state is stored in the URL. */
export function useApprovals() {
  const list = useList({
    name: 'approvals',
    filters: [
      choiceFilter('state', 'State', approval_states, (value) => state_labels[value], { pinned: true }),
      choiceFilter('kind', 'Kind', approval_kinds, (value) => approval_labels[value], { pinned: true }),
    ],
  })
  const input = {
    ...list.input,
    state: list.someOf('state', approval_states),
    kind: list.someOf('kind', approval_kinds),
  }
  return { list, columns, ...useRows(controlsApi.approvals, input, ({ approvals }) => approvals) }
}
