import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'

const production = 'https://portal.fynbos.example'
let product: Product

beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

it('[SHIP-079] guests of company 1 get a quick quote in production instead of a booking', async () => {
  const guest = await product.window()
  const title = guest.getByRole('heading', { level: 1 })
  await guest.goto(`${product.web}/shipments/new`)
  await title.filter({ hasText: 'New shipment' }).waitFor()
  // Serve the same pages under a host name that is neither of development nor of staging.
  await guest.route(`${production}/**`, async (route) => {
    const url = route.request().url().replace(production, product.web)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await guest.goto(`${production}/shipments/new`)
  await title.first().waitFor()
  await expect.poll(() => title.allInnerTexts()).toEqual(['Quick quote'])
  expect(product.pageErrors).toEqual([])
  await guest.unrouteAll({ behavior: 'ignoreErrors' })
})
