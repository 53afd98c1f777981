import { DataTable } from '../kit/table/DataTable.tsx'
import type { DataTableProps } from '../kit/table/table-props.ts'
import type { Listing } from './listing.ts'

/** The data table of a listing. */
export function ListingTable<Row extends { id: number }>({
  of: listing,
  empty,
}: {
  of: Listing<Row>
  empty: DataTableProps<Row>['empty']
}) {
  return <DataTable {...listing} name={listing.list.name} idOf={({ id }) => id} empty={empty} />
}
