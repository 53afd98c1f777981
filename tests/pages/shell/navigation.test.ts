import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { countries } from '@waybill/domain/kit/contacts/countries'
import { formatRand } from '@waybill/domain/kit/money'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../../server/src/main/install.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { signIn, scan } from '../../page-kit/actions.ts'
import { visit } from '../../page-kit/clerk.ts'
import {
  openProduct,
  type PageProduct as Product,
  type SentCall,
  type TestPage as Page,
} from '../../page-kit/product.ts'

const people = {
  administrator: 'thandi@fynbos.example',
  driver: 'sipho@fynbos.example',
  customer: 'riaan@overbergbooks.example',
  colleague: 'zanele@overbergbooks.example',
}

let product: Product
let staff: Page
let customer: Page
let guest: Page

beforeAll(async () => {
  product = await openProduct()
  ;[staff, customer, guest] = await Promise.all([
    product.as(people.administrator),
    product.as(people.customer),
    product.window(),
  ])
}, 180_000)
afterAll(async () => product.close())

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('access_token'))

/** Sends a request as a user and returns the response. */
const request = <Answer>(email: string, path: string, body?: object) =>
  product.ask<Answer>(email, body ? 'POST' : 'GET', path, body)

const addressOf = (page: Page): string => page.url().slice(product.web.length)
const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Returns the barcode content of the ID card of a person with this name. */
function cardOf(name: string): string {
  const [first = '', ...rest] = name.toUpperCase().split(' ')
  return `${rest.join(' ')}|${first}|F|RSA|8001015009087|01 JAN 1980|RSA|CITIZEN|`
}

/** Formats an amount in rand. */
const rand = (amount: number): string => formatRand(Math.round(amount * 100))

async function firstShipment(email: string) {
  const { shipments } = await request<{ shipments: { id: number; short_tracking_reference: string }[] }>(
    email,
    '/shipments?limit=1',
  )
  const [shipment] = shipments
  if (!shipment) throw new Error('The demonstration has no shipments.')
  return shipment
}

async function firstInvoice(email: string) {
  const { invoices } = await request<{
    invoices: { id: number; account_id: number; doc_display_id: string }[]
  }>(email, '/billing/invoices?limit=1')
  const [invoice] = invoices
  if (!invoice) throw new Error('The demonstration has no invoices.')
  return invoice
}

