import type { CardText } from '../kit/table/DataTable.tsx'
import type { TableQuery } from '../kit/table/table-props.ts'
import type { Column } from '../kit/table/columns.ts'
import type { List } from '../kit/table/use-list.ts'

/** Most rows one export reads. */
const max_exported = 5000
const page_of_export = 500

/** A list as a page shows it: the table below, its count and export above. */
export interface Listing<Row> {
  name: string
  caption: string
  list: List
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  total: number | undefined
  query: TableQuery
  linkOf?: (row: Row) => string
  card: (row: Row) => CardText
  /** Everything that matches the filters, up to 5,000 rows. */
  fetchAll: () => Promise<readonly Row[]>
}

/** Reads page after page until there is no more, or the export is full. */
export async function readAll<Row>(
  readPage: (page: { limit: number; offset: number }) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  while (found.length < max_exported) {
    const rows = await readPage({ limit: page_of_export, offset: found.length })
    found.push(...rows)
    if (rows.length < page_of_export) break
  }
  return found
}
