import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as('thandi@fynbos.example', { width: 1280, height: 500 })
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)

describe('settings', () => {
  it('[NAV-010] reads tab, section and setting from the address, brings the setting into view and marks it', async () => {
    const marked = staff.locator('[aria-current=true]')
    await open(staff, '/settings?tab=rates&section=rates-settings&setting=rates_include_vat')
    await marked.getByText('Rates include VAT').first().waitFor()
    const isInView = (text: string) =>
      staff.getByRole('heading', { name: text }).evaluate((element) => {
        const { top } = element.getBoundingClientRect()
        return top >= 0 && top < window.innerHeight
      })
    await expect.poll(() => isInView('Rates settings')).toBe(true)
    const home = staff.getByRole('link', { name: 'Fynbos Couriers, home' })
    expect((await home.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await open(staff, '/settings?tab=rates&section=rates-settings')
    await expect.poll(() => isInView('Rates settings')).toBe(true)
    expect(await marked.count()).toBe(0)
    await open(staff, '/settings?tab=rates')
    await staff.getByRole('heading', { name: 'Billing contact' }).waitFor()
    await expect.poll(() => isInView('Rates settings')).toBe(false)
    await open(staff, '/settings?tab=api-keys')
    await staff.getByRole('link', { name: 'API keys' }).and(staff.locator('[aria-current=page]')).waitFor()
  })
})
