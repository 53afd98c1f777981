import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers, openProduct, signIn, type Product } from './product.ts'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct({ port: 4830, api_port: 4831 })
  staff = await product.window()
  await signIn(staff, product.web, 'thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

describe('the ops dashboard', () => {
  it('[NAV-002] [OPS-001] is where staff land, with its three modes, and every number leads to what it counts', async () => {
    await staff.waitForURL(`${product.web}/ops-dashboard`)
    await staff.getByRole('heading', { level: 1, name: 'Ops dashboard' }).waitFor()
    const modes = staff.getByRole('radiogroup', { name: 'Mode' }).getByRole('radio')
    expect(await modes.allTextContents()).toEqual(['All', 'Driver tripsheet', 'Pending'])
    const drivers = staff.getByRole('region', { name: 'Drivers', exact: true })
    await drivers.getByRole('button').first().waitFor()
    await staff.getByRole('row').nth(1).waitFor()
    expect(await barriers(staff)).toEqual([])

    const [driver] = await drivers.getByRole('button').filter({ hasNotText: 'no stops' }).all()
    await driver?.click()
    await staff.waitForURL(/driver=/)
    await staff.getByRole('radio', { name: 'Driver tripsheet' }).click()
    await staff.waitForURL(/mode=driver-tripsheet/)
    await staff.getByRole('combobox', { name: 'Driver' }).waitFor()
    expect(await drivers.count()).toBe(0)

    const figure = staff
      .getByRole('navigation', { name: 'What waits' })
      .getByRole('link', { name: /^Shipments need you/ })
    const number = Number(/\d+/.exec((await figure.textContent()) ?? '')?.[0])
    expect(number).toBeGreaterThan(0)
    await figure.click()
    await staff.waitForURL(/mode=pending&kind=problem|kind=problem&mode=pending/)
    await staff.getByRole('tab', { name: `Shipments need you ${number}`, selected: true }).waitFor()
    await staff.getByRole('row').nth(1).waitFor()
    expect(await barriers(staff)).toEqual([])

    await staff.setViewportSize({ width: 390, height: 844 })
    await staff.goto(`${product.web}/ops-dashboard`)
    await drivers.getByRole('button').first().waitFor()
    expect(await barriers(staff, ['target-size'])).toEqual([])
    expect(product.troubles).toEqual([])
  })
})
