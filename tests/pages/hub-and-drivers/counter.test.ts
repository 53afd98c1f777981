import { counterApi } from '@waybill/domain/counter/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { dropoffPin, enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { loseSignal, scan } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'
const customer = 'riaan@overbergbooks.example'
const phone = { width: 390, height: 844 }
let product: Product

beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

interface Point {
  id: number
  version: number
}
const pointOf = async (code: string): Promise<Point> => {
  const { points } = await product.ask<{ points: Point[] }>(
    admin,
    'GET',
    `/pickup-points/managed?search=${code}&pickup_point_provider=own&include_closed=true`,
  )
  if (!points[0]) throw new Error(`The demonstration company has no location ${code}.`)
  return points[0]
}

/** Makes a counter of the company. */
const made = (code: string, name: string) =>
  product.ask<Point>(admin, 'POST', '/pickup-points', {
    pickup_point_id: code,
    type: 'counter',
    name,
    trading_hours: '24/7',
    address: {
      type: 'counter',
      street_address: '1 Main Road',
      local_area: 'Hermanus',
      city: 'Hermanus',
      code: '7200',
      zone: 'WC',
      country: 'South Africa',
      lat: -34.4,
      lng: 19.2,
    },
  })

/** Books a parcel to a counter, or from it, and returns its id, reference and the PIN of the person who comes there. */
async function booked(code: string, leg: 'collection' | 'delivery' = 'delivery') {
  const parcel = await product.ask<{ id: number; short_tracking_reference: string }>(
    customer,
    'POST',
    '/shipments',
    booking({ [`${leg}_pickup_point_id`]: code, [`${leg}_pickup_point_provider`]: 'own' }),
  )
  if (leg === 'delivery')
    await asSystem(product.running.runtime, 1, async (ctx) => {
      await enterStatus(ctx, await lockShipment(ctx, parcel.id), { to: 'out-for-delivery' })
    })
  const { shipments } = await product.ask<{ shipments: { proof_of_delivery_pin: string }[] }>(
    admin,
    'GET',
    `/shipments?id=${parcel.id}`,
  )
  const { places } = await product.ask<{ places: { dropoff_pin?: string }[] }>(
    admin,
    'GET',
    `/shipments/places?shipment_id=${parcel.id}`,
  )
  return {
    id: parcel.id,
    reference: parcel.short_tracking_reference,
    pin: (leg === 'collection' ? places[0]?.dropoff_pin : shipments[0]?.proof_of_delivery_pin) ?? '',
  }
}
const statusOf = async (id: number) => {
  const { shipments } = await product.ask<{ shipments: { status: string }[] }>(
    admin,
    'GET',
    `/shipments?id=${id}`,
  )
  return shipments[0]?.status
}
const actionsOf = () => product.calls.filter(({ name }) => name === 'POST /pickup-points/handovers')

/** Opens the counter at a location, as a device does that remembers it. */
async function counterAt(code: string, task = '', size?: typeof phone): Promise<Page> {
  const { id } = await pointOf(code)
  const page = await product.as(admin, size)
  await page.addInitScript((pointId) => localStorage.setItem('queue:counter-point', String(pointId)), id)
  await page.goto(`${product.web}/counter${task && `?task=${task}`}`)
  await page.getByRole('tab', { name: /^Take in/ }).waitFor()
  return page
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const type = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}
const scan_label = 'Parcel, waybill or drop-off PIN'

/** Takes a parcel in as its driver brings it. */
async function taken(page: Page, code = 'K2002') {
  const parcel = await booked(code)
  await type(page, scan_label, parcel.reference)
  await page.getByText('Taken in from the driver.').waitFor()
  return parcel
}

