import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pictureOf } from '../../../server/dev/test-kit/documents/inspect-pdf.ts'
import { openProduct, type Product } from '../product.ts'
import { isMoreThanArrival } from '../../page-kit/driver-actions.ts'

const people = { office: 'thandi@fynbos.example', driver: 'sipho@fynbos.example' }
const phone = { width: 390, height: 844 }

let product: Product

beforeAll(async () => {
  product = await openProduct({ holdsClock: true })
}, 180_000)
afterAll(async () => product.close())

const office = <Answer>(method: string, path: string, body?: object) =>
  product.ask<Answer>(people.office, method, path, body)

/** Creates a shipment to a street in Rosebank and loads it on the driver’s vehicle. */
async function loaded(streetAddress: string): Promise<{ id: number; parcel: string }> {
  const { accounts } = await office<{ accounts: { id: number }[] }>('GET', '/accounts?search=OVB014')
  const { id, short_tracking_reference } = await office<{ id: number; short_tracking_reference: string }>(
    'POST',
    '/shipments',
    {
      account_id: accounts[0]?.id,
      collection_address: {
        street_address: '12 Bofors Circle',
        local_area: 'Epping',
        city: 'Cape Town',
        code: '7460',
      },
      collection_contact: { name: 'Riaan', mobile_number: '0825550142' },
      delivery_address: {
        street_address: streetAddress,
        local_area: 'Rosebank',
        city: 'Johannesburg',
        code: '2196',
      },
      delivery_contact: { name: 'Naledi', mobile_number: '0821234567' },
      parcels: [
        {
          submitted_length_cm: 30,
          submitted_width_cm: 20,
          submitted_height_cm: 10,
          submitted_weight_kg: 2,
        },
      ],
      service_level_code: 'ECO',
    },
  )
  await office('POST', '/tracking/shipment-events', {
    shipment_id: id,
    status: 'at-destination-hub',
    message: 'Arrived early',
    force: true,
  })
  await office('POST', '/trip-sheet/assign', { shipment_ids: [id], leg: 'delivery', username: 'sipho' })
  const parcel = `${short_tracking_reference}/1`
  const load = {
    action_id: randomUUID(),
    type: 'load',
    shipment_id: id,
    scanned_references: [parcel],
    occurred_at: product.now().toISOString(),
  }
  expect(await product.ask(people.driver, 'POST', '/drivers/actions', { actions: [load] })).toMatchObject({
    results: [{ result: 'applied' }],
  })
  return { id, parcel }
}

async function statusOf(id: number): Promise<string> {
  const { shipment } = await office<{ shipment: { status: string } }>('GET', `/shipments/detail?id=${id}`)
  return shipment.status
}

describe('first load', () => {
  it('of a driver transfers at most 250 KB of files, without fonts and without code for phone numbers', async () => {
    const page = await product.as(people.driver, phone)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const addresses = new Map<string, string>()
    const sizes = new Map<string, number>()
    network.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      sizes.set(addresses.get(requestId) ?? product.web, encodedDataLength),
    )
    // The first message on the live connection loads the code that reads it, which is not part of the first load.
    const isConnecting = new Promise<void>((resolve) => {
      void page.routeWebSocket(/./, () => resolve())
    })
    await page.goto(`${product.web}/tripsheet`)
    await page.getByRole('link', { name: 'Open stop' }).waitFor()
    await isConnecting
    const files = [...new Set(addresses.values())].filter((url) => !new URL(url).pathname.startsWith('/api/'))
    await expect.poll(() => files.filter((url) => !sizes.has(url))).toEqual([])
    expect(files.filter((url) => /woff2|phones-/.test(url))).toEqual([])
    const total = files.reduce((sum, url) => sum + (sizes.get(url) ?? 0), 0)
    expect(total).toBeGreaterThan(100 * 1024)
    expect(total).toBeLessThanOrEqual(250 * 1024)
    await page.context().close()
  })
})

