import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { registrationApi } from '@waybill/domain/identity/registration/registration-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionsOf } from '../../page-kit/actions.ts'
import {
  openProduct,
  type PageProduct as Product,
  type SentCall,
  type TestPage as Page,
} from '../../page-kit/product.ts'

/** Page tests for shipments: their fields, the requests sent, and who may change which field. */

const administrator = 'thandi@fynbos.example'
let product: Product
let staff: Page
let customer: Page
let account_id: number

interface Parcel {
  id: number
  tracking_reference: string
}
interface Shipment {
  id: number
  tracking_reference: string
  short_tracking_reference: string
  status: string
  rate: number
  collection_min_date: string
  delivery_min_date: string
  proof_of_delivery_pin?: string
  parcels: Parcel[]
}
const request = <Answer = Shipment>(method: string, path: string, body?: object, by = administrator) =>
  product.ask<Answer>(by, method, path, body)
const withMessage = (message: string) => ({ metadata: { tracking_info: { message } } })
const change = (id: number, more: object) => request('PATCH', '/shipments', { id, ...more })

const place = { type: 'business', zone: 'GP', country: 'South Africa', city: 'Johannesburg' }
const size = {
  submitted_length_cm: 30,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}
/** The collection day of the company two weeks from now or soon after, `YYYY-MM-DD`. */
let later_day: string

const plain = () => ({
  account_id,
  collection_address: {
    ...place,
    company: 'Fox Works',
    street_address: '12 Commissioner Street',
    local_area: 'Marshalltown',
    code: '2107',
  },
  collection_contact: { name: 'Gugu Sender', mobile_number: '0825550101', email: 'gugu@example.com' },
  delivery_address: {
    ...place,
    type: 'residential',
    street_address: '31 Bath Avenue',
    local_area: 'Rosebank',
    code: '2196',
  },
  delivery_contact: { name: 'Naledi Receiver', mobile_number: '0825550102', email: 'naledi@example.com' },
  parcels: [size],
  service_level_code: 'ECO',
})
const full = () => ({
  ...plain(),
  custom_tracking_reference: 'ROWS-00017',
  customer_reference: 'PO 4711',
  responsible_contact: { name: 'Ruth Responsible', mobile_number: '0825550103', email: 'ruth@example.com' },
  billing_contact: { name: 'Bill Payer', email: 'bills@example.com' },
  collection_min_date: later_day,
  collection_after: '09:30',
  collection_before: '14:30',
  delivery_after: '10:00',
  delivery_before: '15:30',
  special_instructions_collection: 'Ring at the side gate',
  special_instructions_delivery: 'Leave with security',
  declared_value: 1500,
  parcels: [
    { ...size, parcel_description: 'Atlases', alternative_tracking_reference: 'STICKER-771' },
    { ...size, submitted_length_cm: 41, packaging: 'Medium box' },
  ],
})

beforeAll(async () => {
  product = await openProduct()
  const { accounts } = await request<{ accounts: { id: number }[] }>('GET', '/accounts?search=OVB014')
  account_id = accounts[0]?.id ?? 0
  const inTwoWeeks = dayOf(new Date(product.now().getTime() + 14 * 86_400_000))
  const { rates } = await request<{ rates: { service_level: { code: string; collection_date: string } }[] }>(
    'POST',
    '/rates',
    { ...plain(), collection_min_date: inTwoWeeks },
  )
  const economy = rates.find(({ service_level }) => service_level.code === 'ECO')
  later_day = dayOf(new Date(economy?.service_level.collection_date ?? ''))
  await product.saveSettings({ insurance_declared_value_enabled: true, insurance_max_declared_value: 2000 })
  staff = await product.as(administrator)
  customer = await product.as('riaan@overbergbooks.example')
}, 180_000)
afterAll(async () => product.close())

/** Opens another page of the app without reloading the app. */
async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(product.web + path)
  else await page.evaluate((to) => window.history.pushState({}, '', to), path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}
const openShipment = (page: Page, { id, tracking_reference }: Pick<Shipment, 'id' | 'tracking_reference'>) =>
  open(page, `/shipments/${id}`, tracking_reference)
