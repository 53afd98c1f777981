import type { CardText } from '../kit/table/DataTable.tsx'
import type { TableQuery } from '../kit/table/table-props.ts'
import type { Column } from '../kit/table/columns/columns.ts'
import type { List } from '../kit/table/use-list.ts'

/** The data of a list page: a table, with its count and export above. */
export interface Listing<Row> {
  name: string
  caption: string
  list: List
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  total: number | undefined
  query: TableQuery
  /** Hint of the search box; without it, there is no search box. */
  searchHint?: string
  linkOf?: (row: Row) => string
  card: (row: Row) => CardText
  /** Fetches all rows that match the filters. */
  fetchAll: () => Promise<readonly Row[]>
}
