import { afterAll, beforeAll, expect, it } from 'vitest'
import { scan } from '../../page-kit/actions.ts'
import { openProduct, type Product } from '../product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

it('list shortcuts ignore letters typed into a field and letters sent by a scanner', async () => {
  const clerk = await product.as('thandi@fynbos.example')
  await clerk.goto(`${product.web}/profile`)
  await clerk.getByRole('link', { name: 'Shipments', exact: true }).first().click()
  const rows = clerk.getByRole('table', { name: 'Shipments' }).locator('tbody tr[tabindex]')
  await rows.nth(2).waitFor()
  const search = clerk.getByRole('searchbox').first()
  await search.focus()
  await clerk.keyboard.type('ok', { delay: 60 })
  expect(await search.inputValue()).toBe('ok')
  expect(await clerk.evaluate(() => document.activeElement?.closest('tbody'))).toBe(null)
  // A key that enters no character ends the word, even when the scan follows immediately.
  await clerk.keyboard.press('End')
  await clerk.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  // Much faster than people type, with letters that are shortcuts of the list.
  await scan(clerk, 'JKXOJK99')
  await clerk.getByText('You have no shipment with the reference JKXOJK99.').waitFor()
  expect(await rows.getByRole('checkbox', { checked: true }).count()).toBe(0)
  expect(new URL(clerk.url()).pathname).toBe('/shipments')
  expect(product.pageErrors).toEqual([])
})