/** Returns the text of a card on one line. */
async function card(page: Page, title: string): Promise<string> {
  await product.settled(page)
  const found = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  return (await found.last().innerText()).replaceAll(/\s+/g, ' ')
}
/** Opens the page of a shipment by its URL and reloads the app. */
async function openAnew(page: Page, { id, tracking_reference }: Pick<Shipment, 'id' | 'tracking_reference'>) {
  await page.goto(`${product.web}/shipments/${id}`)
  await page.getByRole('heading', { level: 1, name: tracking_reference }).waitFor()
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** Formats a day as cards display it, without the year. */
const displayedDay = (moment: string) => formatDate(new Date(moment)).split(' ').slice(0, 2).join(' ')
const today = () => /today \d\d:\d\d/

/** Returns the body of the first request to `endpoint` that is sent during `act`. */
async function sentBy<Body>(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  act: () => Promise<unknown>,
): Promise<Body> {
  return (await product.sends(endpoint, act)).input as Body
}

describe('shipment page', () => {
  let whole: Shipment
  beforeAll(async () => {
    const { id } = await request('POST', '/shipments', full())
    whole = await change(id, {
      collection_agent_id: 'sipho',
      delivery_agent_id: 'nomsa',
      assign_anyway: true,
    })
  })
  beforeEach(() => openShipment(staff, whole))

  it('[SHIP-004] [SHIP-005] shows the id, account, status and references', async () => {
    expect(new URL(staff.url()).pathname).toBe(`/shipments/${whole.id}`)
    expect(await staff.title()).toContain('ROWS-00017')
    await button(staff, /^Status Collection assigned/).waitFor()
    const account = await card(staff, 'Account')
    expect(account).toContain('Overberg Books (Pty) Ltd OVB014')
    expect(account).toContain('customer reference PO 4711')
    expect(account).toContain(`Our reference ${whole.short_tracking_reference}`)
  })

  it('[SHIP-005] shows the cost centre when cost centres are switched on', async () => {
    await product.saveSettings({ enable_cost_centers: true })
    const made = await request('POST', '/shipments', { ...plain(), cost_center: { name: 'Editorial' } })
    await openShipment(staff, made)
    expect(await card(staff, 'Account')).toContain('Cost centre Editorial')
  })

  it('[SHIP-006] [SHIP-007] [SHIP-008] shows both addresses and all four contacts with name, number and email', async () => {
    const from = await card(staff, 'Collection')
    for (const part of [
      'Fox Works',
      '12 Commissioner Street',
      'Marshalltown',
      'Johannesburg',
      '2107',
      'Gugu Sender',
      '+27 82 555 0101',
      'gugu@example.com',
    ])
      expect(from).toContain(part)
    const to = await card(staff, 'Delivery')
    for (const part of [
      '31 Bath Avenue',
      'Rosebank',
      '2196',
      'Naledi Receiver',
      '+27 82 555 0102',
      'naledi@example.com',
    ])
      expect(to).toContain(part)
    const account = await card(staff, 'Account')
    expect(account).toContain('Responsible contact Ruth Responsible, +27 82 555 0103, ruth@example.com')
    expect(account).toContain('Billing contact Bill Payer, bills@example.com')
  })

  it('[SHIP-010] [SHIP-011] [SHIP-013] [SHIP-018] shows the day, time window, instructions and driver of the legs', async () => {
    const from = await card(staff, 'Collection')
    expect(dayOf(new Date(whole.collection_min_date))).toBe(later_day)
    expect(from).toContain(displayedDay(whole.collection_min_date))
    expect(from).toMatch(/09:30\D{1,3}14:30/)
    expect(from).toContain('Ring at the side gate')
    expect(from).toContain('Sipho Dlamini')
    const to = await card(staff, 'Delivery')
    expect(to).toContain('Leave with security')
    expect(to).toContain('Nomsa Cele')
    // At this stage the delivery window is on the edit page.
    await staff.getByRole('link', { name: 'Edit', exact: true }).click()
    const form = staff.locator('form').filter({ has: staff.getByLabel('Contact name').first() })
    await form.first().waitFor()
    await product.settled(staff)
    const values = await form
      .locator('input, select')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
    expect(values).toEqual(expect.arrayContaining(['10:00', '15:30']))
    await staff.getByRole('button', { name: 'Cancel', exact: true }).click()
  })

  it('[SHIP-014] [SHIP-020] [SHIP-026] shows the service with its price, the declared value and the number of parcels', async () => {
    await staff.getByText(/^Economy · 2 parcels · [\d.]+ kg charged$/).waitFor()
    expect(await card(staff, 'Charges')).toContain(`Total including VAT R ${whole.rate.toFixed(2)}`)
    expect(await card(staff, 'Account')).toContain('Declared value R 1,500.00')
  })

  it('[SHIP-017] shows the proof of delivery method, PIN by default, and the PIN', async () => {
    const proof = await card(staff, 'Proof of delivery')
    expect(proof).toContain('PIN with fallback')
    expect(whole.proof_of_delivery_pin).toMatch(/^\d{4}$/)
    expect(proof).toContain(`PIN ${whole.proof_of_delivery_pin}`)
    const signed = await request('POST', '/shipments', { ...plain(), pod_method: 'grv' })
    await openShipment(staff, signed)
    expect(await card(staff, 'Proof of delivery')).toContain('Signed document (GRV)')
  })

  it('[SHIP-019] [SHIP-020] shows a return or a declared value only when there is one', async () => {
    const made = await request('POST', '/shipments', plain())
    await openShipment(staff, made)
    const account = await card(staff, 'Account')
    expect(account).not.toContain('Kind Return')
    expect(account).not.toContain('Declared value')
    const back = await request('POST', '/shipments', { ...plain(), is_return: true })
    await openShipment(staff, back)
    expect(await card(staff, 'Account')).toContain('Kind Return')
  })

  it('[SHIP-024] [SHIP-025] shows the status from which it may be invoiced, as set when it was booked', async () => {
    await product.saveSettings({ invoice_trigger_shipment_status: 'delivered' })
    const later = await request('POST', '/shipments', plain())
    expect(await card(staff, 'Account')).toContain('May be invoiced from Collected')
    await openShipment(staff, later)
    expect(await card(staff, 'Account')).toContain('May be invoiced from Delivered')
    await product.saveSettings({ invoice_trigger_shipment_status: 'collected' })
  })

  it('[SHIP-026] [SHIP-031] [SHIP-032] [SHIP-033] shows the reference, name, sticker, submitted and measured size and status of each parcel', async () => {
    const [first] = whole.parcels
    await request('PATCH', '/shipments/parcels', {
      id: whole.id,
      parcels: [
        {
          id: first?.id,
          actual_length_cm: 33,
          actual_width_cm: 22,
          actual_height_cm: 11,
          actual_weight_kg: 2.5,
        },
      ],
    })
    await openAnew(staff, whole)
    const rows = staff.getByRole('table', { name: 'Parcels' }).getByRole('row')
    await rows.nth(1).getByText('33 × 22 × 11, 2.5').waitFor()
    const cells = async (row: number) =>
      (await rows.nth(row).getByRole('cell').allInnerTexts()).map((text) =>
        text.replaceAll(/\s+/g, ' ').trim(),
      )
    expect(await cells(1)).toEqual([
      'ROWS-00017/1',
      'Atlases, STICKER-771',
      '30 × 20 × 10, 2',
      '33 × 22 × 11, 2.5 differs from what was submitted',
      'Collection assigned',
    ])
    expect(await cells(2)).toEqual([
      'ROWS-00017/2',
      'Medium box',
      '41 × 20 × 10, 2',
      'Not measured',
      'Collection assigned',
    ])
  })

  it('[SHIP-009] [SHIP-002] shows the pickup points of both sides for a shipment between counters', async () => {
    const { pickup_points } = await request<{
      pickup_points: { pickup_point_id: string; type: string; name: string; pickup_point_provider: string }[]
    }>('GET', '/pickup-points')
    const [from, to] = pickup_points.filter(({ type }) => type === 'counter')
    const between = {
      ...plain(),
      collection_address: undefined,
      delivery_address: undefined,
      collection_pickup_point_id: from?.pickup_point_id,
      collection_pickup_point_provider: from?.pickup_point_provider,
      delivery_pickup_point_id: to?.pickup_point_id,
      delivery_pickup_point_provider: to?.pickup_point_provider,
      service_level_code: undefined,
    }
    const { rates } = await request<{ rates: { service_level: { code: string } }[] }>(
      'POST',
      '/rates',
      between,
    )
    const serviceLevelCode = rates[0]?.service_level.code
    const made = await request('POST', '/shipments', { ...between, service_level_code: serviceLevelCode })
    await openShipment(staff, made)
    expect(await card(staff, 'Collection')).toContain(`Counter ${from?.pickup_point_id}`)
    expect(await card(staff, 'Delivery')).toContain(`Counter ${to?.pickup_point_id}`)
  })

  it('[SHIP-012] [SHIP-021] [SHIP-022] [SHIP-023] [SHIP-027] [SHIP-096] shows attempts, rescheduling with its reason, returns to the hub and their times', async () => {
    const { id } = await request('POST', '/shipments', plain())
    await change(id, {
      collection_agent_id: 'sipho',
      status: 'collection-failed-attempt',
      ...withMessage('Gate was locked'),
    })
    let one = await change(id, {
      collection_min_date: later_day,
      collection_rescheduled_reason: 'Customer requested',
    })
    await openShipment(staff, one)
    const from = await card(staff, 'Collection')
    expect(from).toMatch(/Failed attempts 1, last today \d\d:\d\d/)
    expect(from).toContain('Rescheduled Customer requested')
    // Before the collection, the page shows the collection window and the expected delivery.
    expect(from).toContain('Window')
    expect(from).toContain('Expected')
    const planned = await card(staff, 'Delivery')
    expect(planned).not.toContain('Window')
    expect(planned).toContain('Expected')
    await staff.getByText('Gate was locked').first().waitFor()
    await change(id, { status: 'collected' })
    await change(id, { status: 'out-for-delivery' })
    await change(id, { status: 'delivery-failed-attempt', ...withMessage('Nobody at home') })
    await change(id, { status: 'returned-to-hub' })
    one = await change(id, {
      delivery_min_date: later_day,
      delivery_rescheduled_reason: 'Receiver requested',
    })
    await openAnew(staff, one)
    const collected = await card(staff, 'Collection')
    expect(collected).toMatch(/Collected today \d\d:\d\d/)
    expect(collected).not.toContain('Window')
    const to = await card(staff, 'Delivery')
    expect(to).toContain('Window')
    expect(to).toMatch(/Failed attempts 1, last today \d\d:\d\d/)
    expect(to).toMatch(/Back at the hub today \d\d:\d\d/)
    expect(to).toContain('Rescheduled Receiver requested')
    expect(await card(staff, 'Account')).toMatch(/Booked \d.* Last changed \d/)
    await change(id, { status: 'out-for-delivery' })
    await change(id, { status: 'delivered' })
    await staff.reload()
    await staff.getByText(today()).first().waitFor()
    expect(await card(staff, 'Delivery')).toMatch(/Delivered today \d\d:\d\d/)
  })
})

const side = (page: Page, name: 'Collection' | 'Delivery') => page.getByRole('region', { name, exact: true })
async function chooseSuburb(page: Page, which: 'Collection' | 'Delivery', text: string, option: string) {
  await side(page, which).getByRole('combobox', { name: 'Find an address' }).fill(text)
  await page.getByRole('option', { name: option, exact: true }).click()
}
async function fillSide(page: Page, which: 'Collection' | 'Delivery', suburb: string) {
  await chooseSuburb(page, which, suburb.replace(/,.*/, ''), suburb)
  const here = side(page, which)
  await here.getByRole('textbox', { name: /Street address/ }).fill('12 Long Street')
  await here.getByRole('textbox', { name: 'Contact name' }).fill(`Somebody at the ${which}`)
  await here.getByRole('textbox', { name: 'Mobile number' }).fill('082 555 0142')
}

describe('booking form', () => {
  const side = (page: Page, name: 'Collection' | 'Delivery') =>
    page.getByRole('region', { name, exact: true })
  const row = (page: Page, at = 1) => page.getByRole('group', { name: `Parcel row ${at}` })
  interface Sent extends Record<string, unknown> {
    parcels: Record<string, unknown>[]
  }
  const opened = async (page: Page, path = '/shipments/new') => {
    await page.goto(product.web + path)
    await row(page).waitFor()
  }

  it('[SHIP-001] [SHIP-002] [SHIP-015] [SHIP-016] [SHIP-019] [SHIP-020] [SHIP-069] sends the typed values, without the rate and account objects', async () => {
    await opened(customer)
    await fillSide(customer, 'Collection', 'Hyde Park, Sandton, 2196')
    await fillSide(customer, 'Delivery', 'Rosebank, Johannesburg, 2196')
    await customer.getByRole('radio', { name: /^Economy/ }).check()
    const extra = customer.getByRole('group', { name: 'Extras to buy' }).getByRole('checkbox').first()
    await extra.check()
    await customer.getByText('I confirm that this shipment contains').click()
    const sent = await sentBy<Sent>(shipmentsApi.create, () =>
      button(customer, /^Book and print label/)
        .first()
        .click(),
    )
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['rateObj']))
    for (const never of ['rateObj', 'account', 'rate', 'is_return']) expect(sent).not.toHaveProperty(never)
    expect(sent).toMatchObject({ service_level_code: 'ECO', declared_value: 0 })
    const extras = [sent['opt_in_rates'], sent['opt_in_time_based_rates']] as number[][]
    expect(extras.flat()).toHaveLength(1)
    await customer.waitForURL(/\/shipments\/success/)
    const id = Number(new URL(customer.url()).searchParams.get('id'))
    const { shipments } = await request<{
      shipments: (Shipment & { opt_in_rates: number[]; opt_in_time_based_rates: number[] })[]
    }>('GET', `/shipments?id=${id}`)
    expect([...(shipments[0]?.opt_in_rates ?? []), ...(shipments[0]?.opt_in_time_based_rates ?? [])]).toEqual(
      extras.flat(),
    )
  })

  it('[ADDR-005] sends and shows the name, email, mobile number and alternative number of a contact', async () => {
    await opened(customer)
    await fillSide(customer, 'Collection', 'Hyde Park, Sandton, 2196')
    await fillSide(customer, 'Delivery', 'Rosebank, Johannesburg, 2196')
    const to = side(customer, 'Delivery')
    await to.getByRole('textbox', { name: /^Email/ }).fill('naledi@example.com')
    await to.getByRole('button', { name: 'Add another number' }).click()
    await to.getByRole('textbox', { name: /^Alternative number/ }).fill('011 555 0100')
    await customer.getByRole('radio', { name: /^Economy/ }).check()
    await customer.getByText('I confirm that this shipment contains').click()
    const call = await product.sends(shipmentsApi.create, () =>
      button(customer, /^Book and print label/)
        .first()
        .click(),
    )
    const contact = {
      name: 'Somebody at the Delivery',
      email: 'naledi@example.com',
      mobile_number: expect.stringMatching(/82 ?555 ?0142$/),
      alternative_contact_number: expect.stringMatching(/11 ?555 ?0100$/),
    }
    expect(call).toMatchObject({ status: 200, answer: { delivery_contact: contact } })
    await customer.waitForURL(/\/shipments\/success/)
    await openAnew(staff, call.answer as Shipment)
    const shown = await card(staff, 'Delivery')
    for (const part of [contact.name, contact.email, '+27 82 555 0142', '+27 11 555 0100'])
      expect(shown).toContain(part)
  })

  it('[TOOL-010] rejects a blocked email for a guest booking and for a registration, and counts both in the blocked list', async () => {
    await request('POST', '/blocked-list', {
      type: 'email-address',
      value: 'fraud@bad.example',
      reason: 'Chargebacks',
    })
    const guest = await product.window()
    await opened(guest)
    await fillSide(guest, 'Collection', 'Hyde Park, Sandton, 2196')
    await fillSide(guest, 'Delivery', 'Rosebank, Johannesburg, 2196')
    await guest.getByRole('radio', { name: /^Economy/ }).check()
    await guest.getByRole('textbox', { name: 'Billing email' }).fill('fraud@bad.example')
    await guest.getByText('I confirm that this shipment contains').click()
    const booked = await product.sends(shipmentsApi.create, () =>
      button(guest, 'Book and pay').first().click(),
    )
    expect(booked.status).toBe(403)
    await guest.getByText('We cannot take this booking here. Please contact us.').first().waitFor()

    await guest.goto(`${product.web}/register`)
    for (const [label, value] of Object.entries({
      Company: 'Karoo Tiles',
      'Your name': 'Sam Botha',
      Email: 'fraud@bad.example',
      'Phone number': '082 123 4567',
      Password: 'grey tiles of the karoo',
    }))
      await guest.getByLabel(label, { exact: true }).fill(value)
    await button(guest, 'Continue').click()
    await guest.getByRole('heading', { name: 'Your addresses' }).waitFor()
    const registered = await product.sends(registrationApi.register, () =>
      button(guest, /^(Continue|Open account|Send)/).click(),
    )
    expect(registered.status).toBe(403)
    await guest
      .getByText('We cannot open an account with these details here. Please contact us.')
      .first()
      .waitFor()
    await guest.context().close()

    await staff.goto(`${product.web}/tools/blocked-list`)
    await staff.getByRole('row', { name: /fraud@bad\.example.*2/ }).waitFor()
  })

  it('[SHIP-002] [SHIP-009] [SHIP-070] omits the address when a locker or counter replaces it', async () => {
    await opened(customer)
    await fillSide(customer, 'Collection', 'Hyde Park, Sandton, 2196')
    const to = side(customer, 'Delivery')
    await to.getByRole('textbox', { name: 'Contact name' }).fill('Naledi Mokoena')
    await to.getByRole('textbox', { name: 'Mobile number' }).fill('082 555 0142')
    await to.getByRole('button', { name: 'Deliver to a locker or counter' }).click()
    await to
      .getByRole('region', { name: 'Pickup points' })
      .getByRole('button', { name: /counter/ })
      .first()
      .click()
    await customer.getByRole('button', { name: 'Use an address' }).waitFor()
    await customer.getByRole('radiogroup', { name: 'Service' }).getByRole('radio').first().check()
    await customer.getByText('I confirm that this shipment contains').click()
    const sent = await sentBy<Sent>(shipmentsApi.create, () =>
      button(customer, /^Book and print label/)
        .first()
        .click(),
    )
    expect(sent).not.toHaveProperty('delivery_address')
    expect(sent).toMatchObject({
      collection_address: { street_address: '12 Long Street' },
      delivery_pickup_point_id: expect.stringMatching(/./),
    })
    await customer.waitForURL(/\/shipments\/success/)
  })

  it('[SHIP-035] [SHIP-036] offers the type Custom with empty sizes, and shows the disclaimer', async () => {
    await opened(customer)
    const kind = row(customer).getByRole('combobox', { name: 'Type' })
    await expect.poll(() => kind.inputValue()).toBe('Standard flyer')
    await kind.click()
    await customer.getByRole('option', { name: 'Custom', exact: true }).click()
    for (const name of ['Length', 'Width', 'Height', 'Weight'])
      expect(await row(customer).getByLabel(name).inputValue(), name).toBe('')
    await customer
      .getByText('Additional costs may occur if incorrect parcel dimensions and weight are submitted.', {
        exact: true,
      })
      .waitFor()
  })

  it('[SHIP-068] names the missing required fields', async () => {
    await opened(customer)
    await row(customer).getByLabel('Weight').fill('')
    await button(customer, /^Book and print label/)
      .first()
      .click()
    await customer.getByText('Please fill in all the required fields.').first().waitFor()
    for (const name of [
      'Service is required.',
      'Delivery contact name is required.',
      'Delivery mobile number or email is required.',
      'Parcel weight is required.',
    ])
      await customer.getByRole('link', { name }).first().waitFor()
  })

  it('[SHIP-054] [SHIP-055] reports each size that is too large to customers, and only the first one of a parcel to staff', async () => {
    const clerk = await product.as('johan@fynbos.example')
    for (const page of [customer, clerk]) {
      await opened(page)
      for (const [name, value] of Object.entries({ Length: 900, Width: 800, Height: 10, Weight: 9000 }))
        await row(page).getByLabel(name).fill(String(value))
    }
    const exceededMeasures = async (page: Page) => {
      await button(page, /^(Book and print label|Create shipment and print label)/)
        .first()
        .click()
      const links = page.getByRole('link', { name: /Some parcels exceed the maximum allowed/ })
      await links.first().waitFor()
      await product.settled(page)
      return (await links.allInnerTexts()).map((text) => /allowed (\w+)/.exec(text)?.[1])
    }
    expect(await exceededMeasures(customer)).toEqual(['length', 'width', 'weight'])
    expect(await exceededMeasures(clerk)).toEqual(['length'])
    await clerk.context().close()
  })

  it('[SHIP-083] accepts a declared value up to the maximum, and only when it is offered', async () => {
    await opened(customer)
    const value = customer.getByLabel('Declared value')
    await customer.getByText('Cover up to R 2,000.00').waitFor()
    await value.fill('2000.01')
    await button(customer, /^Book and print label/)
      .first()
      .click()
    await customer
      .getByText(/R 2,000\.00/)
      .nth(1)
      .waitFor()
    await product.saveSettings({ insurance_declared_value_enabled: false })
    await opened(customer)
    await product.settled(customer)
    expect(await customer.getByLabel('Declared value').count()).toBe(0)
    await product.saveSettings({ insurance_declared_value_enabled: true })
  })

  it('[SHIP-086] offers foreign countries only when the company serves them, separately for each side', async () => {
    const byHand = async (which: 'Collection' | 'Delivery') => {
      const here = side(customer, which)
      await here.getByRole('button', { name: 'Enter the address by hand' }).click()
      await here.getByRole('textbox', { name: /Street address/ }).waitFor()
      await product.settled(customer)
      return here.getByRole('combobox', { name: 'Country' })
    }
    await product.saveSettings({
      international_enabled: true,
      international_collection_countries: [],
      international_delivery_countries: ['Namibia'],
    })
    await opened(customer)
    const to = await optionsOf(customer, await byHand('Delivery'))
    expect(to).toContain('Namibia')
    expect(to).not.toContain('Botswana')
    expect(await (await byHand('Collection')).count()).toBe(0)
    await product.saveSettings({ international_collection_countries: ['Botswana'] })
    await opened(customer)
    const from = await optionsOf(customer, await byHand('Collection'))
    expect(from).toContain('Botswana')
    expect(from).not.toContain('Namibia')
    await product.saveSettings({ international_enabled: false })
    await opened(customer)
    expect(await (await byHand('Delivery')).count()).toBe(0)
  })

  it('[SHIP-001] creates a return, and saves a copy as a quote', async () => {
    const one = await request('POST', '/shipments', plain())
    await openShipment(staff, one)
    await button(staff, 'More').click()
    await staff.getByRole('menuitem', { name: 'Create return' }).click()
    await staff.getByRole('heading', { level: 1, name: 'Return shipment' }).waitFor()
    await side(staff, 'Collection').getByText('31 Bath Avenue').waitFor()
    await side(staff, 'Delivery').getByText('12 Commissioner Street').waitFor()
    const sent = await sentBy<Sent>(shipmentsApi.create, () =>
      button(staff, /^Create shipment and print label/)
        .first()
        .click(),
    )
    expect(sent).toMatchObject({ is_return: true, short_tracking_reference: one.short_tracking_reference })
    await staff.waitForURL(/\/shipments\/success/)
    await opened(staff, `/shipments/new?duplicate=${one.id}`)
    await side(staff, 'Collection').getByText('12 Commissioner Street').waitFor()
    await staff.getByRole('radio', { name: /^Economy/ }).waitFor()
    const quoted = await sentBy<Sent>(shipmentsApi.create, () => button(staff, /quote/i).first().click())
    expect(quoted).toMatchObject({ save_as: 'quote', duplicated_from_id: one.id })
    expect(quoted).not.toHaveProperty('is_return')
    await staff.waitForURL(/\/shipment-quotes\/\d+$/)
  })
})

