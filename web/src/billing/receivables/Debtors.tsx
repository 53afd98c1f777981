import {
  debtor_filters,
  receivablesApi,
  type Debtor,
  type DebtorTotals,
} from '@waybill/domain/billing/receivables-api'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { NotesPanel, seesNotes, useAccountChoices } from '../../accounts/index.ts'
import { useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { choiceFilter } from '../../kit/table/filters/filters.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Drawer } from '../../kit/ui/layers/Modal.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { allocationsPath } from '../billing-access.ts'
import type { Listing } from '../listing.ts'

const filter_words: Record<(typeof debtor_filters)[number], string> = {
  overdue: 'Overdue',
  'on-hold': 'On hold',
  'over-limit': 'Over the credit limit',
  'follow-up': 'Follow-up due',
}

const dayText = (day: string | null): string => (day === null ? '' : formatDate(startOfDay(day)))

const columns: readonly Column<Debtor>[] = [
  textColumn('account', 'Account', 216, (one) => `${one.account_name} (${one.account_code})`, {
    sort: 'account',
  }),
  moneyColumn('open', 'Open', 108, (one) => one.open, { sort: 'open' }),
  moneyColumn('current', 'Not due', 92, (one) => one.current, { sort: 'current', quiet: true }),
  moneyColumn('days_30', '1–30 days', 92, (one) => one.days_30, { sort: 'days_30' }),
  moneyColumn('days_60', '31–60 days', 96, (one) => one.days_60, { sort: 'days_60' }),
  moneyColumn('days_90', '61–90 days', 96, (one) => one.days_90, { sort: 'days_90' }),
  moneyColumn('days_120', 'Over 90 days', 112, (one) => one.days_120, { sort: 'days_120' }),
  moneyColumn('unallocated', 'Not allocated', 112, (one) => one.unallocated, {
    sort: 'unallocated',
    quiet: true,
  }),
  moneyColumn('balance', 'Balance', 108, (one) => one.balance, { sort: 'balance' }),
  moneyColumn('credit_limit', 'Credit limit', 120, (one) => one.credit_limit, {
    sort: 'credit_limit',
    hidden: true,
  }),
  textColumn('hold', 'Hold', 92, (one) => (one.is_on_hold ? 'On hold' : ''), {
    cell: (one) => one.is_on_hold && <StatusBadge family="red" label="On hold" />,
  }),
  textColumn('last_payment_date', 'Last paid', 108, (one) =>
    one.last_payment_date ? formatDate(one.last_payment_date) : '',
  ),
  moneyColumn('last_payment', 'Last payment', 116, (one) => one.last_payment, { quiet: true, hidden: true }),
  textColumn('salesperson', 'Salesperson', 128, (one) => one.salesperson, {
    sort: 'salesperson',
    hidden: true,
  }),
  textColumn('follow_up', 'Follow up', 108, (one) => dayText(one.follow_up_day)),
  textColumn('note', 'Last note', 200, (one) =>
    one.last_note
      ? `${one.last_note_date ? formatDate(one.last_note_date) : ''} ${personName(one.last_note_by)}: ${one.last_note}`
      : '',
  ),
]

/** Returns the list of debtors with its totals. */
export function useDebtors(): Listing<Debtor> & { totals: Debtor | undefined } {
  const { salespeople } = useAccountChoices()
  const list = useList({
    name: 'debtors',
    sort: '-open',
    filters: [
      choiceFilter('show', 'Show', debtor_filters, (value) => filter_words[value], { pinned: true }),
      choiceFilter('salesperson', 'Salesperson', salespeople, (name) => name),
    ],
  })
  const input = {
    ...list.input,
    show: list.someOf('show', debtor_filters),
    salesperson: list.someOf('salesperson', salespeople),
  }
  const found = useRows(receivablesApi.debtors, input, ({ debtors }) => debtors)
  return {
    ...found,
    list,
    columns,
    caption: 'Debtors',
    searchHint: 'Account or salesperson',
    totals: found.answer && { ...nobody, ...found.answer.totals },
    linkOf: ({ account_id }) => `/accounts/${account_id}?tab=billing`,
    card: (one) => ({
      title: one.account_name,
      badge: one.is_on_hold ? <StatusBadge family="red" label="On hold" /> : <Money cents={one.open} />,
      lines: [
        `${formatRand(one.open)} open, ${formatRand(one.overdue)} overdue`,
        [
          `balance ${formatRand(one.balance)}`,
          one.last_payment_date ? `last paid ${formatDate(one.last_payment_date)}` : 'no payment yet',
          one.follow_up_day ? `follow up ${dayText(one.follow_up_day)}` : '',
        ]
          .filter(Boolean)
          .join(' · '),
      ],
    }),
  }
}

/** The fields of the row of totals that are no sums. */
const nobody: Omit<Debtor, keyof DebtorTotals> = {
  account_id: 0,
  account_code: '',
  account_name: 'All accounts',
  account_type: 'postpaid',
  salesperson: '',
  is_on_hold: false,
  last_payment_date: null,
  last_payment: null,
  last_note: '',
  last_note_by: '',
  last_note_date: null,
  follow_up_day: null,
}

/** The accounts that owe something, by age, with the totals of all of them, their notes and follow-ups. */
export function DebtorsTable({ of: debtors }: { of: ReturnType<typeof useDebtors> }) {
  const me = useMe()
  const go = useGo()
  const [noting, setNoting] = useState<Debtor | null>(null)
  return (
    <>
      <DataTable
        {...debtors}
        name="debtors"
        idOf={({ account_id }) => account_id}
        rowMenu={(one) => [
          ...(seesNotes(me) ? [{ label: 'Notes and follow-up', onSelect: () => setNoting(one) }] : []),
          { label: 'Allocations', onSelect: () => void go(allocationsPath(one.account_id)) },
        ]}
        empty={{ title: 'No account owes anything.', text: 'Accounts with open invoices are listed here.' }}
      />
      {noting && (
        <Drawer title={`Notes on ${noting.account_name}`} onClose={() => setNoting(null)}>
          <NotesPanel account_id={noting.account_id} refresh={[receivablesApi.debtors]} />
        </Drawer>
      )}
    </>
  )
}
