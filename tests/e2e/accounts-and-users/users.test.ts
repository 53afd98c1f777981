import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../../page-kit/clerk.ts'
import { openProduct, type Product } from '../product.ts'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as('thandi@fynbos.example')
  await staff.goto(`${product.web}/profile`)
  await staff.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
}, 180_000)
afterAll(async () => product.close())

describe('lists in a narrow window', () => {
  it('keep row actions in view, and a notice at a distance from the table', async () => {
    await staff.setViewportSize({ width: 1000, height: 800 })
    await visit(staff, '/users')
    const menu = staff
      .locator('tbody')
      .getByRole('button', { name: /^Actions for/ })
      .first()
    await menu.waitFor()
    const edges = await menu.evaluate((button) => {
      const box = button.closest('table')?.parentElement?.getBoundingClientRect()
      return { button: button.getBoundingClientRect().right, box: box?.right ?? 0 }
    })
    expect(edges.button).toBeLessThanOrEqual(edges.box)
    await visit(staff, '/roles')
    await staff.getByText('Require two-factor sign-in.').waitFor()
    await staff.locator('tbody tr').first().waitFor()
    const gap = await staff.evaluate(() => {
      const notice = document.querySelector('[data-notice]')?.getBoundingClientRect()
      const table = document.querySelector('table')?.parentElement?.getBoundingClientRect()
      return (table?.top ?? 0) - (notice?.bottom ?? 0)
    })
    expect(gap).toBeGreaterThanOrEqual(12)
    await staff.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('lists at 1440 px', () => {
  it.each([
    '/users',
    '/shipments',
    '/accounts',
    '/interhub-transfers',
    '/collection-requests',
    '/billing/invoices',
    '/billing/payments',
    '/billing/credit-notes',
    '/billing/allocations',
    '/billing/age-analysis',
    '/branches',
    '/claims',
    '/roles',
  ])('%s shows every column without scrolling sideways', async (address) => {
    await visit(staff, '/profile')
    await staff.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await visit(staff, address)
    // Until the rows are loaded, placeholder rows without text are displayed; the table may be rendered again when
    // they arrive.
    await expect.poll(() => staff.evaluate(tooWide)).toBeLessThanOrEqual(0)
  })
})

/** Returns by how many pixels the list is wider than its container; `null` until it has rows. */
function tooWide(): number | null {
  const table = document.querySelector('table')
  const first = table?.querySelector('tbody tr')
  if (!table?.parentElement || !(first instanceof HTMLElement) || first.innerText.trim() === '') return null
  return table.scrollWidth - table.parentElement.clientWidth
}
