import { providersApi } from '@waybill/domain/platform-admin/providers-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { formatRand } from '@waybill/domain/kit/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveAddresses } from '../../../server/src/accounts/index.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { textOf } from '../../../server/dev/test-kit/documents/inspect-pdf.ts'
import { address } from '../../../server/dev/test-kit/provider.ts'
import type { Context } from '../../../server/src/kit/handler.ts'
import { insertPoint } from '../../../server/src/pickup-points/store.ts'
import { platform } from '../../page-kit/clerk.ts'
import { createOwnLocker } from '../../page-kit/own-locker.ts'
import {
  openProduct,
  type GivenAnswer,
  type PageProduct as Product,
  type TestPage as Page,
} from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'
const owner = 'riaan@overbergbooks.example'

let product: Product
let staff: Page
let account_id: number
beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
  account_id = await accountOf('OVB014')
  await product.ask(admin, 'POST', '/billing/invoices/run', {})
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, to: string) => page.goto(product.web + to)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** Returns the value displayed next to a label on the page. */
const fact = (page: Page, name: string) => page.locator(`dt:has-text(${JSON.stringify(name)}) + dd`).first()
const inDatabase = <Result>(run: (ctx: Context) => Promise<Result>) =>
  asSystem(product.running.runtime, 1, run)

interface Account {
  id: number
  balance: number
  derived_status: string
}
async function accountOf(code: string): Promise<number> {
  const { accounts } = await product.ask<{ accounts: Account[] }>(
    admin,
    'GET',
    `/accounts?account_code=${code}`,
  )
  return accounts[0]?.id ?? 0
}
const changeAccount = (id: number, changes: object) =>
  product.ask<Account>(admin, 'PATCH', '/accounts', { id, ...changes })

