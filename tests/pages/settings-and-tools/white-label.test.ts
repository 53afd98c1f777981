import { stepAt } from '@waybill/domain/identity/sign-in/two-factor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../../../server/src/identity/second-factor/totp.ts'
import { recordMails } from '../../page-kit/mails.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

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

/** Creates a company with its own host and an invited administrator, and returns its id and site URL. */
async function newCompany(providerTitle: string, name: string): Promise<{ id: number; site: string }> {
  const site = `http://${name}:${new URL(product.web).port}`
  const { id } = await product.ask<{ id: number }>(palesa, 'POST', '/platform/providers', {
    name: `${providerTitle} (Pty) Ltd`,
    origins: [`${site}/`],
    provider_title: providerTitle,
    theme_primary: '#7C3AED',
    theme_nav_bg: '',
    admin_name: 'Lindiwe Dlamini',
    admin_email: `lindiwe@${name.replace('localhost', 'example')}`,
    branch_name: 'BFN',
    branch_public_name: 'Bloemfontein',
  })
  return { id, site }
}

describe('second company', () => {
  it('[NAV-044] is created by the platform administrator', async () => {
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

  it('[NAV-048] is managed on the providers page, which only platform administrators can open', async () => {
    for (const email of ['thandi@fynbos.example', 'kavitha@fynbos.example', 'riaan@overbergbooks.example']) {
      const page = await product.as(email)
      await open(page, '/dashboard')
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await product.settled(page)
      expect(await page.getByRole('link', { name: 'Providers' }).count(), email).toBe(0)
      await open(page, '/shiplogic-admin/providers')
      await page.getByText('Error code: 404').waitFor()
      await page.context().close()
    }
    await open(platform, '/shiplogic-admin/providers')
    await heading(platform, 'Providers')
    await platform.getByRole('link', { name: 'Fynbos Couriers' }).first().waitFor()
  })

  it('[SHELL-004] [API-007] has its own host, title and colours, and shows no data of the first company', async () => {
    const mails = recordMails(product)
    const { site } = await newCompany('Cederberg Carriers', 'cederberg.localhost')
    await product.running.outbox.drain()
    const invitation = mails.find(({ subject }) => subject.includes('You are invited to Cederberg Carriers'))
    const link = /http:\S+verification=\S+/.exec(invitation?.text ?? '')?.[0] ?? ''
    expect(link).toMatch(new RegExp(`^${site}/login\\?verification=`))
    const page = await product.window()
    await page.goto(link)
    await expect.poll(() => page.title()).toContain('Cederberg Carriers')
    await page.getByLabel('New password', { exact: true }).fill('springbok-veld-42')
    await button(page, 'Save password and log in').click()
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.getByText('You must use two-factor authentication.').waitFor()
    await button(page, 'Proceed').click()
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await page
      .getByLabel('Code from your app, 6 digits')
      .pressSequentially(codeAt(secret, stepAt(product.now())))
    await page.getByLabel('I have saved them').check()
    await button(page, 'Done').click()
    await page.goto(`${site}/shipments`)
    await heading(page, 'Shipments')
    const colour = await page.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))
    expect(colour.toUpperCase()).toBe('#7C3AED')
    expect(await page.title()).toContain('Cederberg Carriers')
    await product.settled(page)
    const text = (await page.locator('body').textContent()) ?? ''
    expect(text).not.toContain('Fynbos')
    expect(text).not.toMatch(/FYN[0-9A-Z]{5}/)
    await page.goto(`${site}/users`)
    await page.getByRole('link', { name: 'Lindiwe Dlamini' }).first().waitFor()
    await product.settled(page)
    expect(await page.getByRole('link', { name: 'Thandi Mokoena' }).count()).toBe(0)
    await page.goto(`${site}/shiplogic-admin/providers`)
    await page.getByText('Error code: 404').waitFor()
    await page.context().close()
  })

  it('shows a maintenance page while the platform has suspended it', async () => {
    const { id, site } = await newCompany('Tankwa Carriers', 'tankwa.localhost')
    await open(platform, `/shiplogic-admin/providers/${id}`)
    await button(platform, 'Save changes').waitFor()
    await platform.getByRole('radio', { name: /^Suspended/ }).check()
    await button(platform, 'Save changes').click()
    await platform.getByRole('radio', { name: /^Suspended/, checked: true }).waitFor()
    await platform.getByText('Suspended', { exact: true }).first().waitFor()
    const page = await product.window()
    await page.goto(`${site}/login`)
    await page.getByText("We're doing maintenance...").waitFor()
    await page.goto(`${product.web}/login`)
    await page.getByLabel('Email or username').waitFor()
    await platform.getByRole('radio', { name: /^Active/ }).check()
    await button(platform, 'Save changes').click()
    await platform.getByText('Active', { exact: true }).first().waitFor()
    await page.goto(`${site}/login`)
    await page.getByLabel('Email or username').waitFor()
    await page.context().close()
  })
})

describe('other platform pages', () => {
  it('[NAV-049] set the SMS service of a company and do not show its key', async () => {
    await newCompany('Namaqua Carriers', 'namaqua.localhost')
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
    await dialog.getByLabel('API address').fill('https://abc123.api.infobip.com')
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

  it('[NAV-051] create short URLs that lead to the company and reject other hosts', async () => {
    await open(platform, '/shiplogic-admin/short-urls')
    await heading(platform, 'Short URLs')
    await platform.getByText('No short URLs yet.').waitFor()
    await button(platform, 'New short URL').first().click()
    const dialog = platform.getByRole('dialog', { name: 'New short URL' })
    await dialog.getByLabel('Leads to').fill('https://evil.example/')
    await button(platform, 'Create and copy').click()
    await dialog
      .getByText(/evil.example is not allowed/)
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

  it('log no crash and no console error', () => {
    expect(product.pageErrors).toEqual([])
  })
})
