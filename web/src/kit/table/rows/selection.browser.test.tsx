import { count_cap } from '@waybill/domain/kit/lists/paging'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanUp, show } from '../../sample-page.tsx'
import { DataTable } from '../DataTable.tsx'
import { useList } from '../use-list.ts'
import type { Chosen } from './BulkBar.tsx'

const parcels = Array.from({ length: 25 }, (_, at) => `P${at + 1}`)
/** What the action was given, and what it read. */
const printed: { chosen: Chosen<string>; read: readonly string[] }[] = []

/** A list of parcels, 10 on a page; the page is not in the address. */
function Parcels({ total = parcels.length }: { total?: number }) {
  const list = useList({ name: 'selected-parcels', size: 10 })
  const [current, setPage] = useState(1)
  return (
    <DataTable
      name="selected-parcels"
      caption="Parcels"
      columns={[{ key: 'reference', title: 'Reference', cell: (one) => one, text: (one) => one }]}
      rows={parcels.slice(10 * (current - 1), 10 * current)}
      total={total}
      idOf={(one) => one}
      query={{ isFetching: false, error: null, dataUpdatedAt: 0, refetch: () => undefined }}
      list={{ ...list, page: current, setPage }}
      empty={{ title: 'No parcels yet' }}
      bulk={[
        {
          label: 'Print',
          onSelect: async (chosen) => printed.push({ chosen, read: await chosen.read(async () => parcels) }),
        },
      ]}
    />
  )
}

const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const page_tick = page.getByRole('checkbox', { name: 'Select all rows of this page' })
const button = (name: string) => page.getByRole('button', { name })
const selected = (text: string) => page.getByText(text, { exact: true })

afterEach(async () => {
  printed.length = 0
  await cleanUp()
})

it('excludes what is unticked on any page after everything was selected, in the count and for the action', async () => {
  await show(<Parcels />)
  await page_tick.click()
  await button('Select all 25 that match').click()
  await expect.element(selected('25 selected')).toBeVisible()
  await tick('P2').click()
  await button('Next page').click()
  await expect.element(tick('P12')).toBeChecked()
  await tick('P12').click()
  await expect.element(tick('P12')).not.toBeChecked()
  await tick('P13').click()
  await tick('P13').click()
  await expect.element(selected('23 selected')).toBeVisible()
  await button('Print').click()
  const [one] = printed
  expect(one?.chosen).toMatchObject({ isAll: true, count: 23, rows: [] })
  expect(one?.read).toEqual(parcels.filter((parcel) => parcel !== 'P2' && parcel !== 'P12'))
  await page_tick.click()
  await page_tick.click()
  await expect.element(selected('14 selected')).toBeVisible()
  await button('Select all 25 that match').click()
  await expect.element(selected('25 selected')).toBeVisible()
})

it('shows no exact number where more match than are counted', async () => {
  await show(<Parcels total={count_cap} />)
  await page_tick.click()
  await button('Select all 10,000+ that match').click()
  await tick('P2').click()
  await expect.element(tick('P2')).not.toBeChecked()
  await expect.element(selected('10,000+ selected')).toBeVisible()
})

it('reads only the ticked rows unless everything is selected', async () => {
  await show(<Parcels />)
  await tick('P1').click()
  await button('Next page').click()
  await tick('P11').click()
  await expect.element(selected('2 selected')).toBeVisible()
  await button('Print').click()
  expect(printed[0]?.chosen).toMatchObject({ isAll: false, count: 2, rows: ['P1', 'P11'] })
  expect(printed[0]?.read).toEqual(['P1', 'P11'])
})
