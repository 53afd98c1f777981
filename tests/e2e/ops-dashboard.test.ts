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

  it('names the driver of every stop, opens each of its shipments, and gives a stop to another driver', async () => {
    await staff.setViewportSize({ width: 1440, height: 900 })
    await staff.goto(`${product.web}/ops-dashboard`)
    const rows = staff.getByRole('row')
    await rows.nth(1).waitFor()
    await staff.getByRole('columnheader', { name: 'Driver' }).waitFor()
    const drivers = staff.getByRole('region', { name: 'Drivers', exact: true })
    const open = rows.filter({ hasText: /Assigned|Out for delivery|To do|Late|assigned|At hub|Returned/ })
    const row = open.filter({ has: staff.getByRole('button') }).first()
    const reference = await row.getByRole('link').first().getAttribute('href')
    expect(reference).toMatch(/^\/(shipments|collection-requests)/)
    await row.getByRole('button').last().click()
    const menu = staff.getByRole('menu')
    await menu
      .getByRole('menuitem', { name: /^Open / })
      .first()
      .waitFor()
    await menu.getByRole('menuitem', { name: 'Show on the map' }).click()
    const card = staff.getByRole('region', { name: 'Map' })
    await card.getByText(/^Stop \d+ · /).waitFor()
    await card.getByRole('button', { name: 'Nearer' }).click()
    await card.getByRole('button', { name: 'All stops' }).click()
    expect(await barriers(staff)).toEqual([])
    await card.getByRole('button', { name: 'Close' }).click()

    const busy = drivers
      .getByRole('button')
      .filter({ hasNotText: 'no stops' })
      .filter({ hasNotText: 'finished' })
    await busy.first().click()
    await staff.waitForURL(/driver=/)
    await expect.poll(() => staff.getByRole('columnheader', { name: 'Driver' }).count()).toBe(0)
    const given = rows
      .filter({ hasText: /Delivery assigned|Out for delivery|Collection assigned|At destination hub/ })
      .first()
    const name = await given.getByRole('link').first().textContent()
    await given.getByRole('button').last().click()
    await staff.getByRole('menuitem', { name: 'Assign to another driver' }).click()
    const dialog = staff.getByRole('dialog', { name: /^Assign the stop at / })
    await dialog.getByRole('button', { name: 'Assign driver' }).click()
    await dialog.getByText('Choose a driver.').first().waitFor()
    await dialog.getByRole('combobox', { name: 'Driver' }).click()
    await staff.getByRole('option').last().click()
    await dialog.getByRole('button', { name: 'Assign driver' }).click()
    await staff.getByText(/ has the stop now\.$/).waitFor()
    expect(name).not.toBe('')
    expect(product.troubles).toEqual([])
  })
})
