import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, openProduct, scan, signIn, type Product } from './product.ts'

const phone = { width: 390, height: 844 }

let product: Product

beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
/** Characters at the speed of a scanner or of a program that types passwords. */
const fast = { delay: 8 }

/** Every address that the page asks from here on. */
function asked(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(`${request.url()} ${request.postData() ?? ''}`))
  return addresses
}

describe('what is typed fast', () => {
  it('is no barcode in a password field, hidden or shown', async () => {
    const staff = await product.window()
    await signIn(staff, product.web, 'thandi@fynbos.example')
    await staff.goto(`${product.web}/profile`)
    const password = staff.getByLabel('Current password', { exact: true }).first()
    await password.waitFor()
    const addresses = asked(staff)
    await password.focus()
    await staff.keyboard.type('waybill-secret-7', fast)
    // Tab ends a scan, as Enter does.
    await staff.keyboard.press('Tab')
    expect(await password.inputValue()).toBe('waybill-secret-7')
    await staff.getByRole('button', { name: 'Show password' }).first().click()
    await password.fill('')
    await password.focus()
    await staff.keyboard.type('waybill-secret-8', fast)
    await staff.keyboard.press('Tab')
    expect(await password.inputValue()).toBe('waybill-secret-8')
    // Elsewhere the scanner of staff is heard as before.
    await staff.getByRole('heading', { level: 1 }).click()
    const lookUp = staff.waitForRequest((request) => request.url().includes('/nav-search'))
    await scan(staff, 'NOSUCHREF1')
    expect((await lookUp).url()).toContain('NOSUCHREF1')
    expect(addresses.filter((address) => /secret-[78]/i.test(address))).toEqual([])
    await staff.context().close()
  })

  it('is never looked up for a customer', async () => {
    const customer = await product.window()
    await signIn(customer, product.web, 'riaan@overbergbooks.example')
    await customer.goto(`${product.web}/shipments/new`)
    const name = customer.getByRole('textbox', { name: 'Contact name' }).first()
    await name.waitFor()
    const addresses = asked(customer)
    await name.fill('')
    await name.focus()
    await customer.keyboard.type('Naledi9', fast)
    await customer.keyboard.press('Tab')
    expect(await name.inputValue()).toBe('Naledi9')
    await customer.reload()
    await name.waitFor()
    expect(addresses.filter((address) => address.includes('nav-search'))).toEqual([])
    await customer.context().close()
  })
})

