import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolationsOfWholePage, openProduct, signIn, type Product } from './product.ts'

interface Booked {
  id: number
  reference: string
  pin: string
}

let product: Product
let driver: Page
let office_token = ''
let driver_token = ''

beforeAll(async () => {
  product = await openProduct()
  office_token = await tokenOf('thandi@fynbos.example')
  driver_token = await tokenOf('sipho@fynbos.example')
  driver = await product.window({ width: 390, height: 844 })
  await signIn(driver, product.web, 'sipho@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

async function tokenOf(email: string): Promise<string> {
  const body = JSON.stringify({ email, password: 'waybill-demo', provider_id: 1 })
  const answer = await fetch(`${product.web}/api/login`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function ask<Answer>(token: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${product.web}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as Answer
}
const office = <Answer>(method: string, path: string, body?: object) =>
  ask<Answer>(office_token, method, path, body)

const box = {
  submitted_length_cm: 30,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}

/** A shipment to a street in Rosebank, given to the driver; on the vehicle unless said otherwise. */
async function given(street_address: string, { isLoaded = true } = {}): Promise<Booked> {
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
      delivery_address: { street_address, local_area: 'Rosebank', city: 'Johannesburg', code: '2196' },
      delivery_contact: { name: 'Naledi', mobile_number: '0821234567' },
      parcels: [box],
      service_level_code: 'ECO',
    },
  )
  await office('POST', '/tracking/shipment-events', {
    shipment_id: id,
    status: 'at-destination-hub',
    message: 'Arrived early',
    force: true,
  })
  const { results } = await office<{ results: object[] }>('POST', '/trip-sheet/assign', {
    shipment_ids: [id],
    leg: 'delivery',
    username: 'sipho',
  })
  expect(results).toMatchObject([{ assigned: true }])
  if (isLoaded) {
    const load = {
      action_id: randomUUID(),
      type: 'load',
      shipment_id: id,
      scanned_references: [`${short_tracking_reference}/1`],
      occurred_at: new Date().toISOString(),
    }
    expect(await ask<object>(driver_token, 'POST', '/drivers/actions', { actions: [load] })).toMatchObject({
      results: [{ result: 'applied' }],
    })
  }
  return { id, reference: short_tracking_reference, pin: (await detail(id)).proof_of_delivery_pin }
}

async function detail(id: number): Promise<{ status: string; proof_of_delivery_pin: string }> {
  const { shipment } = await office<{ shipment: { status: string; proof_of_delivery_pin: string } }>(
    'GET',
    `/shipments/detail?id=${id}`,
  )
  return shipment
}

const statusOf = async (id: number) => (await detail(id)).status
/** What can be undone goes out ten seconds later. */
const after_undo = { timeout: 40_000 }
const wrongOf = (pin: string) => (pin === '0000' ? '1111' : '0000')
const press = (name: string | RegExp) =>
  driver.getByRole('button', { name, exact: typeof name === 'string' }).click()
const done = () => driver.getByRole('button', { name: /^Done/ }).click()

async function type(pin: string) {
  for (const digit of pin) await press(digit)
}

/** Opens the stop of a shipment, its parcels scanned. */
async function openStop(shipments: readonly Booked[], date = '') {
  const { stops } = await office<{ stops: { stop_id: string; shipments: { shipment_id: number }[] }[] }>(
    'GET',
    `/trip-sheet?driver=sipho${date && `&date=${date}`}`,
  )
  const stop = stops.find((one) => one.shipments.some(({ shipment_id }) => shipment_id === shipments[0]?.id))
  await driver.goto(`${product.web}/tripsheet/stops/${stop?.stop_id ?? ''}`)
  await driver.getByRole('heading', { level: 1, name: /^Stop \d/ }).waitFor()
  return stop?.stop_id ?? ''
}

async function scanAll(shipments: readonly Booked[]) {
  for (const { reference } of shipments) {
    const field = driver.getByRole('textbox', { name: 'Parcel reference' })
    if (!(await field.isVisible())) await press('Type a reference')
    await field.fill(`${reference}/1`)
    await press('Add')
  }
}

describe('the first load', () => {
  it('of a driver is at most 250 KB of files over the wire, fetches no letters, and nothing about phone numbers', async () => {
    const page = await product.window({ width: 390, height: 844 }, driver_token)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const addresses = new Map<string, string>()
    const sizes = new Map<string, number>()
    network.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      sizes.set(addresses.get(requestId) ?? product.web, encodedDataLength),
    )
    // The first message over the live connection loads the code that reads it: it is not part of the first load.
    const isConnecting = new Promise<void>((resolve) => {
      void page.routeWebSocket(/./, () => resolve())
    })
    await page.goto(`${product.web}/tripsheet`)
    await page.getByRole('link', { name: 'Go to stop' }).waitFor()
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

describe('a delivery PIN', () => {
  it('that is wrong keeps the driver on the PIN pad with what to do, and the right one ends the stop and its trouble', async () => {
    const booked = await given('31 Bath Avenue')
    await openStop([booked])
    await scanAll([booked])
    await driver.getByRole('link', { name: 'Deliver', exact: true }).click()
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    await type(wrongOf(booked.pin))
    await done()
    await driver.getByRole('main').getByText('This PIN is not right. 4 tries left.').waitFor()
    await driver.getByRole('group', { name: 'PIN, 0 of 4 digits entered' }).waitFor()
    expect(new URL(driver.url()).pathname).toMatch(/hand-over$/)
    expect(await statusOf(booked.id)).toBe('out-for-delivery')
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    await type(booked.pin)
    await done()
    await driver.waitForURL(/\/tripsheet$/)
    expect(await statusOf(booked.id)).toBe('delivered')
    await driver.goto(`${product.web}/tripsheet/sync`)
    await driver.getByText('Everything has been sent.').waitFor()
  })

  it('that is entered without signal is said to be checked later', async () => {
    const booked = await given('33 Bath Avenue')
    await openStop([booked])
    await scanAll([booked])
    await driver.getByRole('link', { name: 'Deliver', exact: true }).click()
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    await driver.context().setOffline(true)
    await type(booked.pin)
    await done()
    await driver
      .getByText('Saved on this phone. The PIN will be checked when there is signal.')
      .first()
      .waitFor()
    await driver.waitForURL(/\/tripsheet$/)
    await driver.context().setOffline(false)
    await expect.poll(() => statusOf(booked.id), { timeout: 40_000 }).toBe('delivered')
  })
})

describe('a stop of several shipments', () => {
  it('is ended shipment by shipment: one is delivered, the other fails, and a form survives a reload', async () => {
    const [first, second] = [await given('35 Bath Avenue'), await given('35 Bath Avenue')]
    const stop_id = await openStop([first, second])
    await scanAll([first])
    await driver.getByRole('link', { name: 'Deliver', exact: true }).click()
    await driver.getByRole('group', { name: 'What do you deliver?' }).getByLabel(second.reference).uncheck()
    await press(/^No PIN/)
    await driver.getByRole('textbox', { name: /^Name/ }).fill('Naledi Mokoena')
    const photo = { name: 'door.png', mimeType: 'image/png', buffer: await driver.screenshot() }
    await driver.locator('input[type=file]').first().setInputFiles(photo)
    await driver.getByRole('button', { name: 'Remove photo 1' }).waitFor()
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    await driver.reload()
    await driver.getByRole('button', { name: 'Remove photo 1' }).waitFor()
    expect(await driver.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Naledi Mokoena')
    expect(await driver.getByLabel(second.reference).isChecked()).toBe(false)
    await done()
    await driver.waitForURL(new RegExp(`${stop_id}$`))
    await expect.poll(() => statusOf(first.id), after_undo).toBe('delivered')
    expect(await statusOf(second.id)).toBe('out-for-delivery')
    await driver.getByRole('link', { name: 'Could not deliver' }).click()
    await driver.getByText('Nobody there').click()
    await driver.reload()
    expect(await driver.getByLabel('Nobody there').isChecked()).toBe(true)
    await driver.locator('input[type=file]').first().setInputFiles(photo)
    await driver.getByRole('button', { name: 'Remove photo 1' }).waitFor()
    await done()
    await driver.waitForURL(/\/tripsheet$/)
    await expect.poll(() => statusOf(second.id), after_undo).toBe('delivery-failed-attempt')
    expect(await statusOf(first.id)).toBe('delivered')
  })

  it('lets one of two fail, and leaves the other open', async () => {
    const [first, second] = [await given('37 Bath Avenue'), await given('37 Bath Avenue')]
    await openStop([first, second])
    await driver.getByRole('link', { name: 'Could not deliver' }).click()
    await driver.getByRole('group', { name: 'Which shipments?' }).getByLabel(first.reference).uncheck()
    await driver.getByText('Nobody there').click()
    const photo = { name: 'door.png', mimeType: 'image/png', buffer: await driver.screenshot() }
    await driver.locator('input[type=file]').first().setInputFiles(photo)
    await driver.getByRole('button', { name: 'Remove photo 1' }).waitFor()
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    await done()
    await expect.poll(() => statusOf(second.id), after_undo).toBe('delivery-failed-attempt')
    expect(await statusOf(first.id)).toBe('out-for-delivery')
    await driver.getByRole('link', { name: 'Deliver', exact: true }).waitFor()
  })

  it('can be undone for ten seconds, without signal too: nothing was sent, the form is filled, and done again it counts once', async () => {
    const booked = await given('41 Bath Avenue')
    const stop_id = await openStop([booked])
    await driver.getByRole('link', { name: 'Could not deliver' }).click()
    await driver.getByText('Nobody there').click()
    const photo = { name: 'door.png', mimeType: 'image/png', buffer: await driver.screenshot() }
    await driver.locator('input[type=file]').first().setInputFiles(photo)
    await driver.getByRole('button', { name: 'Remove photo 1' }).waitFor()
    await driver.context().setOffline(true)
    await done()
    await driver.waitForURL(/\/tripsheet$/)
    await press('Undo')
    await driver.getByText('Undone. The stop is open again.').first().waitFor()
    expect(await driver.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await driver.context().setOffline(false)
    await driver.goto(`${product.web}/tripsheet/stops/${stop_id}`)
    await driver.getByRole('link', { name: 'Could not deliver' }).click()
    await driver.getByRole('button', { name: 'Remove photo 1' }).waitFor()
    expect(await driver.getByLabel('Nobody there').isChecked()).toBe(true)
    expect(await statusOf(booked.id)).toBe('out-for-delivery')
    await done()
    await driver.getByRole('button', { name: 'Undo' }).waitFor()
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    await driver.reload()
    await expect.poll(() => statusOf(booked.id), after_undo).toBe('delivery-failed-attempt')
    const { tracking_events } = await office<{ tracking_events: { status: string }[] }>(
      'GET',
      `/tracking/shipment-events?shipment_id=${booked.id}`,
    )
    expect(tracking_events.filter(({ status }) => status === 'delivery-failed-attempt')).toHaveLength(1)
  })

  it('keeps the numbers of the others when it is rejected', async () => {
    const [first, second] = [await given('43 Bath Avenue'), await given('61 Bath Avenue')]
    await driver.goto(`${product.web}/tripsheet`)
    const numberOf = async (stop: Booked) => {
      await openStop([stop])
      return driver.getByRole('heading', { level: 1 }).innerText()
    }
    const [of_first, of_second] = [await numberOf(first), await numberOf(second)]
    const [gone, left, number] =
      of_first.localeCompare(of_second, 'en', { numeric: true }) < 0
        ? [first, second, of_second]
        : [second, first, of_first]
    await office('POST', '/trip-sheet/assign', {
      shipment_ids: [gone.id],
      leg: 'delivery',
      username: 'pieter',
    })
    expect(await numberOf(left)).toBe(number)
  })

  it('is asked about when the day is ended while it is open', async () => {
    await driver.goto(`${product.web}/tripsheet/me`)
    const start = driver.getByRole('button', { name: 'Start day' })
    const end = driver.getByRole('button', { name: 'End day' }).first()
    await start.or(end).waitFor()
    if (await start.isVisible()) await start.click()
    await end.click()
    const asked = driver.getByRole('alertdialog', { name: 'End your day?' })
    await asked.getByText(/still open/).waitFor()
    await asked.getByRole('button', { name: 'Go on' }).click()
    await end.waitFor()
  })

  it('offers to deliver only what is on the vehicle, and else to load it', async () => {
    const at_hub = await given('39 Bath Avenue', { isLoaded: false })
    await driver.route('**/api/trip-sheet*', (route) =>
      route.continue({ url: `${product.web}/api/trip-sheet?date=2099-12-31` }),
    )
    await openStop([at_hub], '2099-12-31')
    await driver.getByText(`Not on your vehicle: ${at_hub.reference}.`).waitFor()
    await driver.getByRole('link', { name: 'Load parcels' }).waitFor()
    expect(await driver.getByRole('link', { name: 'Deliver', exact: true }).count()).toBe(0)
    expect(await driver.getByRole('link', { name: 'Could not deliver' }).count()).toBe(0)
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    expect(product.pageErrors).toEqual([])
  })
})
