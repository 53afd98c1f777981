import type { DataTableProps } from '../kit/table/table-props.ts'
import type { List } from '../kit/table/use-list.ts'
import type { Rows } from '../kit/table/use-rows.ts'

/** The data of a list page: a table, with its count and export above. */
export interface Listing<Row>
  extends Rows<Row>, Pick<DataTableProps<Row>, 'caption' | 'columns' | 'searchHint' | 'linkOf' | 'card'> {
  list: List
}