describe('account page', () => {
  it('[ACC-001] shows each field of the account', async () => {
    await changeAccount(account_id, {
      tracking_prefix: 'OVB',
      invoice_frequency: 'weekly',
      invoice_frequency_time: 3,
      force_show_billing_transactions: true,
      temp_disable_auto_hold: true,
      is_on_hold: false,
    })
    const { accounts } = await product.ask<{ accounts: Record<string, number>[] }>(
      admin,
      'GET',
      `/accounts?id=${account_id}`,
    )
    const { balance = 0, credit_limit = 0 } = accounts[0] ?? {}
    const rand = (amount: number) => formatRand(Math.round(amount * 100))
    await open(staff, `/accounts/${account_id}`)
    await heading(staff, /Overberg Books/)
    for (const [name, value] of [
      ['Account id', String(account_id)],
      ['Account code', 'OVB014'],
      ['Account type', 'Postpaid'],
      ['Credit limit', rand(credit_limit)],
      ['Invoiced', 'Weekly, on Wednesday'],
      ['Tracking prefix', 'OVB'],
      ['Users see transactions', 'Always'],
      ['Put on hold', 'Not until the next payment'],
    ] as const)
      expect((await fact(staff, name).innerText()).trim(), name).toBe(value)
    await staff.getByText('Released until the next payment.').waitFor()
    await button(staff, 'Put on hold').click()
    await staff.getByLabel('Reason').fill('Cheque returned')
    await button(staff, 'Put account on hold').click()
    await staff.getByRole('main').getByText('On hold', { exact: true }).first().waitFor()
    await button(staff, 'Release hold').click()
    await button(staff, 'Put on hold').waitFor()
    await open(staff, `/accounts/${account_id}?tab=billing`)
    await staff.getByRole('region', { name: 'Account balance' }).getByText(rand(balance)).first().waitFor()
  })

  it('[ACC-005] [ACC-006] shows the derived status active, overdue or inactive, and closed separately', async () => {
    const badge = async (id: number): Promise<string> => {
      await open(staff, `/accounts/${id}`)
      await staff.getByRole('heading', { level: 1 }).waitFor()
      return staff.locator('[data-badge]').first().innerText()
    }
    const { id } = await product.ask<Account>(admin, 'POST', '/accounts', {
      name: 'Karoo Candles',
      account_type: 'postpaid',
      default_collection_address: {
        address: address('1 Main Road', 'Newlands', 'Cape Town', '7700', 'WC'),
        contact: { name: 'Anika Botha', mobile_number: '0215550142', email: '' },
      },
      first_user: { name: 'Anika Botha', email: 'anika@karoocandles.example' },
    })
    expect(await badge(id)).toBe('Active')
    const longAgo = new Date(product.now().getTime() - 200 * 86_400_000)
    await inDatabase((ctx) =>
      ctx.db.updateTable('account').set({ time_created: longAgo }).where('id', '=', id).execute(),
    )
    expect(await badge(id)).toBe('Inactive')
    const { invoices } = await product.ask<{ invoices: { account_id: number }[] }>(
      admin,
      'GET',
      '/billing/invoices?limit=1',
    )
    const late = invoices[0]?.account_id ?? 0
    const neverHeld = { disable_auto_hold: true, disable_account_in_arrears_checks: true, is_on_hold: false }
    await changeAccount(late, neverHeld)
    await inDatabase((ctx) =>
      ctx.db
        .updateTable('invoice')
        .set({ due_date: longAgo, amount_paid: 0, credit_note_total: 0 })
        .where('account_id', '=', late)
        .execute(),
    )
    expect(await badge(late)).toBe('Overdue')

    await open(staff, `/accounts/${id}`)
    await button(staff, 'More actions').click()
    await staff.getByRole('menuitem', { name: 'Close account' }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Ceased trading')
    await dialog.getByRole('button', { name: 'Close account' }).click()
    await staff.getByText('This account is closed.').waitFor()
    expect(await badge(id)).toBe('Closed')
    await staff.getByText(/Ceased trading/).waitFor()
  })

  it('[ACC-008] puts the account prefix before custom references and counts it towards their seven characters', async () => {
    await changeAccount(account_id, { tracking_prefix: 'SLX' })
    const customer = await product.as(owner)
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      owner,
      'GET',
      '/shipments?limit=1',
    )
    await open(customer, `/shipments/new?duplicate=${shipments[0]?.id ?? 0}`)
    const reference = customer.getByRole('textbox', { name: /^Custom tracking reference/ })
    await reference.waitFor()
    await customer.getByRole('region', { name: 'Extras' }).getByText('SLX', { exact: true }).waitFor()
    const send = button(customer, /^(Create shipment|Book.*)$/).first()
    await customer.getByRole('checkbox', { name: /no dangerous or prohibited goods/ }).check()
    await reference.fill('123')
    await send.click()
    await customer
      .getByText(/at least 7|7 characters|seven/i)
      .first()
      .waitFor()
    await reference.fill('1234')
    const sent = await product.sends(shipmentsApi.create, () => send.click())
    expect(sent.answer).toMatchObject({ custom_tracking_reference: 'SLX1234' })
    await customer.context().close()
  })
})

