import { randomUUID } from 'node:crypto'
import { with_driver_statuses } from '@waybill/domain/drivers/hand-back'
import { driversApi } from '@waybill/domain/drivers/api'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'
import { isMoreThanArrival } from '../../page-kit/driver-actions.ts'

interface Booked {
  id: number
  reference: string
  pin: string
}

const people = { office: 'thandi@fynbos.example', driver: 'sipho@fynbos.example' }

let product: Product
let driver: Page
let account_id: number
/** The shipments assigned to the driver in the current test. */
let given_ids: number[] = []

beforeAll(async () => {
  product = await openProduct()
  // Photos are drawn on a canvas, which only real browsers have. They are tested there.
  await product.saveSettings({ failed_attempt_photo_required: false, pod_fallback_photos_required: false })
  const { accounts } = await office<{ accounts: { id: number }[] }>('GET', '/accounts?search=OVB014')
  account_id = accounts[0]?.id ?? 0
}, 180_000)
afterAll(async () => product.close())

beforeEach(async () => {
  driver = await product.as(people.driver, { width: 390, height: 844 })
})
afterEach(async () => {
  await driver.context().close()
  // The streets are near each other, so an open shipment would be part of the next test’s stop.
  for (const id of given_ids) await takeBack(id)
  given_ids = []
  expect(product.pageErrors).toEqual([])
})

const office = <Answer>(method: string, path: string, body?: object) =>
  product.ask<Answer>(people.office, method, path, body)

/** Sends an action to the server in the format of the driver’s phone and expects it to be applied. */
async function report(action: object): Promise<void> {
  const actions = [{ action_id: randomUUID(), occurred_at: product.now().toISOString(), ...action }]
  expect(await product.ask(people.driver, 'POST', '/drivers/actions', { actions })).toMatchObject({
    results: [{ result: 'applied' }],
  })
}

/**
 * Books a shipment to a street in Rosebank and assigns it to the driver; it is loaded on the vehicle unless
 * `isLoaded` is false.
 */
async function given(
  streetAddress: string,
  { isLoaded = true, more = {} }: { isLoaded?: boolean; more?: object } = {},
): Promise<Booked> {
  const { id, short_tracking_reference: reference } = await office<{
    id: number
    short_tracking_reference: string
  }>('POST', '/shipments', {
    account_id,
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
    parcels: parcelsOf(1),
    service_level_code: 'ECO',
    ...more,
  })
  await office('POST', '/tracking/shipment-events', {
    shipment_id: id,
    status: 'at-destination-hub',
    message: 'Arrived early',
    force: true,
  })
  given_ids.push(id)
  expect(await assign(id, 'sipho')).toBe(true)
  if (isLoaded)
    await report({
      type: 'load',
      shipment_id: id,
      scanned_references: [1, 2].map((number) => `${reference}/${number}`),
    })
  return { id, reference, pin: (await detail(id)).proof_of_delivery_pin }
}

/** Assigns a delivery to a driver, or to no driver when `username` is empty. A finished delivery is left unchanged. */
async function assign(shipmentId: number, username: string): Promise<boolean> {
  const { results } = await office<{ results: { assigned: boolean }[] }>('POST', '/trip-sheet/assign', {
    shipment_ids: [shipmentId],
    leg: 'delivery',
    username,
    assign_anyway: true,
  })
  return results[0]?.assigned ?? false
}

/** Scans in what the driver has of a shipment, and takes the driver off it. */
async function takeBack(id: number): Promise<void> {
  const isWithDriver = (status: string): boolean => with_driver_statuses.some((one) => one === status)
  if ((await parcelStatuses({ id })).some(isWithDriver))
    await office('POST', '/tracking/shipment-events', {
      shipment_id: id,
      status: 'returned-to-hub',
      message: 'Back at the hub',
      force: true,
    })
  await assign(id, '')
}

async function detail(id: number): Promise<{ status: string; proof_of_delivery_pin: string }> {
  const { shipment } = await office<{ shipment: { status: string; proof_of_delivery_pin: string } }>(
    'GET',
    `/shipments/detail?id=${id}`,
  )
  return shipment
}

const statusOf = async (id: number) => (await detail(id)).status
const wrongOf = (pin: string) => (pin === '0000' ? '1111' : '0000')
const press = (name: string | RegExp) =>
  driver.getByRole('button', { name, exact: typeof name === 'string' }).click()
