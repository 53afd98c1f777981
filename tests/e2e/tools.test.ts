import fs from 'node:fs'
import PDFDocument from 'pdfkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureOf } from '../../server/dev/test-kit/inspect-pdf.ts'
import { booking } from '../../server/dev/test-kit/provider.ts'
import { accessibilityViolations, openProduct, signIn, type Product } from './product.ts'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.window()
  await signIn(staff, product.web, 'thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

const button = (name: string | RegExp) => staff.getByRole('button', { name })
async function openTool(name: string) {
  await staff.goto(`${product.web}/tools`)
  await staff.getByRole('link', { name: `Open ${name}` }).click()
  await staff.getByRole('heading', { level: 1, name }).waitFor()
}
async function choose(label: RegExp, typed: string, option: string | RegExp) {
  await staff.getByLabel(label).fill(typed)
  await staff.getByRole('option', { name: option }).first().click()
}

const blank = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

interface Proved {
  id: number
  short_tracking_reference: string
}
async function ask<Answer>(path: string): Promise<Answer> {
  const folder = product.running.runtime.data_dir
  const demo = JSON.parse(fs.readFileSync(`${folder}/demo.json`, 'utf8')) as { api_keys: { admin: string } }
  const headers = { authorization: `Bearer ${demo.api_keys.admin}` }
  return (await fetch(`${product.web}/api${path}`, { headers })).json() as Promise<Answer>
}
const shipmentNow = async (id: number) =>
  (await ask<{ shipments: [unknown] }>(`/shipments?id=${id}`)).shipments[0]

/** Four shipments of one parcel that are out for delivery, and a cancelled one: a sticker names its parcel alone. */
async function shipmentsToProve() {
  const admin = 'thandi@fynbos.example'
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
    admin,
    'GET',
    '/accounts?account_code=OVB014',
  )
  const account_id = accounts[0]?.id ?? 0
  const booked = async () => {
    const { id, short_tracking_reference: reference } = await product.ask<Proved>(
      admin,
      'POST',
      '/shipments',
      booking({ account_id, mute_notifications: true }),
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
  const { url } = await ask<{ url: string }>(`/shipments/label/stickers?id=${id}`)
  return new Uint8Array(await (await fetch(new URL(url, product.web))).arrayBuffer())
}

/** A picture on a page of A4, as an office scanner sends it. */
async function scannedDocument(picture: Buffer): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' })
  document.image(picture, 60, 60, { width: 300 })
  document.end()
  return Buffer.concat(await document.toArray())
}

describe('tools', () => {
  it('[TOOL-008] [TOOL-009] block an address, find it again and end it', async () => {
    await openTool('Blocked list')
    await button('Block').click()
    const dialog = staff.getByRole('dialog', { name: 'Block' })
    await dialog.getByLabel('Type', { exact: true }).click()
    expect(await staff.getByRole('listbox').getByRole('option').allTextContents()).toEqual([
      'Email address',
      'Email domain',
      'Mobile number',
      'IP address',
    ])
    await staff.getByRole('option', { name: 'IP address' }).click()
    await dialog.getByLabel('IP address', { exact: true }).fill('196.25.1')
    await dialog.getByLabel('Reason', { exact: true }).fill('False bookings')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await dialog.getByText('This cannot be read. Enter it like 196.25.1.9.').first().waitFor()
    await dialog.getByLabel('IP address', { exact: true }).fill('196.25.1.9')
    expect(await accessibilityViolations(staff)).toEqual([])
    await dialog.getByRole('button', { name: 'Block' }).click()
    await dialog.waitFor({ state: 'detached' })
    await staff.getByRole('searchbox').fill('196.25')
    const row = staff.getByRole('row', { name: /196\.25\.1\.9.*Blocked/ })
    await row.waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await row.getByRole('button').click()
    await staff.getByRole('menuitem', { name: 'End' }).click()
    await button('End entry').click()
    await staff.getByRole('row', { name: /196\.25\.1\.9.*Ended/ }).waitFor()
  })

  it('[TOOL-007] make barcodes of a range and of the bays of a branch', async () => {
    await openTool('Barcode generator')
    await staff.getByLabel(/^Prefix/).fill('PK-')
    await staff.getByLabel('From', { exact: true }).fill('1')
    await staff.getByLabel('To', { exact: true }).fill('40')
    await staff.getByLabel(/^Digits/).fill('1')
    await button('Make 40 barcodes').click()
    await staff.getByText('40 has 2 digits. Choose that many or more.').first().waitFor()
    await staff.getByLabel(/^Digits/).fill('6')
    await choose(/^Bays of a branch/, 'JHB', /JHB/)
    expect(await accessibilityViolations(staff)).toEqual([])
    const opened = staff.context().waitForEvent('page')
    await button(/^Make 4[4-8] barcodes$/).click()
    await staff.getByText(/^4[4-8] barcodes are ready\.$/).waitFor()
    expect((await opened).url()).toBeDefined()
    expect(await accessibilityViolations(staff)).toEqual([])
  })

  it('[TOOL-011] copy an address book after showing how it would come out', async () => {
    await openTool('Copy address book')
    await button('Preview').click()
    await staff.getByText('Choose the account whose addresses are copied.').first().waitFor()
    await choose(/^Copy from/, 'Overberg', /Overberg Books/)
    await staff.getByText(/^The address book has [\d,]+ entr/).waitFor()
    await staff.getByLabel('Add an account', { exact: true }).click()
    await staff.getByRole('option').filter({ hasNotText: 'Overberg' }).first().click()
    await button('Preview').click()
    await button(/^Copy [\d,]+ entr/).click()
    await button('Copy').last().click()
    await staff.getByText(/ copied\.$/).waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
  })

  it('[TOOL-002] upload proofs of delivery that find their shipments by barcode, name and text', async () => {
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
    await staff.getByText('Files of this kind cannot be stored here: notes.txt.').waitFor()
    await file('IMG_0001.png').getByText('Will be marked delivered. Found in its barcode.').waitFor()
    await file('scan0001.pdf').getByText('Will be marked delivered. Found in its barcode.').waitFor()
    await file(`${third.reference}_door.png`).getByText('Found in its file name.').waitFor()
    await file(`${over.reference}.png`)
      .getByText(/cannot be delivered\./)
      .waitFor()
    await file('nothing.png').getByText('No reference was found in it.').waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
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
