import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { optionLinesOf, optionsOf } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

/** Page tests for addresses, contacts, pickup points and their PINs. */

const admin = 'thandi@fynbos.example'
const riaan = 'riaan@overbergbooks.example'

let product: Product
let staff: Page
let customer: Page
let account_id: number

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
  customer = await product.as(riaan)
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
    admin,
    'GET',
    '/accounts?account_code=OVB014',
  )
  account_id = accounts[0]?.id ?? 0
}, 180_000)
afterAll(async () => product.close())

const open = async (page: Page, address: string): Promise<void> =>
  void (await page.goto(product.web + address))
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('address entered by hand', () => {
  const dialog = () => customer.getByRole('dialog', { name: 'Add address' })
  const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })

  it('[ADDR-001] [ADDR-003] has company, street, suburb, postal code, city and province, and a choice of home or business', async () => {
    await open(customer, '/address-book')
    await press(customer, 'Add address')
    await dialog().getByRole('button', { name: 'Enter the address by hand' }).click()
    await dialog()
      .getByRole('textbox', { name: /^Company/ })
      .fill('Karoo Candles')
    await field('Street address, stand or house number').fill('12 Bofors Circle')
    await field('Suburb').fill('Epping')
    await dialog()
      .getByRole('textbox', { name: /^Postal code/ })
      .fill('7460')
    await field('City').fill('Cape Town')
    await dialog().getByText('Business', { exact: true }).click()
    expect(await dialog().getByRole('radio', { name: 'Business' }).isChecked()).toBe(true)
    expect(await dialog().getByRole('radio', { name: 'Home' }).isChecked()).toBe(false)
  })

  it('[CONST-002] [CONST-005] [SHELL-003] offers nine provinces with name and code', async () => {
    const provinces = await optionLinesOf(customer, 'Province')
    expect(provinces).toHaveLength(9)
    expect(provinces.map((lines) => lines.at(-1)).toSorted()).toEqual([
      'EC',
      'FS',
      'GP',
      'KZN',
      'LP',
      'MP',
      'NC',
      'NW',
      'WC',
    ])
    await customer.getByRole('combobox', { name: 'Province', exact: true }).click()
    await customer.getByRole('option', { name: /^Western Cape/ }).click()
  })

  it('[ADDR-006] [ADDR-007] [ADDR-009] is stored with its contact and instructions as an address book entry made by hand', async () => {
    await field('Name').fill('Candles in Epping')
    await field('Contact name').fill('Anika Botha')
    await field('Mobile number').fill('082 555 0177')
    await dialog()
      .getByRole('textbox', { name: /^Email/ })
      .fill('anika@karoocandles.example')
    await dialog()
      .getByRole('textbox', { name: /^Instructions for the driver/ })
      .fill('Ring twice')
    await dialog().getByRole('button', { name: 'Add address' }).click()
    await dialog().waitFor({ state: 'detached' })
    const row = customer.getByRole('row').filter({ hasText: 'Candles in Epping' })
    await row.waitFor()
    const text = await row.innerText()
    for (const part of ['12 Bofors Circle', 'Epping', 'Anika Botha', 'anika@karoocandles.example', 'By hand'])
      expect(text).toContain(part)
    const { address_books } = await product.ask<{ address_books: Record<string, unknown>[] }>(
      riaan,
      'GET',
      '/accounts/address-books?search=Candles%20in%20Epping',
    )
    expect(address_books[0]).toMatchObject({
      name: 'Candles in Epping',
      contact_name: 'Anika Botha',
      mobile_number: expect.stringMatching(/82 ?555 ?0177$/),
      source: 'manual',
      account_id,
      special_instructions: 'Ring twice',
      address: { company: 'Karoo Candles', local_area: 'Epping', code: '7460', zone: 'WC', type: 'business' },
    })
  })

  it('is removed with all others that match, on every page, unless it was unticked', async () => {
    for (const at of Array.from({ length: 12 }).keys())
      await product.ask(riaan, 'POST', '/accounts/address-books', {
        name: `Shelf ${10 + at}`,
        address: {
          type: 'business',
          street_address: `${10 + at} Bofors Circle`,
          local_area: 'Epping',
          city: 'Cape Town',
          code: '7460',
          zone: 'WC',
          country: 'South Africa',
        },
      })
    await open(customer, '/address-book?q=Shelf&size=10')
    await customer.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await press(customer, 'Select all 12 that match')
    await customer.getByRole('checkbox', { name: 'Select Shelf 10' }).uncheck()
    await press(customer, 'Remove')
    await customer.getByRole('alertdialog', { name: 'Remove 11 addresses?' }).waitFor()
    await press(customer, 'Remove addresses')
    await customer.getByText('11 addresses removed').waitFor()
    const { address_books } = await product.ask<{ address_books: { name: string }[] }>(
      riaan,
      'GET',
      '/accounts/address-books?search=Shelf',
    )
    expect(address_books.map(({ name }) => name)).toEqual(['Shelf 10'])
    await open(customer, '/address-book')
  })

  it('[CONST-003] stores and shows a mobile number that was typed without the calling code 27', async () => {
    const row = customer.getByRole('row').filter({ hasText: 'Candles in Epping' })
    const { address_books } = await product.ask<{ address_books: { mobile_number: string }[] }>(
      riaan,
      'GET',
      '/accounts/address-books?search=Candles%20in%20Epping',
    )
    expect(address_books[0]?.mobile_number.replaceAll(' ', '')).toMatch(/^(\+27|0)825550177$/)
    expect((await row.innerText()).replaceAll(/\D/g, '')).toContain('825550177')
  })
})