describe('customer URLs', () => {
  it('[NAV-013] [NAV-014] list shipments, open one by its id and open a new one', async () => {
    const { id, short_tracking_reference } = await firstShipment(people.customer)
    await open(customer, '/shipments')
    await heading(customer, 'Shipments')
    await open(customer, `/shipments/${id}`)
    await heading(customer, new RegExp(short_tracking_reference))
    await open(customer, '/shipments/new')
    await heading(customer, 'New shipment')
  })

  it('[NAV-015] [NAV-037] open a new shipment from the button in the navigation', async () => {
    await open(customer, '/dashboard')
    const button = customer
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Send a parcel' })
    await button.click()
    await heading(customer, 'New shipment')
    expect(addressOf(customer)).toMatch(/^\/shipments\/new\?quick_quote=send&t=\d{13}$/)
  })

  it('[NAV-017] [NAV-038] open a new shipment in steps on a phone', async () => {
    await customer.setViewportSize({ width: 390, height: 844 })
    await open(customer, '/shipments')
    await customer.getByRole('button', { name: 'Menu', exact: true }).click()
    await customer
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Send a parcel' })
      .click()
    await customer.waitForURL(`${product.web}/shipments/mobile/new`)
    await customer.getByRole('heading', { level: 1 }).waitFor()
    await customer.setViewportSize({ width: 1440, height: 900 })
  })

  it('redirect a booking to the steps when the window is now as narrow as a phone', async () => {
    await open(customer, '/shipments/new')
    await heading(customer, 'New shipment')
    await customer.setViewportSize({ width: 390, height: 844 })
    await visit(customer, '/shipments/new')
    await customer.waitForURL(`${product.web}/shipments/mobile/new`)
    await customer.setViewportSize({ width: 1440, height: 900 })
  })

  it('[NAV-018] [SHIP-077] open a booking with the custom reference in the URL', async () => {
    await open(customer, '/shipments/new?custom-ref=BOOKS-0042')
    const field = customer.getByRole('textbox', { name: 'Custom tracking reference' })
    await field.waitFor()
    expect(await field.inputValue()).toBe('BOOKS-0042')
  })

  it('[NAV-019] show the booked shipment when returning from a payment', async () => {
    const { id, short_tracking_reference } = await firstShipment(people.customer)
    await open(customer, `/shipments/success?str=${short_tracking_reference}&id=${id}`)
    await heading(customer, 'Shipment created')
    await customer.getByRole('main').getByText(short_tracking_reference).first().waitFor()
  })

  it('[NAV-007] [NAV-022] [ACC-018] open the tab of the account page and show whether a card was saved', async () => {
    await open(customer, '/account?tab=billing&card_saved=success')
    await heading(customer, 'Account')
    await customer.getByText('Your card has been saved.').waitFor()
    await customer.getByRole('tab', { name: 'Billing', selected: true }).waitFor()
    await open(customer, '/account?tab=billing&card_saved=failed')
    await customer.getByText('Your card could not be saved. Please try again.').waitFor()
  })

  it('[NAV-008] [SHELL-017] [FMT-014] link the balance to topping up, which also has its own page', async () => {
    const standing = () =>
      request<{ balance: number; account_code: string }>(people.customer, '/billing/balance')
    await open(customer, '/dashboard')
    const panel = customer.getByRole('region', { name: 'Balance' })
    const isShown = async () => {
      const { balance } = await standing()
      return (await panel.innerText()).replaceAll(',', '').includes(Math.abs(balance).toFixed(2))
    }
    await expect.poll(isShown).toBe(true)
    const { balance, account_code } = await standing()
    await panel.getByRole('button', { name: 'Top up' }).click()
    await customer.getByRole('dialog', { name: 'Top up account' }).waitFor()
    await customer.keyboard.press('Escape')
    await open(customer, '/top-up-account')
    await heading(customer, 'Top up account')
    const amounts = customer.getByRole('group', { name: 'Amount' })
    const chips = amounts.getByRole('radio')
    await chips.first().waitFor({ state: 'attached' })
    expect(await amounts.locator('label:has(input[type=radio])').allInnerTexts()).toEqual([
      'R 200',
      'R 500',
      'R 1 000',
      'R 5 000',
    ])
    expect(await chips.first().isChecked()).toBe(true)
    const after = (amount: number) => customer.getByText(rand(balance + amount), { exact: true }).waitFor()
    await after(200)
    await amounts.getByText('R 1 000').click()
    await after(1000)
    const own = amounts.getByRole('textbox', { name: 'Own amount' })
    expect(balance).toBeLessThan(0)
    await customer.getByRole('button', { name: 'Pay this amount' }).click()
    await after(-balance)
    await own.fill('4')
    await customer.getByText('The smallest top-up is R 5.00.').waitFor()
    await own.fill('750,50')
    await after(750.5)
    await customer.getByRole('radio', { name: /^Manual EFT/ }).check()
    await customer.getByRole('main').getByText(account_code, { exact: true }).waitFor()
    await open(staff, '/shipments')
    await heading(staff, 'Shipments')
    await product.settled(staff)
    expect(await staff.getByRole('region', { name: 'Balance' }).count()).toBe(0)
    await open(staff, '/top-up-account')
    await heading(staff, 'Oops!')
  })

  it('[NAV-021] show no payment for payment details in the URL that the server does not have', async () => {
    for (const path of ['/topup/pending', '/stitch-payment', '/topup/success?status=complete&amount=500']) {
      await open(customer, path)
      await heading(customer, 'No payment to show')
    }
    await open(customer, '/topup/success?payment=PMT999999&status=complete')
    await heading(customer, 'No payment to show')
  })

  it('[NAV-020] [NAV-021] show the state of a shipment after its payment', async () => {
    const { id, short_tracking_reference } = await firstShipment(people.customer)
    for (const path of [
      `/shipments/payfast-cancelled?id=${id}&paid=no`,
      `/topup/shipment/pending?id=${id}`,
    ]) {
      await open(customer, path)
      await heading(customer, 'Nothing left to pay')
      await customer.getByText(short_tracking_reference).waitFor()
    }
    await customer.getByRole('link', { name: 'Open shipment' }).click()
    await customer.waitForURL(`${product.web}/shipments/${id}`)
    await open(customer, '/shipments/payfast-cancelled')
    await heading(customer, 'Shipment not found')
  })

  it('[NAV-065] [PERM-006] restrict the account and its settings to account admins', async () => {
    const colleague = await product.as(people.colleague)
    for (const path of ['/account', '/settings']) {
      await open(colleague, path)
      await heading(colleague, 'Oops!')
      await open(customer, path)
      await heading(customer, path === '/account' ? 'Account' : 'Settings')
    }
    const { account_id } = await firstInvoice(people.customer)
    const { status } = await product.answerTo(people.colleague, 'PATCH', '/accounts', {
      id: account_id,
      name: 'Taken over',
    })
    expect(status).toBe(403)
    await colleague.context().close()
  })

  /** Returns the requests that the app sends from before the sign-in until the customer has opened several pages. */
  async function callsOfCustomer(): Promise<readonly SentCall[]> {
    const window = await product.window()
    const before = product.calls.length
    await signIn(window, product.web, people.customer)
    for (const path of ['/shipments', '/shipments/new', '/account?tab=billing', '/top-up-account']) {
      await open(window, path)
      await window.getByRole('heading', { level: 1 }).waitFor()
      await product.settled(window)
    }
    await window.context().close()
    const calls = product.calls.slice(before)
    expect(calls.length).toBeGreaterThan(10)
    return calls
  }

  it('[API-001] [API-009] [API-011] [API-012] [API-013] call only Waybill’s own API, with the company id and client version', async () => {
    const nameless = ['/api/login', '/api/providers']
    for (const { url, headers, input } of await callsOfCustomer()) {
      expect([url.origin, url.pathname], url.href).toEqual([
        product.web,
        expect.stringMatching(/^\/(api|v2\/(payments|billing))\//),
      ])
      expect(headers['client-version'], url.href).toMatch(/^\d+\.\d+\.\d+$/)
      if (!nameless.includes(url.pathname)) expect(Number(input['provider_id']), url.href).toBeGreaterThan(0)
    }
  })

  it('[API-004] [API-005] send the bearer token with every request except the sign-in and the company and time requests', async () => {
    const openCalls = ['POST /login', 'GET /time', 'GET /providers']
    const calls = await callsOfCustomer()
    for (const { name, headers } of calls)
      if (openCalls.includes(name)) expect(headers['authorization'], name).toBeUndefined()
      else expect(headers['authorization'], name).toMatch(/^Bearer \S+$/)
    expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['POST /login', 'GET /providers']))
  })
})