const done = () => press(/^Done/)
const open = (page: 'Deliver' | 'Could not deliver') =>
  driver.getByRole('link', { name: page, exact: true }).click()

async function type(pin: string) {
  for (const digit of pin) await press(digit)
}

/** Resolves when the phone has sent an action and the server has applied it. */
async function untilSent(action: () => Promise<unknown>): Promise<void> {
  const { status, answer } = await product.sends(driversApi.actions, action, isMoreThanArrival)
  expect(status).toBe(200)
  expect(answer).toMatchObject({ results: [{ result: 'applied' }] })
}
/** Waits for an action that can be undone: it is sent ten seconds later. */
const untilUndoIsOver = () => untilSent(() => product.pass(driver, 10_100))

const withoutSignal = () => loseSignal(product, driver, [driversApi.actions, driversApi.tripSheet])

/** Opens the stop of a shipment and returns the stop id. */
async function openStop({ id }: Booked, date = '') {
  const { stops } = await office<{ stops: { stop_id: string; shipments: { shipment_id: number }[] }[] }>(
    'GET',
    `/trip-sheet?driver=sipho${date && `&date=${date}`}`,
  )
  const stop = stops.find((one) => one.shipments.some(({ shipment_id }) => shipment_id === id))
  await driver.goto(`${product.web}/tripsheet/stops/${stop?.stop_id ?? ''}`)
  await driver.getByRole('heading', { level: 1, name: /^Stop \d/ }).waitFor()
  return stop?.stop_id ?? ''
}

async function scanParcel({ reference }: Booked) {
  await press('Type a reference')
  await enter(`${reference}/1`)
}

async function enter(reference: string) {
  await driver.getByRole('textbox', { name: 'Parcel reference' }).fill(reference)
  await press('Add')
}

/** Returns parcels of 30 × 20 × 10 cm and 2 kg. */
const parcelsOf = (count: number) =>
  Array.from({ length: count }, () => ({
    submitted_length_cm: 30,
    submitted_width_cm: 20,
    submitted_height_cm: 10,
    submitted_weight_kg: 2,
  }))

async function parcelStatuses({ id }: Pick<Booked, 'id'>) {
  const { shipment } = await office<{ shipment: { parcels: { status: string }[] } }>(
    'GET',
    `/shipments/detail?id=${id}`,
  )
  return shipment.parcels.map(({ status }) => status)
}

const nothingIsLeft = async () => {
  await driver.goto(`${product.web}/tripsheet/sync`)
  await driver.getByText('Everything has been sent.').waitFor()
}

describe('delivery PIN', () => {
  it('keeps the driver on the PIN pad with an explanation when it is wrong, and completes the stop when it is right', async () => {
    const booked = await given('31 Bath Avenue')
    await openStop(booked)
    await scanParcel(booked)
    await open('Deliver')
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    await type(wrongOf(booked.pin))
    await done()
    await driver.getByRole('main').getByText('This PIN is incorrect. 4 tries left.').waitFor()
    await driver.getByRole('group', { name: 'PIN, 0 of 4 digits entered' }).waitFor()
    expect(new URL(driver.url()).pathname).toMatch(/hand-over$/)
    expect(await statusOf(booked.id)).toBe('out-for-delivery')
    await type(booked.pin)
    await done()
    await driver.waitForURL(/\/tripsheet$/)
    expect(await statusOf(booked.id)).toBe('delivered')
    await driver.goto(`${product.web}/tripsheet/sync`)
    await driver.getByText('Everything has been sent.').waitFor()
  })

  it('is announced as checked later when it is entered without signal', async () => {
    const booked = await given('33 Bath Avenue')
    await openStop(booked)
    await scanParcel(booked)
    await open('Deliver')
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    const regainSignal = await withoutSignal()
    await type(booked.pin)
    await done()
    await driver
      .getByText('Saved on this phone. The PIN will be checked when there is signal.')
      .first()
      .waitFor()
    await driver.waitForURL(/\/tripsheet$/)
    expect(await statusOf(booked.id)).toBe('out-for-delivery')
    await untilSent(regainSignal)
    expect(await statusOf(booked.id)).toBe('delivered')
  })
})

