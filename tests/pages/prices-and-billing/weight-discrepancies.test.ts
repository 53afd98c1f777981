import { hubApi } from '@waybill/domain/hub/api'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'
const riaan = 'riaan@overbergbooks.example'

let product: Product
let staff: Page
let customer: Page
let branch_id: number

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
  customer = await product.as(riaan)
  const { branches } = await product.ask<{ branches: { id: number; name: string }[] }>(
    admin,
    'GET',
    '/branches',
  )
  branch_id = branches.find(({ name }) => name === 'CPT')?.id ?? 0
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const photo = async () => ({
  name: 'scale.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 40, height: 40, channels: 3, background: '#08c' } })
    .jpeg()
    .toBuffer(),
})

/** Books a parcel of the customer and moves it to a hub. */
async function inHub(): Promise<{ id: number; reference: string }> {
  const { id, short_tracking_reference: reference } = await product.ask<{
    id: number
    short_tracking_reference: string
  }>(riaan, 'POST', '/shipments', booking())
  await asSystem(product.running.runtime, 1, async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, id), { to: 'at-hub', branch_id })
  })
  return { id, reference }
}

/** Measures a parcel in a hub; its price then waits. */
async function measured(): Promise<{ id: number; reference: string }> {
  const made = await inHub()
  await product.ask(admin, 'POST', '/tracking/shipment-events', {
    parcel_reference: `${made.reference}/1`,
    mode: 're-measure',
    branch_id,
    length_cm: 45,
    width_cm: 40,
    height_cm: 30,
    weight_kg: 3,
    confirm_measures: true,
  })
  return made
}

const line = (page: Page, name: string) =>
  page.getByRole('main').locator(`dt:text-is("${name}") + dd`).first()

describe('weight discrepancies', () => {
  it('[RATE-022] are disputed by a customer with a photo and decided by staff, who see the price first', async () => {
    const { id, reference } = await measured()
    await open(customer, `/shipments/${id}`)
    await customer.getByRole('link', { name: 'Measured differently than booked' }).click()
    await customer.getByRole('heading', { level: 1, name: reference }).waitFor()
    expect(await line(customer, 'As booked').innerText()).toBe('R 111.38')
    expect(await line(customer, 'As measured').innerText()).toBe('R 207.56')
    await button(customer, 'Dispute').click()
    const dispute = customer.getByRole('dialog')
    await dispute.getByRole('button', { name: 'Dispute' }).click()
    await dispute.getByText('State why the measured size or weight is wrong.').first().waitFor()
    await dispute.getByLabel('Reason').fill('The box is half as high.')
    await dispute.getByLabel('Photos').setInputFiles(await photo())
    await button(customer, 'Remove scale.jpg').waitFor()
    const { status } = await product.sends(discrepanciesApi.dispute, () =>
      dispute.getByRole('button', { name: 'Dispute' }).click(),
    )
    expect(status).toBe(200)
    await customer.getByText('The box is half as high.').waitFor()
    expect(await button(customer, 'Decide').count()).toBe(0)
    expect(await button(customer, 'Dispute').count()).toBe(0)

    await open(staff, '/weight-discrepancies?state=disputed')
    await staff.getByRole('link', { name: reference }).first().click()
    await button(staff, 'Decide').click()
    const decision = staff.getByRole('dialog')
    await decision.getByLabel('Another size and weight').check()
    await decision.getByLabel('Height (cm)').fill('15')
    await decision.getByLabel('Text to the account').fill('We measured it again.')
    await decision.getByRole('button', { name: 'Show the price' }).click()
    await decision.getByText(/^The shipment will cost R [\d.]+\.$/).waitFor()
    expect((await product.ask<{ rate: number }>(admin, 'GET', `/shipments/${id}`)).rate).toBe(111.38)
    await decision.getByRole('button', { name: 'Decide' }).click()
    await staff.getByText('We measured it again.').waitFor()
    await open(customer, `/weight-discrepancies?state=decided`)
    await customer.getByRole('link', { name: reference }).first().waitFor()
  })

  it('say when nothing matches, and report that the list cannot be loaded', async () => {
    await open(staff, '/weight-discrepancies?state=withdrawn')
    await staff.getByText('No weight discrepancies match.').first().waitFor()
    await product.answers(discrepanciesApi.list, () => ({ status: 500, body: { message: 'Out of order.' } }))
    await open(staff, '/weight-discrepancies')
    await button(staff, /Try again|Retry/)
      .first()
      .waitFor()
  })

  it('takes a photo on the scale at the hub scanner before it stores measures that change the price much', async () => {
    const { reference, id } = await inHub()
    const hub = await product.as(admin)
    await open(hub, '/hub-scanner')
    await hub.getByText('Type the actual size and weight of a parcel.').click()
    await button(hub, 'Start scanning').click()
    const field = hub.getByRole('textbox', { name: 'Scan or type a parcel reference' })
    await field.fill(`${reference}/1`)
    await field.press('Enter')
    for (const [name, value] of [
      ['Length', '45'],
      ['Width', '40'],
      ['Height', '40'],
      ['Weight', '3'],
    ] as const)
      await hub.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(value)
    await product.sends(hubApi.addEvent, () => button(hub, 'Save').click())
    await product.sends(hubApi.addEvent, () => button(hub, 'Keep these measures').click())
    await hub.getByText('PHOTO NEEDED').first().waitFor()
    await hub
      .getByText(/The price would become R [\d.]+ instead of R 111\.38\. Take a photo/)
      .first()
      .waitFor()
    const { discrepancies: none } = await product.ask<{ discrepancies: object[] }>(
      admin,
      'GET',
      `/shipments/discrepancies?shipment_id=${id}`,
    )
    expect(none).toEqual([])
    await product.sends(hubApi.addEvent, async () =>
      hub
        .getByLabel('Photo of the parcel on the scale')
        .first()
        .setInputFiles(await photo()),
    )
    await hub.getByText('MEASURED').first().waitFor()
    await open(customer, `/shipments/${id}`)
    await customer.getByRole('link', { name: 'Measured differently than booked' }).click()
    await customer.getByRole('link', { name: /^scale\.jpg/ }).waitFor()
  })
})
