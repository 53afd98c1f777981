import { ratesApi } from '@waybill/domain/rates/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

/** Page tests for choosing a locker or counter, in each way of booking. */

const riaan = 'riaan@overbergbooks.example'
const clerk_email = 'aisha@fynbos.example'
const suburb = 'Hyde Park, Sandton, 2196'
const to_point = 'Deliver to a locker or counter'
const flyer = {
  submitted_length_cm: 30,
  submitted_width_cm: 20,
  submitted_height_cm: 5,
  submitted_weight_kg: 1,
}
const from_point = 'Hand in at a locker or counter'

let product: Product
let customer: Page
let clerk: Page

beforeAll(async () => {
  product = await openProduct()
  customer = await product.as(riaan)
  clerk = await product.as(clerk_email)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const mode = (shipmentPageMode: string) =>
  product.ask(clerk_email, 'PATCH', '/users', { shipment_page_mode: shipmentPageMode })

/** Opens the list of points of a side and chooses the point whose row has a text. */
async function choose(page: Page, label: string, point: string): Promise<void> {
  await press(page, label)
  await region(page, label).getByLabel('Find a locker or counter').fill(point)
  await region(page, label)
    .getByRole('button', { name: new RegExp(point) })
    .click()
  await page.getByText(point, { exact: true }).first().waitFor()
}

async function fillAddress(part: ReturnType<typeof region>, page: Page): Promise<void> {
  await part.getByRole('combobox', { name: 'Find an address' }).fill('Hyde Park')
  await page.getByRole('option', { name: suburb, exact: true }).click()
  await part.getByRole('textbox', { name: /Street address/ }).fill('12 Long Street')
}

describe('the points of the demonstration', () => {
  it.each(['collection', 'delivery'])('are all served by some service level at the %s end', async (side) => {
    const other = side === 'collection' ? 'delivery' : 'collection'
    const { pickup_points, count } = await product.ask<{
      pickup_points: { name: string; reason: string | null; rate: number }[]
      count: number
    }>(riaan, 'POST', '/rates/pickup-points', {
      side,
      [`${other}_address`]: { local_area: 'Hyde Park', city: 'Sandton', code: '2196', zone: 'GP' },
      parcels: [flyer],
      limit: 50,
    })
    expect(pickup_points).toHaveLength(count)
    expect(count).toBeGreaterThan(10)
    expect(pickup_points.filter(({ reason, rate }) => reason !== null || !rate)).toEqual([])
  })
})

describe('the list of points in the booking form', () => {
  it('shows distance, hours, the largest free size and the price of each point, and the reason of those that cannot be chosen', async () => {
    await open(customer, '/shipments/new')
    await fillAddress(region(customer, 'Collection'), customer)
    await fillAddress(region(customer, 'Delivery'), customer)
    await press(customer, to_point)
    const points = region(customer, to_point)
    await points
      .getByText(/Largest free size 60 × 41 × 19 cm and 10 kg/)
      .first()
      .waitFor()
    await points
      .getByRole('button', { name: /Rosebank Mall locker.*Open now.*\d km.*Economy, R \d/ })
      .waitFor()
    const row = customer.getByRole('group', { name: 'Parcel row 1' })
    await row.getByRole('combobox', { name: 'Type' }).fill('Large box')
    await customer.keyboard.press('Enter')
    await points
      .getByText(/does not fit into any compartment of this locker/)
      .first()
      .waitFor()
    await expect.poll(() => points.getByRole('button', { name: /locker,? / }).count()).toBe(0)
    await points.getByRole('button', { name: /Braamfontein counter/ }).waitFor()
  })

  it('leaves out the collection time and the extras of senders who are at home when the sender drops off', async () => {
    await open(customer, '/shipments/new')
    await fillAddress(region(customer, 'Delivery'), customer)
    const extras = customer.getByRole('group', { name: 'Extras to buy' })
    await fillAddress(region(customer, 'Collection'), customer)
    await extras.getByText(/^Dawn/).waitFor()
    await extras.getByText(/^Return of signed documents/).waitFor()
    await choose(customer, from_point, 'Sandton Central locker')
    await expect.poll(() => extras.getByText(/^Dawn/).count()).toBe(0)
    expect(await extras.getByText(/^Return of signed documents/).count()).toBe(0)
    expect(await region(customer, 'Collection').getByLabel('Collect on').count()).toBe(0)
  })
})

describe('a point is chosen', () => {
  it('in the phone steps, and the sender who drops off is told where', async () => {
    await mode('mobile')
    await open(clerk, '/shipments/mobile/new')
    await clerk.getByRole('combobox', { name: /Account/ }).fill('OVB014')
    await clerk.getByRole('option').first().waitFor()
    await clerk.keyboard.press('Enter')
    await choose(clerk, from_point, 'Sandton Central locker')
    const to = region(clerk, 'To')
    await fillAddress(to, clerk)
    for (const [part, name, side] of [
      [region(clerk, 'From'), 'Riaan Jooste', 'collection'],
      [to, 'Naledi Mokoena', 'delivery'],
    ] as const) {
      await part.locator(`[name="${side}_contact.name"]`).fill(name)
      await part.locator(`[name="${side}_contact.mobile_number"]`).fill('082 555 0101')
    }
    await press(clerk, 'Next')
    await clerk.getByRole('heading', { name: 'What are you sending?' }).waitFor()
    await press(clerk, 'Next')
    await clerk.getByRole('radio', { name: /^Economy/ }).check()
    expect(await clerk.getByLabel('Collect on').count()).toBe(0)
    const { input } = await product.sends(shipmentsApi.create, () => press(clerk, /^Create shipment/))
    expect(input).toMatchObject({ collection_pickup_point_id: 'CG1051' })
    expect(input).not.toHaveProperty('collection_after')
    await clerk.getByText(/Drop the parcel off at Sandton Central locker, .*Open Mon-Sun/).waitFor()
  })

  it('at the kiosk', async () => {
    await mode('kiosk')
    await open(clerk, '/shipments/mobile/new')
    await choose(clerk, to_point, 'Menlyn locker')
    await product.ask(clerk_email, 'PATCH', '/users', {
      shipment_page_mode: 'default',
      current_password: 'waybill-demo',
    })
  })

  it('in data capturing mode', async () => {
    await mode('data-capturing')
    await open(clerk, '/shipments/new')
    await choose(clerk, to_point, 'Gateway counter')
    await mode('default')
  })

  it('by a guest, in the quick quote, and is kept in the booking', async () => {
    const guest = await product.window()
    await open(guest, '/shipments/new?quick_quote=quote')
    await guest.getByRole('combobox', { name: 'From' }).fill('Hyde Park')
    await guest.getByRole('option', { name: suburb, exact: true }).click()
    await choose(guest, to_point, 'Claremont locker')
    await press(guest, 'Send now')
    await region(guest, 'Delivery').getByText('Claremont locker').first().waitFor()
    await guest.context().close()
  })

  it('again when a shipment to it is duplicated, and swaps sides when it is returned', async () => {
    const { shipments } = await product.ask<{
      shipments: { id: number; delivery_pickup_point_id: string }[]
    }>(riaan, 'GET', '/shipments/rows?limit=1&status=["delivered"]')
    const { shipment } = await product.ask<{ shipment: Record<string, unknown> }>(
      riaan,
      'GET',
      `/shipments/detail?id=${shipments[0]?.id ?? 0}`,
    )
    const booked = await product.ask<{ id: number }>(riaan, 'POST', '/shipments', {
      collection_address: shipment.collection_address,
      collection_contact: shipment.collection_contact,
      delivery_contact: shipment.delivery_contact,
      delivery_pickup_point_id: 'CG2016',
      parcels: [flyer],
      service_level_code: 'ECO',
      dangerous_goods_confirmed: true,
    })
    await open(customer, `/shipments/new?duplicate=${booked.id}`)
    await region(customer, 'Delivery').getByText('Claremont locker').first().waitFor()
    await open(customer, `/shipments/new?return=${booked.id}`)
    await region(customer, 'Collection').getByText('Claremont locker').first().waitFor()
    const { input } = await product.sends(ratesApi.offerPoints, () => press(customer, to_point))
    expect(input).toMatchObject({ side: 'delivery', collection_pickup_point_id: 'CG2016' })
    expect(product.pageErrors).toEqual([])
  })
})
