import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../../server/src/main/install.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { openProduct, type Product } from '../product.ts'

const email = 'riaan@overbergbooks.example'

let product: Product
let page: Page
let shipment: { id: number; short_tracking_reference: string }

beforeAll(async () => {
  product = await openProduct()
  page = await product.as(email)
  const greeted = page.waitForEvent('websocket')
  await page.goto(`${product.web}/inbox`)
  await (await greeted).waitForEvent('framereceived')
  shipment = await product.ask(email, 'POST', '/shipments', booking())
}, 180_000)
afterAll(async () => {
  expect(product.pageErrors).toEqual([])
  await product.close()
})

/** Returns the number beside the inbox in the navigation; 0 when there is none. */
async function unread(): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ })
  return Number(/\d+/.exec(await link.innerText())?.[0] ?? 0)
}

/** Changes the status of the shipment as a driver’s report would. */
const move = (to: 'collection-failed-attempt') =>
  asSystem(product.running.runtime, 1, async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to, message: 'Gate was locked' })
  })

describe('[NOTE-023] inbox', () => {
  it('counts a new message immediately and lists it', async () => {
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(unread).toBe(0)
    await move('collection-failed-attempt')
    await expect.poll(unread).toBe(1)
    const subject = `${shipment.short_tracking_reference}: we could not collect`
    await page
      .getByRole('table')
      .getByRole('link', { name: `Unread: ${subject}` })
      .waitFor()
  }, 60_000)
})
