import { role_ids } from '@waybill/domain/kit/actor'
import { shipment_cancellation_reasons } from '@waybill/domain/shipments/settings'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../server/src/app/install.ts'
import { inviteUser } from '../../server/src/identity/index.ts'
import { pagesOf, scanPages, textOf } from '../../server/dev/test-kit/inspect-pdf.ts'
import { signIn } from '../page-kit/actions.ts'
import {
  accessibilityViolations,
  accessibilityViolationsOfWholePage,
  openProduct,
  type Product,
} from './product.ts'

const phone = { width: 390, height: 844 }
const people = {
  administrator: 'thandi@fynbos.example',
  operator: 'bongani@fynbos.example',
  driver: 'sipho@fynbos.example',
}
/** A shopkeeper of a prepaid customer of the demonstration company, invited while the journey goes. */
const shopkeeper = { email: 'palesa@soweto-shoes.example', password: 'two red shoes' }

/** What she calls the first thing she sends. */
const own_reference = 'SHOES-0042'

let product: Product
/** The windows people keep open through the day. */
let staff: Page
let customer: Page
let hub: Page
let driver: Page
/** What was booked, by what becomes of it. */
const booked: Record<'delivered' | 'pinned', Booked> = {
  delivered: { reference: '', id: 0 },
  pinned: { reference: '', id: 0 },
}
interface Booked {
  reference: string
  id: number
}

beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const side = (page: Page, name: 'Collection' | 'Delivery') => page.getByRole('region', { name, exact: true })

/** Asks the API as the person signed in on a page; for what a test must know and no screen says. */
async function ask<Answer>(page: Page, address: string): Promise<Answer> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const answer = await fetch(`${product.web}/api${address}`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  })
  return (await answer.json()) as Answer
}

async function chooseSuburb(page: Page, box: ReturnType<Page['getByRole']>, suburb: string) {
  await box.fill(suburb.replace(/,.*/, ''))
  await page.getByRole('option', { name: suburb, exact: true }).click()
}

/** Fills in one side of the booking form: the suburb found by typing, the rest by hand. */
async function fillSide(
  page: Page,
  which: 'Collection' | 'Delivery',
  { suburb, street, name, email = '' }: { suburb: string; street: string; name: string; email?: string },
) {
  const card = side(page, which)
  await chooseSuburb(page, card.getByRole('combobox', { name: 'Find an address' }), suburb)
  await card.getByRole('textbox', { name: /Street address/ }).fill(street)
  await fillContact(page, which, name, email)
}

async function fillContact(page: Page, which: 'Collection' | 'Delivery', name: string, email = '') {
  const card = side(page, which)
  await card.getByRole('textbox', { name: 'Contact name' }).fill(name)
  await card.getByRole('textbox', { name: 'Mobile number' }).fill('082 555 0199')
  if (email) await card.getByRole('textbox', { name: /^Email/ }).fill(email)
}

const confirmContents = (page: Page) => page.getByText('I confirm that this shipment contains').click()

/** What was booked, from the page that says so. */
async function success(page: Page): Promise<Booked> {
  await page.waitForURL(/\/shipments\/success/)
  const { searchParams } = new URL(page.url())
  return { reference: searchParams.get('str') ?? '', id: Number(searchParams.get('id')) }
}

const isDocument = (request: Request) =>
  request.isNavigationRequest() && new URL(request.url()).pathname === '/files'

/** The document that a press opens in a new tab. */
async function opened(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const asked = page.context().waitForEvent('request', isDocument)
  const [tab, request] = await Promise.all([page.context().waitForEvent('page'), asked, act()])
  const answer = await fetch(request.url())
  expect(answer.headers.get('content-type')).toContain('application/pdf')
  await tab.close()
  return Buffer.from(await answer.arrayBuffer())
}

/** What the scanner says of a parcel that arrives where it is delivered from. */
const arrived = /at destination hub|of 3 here|last parcel/i

/** Types the references of parcels where a driver would scan them. */
async function typeParcels(page: Page, references: readonly string[]) {
  await press(page, 'Type a reference')
  for (const reference of references) {
    await page.getByRole('textbox', { name: 'Parcel reference' }).fill(reference)
    await press(page, 'Add')
  }
}

/** Signs with a finger. */
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

