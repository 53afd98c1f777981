import type { ReactNode } from 'react'
import { DataTable } from '../kit/table/DataTable.tsx'
import type { Listing } from './listing.ts'

/** The data table of a listing. */
export function ListingTable<Row extends { id: number }>({
  of: listing,
  empty,
}: {
  of: Listing<Row>
  empty: { title: string; text?: ReactNode }
}) {
  const { name, caption, list, columns, rows, total, query, searchHint, linkOf, card } = listing
  return (
    <DataTable
      name={name}
      caption={caption}
      columns={columns}
      rows={rows}
      total={total}
      idOf={(row) => row.id}
      query={query}
      list={list}
      card={card}
      empty={empty}
      {...(searchHint ? { searchHint } : {})}
      {...(linkOf ? { linkOf } : {})}
    />
  )
}