describe('staff pages', () => {
  it('[SHELL-002] exist for every managed part and show something to manage', async () => {
    const parts: [path: string, title: string | RegExp, on_it: RegExp][] = [
      ['/shipments', 'Shipments', /New shipment/],
      ['/collection-requests', 'Collection requests', /New request/],
      ['/interhub-transfers', 'Interhub manifests', /New manifest/],
      ['/hub-scanner', 'Hub scanner', /Scan|Arriv/],
      ['/billing', 'Billing', /Invoice/],
      ['/accounts', 'Accounts', /New account/],
      ['/rates-and-estimates', /./, /Start a draft/],
      ['/rates-and-estimates/surcharges', /./, /Surcharges/],
      ['/maps', 'Maps', /New area/],
      ['/tools/third-party-integrations', 'Third-party integrations', /New integration/],
      ['/locations', 'Lockers and counters', /New location/],
      ['/settings?tab=shipments', 'Settings', /Lockers and counters|Locker/],
      ['/settings?tab=notifications', 'Settings', /E-?mail notifications/i],
    ]
    for (const [path, title, onIt] of parts) {
      await open(staff, path)
      await heading(staff, title)
      await staff.getByRole('main').getByText(onIt).first().waitFor()
    }
    // The balance is on the page of each account.
    const { accounts } = await request<{ accounts: { id: number }[] }>(
      people.administrator,
      '/accounts?limit=1',
    )
    await open(staff, `/accounts/${accounts[0]?.id ?? 0}?tab=billing`)
    await staff
      .getByRole('main')
      .getByText(/Balance/)
      .first()
      .waitFor()
  })
})