describe('photo at a stop', () => {
  let page: Page
  let givenIds: number[] = []
  beforeEach(async () => {
    page = await product.as(people.driver, phone)
  })
  afterEach(async () => {
    await page.context().close()
    // The streets are close together: an open delivery would be at the stop of the next test.
    const others = { username: 'pieter', assign_anyway: true }
    await office('POST', '/trip-sheet/assign', { shipment_ids: givenIds, leg: 'delivery', ...others })
    givenIds = []
    expect(product.pageErrors).toEqual([])
  })

  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const isTaken = () => page.getByRole('button', { name: 'Remove photo 1' }).waitFor()

  /** Opens the stop of a shipment, or the page that ends it: hand-over or failed delivery. */
  async function openStep(id: number, step: 'hand-over' | 'failed' | ''): Promise<void> {
    const { stops } = await office<{ stops: { stop_id: string; shipments: { shipment_id: number }[] }[] }>(
      'GET',
      '/trip-sheet?driver=sipho',
    )
    const stop = stops.find(({ shipments }) => shipments.some(({ shipment_id }) => shipment_id === id))
    await page.goto(`${product.web}/tripsheet/stops/${stop?.stop_id ?? ''}${step && `/${step}`}`)
  }

  async function takePhoto(): Promise<void> {
    const photo = { name: 'door.png', mimeType: 'image/png', buffer: await page.screenshot() }
    await page.locator('input[type=file]').first().setInputFiles(photo)
    await isTaken()
  }

  /** Advances the clock past the time for undoing; returns the photos sent with the action. */
  async function sentPhotos(): Promise<unknown> {
    const { input, status, answer } = await product.sends(
      driversApi.actions,
      () => product.pass(page, 10_100),
      isMoreThanArrival,
    )
    expect(status).toBe(200)
    expect(answer).toMatchObject({ results: [{ result: 'applied' }] })
    const { actions } = input as { actions: { payload: { photos: string[] } }[] }
    return actions[0]?.payload.photos
  }
  const onePicture = [expect.stringMatching(/\.jpg$/)]

  /** Gives everything for a delivery without a PIN, with a photo. */
  async function fillHandOver(id: number, parcel: string): Promise<void> {
    givenIds = [id]
    await openStep(id, 'hand-over')
    await press('Type a reference')
    await page.getByRole('textbox', { name: 'Parcel reference' }).fill(parcel)
    await press('Add')
    await press(/^No PIN/)
    await page.getByRole('textbox', { name: /^Name/ }).fill('Naledi Mokoena')
    await page.getByRole('button', { name: 'Done Photo needed' }).waitFor()
    await takePhoto()
  }

  it('is required for a delivery without a PIN, survives a reload and is sent with the delivery', async () => {
    const { id, parcel } = await loaded('35 Bath Avenue')
    await fillHandOver(id, parcel)
    await page.reload()
    await isTaken()
    await press(/^Done/)
    await page.waitForURL(/\/tripsheet$/)
    expect(await sentPhotos()).toEqual(onePicture)
    expect(await statusOf(id)).toBe('delivered')
  })

  it('[DRV-008] waits for Wi-Fi where the driver chose so, while the delivery is sent, and is verified once it arrives', async () => {
    const { id, parcel } = await loaded('39 Bath Avenue')
    await page.addInitScript(() => {
      const connection = Object.assign(new EventTarget(), { type: 'cellular' })
      Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
      localStorage.setItem('driver_photos_on_wifi', '1')
    })
    const evidence = async () => {
      const path = `/drivers/actions?shipment_id=${id}`
      const { actions } = await office<{ actions: { type: string; evidence: string }[] }>('GET', path)
      return actions.find(({ type }) => type === 'deliver')?.evidence
    }
    await fillHandOver(id, parcel)
    await press(/^Done/)
    await page.waitForURL(/\/tripsheet$/)
    expect(await sentPhotos()).toEqual(onePicture)
    expect([await statusOf(id), await evidence()]).toEqual(['delivered', 'waiting'])
    await page.goto(`${product.web}/tripsheet/sync`)
    await page.getByText('1 photo waiting').waitFor()
    await press('Send now')
    await page.getByText('Everything has been sent.').waitFor()
    expect(await evidence()).toBe('verified')
    const staff = await product.as(people.office)
    await staff.goto(`${product.web}/shipments/${id}`)
    await staff.getByText('Evidence verified').waitFor()
    await staff.context().close()
  })

  it('is not needed to scan: the camera reads the label where the browser itself reads no barcodes', async () => {
    const { id } = await loaded('37 Bath Avenue')
    givenIds = [id]
    const { url } = await office<{ url: string }>('GET', `/shipments/label/stickers?id=${id}`)
    const label = pictureOf(new Uint8Array((await product.download(url)).body)).toString('base64')
    await page.addInitScript((picture) => {
      Reflect.deleteProperty(window, 'BarcodeDetector')
      navigator.mediaDevices.getUserMedia = async () => {
        const image = Object.assign(new Image(), { src: picture })
        await image.decode()
        const canvas = Object.assign(document.createElement('canvas'), {
          width: image.width,
          height: image.height,
        })
        const pen = canvas.getContext('2d')
        setInterval(() => pen?.drawImage(image, 0, 0), 50)
        return canvas.captureStream(20)
      }
    }, `data:image/png;base64,${label}`)
    await openStep(id, 'hand-over')
    await press('Camera')
    await page.getByText('Parcels scanned').waitFor()
  })

  it('is added to the files of the shipment, kept without signal and listed at the stop once it is sent', async () => {
    const { id } = await loaded('45 Bath Avenue')
    givenIds = [id]
    await openStep(id, '')
    await page.getByRole('link', { name: 'Add a photo' }).click()
    await page.getByRole('button', { name: 'Add photos Take a photo' }).waitFor()
    await takePhoto()
    await page.getByText('Damage').click()
    await page.context().setOffline(true)
    await press(/^Add photos/)
    await page.getByText('1 photo waits to be sent.').waitFor()
    await product.pass(page, 10_100)
    const { input, status } = await product.sends(
      driversApi.actions,
      () => page.context().setOffline(false),
      isMoreThanArrival,
    )
    expect([input, status]).toMatchObject([
      {
        actions: [
          { type: 'add-photos', shipment_id: id, payload: { file_kind: 'damage', file_visibility: 'staff' } },
        ],
      },
      200,
    ])
    await page.getByRole('link', { name: 'Download Photo 1.jpg' }).waitFor()
    const { shipment_files } = await office<{ shipment_files: object[] }>('GET', `/shipments/files?id=${id}`)
    expect(shipment_files).toMatchObject([
      { kind: 'damage', visibility: 'staff', origin: 'upload', created_by: 'sipho' },
    ])
  })

  it('is required when nobody is there, is kept when that is undone, and is sent when it is repeated', async () => {
    const { id } = await loaded('41 Bath Avenue')
    givenIds = [id]
    await openStep(id, 'failed')
    await page.getByText('Nobody there').click()
    await page.getByRole('button', { name: 'Done Photo needed' }).waitFor()
    await takePhoto()
    await press(/^Done/)
    await page.waitForURL(/\/tripsheet$/)
    await press('Undo')
    await page.getByText('Undone. The stop is open again.').first().waitFor()
    await openStep(id, 'failed')
    await isTaken()
    await press(/^Done/)
    await page.waitForURL(/\/tripsheet$/)
    expect(await sentPhotos()).toEqual(onePicture)
    expect(await statusOf(id)).toBe('delivery-failed-attempt')
  })
})
