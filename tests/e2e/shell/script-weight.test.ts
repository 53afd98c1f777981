import { afterAll, beforeAll, expect, it } from 'vitest'
import { weighPage } from '../../../scripts/bench/script-weight.ts'
import { openProduct, type Product } from '../product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

/**
 * The script that a first visit downloads, as gzip in KB with what is fetched ahead: what holds now, with a twentieth
 * to spare. A page that exceeds its limit has got an import that belongs into a file of its own
 * (docs/decisions/0125-script-by-first-page.md).
 */
it.each([
  { page: 'sign-in', route: '/login', email: undefined, shows: 'input', limit: 94 },
  { page: 'staff shell', route: '/no-such-page', email: 'thandi@fynbos.example', shows: 'nav', limit: 185 },
  {
    page: 'list of shipments',
    route: '/shipments',
    email: 'thandi@fynbos.example',
    shows: 'tbody tr[aria-rowindex]',
    limit: 245,
  },
])('$page loads at most $limit KB of script', async ({ route, email, shows, limit }) => {
  const token = email && (await product.tokenOf(email))
  const page = await product.window({ width: 1440, height: 900 }, token)
  const { script_kb } = await weighPage(page, product.web + route, () =>
    page.locator(shows).first().waitFor(),
  )
  expect(script_kb).toBeGreaterThan(60)
  expect(script_kb).toBeLessThanOrEqual(limit)
})