describe('the counter', () => {
  it('asks once where this device stands, and then takes in what is scanned', async () => {
    const { reference, id } = await booked('K2002', 'collection')
    const page = await product.as(admin, phone)
    await page.goto(`${product.web}/counter`)
    await page.getByRole('combobox', { name: 'Location' }).click()
    await page.getByRole('option', { name: /Sea Point counter/ }).click()
    await button(page, 'Start').click()
    await page.getByRole('tab', { name: /^Take in/ }).waitFor()
    await scan(page, reference)
    await page.getByText('Taken in from the sender.').waitFor()
    await button(page, 'Print label').waitFor()
    expect(await statusOf(id)).toBe('collected')
    await page.reload()
    await page.getByText('Sea Point counter').waitFor()
    await page.getByRole('tab', { name: /^Give to driver/ }).click()
    await page.getByText(reference).waitFor()
  })

  it('finds an expected parcel by its drop-off PIN', async () => {
    const { reference, id } = await booked('K1005', 'collection')
    const pin = await asSystem(product.running.runtime, 1, async (ctx) =>
      dropoffPin(ctx, { short_tracking_reference: reference }),
    )
    const page = await counterAt('K1005')
    await type(page, scan_label, pin)
    await page.getByText('Taken in from the sender.').waitFor()
    expect(await statusOf(id)).toBe('collected')
  })

  it('hands out with the PIN: a wrong one is refused and counted, the right one delivers', async () => {
    const page = await counterAt('K2002')
    const { reference, pin, id } = await taken(page)
    await page.getByRole('tab', { name: /^Hand out/ }).click()
    await type(page, 'Parcel or code of the receiver', reference)
    await type(page, 'PIN of the receiver', pin === '0000' ? '1111' : '0000')
    await page.getByText('This PIN is incorrect. 4 tries left.').waitFor()
    expect(await statusOf(id)).toBe('ready-for-pickup')
    await type(page, 'PIN of the receiver', pin)
    await page.getByText('Handed out for Naledi Mokoena.').waitFor()
    expect(await statusOf(id)).toBe('delivered')
    await product.settled(page)
    expect(await page.getByText('To clear up').count()).toBe(0)
  })

  it('fills in the PIN from the QR code of the receiver', async () => {
    const page = await counterAt('K2002')
    const { reference, pin, id } = await taken(page)
    await page.getByRole('tab', { name: /^Hand out/ }).click()
    await type(page, 'Parcel or code of the receiver', `${reference}:${pin}`)
    await button(page, 'Hand out').click()
    await page.getByText('Handed out for Naledi Mokoena.').waitFor()
    expect(await statusOf(id)).toBe('delivered')
  })

  it('sends one action when the button is pressed twice', async () => {
    const page = await counterAt('K2002')
    const { reference, id } = await taken(page)
    await page.getByRole('tab', { name: /^Hand out/ }).click()
    await button(page, `Hand out ${reference}`).click()
    await page.getByRole('radio', { name: 'Document' }).click()
    await page.getByLabel('Name on the document').fill('Naledi Mokoena')
    await page.getByLabel('Last four digits of its number').fill('9087')
    const before = actionsOf().length
    await page.evaluate(() => {
      const press = [...document.querySelectorAll('button')].find(({ type: kind }) => kind === 'submit')
      press?.click()
      press?.click()
    })
    await page.getByText('Handed out for Naledi Mokoena.').waitFor()
    expect(actionsOf().length - before).toBe(1)
    expect(await statusOf(id)).toBe('delivered')
  })

  it('says why an unknown parcel and one of another location are refused, until each is cleared up', async () => {
    const page = await counterAt('K1005')
    const { reference } = await booked('K2002')
    await type(page, scan_label, reference)
    const elsewhere = `${reference} belongs to Sea Point counter, not to Braamfontein counter.`
    await page.getByText(elsewhere).first().waitFor()
    await type(page, scan_label, 'NOSUCH')
    await page.getByText('No parcel has the reference NOSUCH.').first().waitFor()
    await product.settled(page)
    expect(await button(page, 'Cleared up').count()).toBe(2)
    await page.reload()
    await page.getByText(elsewhere).waitFor()
    await button(page, 'Cleared up').first().click()
    await product.settled(page)
    expect(await button(page, 'Cleared up').count()).toBe(1)
    await button(page, 'Cleared up').click()
    await page.getByRole('tab', { name: /^Hand out/ }).click()
    await type(page, 'Parcel or code of the receiver', 'NOSUCH')
    await page.getByText(/This parcel is not at Braamfontein counter/).waitFor()
  })
})

