import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProduct, type Product } from './product.ts'
import { barriersAt, customer, driver, guest, platform, staff, stopsOf, type Stop } from './walk.ts'

let product: Product
let stops: Record<string, Stop[]>
beforeAll(async () => {
  product = await openProduct()
  stops = await stopsOf(product)
}, 180_000)
afterAll(async () => product.close())

it.each([staff, platform, customer, driver, guest])(
  'every kind of page of %s can be read and operated: desktop and phone, light and dark',
  { timeout: 600_000 },
  async (who) => {
    const page = who === guest ? await product.window() : await product.as(who)
    const found: string[] = []
    for (const stop of stops[who] ?? []) found.push(...(await barriersAt(product, page, stop)))
    await page.context().close()
    expect(found).toEqual([])
    expect(product.pageErrors).toEqual([])
  },
)
