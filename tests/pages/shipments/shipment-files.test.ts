import { shipmentsApi } from '@waybill/domain/shipments/api'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const clerk_email = 'thandi@fynbos.example'
const owner_email = 'riaan@overbergbooks.example'

let product: Product
let id: number
let reference: string
let picture: Buffer
let clerk: Page

beforeAll(async () => {
  product = await openProduct()
  picture = await sharp({ create: { width: 48, height: 36, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  const { shipments } = await product.ask<{ shipments: { id: number; short_tracking_reference: string }[] }>(
    owner_email,
    'GET',
    '/shipments?status=at-hub&limit=1',
  )
  id = shipments[0]?.id ?? 0
  reference = shipments[0]?.short_tracking_reference ?? ''
}, 180_000)
afterAll(async () => product.close())

beforeEach(async () => {
  clerk = await product.as(clerk_email)
  await clerk.goto(`${product.web}/shipments/${id}`)
})
afterEach(async () => {
  await clerk.context().close()
  expect(product.pageErrors).toEqual([])
})

const chooser = (page: Page) => page.getByLabel(/^Add files/)
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files of the shipment' }).getByRole('listitem').filter({ hasText: name })

/** Chooses one picture, sets who may see it, and adds it to the shipment. */
async function add(page: Page, name: string, visibility?: string): Promise<void> {
  await chooser(page).setInputFiles({ name, mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  if (visibility) {
    await page.getByRole('combobox', { name: 'Who may see it' }).click()
    await page.getByRole('option', { name: visibility }).click()
  }
  await page.getByRole('button', { name: 'Add 1 file' }).click()
  await row(page, name).waitFor()
}

describe('files on the shipment page', () => {
  it('are added with who may see them, and can be shown, downloaded and opened to others', async () => {
    await add(clerk, 'dent.png')
    const dent = row(clerk, 'dent.png')
    expect(await dent.innerText()).toContain('Only staff')
    const link = dent.getByRole('link', { name: 'Download dent.png' })
    const saved = await product.download((await link.getAttribute('href')) ?? '')
    expect([saved.status, saved.type]).toEqual([200, 'image/png'])
    await dent.getByRole('button', { name: 'Show dent.png' }).click()
    const preview = clerk.getByRole('dialog', { name: 'dent.png' })
    await preview.getByRole('img', { name: 'dent.png' }).waitFor()
    await preview.getByRole('button', { name: 'Close' }).click()
    await dent.getByRole('button', { name: 'More for dent.png' }).click()
    await clerk.getByRole('menuitem', { name: 'Everybody with the link' }).click()
    await expect.poll(() => dent.innerText()).toContain('Everybody with the link')
    const page = await product.download(`/track?ref=${reference}`)
    expect(page.body.toString()).toContain('dent.png')
  })

  it('are rejected by name with the reason, and the others are still added', async () => {
    await chooser(clerk).setInputFiles([
      { name: 'good.png', mimeType: 'image/png', buffer: picture },
      { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('Hi') },
      { name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ])
    await clerk.getByText(/This file type is not allowed: run\.exe/).waitFor()
    await clerk.getByText(/words\.png is not a png file/i).waitFor()
    await clerk.getByRole('button', { name: 'Add 1 file' }).click()
    await row(clerk, 'good.png').waitFor()
    expect(await row(clerk, 'words.png').count()).toBe(0)
  })

  it('stay chosen when adding them fails', async () => {
    const asUsual = await product.answers(shipmentsApi.addFiles, () => ({
      status: 400,
      body: { message: 'A shipment has at most 100 files.' },
    }))
    await chooser(clerk).setInputFiles({ name: 'full.png', mimeType: 'image/png', buffer: picture })
    await clerk.getByRole('button', { name: 'Add 1 file' }).click()
    const alert = clerk.getByRole('alertdialog')
    await alert.getByText('A shipment has at most 100 files.').waitFor()
    await alert.getByRole('button').last().click()
    await asUsual()
    await clerk.getByRole('button', { name: 'Add 1 file' }).click()
    await row(clerk, 'full.png').waitFor()
  })

  it('are removed, and come back with Undo', async () => {
    await add(clerk, 'crate.png')
    await row(clerk, 'crate.png').getByRole('button', { name: 'More for crate.png' }).click()
    await clerk.getByRole('menuitem', { name: 'Remove' }).click()
    await row(clerk, 'crate.png').waitFor({ state: 'detached' })
    await clerk.getByRole('button', { name: 'Undo' }).click()
    await row(clerk, 'crate.png').waitFor()
  })

  it('of the courier and of the customer are listed to the customer, who can change only the latter', async () => {
    await add(clerk, 'inside.png')
    await add(clerk, 'shared.png', 'Staff and customer')
    const customer = await product.as(owner_email, { width: 390, height: 844 })
    await customer.goto(`${product.web}/shipments/${id}`)
    await row(customer, 'shared.png').waitFor()
    await product.settled(customer)
    expect(await row(customer, 'inside.png').count()).toBe(0)
    expect(await customer.getByRole('button', { name: 'More for shared.png' }).count()).toBe(0)
    await add(customer, 'order.png')
    expect(await row(customer, 'order.png').innerText()).toContain('Us and the courier')
    await customer.getByRole('button', { name: 'More for order.png' }).waitFor()
    await customer.context().close()
  })

  it('include those of notes, which have no menu', async () => {
    await clerk.getByRole('button', { name: 'Add note' }).click()
    await clerk.getByLabel('Note', { exact: true }).fill('As it came in')
    const field = clerk.getByRole('button', { name: /^Files \(optional\)/ })
    await field.setInputFiles({ name: 'noted.png', mimeType: 'image/png', buffer: picture })
    await clerk.getByRole('button', { name: 'Remove noted.png' }).waitFor()
    await clerk.getByRole('button', { name: 'Add note' }).last().click()
    await clerk.getByRole('article').filter({ hasText: 'As it came in' }).waitFor()
    await expect.poll(() => row(clerk, 'noted.png').count()).toBe(1)
    expect(await row(clerk, 'noted.png').innerText()).toContain('Note')
    expect(await clerk.getByRole('button', { name: 'More for noted.png' }).count()).toBe(0)
  })
})
