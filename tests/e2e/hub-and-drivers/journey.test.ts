import { randomUUID } from 'node:crypto'
import { counterApi } from '@waybill/domain/counter/api'
import { driversApi } from '@waybill/domain/drivers/api'
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pagesOf } from '../../../server/dev/test-kit/documents/inspect-pdf.ts'
import { address, booking } from '../../../server/dev/test-kit/provider.ts'
import { tokenOfNewUser, visit } from '../../page-kit/clerk.ts'
import { accessibilityViolations, openProduct, type Product } from '../product.ts'
import { isMoreThanArrival } from '../../page-kit/driver-actions.ts'

/**
 * The parts of a parcel’s journey that only a browser can test: tabs, several windows, cameras, touch and lost
 * signal.
 */

const phone = { width: 390, height: 844 }
const people = {
  office: 'thandi@fynbos.example',
  operator: 'bongani@fynbos.example',
  driver: 'sipho@fynbos.example',
  customer: 'riaan@overbergbooks.example',
}

let product: Product
/** Windows of the running test. */
let windows: Page[] = []
/** Shipments booked by the running test. */
let booked_ids: number[] = []

beforeAll(async () => {
  product = await openProduct({ holdsClock: true })
  // Measures change prices at once, without a discrepancy that the account may dispute.
  await office('POST', '/providers/settings', {
    settings: [{ key: 'charge_discrepancy_threshold_min_amount', value: 10_000 }],
  })
}, 180_000)
afterAll(async () => product.close())
afterEach(async () => {
  for (const page of windows) await page.context().close()
  windows = []
  // The streets are close together: a delivery left open by a failed test would be at the stop of the next one.
  await giveTo('', booked_ids)
  booked_ids = []
  expect(product.pageErrors).toEqual([])
})

const office = <Answer>(method: string, path: string, body?: object) =>
  product.ask<Answer>(people.office, method, path, body)

/** Assigns deliveries to a driver, or to nobody; finished ones stay unchanged. */
const giveTo = (username: string, shipmentIds: readonly number[]) =>
  office('POST', '/trip-sheet/assign', { shipment_ids: shipmentIds, leg: 'delivery', username })

interface Booked {
  id: number
  reference: string
}

/** Opens a page in a window of a user, or of a guest when `who` is `null`. */
async function windowOf(who: string | null, path: string, size?: typeof phone): Promise<Page> {
  const page = await (who === null ? product.window(size) : product.as(who, size))
  windows.push(page)
  await page.goto(product.web + path)
  return page
}

/** Books two parcels of a customer to a street in Rosebank. */
async function booked(streetAddress: string): Promise<Booked> {
  const [parcel] = booking().parcels ?? []
  const { id, short_tracking_reference } = await product.ask<{
    id: number
    short_tracking_reference: string
  }>(
    people.customer,
    'POST',
    '/shipments',
    booking({
      delivery_address: address(streetAddress, 'Rosebank', 'Johannesburg', '2196', 'GP'),
      parcels: parcel ? [parcel, parcel] : [],
    }),
  )
  booked_ids.push(id)
  return { id, reference: short_tracking_reference }
}
const parcelsOf = ({ reference }: Booked) => [`${reference}/1`, `${reference}/2`]

/** Loads parcels on the driver’s vehicle; returns the page of the stop of their delivery. */
async function loaded({ id }: Booked, references: readonly string[]): Promise<string> {
  const load = {
    action_id: randomUUID(),
    type: 'load',
    shipment_id: id,
    scanned_references: references,
    occurred_at: product.now().toISOString(),
  }
  expect(await product.ask(people.driver, 'POST', '/drivers/actions', { actions: [load] })).toMatchObject({
    results: [{ result: 'applied' }],
  })
  const { stops } = await office<{
    stops: { stop_id: string; leg: string; shipments: { shipment_id: number }[] }[]
  }>('GET', '/trip-sheet?driver=sipho')
  const stop = stops.find(
    ({ leg, shipments }) => leg === 'delivery' && shipments.some((one) => one.shipment_id === id),
  )
  return `/tripsheet/stops/${stop?.stop_id ?? ''}`
}

/** Books two parcels, loads them on the driver’s vehicle, and returns them with the stop of their delivery. */
async function onVehicle(streetAddress: string): Promise<Booked & { stop: string }> {
  const shipment = await booked(streetAddress)
  const { id: shipmentId } = shipment
  const arrived = {
    shipment_id: shipmentId,
    status: 'at-destination-hub',
    message: 'Arrived early',
    force: true,
  }
  await office('POST', '/tracking/shipment-events', arrived)
  await giveTo('sipho', [shipmentId])
  return { ...shipment, stop: await loaded(shipment, parcelsOf(shipment)) }
}

