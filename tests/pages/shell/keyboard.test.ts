import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const bongani = 'bongani@fynbos.example'

let product: Product
let clerk: Page

beforeAll(async () => {
  product = await openProduct()
  clerk = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

/** Types at human speed, so that the input does not count as a scan. */
async function type(text: string, page = clerk): Promise<void> {
  for (const key of text) {
    await page.keyboard.type(key)
    await product.pass(page, 100)
  }
}
/** Presses a key. A letter counts as a key press only after the time in which a scanner would send its next key. */
async function press(key: string): Promise<void> {
  await clerk.keyboard.press(key)
  await product.settled(clerk)
}
const rows = () => clerk.getByRole('table', { name: 'Shipments' }).locator('tbody tr[tabindex]')
const focusedRow = () =>
  clerk.evaluate(() => [...document.querySelectorAll('tbody tr')].indexOf(document.activeElement as Element))

/** Opens the shipment list through the navigation, with no focus in the list. */
async function arrive(): Promise<void> {
  await clerk.goto(`${product.web}/profile`)
  await clerk.getByRole('link', { name: 'Shipments', exact: true }).first().click()
  await rows().nth(2).waitFor()
  await clerk.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
}

describe('keyboard shortcuts of a list', () => {
  it('work on arrival without focusing the table first', async () => {
    await arrive()
    await press('j')
    await expect.poll(focusedRow).toBe(0)
    await press('j')
    await expect.poll(focusedRow).toBe(1)
    await press('k')
    await expect.poll(focusedRow).toBe(0)
    await arrive()
    await press('x')
    await expect.poll(() => rows().first().getByRole('checkbox').isChecked()).toBe(true)
    await arrive()
    await press('.')
    await clerk.getByRole('menu').waitFor()
    await press('Escape')
    for (const key of ['o', 'Enter']) {
      await arrive()
      const reference = await rows().first().getByRole('link').first().innerText()
      await press(key)
      await clerk.waitForURL(/\/shipments\/\d+$/)
      await clerk.getByRole('heading', { level: 1, name: reference }).waitFor()
    }
  })

  it('choose filter values: typed words narrow the list, arrows move, Enter and Space choose', async () => {
    await arrive()
    await clerk
      .getByRole('search', { name: 'Filters' })
      .getByRole('button', { name: 'Status', exact: true })
      .click()
    const panel = clerk.getByRole('dialog', { name: 'Status' })
    await type('deliv')
    await press('ArrowDown')
    await press('ArrowDown')
    await press('Enter')
    await expect.poll(() => panel.getByRole('checkbox', { checked: true }).count()).toBe(1)
    await press('ArrowUp')
    await press('Space')
    await expect.poll(() => panel.getByRole('checkbox', { checked: true }).count()).toBe(2)
    expect(new URL(clerk.url()).searchParams.get('status')?.split(',')).toHaveLength(2)
    await press('ArrowUp')
    await press('Control+a')
    await type('returned to sender')
    await press('Enter')
    await expect
      .poll(() => new URL(clerk.url()).searchParams.get('status')?.split(',') ?? [])
      .toContain('returned-to-sender')
    await press('Escape')
    await press('f')
    await clerk.getByRole('dialog', { name: 'Add a filter' }).waitFor()
    const first = await clerk.evaluate(() => document.activeElement?.textContent)
    await press('ArrowDown')
    expect(await clerk.evaluate(() => document.activeElement?.textContent)).not.toBe(first)
    await press('Escape')
  })
})

describe('measuring at the hub', () => {
  it('moves between fields with Enter, saves from the last field, names a missing value and shows the stored measurements', async () => {
    const operator = await product.as(bongani)
    const { shipments } = await product.ask<{
      shipments: { short_tracking_reference: string; current_branch_name: string }[]
    }>(bongani, 'GET', '/shipments?status=at-hub,at-destination-hub&limit=100')
    const here = shipments.find(({ current_branch_name }) => current_branch_name === 'JHB')
    await operator.goto(`${product.web}/hub-scanner`)
    await operator.getByText('Type the actual size and weight').click()
    await operator.getByRole('button', { name: 'Start scanning' }).click()
    const scan = operator.getByRole('textbox', { name: 'Scan or type a parcel reference' })
    await scan.fill(`${here?.short_tracking_reference}/1`)
    await scan.press('Enter')
    const focused = () => operator.evaluate(() => document.activeElement?.getAttribute('name'))
    await expect.poll(focused).toBe('length_cm')
    for (const [value, next] of [
      ['22', 'width_cm'],
      ['', 'height_cm'],
      ['24', 'weight_kg'],
    ] as const) {
      await type(value, operator)
      await operator.keyboard.press('Enter')
      await expect.poll(focused).toBe(next)
    }
    await type('4.5', operator)
    await operator.keyboard.press('Enter')
    await operator.getByText('Enter the width.').waitFor()
    await expect.poll(focused).toBe('width_cm')
    await type('30', operator)
    for (const next of ['height_cm', 'weight_kg']) {
      await operator.keyboard.press('Enter')
      await expect.poll(focused).toBe(next)
    }
    await operator.keyboard.press('Enter')
    const result = operator.getByRole('region', { name: 'Verdict' })
    await result.getByText('MEASURED', { exact: true }).waitFor()
    await result.getByText('Measured: 22×30×24 cm, 4.5 kg.').waitFor()
    await operator.context().close()
  })
})

describe('command palette', () => {
  const dialog = () => clerk.getByRole('dialog', { name: 'Commands' })
  const active = () => dialog().getByRole('option', { selected: true })
  async function seek(text: string): Promise<void> {
    await clerk.goto(`${product.web}/profile`)
    await clerk.getByRole('heading', { level: 1 }).waitFor()
    await press('Control+k')
    await dialog().getByRole('combobox').focus()
    await type(text)
  }

  it('finds accounts and users by name, pages by their content, and single settings', async () => {
    await seek('karoo wool')
    await press('Enter')
    await clerk.waitForURL(/\/accounts\/\d+/)
    await clerk.getByRole('heading', { level: 1, name: /Karoo Wool/ }).waitFor()
    await seek('kavitha')
    await expect.poll(() => active().innerText()).toContain('Kavitha Naidoo')
    await press('Enter')
    await clerk.waitForURL(/\/users\/\d+/)
    await seek('new ship')
    await expect.poll(() => active().innerText()).toContain('New shipment')
    await press('Enter')
    await clerk.waitForURL(/\/shipments\/new/)
    await seek('invoice')
    await dialog().getByRole('option', { name: 'Invoices Billing' }).waitFor()
    await press('Enter')
    await clerk.waitForURL(/\/billing\/invoices/)
    await seek('times a leg')
    await dialog()
      .getByRole('option', { name: /^Times a leg may be rescheduled/ })
      .waitFor()
    await press('Enter')
    await clerk.waitForURL(/setting=max_reschedules/)
    await clerk.getByText('Times a leg may be rescheduled').first().waitFor()
  })

  it('[NAV-067] finds nothing that the user may not read', async () => {
    const operator = await product.as(bongani)
    await operator.goto(`${product.web}/profile`)
    await operator.getByRole('button', { name: 'Commands' }).click()
    const theirs = operator.getByRole('dialog', { name: 'Commands' })
    await theirs.getByRole('combobox').focus()
    for (const [text, name] of [
      ['kavitha', /Kavitha Naidoo/],
      ['times a leg', /Times a leg/],
      ['invoice', /^Invoices/],
    ] as const) {
      await operator.keyboard.press('Control+a')
      await type(text, operator)
      await product.settled(operator)
      expect(await theirs.getByRole('option', { name }).count()).toBe(0)
    }
    await operator.context().close()
    expect(product.pageErrors).toEqual([])
  })
})
