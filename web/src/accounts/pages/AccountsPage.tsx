import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { spendable } from '@waybill/domain/accounts/affordability'
import { account_types, type ListedAccount } from '@waybill/domain/accounts/model'
import { standingOf } from '@waybill/domain/billing/standing'
import { branchLimit, holds } from '@waybill/domain/kit/actor'
import { toRand } from '@waybill/domain/kit/money'
import { useMemo } from 'react'
import { call, reading } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { ExportMenu } from '../../kit/table/ExportMenu.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useViews } from '../../kit/table/saved-views.ts'
import { ViewTabs } from '../../kit/table/ViewTabs.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Page } from '../../kit/ui/Layout.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { Money } from '../../kit/ui/Value.tsx'
import { account_type_labels, accountState } from '../account-state.ts'
import { AccountBadge } from '../AccountBadge.tsx'
import styles from '../account.module.css'
import { useBranches } from './use-branches.ts'

type Row = ListedAccount

const most_exported = 5000

function columnsFor(seesMoney: boolean): readonly Column<Row>[] {
  return [
    {
      key: 'code',
      title: 'Code',
      width: 104,
      sort: 'account_code',
      cell: (row) => <span className="mono">{row.account_code}</span>,
      text: (row) => row.account_code,
    },
    {
      key: 'name',
      title: 'Name',
      width: 260,
      sort: 'name',
      cell: (row) => row.name,
      text: (row) => row.name,
    },
    {
      key: 'state',
      title: 'State',
      width: 112,
      tight: true,
      cell: (row) => <AccountBadge account={row} />,
      text: (row) => accountState(row).label,
    },
    {
      key: 'type',
      title: 'Type',
      width: 96,
      quiet: true,
      cell: (row) => account_type_labels[row.account_type],
      text: (row) => account_type_labels[row.account_type],
    },
    ...(seesMoney
      ? [
          {
            key: 'balance',
            title: 'Balance',
            width: 128,
            align: 'right' as const,
            sort: 'balance',
            cell: (row: Row) => <Balance row={row} />,
            text: (row: Row) => toRand(row.balance).toFixed(2),
          },
          {
            key: 'left',
            title: 'Credit left',
            width: 128,
            align: 'right' as const,
            cell: (row: Row) => (row.account_type === 'guest' ? null : <Money cents={spendable(row)} />),
            text: (row: Row) => (row.account_type === 'guest' ? '' : toRand(spendable(row)).toFixed(2)),
          },
        ]
      : []),
    {
      key: 'branch',
      title: 'Branch',
      width: 104,
      quiet: true,
      cell: (row) => row.branch_name,
      text: (row) => row.branch_name ?? '',
    },
  ]
}

function Balance({ row }: { row: Row }) {
  const { family } = standingOf(row.balance, row.credit_limit)
  return (
    <Money
      cents={row.balance}
      className={cx(family === 'red' && styles.over, family === 'yellow' && styles.low)}
    />
  )
}

/** The customer accounts of the company (ACC-020). */
export default function AccountsPage() {
  const me = useMe()
  const branches = useBranches()
  const list = useList({
    name: 'accounts',
    sort: 'name',
    filters: [
      {
        key: 'type',
        label: 'Type',
        kind: 'choice',
        pinned: true,
        options: account_types.map((value) => ({ value, label: account_type_labels[value] })),
      },
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
      { key: 'hold', label: 'Is on hold', kind: 'flag' },
      { key: 'closed', label: 'Is closed', kind: 'flag' },
    ],
  })
  const views = useViews(list, 'accounts_filters', [
    { key: 'all', label: 'All', search: {} },
    { key: 'hold', label: 'On hold', search: { hold: 'yes' } },
    { key: 'closed', label: 'Closed', search: { closed: 'yes' } },
  ])
  const type = account_types.filter((one) => list.chosen('type').includes(one))
  const branch = list.chosen('branch').map(Number).filter(Number.isSafeInteger)
  const input = {
    ...list.input,
    search: list.search || undefined,
    account_type: type.length > 0 ? type : undefined,
    branch_id: branch.length > 0 ? branch : undefined,
    is_on_hold: list.valueOf('hold') ? true : undefined,
    status: list.valueOf('closed') ? ['closed'] : undefined,
  }
  const query = useQuery({ ...reading(accountsApi.list, input), placeholderData: keepPreviousData })
  const seesMoney = holds(me, 'INLINE_see_billing_info')
  const columns = useMemo(() => columnsFor(seesMoney), [seesMoney])
  const rows = query.data?.accounts
  return (
    <Page width="list">
      <PageHeader
        title="Accounts"
        count={query.data?.count}
        actions={
          <ExportMenu
            name="accounts"
            columns={columns}
            rows={rows ?? []}
            fetchAll={async () =>
              (await call(accountsApi.list, { ...input, limit: most_exported, offset: 0 })).accounts
            }
          />
        }
      />
      <ViewTabs views={views} label="Views" />
      <DataTable
        name="accounts"
        caption="Accounts"
        columns={columns}
        rows={rows}
        total={query.data?.count}
        idOf={(row) => row.id}
        query={query}
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
        empty={{ title: 'No accounts yet.', text: 'The customers of your company are listed here.' }}
      />
    </Page>
  )
}