describe('a guest on a phone', () => {
  it('comes from the quick quote to the help centre', async () => {
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

describe('a customer whose credit limit does not cover a booking', () => {
  it('tops up first and comes back to the draft, or books and pays this one by card', async () => {
    const customer = await product.window()
    await signIn(customer, product.web, 'riaan@overbergbooks.example')
    const token = await customer.evaluate(() => localStorage.getItem('access_token'))
    const ask = async <Answer>(path: string): Promise<Answer> => {
      const answer = await fetch(`${product.web}/api${path}`, {
        headers: { authorization: `Bearer ${token ?? ''}` },
      })
      return (await answer.json()) as Answer
    }
    const { shipments } = await ask<{ shipments: { id: number }[] }>('/shipments?limit=1')
    // However much the demonstration left: no account pays for this one.
    await customer.route('**/api/accounts*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { accounts?: Record<string, unknown>[] }
      await route.fulfill({
        response: answer,
        json: { ...body, accounts: body.accounts?.map((one) => ({ ...one, credit_limit: 0, balance: 0 })) },
      })
    })
    await customer.goto(`${product.web}/shipments/new?duplicate=${shipments[0]?.id ?? 0}`)
    await customer.getByText('Your credit limit does not cover this.').waitFor()
    await customer.getByRole('button', { name: 'Book and pay' }).waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    await customer.getByRole('textbox', { name: 'Contact name' }).first().fill('Riaan Steyn')
    await press(customer, 'Top up first')
    const modal = customer.getByRole('dialog', { name: 'Top up account' })
    await modal.getByRole('radio', { name: /^PayFast/ }).check()
    await modal.getByRole('button', { name: 'Pay now' }).click()
    await customer.getByRole('link', { name: 'Pay', exact: true }).click()
    await heading(customer, 'Payment received')
    await customer.getByRole('link', { name: 'Back to your shipment' }).click()
    await customer.waitForURL(/\/shipments\/new\?duplicate=/)
    await customer.getByText('Continue where you left off').first().waitFor()
    await customer.unrouteAll({ behavior: 'ignoreErrors' })
    await customer.context().close()
  })
})

describe('a customer who sends to a locker', () => {
  it('chooses it among the locations or in the form, sees its name, place and hours, and books', async () => {
    const customer = await product.window()
    await signIn(customer, product.web, 'riaan@overbergbooks.example')
    await customer.goto(`${product.web}/locations`)
    await customer.getByRole('button', { name: /Claremont locker/ }).click()
    await customer.getByRole('link', { name: 'Send to here' }).click()
    await heading(customer, 'New shipment')
    const delivery = customer.getByRole('region', { name: 'Delivery', exact: true })
    await delivery.getByText('Claremont locker').waitFor()
    await delivery.getByText(/Mon-Sun 07:00-21:00/).waitFor()
    await delivery.getByText(/Claremont, .*Cape Town/).waitFor()
    await delivery.getByRole('button', { name: 'Use an address' }).click()
    await delivery.getByRole('button', { name: 'Deliver to a locker or counter' }).click()
    await delivery.getByRole('combobox', { name: 'Locker or counter' }).fill('Walmer')
    await customer.getByRole('option', { name: /Walmer Park locker/ }).click()
    await delivery.getByText('Walmer Park locker').waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    const collection = customer.getByRole('region', { name: 'Collection', exact: true })
    await collection.getByRole('combobox', { name: 'Find an address' }).fill('Sea Point')
    // The place, not an address of the book that lies there.
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

describe('a guest’s steps on a phone', () => {
  it('name the pickup point in the route', async () => {
    const customer = await product.window(phone)
    await signIn(customer, product.web, 'riaan@overbergbooks.example')
    await customer.goto(`${product.web}/shipments/mobile/new?to-point=own:CG2016`)
    await customer.getByText('Claremont locker').first().waitFor()
    await customer.getByText(/Mon-Sun 07:00-21:00/).waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    await customer.context().close()
  })
})

describe('a form that is not complete', () => {
  it('names each field of a registration, and begins the next step at its top', async () => {
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
    expect(await accessibilityViolations(guest)).toEqual([])
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
    await expect
      .poll(() =>
        guest
          .getByRole('heading', { name: 'Your addresses' })
          .evaluate((element) => element.getBoundingClientRect().top),
      )
      .toBeGreaterThanOrEqual(0)
    expect(await accessibilityViolations(guest)).toEqual([])
    await guest.setViewportSize({ width: 1440, height: 900 })
    expect(await accessibilityViolations(guest)).toEqual([])
    const card = await guest.locator('section').first().boundingBox()
    expect(Math.round(card?.width ?? 0)).toBe(400)
    await guest.context().close()
  })

  it('marks the street that is missing, not the search that is filled', async () => {
    const customer = await product.window()
    await signIn(customer, product.web, 'riaan@overbergbooks.example')
    await customer.goto(`${product.web}/shipments/new`)
    const collection = customer.getByRole('region', { name: 'Collection', exact: true })
    const box = collection.getByRole('combobox', { name: 'Find an address' })
    await box.fill('Sea Point')
    // The place, not an address of the book that lies there.
    await customer.getByRole('option', { name: 'Sea Point, Cape Town, 8005', exact: true }).click()
    const street = collection.getByRole('textbox', { name: /Street address/ })
    const suburb = collection.getByRole('textbox', { name: 'Suburb' })
    await expect.poll(() => suburb.inputValue()).toBe('Sea Point')
    await customer.waitForLoadState('networkidle')
    await press(customer, /^Book and/)
    await collection.getByText('Enter the street address, or a company.').waitFor()
    expect(await street.getAttribute('aria-invalid')).toBe('true')
    expect(await box.getAttribute('aria-invalid')).not.toBe('true')
    expect(await accessibilityViolations(customer)).toEqual([])
    // Left before it was sent, it is offered again: on a phone in whole lines above its buttons.
    await customer.reload()
    await customer.setViewportSize(phone)
    const words = customer.getByText('A shipment that was not sent is kept in this browser.')
    await words.waitFor()
    expect((await words.boundingBox())?.width ?? 0).toBeGreaterThan(250)
    await customer.context().close()
  })
})

describe('the list of what needs somebody', () => {
  it('says why each shipment is there', async () => {
    const staff = await product.window()
    await signIn(staff, product.web, 'thandi@fynbos.example')
    await staff.goto(`${product.web}/shipments?view=problem&problem=yes`)
    const rows = staff.getByRole('table', { name: 'Shipments' }).getByRole('row')
    await staff.getByRole('columnheader', { name: 'What is in the way' }).waitFor()
    await expect
      .poll(async () => (await rows.allInnerTexts()).slice(1).filter((row) => !/driver/i.test(row)))
      .toEqual([])
    expect(await rows.count()).toBeGreaterThan(1)
    await staff.context().close()
  })
})

it('ends without a crash or an error on a console', () => {
  expect(product.pageErrors).toEqual([])
})
