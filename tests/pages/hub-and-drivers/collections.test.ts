import { collectionsApi } from '@waybill/domain/collections/api'
import { driversApi } from '@waybill/domain/drivers/api'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'
import { isMoreThanArrival } from '../../page-kit/driver-actions.ts'

let product: Product
let staff: Page
let customer: Page
let driver: Page

const email = 'thandi@fynbos.example'

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(email)
  customer = await product.as('riaan@overbergbooks.example')
  driver = await product.as('pieter@fynbos.example', { width: 390, height: 844 })
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Returns the collection day of a request as `YYYY-MM-DD`. */
async function dayOfRequest(id: number): Promise<string> {
  const { collection_requests } = await product.ask<{ collection_requests: { date: string }[] }>(
    email,
    'GET',
    `/collection-requests?id=${id}`,
  )
  return dayOf(new Date(collection_requests[0]?.date ?? ''))
}

/** Returns the trip sheet of `date` to drivers, whatever date they request. */
const sheetOf = (date: string) => product.answers(driversApi.tripSheet, async ({ usual }) => usual({ date }))

/** Fills in the form except the account. The address fields must be open. */
async function fillRequest(page: Page) {
  await page.getByLabel('Street address, stand or house number').fill('12 Bofors Circle')
  await page.getByLabel('Suburb', { exact: true }).fill('Epping')
  await page.getByLabel('City', { exact: true }).fill('Cape Town')
  await page.getByLabel('Postal code', { exact: true }).fill('7460')
  await page.getByLabel('Contact name').fill('Riaan Jooste')
  await page.getByLabel('Mobile number').fill('082 555 0142')
  await page.getByLabel(/^Expected parcels/).fill('40')
}

