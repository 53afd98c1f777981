import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../page-kit/product.ts'

const host = 'karoo.localhost'
const admin = 'lindiwe@karoo.example'
const palesa = 'palesa@fynbos.example'

let product: Product
let platform: Page

beforeAll(async () => {
  product = await openProduct()
  platform = await product.as(palesa)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('a second company', () => {
  it('[NAV-044] [NAV-048] is made by the administrator of the platform', async () => {
    await open(platform, '/dashboard')
    await platform.getByRole('link', { name: 'Providers' }).click()
    await heading(platform, 'Providers')
    await platform.getByRole('link', { name: 'Fynbos Couriers' }).first().waitFor()
    await platform.getByRole('link', { name: 'New provider' }).click()
    await heading(platform, 'New provider')
    await button(platform, 'Create provider').click()
    await platform.getByText('Enter the name of the company.').first().waitFor()
    const fill = (label: string, text: string) => platform.getByLabel(label, { exact: true }).fill(text)
    await fill('Legal name', 'Karoo Carriers (Pty) Ltd')
    await fill('Host names', `http://${host}:${new URL(product.web).port}/`)
    await fill('Name people see', 'Karoo Carriers')
    await platform.getByLabel(/^Primary colour/).fill('#7C3AED')
    await fill('Name', 'Lindiwe Dlamini')
    await fill('Email', admin)
    await fill('Code', 'BFN')
    await button(platform, 'Create provider').click()
    await heading(platform, 'Karoo Carriers (Pty) Ltd')
    await platform.getByText('Active', { exact: true }).first().waitFor()
  })
})

describe('the other pages of the platform', () => {
  it('[NAV-049] says through whom each company sends SMS', async () => {
    await product.ask(palesa, 'POST', '/platform/providers', {
      name: 'Namaqua Carriers (Pty) Ltd',
      origins: ['namaqua.localhost'],
      provider_title: 'Namaqua Carriers',
      theme_primary: '#7C3AED',
      theme_nav_bg: '',
      admin_name: 'Lindiwe Dlamini',
      admin_email: 'lindiwe@namaqua.example',
      branch_name: 'SBU',
      branch_public_name: 'Springbok',
    })
    await open(platform, '/shiplogic-admin/infobip')
    await heading(platform, 'Infobip')
    const row = platform.getByRole('row', { name: /Namaqua Carriers/ })
    await row.getByText('Log only').waitFor()
    await row.getByRole('button', { name: /actions/i }).click()
    await platform.getByRole('menuitem', { name: 'Change' }).click()
    const dialog = platform.getByRole('dialog', { name: /^SMS of Namaqua/ })
    await dialog.getByRole('radio', { name: 'Through Infobip' }).check()
    await button(platform, 'Save changes').click()
    await dialog.getByText('Enter the key from Infobip.').first().waitFor()
    await dialog.getByLabel('Address of the API').fill('https://abc123.api.infobip.com')
    await dialog.getByLabel('Sender', { exact: true }).fill('Namaqua')
    await dialog.getByLabel('Key', { exact: true }).fill('a-key-of-infobip')
    await button(platform, 'Save changes').click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('Infobip', { exact: true }).waitFor()
    await product.settled(platform)
    expect(await platform.evaluate(() => document.documentElement.outerHTML)).not.toContain(
      'a-key-of-infobip',
    )
  })

  it('[NAV-051] makes short URLs that lead to the company', async () => {
    await open(platform, '/shiplogic-admin/short-urls')
    await heading(platform, 'Short URLs')
    await platform.getByText('No short URLs yet.').waitFor()
    await button(platform, 'New short URL').first().click()
    const dialog = platform.getByRole('dialog', { name: 'New short URL' })
    await dialog.getByLabel('Leads to').fill('https://evil.example/')
    await button(platform, 'Create and copy').click()
    await dialog
      .getByText(/evil.example is none of them/)
      .first()
      .waitFor()
    await dialog.getByLabel('Leads to').fill(`${product.web}/track`)
    await button(platform, 'Create and copy').click()
    await dialog.waitFor({ state: 'detached' })
    const code = (await platform.locator('td .mono').first().textContent()) ?? ''
    expect(code).toMatch(/^[0-9A-Za-z]{7}$/)
    const page = await product.window()
    await page.goto(`${product.web}/s/${code}`)
    expect(new URL(page.url()).pathname).toBe('/track')
    await page.context().close()
    await platform.reload()
    await platform.getByRole('cell', { name: '1', exact: true }).waitFor()
  })

  it('troubles nobody’s console', () => {
    expect(product.pageErrors).toEqual([])
  })
})