describe('delivery to a locker', () => {
  it('needs no PIN and sets the shipment to ready for pickup', async () => {
    const point = { delivery_pickup_point_id: 'CG1063', delivery_pickup_point_provider: 'own' }
    const booked = await given('', { more: { ...point, delivery_address: undefined } })
    await openStop(booked)
    await scanParcel(booked)
    await driver.getByRole('link', { name: 'Put in locker' }).click()
    await driver.getByRole('textbox', { name: /^Compartment/ }).fill('B20')
    await product.settled(driver)
    expect(await driver.getByRole('heading', { name: /PIN/ }).count()).toBe(0)
    expect(await driver.getByRole('button', { name: /^No PIN/ }).count()).toBe(0)
    await done()
    await driver.waitForURL(/\/tripsheet$/)
    await untilUndoIsOver()
    expect(await statusOf(booked.id)).toBe('ready-for-pickup')
  })

  it('is reported as not fitting, which alerts the office', async () => {
    const point = { delivery_pickup_point_id: 'CG1063', delivery_pickup_point_provider: 'own' }
    const booked = await given('', { more: { ...point, delivery_address: undefined } })
    await openStop(booked)
    await driver.getByRole('link', { name: 'Does not fit' }).click()
    await driver.getByLabel('The parcel is too large').check()
    await product.settled(driver)
    await done()
    await driver.waitForURL(/\/tripsheet$/)
    await untilUndoIsOver()
    expect(await statusOf(booked.id)).toBe('bob-box-reservation-failed')
    const { messages } = await office<{ messages: { subject: string; link: string }[] }>('GET', '/inbox')
    expect(messages[0]).toMatchObject({
      subject: expect.stringContaining(`${booked.reference}: no place at`),
      link: `/shipments/${booked.id}`,
    })
  })

  it('displays the locker and the door from which a parcel is taken back, also while it is taken back', async () => {
    const locker = {
      pickup_point_id: 'HYDE1',
      type: 'locker',
      name: 'Hyde Park locker',
      address: {
        street_address: '50 Bath Avenue',
        local_area: 'Rosebank',
        city: 'Johannesburg',
        code: '2196',
        lat: -26.145,
        lng: 28.041,
      },
      trading_hours: '24/7',
      stock: [
        {
          size: 'medium',
          length: 60,
          width: 50,
          height: 40,
          weight: 20,
          doors: [{ name: 'D7', is_out_of_order: false }],
        },
      ],
    }
    await office('POST', '/pickup-points', locker)
    const point = { delivery_pickup_point_id: 'HYDE1', delivery_pickup_point_provider: 'own' }
    const booked = await given('', { more: { ...point, delivery_address: undefined } })
    await report({
      type: 'deposit-in-locker',
      shipment_id: booked.id,
      scanned_references: [`${booked.reference}/1`],
      payload: { compartment: 'D7' },
    })
    await office('POST', '/tracking/shipment-events', {
      shipment_id: booked.id,
      status: 'collect-and-return-to-hub',
      message: 'The locker is to be repaired',
    })
    await openStop(booked)
    await driver.getByText('Hyde Park locker, Rosebank, Johannesburg').waitFor()
    await driver.getByText(`${booked.reference}: door D7`).waitFor()
    await driver.getByRole('link', { name: 'Take back' }).click()
    await driver.getByText('Take it to the hub and have it scanned in there.').waitFor()
    expect(await driver.getByText(`${booked.reference}: door D7`).count()).toBe(1)
    expect(await driver.getByRole('textbox', { name: /^Compartment/ }).count()).toBe(0)
  })

  it('is taken back by the driver when staff ask for it, and cannot fail', async () => {
    const point = { delivery_pickup_point_id: 'CG1063', delivery_pickup_point_provider: 'own' }
    const booked = await given('', { more: { ...point, delivery_address: undefined } })
    await report({
      type: 'deposit-in-locker',
      shipment_id: booked.id,
      scanned_references: [`${booked.reference}/1`],
      payload: { compartment: 'B21' },
    })
    await office('POST', '/tracking/shipment-events', {
      shipment_id: booked.id,
      status: 'collect-and-return-to-hub',
      message: 'The receiver refused it',
    })
    await openStop(booked)
    await product.settled(driver)
    expect(await driver.getByRole('link', { name: 'Could not deliver' }).count()).toBe(0)
    await scanParcel(booked)
    await driver.getByRole('link', { name: 'Take back' }).click()
    await driver.getByText('Take it to the hub and have it scanned in there.').waitFor()
    await done()
    await driver.waitForURL(/\/tripsheet$/)
    await untilUndoIsOver()
    expect(await statusOf(booked.id)).toBe('collected-from-locker')
  })
})

