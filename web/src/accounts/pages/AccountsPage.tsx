import { IconPlus } from '../../kit/icons/icons.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { spendable } from '@waybill/domain/accounts/affordability'
import { answerText } from '@waybill/domain/accounts/custom-fields'
import { account_types, type ListedAccount } from '@waybill/domain/accounts/model'
import { billingApi } from '@waybill/domain/billing/api'
import type { AccountAgeing } from '@waybill/domain/billing/model'
import { balanceState } from '@waybill/domain/billing/balance-state'
import { overdueOf } from '@waybill/domain/billing/statement'
import { branchLimit, hasPermission } from '@waybill/domain/kit/actor'
import type { Cents } from '@waybill/domain/kit/money'
import { useMemo } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import {
  badgeColumn,
  localWhenColumn,
  moneyColumn,
  textColumn,
} from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { useViews } from '../../kit/table/saved-views/saved-views.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Money, None } from '../../kit/ui/values/Value.tsx'
import { account_type_labels, accountState } from '../account-state.ts'
import { AccountBadge } from '../AccountBadge.tsx'
import shared from '../account.module.css'
import styles from './accounts-page.module.css'
import { useAccountChoices } from '../use-account-choices.ts'
import { VipMark } from '../VipMark.tsx'
import { useBranches } from './use-branches.ts'
import { choiceFilter } from '../../kit/table/filters/filters.ts'

type Row = ListedAccount

