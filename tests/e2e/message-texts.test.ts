import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, openProduct, type Product } from './product.ts'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

const edit_sms = 'Edit Out for delivery, SMS to the delivery contact'
const row = () => staff.locator('tr', { has: staff.getByRole('button', { name: edit_sms }) })
const dialog = () => staff.getByRole('dialog', { name: /Out for delivery, SMS/ })
async function openTexts(): Promise<void> {
  await staff.goto(`${product.web}/settings?tab=notifications`)
  await row().waitFor()
}
async function saved(): Promise<void> {
  await staff.getByRole('button', { name: 'Save 1 change' }).click()
  await staff.getByText('Setting saved').first().waitFor()
}

describe('texts of messages', () => {
  it('[NOTE-014] are written with fields, looked at, saved, and given back for the standard one', async () => {
    await openTexts()
    expect(await row().innerText()).toContain('Standard')
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.getByRole('button', { name: edit_sms }).click()
    const text = dialog().getByLabel('Text', { exact: true })
    const preview = dialog().getByRole('region', { name: 'Preview' })
    await preview.getByText(/is out for delivery\. Give the driver PIN 4821\./).waitFor()
    await text.fill('Hello {{receiver}}, {{nobody}} comes. {{link}}')
    await preview.getByText(/There is no field \{\{nobody\}\} here\. There are/).waitFor()
    await dialog().getByRole('button', { name: 'Use this text' }).click()
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
    await text.fill('Hello {{receiver}}, we come today. {{link}} PIN ')
    await preview.getByText(/\{\{pin\}\} exactly once/).waitFor()
    await dialog().getByRole('button', { name: '{{pin}}' }).click()
    expect(await text.inputValue()).toBe('Hello {{receiver}}, we come today. {{link}} PIN {{pin}}')
    await preview.getByText(/^Fynbos Couriers: Hello Naledi Mokoena, we come today\./).waitFor()
    await preview.getByText(/\d+ characters, 1 part of at most 2/).waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.setViewportSize({ width: 390, height: 844 })
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.setViewportSize({ width: 1440, height: 900 })
    await dialog().getByRole('button', { name: 'Use this text' }).click()
    await dialog().waitFor({ state: 'detached' })
    await saved()
    await openTexts()
    expect(await row().innerText()).toContain('Own')

    await staff.getByRole('button', { name: edit_sms }).click()
    expect(await text.inputValue()).toContain('we come today')
    await dialog().getByRole('button', { name: 'Back to the standard text' }).click()
    await saved()
    await openTexts()
    expect(await row().innerText()).toContain('Standard')
  })

  it('of e-mails have a subject, a heading and paragraphs', async () => {
    await openTexts()
    await staff.getByRole('button', { name: 'Edit Delivered, E-mail to the delivery contact' }).click()
    const mail = staff.getByRole('dialog', { name: /Delivered, E-mail/ })
    await mail.getByLabel('Subject').fill('{{reference}} is there')
    await mail.getByLabel('Text', { exact: true }).fill('Good news\n\n<b>{{receiver}}</b>, it is there.')
    const preview = mail.getByRole('region', { name: 'Preview' })
    await preview.getByText('GH7K2M is there').waitFor()
    await preview.getByText('<b>Naledi Mokoena</b>, it is there.').waitFor()
    await mail.getByRole('button', { name: 'Cancel' }).click()
    await mail.waitFor({ state: 'detached' })
  })
})