describe('invoice, credit note and account URLs', () => {
  it('[NAV-025] are below accounts/ for staff and without it for customers for an invoice', async () => {
    const [own, any] = await Promise.all([firstInvoice(people.customer), firstInvoice(people.administrator)])
    await Promise.all([open(customer, `/invoices/${own.id}`), open(staff, `/accounts/invoices/${any.id}`)])
    await heading(customer, own.doc_display_id)
    await heading(staff, any.doc_display_id)
  })

  it('[NAV-026] are below accounts/ for staff and without it for customers for a credit note', async () => {
    const { account_id } = await firstInvoice(people.customer)
    const { credit_note_id, doc_display_id } = await request<{
      credit_note_id: number
      doc_display_id: string
    }>(people.administrator, '/billing/transactions', {
      account_id,
      type: 'admin-credit',
      amount: 10,
      description: 'Box damaged',
    })
    expect(doc_display_id).toMatch(/^CR\d{6}$/)
    await Promise.all([
      open(customer, `/credit-notes/${credit_note_id}`),
      open(staff, `/accounts/credit-notes/${credit_note_id}`),
    ])
    await heading(customer, doc_display_id)
    await heading(staff, doc_display_id)
  })

  it('[NAV-028] [ACC-020] list accounts and show one', async () => {
    const { accounts } = await request<{ accounts: { id: number; name: string }[] }>(
      people.administrator,
      '/accounts?limit=1',
    )
    const [account] = accounts
    await open(staff, `/accounts?q=${encodeURIComponent(account?.name ?? '')}`)
    await heading(staff, 'Accounts')
    await staff
      .getByRole('row', { name: new RegExp(account?.name ?? '') })
      .getByRole('link')
      .first()
      .click()
    await heading(staff, account?.name ?? '')
    expect(addressOf(staff)).toBe(`/accounts/${account?.id ?? 0}`)
  })
})

describe('release notes', () => {
  it('[NAV-009] [PERM-056] show the latest notes to permitted users and not to customers', async () => {
    await asSystem(product.running.runtime, 1, (ctx) =>
      ctx.db
        .insertInto('release_note')
        .values({
          provider_id: ctx.provider_id,
          version: '3.17.17',
          title: 'Faster lists',
          body: 'Lists open at once.',
          audience: ['staff'],
          created_by: 'platform',
          time_created: ctx.now,
        })
        .execute(),
    )
    await open(staff, '/shipments')
    await staff.getByRole('link', { name: 'Version 3.17.17' }).click()
    await heading(staff, 'Release notes')
    expect(addressOf(staff)).toBe('/release-notes')
    await staff.getByRole('heading', { name: 'Faster lists' }).waitFor()
    await staff.getByText('Lists open at once.').waitFor()
    await product.settled(staff)
    expect(await staff.getByRole('button', { name: 'New release note' }).count()).toBe(0)
    await open(customer, '/release-notes')
    await heading(customer, 'Oops!')
  })
})

