import type { ReactNode } from 'react'
import type { MenuEntry } from '../ui/layers/Menu.tsx'
import type { BulkAction } from './rows/BulkBar.tsx'
import type { Column } from './columns/columns.ts'
import type { CardText } from './rows/TableRow.tsx'
import type { List } from './use-list.ts'
import type { RowId } from './rows/use-selection.ts'

export const densities = ['compact', 'standard', 'relaxed'] as const
/** Row heights of 32, 40 and 56 px. Staff default to the densest, because they work with lists all day. */
export type Density = (typeof densities)[number]

/** The parts of a TanStack query that a table uses. */
export interface TableQuery {
  isFetching: boolean
  /** The rows belong to the previous request and stay until the current one is answered. */
  isPlaceholderData?: boolean
  error: Error | null
  dataUpdatedAt: number
  refetch: () => unknown
}

export interface DataTableProps<Row> {
  /** Name of the column preferences: 'shipments'. */
  name: string
  /** Name of the table for screen readers: 'Shipments'. */
  caption: string
  columns: readonly Column<Row>[]
  /** `undefined` until the first response. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => RowId
  /** The total number of rows; needed for paging. */
  total?: number | undefined
  query: TableQuery
  /** From `useList`; without it the table has no filters, sorting or paging. */
  list?: List
  searchHint?: string
  /** Returns the page that a row opens; the first cell becomes a real link. */
  linkOf?: (row: Row) => string
  rowMenu?: (row: Row) => readonly MenuEntry[]
  bulk?: readonly BulkAction<Row>[]
  /** Returns the content of a row on a phone. */
  card?: (row: Row) => CardText
  /** Displayed when there are no rows at all: one sentence about what will be here, and one action. */
  empty: { title: string; text?: ReactNode; action?: ReactNode }
  /** New rows that are not displayed yet, so that nothing moves under the cursor. */
  waiting?: { count: number; show: () => void }
  /** Displayed at the end of the filter chips, such as 'Applies to 3 of 4'. */
  remark?: ReactNode
  /** The sums of all rows, displayed as the last row. */
  totals?: Row | undefined
  /** Set when the table is inside a card: it then has no frame and no toolbar. */
  inCard?: boolean
}
