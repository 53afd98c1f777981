import { searchApi } from '@waybill/domain/search/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const phone = { width: 390, height: 844 }
const people = { staff: 'thandi@fynbos.example', customer: 'riaan@overbergbooks.example' }

let product: Product

beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
/** Returns the URL and input of each API request since the request with index `before`. */
const sentSince = (before: number) =>
  product.calls.slice(before).map(({ url, input }) => `${url.href} ${JSON.stringify(input)}`)

describe('fast typing', () => {
  it('does not count as a barcode scan in a password field, hidden or visible', async () => {
    const staff = await product.as(people.staff)
    await staff.goto(`${product.web}/profile`)
    const password = staff.getByLabel('Current password', { exact: true }).first()
    await password.waitFor()
    const before = product.calls.length
    await password.focus()
    await staff.keyboard.type('waybill-secret-7')
    // Tab ends a scan, like Enter.
    await staff.keyboard.press('Tab')
    expect(await password.inputValue()).toBe('waybill-secret-7')
    await staff.getByRole('button', { name: 'Show password' }).first().click()
    await password.fill('')
    await password.focus()
    await staff.keyboard.type('waybill-secret-8')
    await staff.keyboard.press('Tab')
    expect(await password.inputValue()).toBe('waybill-secret-8')
    // Outside a password field a scan by staff still starts a search.
    await staff.getByRole('heading', { level: 1 }).click()
    const { url } = await product.sends(searchApi.navSearch, () => scan(staff, 'NOSUCHREF1'))
    expect(url.href).toContain('NOSUCHREF1')
    await product.settled(staff)
    expect(sentSince(before).filter((sent) => /secret-[78]/i.test(sent))).toEqual([])
    await staff.context().close()
  })

  it('starts no search for a customer', async () => {
    const customer = await product.as(people.customer)
    await customer.goto(`${product.web}/shipments/new`)
    const name = customer.getByRole('textbox', { name: 'Contact name' }).first()
    await name.waitFor()
    const before = product.calls.length
    await name.fill('')
    await name.focus()
    await customer.keyboard.type('Naledi9')
    await customer.keyboard.press('Tab')
    expect(await name.inputValue()).toBe('Naledi9')
    await customer.reload()
    await name.waitFor()
    await product.settled(customer)
    expect(sentSince(before).filter((sent) => sent.includes('nav-search'))).toEqual([])
    await customer.context().close()
  })
})

describe('guest on a phone', () => {
  it('opens the help centre from the quick quote', async () => {
    const guest = await product.window(phone)
    await guest.goto(`${product.web}/shipments/new?quick_quote=quote`)
    await heading(guest, 'Quick quote')
    await press(guest, 'Menu')
    await guest.getByRole('link', { name: 'Help centre' }).click()
    await guest.waitForURL(/\/help/)
    await heading(guest, /help/i)
    expect(new URL(guest.url()).pathname).toMatch(/^\/help/)
    await guest.context().close()
  })
})

describe('quick quote', () => {
  it('shows no price for a past day, and an error at the day and in the price area', async () => {
    const guest = await product.window()
    await guest.goto(`${product.web}/shipments/new?quick_quote=quote`)
    for (const [end, place] of [
      ['From', 'Hyde Park, Sandton, 2196'],
      ['To', 'Sea Point, Cape Town, 8005'],
    ] as const) {
      await guest.getByRole('combobox', { name: end }).fill(place.replace(/,.*/, ''))
      await guest.getByRole('option', { name: place, exact: true }).click()
    }
    const prices = guest.getByRole('region', { name: 'Prices' })
    await guest.getByRole('region', { name: 'Services compared' }).waitFor()
    const day = guest.getByRole('textbox', { name: 'Collect on' })
    await day.fill('1 Mar 2026')
    await day.press('Tab')
    await prices.getByText('This day has passed. Choose a later one.').waitFor()
    await guest
      .getByRole('region', { name: 'What to quote' })
      .getByText('This day has passed. Choose a later one.')
      .waitFor()
    expect(await guest.getByRole('region', { name: 'Services compared' }).count()).toBe(0)
    await day.fill('12 Mar 2026')
    await day.press('Tab')
    await guest.getByRole('region', { name: 'Services compared' }).waitFor()
    expect(await guest.getByText('This day has passed', { exact: false }).count()).toBe(0)
    await guest.context().close()
  })
})