describe('identity check of a receiver', () => {
  it('[SET-109] [NAV-003] [NAV-004] [SHELL-024] has its own page without navigation, compares the name and stores the check as a note', async () => {
    const { id, short_tracking_reference } = await firstShipment(people.administrator)
    await open(staff, `/idm?ref=${short_tracking_reference}`)
    await heading(staff, 'Oops!')
    await product.running.runtime.pool.query(
      "UPDATE provider SET enabled_features = array_append(enabled_features, 'idm') WHERE id = 1",
    )
    await product.saveSettings({ enable_idm: true })
    await open(staff, '/idm')
    await staff.getByRole('textbox', { name: 'Tracking reference' }).fill(short_tracking_reference)
    await staff.getByRole('button', { name: 'Find shipment' }).click()
    await staff.getByRole('heading', { name: 'Receiver' }).waitFor()
    expect(addressOf(staff)).toBe(`/idm?ref=${short_tracking_reference}`)
    await product.settled(staff)
    expect(await staff.getByRole('navigation').count()).toBe(0)
    expect(await staff.getByRole('button', { name: 'Track a parcel' }).count()).toBe(0)
    const { shipment } = await request<{ shipment: { delivery_contact: { name: string } } }>(
      people.administrator,
      `/shipments/detail?id=${id}`,
    )
    await staff.getByRole('textbox', { name: 'Name on the document' }).fill('Somebody Else')
    await staff.getByText(`The name differs from the receiver, ${shipment.delivery_contact.name}.`).waitFor()
    await scan(staff, cardOf(shipment.delivery_contact.name))
    await staff.getByText('The name matches the receiver.').waitFor()
    await staff.getByRole('button', { name: 'Save identity check' }).click()
    await staff.getByText('Identity checked: ID card ending in 087, the name matches.').waitFor()
    const { notes } = await request<{ notes: { message: string; type: string }[] }>(
      people.administrator,
      `/shipments/detail?id=${id}`,
    )
    expect(notes).toContainEqual(
      expect.objectContaining({
        type: 'internal',
        message: 'Identity checked: ID card ending in 087, the name matches.',
      }),
    )
    await open(customer, '/idm')
    await heading(customer, 'Oops!')
    await open(staff, '/shipments')
    await heading(staff, 'Shipments')
  })
})

describe('reference search', () => {
  const box = () => staff.getByRole('textbox', { name: 'Reference', exact: true })
  const lookUp = async (reference: string) => {
    await box().fill(reference)
    await box().press('Enter')
  }

  it('[NAV-067] [NAV-068] [NAV-070] opens the record with the reference, by Enter and by the button', async () => {
    const { id, short_tracking_reference } = await firstShipment(people.administrator)
    await lookUp(` ${short_tracking_reference.toLowerCase()} `)
    await staff.waitForURL(`${product.web}/shipments/${id}`)
    await heading(staff, new RegExp(short_tracking_reference))

    const { accounts } = await request<{ accounts: { id: number; account_code: string }[] }>(
      people.administrator,
      '/accounts?limit=1',
    )
    await box().fill(accounts[0]?.account_code ?? '')
    await staff.getByRole('button', { name: 'Look up reference' }).click()
    await staff.waitForURL(`${product.web}/accounts/${accounts[0]?.id ?? 0}`)

    const invoice = await firstInvoice(people.administrator)
    await lookUp(invoice.doc_display_id)
    await staff.waitForURL(`${product.web}/accounts/invoices/${invoice.id}`)
    await heading(staff, invoice.doc_display_id)

    const { credit_notes } = await request<{ credit_notes: { id: number; doc_display_id: string }[] }>(
      people.administrator,
      '/billing/credit-notes?limit=1',
    )
    await lookUp(credit_notes[0]?.doc_display_id ?? '')
    await staff.waitForURL(`${product.web}/accounts/credit-notes/${credit_notes[0]?.id ?? 0}`)
  })

  it('[NAV-073] [NAV-074] offers a new shipment for a reference that does not exist', async () => {
    const before = addressOf(staff)
    await lookUp('nobody-0001')
    const alert = staff.getByRole('alertdialog', { name: 'Reference could not be found' })
    await alert.getByRole('button', { name: 'Cancel' }).click()
    await alert.waitFor({ state: 'detached' })
    expect(addressOf(staff)).toBe(before)
    await box().press('Enter')
    await alert.getByRole('button', { name: 'Yes, create a new shipment' }).click()
    await staff.waitForURL(`${product.web}/shipments/new?custom-ref=NOBODY-0001`)
    const field = staff.getByRole('textbox', { name: 'Custom tracking reference' })
    await field.waitFor()
    expect(await field.inputValue()).toBe('NOBODY-0001')
  })

  it('[NAV-075] opens the newest of several matches and links to all of them', async () => {
    const twin = {
      ...booking({ customer_reference: 'TWIN-2026' }),
      account_id: (await firstInvoice(people.customer)).account_id,
    }
    const book = () => request<{ id: number }>(people.administrator, '/shipments', twin)
    await book()
    const second = await book()
    await lookUp('twin-2026')
    await staff.waitForURL(`${product.web}/shipments/${second.id}`)
    await staff.getByRole('button', { name: 'See all 2 matches' }).click()
    await staff.waitForURL(`${product.web}/shipments?q=TWIN-2026`)
    await expect.poll(() => staff.getByRole('row').filter({ hasText: /\d/ }).count()).toBe(2)
  })

  it('does not run shortcuts for a scan, and still runs them for typed keys', async () => {
    await open(staff, '/shipments')
    await heading(staff, 'Shipments')
    await scan(staff, '/NGS/ngr')
    const alert = staff.getByRole('alertdialog', { name: 'Reference could not be found' })
    await alert.getByRole('button', { name: 'Cancel' }).click()
    await alert.waitFor({ state: 'detached' })
    await product.settled(staff)
    expect(addressOf(staff)).toBe('/shipments')
    expect(await box().evaluate((input) => input === document.activeElement)).toBe(false)
    await staff.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await staff.keyboard.press('/')
    await product.settled(staff)
    await expect.poll(() => box().evaluate((input) => input === document.activeElement)).toBe(true)
  })

  it('[NAV-076] shows a toast when the URL names a shipment that does not exist', async () => {
    await open(staff, '/shipments/999999999')
    await staff.getByText('Could not find shipment').first().waitFor()
  })

  it('[NAV-077] shows why a shipment could not be loaded', async () => {
    const asUsual = await product.answers(shipmentsApi.detail, () => ({
      status: 403,
      body: { message: 'Your role may not do this' },
    }))
    await open(staff, '/shipments/1')
    await staff.getByText('Error fetching shipment: Your role may not do this.').first().waitFor()
    await asUsual()
  })
})

