import PDFDocument from 'pdfkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureOf } from '../../../server/dev/test-kit/documents/inspect-pdf.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { openProduct, type Product } from '../product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const button = (name: string | RegExp) => staff.getByRole('button', { name })
async function openTool(name: string) {
  await staff.goto(`${product.web}/tools`)
  await staff.getByRole('link', { name: `Open ${name}` }).click()
  await staff.getByRole('heading', { level: 1, name }).waitFor()
}

const blank = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

interface Proved {
  id: number
  short_tracking_reference: string
}
const request = <Answer>(path: string) => product.ask<Answer>(admin, 'GET', path)
const shipmentNow = async (id: number) =>
  (await request<{ shipments: [unknown] }>(`/shipments?id=${id}`)).shipments[0]

/**
 * Creates four shipments that are out for delivery, and a cancelled one. Each has one parcel, because a sticker names
 * only its parcel.
 */
async function shipmentsToProve() {
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
    admin,
    'GET',
    '/accounts?account_code=OVB014',
  )
  const accountId = accounts[0]?.id ?? 0
  const booked = async () => {
    const { id, short_tracking_reference: reference } = await product.ask<Proved>(
      admin,
      'POST',
      '/shipments',
      booking({ account_id: accountId, mute_notifications: true }),
    )
    return { id, reference }
  }
  const loaded = async () => {
    const shipment = await booked()
    const metadata = { tracking_info: { message: 'Loaded' } }
    await product.ask(admin, 'PATCH', '/shipments', {
      id: shipment.id,
      status: 'out-for-delivery',
      metadata,
    })
    return shipment
  }
  const over = await booked()
  await product.ask(admin, 'POST', '/shipments/cancel', { id: over.id, message: 'Not needed' })
  return [await loaded(), await loaded(), await loaded(), await loaded(), over] as const
}

async function stickerOf(id: number): Promise<Uint8Array> {
  const { url } = await request<{ url: string }>(`/shipments/label/stickers?id=${id}`)
  return new Uint8Array((await product.download(url)).body)
}

/** Returns an A4 PDF with a picture, as an office scanner sends it. */
async function scannedDocument(picture: Buffer): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' })
  document.image(picture, 60, 60, { width: 300 })
  document.end()
  return Buffer.concat(await document.toArray())
}

describe('POD uploader', () => {
  it('[TOOL-002] finds the shipments of uploaded files by barcode, file name and typed reference, and marks them delivered', async () => {
    const [first, second, third, fourth, over] = await shipmentsToProve()
    const photo = pictureOf(await stickerOf(first.id))
    const scan = await scannedDocument(pictureOf(await stickerOf(second.id)))
    await openTool('POD uploader')
    await staff.getByLabel('Choose files').setInputFiles([
      { name: 'IMG_0001.png', mimeType: 'image/png', buffer: photo },
      { name: 'scan0001.pdf', mimeType: 'application/pdf', buffer: scan },
      { name: `${third.reference}_door.png`, mimeType: 'image/png', buffer: blank },
      { name: `${over.reference}.png`, mimeType: 'image/png', buffer: blank },
      { name: 'nothing.png', mimeType: 'image/png', buffer: blank },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    ])
    const file = (name: string) => staff.getByRole('listitem', { name })
    await staff.getByText('This file type is not allowed: notes.txt.').waitFor()
    await file('IMG_0001.png').getByText('Will be marked delivered. Found in its barcode.').waitFor()
    await file('scan0001.pdf').getByText('Will be marked delivered. Found in its barcode.').waitFor()
    await file(`${third.reference}_door.png`).getByText('Found in its file name.').waitFor()
    await file(`${over.reference}.png`)
      .getByText(/cannot be delivered\./)
      .waitFor()
    await file('nothing.png').getByText('No reference was found in it.').waitFor()
    await file('nothing.png')
      .getByLabel(/^Reference/)
      .fill('NOBODY77')
    await staff.keyboard.press('Enter')
    await file('nothing.png').getByText('There is no shipment or parcel NOBODY77.').waitFor()
    await file('nothing.png')
      .getByLabel(/^Reference/)
      .fill(fourth.reference.toLowerCase())
    await staff.keyboard.press('Enter')
    await file('nothing.png').getByText('Will be marked delivered.').waitFor()
    await file('nothing.png')
      .getByLabel(/^Received by/)
      .fill('Naledi Mokoena')
    await button('Post 4 files').click()
    for (const name of ['IMG_0001.png', 'scan0001.pdf', `${third.reference}_door.png`, 'nothing.png'])
      await file(name).getByText('Posted', { exact: true }).waitFor()
    for (const { id } of [first, second, third, fourth])
      expect(await shipmentNow(id)).toMatchObject({ status: 'delivered', has_pod_files: true })
    expect(await shipmentNow(over.id)).toMatchObject({ status: 'cancelled' })
    await button('Clear posted').click()
    expect(await staff.getByRole('listitem', { name: /\.(png|pdf)$/ }).count()).toBe(1)
    await file(`${over.reference}.png`).getByRole('button', { name: /^Take/ }).click()
    expect(product.pageErrors).toEqual([])
  })
})