describe('quick quote form', () => {
  it('names the missing values and restores both suburbs after going back', async () => {
    const customer = await product.as(people.customer)
    await customer.goto(`${product.web}/shipments/new?quick_quote=quote`)
    await heading(customer, 'Quick quote')
    await customer.getByText(/^Choose both suburbs and enter the size of the parcel/).waitFor()
    for (const [name, place] of [
      ['From', 'Sea Point'],
      ['To', 'Claremont'],
    ] as const) {
      await customer.getByRole('combobox', { name, exact: true }).fill(place)
      await customer
        .getByRole('option', { name: new RegExp(`^${place}, Cape Town`) })
        .first()
        .click()
    }
    await customer.getByRole('textbox', { name: 'Weight' }).fill('0')
    await customer.getByText(/^Enter sizes and a weight above 0 for each parcel/).waitFor()
    await customer.getByRole('link', { name: 'Shipments', exact: true }).click()
    await heading(customer, 'Shipments')
    await customer.goBack()
    await heading(customer, 'Quick quote')
    const found = (name: string) => customer.getByRole('combobox', { name, exact: true }).inputValue()
    await expect.poll(() => found('From')).toMatch(/^Sea Point/)
    expect(await found('To')).toMatch(/^Claremont/)
    await customer.context().close()
  })
})

describe('customer booking to a locker', () => {
  it('chooses a locker from the locations page or in the form, shows its name, place and hours, and books', async () => {
    const customer = await product.as(people.customer)
    await customer.goto(`${product.web}/locations`)
    await customer.getByRole('button', { name: /Claremont locker/ }).click()
    await customer.getByRole('link', { name: 'Send here' }).click()
    await heading(customer, 'New shipment')
    const delivery = customer.getByRole('region', { name: 'Delivery', exact: true })
    await delivery.getByText('Claremont locker').waitFor()
    await delivery.getByText(/Mon-Sun 07:00-21:00/).waitFor()
    await delivery.getByText(/Claremont, .*Cape Town/).waitFor()
    await delivery.getByRole('button', { name: 'Use an address' }).click()
    await delivery.getByRole('button', { name: 'Deliver to a locker or counter' }).click()
    await delivery.getByLabel('Find a locker or counter').fill('Walmer')
    await delivery.getByRole('button', { name: /Walmer Park locker/ }).click()
    await delivery.getByText('Walmer Park locker', { exact: true }).first().waitFor()
    const collection = customer.getByRole('region', { name: 'Collection', exact: true })
    await collection.getByRole('combobox', { name: 'Find an address' }).fill('Sea Point')
    // Choose the suburb, not an address book entry in that suburb.
    await customer.getByRole('option', { name: 'Sea Point, Cape Town, 8005', exact: true }).click()
    await collection.getByRole('textbox', { name: /Street address/ }).fill('4 Beach Road')
    for (const side of [collection, delivery]) {
      await side.getByRole('textbox', { name: 'Contact name' }).fill('Naledi Mokoena')
      await side.getByRole('textbox', { name: 'Mobile number' }).fill('082 555 0199')
    }
    for (const [name, value] of Object.entries({ Length: '20', Width: '20', Height: '5', Weight: '2' }))
      await customer.getByRole('textbox', { name }).first().fill(value)
    await customer.getByRole('radio', { name: /^Economy/ }).waitFor()
    await customer.getByText('I confirm that this shipment contains').click()
    const summary = customer.getByRole('complementary', { name: 'Summary' })
    await summary.getByText(/^Updated /).waitFor()
    await summary.getByText('Still missing').waitFor({ state: 'detached' })
    await press(customer, /^Book and/)
    await customer.waitForURL(/\/shipments\/success/)
    await customer.context().close()
  })
})

