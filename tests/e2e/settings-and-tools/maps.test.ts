import fs from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../../page-kit/clerk.ts'
import { accessibilityViolations, openProduct, type Product } from '../product.ts'

/** Maps are rendered by the CPU here, so the window is small; it shows the same as a large one. */
const desktop = { width: 1100, height: 700 }
const phone = { width: 390, height: 844 }

let product: Product
let page: Page

beforeAll(async () => {
  product = await openProduct()
  page = await product.as('thandi@fynbos.example', desktop)
  await page.goto(`${product.web}/profile`)
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
}, 180_000)
afterAll(async () => product.close())

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const area = (name: string) => page.getByRole('list', { name: 'Areas' }).getByRole('link', { name })
const canvas = () => page.locator('canvas.maplibregl-canvas')

describe('map', () => {
  it('draws areas and towns, and has no accessibility violations while a point is tested', async () => {
    await visit(page, '/maps')
    await area('JHB North').waitFor()
    await canvas().waitFor()
    await page.getByText('Polokwane', { exact: true }).waitFor({ state: 'attached' })
    await button('Test a point').click()
    await page.getByRole('region', { name: 'Test a point' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('[MAP-007] accepts an area drawn by mouse and corrected by keyboard, and rejects one that crosses itself', async () => {
    await visit(page, '/maps/surcharges/new')
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
    await page.setViewportSize(phone)
    expect(await accessibilityViolations(page, { rules: ['color-contrast', 'label'] })).toEqual([])
    await page.setViewportSize(desktop)
  })

  it('shows the branches, with towns of several provinces, while there is no area', async () => {
    await page.route(/geofence\/zones/, (route) => route.fulfill({ json: { zones: [], count: 0 } }))
    await page.goto(`${product.web}/maps?kind=exceptions`)
    await page.getByText('No exception areas yet.').waitFor()
    for (const town of ['Cape Town', 'Durban', 'Bloemfontein'])
      await page.locator('[aria-hidden=true]').getByText(town, { exact: true }).first().waitFor()
    await page.unroute(/geofence\/zones/)
    await page.goto(`${product.web}/maps`)
    await area('JHB North').waitFor()
  })

  it('exports its areas as a file', async () => {
    await visit(page, '/maps?kind=exceptions')
    await area('Kruger National Park').waitFor()
    const waiting = page.waitForEvent('download')
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Export as KML' }).click()
    const file = await (await waiting).path()
    expect(fs.readFileSync(file, 'utf8')).toContain('Kruger National Park')
  })
})

it('has no page errors or console errors at the end', () => {
  expect(product.pageErrors).toEqual([])
})