describe('the counter without a connection', () => {
  it('stores what is done, checks documents instead of PINs, and sends everything later in order', async () => {
    const { reference, id } = await booked('K2002')
    const page = await counterAt('K2002')
    await button(page, `Take in ${reference}`).waitFor()
    const regainSignal = await loseSignal(product, page, [counterApi.handOver, counterApi.stock])
    await type(page, scan_label, reference)
    await page.getByText('Saved on this device. It is sent when the connection is back.').waitFor()
    await page.getByRole('tab', { name: /^Hand out/ }).click()
    await button(page, `Hand out ${reference}`).click()
    await page.getByText('A PIN cannot be checked without a connection.').waitFor()
    await page.getByLabel('Name on the document').fill('Naledi Mokoena')
    await type(page, 'Last four digits of its number', '9087')
    await page.getByText('2 not sent yet').waitFor()
    expect(await statusOf(id)).toBe('out-for-delivery')
    await regainSignal()
    await page.getByText(/not sent yet/).waitFor({ state: 'hidden' })
    expect(await statusOf(id)).toBe('delivered')
    expect(await page.getByText('To clear up').count()).toBe(0)
  })

  it('shows what another clerk did first as refused', async () => {
    const page = await counterAt('K2002')
    const { reference, pin, id } = await taken(page)
    await page.getByRole('tab', { name: /^Hand out/ }).click()
    const regainSignal = await loseSignal(product, page, [counterApi.handOver, counterApi.stock])
    await button(page, `Hand out ${reference}`).click()
    await page.getByLabel('Name on the document').fill('Naledi Mokoena')
    await type(page, 'Last four digits of its number', '9087')
    await page.getByText('1 not sent yet').waitFor()
    const pointId = (await pointOf('K2002')).id
    await product.ask(admin, 'POST', '/pickup-points/handovers', {
      point_id: pointId,
      actions: [
        {
          action_id: '5f0a2f7e-1a42-4a3e-9a3c-6a1f0c9b7d11',
          type: 'hand-out',
          occurred_at: product.now().toISOString(),
          reference,
          pin,
        },
      ],
    })
    expect(await statusOf(id)).toBe('delivered')
    await regainSignal()
    await page.getByText(`${reference} has already been handed out.`).waitFor()
    await button(page, 'Cleared up').click()
  })

  it('checks a document under the same id when a PIN got no answer', async () => {
    const page = await counterAt('K2002')
    const { reference, pin, id } = await taken(page)
    await page.getByRole('tab', { name: /^Hand out/ }).click()
    await button(page, `Hand out ${reference}`).click()
    const isBack = await product.answers(counterApi.handOver, async ({ usual }) => {
      await usual()
      return 'no connection' as const
    })
    await type(page, 'PIN of the receiver', pin)
    await page.getByText('A PIN cannot be checked without a connection.').waitFor()
    await isBack()
    await page.getByLabel('Name on the document').fill('Naledi Mokoena')
    await type(page, 'Last four digits of its number', '9087')
    await page.getByText('Handed out for Naledi Mokoena.').waitFor()
    expect(await statusOf(id)).toBe('delivered')
    expect(await page.getByText('To clear up').count()).toBe(0)
  })
})

describe('the end of the day at the counter', () => {
  it('counts what is here, names what is missing, and closes the day', async () => {
    const page = await counterAt('K3001')
    const [one, two] = [await taken(page, 'K3001'), await taken(page, 'K3001')]
    await page.getByRole('tab', { name: 'End of day' }).click()
    await type(page, 'Parcel', one.reference)
    await page.getByText('1 of 2').waitFor()
    await page.reload()
    await page.getByText('1 of 2').waitFor()
    await button(page, 'Close the day').click()
    await page.getByText(`Missing: ${two.reference}.`).waitFor()
    await page.getByText('The day is closed with 1 to clear up.').waitFor()
  })

  it('gives the chosen driver a parcel that was dropped off', async () => {
    const { reference, id } = await booked('K3001', 'collection')
    const page = await counterAt('K3001')
    await type(page, scan_label, reference)
    await page.getByText('Taken in from the sender.').waitFor()
    await page.getByRole('tab', { name: /^Give to driver/ }).click()
    await type(page, 'Parcel', reference)
    await page.getByText('Choose the driver first.').waitFor()
    await page.getByRole('combobox', { name: 'Driver who takes the parcels' }).click()
    await page.getByRole('option', { name: /Sipho/ }).first().click()
    await type(page, 'Parcel', reference)
    await page.getByText(/Given to Sipho/).waitFor()
    const { shipments } = await product.ask<{ shipments: { collection_agent_id: string }[] }>(
      admin,
      'GET',
      `/shipments?id=${id}`,
    )
    expect(shipments[0]?.collection_agent_id).toBe('sipho')
  })
})

describe('the locations of a counter', () => {
  it('takes nothing in while the location is out of order', async () => {
    const { id, version } = await made('K9001', 'Knysna counter')
    const { reference } = await booked('K9001')
    await product.ask(admin, 'PATCH', '/pickup-points', { id, version, out_of_order_reason: 'Flooded' })
    const page = await counterAt('K9001')
    await page.getByText('Nothing can be taken in here').waitFor()
    await type(page, scan_label, reference)
    await page
      .getByText(/takes nothing in: Flooded/)
      .first()
      .waitFor()
    await button(page, 'Cleared up').click()
  })

  it('asks for another location when this one is closed for good', async () => {
    const { id } = await made('K9009', 'Hermanus counter')
    const page = await counterAt('K9009')
    await product.ask(admin, 'DELETE', '/pickup-points', { id })
    await page.reload()
    await page.getByText('This location is closed for good. Choose another one.').waitFor()
    await page.getByRole('combobox', { name: 'Location' }).waitFor()
  })

  it('limits a user to one location', async () => {
    const page = await product.as(admin)
    await page.goto(`${product.web}/counter`)
    await page.getByRole('combobox', { name: 'User' }).click()
    await page.getByRole('option', { name: /Bongani/ }).click()
    await page.getByRole('combobox', { name: 'Works only at' }).click()
    await page.getByRole('option', { name: /Gateway counter/ }).click()
    await button(page, 'Limit user').click()
    await button(page, /^End the limit of Bongani/).click()
    await product.settled(page)
    expect(await button(page, /^End the limit of/).count()).toBe(0)
  })
})
