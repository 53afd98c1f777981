import { toRand, type Cents } from '@waybill/domain/kit/money'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Column } from '../kit/table/columns/columns.ts'
import { textColumn } from '../kit/table/columns/column-kinds.tsx'
import { Money } from '../kit/ui/values/Value.tsx'
import styles from './columns.module.css'
import { shortDate } from './short-date.ts'

/** Column for the account of a document or transaction. */
export function accountColumn<Row extends { account_code: string; account_name?: string }>(
  width = 200,
): Column<Row> {
  return textColumn(
    'account',
    'Account',
    width,
    (row) => (row.account_name ? `${row.account_name} (${row.account_code})` : row.account_code),
    { cell: (row) => row.account_name ?? row.account_code },
  )
}

/** Column for a calendar day. */
export function dayColumn<Row>(
  key: string,
  title: string,
  of: (row: Row) => Date,
  sort?: string,
): Column<Row> {
  return {
    key,
    title,
    width: 80,
    quiet: true,
    ...(sort ? { sort } : {}),
    cell: (row) => <span className={styles.day}>{shortDate(of(row))}</span>,
    text: (row) => dayOf(of(row)),
  }
}

/** Column for an amount in cents, displayed as money and exported as a plain number of Rand. */
export function moneyColumn<Row>(
  key: string,
  title: string,
  of: (row: Row) => Cents,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    key,
    title,
    width: 128,
    align: 'right',
    cell: (row) => <Money cents={of(row)} />,
    text: (row) => toRand(of(row)).toFixed(2),
    ...more,
  }
}