describe('parcel missing at a stop', () => {
  it('is reported by the driver while the other parcels are delivered', async () => {
    const booked = await given('47 Bath Avenue', { more: { parcels: parcelsOf(2) } })
    await openStop(booked)
    await driver.getByText(/^2 (of \d+ )?parcels$/).waitFor()
    await scanParcel(booked)
    await open('Deliver')
    await press(`${booked.reference}/2 is missing`)
    await type(booked.pin)
    await untilSent(done)
    await driver.waitForURL(/\/tripsheet$/)
    await product.settled(driver)
    expect(await parcelStatuses(booked)).toEqual(['delivered', 'delivery-exception'])
  })

  it('is reported once when a PIN is wrong, also for a shipment whose PIN was right', async () => {
    const more = { parcels: parcelsOf(2) }
    const [first, second] = [await given('49 Bath Avenue', { more }), await given('49 Bath Avenue', { more })]
    await openStop(first)
    await press('Type a reference')
    for (const { reference } of [first, second]) await enter(`${reference}/1`)
    await open('Deliver')
    for (const { reference } of [first, second]) await press(`${reference}/2 is missing`)
    await driver.getByText(/, 1 of 2\.$/).waitFor()
    const isFirst = (await driver.getByText(`For ${first.reference}, 1 of 2.`).count()) > 0
    const [right, wrong] = isFirst ? [first, second] : [second, first]
    await type(right.pin)
    await driver.getByText(`For ${wrong.reference}, 2 of 2.`).waitFor()
    await type(wrongOf(wrong.pin))
    await done()
    await driver.getByRole('main').getByText('This PIN is incorrect. 4 tries left.').waitFor()
    await product.settled(driver)
    expect(await parcelStatuses(right)).toEqual(['delivered', 'delivery-exception'])
    await type(wrong.pin)
    await untilSent(done)
    await driver.waitForURL(/\/tripsheet$/)
    await product.settled(driver)
    expect(await parcelStatuses(wrong)).toEqual(['delivered', 'delivery-exception'])
    await nothingIsLeft()
  })
})

describe('a stop with a PIN for one shipment and a document for the other', () => {
  it('shows the PIN pad and, for the other shipment, the fields that are still needed', async () => {
    const byPin = await given('53 Bath Avenue')
    const byDocument = await given('53 Bath Avenue', { more: { pod_method: 'grv' } })
    await openStop(byPin)
    await press('Type a reference')
    for (const { reference } of [byPin, byDocument]) await enter(`${reference}/1`)
    await open('Deliver')
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    await driver.getByRole('heading', { name: 'Photo of the signed document' }).waitFor()
    await driver.getByText(byDocument.reference, { exact: true }).last().waitFor()
    await type(byPin.pin)
    await driver.getByRole('button', { name: /Photo needed/ }).waitFor()
    expect(await driver.getByRole('group', { name: 'Photo' }).count()).toBe(1)
    await driver.getByRole('checkbox', { name: new RegExp(byDocument.reference) }).click()
    await untilSent(done)
    expect(await statusOf(byPin.id)).toBe('delivered')
  })
})

describe('a delivery of which some parcels were loaded', () => {
  it('is handed over without the others, which are loaded from the stop', async () => {
    const booked = await given('51 Bath Avenue', { isLoaded: false, more: { parcels: parcelsOf(3) } })
    const references = [1, 2].map((number) => `${booked.reference}/${number}`)
    await report({ type: 'load', shipment_id: booked.id, parcel_references: references })
    const farDay = '2099-12-31'
    const asUsual = await product.answers(driversApi.tripSheet, ({ usual }) => usual({ date: farDay }))
    const stopId = await openStop(booked, farDay)
    await driver.getByText('2 of 3 parcels loaded').waitFor()
    await driver.getByText(`Not on your vehicle: ${booked.reference}/3.`).waitFor()
    await press('Type a reference')
    for (const reference of references) await enter(reference)
    await open('Deliver')
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    await product.settled(driver)
    expect(await driver.getByText(`${booked.reference}/3`).count()).toBe(0)
    await type(booked.pin)
    await untilSent(done)
    await driver.waitForURL(/\/tripsheet$/)
    expect(await parcelStatuses(booked)).toEqual(['delivered', 'delivered', 'delivery-assigned'])
    await driver.goto(`${product.web}/tripsheet/stops/${stopId}`)
    await driver.getByRole('link', { name: 'Load parcels' }).click()
    await driver.getByRole('radio', { name: 'Load parcels' }).waitFor()
    const before = product.calls.length
    await untilSent(() => enter(`${booked.reference}/3`))
    await driver
      .getByRole('main')
      .getByText(/Loaded for stop/)
      .waitFor()
    await enter(`${booked.reference}/3`)
    await driver
      .getByRole('main')
      .getByText(/Loaded already, for stop/)
      .waitFor()
    await product.settled(driver)
    const loads = product.calls
      .slice(before)
      .filter(({ name, input }) => name === 'POST /drivers/actions' && isMoreThanArrival(input))
    expect(loads).toHaveLength(1)
    expect(await parcelStatuses(booked)).toEqual(['delivered', 'delivered', 'out-for-delivery'])
    await nothingIsLeft()
    await asUsual()
  })
})