describe('company status in platform administration', () => {
  /** Chooses a status on the page of a company and saves it; resolves when the server has responded. */
  async function take(boss: Page, status: string): Promise<void> {
    await boss.getByRole('radio', { name: status }).check()
    const saved = await product.sends(providersApi.change, () =>
      boss.getByRole('button', { name: /^Save/ }).click(),
    )
    expect(saved.status).toBe(200)
  }

  it('[ADMIN-002] [ADMIN-003] sets active, overdue, suspended and closed on the company page, and applies each status', async () => {
    const boss = await product.as(platform)
    await open(boss, '/shiplogic-admin/providers/1')
    await boss.getByRole('radio', { name: 'Overdue' }).waitFor()
    // The administrator’s own company cannot be suspended or closed, because no user could then sign in to undo it.
    expect(await boss.getByRole('radio').count()).toBe(2)
    await boss.getByRole('radio', { name: 'Overdue' }).check()
    await boss.getByRole('textbox', { name: 'Overdue invoices' }).fill('INV000101, INV000117')
    await take(boss, 'Overdue')
    await open(staff, '/shipments')
    await staff.getByText(/INV000101.*INV000117.*are overdue\. Please pay them as soon as possible/).waitFor()
    await take(boss, 'Active')
    await staff.reload()
    await heading(staff, 'Shipments')
    expect(await staff.getByText(/are overdue\./).count()).toBe(0)

    const { port } = new URL(product.web)
    const { id } = await product.ask<{ id: number }>(platform, 'POST', '/platform/providers', {
      name: 'Karoo Carriers (Pty) Ltd',
      origins: ['karoo.localhost'],
      provider_title: 'Karoo Carriers',
      theme_primary: '#7C3AED',
      theme_nav_bg: '',
      admin_name: 'Lindiwe Dlamini',
      admin_email: 'lindiwe@karoo.example',
      branch_name: 'BFN',
      branch_public_name: 'Bloemfontein',
    })
    const guest = await product.window()
    const shown = async (): Promise<string> => {
      await guest.goto(`http://karoo.localhost:${port}/login`)
      return guest.locator('body').innerText()
    }
    expect(await shown()).not.toMatch(/maintenance/i)
    await open(boss, `/shiplogic-admin/providers/${id}`)
    await boss.getByRole('radio', { name: 'Suspended' }).waitFor()
    expect(await boss.getByRole('radio').count()).toBe(4)
    await take(boss, 'Suspended')
    await expect.poll(shown).toMatch(/doing maintenance/)
    await take(boss, 'Active')
    await expect.poll(shown).not.toMatch(/maintenance/i)
    await take(boss, 'Closed')
    await guest.goto(`http://karoo.localhost:${port}/login`)
    await expect.poll(() => guest.getByRole('button', { name: 'Log in', exact: true }).count()).toBe(0)
    await Promise.all([boss.context().close(), guest.context().close()])
  })
})

describe('invoice PDF', () => {
  it('[BILL-011] [BILL-012] prints the migration reference instead of the invoice number, and the company with its VAT number', async () => {
    await product.saveSettings({
      invoice_company_name: 'Fynbos Couriers (Pty) Ltd',
      invoice_company_vat_no: '4123456789',
      invoice_company_address: '14 Depot Road\nEpping',
    })
    const { invoices } = await product.ask<{ invoices: { id: number; doc_display_id: string }[] }>(
      admin,
      'GET',
      '/billing/invoices?limit=2',
    )
    const [first, second] = invoices
    await inDatabase((ctx) =>
      ctx.db
        .updateTable('invoice')
        .set({ migration_reference: 'OLD-77' })
        .where('id', '=', first?.id ?? 0)
        .execute(),
    )
    const printed = async (id: number, name: string): Promise<string> => {
      await open(staff, `/invoices/${id}`)
      await heading(staff, name)
      const tab = await product.leaves(staff, () => button(staff, 'Download PDF').click())
      return textOf((await product.download(tab.url)).body)
    }
    const migrated = await printed(first?.id ?? 0, 'OLD-77')
    expect(migrated).toContain('OLD-77')
    expect(migrated).not.toContain(first?.doc_display_id)
    for (const words of [
      'TAX INVOICE',
      'Fynbos Couriers (Pty) Ltd',
      '14 Depot Road',
      'VAT number 4123456789',
    ])
      expect(migrated).toContain(words)
    expect(await printed(second?.id ?? 0, second?.doc_display_id ?? '')).toContain(second?.doc_display_id)
  })
})