describe('URLs for all users', () => {
  it('[NAV-016] [NAV-071] give guests a quick quote and no reference search', async () => {
    await open(guest, '/shipments/new?quick_quote=quote')
    await heading(guest, 'Quick quote')
    expect(addressOf(guest)).toBe('/shipments/new?quick_quote=quote')
    await guest.getByRole('navigation', { name: 'Main' }).waitFor()
    await product.settled(guest)
    expect(await guest.getByRole('search').count()).toBe(0)
    expect(await staff.getByRole('search', { name: 'Reference search' }).count()).toBe(1)
  })

  it('[NAV-001] [NAV-002] open the first page of each kind of user', async () => {
    const driver = await product.as(people.driver, { width: 390, height: 844 })
    const homes: [Page, string][] = [
      [staff, '/ops-dashboard'],
      [customer, '/dashboard'],
      [driver, '/tripsheet'],
      [guest, '/shipments/new?quick_quote=quote'],
    ]
    for (const [page, home] of homes) {
      await open(page, '/')
      await page.waitForURL(product.web + home)
    }
    await driver.context().close()
    const asUsual = await product.answers(signInApi.provider, async ({ usual }) => {
      const { provider } = (await usual()).body as { provider: { settings: object } }
      return {
        body: { provider: { ...provider, settings: { ...provider.settings, staff_only_login: true } } },
      }
    })
    await open(guest, '/')
    await guest.waitForURL(`${product.web}/login`)
    await asUsual()
  })

  it('[API-002] call the API of the host that served the app', async () => {
    const elsewhere = await product.window()
    const before = product.calls.length
    const local = product.web.replace('127.0.0.1', 'localhost')
    await elsewhere.goto(`${local}/login`)
    await elsewhere.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    await product.settled(elsewhere)
    // Skip requests with a token, because windows of signed-in users poll in the meantime.
    const hosts = product.calls
      .slice(before)
      .flatMap(({ headers, url }) => (headers['authorization'] ? [] : [url.host]))
    expect(hosts.length).toBeGreaterThan(0)
    expect([...new Set(hosts)]).toEqual([new URL(local).host])
    await elsewhere.context().close()
  })

  it('[NAV-005] return to the requested page after maintenance', async () => {
    const asUsual = await product.answers(signInApi.provider, () => ({
      status: 418,
      body: { message: 'We are doing maintenance' },
    }))
    await open(customer, '/shipments?status=delivered')
    await heading(customer, "We're doing maintenance...")
    await customer.waitForURL((url) => url.pathname === '/maintenance')
    expect(new URL(customer.url()).searchParams.get('r')).toBe('/shipments?status=delivered')
    await asUsual()
    await customer.getByRole('button', { name: 'Try now' }).click()
    await customer.waitForURL(`${product.web}/shipments?status=delivered`)
    await heading(customer, 'Shipments')
  })

  it('[NAV-006] show a page for closed accounts', async () => {
    await open(customer, '/account-closed')
    await heading(customer, 'Account closed')
    await customer.getByRole('link', { name: 'Log out' }).waitFor()
  })
})

