import type { CardText } from '../kit/table/DataTable.tsx'
import type { TableQuery } from '../kit/table/table-props.ts'
import type { Column } from '../kit/table/columns/columns.ts'
import type { List } from '../kit/table/use-list.ts'

/** A list as a page shows it: the table below, its count and export above. */
export interface Listing<Row> {
  name: string
  caption: string
  list: List
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  total: number | undefined
  query: TableQuery
  /** What the search box takes; without it there is none. */
  searchHint?: string
  linkOf?: (row: Row) => string
  card: (row: Row) => CardText
  /** Everything that matches the filters. */
  fetchAll: () => Promise<readonly Row[]>
}
