import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let clerk: Page

beforeAll(async () => {
  product = await openProduct()
  clerk = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const open = (address: string) => clerk.goto(product.web + address)
const press = (name: string | RegExp) => clerk.getByRole('button', { name }).first().click()
/** Returns the response to a GET request of the clerk. */
const request = <Answer>(path: string) => product.ask<Answer>(admin, 'GET', path)
const ownMode = async () =>
  (await request<{ user: { shipment_page_mode: string | null } }>('/general-data')).user.shipment_page_mode

describe('shipment list', () => {
  it('[SHIP-097] [SHIP-098] is at /shipments and stores the views that a user saves', async () => {
    await open('/shipments')
    await clerk.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await clerk.getByRole('table', { name: 'Shipments' }).getByRole('row').nth(1).waitFor()
    for (const [list, setting, query] of [
      ['/shipments', 'shipments_filters', '?status=delivered'],
      ['/interhub-transfers', 'interhub_transfers_filters', '?differs=yes'],
    ] as const) {
      await open(list + query)
      await press('Save view')
      await clerk.getByRole('textbox', { name: /name/i }).fill('My own view')
      const saved = await product.sends(signInApi.saveUserSetting, () => clerk.keyboard.press('Enter'))
      expect(saved.status).toBe(200)
      await clerk.getByRole('tab', { name: /My own view/ }).waitFor()
      const savedViews = async () =>
        (
          await request<{ user_settings: Record<string, { label: string; search: object }[]> }>(
            '/general-data',
          )
        ).user_settings[setting]
      expect(await savedViews()).toMatchObject([
        { label: 'My own view', search: Object.fromEntries(new URLSearchParams(query)) },
      ])
    }
    await open('/shipments')
    await clerk.getByRole('tab', { name: /My own view/ }).click()
    await expect.poll(() => new URL(clerk.url()).searchParams.get('status')).toBe('delivered')
  })

  it('rejects a view without a name or with an existing name, and restores a removed view', async () => {
    await open('/shipments?status=cancelled')
    await press('Save view')
    const name = clerk.getByRole('textbox', { name: 'Name of the view' })
    await name.waitFor()
    await clerk.keyboard.press('Enter')
    await clerk.getByText('Give the view a name.').waitFor()
    await name.fill('all')
    await clerk.keyboard.press('Enter')
    await clerk.getByText('There is already a view called “All”. Choose another name.').waitFor()
    await name.fill('Cancelled ones')
    await clerk.keyboard.press('Enter')
    const view = clerk.getByRole('tab', { name: 'Cancelled ones' })
    await view.waitFor()
    await press('Remove view')
    await expect.poll(() => view.count()).toBe(0)
    await press('Undo')
    await view.waitFor()
  })

  it('[SHIP-112] adds a tag to several shipments, shows it and filters by it', async () => {
    await open('/shipments')
    const rows = clerk.getByRole('table', { name: 'Shipments' }).getByRole('row')
    await rows.nth(2).waitFor()
    await rows.nth(1).getByRole('checkbox').check()
    await rows.nth(2).getByRole('checkbox').check()
    await press('More')
    await clerk.getByRole('menuitem', { name: 'Tags…' }).click()
    const dialog = clerk.getByRole('dialog', { name: 'Tags of 2 shipments' })
    await dialog.getByRole('combobox', { name: 'Tag' }).click()
    await clerk.getByRole('option', { name: 'New tag…' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Handle by two')
    const added = await product.sends(shipmentsApi.addTags, () =>
      dialog.getByRole('button', { name: 'Add tag' }).click(),
    )
    expect(added.status).toBe(200)
    await open('/shipments?tag=Handle%20by%20two')
    await expect.poll(() => rows.count()).toBe(3)
    await clerk.getByRole('columnheader', { name: 'Tags' }).waitFor()
    await rows.nth(1).getByText('Handle by two').waitFor()
    await rows.nth(1).getByRole('link').first().click()
    const card = clerk.locator('section').filter({ has: clerk.getByRole('button', { name: 'Change tags' }) })
    await card.getByText('Handle by two').waitFor()
    await open('/tags?type=shipment')
    await clerk.getByRole('link', { name: '2', exact: true }).click()
    await expect.poll(() => new URL(clerk.url()).search).toBe('?tag=Handle+by+two')
  })
})

describe('charges of a shipment', () => {
  it('are added by hand with a quantity and removed again', async () => {
    const { shipments } = await request<{ shipments: { id: number; has_been_invoiced: boolean }[] }>(
      '/shipments?status=collection-assigned,collected,at-hub,delivered&limit=50',
    )
    const openOne = shipments.find(({ has_been_invoiced }) => !has_been_invoiced)
    await open(`/shipments/${openOne?.id}`)
    const card = clerk.locator('section').filter({ has: clerk.getByRole('heading', { name: 'Charges' }) })
    const total = () => card.getByText(/^R [\d,.]+$/).allInnerTexts()
    const before = await card.getByRole('button', { name: 'Add charge' }).waitFor().then(total)
    await card.getByRole('button', { name: 'Add charge' }).click()
    const dialog = clerk.getByRole('dialog', { name: /^Add a charge to/ })
    await dialog.getByRole('button', { name: 'Add charge' }).click()
    await dialog.getByRole('link', { name: 'Enter a name for the charge.' }).waitFor()
    await dialog.getByRole('link', { name: 'Enter an amount other than R 0.00.' }).waitFor()
    await dialog.getByLabel('Description').fill('Waiting time')
    await dialog.getByLabel('Price, VAT included').fill('50')
    await dialog.getByLabel('Quantity').fill('3')
    await dialog.getByText(/^The shipment will cost R /).waitFor()
    await dialog.getByRole('button', { name: 'Add R 150.00' }).click()
    await card.getByText('Waiting time × 3').waitFor()
    await card.getByText('3 × R 50.00, added by hand.').waitFor()
    await card.getByText(/Up R 150\.00/).waitFor()
    await clerk.getByText(/Waiting time × 3 \(R 150\.00\) was added/).waitFor()
    await card.getByRole('button', { name: 'Remove Waiting time × 3' }).click()
    await card.getByText('Waiting time × 3').waitFor({ state: 'detached' })
    expect(await total()).toEqual(before)
  })
})

describe('shipment page modes', () => {
  it('[SHIP-100] [SHIP-101] [SHIP-102] are chosen on the page and stored for the user; the kiosk with payment is not offered without counters', async () => {
    await open('/shipments/new')
    await press('Page mode: Default')
    const offered = await clerk.getByRole('menuitem').allInnerTexts()
    expect(offered).toEqual(['Default (now)', 'Data capturing', 'Kiosk', 'Mobile'])
    await clerk.getByRole('menuitem', { name: 'Data capturing' }).click()
    await clerk.getByRole('button', { name: 'Page mode: Data capturing' }).waitFor()
    expect(await ownMode()).toBe('data-capturing')
    await clerk.getByRole('button', { name: 'Save and next' }).waitFor()
    const name = clerk.getByLabel('Name').first()
    await name.focus()
    await clerk.keyboard.press('Enter')
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(false)
    await clerk.getByRole('button', { name: 'Save and next' }).waitFor()
    await press(/^Page mode/)
    await clerk.getByRole('menuitem', { name: 'Mobile', exact: true }).click()
    await clerk.waitForURL(/\/shipments\/mobile\/new/)
    await clerk.getByRole('heading', { level: 1, name: 'Where from and where to?' }).waitFor()
    await clerk.getByRole('combobox', { name: /Account/ }).waitFor()
    expect(await ownMode()).toBe('mobile')
  })

  it('[SHIP-103] each have their own page', async () => {
    const email = 'aisha@fynbos.example'
    await product.saveSettings({ enable_ram_counters: true })
    const page = await product.as(email)
    const shown = async (mode: string) => {
      await product.ask(email, 'PATCH', '/users', { shipment_page_mode: mode })
      await page.goto(`${product.web}/shipments/new`)
      await page
        .getByRole('heading', { level: 1, name: /^(New shipment|Capture|Where from and where to\?)/ })
        .waitFor()
      await product.settled(page)
      const count = (name: string | RegExp) => page.getByRole('button', { name }).count()
      return {
        path: new URL(page.url()).pathname,
        capturing: (await count('Save and next')) > 0,
        leaving: (await count('Leave')) > 0,
        navigation: (await page.getByRole('navigation', { name: 'Main' }).count()) > 0,
      }
    }
    const form = { path: '/shipments/new', leaving: false, navigation: true }
    const steps = { path: '/shipments/mobile/new', capturing: false }
    expect(await shown('default')).toEqual({ ...form, capturing: false })
    expect(await shown('data-capturing')).toEqual({ ...form, capturing: true })
    expect(await shown('mobile')).toMatchObject({ ...steps, leaving: false })
    const kiosk = { ...steps, leaving: true, navigation: false }
    expect(await shown('kiosk-with-payment-flow')).toEqual(kiosk)
    await product.saveSettings({ enable_ram_counters: false })
    await page.context().close()
  })

  it('[SHIP-102] reset an abandoned kiosk, and require the password to leave it', async () => {
    await product.ask(admin, 'PATCH', '/users', { shipment_page_mode: 'kiosk' })
    await open('/shipments/new')
    await clerk.waitForURL(/\/shipments\/mobile\/new/)
    const suburb = clerk.getByLabel('Name').first()
    await suburb.fill('Riaan')
    expect(await clerk.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    await product.pass(clerk, 61_000)
    await clerk.getByRole('dialog', { name: 'Still there?' }).waitFor()
    await product.pass(clerk, 16_000)
    await expect.poll(() => clerk.getByRole('dialog').count()).toBe(0)
    expect(await suburb.inputValue()).toBe('')
    await press('Leave')
    const dialog = clerk.getByRole('dialog', { name: 'Leave the kiosk' })
    const leave = async (password: string) => {
      await dialog.getByLabel('Password').fill(password)
      await dialog.getByRole('button', { name: 'Leave' }).click()
    }
    await leave('wrong')
    await expect.poll(ownMode).toBe('kiosk')
    await leave('waybill-demo')
    await expect.poll(ownMode).toBe('default')
    await dialog.waitFor({ state: 'detached' })
    expect(product.pageErrors).toEqual([])
  })
})