describe('mobile booking steps', () => {
  it('show the name and hours of the pickup point in the URL', async () => {
    const customer = await product.as(people.customer, phone)
    await customer.goto(`${product.web}/shipments/mobile/new?to-point=own:CG2016`)
    await customer.getByText('Claremont locker').first().waitFor()
    await customer.getByText(/Mon-Sun 07:00-21:00/).waitFor()
    await customer.context().close()
  })
})

describe('incomplete forms', () => {
  it('names each missing field of a registration before the next step', async () => {
    const guest = await product.window(phone)
    await guest.goto(`${product.web}/register`)
    await heading(guest, 'Open an account')
    await press(guest, 'Continue')
    await guest.getByText('Please fill in all the required fields.').first().waitFor()
    const lines = await guest.locator('[data-summary] li').allInnerTexts()
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter((line) => /^(is|are|must) /i.test(line))).toEqual([])
    expect(lines).toContain('Choose a password.')
    await guest.getByText('At least 8 characters.').waitFor()
    const password = guest.getByLabel('Password', { exact: true })
    await password.fill('grey')
    await guest.getByText('4 more characters.').waitFor()
    await password.fill('')
    for (const [label, value] of Object.entries({
      Company: 'Karoo Tiles',
      'Your name': 'Naledi Mokoena',
      Email: 'naledi@karootiles.example',
      'Phone number': '082 123 4567',
      Password: 'grey tiles of the karoo',
    }))
      await guest.getByLabel(label, { exact: true }).fill(value)
    await press(guest, 'Continue')
    await guest.getByRole('heading', { name: 'Your addresses' }).waitFor()
    await guest.context().close()
  })

  it('marks the missing street as invalid and not the completed address search', async () => {
    const customer = await product.as(people.customer)
    await customer.goto(`${product.web}/shipments/new`)
    const collection = customer.getByRole('region', { name: 'Collection', exact: true })
    const box = collection.getByRole('combobox', { name: 'Find an address' })
    await box.fill('Sea Point')
    // Choose the suburb, not an address book entry in that suburb.
    await customer.getByRole('option', { name: 'Sea Point, Cape Town, 8005', exact: true }).click()
    const street = collection.getByRole('textbox', { name: /Street address/ })
    const suburb = collection.getByRole('textbox', { name: 'Suburb' })
    await expect.poll(() => suburb.inputValue()).toBe('Sea Point')
    await product.settled(customer)
    await press(customer, /^Book and/)
    await collection.getByText('Enter the street address, or a company.').waitFor()
    expect(await street.getAttribute('aria-invalid')).toBe('true')
    expect(await box.getAttribute('aria-invalid')).not.toBe('true')
    // A draft that was not sent is offered again after a reload.
    await customer.reload()
    await customer.getByText('An unsent shipment is saved in this browser.').waitFor()
    await customer.context().close()
  })
})

describe('list of shipments with a problem', () => {
  it('shows a reason for each shipment', async () => {
    const staff = await product.as(people.staff)
    await staff.goto(`${product.web}/shipments?view=problem&problem=yes`)
    const rows = staff.getByRole('table', { name: 'Shipments' }).getByRole('row')
    await staff.getByRole('columnheader', { name: 'Problem' }).waitFor()
    await product.settled(staff)
    expect((await rows.allInnerTexts()).slice(1).filter((row) => !/driver/i.test(row))).toEqual([])
    expect(await rows.count()).toBeGreaterThan(1)
    await staff.context().close()
  })
})

it('logs no crash and no console error', () => {
  expect(product.pageErrors).toEqual([])
})