describe('stop with one or more shipments', () => {
  it('is completed shipment by shipment, one delivered and one failed, and keeps the form after a reload', async () => {
    const [first, second] = [await given('35 Bath Avenue'), await given('35 Bath Avenue')]
    const stopId = await openStop(first)
    await scanParcel(first)
    await open('Deliver')
    await driver.getByRole('group', { name: 'What do you deliver?' }).getByLabel(second.reference).uncheck()
    await press(/^No PIN/)
    await driver.getByRole('textbox', { name: /^Name/ }).fill('Naledi Mokoena')
    await product.settled(driver)
    await driver.reload()
    const name = driver.getByRole('textbox', { name: /^Name/ })
    await name.waitFor()
    expect(await name.inputValue()).toBe('Naledi Mokoena')
    expect(await driver.getByLabel(second.reference).isChecked()).toBe(false)
    await done()
    await driver.waitForURL(new RegExp(`${stopId}$`))
    await untilUndoIsOver()
    expect(await statusOf(first.id)).toBe('delivered')
    expect(await statusOf(second.id)).toBe('out-for-delivery')
    await open('Could not deliver')
    await driver.getByText('Nobody there').click()
    await product.settled(driver)
    await driver.reload()
    expect(await driver.getByLabel('Nobody there').isChecked()).toBe(true)
    await done()
    await driver.waitForURL(/\/tripsheet$/)
    await untilUndoIsOver()
    expect(await statusOf(second.id)).toBe('delivery-failed-attempt')
    expect(await statusOf(first.id)).toBe('delivered')
  })

  it('can fail for one of two shipments and stay open for the other', async () => {
    const [first, second] = [await given('37 Bath Avenue'), await given('37 Bath Avenue')]
    await openStop(first)
    await open('Could not deliver')
    await driver.getByRole('group', { name: 'Which shipments?' }).getByLabel(first.reference).uncheck()
    await driver.getByText('Nobody there').click()
    await done()
    await driver.getByRole('button', { name: 'Undo' }).waitFor()
    await untilUndoIsOver()
    expect(await statusOf(second.id)).toBe('delivery-failed-attempt')
    expect(await statusOf(first.id)).toBe('out-for-delivery')
    await driver.getByRole('link', { name: 'Deliver', exact: true }).waitFor()
  })

  it('is recorded once when Done is tapped twice, and undone when Undo is tapped twice', async () => {
    const booked = await given('43 Bath Avenue')
    await openStop(booked)
    await open('Could not deliver')
    await driver.getByText('Nobody there').click()
    await driver.getByRole('button', { name: /^Done/ }).dblclick()
    await driver.waitForURL(/\/tripsheet$/)
    const before = product.calls.length
    await untilUndoIsOver()
    await product.settled(driver)
    const sent = product.calls.slice(before).filter(({ name }) => name === 'POST /drivers/actions')
    expect(sent).toHaveLength(1)
    await driver.goto(`${product.web}/tripsheet/sync`)
    await driver.getByText('Everything has been sent.').waitFor()
    const other = await given('45 Bath Avenue')
    await openStop(other)
    await open('Could not deliver')
    await driver.getByText('Nobody there').click()
    await done()
    await driver.getByRole('button', { name: 'Undo' }).dblclick()
    await driver.getByText('Undone. The stop is open again.').first().waitFor()
    await product.settled(driver)
    expect(await driver.getByText('It has been sent already. Tell your branch.').count()).toBe(0)
  })

  it('can be undone for ten seconds without signal, keeps the form, sends nothing, and counts once when done again', async () => {
    const booked = await given('41 Bath Avenue')
    const stopId = await openStop(booked)
    await open('Could not deliver')
    await driver.getByText('Nobody there').click()
    const before = product.calls.length
    const regainSignal = await withoutSignal()
    await done()
    await driver.waitForURL(/\/tripsheet$/)
    await press('Undo')
    await driver.getByText('Undone. The stop is open again.').first().waitFor()
    await product.settled(driver)
    expect(await driver.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await regainSignal()
    await product.pass(driver, 10_100)
    const sent = product.calls
      .slice(before)
      .filter(({ name, input }) => name === 'POST /drivers/actions' && isMoreThanArrival(input))
    expect(sent).toEqual([])
    await driver.goto(`${product.web}/tripsheet/stops/${stopId}`)
    await open('Could not deliver')
    expect(await driver.getByLabel('Nobody there').isChecked()).toBe(true)
    expect(await statusOf(booked.id)).toBe('out-for-delivery')
    await done()
    await driver.getByRole('button', { name: 'Undo' }).waitFor()
    await driver.reload()
    await driver.getByRole('button', { name: 'Undo' }).waitFor()
    await untilUndoIsOver()
    expect(await statusOf(booked.id)).toBe('delivery-failed-attempt')
    const { tracking_events } = await office<{ tracking_events: { status: string }[] }>(
      'GET',
      `/tracking/shipment-events?shipment_id=${booked.id}`,
    )
    expect(tracking_events.filter(({ status }) => status === 'delivery-failed-attempt')).toHaveLength(1)
  })

  it('keeps its number when another stop is given to a different driver', async () => {
    const [first, second] = [await given('43 Bath Avenue'), await given('61 Bath Avenue')]
    const numberOf = async (stop: Booked) => {
      await openStop(stop)
      await product.settled(driver)
      return driver.getByRole('heading', { level: 1 }).innerText()
    }
    await driver.goto(`${product.web}/tripsheet`)
    await driver.getByRole('heading', { level: 1 }).waitFor()
    await product.settled(driver)
    const [ofFirst, ofSecond] = [await numberOf(first), await numberOf(second)]
    const [gone, left, number] =
      ofFirst.localeCompare(ofSecond, 'en', { numeric: true }) < 0
        ? [first, second, ofSecond]
        : [second, first, ofFirst]
    expect(await assign(gone.id, 'pieter')).toBe(true)
    expect(await numberOf(left)).toBe(number)
  })

  it('requires confirmation when the driver ends the day while it is open', async () => {
    await given('45 Bath Avenue')
    await report({ type: 'start-day' })
    const query = Promise.withResolvers<'as usual'>()
    const asUsual = await product.answers(driversApi.tripSheet, () => query.promise)
    await driver.goto(`${product.web}/tripsheet/me`)
    // Until the day has loaded, neither button is displayed, because it could be the wrong one.
    await driver.getByRole('button', { name: 'Loading your day…' }).waitFor()
    expect(await driver.getByRole('button', { name: 'Start day' }).count()).toBe(0)
    expect(await driver.getByRole('link', { name: 'End day' }).count()).toBe(0)
    query.resolve('as usual')
    await driver.getByRole('link', { name: 'End day' }).click()
    await driver.getByText(/still open/).waitFor()
    await driver.getByRole('button', { name: 'End day Tick the box' }).waitFor()
    await driver.getByRole('link', { name: 'Back' }).click()
    await driver.getByRole('link', { name: 'End day' }).waitFor()
    await asUsual()
  })

  it('offers to load a parcel that is not on the vehicle, instead of delivering it', async () => {
    const atHub = await given('39 Bath Avenue', { isLoaded: false })
    const farDay = '2099-12-31'
    const asUsual = await product.answers(driversApi.tripSheet, ({ usual }) => usual({ date: farDay }))
    await openStop(atHub, farDay)
    await driver.getByText(`Not on your vehicle: ${atHub.reference}.`).waitFor()
    await driver.getByRole('link', { name: 'Load parcels' }).waitFor()
    await product.settled(driver)
    expect(await driver.getByRole('link', { name: 'Deliver', exact: true }).count()).toBe(0)
    expect(await driver.getByRole('link', { name: 'Could not deliver' }).count()).toBe(0)
    await asUsual()
  })
})