describe('pickup points', () => {
  it('[PP-023] [PP-002] loads a pickup point in the URL by id and network, and lists lockers and counters', async () => {
    const before = product.calls.length
    await open(customer, '/shipments/mobile/new?to-point=own:CG2016')
    await customer.getByText('Claremont locker').first().waitFor()
    const requested = () =>
      product.calls
        .slice(before)
        .filter(({ name }) => name === 'GET /pickup-points')
        .map(({ status, input }) => [status, input['pickup_point_id'], input['pickup_point_provider']])
    await expect.poll(requested).toContainEqual([200, 'CG2016', 'own'])
    await open(customer, '/locations')
    const kinds = customer.getByRole('main')
    for (const name of ['Lockers', 'Counters']) await kinds.getByText(name, { exact: true }).first().waitFor()
  })

  /** Books a shipment from or to a door or a locker, sets its status and returns its id. */
  async function standing(status: string, ends: 'door' | 'to a locker' | 'from a locker'): Promise<number> {
    const { collection_address, delivery_address, ...rest } = booking({ account_id })
    const locker = (side: string) => ({
      [`${side}_pickup_point_id`]: 'CG2016',
      [`${side}_pickup_point_provider`]: 'own',
    })
    const { id } = await product.ask<{ id: number }>(admin, 'POST', '/shipments', {
      ...rest,
      parcels: [
        { submitted_length_cm: 20, submitted_width_cm: 20, submitted_height_cm: 5, submitted_weight_kg: 1 },
      ],
      ...(ends === 'from a locker' ? locker('collection') : { collection_address }),
      ...(ends === 'to a locker' ? locker('delivery') : { delivery_address }),
      mute_notifications: true,
    })
    await product.ask(admin, 'PATCH', '/shipments', {
      id,
      status,
      metadata: { tracking_info: { message: `Now ${status}` } },
    })
    return id
  }
  /** Returns the PINs that the shipment page offers to send again. */
  async function offered(status: string, ends: Parameters<typeof standing>[1]): Promise<string[]> {
    await open(staff, `/shipments/${await standing(status, ends)}`)
    await staff.getByRole('heading', { level: 2, name: 'Proof of delivery' }).waitFor()
    await product.settled(staff)
    return staff.getByRole('button', { name: /^Send .*PIN again$/ }).allInnerTexts()
  }

  it('[PP-027] offers to send the PIN for a door delivery again while it is out for delivery or after a failed attempt', async () => {
    expect(await offered('out-for-delivery', 'door')).toEqual(['Send PIN again'])
    expect(await offered('delivery-failed-attempt', 'door')).toEqual(['Send PIN again'])
    expect(await offered('at-hub', 'door')).toEqual([])
    expect(await offered('out-for-delivery', 'to a locker')).toEqual([])
  })

  it('[PP-028] offers to send the locker pickup PIN again while the parcel is in the locker or is to be fetched back', async () => {
    expect(await offered('ready-for-pickup', 'to a locker')).toEqual(['Send pickup PIN again'])
    expect(await offered('collect-and-return-to-hub', 'to a locker')).toEqual(['Send pickup PIN again'])
    expect(await offered('in-transit', 'to a locker')).toEqual([])
  })

  it('[PP-029] offers to send the drop-off PIN again until the parcel is collected', async () => {
    expect(await offered('awaiting-dropoff', 'from a locker')).toEqual(['Send drop-off PIN again'])
    expect(await offered('collected', 'from a locker')).toEqual([])
  })
})

describe('account type', () => {
  it('[ACC-004] offers prepaid and postpaid', async () => {
    await open(staff, `/accounts/${account_id}`)
    await press(staff, 'Edit billing rules')
    expect(await optionsOf(staff, 'Account type')).toEqual(['Prepaid', 'Postpaid'])
  })
})

it('logs no crash and no console error', () => {
  expect(product.pageErrors).toEqual([])
})
