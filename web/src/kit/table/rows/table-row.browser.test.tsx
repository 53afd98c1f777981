import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../sample-page.tsx'
import { DataTable } from '../DataTable.tsx'
import type { DataTableProps } from '../table-props.ts'

/** The rows whose cells were made, in order. */
const made: string[] = []
const parcels = ['P1', 'P2', 'P3']
const table: DataTableProps<string> = {
  name: 'ticked-parcels',
  caption: 'Parcels',
  columns: [
    {
      key: 'reference',
      title: 'Reference',
      cell: (parcel) => parcel,
      text: (parcel) => {
        made.push(parcel)
        return parcel
      },
    },
  ],
  rows: parcels,
  idOf: (parcel) => parcel,
  query: { isFetching: false, error: null, dataUpdatedAt: 0, refetch: () => undefined },
  empty: { title: 'No parcels yet' },
  bulk: [{ label: 'Print', onSelect: () => undefined }],
}

it('renders only the ticked row again', async () => {
  await show(<DataTable {...table} />)
  made.length = 0
  const tick = page.getByRole('checkbox', { name: 'Select P2' })
  await tick.click()
  await expect.element(tick).toBeChecked()
  expect(new Set(made)).toEqual(new Set(['P2']))
})
