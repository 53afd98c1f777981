import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { billingApi } from '@waybill/domain/billing/api'
import type { BillingTransaction } from '@waybill/domain/billing/model'
import { transaction_type_names, transaction_types } from '@waybill/domain/billing/transaction-types'
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

const type_options = transaction_type_names.map((name) => ({
  value: name,
  label: transaction_types[name].label,
}))

const columns: readonly Column<BillingTransaction>[] = [
  dayColumn('date', 'Date', (row) => row.transaction_date, 'transaction_date'),
  accountColumn(88),
  textColumn('type', 'Type', 148, (row) => transaction_types[row.type].label),
  textColumn('description', 'Description', 270, (row) => row.description),
  textColumn('shipment', 'Shipment', 88, (row) => row.shipment_reference, {
    cell: (row) => (
      <ReferenceLink to={`/shipments/${row.shipment_id}`}>{row.shipment_reference}</ReferenceLink>
    ),
  }),
  textColumn('document', 'Document', 104, (row) => row.doc_display_id ?? '', {
    cell: (row) => <DocumentLink row={row} />,
  }),
  textColumn('modified_by', 'By', 132, (row) => personName(row.modified_by), { quiet: true }),
  textColumn('internal_note', 'Internal note', 200, (row) => row.internal_note, { hidden: true }),
  moneyColumn('vat', 'VAT', 128, (row) => row.vat, { hidden: true }),
  moneyColumn('amount', 'Amount', 128, (row) => row.amount, { sort: 'amount' }),
]

/** Shows the document number of a transaction, as a link when the document has a page. */
export function DocumentLink({ row }: { row: BillingTransaction }) {
  const me = useMe()
  if (!row.doc_display_id) return null
  const to =
    row.invoice_id > 0
      ? invoicePath(me, row.invoice_id)
      : row.credit_note_id > 0
        ? creditNotePath(me, row.credit_note_id)
        : null
  return to ? (
    <ReferenceLink to={to}>{row.doc_display_id}</ReferenceLink>
  ) : (
    <span className="mono">{row.doc_display_id}</span>
  )
}

/** Returns the ledger of all accounts for staff (BILL-004). */
export function useTransactions(): Listing<BillingTransaction> & {
  input: Input<typeof billingApi.transactions>
} {
  const account = useAccountFilter(true)
  const list = useList({
    name: 'transactions',
    sort: '-transaction_date',
    filters: [
      { key: 'type', label: 'Type', kind: 'choice', options: type_options, pinned: true },
      { key: 'date', label: 'Date', kind: 'date', pinned: true },
      ...account,
    ],
  })
  const input = {
    ...list.input,
    account_id: list.id('account'),
    type: list.someOf('type', transaction_type_names),
    start_date: list.between('date')?.from,
    end_date: list.between('date')?.until,
  }
  return {
    caption: 'Transactions',
    list,
    columns,
    ...useRows(billingApi.transactions, input, ({ transactions }) => transactions),
    input,
    searchHint: 'PMT, INV, CR, shipment, account or amount',
    card: (row) => ({
      title: <Money cents={row.amount} />,
      badge: row.account_code,
      lines: [
        row.description ?? transaction_types[row.type].label,
        `${formatDate(row.transaction_date)}${row.shipment_reference ? ` · ${row.shipment_reference}` : ''}`,
      ],
    }),
  }
}
