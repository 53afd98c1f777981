import type { ReactNode } from 'react'
import type { MenuEntry } from '../ui/layers/Menu.tsx'
import type { BulkAction } from './rows/BulkBar.tsx'
import type { Column } from './columns/columns.ts'
import type { CardText } from './rows/TableRow.tsx'
import type { List } from './use-list.ts'
import type { RowId } from './rows/use-selection.ts'

export const densities = ['compact', 'standard', 'relaxed'] as const
/** Row heights of 32, 40 and 56 px; the office begins with the first, because it looks at lists all day. */
export type Density = (typeof densities)[number]

/** The part of a TanStack query that a table shows. */
export interface TableQuery {
  isFetching: boolean
  /** The rows are those asked for before, kept until the answer to what is asked now. */
  isPlaceholderData?: boolean
  error: Error | null
  dataUpdatedAt: number
  refetch: () => unknown
}

export interface DataTableProps<Row> {
  /** Names the columns' preferences: 'shipments'. */
  name: string
  /** Said to screen readers: 'Shipments'. */
  caption: string
  columns: readonly Column<Row>[]
  /** `undefined` until the first answer. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => RowId
  /** How many there are in all; needed for paging. */
  total?: number | undefined
  query: TableQuery
  /** From `useList`; without it the table has no filters, sorting or paging. */
  list?: List
  searchHint?: string
  /** The page a row opens; the first cell becomes a real link. */
  linkOf?: (row: Row) => string
  rowMenu?: (row: Row) => readonly MenuEntry[]
  bulk?: readonly BulkAction<Row>[]
  /** What a row says on a phone. */
  card?: (row: Row) => CardText
  /** Shown when there is nothing at all: one sentence what will be here, and the one thing to do. */
  empty: { title: string; text?: ReactNode; action?: ReactNode }
  /** New rows that wait to be shown, so that nothing moves under the cursor. */
  waiting?: { count: number; show: () => void }
  /** At the end of the chips row, such as 'Applies to 3 of 4'. */
  remark?: ReactNode
  /** The last line: the sums of all rows, as a row of its own. */
  totals?: Row | undefined
  /** Stands inside a card: no frame of its own, no toolbar. */
  inCard?: boolean
}
