import { randomUUID } from 'node:crypto'
import { hubApi } from '@waybill/domain/hub/api'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const hub = 'bongani@fynbos.example'
let product: Product
let page: Page
let branch_id: number

beforeAll(async () => {
  product = await openProduct()
  const { branches } = await product.ask<{ branches: { id: number; name: string }[] }>(
    hub,
    'GET',
    '/branches',
  )
  branch_id = branches.find(({ name }) => name === 'JHB')?.id ?? 0
}, 180_000)
afterAll(async () => product.close())

beforeEach(async () => {
  page = await product.as(hub)
  await page.goto(`${product.web}/hub-scanner`)
  await page.getByText('Parcels leave with a driver').click()
  await page.getByRole('button', { name: 'Start scanning' }).click()
})
afterEach(async () => page.context().close())

/** Books a parcel to Johannesburg and moves it to its delivery hub. */
async function arrived(): Promise<{ id: number; reference: string }> {
  const { id, short_tracking_reference: reference } = await product.ask<{
    id: number
    short_tracking_reference: string
  }>('riaan@overbergbooks.example', 'POST', '/shipments', booking())
  await asSystem(product.running.runtime, 1, async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, id), { to: 'at-destination-hub', branch_id })
  })
  return { id, reference }
}

const statusOf = async (reference: string) => {
  const { shipments } = await product.ask<{ shipments: { status: string }[] }>(
    hub,
    'GET',
    `/tracking/shipments?ref=${reference}`,
  )
  return shipments[0]?.status
}
const verdict = (text: string) => page.getByRole('region', { name: 'Verdict' }).filter({ hasText: text })
const row = (reference: string) => page.getByRole('row').filter({ hasText: reference })
const accepted = (count: number) => page.locator(`dt:text-is("accepted") + dd:text-is("${count}")`)
const scan = async (text: string) => {
  const field = page.getByRole('textbox', { name: 'Scan or type a parcel reference' })
  await field.fill(text)
  await field.press('Enter')
}
const scanOut = async (reference: string) => {
  const { status } = await product.sends(hubApi.addEvent, () => scan(`${reference}/1`))
  expect(status).toBe(200)
  // The text beside the reference depends on the date in the demo data: shipments with faster services may be
  // waiting.
  await verdict(reference).waitFor()
  expect(await statusOf(reference)).toBe('out-for-delivery')
}
const untilUndone = async (reference: string) => {
  await verdict('UNDONE').waitFor()
  await row(reference).locator('s').waitFor()
  expect(await statusOf(reference)).toBe('at-destination-hub')
}

describe('last scan', () => {
  it('is undone by F8, struck through and no longer counted, and the parcel can be scanned again immediately', async () => {
    const { reference } = await arrived()
    await scanOut(reference)
    await accepted(1).waitFor()
    await page.keyboard.press('F8')
    await untilUndone(reference)
    await accepted(0).waitFor()
    await page.keyboard.press('F8')
    await page.getByText(`The last scan, ${reference}/1, was undone already.`).waitFor()
    await scanOut(reference)
  })

  it('is undone by the UNDO barcode and by the Undo button in its row', async () => {
    const [one, other] = [await arrived(), await arrived()]
    await scanOut(one.reference)
    await scan('UNDO')
    await untilUndone(one.reference)
    await scanOut(other.reference)
    await row(other.reference).getByRole('button', { name: 'Undo' }).click()
    await untilUndone(other.reference)
  })

  it('is not undone when it changed nothing', async () => {
    await scan('NOSUCH/1')
    await verdict('NOT FOUND').waitFor()
    await page.keyboard.press('F8')
    await page
      .getByText('The last scan, NOSUCH/1, changed nothing: there is nothing to undo.')
      .first()
      .waitFor()
  })

  it('is left unchanged, with the reason, when the parcel has changed since', async () => {
    const { reference } = await arrived()
    await scanOut(reference)
    await product.ask(hub, 'POST', '/tracking/shipment-events', {
      parcel_reference: `${reference}/1`,
      mode: 'return-to-hub',
      branch_id,
      scan_id: randomUUID(),
    })
    await page.keyboard.press('F8')
    await page
      .getByText(/The parcel became returned to hub at \d\d:\d\d, .+\. You can no longer undo the scan\./)
      .waitFor()
    await page.getByText('NOT UNDONE').waitFor()
    await product.settled(page)
    expect(await row(reference).locator('s').count()).toBe(0)
  })

  it('is sent before its undo when both were stored while offline', async () => {
    const { reference } = await arrived()
    const regainSignal = await loseSignal(product, page, [hubApi.addEvent, hubApi.undoScan])
    await scan(`${reference}/1`)
    await page.getByText('Offline – scans are saved (1)').waitFor()
    await page.keyboard.press('F8')
    await page.getByText('Offline – scans are saved (2)').waitFor()
    await verdict('Undo is saved').waitFor()
    expect(await statusOf(reference)).toBe('at-destination-hub')
    await regainSignal()
    await untilUndone(reference)
    await page.getByText('All scans sent').waitFor()
    const { tracking_events } = await product.ask<{ tracking_events: { status: string }[] }>(
      hub,
      'GET',
      `/tracking/shipment-events?tracking_reference=${reference}`,
    )
    const statuses = tracking_events.map(({ status }) => status)
    expect(statuses.filter((status) => status === 'scan-undone' || status === 'out-for-delivery')).toEqual([
      'scan-undone',
      'out-for-delivery',
    ])
  })

  it('is struck through in the timeline of the shipment, beside its undo', async () => {
    const { id, reference } = await arrived()
    await scanOut(reference)
    await scan('UNDO')
    await untilUndone(reference)
    const staff = await product.as('thandi@fynbos.example')
    await staff.goto(`${product.web}/shipments/${id}`)
    const timeline = staff.locator('section').filter({ hasText: 'Tracking timeline' })
    await timeline
      .getByText(/^Undone: Out for delivery/)
      .first()
      .waitFor()
    await timeline.locator('s').first().waitFor()
    await staff.context().close()
  })
})

describe('scan at the moment the connection is lost', () => {
  it('is not displayed with the result of the previous scan', async () => {
    await scan('NOSUCH/1')
    await verdict('NOT FOUND').waitFor()
    await page.keyboard.press('F2')
    const asUsual = await product.answers(hubApi.addEvent, () => 'no connection')
    // Simulate that the browser is offline before the offline event has reached the page.
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true }),
    )
    await scan('NOSUCH/2')
    await page.getByText('Offline – scans are saved (1)').waitFor()
    await verdict('NOSUCH/2').waitFor()
    await product.settled(page)
    expect(await verdict('NOT FOUND').count()).toBe(0)
    await asUsual()
  })
})