describe('changing and cancelling a shipment', () => {
  it('[SHIP-072] sends only the changed fields', async () => {
    const one = await request('POST', '/shipments', { ...plain(), customer_reference: 'PO 1' })
    await openShipment(staff, one)
    await staff.getByRole('link', { name: 'Edit references' }).click()
    await staff.getByLabel('Customer reference', { exact: false }).first().fill('PO 2')
    await button(staff, 'Show what changes').click()
    const sent = await sentBy<Record<string, unknown>>(shipmentsApi.change, () =>
      button(staff, 'Save changes').click(),
    )
    // Every request carries the company id.
    expect(Object.keys(sent).toSorted()).toEqual(['customer_reference', 'id', 'provider_id', 'version'])
    expect(sent).toMatchObject({ id: one.id, customer_reference: 'PO 2' })
    await expect.poll(() => card(staff, 'Account')).toContain('PO 2')
  })

  it('[SHIP-087] [SHIP-088] hides the invoice trigger from customers, and gives them fewer fields after collection and none after cancelling', async () => {
    const one = await request('POST', '/shipments', plain())
    const fieldsFor = async (page: Page) => {
      await page.goto(`${product.web}/shipments/${one.id}/edit`)
      await page.getByLabel('Contact name').first().waitFor()
      await product.settled(page)
      const open = (name: 'Collection' | 'Delivery') =>
        side(page, name)
          .locator('input:not(:disabled):not([readonly]), textarea:not(:disabled):not([readonly])')
          .count()
      return {
        collection: await open('Collection'),
        delivery: await open('Delivery'),
        trigger: (await page.getByLabel('May be invoiced from').count()) > 0,
      }
    }
    const [office, theirs] = [await fieldsFor(staff), await fieldsFor(customer)]
    expect(office.trigger).toBe(true)
    expect(theirs).toEqual({ ...office, trigger: false })
    await change(one.id, { status: 'collected' })
    const late = await fieldsFor(customer)
    expect(late.collection).toBe(0)
    expect(late.delivery).toBeGreaterThan(0)
    expect(late.delivery).toBeLessThan(theirs.delivery)
    await customer
      .getByText('After collection the collection address can no longer be changed. Please contact us.')
      .waitFor()
    await request('POST', '/shipments/cancel', { id: one.id, message: 'Not needed' })
    await openAnew(customer, one)
    await customer.locator('header [data-badge]').filter({ hasText: 'Cancelled' }).first().waitFor()
    await product.settled(customer)
    expect(await customer.getByRole('link', { name: /^Edit/ }).count()).toBe(0)
    await customer.goto(`${product.web}/shipments/${one.id}/edit`)
    await customer.getByText('A cancelled shipment cannot be changed.').waitFor()
    expect((await fieldsFor(staff)).delivery).toBeGreaterThan(0)
  })

  it('[SHIP-088] [SHIP-089] changes service, cover, parcels and references on the edit page, and shows the price before it is saved', async () => {
    const one = await request('POST', '/shipments', plain())
    await staff.goto(`${product.web}/shipments/${one.id}/edit`)
    await staff.getByRole('radio', { name: /^Local Overnight/ }).check()
    await staff.getByLabel('Declared value').fill('1500')
    await button(staff, 'Add parcel').click()
    const second = staff.getByRole('group', { name: 'Parcel row 2' })
    for (const [name, value] of Object.entries({ Length: 30, Width: 20, Height: 10, Weight: 2 }))
      await second.getByLabel(name).fill(String(value))
    await button(staff, 'Show what changes').click()
    const changes = staff.getByRole('region', { name: 'What changes' }).last()
    await changes.getByRole('term').first().waitFor()
    const text = (await changes.innerText()).replaceAll(/\s+/g, ' ')
    expect(text).toContain('Local Overnight Parcel (was Economy)')
    const [, price] = /Price (R [\d,.]+) \(was R/.exec(text) ?? []
    expect((await request('GET', `/shipments/${one.id}`)).rate).toBe(one.rate)
    await button(staff, 'Save changes').click()
    await staff.waitForURL(/\/shipments\/\d+$/)
    const saved = await request('GET', `/shipments/${one.id}`)
    expect(saved.parcels).toHaveLength(2)
    expect(`R ${saved.rate.toFixed(2)}`).toBe(price?.replace(',', ''))
    await staff
      .getByText(/Service level changed from Economy to Local Overnight Parcel.*price R /)
      .first()
      .waitFor()
  })

  it('[SHIP-089] merges what another user saved in other fields, and asks which value to keep where both changed one', async () => {
    const one = await request('POST', '/shipments', plain())
    const edit = async (reference: string) => {
      await staff.goto(`${product.web}/shipments/${one.id}/edit`)
      await staff.getByLabel('Customer reference', { exact: false }).first().fill(reference)
      await button(staff, 'Show what changes').click()
      await button(staff, 'Save changes').waitFor()
    }
    await edit('PO 21')
    await change(one.id, { special_instructions_delivery: 'Use the gate' })
    await button(staff, 'Save changes').click()
    await staff.waitForURL(/\/shipments\/\d+$/)
    expect(await request('GET', `/shipments/${one.id}`)).toMatchObject({
      customer_reference: 'PO 21',
      special_instructions_delivery: 'Use the gate',
    })
    await edit('PO 22')
    await change(one.id, { customer_reference: 'PO 23' })
    await button(staff, 'Save changes').click()
    await staff.getByText('Someone else changed this shipment in the meantime.').waitFor()
    await staff.getByRole('radio', { name: /^Keep mine/ }).check()
    await button(staff, 'Show what changes').click()
    await button(staff, 'Save changes').click()
    await staff.waitForURL(/\/shipments\/\d+$/)
    expect(await request('GET', `/shipments/${one.id}`)).toMatchObject({ customer_reference: 'PO 22' })
  })

  it('says that printed labels are outdated until they are printed again', async () => {
    const one = await request('POST', '/shipments', plain())
    const print = () =>
      request('GET', `/shipments/batch-label?ids=${one.id}&format=pdf&kind=sticker&force_print=true`)
    const outdated = staff.getByText('The printed label no longer says what is booked.', { exact: false })
    await print()
    await change(one.id, { special_instructions_delivery: 'Gate 9' })
    await openAnew(staff, one)
    await outdated.waitFor()
    await print()
    await openAnew(staff, one)
    await product.settled(staff)
    expect(await outdated.count()).toBe(0)
  })

  it('[SHIP-001] [SHIP-093] [SHIP-095] requires a reason, and does not let customers cancel after collection', async () => {
    const one = await request('POST', '/shipments', plain())
    await openShipment(customer, one)
    await button(customer, 'More').click()
    await customer.getByRole('menuitem', { name: 'Cancel shipment…' }).click()
    const dialog = customer.getByRole('dialog', { name: /^Cancel shipment/ })
    await dialog.getByRole('button', { name: 'Cancel shipment' }).click()
    await dialog.getByText('Reason for cancelling shipment is required.').first().waitFor()
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    await customer.getByRole('option').first().click()
    const sent = await sentBy<{ id: number; message: string }>(shipmentsApi.cancel, () =>
      dialog.getByRole('button', { name: 'Cancel shipment' }).click(),
    )
    expect(sent.id).toBe(one.id)
    expect(sent.message).not.toBe('')
    await customer.locator('header [data-badge]').filter({ hasText: 'Cancelled' }).first().waitFor()
    const collected = await request('POST', '/shipments', plain())
    await change(collected.id, { status: 'collected' })
    await openShipment(customer, collected)
    await button(customer, 'More').click()
    const rejected = customer.getByRole('menuitem', { name: /^Cancel shipment…/ })
    expect(await rejected.getAttribute('aria-disabled')).toBe('true')
    await rejected.getByText('A shipment that has been collected can no longer be cancelled.').waitFor()
    await customer.keyboard.press('Escape')
    await openShipment(staff, collected)
    await button(staff, 'More').click()
    expect(
      await staff.getByRole('menuitem', { name: 'Cancel shipment…' }).getAttribute('aria-disabled'),
    ).toBeNull()
    await staff.keyboard.press('Escape')
  })
})

describe('documents, events and notes of a shipment', () => {
  it('[SHIP-003] give staff the status, audit trail, collection requests, invoices and credit notes', async () => {
    const one = await request('POST', '/shipments', plain())
    await openShipment(staff, one)
    await button(staff, /^Status .*Change$/).waitFor()
    await button(staff, 'More').click()
    await staff.getByRole('menuitem', { name: 'Audit trail' }).click()
    await staff.getByRole('dialog').first().waitFor()
    await staff.keyboard.press('Escape')
    const menu = staff.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Collection requests', exact: true }).waitFor()
    await staff.goto(`${product.web}/billing`)
    await staff.getByRole('tab', { name: 'Invoices' }).click()
    await staff.getByRole('radio', { name: 'Credit notes' }).waitFor()
    await customer.goto(`${product.web}/top-up-account`)
    await customer.getByRole('heading', { level: 1, name: /Top up/ }).waitFor()
  })

  it('[SHIP-104] [SHIP-107] [SHIP-108] include ZPL stickers and an A4 waybill per parcel or per shipment', async () => {
    const one = await request('POST', '/shipments', { ...plain(), parcels: [size, size] })
    await openShipment(staff, one)
    const printLabel = async (entry: string) => {
      await button(staff, /^Label/).click()
      const calls: SentCall[] = []
      const { url } = await product.leaves(staff, async () => {
        calls.push(
          await product.sends(shipmentsApi.batchLabel, () =>
            staff.getByRole('menuitem', { name: entry }).click(),
          ),
        )
      })
      expect(calls[0]?.answer).toMatchObject({ url: url.href })
      const file = await product.download(url)
      return { query: calls[0]?.input ?? {}, body: file.body.toString('latin1') }
    }
    const zpl = await printLabel('Stickers for a label printer (ZPL)')
    expect(zpl.query).toMatchObject({ format: 'zpl', force_print: 'true' })
    expect(zpl.body.match(/\^XA/g)).toHaveLength(2)
    const pages = (text: string) => text.match(/\/Type \/Page\b/g)?.length ?? 0
    const waybill = await printLabel('Waybill (A4)')
    expect(waybill.body.startsWith('%PDF')).toBe(true)
    const each = pages(waybill.body)
    await product.saveSettings({ default_waybill_type: 'shipment' })
    const whole = pages((await printLabel('Waybill (A4)')).body)
    expect([each, whole]).toEqual([2, 1])
    await product.saveSettings({ default_waybill_type: 'parcel' })
  })

  it('[SHIP-109] [SHIP-110] include a dimensions event and a price event for a measurement, the price event for staff only', async () => {
    // Below this amount a measured price does not wait for a dispute, and needs no photo.
    await product.saveSettings({ charge_discrepancy_threshold_min_amount: 10_000 })
    const one = await request('POST', '/shipments', plain())
    await change(one.id, { status: 'at-hub', ...withMessage('Brought in') })
    const { branches } = await request<{ branches: { id: number }[] }>('GET', '/branches')
    await request('POST', '/tracking/shipment-events', {
      parcel_reference: one.parcels[0]?.tracking_reference,
      mode: 're-measure',
      branch_id: branches[0]?.id,
      scan_id: crypto.randomUUID(),
      scanned_at: product.now(),
      length_cm: 80,
      width_cm: 60,
      height_cm: 60,
      weight_kg: 3,
      confirm_measures: true,
    })
    await openShipment(staff, one)
    await staff.getByLabel('Show system events').check()
    await staff.getByText('The parcel has been measured: 80×60×60 cm, 3 kg.').first().waitFor()
    await staff
      .getByText(/^The price changed from R .* to R /)
      .first()
      .waitFor()
    await openShipment(customer, one)
    await customer.getByRole('heading', { name: 'Tracking timeline' }).waitFor()
    await product.settled(customer)
    expect(await customer.getByText(/The price changed from/).count()).toBe(0)
  })

  it('[SHIP-111] include notes that are added, shown to the chosen readers and removed', async () => {
    const one = await request('POST', '/shipments', plain())
    await openShipment(staff, one)
    const add = async (text: string, forCustomer: boolean) => {
      await button(staff, 'Add note').first().click()
      await staff.getByRole('textbox', { name: 'Note' }).fill(text)
      if (forCustomer) await staff.getByRole('radio', { name: 'The customer too' }).check()
      const sent = await product.sends(shipmentsApi.addNote, () => button(staff, 'Add note').last().click())
      expect(sent).toMatchObject({ status: 200, input: { message: text } })
      await staff.getByText(text).first().waitFor()
    }
    await add('Call the depot first', false)
    await add('Gate code 1234', true)
    await openShipment(customer, one)
    await customer.getByText('Gate code 1234').first().waitFor()
    await product.settled(customer)
    expect(await customer.getByText('Call the depot first').count()).toBe(0)
    const { shipment_notes } = await request<{ shipment_notes: { message: string }[] }>(
      'GET',
      `/shipments/notes?shipment_id=${one.id}`,
    )
    expect(shipment_notes.map(({ message }) => message)).toEqual(['Gate code 1234', 'Call the depot first'])
    await button(staff, 'Remove note').first().click()
    const removed = await product.sends(shipmentsApi.removeNote, () =>
      staff
        .getByRole('alertdialog', { name: 'Remove this note?' })
        .getByRole('button', { name: 'Remove note' })
        .click(),
    )
    expect(removed.status).toBe(204)
    await staff.getByText('Gate code 1234').waitFor({ state: 'detached' })
    await staff.getByText('Call the depot first').first().waitFor()
    await openAnew(customer, one)
    await customer.getByText('No notes yet.').waitFor()
  })
})

describe('guest bookings', () => {
  it('[SHIP-048] [SHIP-082] require a billing email and a confirmation of the contents when the company requires them', async () => {
    const guest = await product.window()
    await guest.goto(`${product.web}/shipments/new`)
    await guest.getByRole('heading', { level: 1, name: 'New shipment' }).waitFor()
    await guest.getByRole('textbox', { name: 'Billing email' }).waitFor()
    await guest.locator('img[src="/images/dangerous_goods.png"]').waitFor()
    const confirm = guest.getByRole('checkbox', { name: /^I confirm that this shipment contains/ })
    expect(await confirm.isChecked()).toBe(false)
    await fillSide(guest, 'Collection', 'Hyde Park, Sandton, 2196')
    await fillSide(guest, 'Delivery', 'Rosebank, Johannesburg, 2196')
    await guest.getByRole('radio', { name: /^Economy/ }).check()
    await button(guest, 'Book and pay').first().click()
    await guest.getByRole('link', { name: 'Please provide an email address for billing purposes.' }).waitFor()
    await guest.getByRole('textbox', { name: 'Billing email' }).fill('gugu@example.com')
    await button(guest, 'Book and pay').first().click()
    await guest
      .getByRole('link', { name: /dangerous/i })
      .first()
      .waitFor()
    expect(new URL(guest.url()).pathname).toBe('/shipments/new')
    await product.saveSettings({
      require_billing_email_for_guests: false,
      dangerous_goods_confirmation: false,
    })
    await guest.reload()
    await guest.getByRole('heading', { level: 1, name: 'New shipment' }).waitFor()
    await side(guest, 'Delivery').waitFor()
    await product.settled(guest)
    expect(await guest.getByRole('textbox', { name: 'Billing email' }).count()).toBe(0)
    expect(await confirm.count()).toBe(0)
    await product.saveSettings({ require_billing_email_for_guests: true, dangerous_goods_confirmation: true })
    await guest.context().close()
  })

  it('[SHIP-078] [SHIP-080] are possible unless the company takes none, which does not affect signed-in users', async () => {
    const guest = await product.window()
    const title = (name: string) => guest.getByRole('heading', { level: 1, name }).waitFor()
    await guest.goto(`${product.web}/shipments/new`)
    await title('New shipment')
    await product.saveSettings({ unused_feature_guest_shipment_creation: true })
    await guest.goto(`${product.web}/shipments/new`)
    await title('Quick quote')
    await customer.goto(`${product.web}/shipments/new`)
    await customer.getByRole('heading', { level: 1, name: 'New shipment' }).waitFor()
    await product.saveSettings({ unused_feature_guest_shipment_creation: false })
    await guest.context().close()
  })

  it('log no crash and no console error', () => {
    expect(product.pageErrors).toEqual([])
  })
})