describe('pickup points', () => {
  it('[PP-025] [PP-026] offers the lockers and counters of the networks that are switched on, and those that the company created', async () => {
    const networks = ['bob-box', 'tcg-locker', 'ram-counter'] as const
    await inDatabase(async (ctx) => {
      for (const network of networks) {
        const type = network === 'ram-counter' ? 'counter' : 'locker'
        const place = { ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'), type } as const
        const [addressId = 0] = await saveAddresses(ctx, [{ ...place, lat: -26.1458, lng: 28.0421 }])
        await insertPoint(ctx, {
          pickup_point_id: network,
          pickup_point_provider: network,
          name: `Zebra ${network}`,
          type,
          address_id: addressId,
          lat: -26.1458,
          lng: 28.0421,
          trading_hours: 'Mon-Sun 07:00-21:00',
          compartments: [],
        })
      }
    })
    await createOwnLocker(product, admin, { code: 'ZEBRA1', name: 'Zebra own' })
    const off = {
      enable_bob_box: false,
      enable_third_party_bob_box: false,
      enable_tcg_locker: false,
      enable_ram_counters: false,
    }
    for (const [settings, offered] of [
      [{}, ['Zebra own']],
      [{ enable_bob_box: true }, ['Zebra bob-box', 'Zebra own']],
      [{ enable_third_party_bob_box: true }, ['Zebra bob-box', 'Zebra own']],
      [{ enable_tcg_locker: true }, ['Zebra own', 'Zebra tcg-locker']],
      [{ enable_ram_counters: true }, ['Zebra own', 'Zebra ram-counter']],
    ] as const) {
      await product.saveSettings({ ...off, ...settings })
      await open(staff, '/shipments/new')
      await button(staff, 'Deliver to a locker or counter').click()
      await staff.getByLabel('Find a locker or counter').fill('Zebra')
      await product.settled(staff)
      const found = staff.getByRole('listitem').filter({ hasText: 'Zebra' })
      const names = (await found.allInnerTexts()).map((text) => text.split('\n')[0])
      expect(names.toSorted(), JSON.stringify(settings)).toEqual(offered)
    }
    await product.saveSettings(off)
  })
})

describe('toasts and concurrent requests', () => {
  it('[SHELL-073] shows toasts with a text and a variant for a set number of milliseconds', async () => {
    const page = await product.as(admin)
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.resolve()
    })
    const stays = async (text: string, role: 'status' | 'alert', milliseconds: number): Promise<void> => {
      const toast = page.getByRole(role).filter({ hasText: text })
      await toast.waitFor()
      await product.pass(page, milliseconds - 500)
      expect(await toast.count(), text).toBe(1)
      await product.pass(page, 1_000)
      await toast.waitFor({ state: 'detached' })
    }
    await open(page, `/accounts/${account_id}`)
    const copy = page.getByRole('button', { name: /^Copy/ }).first()
    await copy.click()
    await stays('Copied to clipboard', 'status', 3_000)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
    })
    await copy.click()
    await stays('Could not copy.', 'alert', 3_000)
    await open(page, '/shipments?status=delivered')
    await page.getByRole('button', { name: 'Clear all' }).first().click()
    await stays('Filters cleared', 'status', 10_000)
    await page.context().close()
  })

  it('[API-015] [API-016] aborts the older of two identical requests in progress without an error message', async () => {
    const page = await product.as(admin)
    await open(page, '/shipments')
    await page.getByRole('row').nth(1).waitFor()
    await product.settled(page)
    const before = product.calls.length
    const held = Promise.withResolvers<void>()
    let answered = 0
    const asUsual = await product.answers(shipmentsApi.rows, async (): Promise<GivenAnswer> => {
      answered += 1
      if (answered === 1) await held.promise
      return 'as usual'
    })
    const requested = () => product.calls.slice(before).filter(({ name }) => name === 'GET /shipments/rows')
    const refresh = page.getByRole('button', { name: 'Refresh' })
    await refresh.click()
    await expect.poll(() => requested().length).toBe(1)
    await refresh.click()
    await expect.poll(() => requested().length).toBe(2)
    await expect.poll(() => requested().map(({ isAborted }) => isAborted)).toEqual([true, false])
    expect(requested()[1]?.url.href).toBe(requested()[0]?.url.href)
    held.resolve()
    await asUsual()
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect((await page.getByRole('alert').allInnerTexts()).join()).not.toMatch(/abort|wrong|connect/i)
    await page.context().close()
  })
})

it('logs no crash and no console error', () => {
  expect(product.pageErrors).toEqual([])
})