interface Detail {
  status: string
  delivery_agent_id: string
  proof_of_delivery_pin: string
}
const detailOf = ({ id }: Booked) =>
  office<{ shipment: Detail }>('GET', `/shipments/detail?id=${id}`).then(({ shipment }) => shipment)

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const waitForText = (page: Page, text: RegExp) => page.getByRole('main').getByText(text).first().waitFor()

/** Returns the document that an action opens in a new tab. */
async function opened(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const isDocument = (request: Request) =>
    request.isNavigationRequest() && new URL(request.url()).pathname === '/files'
  const requested = page.context().waitForEvent('request', isDocument)
  const [tab, request] = await Promise.all([page.context().waitForEvent('page'), requested, act()])
  const { type, body } = await product.download(request.url())
  expect(type).toContain('application/pdf')
  await tab.close()
  return body
}

/** Types the references of parcels instead of scanning them. */
async function typeParcels(page: Page, references: readonly string[]) {
  await press(page, 'Type a reference')
  for (const reference of references) {
    await page.getByRole('textbox', { name: 'Parcel reference' }).fill(reference)
    await press(page, 'Add')
  }
}

async function takePhoto(page: Page) {
  const photo = { name: 'door.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.locator('input[type=file]').first().setInputFiles(photo)
  await page.getByRole('button', { name: 'Remove photo 1' }).waitFor()
}

/** Draws a signature on the pad. */
async function sign(page: Page) {
  const pad = page.getByRole('img', { name: 'Sign here with a finger' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is nowhere to sign.')
  await page.mouse.move(box.x + 20, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 80, { steps: 4 })
  await page.mouse.move(box.x + 200, box.y + 30, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('img', { name: 'Signature, signed' }).waitFor()
}

/** Ends a stop, and advances the clock past the time in which this can be undone. */
async function finish(driver: Page) {
  await press(driver, /^Done/)
  await driver.waitForURL(/\/tripsheet$/)
  const { answer } = await product.sends(
    driversApi.actions,
    () => product.pass(driver, 10_100),
    isMoreThanArrival,
  )
  expect(answer).toMatchObject({ results: [{ result: 'applied' }] })
}

describe('customer', () => {
  it('prints the stickers of all parcels as a PDF that opens in a new tab', async () => {
    const shipment = await booked('3 Tyrwhitt Avenue')
    const customer = await windowOf(people.customer, `/shipments/${shipment.id}`)
    await press(customer, 'Label')
    const stickers = await opened(customer, () =>
      customer.getByRole('menuitem', { name: 'Stickers (PDF)' }).click(),
    )
    expect(pagesOf(stickers).count).toBe(2)
  })
})

describe('hub', () => {
  it('weighs a parcel, updates the price on an open staff page, and sends the parcels out with a driver', async () => {
    const shipment = await booked('17 Cradock Avenue')
    const parcels = parcelsOf(shipment)
    const officePage = await windowOf(people.office, `/shipments/${shipment.id}`)
    const hub = await windowOf(people.operator, '/hub-scanner')
    const field = hub.getByRole('textbox', { name: 'Scan or type a parcel reference' })
    const verdict = hub.getByRole('region', { name: 'Verdict' })
    const enter = async (reference: string) => {
      await field.fill(reference)
      await field.press('Enter')
    }
    const scan = async (reference: string, words: RegExp) => {
      await enter(reference)
      await verdict.filter({ hasText: reference }).filter({ hasText: words }).waitFor()
    }
    const changeMode = async (to: string) => {
      await press(hub, /^Change mode/)
      await hub.getByText(to).click()
    }
    await press(hub, 'Start scanning')
    for (const parcel of parcels) await scan(parcel, /at destination hub|of 2 here|last parcel/i)
    await scan('NOSUCH/1', /not found|unknown/i)
    await scan(`${shipment.reference}/1`, /already/i)
    await changeMode('Type the actual size and weight')
    await press(hub, 'Continue scanning')
    await enter(`${shipment.reference}/1`)
    for (const [name, value] of Object.entries({ Length: '60', Width: '50', Height: '40', Weight: '21.5' }))
      await hub.getByRole('textbox', { name }).fill(value)
    expect(await accessibilityViolations(hub)).toEqual([])
    await press(hub, 'Save')
    await press(hub, 'Keep these measures')
    await waitForText(officePage, /The price changed from R [\d,.]+ to R [\d,.]+/)
    await changeMode('Parcels leave with a driver.')
    await hub.getByRole('combobox', { name: 'Driver' }).fill('Sipho')
    await hub.getByRole('option', { name: /Sipho/ }).click()
    await press(hub, 'Continue scanning')
    for (const parcel of parcels) await scan(parcel, /out for delivery|fast service first/i)
    await hub.getByText('All scans sent').waitFor()
    await waitForText(officePage, /Out for delivery/i)
    expect(await detailOf(shipment)).toMatchObject({
      status: 'out-for-delivery',
      delivery_agent_id: 'sipho',
    })
  })
})

describe('driver', () => {
  it('reports a failed delivery that the customer’s open page shows, and delivers without a PIN after it was sent again', async () => {
    const shipment = await onVehicle('12 Bath Avenue')
    const { id, reference, stop } = shipment
    const customer = await windowOf(people.customer, `/shipments/${id}`)
    const officePage = await windowOf(people.office, `/shipments/${id}`)
    const driver = await windowOf(people.driver, '/tripsheet', phone)
    await driver.getByText('12 Bath Avenue').first().waitFor()
    await visit(driver, stop)
    await driver.getByRole('link', { name: 'Could not deliver' }).click()
    await driver.getByText('Nobody there').click()
    await takePhoto(driver)
    await finish(driver)
    await waitForText(customer, /We tried to deliver but could not: nobody there/)

    const notice = customer.getByText(/^The PIN was sent to •••• \d{3}, n•••@example.com/).first()
    await Promise.all([notice.waitFor(), press(customer, 'Send PIN again')])
    const inbox = product.running.addresses.find(({ name }) => name === 'Mail')?.url ?? ''
    const mail = await product.window()
    windows.push(mail)
    await mail.goto(inbox)
    expect(await accessibilityViolations(mail)).toEqual([])
    const message = mail.getByRole('link', { name: new RegExp(`${reference}: your PIN`) }).first()
    const { body } = await product.download(new URL((await message.getAttribute('href')) ?? '', inbox))
    expect(body.toString()).toContain('naledi@example.com')
    const { proof_of_delivery_pin } = await detailOf(shipment)
    expect(body.toString()).toContain(`PIN for the driver: ${proof_of_delivery_pin}`)

    await visit(driver, stop)
    await typeParcels(driver, parcelsOf(shipment))
    await driver.getByRole('link', { name: /^Deliver/ }).click()
    await press(driver, /^No PIN/)
    await driver.getByRole('textbox', { name: /^Name/ }).fill('Naledi Mokoena')
    await takePhoto(driver)
    await sign(driver)
    await finish(driver)
    await waitForText(officePage, /Received by Naledi Mokoena, with/)
    await officePage.getByRole('img', { name: /Proof of delivery 1/ }).waitFor()
    expect((await detailOf(shipment)).status).toBe('delivered')
  })

  it('delivers with the PIN while offline, and the tracking page shows the delivery without the phone number', async () => {
    const shipment = await onVehicle('9 Keyes Avenue')
    const { id, reference, stop } = shipment
    const officePage = await windowOf(people.office, `/shipments/${id}`)
    const driver = await windowOf(people.driver, stop, phone)
    await typeParcels(driver, parcelsOf(shipment))
    await driver.getByRole('link', { name: /^Deliver/ }).click()
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    const { proof_of_delivery_pin, status } = await detailOf(shipment)
    expect(status).toBe('out-for-delivery')
    await driver.context().setOffline(true)
    for (const digit of proof_of_delivery_pin) await press(driver, digit)
    await press(driver, /^Done/)
    await driver.waitForURL(/\/tripsheet$/)
    await driver
      .getByText(/1 (action )?(waiting|to send|not sent)|no signal|offline/i)
      .first()
      .waitFor()
    expect((await detailOf(shipment)).status).toBe('out-for-delivery')
    await driver.context().setOffline(false)
    await expect.poll(async () => (await detailOf(shipment)).status, { timeout: 20_000 }).toBe('delivered')
    await waitForText(officePage, /Handed over with the PIN/)

    const receiver = await windowOf(null, `/track?ref=${reference.toLowerCase()}`, phone)
    await receiver
      .getByText(/delivered/i)
      .first()
      .waitFor()
    expect((await receiver.content()).replaceAll(' ', '')).not.toContain('821234567')
  })
})

describe('parcel from a counter to a locker', () => {
  const counterClerk = 18
  const counter = {
    kind: 'Counter',
    code: 'HYDE1',
    name: 'Hyde Park counter',
    street: '2 Jan Smuts Avenue',
    lat: '-26.1245',
    lng: '28.0342',
  } as const
  const locker = {
    kind: 'Locker',
    code: 'ROSE1',
    name: 'Oxford Road locker',
    street: '40 Oxford Road',
    lat: '-26.1440',
    lng: '28.0430',
  } as const
  const suburb = 'Rosebank'

  /** Creates a point of the company; a locker has one door, A1. */
  async function createPoint(staff: Page, point: typeof counter | typeof locker) {
    await visit(staff, '/locations/new')
    await staff.getByRole('heading', { level: 1, name: 'New location' }).waitFor()
    await staff.getByRole('radio', { name: new RegExp(`^${point.kind}`) }).check()
    await press(staff, 'Enter the address by hand')
    await staff.getByRole('textbox', { name: /^Street address/ }).fill(point.street)
    for (const [label, text] of Object.entries({
      Code: point.code,
      Name: point.name,
      Suburb: suburb,
      City: 'Johannesburg',
      Latitude: point.lat,
      Longitude: point.lng,
    }))
      await staff.getByLabel(label, { exact: true }).fill(text)
    if (point.kind === 'Locker') {
      await press(staff, 'Own size')
      await staff.getByLabel('Size', { exact: true }).fill('box')
      const measures = { Length: '60', Width: '40', Height: '30', 'Up to': '20' }
      for (const [label, text] of Object.entries(measures))
        await staff.getByLabel(new RegExp(`^${label}`)).fill(text)
      await press(staff, 'Add door A1')
    }
    await press(staff, 'Add location')
    await staff.getByRole('heading', { level: 1, name: point.name }).waitFor()
  }

  /** Returns the value beside a term of the shipment page. */
  const fact = (page: Page, term: string) => page.locator(`dt:has-text("${term}") + dd`).first()

  /** Books a parcel from the counter to the locker; returns the page of the shipment. */
  async function bookedByCustomer(): Promise<{ customer: Page; shipment: Booked; pin: string }> {
    const customer = await windowOf(
      people.customer,
      `/shipments/new?from-point=own:${counter.code}&to-point=own:${locker.code}`,
    )
    const sides = { Collection: counter.name, Delivery: locker.name }
    for (const [side, point] of Object.entries(sides)) {
      const region = customer.getByRole('region', { name: side, exact: true })
      await region.getByText(point).first().waitFor()
      await region.getByRole('textbox', { name: 'Contact name' }).fill('Naledi Mokoena')
      await region.getByRole('textbox', { name: 'Mobile number' }).fill('082 123 4567')
      await region.getByRole('textbox', { name: /^Email/ }).fill('naledi@example.com')
    }
    for (const [name, value] of Object.entries({ Length: '20', Width: '20', Height: '5', Weight: '2' }))
      await customer.getByRole('textbox', { name }).first().fill(value)
    await customer.getByRole('radio', { name: /^Economy/ }).waitFor()
    await customer.getByText('I confirm that this shipment contains').click()
    await customer
      .getByRole('complementary', { name: 'Summary' })
      .getByText('Still missing')
      .waitFor({ state: 'detached' })
    await press(customer, /^Book and/)
    await customer.waitForURL(/\/shipments\/success/)
    await waitForText(customer, new RegExp(`^Drop the parcel off at ${counter.name}, ${counter.street}`))
    await customer.getByRole('link', { name: 'View shipment' }).click()
    await customer.waitForURL(/\/shipments\/\d+$/)
    const id = Number(customer.url().split('/').at(-1))
    booked_ids.push(id)
    const { shipment } = await office<{ shipment: { short_tracking_reference: string } }>(
      'GET',
      `/shipments/detail?id=${id}`,
    )
    expect(await fact(customer, 'Pickup point').innerText()).toContain(counter.code)
    return {
      customer,
      shipment: { id, reference: shipment.short_tracking_reference },
      pin: await fact(customer, 'Drop-off PIN').innerText(),
    }
  }

  /** Returns the texts of the messages about a shipment that the fake inbox of a channel received. */
  async function inbox(channel: 'Mail' | 'SMS', { reference }: Booked): Promise<string> {
    const address = product.running.addresses.find(({ name }) => name === channel)?.url ?? ''
    const { body } = await product.download(new URL('/messages', address).href)
    const messages = JSON.parse(body.toString()) as { subject?: string; text: string }[]
    return messages
      .map(({ subject = '', text }) => `${subject} ${text}`)
      .filter((text) => text.includes(reference))
      .join('\n')
  }

  it('is booked, taken in by the sender’s PIN, brought to the locker, kept longer and taken out, and everybody sees it delivered', async () => {
    // Texts are not held back at night, whenever the test runs.
    await product.saveSettings({ quiet_hours_from: '00:00', quiet_hours_to: '00:00' })
    const staff = await windowOf(people.office, '/locations')
    await createPoint(staff, counter)
    await createPoint(staff, locker)
    const { customer, shipment, pin: senderPin } = await bookedByCustomer()
    const { id, reference } = shipment
    const parcel = `${reference}/1`
    expect(senderPin).toMatch(/^\d{4}$/)
    await expect.poll(() => inbox('Mail', shipment)).toContain(senderPin)

    const clerk = await product.window(undefined, await tokenOfNewUser(product, { role_id: counterClerk }))
    windows.push(clerk)
    await clerk.goto(`${product.web}/counter`)
    await clerk.getByRole('combobox', { name: 'Location' }).click()
    await clerk.getByRole('option', { name: new RegExp(counter.name) }).click()
    await press(clerk, 'Start')
    const scanned = clerk.getByRole('textbox', { name: 'Parcel, waybill or drop-off PIN' })
    await scanned.fill(senderPin)
    await scanned.press('Enter')
    await clerk.getByText('Taken in from the sender.').waitFor()
    expect((await detailOf(shipment)).status).toBe('collected')
    await waitForText(customer, /Collected/)
    await clerk.getByRole('tab', { name: /^Give to driver/ }).click()
    await clerk.getByRole('combobox', { name: 'Driver who takes the parcels' }).fill('Sipho')
    await clerk.getByRole('option', { name: /Sipho/ }).first().click()
    const given = await product.sends(counterApi.handOver, () =>
      press(clerk, `Give ${reference} to the driver`),
    )
    expect(given.answer).toMatchObject({ results: [{ result: 'applied' }] })

    const hub = await windowOf(people.operator, '/hub-scanner')
    await press(hub, 'Start scanning')
    const field = hub.getByRole('textbox', { name: 'Scan or type a parcel reference' })
    await field.fill(parcel)
    await field.press('Enter')
    await hub.getByRole('region', { name: 'Verdict' }).filter({ hasText: parcel }).waitFor()
    await expect.poll(async () => (await detailOf(shipment)).status).toBe('at-destination-hub')

    await giveTo('sipho', [id])
    const stop = await loaded(shipment, [parcel])
    const driver = await windowOf(people.driver, stop, phone)
    await typeParcels(driver, [parcel])
    await driver.getByText(`${reference}: door A1`).waitFor()
    await driver.getByRole('link', { name: 'Put in locker' }).click()
    await finish(driver)
    await waitForText(customer, /Ready for pickup/i)

    const { proof_of_delivery_pin: pin } = await detailOf(shipment)
    expect(pin).not.toBe(senderPin)
    for (const channel of ['Mail', 'SMS'] as const)
      await expect.poll(() => inbox(channel, shipment)).toContain(pin)
    const receiver = await windowOf(null, `/track?ref=${reference}`, phone)
    for (const words of [locker.name, locker.street, '24/7', 'Until'])
      await receiver.getByText(words, { exact: false }).first().waitFor()
    const deadline = await fact(customer, 'Collect by').innerText()
    await receiver.getByLabel(/Last 4 digits/).fill('4567')
    await press(receiver, 'Continue')
    await receiver.getByRole('link', { name: 'Extend the time' }).click()
    await receiver.waitForURL(/\/reschedule\//)
    await press(receiver, 'Extend the time')
    await receiver.getByText('Thank you. We have noted it.').waitFor()
    await expect.poll(() => fact(customer, 'Collect by').innerText()).not.toBe(deadline)
    const opened = await office('POST', '/pickup-points/open-door', {
      pickup_point_id: locker.code,
      door: 'A1',
      pin,
    })
    expect(opened).toEqual({ is_open: true, message: reference })

    await waitForText(customer, /Handed over with the PIN/)
    await visit(staff, `/shipments/${id}`)
    await waitForText(staff, /Handed over with the PIN/)
    await receiver.goto(`${product.web}/track?ref=${reference}`)
    await receiver
      .getByText(/delivered/i)
      .first()
      .waitFor()
    await visit(driver, stop)
    await driver.getByText('This stop is done.').waitFor()
  })
})