/** Enters a reference at the scanner and waits for what the screen then says. */
async function scan(page: Page, reference: string, says: RegExp) {
  await page.getByRole('textbox', { name: 'Scan or type a parcel reference' }).fill(reference)
  await page.keyboard.press('Enter')
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect
    .poll(async () => (await verdict.innerText()).replaceAll('\n', ' '), { timeout: 20_000 })
    .toMatch(new RegExp(`(${says.source}).*${reference}|${reference}.*(${says.source})`, 'i'))
}

/** Reads a shipment's page again until it says something. */
async function sees(page: Page, { id }: Booked, words: RegExp) {
  await open(page, `/shipments/${id}`)
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('heading', { level: 1 }).waitFor()
        return page.getByRole('main').innerText()
      },
      { timeout: 60_000, interval: 500 },
    )
    .toMatch(words)
}

/** Opens a stop of the trip sheet: from its row, or from the card when it is the next one. */
async function goToStop(driver: Page, street: string): Promise<void> {
  await driver.getByText(street).first().waitFor()
  const row = driver.getByRole('link', { name: street })
  const is_next = (await row.count()) === 0
  await (is_next ? driver.getByRole('link', { name: 'Go to stop' }) : row.first()).click()
}

describe('a parcel company through a day, by the hands of its people', () => {
  it('[SHIP-067] [SHIP-081] [PERM-007] [PERM-052] [PERM-053] shows a visitor what it costs and why, and takes the booking of a guest on the guest account', async () => {
    const guest = await product.window()
    await open(guest, '/shipments/new?quick_quote=quote')
    await heading(guest, 'Quick quote')
    await chooseSuburb(guest, guest.getByRole('combobox', { name: 'From' }), 'Hyde Park, Sandton, 2196')
    await chooseSuburb(guest, guest.getByRole('combobox', { name: 'To' }), 'Sea Point, Cape Town, 8005')
    const services = guest.getByRole('region', { name: 'Services compared' })
    await services.waitFor()
    const compared = await services.innerText()
    expect(compared).toMatch(/R \d+\.\d\d/)
    expect(compared).toMatch(/Made up of\s+Base/)
    expect(compared).toMatch(/VAT 15 ?% in it: R \d/)
    expect(await accessibilityViolations(guest)).toEqual([])

    await press(guest, 'Send now: Economy')
    await heading(guest, 'New shipment')
    await side(guest, 'Collection')
      .getByRole('textbox', { name: /Street address/ })
      .fill('1 Jan Smuts Avenue')
    await fillContact(guest, 'Collection', 'Gugu Guest', 'gugu@example.com')
    await side(guest, 'Delivery')
      .getByRole('textbox', { name: /Street address/ })
      .fill('4 Beach Road')
    await fillContact(guest, 'Delivery', 'Thabo Receiver')
    await press(guest, 'Book and pay')
    await guest.getByText('Please fill in all the required fields.').first().waitFor()
    await guest.getByRole('link', { name: 'Please provide an email address for billing purposes.' }).waitFor()
    await guest.getByRole('textbox', { name: 'Billing email' }).fill('gugu@example.com')
    await confirmContents(guest)
    expect(await accessibilityViolations(guest)).toEqual([])
    await press(guest, 'Book and pay')
    const { reference } = await success(guest)
    await heading(guest, 'Booked, waiting for payment')
    expect(reference).toMatch(/^[A-Z0-9]{6}$/)
    expect(await accessibilityViolations(guest)).toEqual([])
    const { shipments } = await product.ask<{ shipments: { account_id: number }[] }>(
      people.administrator,
      'GET',
      `/shipments?search=${reference}`,
    )
    const { accounts } = await product.ask<{ accounts: { account_type: string }[] }>(
      people.administrator,
      'GET',
      `/accounts?id=[${shipments[0]?.account_id ?? 0}]`,
    )
    expect(accounts.map(({ account_type }) => account_type)).toEqual(['guest'])
    // Where the company takes no bookings of guests, they still see what it costs.
    const say = (value: boolean) =>
      product.ask(people.administrator, 'POST', '/providers/settings', {
        settings: [{ key: 'unused_feature_guest_shipment_creation', value }],
      })
    await say(true)
    await open(guest, '/shipments/new?quick_quote=quote')
    await chooseSuburb(guest, guest.getByRole('combobox', { name: 'From' }), 'Hyde Park, Sandton, 2196')
    await chooseSuburb(guest, guest.getByRole('combobox', { name: 'To' }), 'Sea Point, Cape Town, 8005')
    await services.waitFor()
    expect(await guest.getByRole('button', { name: /^Send now/ }).count()).toBe(0)
    await say(false)
  })

  it('lets an invited customer choose a password by the link that was sent, and signs her in', async () => {
    staff = await product.window()
    await signIn(staff, product.web, people.administrator)
    const { accounts } = await ask<{ accounts: { id: number; account_type: string }[] }>(
      staff,
      '/accounts?search=Soweto%20Shoes',
    )
    const [shop] = accounts
    expect(shop?.account_type).toBe('prepaid')
    const code = 'a-link-that-works-once'
    await asSystem(product.running.runtime, 1, (ctx) =>
      inviteUser(ctx, {
        username: 'palesa-soweto',
        name: 'Palesa Dube',
        email: shopkeeper.email,
        role_id: role_ids.account_owner,
        account_id: shop?.id ?? 0,
        code,
      }),
    )
    customer = await product.window()
    await open(customer, `/login?verification=${code}&email=${encodeURIComponent(shopkeeper.email)}`)
    await heading(customer, 'Choose a password')
    expect(await accessibilityViolations(customer)).toEqual([])
    const password = customer.getByLabel('New password', { exact: true })
    await password.fill('short')
    await press(customer, 'Save password and log in')
    await customer.getByText('A password needs at least 8 characters.').waitFor()
    await password.fill(shopkeeper.password)
    await press(customer, 'Save password and log in')
    await heading(customer, /Good (morning|afternoon|evening), Palesa/)
    const late = await product.window()
    await open(late, `/login?verification=${code}&email=${encodeURIComponent(shopkeeper.email)}`)
    await late.getByLabel('New password', { exact: true }).fill('somebody else entirely')
    await press(late, 'Save password and log in')
    await late.getByText('This link has been used or').waitFor()
    await late.context().close()
  })

  it('keeps what a customer types through a reload and an ended session, and books it once', async () => {
    await open(customer, '/address-book')
    await customer.getByRole('button', { name: 'Add address' }).first().click()
    const dialog = customer.getByRole('dialog', { name: 'Add address' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Rosebank branch')
    await chooseSuburb(
      customer,
      dialog.getByRole('combobox', { name: 'Find an address' }),
      'Rosebank, Johannesburg, 2196',
    )
    await dialog.getByRole('textbox', { name: /Street address/ }).fill('12 Bath Avenue')
    await dialog.getByRole('textbox', { name: 'Contact name' }).fill('Naledi Mokoena')
    await dialog.getByRole('textbox', { name: 'Mobile number' }).fill('082 555 0142')
    await dialog.getByRole('textbox', { name: /^Email/ }).fill('naledi@shop.example')
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await customer.getByText('Address added').waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])

    await open(customer, '/shipments/new')
    await fillSide(customer, 'Collection', {
      suburb: 'Hyde Park, Sandton, 2196',
      street: '170 Station Road',
      name: 'Palesa Dube',
      email: shopkeeper.email,
    })
    await side(customer, 'Delivery').getByRole('combobox', { name: 'Find an address' }).fill('Rosebank br')
    await customer.getByRole('option', { name: /Rosebank branch/ }).click()
    await side(customer, 'Delivery').getByText('12 Bath Avenue').waitFor()
    const first = customer.getByRole('group', { name: 'Parcel row 1' })
    await first.getByRole('combobox', { name: 'Type' }).click()
    await customer.getByRole('option', { name: 'Medium box' }).click()
    await first.getByRole('combobox', { name: 'Description' }).fill('Red shoes')
    await press(customer, 'Add parcel')
    const second = customer.getByRole('group', { name: 'Parcel row 2' })
    await second.getByRole('textbox', { name: 'Weight' }).fill('30')
    await second.getByRole('textbox', { name: 'Quantity' }).fill('190')
    await customer.getByRole('textbox', { name: 'Custom tracking reference' }).fill(own_reference)
    await confirmContents(customer)
    const summary = customer.getByRole('complementary', { name: 'Summary' })
    const funds = /Your balance does not cover this\. Book it and pay this one by card, or top up first/
    await summary.getByText(funds).waitFor()
    await summary.getByRole('button', { name: 'Book and pay' }).waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])

    await second.getByRole('textbox', { name: 'Weight' }).fill('2')
    await second.getByRole('textbox', { name: 'Quantity' }).fill('2')
    await summary.getByText(funds).waitFor({ state: 'detached' })
    await customer.reload()
    await customer.getByRole('button', { name: /^Continue where you left off/ }).click()
    expect(await first.getByRole('combobox', { name: 'Description' }).inputValue()).toBe('Red shoes')
    expect(await second.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('2')
    await side(customer, 'Delivery').getByText('12 Bath Avenue').waitFor()
    await summary.getByText(/^Balance after this/).waitFor()

    const token = await customer.evaluate(() => localStorage.getItem('access_token'))
    await fetch(`${product.web}/api/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{}',
    })
    const again = customer.getByRole('dialog', { name: 'Log in to go on' })
    await again.waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    await again.getByLabel('Password', { exact: true }).fill(shopkeeper.password)
    await again.getByRole('button', { name: 'Log in', exact: true }).click()
    await again.waitFor({ state: 'detached' })
    await press(customer, 'Book and print label')
    booked.delivered = await success(customer)
    await heading(customer, 'Shipment created')
    expect(booked.delivered.reference).toBe(own_reference)
    expect(await accessibilityViolations(customer)).toEqual([])

    const label = await opened(customer, () => press(customer, 'Print label'))
    expect(pagesOf(label).count).toBe(3)
    const codes = scanPages(label).map((page) => page.map(({ text }) => text).join(' '))
    for (const [at, page] of codes.entries()) expect(page).toContain(`${own_reference}/${at + 1}`)
    const waybill = await opened(customer, () => press(customer, 'Print waybill'))
    expect(textOf(waybill)).toContain(own_reference)
  })

  it('finds a shipment by its own reference, and makes a return and a copy of it', async () => {
    const { id } = booked.delivered
    await open(customer, '/shipments')
    await customer.getByRole('searchbox').fill(own_reference.toLowerCase())
    await customer.getByRole('link', { name: own_reference, exact: true }).waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    await customer.getByRole('link', { name: own_reference, exact: true }).click()
    await heading(customer, new RegExp(own_reference))
    expect(await accessibilityViolations(customer)).toEqual([])
    const sticker = await opened(customer, async () => {
      await press(customer, 'Label')
      await customer.getByRole('menuitem', { name: 'Stickers (PDF)' }).click()
    })
    expect(pagesOf(sticker).count).toBe(3)

    await press(customer, 'More')
    await customer.getByRole('menuitem', { name: 'Create return' }).click()
    await heading(customer, 'Return shipment')
    await side(customer, 'Collection').getByText('12 Bath Avenue').waitFor()
    await side(customer, 'Delivery').getByText('170 Station Road').waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    await open(customer, `/shipments/new?duplicate=${id}`)
    await side(customer, 'Collection').getByText('170 Station Road').waitFor()
    await customer.getByRole('group', { name: 'Parcel row 1' }).waitFor()
    await side(customer, 'Delivery').getByRole('button', { name: 'Edit' }).click()
    await side(customer, 'Delivery')
      .getByRole('textbox', { name: /Street address/ })
      .fill('9 Keyes Avenue')
    await customer.getByRole('textbox', { name: 'Custom tracking reference' }).fill('')
    await confirmContents(customer)
    await press(customer, 'Book and print label')
    booked.pinned = await success(customer)
    expect(booked.pinned.reference).toMatch(/^[A-Z0-9]{6}$/)
  })

  it('[SHIP-094] gives the money back when a parcel is cancelled before it is collected', async () => {
    const balance = async () => {
      await open(customer, '/account?tab=billing')
      const strip = customer.getByRole('main')
      await strip.getByText('Balance', { exact: true }).first().waitFor()
      return (await ask<{ balance: number }>(customer, '/billing/balance')).balance
    }
    const before = await balance()
    await open(customer, `/shipments/new?duplicate=${booked.pinned.id}`)
    await customer.getByRole('radio', { name: /^Economy/ }).waitFor()
    await confirmContents(customer)
    await press(customer, 'Book and print label')
    const mistake = await success(customer)
    expect(await balance()).toBeLessThan(before)
    await open(customer, `/shipments/${mistake.id}`)
    await press(customer, 'More')
    await customer.getByRole('menuitem', { name: 'Cancel shipment…' }).click()
    const dialog = customer.getByRole('dialog', { name: /^Cancel shipment/ })
    await dialog.waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    const reasons = await customer.getByRole('option').allInnerTexts()
    expect(reasons).toEqual([...shipment_cancellation_reasons.default, 'Other'])
    await customer.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Cancel shipment' }).click()
    await customer.getByText(`${mistake.reference} cancelled`).first().waitFor()
    expect(await balance()).toBe(before)
    await customer.getByText(`Cancelled: ${mistake.reference}`).first().waitFor()
  })

  it('weighs a parcel at the hub, which prices it anew, and sends the parcels out', async () => {
    hub = await product.window()
    await signIn(hub, product.web, people.operator)
    await open(hub, '/hub-scanner')
    await hub.getByRole('radio', { name: /^Arrive at hub/ }).waitFor()
    expect(await accessibilityViolations(hub)).toEqual([])
    await press(hub, 'Start scanning')
    const { delivered, pinned } = booked
    for (const parcel of [1, 2, 3]) await scan(hub, `${delivered.reference}/${parcel}`, arrived)
    for (const parcel of [1, 2, 3]) await scan(hub, `${pinned.reference}/${parcel}`, arrived)
    await scan(hub, 'NOSUCH/1', /not found|unknown/i)
    await scan(hub, `${pinned.reference}/1`, /already/i)
    await hub.getByRole('button', { name: /^Change mode/ }).click()
    await hub.getByText('Type the true size and weight').click()
    await press(hub, 'Go on scanning')
    await hub
      .getByRole('textbox', { name: 'Scan or type a parcel reference' })
      .fill(`${delivered.reference}/1`)
    await hub.keyboard.press('Enter')
    for (const [name, value] of Object.entries({ Length: '60', Width: '50', Height: '40', Weight: '21.5' }))
      await hub.getByRole('textbox', { name }).fill(value)
    expect(await accessibilityViolations(hub)).toEqual([])
    await press(hub, 'Save')
    await hub.getByText('All scans sent').waitFor()
    await hub.getByRole('button', { name: /^Change mode/ }).click()
    await hub.getByText('Parcels leave with a driver.').click()
    await hub.getByRole('combobox', { name: 'Driver' }).fill('Sipho')
    await hub.getByRole('option', { name: /Sipho/ }).click()
    await press(hub, 'Go on scanning')
    for (const parcel of [1, 2, 3])
      await scan(hub, `${delivered.reference}/${parcel}`, /out for delivery|fast service first/i)
    for (const parcel of [1, 2, 3])
      await scan(hub, `${pinned.reference}/${parcel}`, /out for delivery|fast service first/i)
    await hub.getByText('All scans sent').waitFor()
    expect(await accessibilityViolations(hub)).toEqual([])
    await sees(staff, delivered, /The price changed from R [\d,.]+ to R [\d,.]+/)
    expect(await accessibilityViolations(staff)).toEqual([])
  })

  it('fails at the door with a reason, sends the PIN again, and hands over to who has none', async () => {
    const { reference } = booked.delivered
    driver = await product.window(phone)
    await signIn(driver, product.web, people.driver)
    await driver.getByText('12 Bath Avenue').first().waitFor()
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    const photo = { name: 'door.png', mimeType: 'image/png', buffer: await driver.screenshot() }
    await goToStop(driver, '12 Bath Avenue')
    await driver.getByRole('link', { name: 'Could not deliver' }).click()
    await driver.getByText('Nobody there').click()
    await driver.locator('input[type=file]').first().setInputFiles(photo)
    await driver.getByRole('button', { name: 'Remove photo 1' }).waitFor()
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    await driver.getByRole('button', { name: /^Done/ }).click()
    await driver.waitForURL(/\/tripsheet$/)
    await sees(customer, booked.delivered, /We tried to deliver but could not: nobody there/)

    await press(customer, 'Send PIN again')
    await customer
      .getByText(/^The PIN was sent to •••• \d{3}, n•••@shop.example/)
      .first()
      .waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    const inbox = product.running.addresses.find(({ name }) => name === 'Mail')?.url ?? ''
    const mail = await product.window()
    await mail.goto(inbox)
    // The page of one message shows its markup in a frame without scripts, into which the check cannot look.
    expect(await accessibilityViolations(mail)).toEqual([])
    await mail
      .getByRole('link', { name: new RegExp(`${reference}: your PIN`) })
      .first()
      .click()
    await mail.getByText('naledi@shop.example').first().waitFor()
    await mail.getByText(/PIN for the driver: \d{4}/).waitFor()
    await mail.context().close()

    await open(driver, '/tripsheet')
    await goToStop(driver, '12 Bath Avenue')
    await typeParcels(
      driver,
      [1, 2, 3].map((parcel) => `${reference}/${parcel}`),
    )
    await driver.getByRole('link', { name: /^Deliver/ }).click()
    await driver.getByRole('button', { name: /^No PIN/ }).click()
    await driver.getByRole('textbox', { name: /^Name/ }).fill('Naledi Mokoena')
    await driver.locator('input[type=file]').first().setInputFiles(photo)
    await driver.getByRole('button', { name: 'Remove photo 1' }).waitFor()
    await sign(driver)
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    await driver.getByRole('button', { name: /^Done/ }).click()
    await driver.waitForURL(/\/tripsheet$/)
    await sees(staff, booked.delivered, /Delivered[^]*Recipient details entered and POD file\(s\) captured/)
    await staff.getByRole('img', { name: /Proof of delivery 1/ }).waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
  })

  it('delivers with the PIN where there is no signal, and the receiver sees it on the tracking page', async () => {
    const { id, reference } = booked.pinned
    await open(staff, `/shipments/${id}`)
    const shown = staff.getByText(/^PIN \d{4}$/)
    await shown.waitFor()
    const pin = (await shown.innerText()).slice(-4)
    await open(driver, '/tripsheet')
    await driver.getByRole('link', { name: /9 Keyes Avenue/ }).click()
    await typeParcels(
      driver,
      [1, 2, 3].map((parcel) => `${reference}/${parcel}`),
    )
    await driver.getByRole('link', { name: /^Deliver/ }).click()
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    expect(await accessibilityViolationsOfWholePage(driver)).toEqual([])
    await driver.context().setOffline(true)
    for (const digit of pin) await press(driver, digit)
    await driver.getByRole('button', { name: /^Done/ }).click()
    await driver
      .getByText(/1 (action )?(waiting|to send|not sent)|no signal|offline/i)
      .first()
      .waitFor()
    await driver.context().setOffline(false)
    await sees(staff, booked.pinned, /Delivered[^]*PIN entered successfully/)

    const guest = await product.window(phone)
    await open(guest, `/track?ref=${reference.toLowerCase()}`)
    await guest
      .getByText(/delivered/i)
      .first()
      .waitFor()
    expect(await guest.content()).not.toContain('0825550')
    expect(await accessibilityViolations(guest)).toEqual([])
  })

  it('invoices what was delivered, and the customer sees balance, transactions and the invoice', async () => {
    await open(staff, '/billing')
    await press(staff, 'Run invoices')
    const dialog = staff.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Run invoices' }).click()
    await staff.getByText(/invoices? (was|were) issued/).waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.getByRole('alertdialog').getByRole('button').first().click()
    expect(await accessibilityViolations(staff)).toEqual([])

    await open(customer, '/account?tab=billing')
    await customer.getByRole('heading', { name: 'Paying by EFT' }).waitFor()
    await customer.getByText('First National Bank').waitFor()
    await customer.getByText(own_reference).first().waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    await customer
      .getByRole('link', { name: /^INV\d+/ })
      .first()
      .click()
    await heading(customer, /^INV\d+/)
    await customer.getByRole('link', { name: own_reference }).first().waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    const invoice = await opened(customer, () => press(customer, 'Download PDF'))
    const text = textOf(invoice)
    expect(text).toMatch(/tax invoice/i)
    expect(text).toContain(own_reference)
    expect(text).toMatch(/INV\d{6}/)
    expect(product.pageErrors).toEqual([])
  })
})
