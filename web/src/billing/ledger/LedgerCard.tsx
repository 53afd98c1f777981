import { IconChevronDown, IconDownload } from '../../kit/icons/icons.ts'
import type { StatementLine } from '@waybill/domain/billing/model'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useMemo, useState } from 'react'
import { ApiError } from '../../kit/api/index.ts'
import { downloadText, toCsv } from '../../kit/table/export/csv.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Menu } from '../../kit/ui/layers/Menu.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import styles from './ledger-card.module.css'
import { statementPath } from '../billing-access.ts'
import { dayColumn } from '../billing-columns.tsx'
import { periodKeyOf, periodOf, periods } from '../invoices-and-statements/period.ts'
import { ReferenceLink } from '../ReferenceLink.tsx'
import { DocumentLink } from './use-transactions.tsx'
import { useStatement } from '../invoices-and-statements/use-statement.ts'

/** Number of rows displayed at first, and added by each click on 'Show more'. */
const rows_at_once = 25

const descriptionOf = (row: StatementLine): string => row.description ?? transaction_types[row.type].label
const referenceOf = (row: StatementLine): string => row.shipment_reference || (row.doc_display_id ?? '')

const columns: readonly Column<StatementLine>[] = [
  dayColumn('date', 'Date', (row) => row.transaction_date),
  textColumn('description', 'Description', 280, descriptionOf),
  textColumn('reference', 'Reference', 104, referenceOf, {
    cell: (row) =>
      row.shipment_reference ? (
        <ReferenceLink to={`/shipments/${row.shipment_id}`}>{row.shipment_reference}</ReferenceLink>
      ) : (
        <DocumentLink row={row} />
      ),
  }),
  moneyColumn('amount', 'Amount', 120, (row) => row.amount),
  moneyColumn('balance', 'Balance', 132, (row) => row.running_balance, { quiet: true }),
]

/** Shows the transactions of a period, newest first, with the balance after each (BILL-001). */
export function LedgerCard({ account_id }: { account_id: number }) {
  const me = useMe()
  const { values, set } = useSearchState()
  const key = periodKeyOf(values.period)
  const period = useMemo(() => periodOf(key, new Date()), [key])
  const query = useStatement(account_id, period)
  const [max, setMax] = useState(rows_at_once)
  const rows = useMemo(() => query.data?.transactions.toReversed(), [query.data])
  const label = periods.find(([one]) => one === key)?.[1] ?? ''
  const isHidden = query.error instanceof ApiError && query.error.status === 403
  const write = (): void =>
    downloadText(
      `transactions-${period.from}-${period.until}.csv`,
      toCsv([
        columns.map(({ title }) => title),
        ...(rows ?? []).map((row) => columns.map(({ text }) => text(row))),
      ]),
    )
  return (
    <Card
      title="Transactions"
      flush
      actions={
        !isHidden && (
          <>
            <AppLink to={statementPath(me, account_id)}>Statement</AppLink>
            <Menu
              label="Period"
              entries={periods.map(([one, title]) => ({
                label: title,
                onSelect: () => {
                  setMax(rows_at_once)
                  set({ period: one === 'month' ? undefined : one })
                },
              }))}
            >
              {(trigger) => (
                <Button {...trigger} size="sm" endIcon={IconChevronDown} aria-label={`Period: ${label}`}>
                  {label}
                </Button>
              )}
            </Menu>
            <Button
              size="sm"
              icon={IconDownload}
              reason={rows?.length ? null : 'There is nothing to export in this period.'}
              onClick={write}
            >
              Export
            </Button>
          </>
        )
      }
    >
      {isHidden ? (
        <EmptyState title="Transactions are not shown online.">
          Ask the courier company for a statement.
        </EmptyState>
      ) : (
        <>
          <DataTable
            name="ledger"
            caption="Transactions"
            inCard
            columns={columns}
            rows={rows?.slice(0, max)}
            idOf={(row) => row.id}
            query={query}
            card={(row) => ({
              title: descriptionOf(row),
              badge: <Money cents={row.amount} />,
              lines: [
                `${formatDate(row.transaction_date)}${referenceOf(row) && ` · ${referenceOf(row)}`}`,
                <>
                  Balance <Money cents={row.running_balance} />
                </>,
              ],
            })}
            empty={{
              title: `No transactions ${label.toLowerCase()}.`,
              text: 'Charges and payments are listed here with the balance after each.',
            }}
          />
          {rows && rows.length > max && (
            <div className={styles.more}>
              <Button size="sm" variant="ghost" onClick={() => setMax(max + rows_at_once)}>
                Show more of {formatCount(rows.length)}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}
