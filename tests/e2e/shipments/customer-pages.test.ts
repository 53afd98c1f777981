import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { accessibilityViolations, openProduct, type Product } from '../product.ts'

const phone = { width: 390, height: 844 }

let product: Product
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

describe('quote page', () => {
  it('shows the collection in full width on a phone', async () => {
    const riaan = 'riaan@overbergbooks.example'
    const quote = { ...booking(), save_as: 'quote' }
    const { id } = await product.ask<{ id: number }>(riaan, 'POST', '/shipments', quote)
    const customer = await product.as(riaan, phone)
    await customer.goto(`${product.web}/shipment-quotes/${id}`)
    const collection = customer.getByText('Collection', { exact: true }).locator('..')
    await collection.waitFor()
    expect((await collection.boundingBox())?.width).toBeGreaterThan(300)
    await customer.context().close()
  })
})

describe('receiver links', () => {
  it('work on a phone without scripts, and accept another day and a message for the driver', async () => {
    const status = encodeURIComponent('["at-destination-hub"]')
    const { shipments } = await product.ask<{
      shipments: { reschedule_reference: string; delivery_pickup_point_id?: string }[]
    }>('thandi@fynbos.example', 'GET', `/shipments?limit=50&status=${status}`)
    const homeDelivery = shipments.find((one) => !one.delivery_pickup_point_id)
    const page = await product.window(phone)
    await page.goto(`${product.web}/reschedule/${homeDelivery?.reschedule_reference ?? ''}`)
    expect(await page.locator('script').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('radio').nth(2).check()
    await page.getByLabel('For the driver').fill('Gate code 4471')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Thank you. We have noted it.').waitFor()
    await page.getByRole('radio', { name: /as you chose/, checked: true }).waitFor()
    expect(await page.getByLabel('For the driver').inputValue()).toBe('Gate code 4471')
    await page.goto(`${product.web}/rate/0cd8f7ed-aea5-44ae-8853-941f9e66d8ca`)
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    await page.context().close()
  })
})