describe('signing in and out', () => {
  it('[AUTH-001] [AUTH-005] redirects from a page to sign-in and back, and stores the token in the browser', async () => {
    await open(guest, '/shipments?status=delivered')
    await guest.waitForURL(
      `${product.web}/login?redirect=${encodeURIComponent('/shipments?status=delivered')}`,
    )
    await guest.getByLabel('Email or username').fill(people.customer)
    await guest.getByLabel('Password', { exact: true }).fill('waybill-demo')
    await guest.getByRole('button', { name: 'Log in', exact: true }).click()
    await heading(guest, 'Shipments')
    expect(addressOf(guest)).toBe('/shipments?status=delivered')
    expect(await tokenOf(guest)).toMatch(/^\S{20,}$/)
  })

  it('[AUTH-007] clears the session when a link with a verification code is opened', async () => {
    await open(guest, '/login?verification=123456')
    await guest.getByRole('heading', { level: 1 }).waitFor()
    expect(addressOf(guest)).toMatch(/^\/login/)
    expect(await tokenOf(guest)).toBeNull()
  })

  it('[AUTH-026] [AUTH-027] [AUTH-030] ends the session on the server, clears the browser storage and opens the sign-in page', async () => {
    const token = await tokenOf(customer)
    await customer.evaluate(() => localStorage.setItem('draft:booking', 'something typed'))
    const { headers } = await product.sends(signInApi.logout, () => open(customer, '/logout'))
    expect(headers['authorization']).toBe(`Bearer ${token ?? ''}`)
    await customer.waitForURL(`${product.web}/login`)
    await customer.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    const stored = await customer.evaluate(() => Object.keys(localStorage))
    expect(stored.filter((name) => /token|draft|impersonat/.test(name))).toEqual([])
    expect(token).toBe(await product.tokenOf(people.customer))
    expect((await product.answerTo(people.customer, 'GET', '/general-data')).status).toBe(401)
  })
})

describe('long option list', () => {
  it('[CONST-007] shows 100 options and the number of further ones', async () => {
    await product.saveSettings({
      international_enabled: true,
      international_delivery_countries: countries.map(({ name }) => name),
    })
    await open(staff, '/shipments/new')
    const delivery = staff.getByRole('region', { name: 'Delivery', exact: true })
    await delivery.getByRole('button', { name: 'Enter the address by hand' }).click()
    const country = delivery.getByRole('combobox', { name: 'Country' })
    await country.click()
    const list = staff.getByRole('listbox', { name: 'Country' })
    await list.getByText(/^\+ \d+ more$/).waitFor()
    expect(await list.getByRole('option').count()).toBe(100)
    const more = Number(/\d+/.exec(await list.getByText(/^\+ \d+ more$/).innerText())?.[0])
    expect(more).toBeGreaterThan(135)
    await country.fill('Namib')
    await list.getByRole('option', { name: 'Namibia' }).waitFor()
    await product.settled(staff)
    expect(await list.getByText(/more$/).count()).toBe(0)
  })
})
