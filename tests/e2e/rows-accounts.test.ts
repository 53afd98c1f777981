import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countries } from '../../domain/src/kit/countries.ts'
import { platform } from './clerk.ts'
import { openProduct, type Product } from './product.ts'

const administrator = 'thandi@fynbos.example'

let product: Product
let staff: Page
let boss: Page

beforeAll(async () => {
  product = await openProduct({ port: 5006, api_port: 5007 })
  ;[staff, boss] = await Promise.all([product.as(administrator), product.as(platform)])
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const save = (settings: Readonly<Record<string, unknown>>) =>
  product.ask(administrator, 'POST', '/providers/settings', {
    settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
  })

describe('accounts', () => {
  it('[ACC-001] [ACC-004] are listed with all their fields, prepaid, postpaid or the guest account', async () => {
    const [answer] = await Promise.all([
      staff.waitForResponse((response) => new URL(response.url()).pathname === '/api/accounts'),
      open(staff, '/accounts'),
    ])
    const { accounts } = (await answer.json()) as { accounts: Record<string, unknown>[] }
    for (const account of accounts) {
      expect(Object.keys(account)).toEqual(
        expect.arrayContaining([
          'id',
          'account_code',
          'account_type',
          'balance',
          'credit_limit',
          'is_on_hold',
          'temp_disable_auto_hold',
          'force_show_billing_transactions',
          'tracking_prefix',
          'invoice_frequency',
          'invoice_frequency_time',
        ]),
      )
      expect(['prepaid', 'postpaid', 'guest']).toContain(account['account_type'])
    }
    const table = staff.getByRole('table')
    for (const type of ['Prepaid', 'Postpaid']) await table.getByText(type, { exact: true }).first().waitFor()
  })

  it('[ACC-005] [ACC-006] are active, overdue or inactive, and a closed one is closed', async () => {
    const states = [
      { status: 'active', derived_status: 'active', is_on_hold: false },
      { status: 'active', derived_status: 'overdue', is_on_hold: false },
      { status: 'active', derived_status: 'inactive', is_on_hold: false },
      { status: 'closed', derived_status: 'inactive', is_on_hold: false },
    ]
    await staff.route('**/api/accounts?*', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { accounts: object[] }
      const accounts = answer.accounts.map((account, at) => ({ ...account, ...states[at % states.length] }))
      await route.fulfill({ response, json: { ...answer, accounts } })
    })
    await open(staff, '/accounts')
    const rows = staff.getByRole('table').getByRole('row')
    await rows.nth(4).waitFor()
    for (const [at, label] of ['Active', 'Overdue', 'Inactive', 'Closed'].entries())
      await rows
        .nth(at + 1)
        .getByText(label, { exact: true })
        .waitFor()
    await staff.unroute('**/api/accounts?*')
  })
})

describe('lists that everybody knows', () => {
  it('[CONST-004] [CONST-005] [ADDR-002] there are about 240 countries, each by its full name, and South Africa is meant first', async () => {
    await save({
      international_enabled: true,
      international_delivery_countries: countries.map(({ name }) => name),
    })
    await open(staff, '/shipments/new')
    const delivery = staff.getByRole('region', { name: 'Delivery', exact: true })
    await delivery.getByRole('button', { name: 'Enter the address by hand' }).click()
    const country = delivery.getByRole('combobox', { name: 'Country' })
    expect(await country.inputValue()).toBe('South Africa')
    await country.click()
    const list = staff.getByRole('listbox', { name: 'Country' })
    const more = await list.getByText(/^\+ \d+ more$/).innerText()
    const total = (await list.getByRole('option').count()) + Number(/\d+/.exec(more)?.[0])
    expect(total).toBeGreaterThanOrEqual(235)
    expect(total).toBeLessThanOrEqual(255)
    for (const name of ['South Africa', 'Namibia', 'Eswatini']) {
      await country.fill(name)
      await list.getByRole('option', { name, exact: true }).waitFor()
    }
  })

  it('[CONST-001] weekdays run from Monday to Sunday, and Sunday is kept as 0', async () => {
    await save({ default_invoice_frequency: 'weekly', invoice_frequency_time: 1 })
    await open(staff, '/settings?tab=rates')
    await heading(staff, 'Settings')
    const weekday = staff.locator('[data-setting="invoice_frequency_time"]').getByRole('combobox')
    await weekday.click()
    const options = staff.getByRole('listbox').getByRole('option')
    await options.first().waitFor()
    expect(await options.allInnerTexts()).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ])
    await options.last().click()
    await staff.getByRole('button', { name: 'Save 1 change' }).click()
    await staff.getByText('Setting saved').waitFor()
    const { settings } = await product.ask<{ settings: { value: string }[] }>(
      administrator,
      'GET',
      '/providers/settings?setting=invoice_frequency_time',
    )
    expect(settings[0]?.value).toBe('0')
  })
})

describe('the companies of the platform', () => {
  it('[ADMIN-001] [ADMIN-004] have pages for what they are, how they send SMS, what is new, and short addresses', async () => {
    const guest = await product.window()
    const [answer] = await Promise.all([
      guest.waitForResponse('**/api/providers?*'),
      open(guest, '/help-centre'),
    ])
    const { provider } = (await answer.json()) as { provider: object }
    expect(Object.keys(provider)).toEqual(
      expect.arrayContaining([
        'status',
        'logo_url',
        'navigation_logo_url',
        'favicon_url',
        'provider_title',
        'enabled_features',
      ]),
    )
    await guest.context().close()
    for (const [page, title, call, action] of [
      ['providers', 'Providers', '/api/platform/providers', 'New provider'],
      ['infobip', 'Infobip', '/api/platform/infobip', null],
      ['release-notes', 'Release notes', '/api/release-notes', 'New release note'],
      ['short-urls', 'Short URLs', '/api/short-urls', 'New short URL'],
    ] as const) {
      const asked = boss.waitForRequest((request) => new URL(request.url()).pathname === call)
      await open(boss, `/shiplogic-admin/${page}`)
      await heading(boss, title)
      await asked
      if (action) await boss.getByRole('main').getByText(action, { exact: true }).first().waitFor()
    }
  })

  it('[ADMIN-002] [ADMIN-003] are active, overdue, suspended or closed; the platform says so, and overdue invoices are told to the staff', async () => {
    await open(boss, '/shiplogic-admin/providers/1')
    const states = boss.getByRole('radio', { name: /^(Active|Overdue|Suspended|Closed)/ })
    await states.first().waitFor()
    expect(await states.count()).toBe(4)
    await boss.getByRole('radio', { name: /^Overdue/ }).check()
    await boss.getByRole('textbox', { name: /overdue/i }).fill('PLT000041')
    await boss.getByRole('button', { name: 'Save changes' }).click()
    await boss.getByText('Changes saved').waitFor()
    await open(staff, '/shipments')
    await staff.getByText(/PLT000041.*overdue/).waitFor()
    await boss.getByRole('radio', { name: /^Active/ }).check()
    await boss.getByRole('button', { name: 'Save changes' }).click()
    await boss.getByText('Active', { exact: true }).first().waitFor()
  })
})
