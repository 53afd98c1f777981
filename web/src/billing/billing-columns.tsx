import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Column } from '../kit/table/columns/columns.ts'
import { textColumn } from '../kit/table/columns/column-kinds.tsx'
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
