import { dayOf } from '@waybill/domain/kit/wire'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityViolations,
  accessibilityViolationsOfWholePage,
  openProduct,
  type Product,
} from './product.ts'

let product: Product
let staff: Page
let customer: Page
let driver: Page

async function tokenOf(email: string): Promise<string> {
  const body = JSON.stringify({ email, password: 'waybill-demo', provider_id: 1 })
  const answer = await fetch(`${product.web}/api/login`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

beforeAll(async () => {
  product = await openProduct()
  staff = await product.window(undefined, await tokenOf('thandi@fynbos.example'))
  customer = await product.window(undefined, await tokenOf('riaan@overbergbooks.example'))
  driver = await product.window({ width: 390, height: 844 }, await tokenOf('pieter@fynbos.example'))
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function withoutBarriers(page: Page) {
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The day on which a request is collected, `YYYY-MM-DD`. */
async function dayOfRequest(id: number): Promise<string> {
  const authorization = `Bearer ${await tokenOf('thandi@fynbos.example')}`
  const answer = await fetch(`${product.web}/api/collection-requests?id=${id}`, {
    headers: { authorization },
  })
  const { collection_requests } = (await answer.json()) as { collection_requests: { date: string }[] }
  return dayOf(new Date(collection_requests[0]?.date ?? ''))
}

/** Fills the form but for the account. */
async function fillRequest(page: Page) {
  const byHand = button(page, 'Enter the address by hand')
  // After a refusal the fields are open already.
  if (await byHand.isVisible()) await byHand.click()
  await page.getByLabel('Street address, stand or house number').fill('12 Bofors Circle')
  await page.getByLabel('Suburb', { exact: true }).fill('Epping')
  await page.getByLabel('City', { exact: true }).fill('Cape Town')
  await page.getByLabel('Postal code', { exact: true }).fill('7460')
  await page.getByLabel('Contact name').fill('Riaan Jooste')
  await page.getByLabel('Mobile number').fill('082 555 0142')
  await page.getByLabel(/^Expected parcels/).fill('40')
}

describe('collection requests', () => {
  it('[NAV-023] [COLL-001] [COLL-004] are asked for by a customer as bulk collections, given to a driver and fetched', async () => {
    await open(customer, '/collection-requests')
    await heading(customer, 'Bulk collections')
    await customer.getByRole('row', { name: /COL000001.*Closed/ }).waitFor()
    await withoutBarriers(customer)
    await customer.getByRole('link', { name: 'New request' }).click()
    await heading(customer, 'New collection request')
    await button(customer, 'Request collection').click()
    await customer.getByText('Say where we should collect.').first().waitFor()
    await fillRequest(customer)
    await withoutBarriers(customer)
    await button(customer, 'Request collection').click()
    await heading(customer, /^COL0000\d\d/)
    const name = (await customer.title()).match(/COL\d{6}/)?.[0] ?? ''
    const id = Number(name.slice(3))
    await withoutBarriers(customer)

    await open(staff, '/collection-requests')
    await heading(staff, 'Collection requests')
    await withoutBarriers(staff)
    await staff.getByRole('row', { name: new RegExp(name) }).click()
    await heading(staff, name)
    await button(staff, /^(Assign driver|Change)$/).click()
    await staff.getByRole('combobox', { name: 'Driver' }).fill('Pieter')
    await staff.getByRole('option', { name: 'Pieter Jacobs' }).click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Assign driver' }).click()
    await button(staff, 'Status Collection assigned. Change').click()
    await staff.getByRole('menuitem', { name: 'Closed' }).waitFor()
    expect(await staff.getByRole('menuitem').allTextContents()).toEqual([
      'Collection unassigned',
      'Collection failed attempt',
      'Collection exception',
      'Collection rejected',
      'Cancelled',
      'Closed',
    ])
    await staff.keyboard.press('Escape')
    await withoutBarriers(staff)

    // On a day without service the stop stands on the sheet of the next one.
    const day = await dayOfRequest(id)
    await driver.route('**/api/trip-sheet*', (route) =>
      route.continue({ url: `${product.web}/api/trip-sheet?date=${day}` }),
    )
    await open(driver, `/tripsheet/stops/request-${id}-${day}`)
    await driver.getByText(`Bulk collection ${name}`).waitFor()
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    await driver.getByRole('link', { name: 'Collect', exact: true }).click()
    await driver.getByText('40 were announced.').waitFor()
    await driver.getByLabel('Parcels', { exact: true }).fill('38')
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    await button(driver, /^Done/).click()
    await driver.waitForURL(/\/tripsheet$/)

    await expect
      .poll(
        async () => {
          await customer.reload()
          await heading(customer, name)
          return customer.getByText('Collected 38 parcels from Riaan Jooste').count()
        },
        { timeout: 30_000 },
      )
      .toBe(1)
    expect(product.pageErrors).toEqual([])
  }, 120_000)

  it('[COLL-006] recur on chosen days of the week, are changed from one on, and end', async () => {
    await open(customer, '/collection-requests/new')
    await heading(customer, 'New collection request')
    await fillRequest(customer)
    await customer.getByRole('radio', { name: 'Weekly' }).click()
    await button(customer, 'Create recurring collection').click()
    await customer.getByText('Choose at least one day of the week.').first().waitFor()
    for (const day of ['Monday', 'Wednesday', 'Friday'])
      await customer.getByLabel(day, { exact: true }).check()
    await withoutBarriers(customer)
    await button(customer, 'Create recurring collection').click()
    await heading(customer, 'Bulk collections')
    await customer.getByRole('link', { name: 'Recurring' }).click()
    await heading(customer, 'Recurring collections')
    await customer.getByRole('row', { name: /Every Mon, Wed, Fri/ }).click()
    await heading(customer, 'Recurring collection')
    await customer.getByRole('radio', { name: 'Daily' }).click()
    await withoutBarriers(customer)
    await button(customer, 'Save changes').click()
    await heading(customer, 'Recurring collections')
    await customer.getByRole('row', { name: /Every service day/ }).waitFor()
    await withoutBarriers(customer)
    await customer.getByRole('row', { name: /Every service day/ }).click()
    await button(customer, 'End').click()
    await button(customer, 'End recurring collection').click()
    await heading(customer, 'Recurring collections')
    await expect
      .poll(() => customer.getByRole('row', { name: /Every service day/ }).count(), { timeout: 10_000 })
      .toBe(0)
    expect(product.pageErrors).toEqual([])
  }, 120_000)

  it('[SET-046] [SET-047] let the driver add what stands there, as far as the company allows it', async () => {
    const authorization = `Bearer ${await tokenOf('thandi@fynbos.example')}`
    const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await fetch(`${product.web}/api${path}`, {
        method,
        headers: { authorization },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      expect(answer.status).toBe(200)
      return (await answer.json()) as Answer
    }
    const { accounts } = await ask<{ accounts: { id: number }[] }>('GET', '/accounts?search=OVB014')
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
    const shipment = await ask<{ id: number }>('POST', '/shipments', {
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
    await ask('POST', '/trip-sheet/assign', {
      shipment_ids: [shipment.id],
      leg: 'collection',
      username: 'pieter',
    })
    const { stops } = await ask<{ stops: { stop_id: string; shipments: { shipment_id: number }[] }[] }>(
      'GET',
      '/trip-sheet?driver=pieter&date=2099-12-31',
    )
    const stop = stops.find(({ shipments }) =>
      shipments.some(({ shipment_id }) => shipment_id === shipment.id),
    )
    const later = await product.window({ width: 390, height: 844 }, await tokenOf('pieter@fynbos.example'))
    await later.route('**/api/trip-sheet*', (route) =>
      route.continue({ url: `${product.web}/api/trip-sheet?date=2099-12-31` }),
    )
    await open(later, `/tripsheet/stops/${stop?.stop_id ?? ''}`)
    await button(later, 'More').click()
    await later.getByRole('menuitem', { name: 'Add a parcel' }).waitFor()
    expect(await later.getByRole('menuitem', { name: 'Add a shipment' }).count()).toBe(0)
    await later.getByRole('menuitem', { name: 'Add a parcel' }).click()
    for (const [label, value] of [
      ['Length cm', '40'],
      ['Width cm', '30'],
      ['Height cm', '20'],
      ['Weight kg', '7,5'],
    ] as const)
      await later.getByLabel(label).fill(value)
    expect(await accessibilityViolations(later)).toEqual([])
    await button(later, 'Add parcel').click()
    const parcels = async () =>
      (await ask<{ parcels: { status: string }[] }>('GET', `/shipments/parcels?shipment_id=${shipment.id}`))
        .parcels
    await expect
      .poll(async () => (await parcels()).map(({ status }) => status), { timeout: 20_000 })
      .toEqual(['collection-assigned', 'collected'])
    await ask('POST', '/providers/settings', {
      settings: [
        { key: 'driver_can_add_parcels', value: 'false' },
        { key: 'driver_can_add_shipments', value: 'true' },
      ],
    })
    await later.reload()
    await button(later, 'More').click()
    await later.getByRole('menuitem', { name: 'Add a shipment' }).click()
    await later.getByLabel('Receiver').waitFor()
    expect(await accessibilityViolations(later)).toEqual([])
    await open(later, `/tripsheet/stops/${stop?.stop_id ?? ''}`)
    await button(later, 'More').click()
    expect(await later.getByRole('menuitem', { name: 'Add a parcel' }).count()).toBe(0)
    expect(product.pageErrors).toEqual([])
  }, 120_000)
})
