import { cashApi } from '@waybill/domain/cash/api'
import type { Remittance } from '@waybill/domain/cash/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { useMemo } from 'react'
import { useAccountFilter } from '../../accounts/index.ts'
import { useMe } from '../../kit/session/me.ts'
import {
  countColumn,
  localWhenColumn,
  moneyColumn,
  monoColumn,
  textColumn,
} from '../../kit/table/columns/column-kinds.tsx'
import type { Filter } from '../../kit/table/filters/filters.ts'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { shortWhen } from '../../kit/ui/values/moments.ts'
import { CashTabs } from '../CashTabs.tsx'
import { openStatement } from '../open-file.ts'

const filters: readonly Filter[] = [{ key: 'paid', label: 'Paid', kind: 'date', pinned: true }]

/** The payouts of collected money with their statements; customers see those of their account. */
export default function PayoutsPage() {
  const me = useMe()
  const viewerIsStaff = isStaff(me)
  const accounts = useAccountFilter(viewerIsStaff)
  const list = useList({ name: 'remittances', filters: useMemo(() => [...filters, ...accounts], [accounts]) })
  const between = list.between('paid')
  const found = useRows(
    cashApi.remittances,
    {
      ...list.input,
      account_id: viewerIsStaff ? list.ids('account') : undefined,
      from: between ? dayOf(between.from) : undefined,
      to: between ? dayOf(between.until) : undefined,
    },
    ({ remittances }) => remittances,
  )
  const columns = useMemo(
    () => [
      monoColumn('number', 'Number', 120, (row: Remittance) => row.display_id),
      ...(viewerIsStaff
        ? [textColumn('account', 'Account', 220, (row: Remittance) => row.account_name)]
        : []),
      countColumn('receipts', 'Receipts', 100, (row: Remittance) => row.receipts),
      moneyColumn('collected', 'Collected', 130, (row: Remittance) => row.collected),
      moneyColumn('fee', 'Fee', 110, (row: Remittance) => row.fee),
      moneyColumn('paid', 'Paid out', 130, (row: Remittance) => row.paid),
      textColumn('reference', 'Bank reference', 180, (row: Remittance) => row.bank_reference),
      localWhenColumn('when', 'When', 140, (row: Remittance) => row.time_created),
    ],
    [viewerIsStaff],
  )
  return (
    <ListPage
      title="Payouts of cash on delivery"
      of={found}
      list={list}
      columns={columns}
      exported
      tabs={viewerIsStaff && <CashTabs chosen="/cash/payouts" />}
      rowMenu={(row) => [{ label: 'Statement as PDF', onSelect: () => openStatement(row.id) }]}
      card={(row) => ({
        title: `${row.display_id}, ${formatRand(row.paid)}`,
        lines: [viewerIsStaff ? row.account_name : '', shortWhen(row.time_created, new Date())].filter(
          Boolean,
        ),
      })}
      empty={{
        title: 'No payouts yet.',
        text: 'What receivers paid for the goods is listed here once it has been paid out.',
      }}
    />
  )
}
