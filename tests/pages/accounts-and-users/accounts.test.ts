import { accountsApi } from '@waybill/domain/accounts/api'
import { active_statuses } from '@waybill/domain/shipments/statuses/status'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let staff: Page

const email = 'thandi@fynbos.example'
const owner = 'riaan@overbergbooks.example'

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(email)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string | RegExp) => page.getByLabel(name, { exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

/** Chooses the option `option` in the combobox `name`. */
async function choose(page: Page, name: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Returns the id of the account with this account code. */
async function idOf(code: string): Promise<number> {
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
    email,
    'GET',
    `/accounts?account_code=${code}`,
  )
  return accounts[0]?.id ?? 0
}

/** Opens the account of the demo customers as staff and returns its id. */
async function openOverberg(): Promise<number> {
  const id = await idOf('OVB014')
  await open(staff, `/accounts/${id}`)
  await heading(staff, /Overberg Books/)
  return id
}

describe('address and contact forms', () => {
  const filledIn = (page: Page, label: string | RegExp) =>
    page.getByRole('dialog').getByRole('textbox', { name: label }).getAttribute('autocomplete')

  it('give browsers autocomplete hints, and offer a country when the company serves other countries', async () => {
    const add = async () => {
      await open(staff, `/address-book?account_id=${await idOf('OVB014')}`)
      await button(staff, 'Add address').first().click()
      await staff.getByRole('dialog').getByRole('button', { name: 'Enter the address by hand' }).click()
      await staff
        .getByRole('dialog')
        .getByRole('textbox', { name: /^Street address/ })
        .waitFor()
      await product.settled(staff)
    }
    const country = () => staff.getByRole('dialog').getByRole('combobox', { name: 'Country' })
    await add()
    expect(await country().count()).toBe(0)
    for (const [label, token] of [
      [/^Company/, 'organization'],
      [/^Street address/, 'address-line1'],
      ['Suburb', 'address-level3'],
      ['City', 'address-level2'],
      [/^Postal code/, 'postal-code'],
      ['Contact name', 'name'],
      ['Mobile number', 'tel'],
      [/^Email/, 'email'],
    ] as const)
      expect([label, await filledIn(staff, label)]).toEqual([label, token])
    const type = (label: string | RegExp) =>
      staff.getByRole('dialog').getByRole('textbox', { name: label }).getAttribute('type')
    expect([await type('Mobile number'), await type(/^Email/)]).toEqual(['tel', 'email'])
    await product.saveSettings({
      international_enabled: true,
      international_collection_countries: ['Lesotho'],
      international_delivery_countries: ['Namibia'],
    })
    await add()
    await country().click()
    const offered = staff.getByRole('listbox', { name: 'Country' }).getByRole('option')
    expect((await offered.allInnerTexts()).toSorted()).toEqual(['Lesotho', 'Namibia', 'South Africa'])
    await product.saveSettings({ international_enabled: false })
  })

  it('give the two sides of a booking separate autocomplete sections', async () => {
    await open(staff, '/shipments/new')
    await staff.getByRole('textbox', { name: 'Contact name' }).first().waitFor()
    const tokens = await staff
      .getByRole('textbox', { name: 'Mobile number' })
      .evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete')))
    expect(tokens).toEqual(['section-collection tel', 'section-delivery tel'])
  })
})

const hold_banner = /Your account is on hold\./

describe('accounts', () => {
  it('[ACC-012] [ACC-020] [ACC-022] lets staff open an account with an owner and find it in the list', async () => {
    await open(staff, '/accounts')
    await heading(staff, 'Accounts')
    await staff.getByRole('row').nth(1).waitFor()
    await staff.getByRole('link', { name: 'New account' }).click()
    await heading(staff, 'New account')
    await button(staff, 'Open account').click()
    await staff.getByText('Give the account a name.').first().waitFor()
    await field(staff, 'Name').fill('Karoo Candles')
    await staff.getByRole('textbox', { name: /^Tags/ }).fill('Retail')
    await field(staff, 'Street address, stand or house number').fill('12 Bofors Circle')
    await field(staff, 'Suburb').fill('Epping')
    await field(staff, 'City').fill('Cape Town')
    await field(staff, 'Owner’s name').fill('Anika Botha')
    await field(staff, 'Owner’s email').fill('riaan@overbergbooks.example')
    await button(staff, 'Open account').click()
    await staff.getByText('User with email riaan@overbergbooks.example already exists').first().waitFor()
    expect(await field(staff, 'Name').inputValue()).toBe('Karoo Candles')
    await field(staff, 'Owner’s email').fill('anika@karoocandles.example')
    await button(staff, 'Open account').click()
    await heading(staff, 'Karoo Candles')
    await staff.getByText('Retail', { exact: true }).waitFor()
    await tab(staff, 'Users')
    await staff.getByRole('row', { name: /Anika Botha.*Invited/ }).waitFor()
    await open(staff, '/accounts?q=karoo+candles')
    await staff.getByRole('row', { name: /KAR\d{3}.*Karoo Candles.*Active.*CPT/ }).waitFor()
  })

  it('[ACC-007] [SHELL-036] [ACC-013] [ACC-014] puts an account on hold, shows the hold to its users, blocks their bookings and releases the hold', async () => {
    const id = await openOverberg()
    await button(staff, 'Put on hold').click()
    await button(staff, 'Put account on hold').click()
    await staff.getByText('Enter why the account is put on hold.').first().waitFor()
    await staff.getByLabel('Reason').fill('Cheque returned by the bank')
    await button(staff, 'Put account on hold').click()
    await staff.getByText('Put on hold by hand: Cheque returned by the bank').waitFor()

    const customer = await product.as(owner)
    const requested = await product.sends(accountsApi.settings, () => open(customer, '/account'))
    await customer.getByText(hold_banner).first().waitFor()
    expect(requested.input).toMatchObject({ account_id: String(id), limit: '9999' })
    expect(await product.answerTo(owner, 'POST', '/shipments', booking)).toEqual({
      status: 400,
      body: expect.objectContaining({
        message: expect.stringMatching(hold_banner.source.replace('\\.', '')),
      }),
    })
    await button(staff, 'Release hold').click()
    await button(staff, 'Put on hold').waitFor()
    await customer.reload()
    await heading(customer, 'Account')
    await product.settled(customer)
    expect(await customer.getByText(hold_banner).count()).toBe(0)
  })

  it('[ACC-010] [ACC-011] reads an account by id and sends only the changed field', async () => {
    const id = await idOf('HVO003')
    const read = await product.sends(accountsApi.list, () => open(staff, `/accounts/${id}`))
    await heading(staff, 'Highveld Optical')
    expect(read.input['id']).toContain(String(id))
    await button(staff, 'Edit').first().click()
    await staff.getByRole('textbox', { name: /^Support email/ }).fill('help@highveld.example')
    const sent = await product.sends(accountsApi.change, () => button(staff, 'Save changes').click())
    expect(sent.status).toBe(200)
    await staff.getByText('help@highveld.example').waitFor()
    const { version, provider_id: _company, ...patch } = sent.input
    expect(patch).toEqual({ id, support_email: 'help@highveld.example' })
    expect(version).toBeTypeOf('number')
  })

  it('[ACC-022] shows the balance, shipments, promises and claims of an account first, each with the list behind it', async () => {
    const id = await openOverberg()
    const figures = staff.getByRole('region', { name: 'Figures of Overberg Books (Pty) Ltd' })
    const figure = (name: string) => figures.getByRole('link', { name: new RegExp(`^${name}`) })
    const { count } = await product.ask<{ count: number }>(
      email,
      'GET',
      `/shipments?account_id=${id}&status=${active_statuses.join(',')}&limit=1`,
    )
    expect(count).toBeGreaterThan(0)
    await figure(`In progress ?${count}`).waitFor()
    for (const name of ['Balance', 'Needs attention', 'Revenue', 'On time', 'Open claims'])
      await figure(name).waitFor()
    await staff.getByRole('heading', { name: 'Shipments by week' }).waitFor()
    await product.saveSettings({
      dashboard_show_revenue: false,
      exclude_dashboard_statuses: ['submitted', 'delivery-exception'],
    })
    await openOverberg()
    await figure('In progress').waitFor()
    expect(await figure('Revenue').count()).toBe(0)
    expect(await figure('In progress').getAttribute('href')).not.toContain('submitted')
    const attended = await figure('Needs attention').getAttribute('href')
    expect(attended).toContain('&status=')
    expect(attended).not.toContain('delivery-exception')
    await product.saveSettings({ dashboard_show_revenue: true, exclude_dashboard_statuses: [] })
    await openOverberg()
    await figure('In progress').click()
    await staff
      .getByText(new RegExp(`of ${count}\\b|^${count} shipments?`))
      .first()
      .waitFor()
  })

  it('[ACC-022] adds a note, plans a price list change from a later day and cancels it', async () => {
    await openOverberg()
    await tab(staff, 'Notes')
    await button(staff, 'Add note').click()
    await field(staff, 'Note').fill('Gate code is 4411')
    await button(staff, 'Add note').click()
    await staff.getByText('Gate code is 4411').waitFor()
    await button(staff, 'Add note').waitFor()

    await tab(staff, 'Rates')
    await button(staff, 'Change price list').click()
    await choose(staff, 'Price list', 'Gold clients')
    await staff.getByRole('radio', { name: 'From a later day' }).check()
    await button(staff, 'Plan price list').click()
    await staff.getByText('Choose a day after today.').first().waitFor()
    const soon = new Date(product.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10)
    await staff.getByRole('textbox', { name: 'First day' }).fill(soon)
    await staff.keyboard.press('Tab')
    await button(staff, 'Plan price list').click()
    await staff.getByText(/^Gold clients, from \d+ \w+/).waitFor()
    await staff.getByText('Default group', { exact: true }).waitFor()
    await button(staff, 'Cancel the planned change').click()
    await staff.getByText(/^Gold clients, from/).waitFor({ state: 'detached' })
  })

  it('[ACC-016] [ACC-017] [ACC-009] applies account settings and lists the account’s own parcel types first', async () => {
    await openOverberg()
    await tab(staff, 'Settings')
    await staff.getByRole('textbox', { name: /^Parcel categories/ }).fill('Books\nMagazines')
    await choose(staff, 'Label format', /^ZPL/)
    const saved = await product.sends(accountsApi.saveSettings, () => button(staff, 'Save settings').click())
    expect(saved.status).toBe(200)
    await tab(staff, 'Parcel types')
    await button(staff, 'Edit list').click()
    await button(staff, 'Add parcel type').click()
    await field(staff, 'Parcel type 1').fill('Book crate')
    await button(staff, 'Save changes').click()
    await staff.getByRole('cell', { name: 'Book crate' }).waitFor()

    const customer = await product.as(owner)
    await open(customer, '/shipments/new')
    await heading(customer, 'New shipment')
    const types = customer.getByRole('combobox', { name: 'Type' }).first()
    await types.click()
    const listed = customer.getByRole('listbox').getByRole('option')
    // The list of the company loads before the types that the account adds to it.
    await listed.filter({ hasText: 'Book crate' }).waitFor()
    await product.settled(customer)
    const offered = await listed.allTextContents()
    expect(offered[0]).toContain('Book crate')
    expect(offered.join(' ')).toContain('Standard flyer')
  })

  it('[ACC-019] [ACC-002] [ACC-027] shows customers their own account in tabs', async () => {
    await product.saveSettings({ enable_cost_centers: true })
    const customer = await product.as(owner)
    await open(customer, '/account')
    await heading(customer, 'Account')
    await customer.getByRole('tab', { name: 'Cost centres' }).waitFor()
    await product.settled(customer)
    expect(await customer.getByRole('tab').allTextContents()).toEqual([
      'Details',
      'Billing',
      'Invoices',
      'Credit notes',
      'Users',
      'Parcel types',
      'Cost centres',
      'Claims',
    ])
    expect(await customer.getByText('Key account').count()).toBe(0)
    await button(customer, 'Edit delivery and messages').click()
    await choose(customer, 'Proof of delivery', 'Goods-received voucher')
    await button(customer, 'Save changes').click()
    await button(customer, 'Edit delivery and messages').waitFor()
    await customer.getByText('Goods-received voucher').waitFor()
    await tab(customer, 'Cost centres')
    await button(customer, 'Edit list').click()
    await button(customer, 'Add cost centre').click()
    await field(customer, 'Name 1').fill('Warehouse')
    await button(customer, 'Save changes').click()
    await customer.getByRole('cell', { name: 'Warehouse' }).waitFor()
    await open(customer, '/shipments/new')
    await choose(customer, 'Cost centre', 'Warehouse')
  })

  it('[ACC-012] closes an account with a reason, rejects this while the account has a balance, and reopens it', async () => {
    const { id } = await product.ask<{ id: number }>(email, 'POST', '/accounts', {
      name: 'Karoo Lanterns',
      default_collection_address: { address: booking.collection_address },
      first_user: { name: 'Anika Botha', email: 'anika@karoolanterns.example' },
    })
    await open(staff, `/accounts/${id}`)
    const act = async (name: string) => {
      await button(staff, 'More actions').click()
      await staff.getByRole('menuitem', { name }).click()
    }
    await act('Close account')
    await button(staff, 'Close account').click()
    await staff.getByText('Enter the reason for closing the account.').first().waitFor()
    await staff.getByRole('textbox', { name: 'Reason' }).fill('Moved to another town')
    await button(staff, 'Close account').click()
    await staff.getByText('This account is closed.').waitFor()
    await staff.getByText(/Moved to another town/).waitFor()
    await act('Reopen account')
    await button(staff, 'Put on hold').waitFor()

    await openOverberg()
    await act('Close account')
    await staff.getByRole('textbox', { name: 'Reason' }).fill('Test')
    await button(staff, 'Close account').click()
    await staff
      .getByText(/^The account (owes|has) R/)
      .first()
      .waitFor()
    expect(product.pageErrors).toEqual([])
  })
})

const booking = {
  collection_address: {
    type: 'business',
    company: '',
    street_address: '12 Bofors Circle',
    local_area: 'Epping',
    city: 'Cape Town',
    code: '7460',
    zone: 'WC',
  },
  collection_contact: { name: 'Riaan Jooste', mobile_number: '0215550142' },
  delivery_address: {
    type: 'business',
    company: '',
    street_address: '31 Bath Avenue',
    local_area: 'Rosebank',
    city: 'Johannesburg',
    code: '2196',
    zone: 'GP',
  },
  delivery_contact: { name: 'Naledi Mokoena', mobile_number: '0821234567' },
  parcels: [
    {
      submitted_length_cm: 42,
      submitted_width_cm: 38,
      submitted_height_cm: 5,
      submitted_weight_kg: 3,
    },
  ],
  service_level_code: 'ECO',
  dangerous_goods_confirmed: true,
}
