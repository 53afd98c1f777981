import { settingsApi } from '@waybill/domain/settings/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

const edit_sms = 'Edit Out for delivery, SMS to the delivery contact'
const row = () => staff.locator('tr').filter({ has: staff.getByRole('button', { name: edit_sms }) })
const dialog = () => staff.getByRole('dialog', { name: /Out for delivery, SMS/ })
async function openTexts(): Promise<void> {
  await staff.goto(`${product.web}/settings?tab=notifications`)
  await row().waitFor()
  await product.settled(staff)
}
async function save(): Promise<void> {
  const saved = await product.sends(settingsApi.save, () =>
    staff.getByRole('button', { name: 'Save 1 change' }).click(),
  )
  expect(saved.status).toBe(200)
}

describe('message texts', () => {
  it('[NOTE-014] can be edited with fields, previewed, saved and reset to the standard text', async () => {
    await openTexts()
    expect(await row().innerText()).toContain('Standard')
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
    await dialog().getByRole('button', { name: 'Use this text' }).click()
    await dialog().waitFor({ state: 'detached' })
    await save()
    await openTexts()
    expect(await row().innerText()).toContain('Own')

    await staff.getByRole('button', { name: edit_sms }).click()
    expect(await text.inputValue()).toContain('we come today')
    await dialog().getByRole('button', { name: 'Restore standard text' }).click()
    await save()
    await openTexts()
    expect(await row().innerText()).toContain('Standard')
  })

  it('have a subject and a text for emails, and show HTML as plain text in the preview', async () => {
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