const status_options = [
  { value: 'active', label: 'Active' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
]

const wordOptions = (words: readonly string[]) => words.map((value) => ({ value, label: value }))

function columnsFor(seesMoney: boolean, ageing: ReadonlyMap<number, AccountAgeing>): readonly Column<Row>[] {
  return [
    textColumn('code', 'Code', 92, (row) => row.account_code, {
      sort: 'account_code',
      cell: (row) => (
        <span className={shared.vip}>
          <span className="mono">{row.account_code}</span>
          <VipMark account_code={row.account_code} />
        </span>
      ),
    }),
    textColumn('name', 'Name', 176, (row) => row.name, { sort: 'name' }),
    badgeColumn('state', 'State', 104, (row) => accountState(row).label, {
      cell: (row) => <AccountBadge account={row} />,
    }),
    textColumn('type', 'Type', 88, (row) => account_type_labels[row.account_type], { quiet: true }),
    ...(seesMoney
      ? [
          moneyColumn('balance', 'Balance', 116, (row: Row) => row.balance, {
            sort: 'balance',
            cell: (row) => <Balance row={row} />,
          }),
          moneyColumn('left', 'Credit left', 116, (row: Row) =>
            row.account_type === 'guest' ? null : spendable(row),
          ),
          owed(ageing, 'overdue', 'Overdue', overdueOf, false),
          owed(ageing, 'current', 'Not yet due', ({ current }) => current),
          owed(ageing, 'days_30', '1–30 days', ({ days_30 }) => days_30),
          owed(ageing, 'days_60', '31–60 days', ({ days_60 }) => days_60),
          owed(ageing, 'days_90', '61–90 days', ({ days_90 }) => days_90),
          owed(ageing, 'days_120', 'Over 90 days', ({ days_120 }) => days_120),
        ]
      : []),
    textColumn('branch', 'Branch', 72, (row) => row.branch_name, { quiet: true }),
    textColumn('price_list', 'Price list', 116, (row) => row.current_rate_group_name, { quiet: true }),
    localWhenColumn('last_shipment', 'Last shipment', 128, (row) => row.last_shipment, { quiet: true }),
    textColumn('tags', 'Tags', 160, (row) => row.tags.join(', '), { hidden: true }),
    textColumn('salesperson', 'Salesperson', 132, salesperson, { hidden: true }),
  ]
}

function salesperson(row: Row): string {
  return answerText(row.custom_fields?.salesperson)
}

/** Builds a table column for an amount that accounts owe, grouped by how long it is overdue. */
function owed(
  ageing: ReadonlyMap<number, AccountAgeing>,
  key: string,
  title: string,
  amountOf: (of: AccountAgeing) => Cents,
  hidden = true,
): Column<Row> {
  const amount = (row: Row): Cents => {
    const found = ageing.get(row.id)
    return found ? amountOf(found) : 0
  }
  return moneyColumn(key, title, 104, amount, {
    hidden,
    cell: (row) =>
      amount(row) === 0 ? (
        <None />
      ) : (
        <Money cents={amount(row)} className={cx(key !== 'current' && styles.over)} />
      ),
  })
}

/**
 * Returns the outstanding amounts of the listed accounts by how long they are overdue; empty for viewers who may not
 * see them.
 */
function useAgeing(rows: readonly Row[] | undefined): ReadonlyMap<number, AccountAgeing> {
  const me = useMe()
  const ids = (rows ?? []).map(({ id }) => id)
  const { data } = useQuery({
    ...endpointQuery(billingApi.ageing, { ids }),
    enabled: ids.length > 0 && hasPermission(me, 'INLINE_see_billing_info') && mayCall(me, billingApi.ageing),
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map((data?.ageing ?? []).map((one) => [one.account_id, one])), [data])
}

function Balance({ row }: { row: Row }) {
  const { family } = balanceState(row.balance, row.credit_limit)
  return (
    <Money
      cents={row.balance}
      className={cx(family === 'red' && styles.over, family === 'yellow' && styles.low)}
    />
  )
}

/** Page with the customer accounts of the company (ACC-020). */
export default function AccountsPage() {
  const me = useMe()
  const branches = useBranches()
  const choices = useAccountChoices()
  const list = useList({
    name: 'accounts',
    sort: 'name',
    filters: [
      choiceFilter('type', 'Type', account_types, (value) => account_type_labels[value], { pinned: true }),
      ...(branchLimit(me) === null
        ? [
            {
              key: 'branch',
              label: 'Branch',
              kind: 'choice' as const,
              pinned: true,
              options: branches.map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]
        : []),
      { key: 'status', label: 'Status', kind: 'choice', options: status_options },
      {
        key: 'price_list',
        label: 'Price list',
        kind: 'choice',
        options: choices.price_lists.map(({ value, label }) => ({ value: String(value), label })),
      },
      { key: 'tag', label: 'Tag', kind: 'choice', options: wordOptions(choices.tags) },
      { key: 'salesperson', label: 'Salesperson', kind: 'choice', options: wordOptions(choices.salespeople) },
      { key: 'hold', label: 'Is on hold', kind: 'flag' },
    ],
  })
  const views = useViews(list, 'accounts_filters', [
    { key: 'all', label: 'All', search: {} },
    { key: 'hold', label: 'On hold', search: { hold: 'yes' } },
    { key: 'overdue', label: 'Overdue', search: { status: 'overdue' } },
    { key: 'closed', label: 'Closed', search: { status: 'closed' } },
  ])
  const input = {
    ...list.input,
    account_type: list.someOf('type', account_types),
    branch_id: list.ids('branch'),
    is_on_hold: list.flag('hold'),
    status: list.texts('status'),
    rate_group_id: list.ids('price_list'),
    tag: list.texts('tag'),
    salesperson: list.texts('salesperson'),
  }
  const found = useRows(accountsApi.list, input, ({ accounts }) => accounts)
  const seesMoney = hasPermission(me, 'INLINE_see_billing_info')
  const ageing = useAgeing(found.rows)
  const columns = useMemo(() => columnsFor(seesMoney, ageing), [seesMoney, ageing])
  const add = mayCall(me, accountsApi.create) && (
    <ButtonLink to="/accounts/new" variant="primary" icon={IconPlus} data-shortcut="n">
      New account
    </ButtonLink>
  )
  return (
    <ListPage
      title="Accounts"
      primary={add}
      of={found}
      exported
      views={views}
      columns={columns}
      list={list}
      searchHint="Code or name"
      linkOf={(row) => `/accounts/${row.id}`}
      card={(row) => ({
        title: row.name,
        badge: <AccountBadge account={row} />,
        lines: [
          [row.account_code, account_type_labels[row.account_type], row.branch_name]
            .filter(Boolean)
            .join(' · '),
          ...(seesMoney
            ? [
                <>
                  Balance <Balance row={row} />
                </>,
              ]
            : []),
        ],
      })}
      empty={{
        title: 'No accounts yet.',
        text: 'The customers of your company are listed here.',
        action: add,
      }}
    />
  )
}
