import {
  exclusion_labels,
  exclusion_reasons,
  monthEndApi,
  type MonthEndAccount,
  type MonthEndCharge,
} from '@waybill/domain/billing/month-end'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { formatDate } from '@waybill/domain/kit/texts/format'
import type { ReactNode } from 'react'
import type { Column } from '../../kit/table/columns/columns.ts'
import { countColumn, moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ExportMenu } from '../../kit/table/export/ExportMenu.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Row } from '../../kit/ui/page-layout/Layout.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { accountColumn, dayColumn } from '../billing-columns.tsx'
import { Deliveries, useDeliveries } from '../deliveries/use-deliveries.tsx'
import type { Listing } from '../listing.ts'
import { ListingTable } from '../ListingTable.tsx'
import { ReferenceLink } from '../ReferenceLink.tsx'

const no_address = 'No address'
const recipientsText = ({ recipients }: MonthEndAccount): string => recipients.join(', ') || no_address

const account_columns: readonly Column<MonthEndAccount>[] = [
  textColumn('account', 'Account', 260, (row) => `${row.account_name} (${row.account_code})`),
  countColumn('charges', 'Charges', 96, (row) => row.charges),
  countColumn('invoices', 'Invoices', 96, (row) => row.invoices),
  moneyColumn('amount', 'Amount', 132, (row) => row.amount),
  textColumn('recipients', 'E-mailed to', 280, recipientsText, { quiet: true }),
]

const charge_columns: readonly Column<MonthEndCharge>[] = [
  dayColumn('date', 'Date', (row) => row.transaction_date),
  accountColumn(220),
  textColumn('type', 'Type', 160, (row) => transaction_types[row.type].label),
  textColumn('shipment', 'Shipment', 120, (row) => row.shipment_reference, {
    cell: (row) =>
      row.shipment_id > 0 ? (
        <ReferenceLink to={`/shipments/${row.shipment_id}`}>{row.shipment_reference}</ReferenceLink>
      ) : (
        row.description
      ),
  }),
  moneyColumn('amount', 'Amount', 120, (row) => row.amount),
]

const reasonText = ({ reason }: MonthEndCharge): string => (reason ? exclusion_labels[reason] : '')
const excluded_columns: readonly Column<MonthEndCharge>[] = [
  ...charge_columns,
  textColumn('reason', 'Reason', 320, reasonText),
]

function Listed<Item extends { id: number }>({
  of: listing,
  empty,
}: {
  of: Listing<Item>
  empty: { title: string; text: string }
}): ReactNode {
  return (
    <>
      <Row>
        <ExportMenu
          name={listing.list.name}
          columns={listing.columns}
          rows={listing.rows ?? []}
          fetchAll={listing.fetchAll}
        />
      </Row>
      <ListingTable of={listing} empty={empty} />
    </>
  )
}

/** The accounts that will be invoiced, the largest amount first. */
export function MonthEndAccounts({ periodEnd }: { periodEnd: string }) {
  const list = useList({ name: 'month-end-accounts', sort: '' })
  const input = { ...list.input, period_end: periodEnd, search: list.search || undefined }
  const listing: Listing<MonthEndAccount> = {
    caption: 'Accounts to invoice',
    searchHint: 'Account name or code',
    list,
    columns: account_columns,
    ...useRows(monthEndApi.accounts, input, ({ accounts }) => accounts),
    linkOf: ({ id }) => `/accounts/${id}?tab=billing`,
    card: (row) => ({
      title: row.account_name,
      badge: <Money cents={row.amount} />,
      lines: [`${row.account_code} · ${row.charges} charges`, recipientsText(row)],
    }),
  }
  return (
    <Listed
      of={listing}
      empty={{
        title: 'Nothing is waiting to be invoiced.',
        text: 'Not invoiced lists what is left out, and why.',
      }}
    />
  )
}

/** The charges that will be invoiced, or those that will not, with the reason. */
export function MonthEndCharges({ periodEnd, isExcluded }: { periodEnd: string; isExcluded: boolean }) {
  const list = useList({
    name: isExcluded ? 'month-end-excluded' : 'month-end-charges',
    sort: '',
    filters: isExcluded
      ? [
          {
            key: 'reason',
            label: 'Reason',
            kind: 'choice',
            options: exclusion_reasons.map((value) => ({ value, label: exclusion_labels[value] })),
            pinned: true,
          },
        ]
      : [],
  })
  const chosen = list.someOf('reason', exclusion_reasons)
  const waiting = exclusion_reasons.filter((reason) => reason !== 'already-invoiced')
  const reason = isExcluded ? { reason: chosen?.length ? chosen : waiting } : {}
  const input = { ...list.input, ...reason, period_end: periodEnd, search: list.search || undefined }
  const listing: Listing<MonthEndCharge> = {
    caption: isExcluded ? 'Charges that are not invoiced' : 'Charges to invoice',
    searchHint: 'Account name or code',
    list,
    columns: isExcluded ? excluded_columns : charge_columns,
    ...useRows(monthEndApi.charges, input, ({ charges }) => charges),
    card: (row) => ({
      title: row.shipment_reference || row.description || transaction_types[row.type].label,
      badge: <Money cents={row.amount} />,
      lines: [`${row.account_name} · ${formatDate(row.transaction_date)}`, reasonText(row)].filter(Boolean),
    }),
  }
  return (
    <Listed
      of={listing}
      empty={
        isExcluded
          ? {
              title: 'Every charge is invoiced.',
              text: 'Charges that are left out are listed here, with the reason.',
            }
          : {
              title: 'Nothing is waiting to be invoiced.',
              text: 'Charges are listed here once they can be invoiced.',
            }
      }
    />
  )
}

/** The e-mails with documents; the failed ones can be sent again. */
export function MonthEndEmails() {
  return <Deliveries of={useDeliveries('month-end-emails', {})} />
}