describe('collection requests', () => {
  it('[NAV-023] [COLL-001] [COLL-004] are requested by a customer as bulk collections, assigned to a driver and collected', async () => {
    await open(customer, '/collection-requests')
    await heading(customer, 'Bulk collections')
    await customer.getByRole('row', { name: /COL000001.*Closed/ }).waitFor()
    await customer.getByRole('link', { name: 'New request' }).click()
    await heading(customer, 'New collection request')
    await button(customer, 'Request collection').click()
    await customer.getByText('Enter the collection address.').first().waitFor()
    await fillRequest(customer)
    await button(customer, 'Request collection').click()
    await heading(customer, /^COL0000\d\d/)
    const name = (await customer.title()).match(/COL\d{6}/)?.[0] ?? ''
    const id = Number(name.slice(3))

    await open(staff, '/collection-requests')
    await heading(staff, 'Collection requests')
    await staff.getByRole('row', { name: new RegExp(name) }).click()
    await heading(staff, name)
    await button(staff, /^(Assign driver|Change)$/).click()
    await staff.getByRole('combobox', { name: 'Driver' }).fill('Pieter')
    await staff.getByRole('option', { name: 'Pieter Jacobs' }).click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Assign driver' }).click()
    await button(staff, 'Status Collection assigned. Change').click()
    await staff.getByRole('menuitem', { name: 'Closed' }).waitFor()
    await product.settled(staff)
    expect(await staff.getByRole('menuitem').allTextContents()).toEqual([
      'Collection unassigned',
      'Collection failed attempt',
      'Collection exception',
      'Collection rejected',
      'Cancelled',
      'Closed',
    ])
    await staff.keyboard.press('Escape')

    // For a day without service the stop is on the trip sheet of the next service day.
    const day = await dayOfRequest(id)
    const asUsual = await sheetOf(day)
    await open(driver, `/tripsheet/stops/request-${id}-${day}`)
    await driver.getByText(`Bulk collection ${name}`).waitFor()
    await driver.getByRole('link', { name: 'Collect', exact: true }).click()
    await driver.getByText('Expected: 40.').waitFor()
    await driver.getByLabel('Parcels', { exact: true }).fill('38')
    const reported = await product.sends(
      driversApi.actions,
      async () => {
        await button(driver, /^Done/).click()
        await driver.waitForURL(/\/tripsheet$/)
        // The report is sent after the 10 s in which it can be undone.
        await product.pass(driver, 10_000)
      },
      isMoreThanArrival,
    )
    expect(reported.status).toBe(200)
    await asUsual()

    await customer.reload()
    await heading(customer, name)
    await customer.getByText('Collected 38 parcels from Riaan Jooste').waitFor()
    expect(product.pageErrors).toEqual([])
  })

  it('[COLL-001] are not offered to staff without the permission', async () => {
    const operator = await product.as('bongani@fynbos.example')
    await open(operator, '/collection-requests/new')
    await operator.getByRole('heading', { level: 1 }).first().waitFor()
    await product.settled(operator)
    expect(await operator.getByRole('heading', { name: 'New collection request' }).count()).toBe(0)
    expect(await operator.getByRole('link', { name: 'Collection requests' }).count()).toBe(0)
    await open(staff, '/collection-requests')
    await staff.getByRole('link', { name: 'New request' }).waitFor()
    await operator.context().close()
  })

  it('shows why the driver handed the collection back and offers to assign another driver', async () => {
    const asUsual = await product.answers(collectionsApi.detail, async ({ usual }) => {
      const { status, body } = await usual()
      const { request, events, ...rest } = body as Output<typeof collectionsApi.detail>
      const rejected = { ...request, status: 'collection-rejected', agent_id: 'pieter' }
      const [first] = events
      const event = { ...first, status: 'collection-rejected', message: 'Vehicle breakdown' }
      return { status, body: { ...rest, request: rejected, events: [event, ...events] } }
    })
    await open(staff, '/collection-requests/1')
    await heading(staff, 'COL000001')
    await staff.getByText('The driver handed this collection back: vehicle breakdown.').waitFor()
    await button(staff, 'Assign driver').waitFor()
    await asUsual()
  })

  it('[COLL-006] recur on chosen days of the week, can be changed and can be ended', async () => {
    await open(customer, '/collection-requests/new')
    await heading(customer, 'New collection request')
    const often = customer.getByRole('radio')
    expect((await often.allInnerTexts()).slice(0, 3)).toEqual(['Once', 'Daily', 'Weekly'])
    await button(customer, 'Enter the address by hand').click()
    await fillRequest(customer)
    await customer.getByRole('radio', { name: 'Weekly' }).click()
    await button(customer, 'Create recurring collection').click()
    await customer.getByText('Choose at least one day of the week.').first().waitFor()
    for (const day of ['Monday', 'Wednesday', 'Friday'])
      await customer.getByLabel(day, { exact: true }).check()
    await button(customer, 'Create recurring collection').click()
    await heading(customer, 'Bulk collections')
    await customer.getByRole('link', { name: 'Recurring' }).click()
    await heading(customer, 'Recurring collections')
    await customer.getByRole('row', { name: /Every Mon, Wed, Fri/ }).click()
    await heading(customer, 'Recurring collection')
    await customer.getByRole('radio', { name: 'Daily' }).click()
    await button(customer, 'Save changes').click()
    await heading(customer, 'Recurring collections')
    await customer.getByRole('row', { name: /Every service day/ }).waitFor()
    await customer.getByRole('row', { name: /Every service day/ }).click()
    await button(customer, 'End').click()
    await button(customer, 'End recurring collection').click()
    await heading(customer, 'Recurring collections')
    await customer.getByRole('row', { name: /Every service day/ }).waitFor({ state: 'detached' })
    expect(product.pageErrors).toEqual([])
  })

  it('[SET-046] [SET-047] let the driver add a parcel or a shipment when the company settings allow it', async () => {
    const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
      email,
      'GET',
      '/accounts?search=OVB014',
    )
    const place = {
      street_address: '12 Bofors Circle',
      local_area: 'Epping',
      city: 'Cape Town',
      code: '7460',
    }
    const box = {
      submitted_length_cm: 30,
      submitted_width_cm: 20,
      submitted_height_cm: 10,
      submitted_weight_kg: 2,
    }
    const shipment = await product.ask<{ id: number }>(email, 'POST', '/shipments', {
      account_id: accounts[0]?.id,
      collection_address: place,
      collection_contact: { name: 'Riaan', mobile_number: '0825550142' },
      delivery_address: {
        street_address: '31 Bath Avenue',
        local_area: 'Rosebank',
        city: 'Johannesburg',
        code: '2196',
      },
      delivery_contact: { name: 'Naledi', mobile_number: '0821234567' },
      parcels: [box],
      service_level_code: 'ECO',
    })
    await product.ask(email, 'POST', '/trip-sheet/assign', {
      shipment_ids: [shipment.id],
      leg: 'collection',
      username: 'pieter',
    })
    const { stops } = await product.ask<{
      stops: { stop_id: string; shipments: { shipment_id: number }[] }[]
    }>(email, 'GET', '/trip-sheet?driver=pieter&date=2099-12-31')
    const stop = stops.find(({ shipments }) =>
      shipments.some(({ shipment_id }) => shipment_id === shipment.id),
    )
    const later = await product.as('pieter@fynbos.example', { width: 390, height: 844 })
    const asUsual = await sheetOf('2099-12-31')
    await open(later, `/tripsheet/stops/${stop?.stop_id ?? ''}`)
    await button(later, 'More').click()
    await later.getByRole('menuitem', { name: 'Add a parcel' }).waitFor()
    await product.settled(later)
    expect(await later.getByRole('menuitem', { name: 'Add a shipment' }).count()).toBe(0)
    await later.getByRole('menuitem', { name: 'Add a parcel' }).click()
    for (const [label, value] of [
      ['Length cm', '40'],
      ['Width cm', '30'],
      ['Height cm', '20'],
      ['Weight kg', '7,5'],
    ] as const)
      await later.getByLabel(label).fill(value)
    const reported = await product.sends(
      driversApi.actions,
      () => button(later, 'Add parcel').click(),
      isMoreThanArrival,
    )
    expect(reported.status).toBe(200)
    const { parcels } = await product.ask<{ parcels: { status: string }[] }>(
      email,
      'GET',
      `/shipments/parcels?shipment_id=${shipment.id}`,
    )
    expect(parcels.map(({ status }) => status)).toEqual(['collection-assigned', 'collected'])
    await product.saveSettings({ driver_can_add_parcels: 'false', driver_can_add_shipments: 'true' })
    await later.reload()
    await button(later, 'More').click()
    await later.getByRole('menuitem', { name: 'Add a shipment' }).click()
    await later.getByLabel('Receiver').waitFor()
    await open(later, `/tripsheet/stops/${stop?.stop_id ?? ''}`)
    await button(later, 'More').click()
    await product.settled(later)
    expect(await later.getByRole('menuitem', { name: 'Add a parcel' }).count()).toBe(0)
    await asUsual()
    expect(product.pageErrors).toEqual([])
  })
})
