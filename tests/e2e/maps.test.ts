import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, openProduct, type Product } from './product.ts'

let product: Product
let page: Page

beforeAll(async () => {
  product = await openProduct()
  const body = JSON.stringify({ email: 'thandi@fynbos.example', password: 'waybill-demo', provider_id: 1 })
  const answer = await fetch(`${product.web}/api/login`, { method: 'POST', body })
  const { access_token } = (await answer.json()) as { access_token: string }
  page = await product.window(undefined, access_token)
}, 180_000)
afterAll(async () => product.close())

const open = (address: string) => page.goto(product.web + address)
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const area = (name: string) => page.getByRole('list', { name: 'Areas' }).getByRole('link', { name })
const canvas = () => page.locator('canvas.maplibregl-canvas')

describe('the map', () => {
  it('shows the areas of every kind, and what it says of a place', async () => {
    await open('/maps')
    await heading('Maps')
    await area('JHB North').waitFor()
    await canvas().waitFor()
    await page.getByText('Polokwane', { exact: true }).waitFor({ state: 'attached' })
    for (const [tab, name] of [
      ['Branches', 'CPT'],
      ['Rates', 'PTA Main'],
      ['Surcharges', 'Remote and outlying'],
      ['Exceptions', 'Kruger National Park'],
      ['Service days', 'Kalahari farms'],
      ['Drivers', 'JHB North'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await area(name).waitFor()
    }
    await page.getByLabel('Search areas').fill('helder')
    await area('JHB North').waitFor({ state: 'detached' })
    await area('CPT Helderberg').waitFor()
    await page.getByLabel('Search areas').fill('')
    await button('Test a point').click()
    await page.getByLabel('Place').fill('Sandton')
    await button('Test').click()
    const said = page.getByRole('region', { name: 'Test a point' })
    await said.getByText('JHB North · JNB-C4', { exact: false }).waitFor()
    await said.getByText('Johannesburg (JHB) · JHB').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('[MAP-007] takes an area drawn by hand and mended by keyboard, and refuses one that crosses itself', async () => {
    await open('/maps/surcharges/new')
    await heading('New surcharge area')
    await canvas().waitFor()
    await page.waitForFunction(() => document.querySelector('canvas.maplibregl-canvas')?.clientWidth)
    const box = await canvas().boundingBox()
    if (!box) throw new Error('The map has no size.')
    const press = (x: number, y: number) => page.mouse.click(box.x + x, box.y + y)
    for (const [x, y] of [
      [200, 150],
      [320, 150],
      [320, 260],
      [200, 260],
    ] as const)
      await press(x, y)
    await press(200, 150)
    await page.getByText('4 / 500 points').waitFor()
    const table = page.getByRole('region', { name: 'Outline 1' })
    const place = (point: number, axis: string) => table.getByLabel(`Outline 1, point ${point}, ${axis}`)
    const value = async (point: number, axis: string) => Number(await place(point, axis).inputValue())
    expect(await value(1, 'longitude')).toBeLessThan(await value(2, 'longitude'))
    const [first, second] = [await value(1, 'longitude'), await value(2, 'longitude')]
    await place(1, 'longitude').fill(String(second))
    await place(1, 'longitude').press('Enter')
    await place(2, 'longitude').fill(String(first))
    await place(2, 'longitude').press('Enter')
    await page
      .getByText(/The outline crosses itself near -\d/)
      .first()
      .waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Harbour bridge')
    await button('Add area').click()
    await page
      .getByText(/The outline crosses itself near/)
      .nth(1)
      .waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Harbour bridge')
    await button('Undo').click()
    await button('Undo').click()
    await table.getByRole('button', { name: 'Add a point after point 1 of outline 1' }).click()
    await page.getByText('5 / 500 points').waitFor()
    await page.getByLabel('New tag').fill('Toll')
    await page.getByLabel('New tag').press('Enter')
    await button('Add area').click()
    await heading('Harbour bridge')
    await page.getByText('Toll', { exact: true }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await accessibilityViolations(page, { rules: ['color-contrast', 'label'] })).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('prepares changes in a draft, shows what they would mean, and publishes them together', async () => {
    await open('/maps?draft=1')
    await area('JHB Midrand').waitFor()
    await button('Preview').click()
    const preview = page.getByRole('dialog')
    await preview.getByText('1 added, 1 changed').waitFor()
    await preview.getByText(/would change driver zone/).waitFor()
    await page.keyboard.press('Escape')
    await button('Publish…').click()
    await button('Publish now').click()
    await page.getByText('The map is published').waitFor()
    await open('/maps')
    await area('JHB Midrand').waitFor()
  })

  it('hands its areas out as a file and takes them back, by keyboard alone where it must', async () => {
    await open('/maps?kind=exceptions')
    await area('Kruger National Park').waitFor()
    const waiting = page.waitForEvent('download')
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Export as KML' }).click()
    const file = await (await waiting).path()
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Import areas…' }).click()
    await page.getByLabel('KML or GeoJSON file').setInputFiles({
      name: 'exceptions.kml',
      mimeType: 'application/vnd.google-earth.kml+xml',
      buffer: (await import('node:fs')).readFileSync(file),
    })
    await page.getByText('2 in the file: 0 new, 2 changed, 0 left out.').waitFor()
    await button('Import 2 areas').click()
    await page.getByText('0 added, 2 changed').waitFor()
    await open('/tags?type=exceptions')
    await page.getByRole('row', { name: /Nature reserve/ }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(product.pageErrors).toEqual([])
  })
})
