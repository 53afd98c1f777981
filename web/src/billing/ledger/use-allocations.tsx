import { billingApi } from '@waybill/domain/billing/api'
import type { Allocation } from '@waybill/domain/billing/model'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import type { Actor } from '@waybill/domain/kit/actor'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useAccountFilter } from '../../accounts/index.ts'
import { useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { Money } from '../../kit/ui/values/Value.tsx'
import { accountColumn, dayColumn } from '../billing-columns.tsx'
import type { Listing } from '../listing.ts'
import { creditNotePath, invoicePath } from '../billing-access.ts'
import { ReferenceLink } from '../ReferenceLink.tsx'
import { personName } from '../../kit/session/people.ts'

/** Returns the source of an allocation: the number of its document, or the type of its transaction. */
const sourceOf = (row: Allocation): string => row.doc_display_id ?? transaction_types[row.type].label

function columnsFor(me: Actor): readonly Column<Allocation>[] {
  return [
    dayColumn('date', 'Date', (row) => row.time_created, 'time_created'),
    accountColumn(220),
    textColumn('source', 'From', 140, sourceOf, {
      cell: (row) =>
        row.credit_note_id > 0 ? (
          <ReferenceLink to={creditNotePath(me, row.credit_note_id)}>{sourceOf(row)}</ReferenceLink>
        ) : (
          <span className="mono">{sourceOf(row)}</span>
        ),
    }),
    textColumn('invoice', 'Invoice', 140, (row) => row.invoice_display_id, {
      cell: (row) => (
        <ReferenceLink to={invoicePath(me, row.invoice_id)}>{row.invoice_display_id}</ReferenceLink>
      ),
    }),
    moneyColumn('amount', 'Amount', 128, (row) => row.amount, { sort: 'amount' }),
    textColumn('created_by', 'By', 160, (row) => personName(row.created_by), { quiet: true }),
  ]
}

/** Returns the list of allocations of payments and credit notes to invoices, for all accounts (BILL-008). */
export function useAllocations(): Listing<Allocation> {
  const me = useMe()
  const list = useList({
    name: 'allocations',
    sort: '-time_created',
    filters: [{ key: 'date', label: 'Date', kind: 'date', pinned: true }, ...useAccountFilter(true)],
  })
  const input = {
    ...list.input,
    account_id: list.id('account'),
    start_date: list.between('date')?.from,
    end_date: list.between('date')?.until,
  }
  return {
    caption: 'Allocations',
    list,
    columns: columnsFor(me),
    ...useRows(billingApi.allocations, input, ({ allocations }) => allocations),
    card: (row) => ({
      title: <Money cents={row.amount} />,
      badge: row.account_code,
      lines: [`${sourceOf(row)} → ${row.invoice_display_id}`, formatDate(row.time_created)],
    }),
  }
}
