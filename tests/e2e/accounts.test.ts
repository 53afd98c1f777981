import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, openProduct, type Product } from './product.ts'

let product: Product
let staff: Page
let staff_token: string

async function tokenOf(email: string): Promise<string> {
  const body = JSON.stringify({ email, password: 'waybill-demo', provider_id: 1 })
  const answer = await fetch(`${product.web}/api/login`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${product.web}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${staff_token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

beforeAll(async () => {
  product = await openProduct()
  staff_token = await tokenOf('thandi@fynbos.example')
  staff = await product.window(undefined, staff_token)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string | RegExp) => page.getByLabel(name, { exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

async function onPhone(page: Page, fn: () => Promise<void>) {
  await page.setViewportSize({ width: 390, height: 844 })
  await fn()
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Chooses from a list by what it is called. */
async function choose(page: Page, name: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Shows staff the account of the customers who sign in here; answers its id. */
async function openOverberg(): Promise<number> {
  const { accounts } = await ask<{ accounts: { id: number }[] }>('GET', '/accounts?account_code=OVB014')
  const id = accounts[0]?.id ?? 0
  await open(staff, `/accounts/${id}`)
  await heading(staff, /Overberg Books/)
  return id
}

const hold_banner = /Your account is on hold\./

describe('accounts', () => {
  it('[ACC-012] [ACC-020] [ACC-022] are opened by staff with their owner, and found in the list', async () => {
    await open(staff, '/accounts')
    await heading(staff, 'Accounts')
    await staff.getByRole('row').nth(1).waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
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
    expect(await accessibilityViolations(staff)).toEqual([])
    await onPhone(staff, async () => expect(await accessibilityViolations(staff)).toEqual([]))
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

  it('[ACC-007] [SHELL-036] [ACC-013] [ACC-014] are put on hold, which their people see and which keeps them from booking, and released', async () => {
    const id = await openOverberg()
    expect(await accessibilityViolations(staff)).toEqual([])
    await button(staff, 'Put on hold').click()
    await staff.getByText('Put on hold by hand.').waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])

    const token = await tokenOf('riaan@overbergbooks.example')
    const customer = await product.window(undefined, token)
    const settings = customer.waitForRequest((request) => /\/accounts\/settings\?/.test(request.url()))
    await open(customer, '/account')
    await customer.getByText(hold_banner).first().waitFor()
    const asked = new URL((await settings).url()).searchParams
    expect([asked.get('account_id'), asked.get('limit')]).toEqual([String(id), '9999'])
    const refused = await fetch(`${product.web}/api/shipments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(booking),
    })
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(hold_banner.source.replace('\\.', '')),
    ])
    await button(staff, 'Release hold').click()
    await button(staff, 'Put on hold').waitFor()
    await customer.getByText(hold_banner).first().waitFor({ state: 'detached' })
  })

  it('[ACC-010] [ACC-011] are read by id, and changed field by field on the spot', async () => {
    const { accounts } = await ask<{ accounts: { id: number }[] }>('GET', '/accounts?account_code=HVO003')
    const id = accounts[0]?.id ?? 0
    const read = staff.waitForRequest((request) => /\/accounts\?/.test(request.url()))
    await open(staff, `/accounts/${id}`)
    await heading(staff, 'Highveld Optical')
    expect(new URL((await read).url()).searchParams.get('id')).toContain(String(id))
    await button(staff, 'Edit').first().click()
    await staff.getByRole('textbox', { name: /^Support email/ }).fill('help@highveld.example')
    const sent = staff.waitForRequest((request) => request.method() === 'PATCH')
    await button(staff, 'Save changes').click()
    await staff.getByText('help@highveld.example').waitFor()
    const {
      version,
      provider_id: _company,
      ...patch
    } = (await sent).postDataJSON() as Record<string, unknown>
    expect(patch).toEqual({ id, support_email: 'help@highveld.example' })
    expect(version).toBeTypeOf('number')
  })

  it('[ACC-022] carry notes, and change their price list from a later day, which can be given up', async () => {
    await openOverberg()
    await tab(staff, 'Notes')
    await button(staff, 'Add note').click()
    await field(staff, 'Note').fill('Gate code is 4411')
    await button(staff, 'Add note').click()
    await staff.getByText('Gate code is 4411').waitFor()
    await button(staff, 'Add note').waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])

    await tab(staff, 'Rates')
    await button(staff, 'Change price list').click()
    await choose(staff, 'Price list', 'Gold clients')
    await staff.getByRole('radio', { name: 'From a later day' }).check()
    await button(staff, 'Plan price list').click()
    await staff.getByText('Choose a day after today.').first().waitFor()
    const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    await staff.getByRole('textbox', { name: 'First day' }).fill(soon)
    await staff.keyboard.press('Tab')
    expect(await accessibilityViolations(staff)).toEqual([])
    await button(staff, 'Plan price list').click()
    await staff.getByText(/^Gold clients, from \d+ \w+/).waitFor()
    await staff.getByText('Default group', { exact: true }).waitFor()
    await button(staff, 'Give up the planned change').click()
    await staff.getByText(/^Gold clients, from/).waitFor({ state: 'detached' })
  })

  it('[ACC-016] [ACC-017] [ACC-009] set some things for themselves: settings, and parcel types that come first', async () => {
    await openOverberg()
    await tab(staff, 'Settings')
    await staff.getByRole('textbox', { name: /^Parcel categories/ }).fill('Books\nMagazines')
    await choose(staff, 'Label format', /^ZPL/)
    expect(await accessibilityViolations(staff)).toEqual([])
    await button(staff, 'Save settings').click()
    await staff.getByText('Settings saved').waitFor()
    await tab(staff, 'Parcel types')
    await button(staff, 'Edit list').click()
    await button(staff, 'Add parcel type').click()
    await field(staff, 'Parcel type 1').fill('Book crate')
    await button(staff, 'Save changes').click()
    await staff.getByRole('cell', { name: 'Book crate' }).waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])

    const customer = await product.window(undefined, await tokenOf('riaan@overbergbooks.example'))
    await open(customer, '/shipments/new')
    await heading(customer, 'New shipment')
    const types = customer.getByRole('combobox', { name: 'Type' }).first()
    await types.click()
    const listed = customer.getByRole('listbox').getByRole('option')
    // The list of the company is there before what the account adds to it.
    await listed.filter({ hasText: 'Book crate' }).waitFor()
    const offered = await listed.allTextContents()
    expect(offered[0]).toContain('Book crate')
    expect(offered.join(' ')).toContain('Standard flyer')
  })

  it('[ACC-019] [ACC-002] [ACC-027] show their own people what is theirs, in tabs', async () => {
    await ask('POST', '/providers/settings', { settings: [{ key: 'enable_cost_centers', value: true }] })
    const customer = await product.window(undefined, await tokenOf('riaan@overbergbooks.example'))
    await open(customer, '/account')
    await heading(customer, 'Account')
    await customer.getByRole('tab', { name: 'Cost centres' }).waitFor()
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
    expect(await accessibilityViolations(customer)).toEqual([])
    await button(customer, 'Save changes').click()
    await customer.getByRole('cell', { name: 'Warehouse' }).waitFor()
    await onPhone(customer, async () => expect(await accessibilityViolations(customer)).toEqual([]))
    await open(customer, '/shipments/new')
    await choose(customer, 'Cost centre', 'Warehouse')
  })

  it('[ACC-012] are closed with a reason, not while anything is open, and opened again', async () => {
    const { accounts } = await ask<{ accounts: { id: number; name: string }[] }>(
      'GET',
      '/accounts?search=Karoo%20Candles',
    )
    await open(staff, `/accounts/${accounts[0]?.id ?? 0}`)
    const act = async (name: string) => {
      await button(staff, 'More actions').click()
      await staff.getByRole('menuitem', { name }).click()
    }
    await act('Close account')
    await button(staff, 'Close account').click()
    await staff.getByText('Say why the account is closed.').first().waitFor()
    await staff.getByRole('textbox', { name: 'Reason' }).fill('Moved to another town')
    expect(await accessibilityViolations(staff)).toEqual([])
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
