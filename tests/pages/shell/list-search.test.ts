import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let page: Page
beforeAll(async () => {
  product = await openProduct()
  page = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

it.each([
  '/shipments',
  '/shipment-quotes',
  '/collection-requests',
  '/claims',
  '/interhub-transfers',
  '/accounts',
  '/users',
  '/branches',
  '/billing?tab=payments',
  '/billing?tab=imported-payments',
  '/billing?tab=transactions',
  '/tools/blocked-list',
])('the search box of %s is sent with the request for the list', async (address) => {
  await page.goto(product.web + address)
  await product.settled(page)
  const before = product.calls.length
  await page.getByRole('search', { name: 'Filters' }).getByRole('searchbox').fill('Protea')
  await product.settled(page)
  expect(product.calls.slice(before).map(({ input }) => input['search'])).toContain('Protea')
})
