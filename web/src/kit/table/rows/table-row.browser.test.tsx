import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanUp, show } from '../../sample-page.tsx'
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

afterEach(cleanUp)

it('renders only the ticked row again', async () => {
  await show(<DataTable {...table} />)
  made.length = 0
  const tick = page.getByRole('checkbox', { name: 'Select P2' })
  await tick.click()
  await expect.element(tick).toBeChecked()
  expect(new Set(made)).toEqual(new Set(['P2']))
})

describe('on a phone', () => {
  const actions = page.getByRole('button', { name: 'Actions for P2' })

  it('has the actions of the row in the menu of its card, and selects the card there', async () => {
    await page.viewport(390, 844)
    const opened: string[] = []
    await show(
      <DataTable
        {...table}
        linkOf={(parcel) => `/parcels/${parcel}`}
        rowMenu={(parcel) => [{ label: 'Take it', onSelect: () => opened.push(parcel) }]}
        card={(parcel) => ({ title: parcel, lines: ['Waits'], actions: <button type="button">Take</button> })}
      />,
    )
    await actions.click()
    await page.getByRole('menuitem', { name: 'Take it' }).click()
    expect(opened).toEqual(['P2'])
    const card = page.getByRole('listitem').filter({ hasText: 'P2' })
    await expect.element(card.getByRole('button', { name: 'Take', exact: true })).toBeVisible()
    expect(card.getByRole('link').element().textContent).not.toContain('Take')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
    await expect.element(page.getByRole('checkbox', { name: 'Select P2' })).toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: 'Select P1' })).not.toBeChecked()
  })

  it('has no menu where a row has neither actions nor a selection', async () => {
    await page.viewport(390, 844)
    await show(
      <DataTable {...table} bulk={[]} rowMenu={() => []} card={(parcel) => ({ title: parcel, lines: [] })} />,
    )
    await expect.element(page.getByRole('listitem').first()).toBeVisible()
    expect(actions.elements()).toEqual([])
  })
})
