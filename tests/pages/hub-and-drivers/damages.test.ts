import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import { systemActor } from '@waybill/domain/kit/actor'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawnPhoto } from '../../../server/dev/demo/drawn-photo.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const hub = 'bongani@fynbos.example'
const admin = 'thandi@fynbos.example'
let product: Product
let photo: { name: string; mimeType: string; buffer: Buffer }
let branchId: number

beforeAll(async () => {
  product = await openProduct()
  const { branches } = await product.ask<{ branches: { id: number; name: string }[] }>(
    admin,
    'GET',
    '/branches',
  )
  branchId = branches.find(({ name }) => name === 'JHB')?.id ?? 0
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#08c' } })
    .jpeg()
    .toBuffer()
  photo = { name: 'side.jpg', mimeType: 'image/jpeg', buffer }
}, 180_000)
afterAll(async () => product.close())

/** Books a parcel that is on the road to Johannesburg; returns its shipment and reference. */
async function onTheRoad(): Promise<{ id: number; reference: string }> {
  const { id, short_tracking_reference } = await product.ask<{
    id: number
    short_tracking_reference: string
  }>('riaan@overbergbooks.example', 'POST', '/shipments', booking())
  await asSystem(product.running.runtime, 1, async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, id), { to: 'in-transit' })
  })
  return { id, reference: `${short_tracking_reference}/1` }
}

async function open(address: string, user = hub): Promise<Page> {
  const page = await product.as(user)
  await page.goto(`${product.web}${address}`)
  return page
}

describe('unidentified parcels', () => {
  it('[HUB-003] keeps a parcel that the scanner does not find, matches it, and undoes a wrong match', async () => {
    const { reference } = await onTheRoad()
    const page = await open('/hub-scanner')
    await page.getByText('Parcels come in').click()
    await page.getByRole('button', { name: 'Start scanning' }).click()
    const field = page.getByRole('textbox', { name: 'Scan or type a parcel reference' })
    await field.fill('TORN44')
    await field.press('Enter')
    await page.getByRole('button', { name: 'Keep as unidentified parcel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep as unidentified parcel' })
    expect(await dialog.getByLabel('What can be read of the label').inputValue()).toBe('TORN44')
    await dialog.getByRole('button', { name: 'Keep this parcel' }).click()
    await dialog.getByText('Take a photo of the parcel.').first().waitFor()
    await dialog.getByLabel('Photos').setInputFiles(photo)
    await dialog.getByRole('button', { name: 'Remove photo 1' }).waitFor()
    await dialog.getByLabel('Description').fill('Blue crate with shoes')
    const { status } = await product.sends(unidentifiedApi.capture, () =>
      dialog.getByRole('button', { name: 'Keep this parcel' }).click(),
    )
    expect(status).toBe(200)
    await page.getByText(/Write UNP\d+ on the parcel/).waitFor()
    expect(await page.getByRole('button', { name: 'Keep as unidentified parcel' }).count()).toBe(0)

    await page.goto(`${product.web}/tools/unidentified-parcels?q=TORN44`)
    await page.getByText('Blue crate with shoes').click()
    await page.getByRole('heading', { name: 'Likely owners' }).waitFor()
    await page.getByLabel('Parcel', { exact: true }).fill(reference)
    await page.getByRole('button', { name: 'Match', exact: true }).last().click()
    await page.getByText('This parcel is identified.').waitFor()
    await page.getByRole('link', { name: reference }).waitFor()
    await page.getByRole('button', { name: 'Undo the match' }).click()
    const undo = page.getByRole('dialog')
    await undo.getByLabel('Why is it not this parcel?').fill('Other colour')
    await undo.getByRole('button', { name: 'Undo the match' }).click()
    await page.getByRole('heading', { name: 'Likely owners' }).waitFor()
    expect(await page.getByRole('button', { name: 'Dispose of it' }).count()).toBe(0)
  })
})

describe('damages', () => {
  it('[HUB-002] lists a damage on the page of the shipment and in the register, and resolves it there', async () => {
    const { id, reference } = await onTheRoad()
    const page = await open('/tools/damages')
    const clerk = { ...systemActor(1), kind: 'user', username: 'bongani', name: 'Bongani Zulu' } as const
    const photos = [await drawnPhoto(product.running.runtime, clerk, 'damage')]
    await product.ask(hub, 'POST', '/hub/damages', {
      report_id: crypto.randomUUID(),
      parcel_reference: reference,
      branch_id: branchId,
      note: 'Corner crushed',
      photos,
    })
    await page.goto(`${product.web}/shipments/${id}`)
    await page.getByRole('heading', { name: 'Damages' }).waitFor()
    await page.getByRole('img', { name: `Damage of ${reference}, 1 of 1` }).waitFor()
    await page.goto(`${product.web}/tools/damages?q=${encodeURIComponent(reference)}`)
    await page.getByText('Corner crushed').waitFor()
    await page.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Resolve…' }).click()
    await page.getByLabel('How was it resolved?').fill('Packed again')
    await product.sends(damagesApi.resolve, () =>
      page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click(),
    )
    await page.getByText('Packed again').waitFor()
    const customer = await open(`/shipments/${id}`, 'riaan@overbergbooks.example')
    await customer.getByRole('heading', { name: 'Parcels' }).waitFor()
    expect(await customer.getByRole('heading', { name: 'Damages' }).count()).toBe(0)
  })
})
