import { stepAt } from '../../domain/src/identity/two-factor.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../../server/src/identity/totp.ts'
import { accessibilityViolations, openProduct, signIn, type Product } from './product.ts'

/** A second company on the same installation: made by the platform, met under its own host. */

const host = 'karoo.localhost'
const admin = 'lindiwe@karoo.example'
const password = 'springbok-veld-42'

let product: Product
let port: string
let second: string
let platform: Page
let pageErrors: number

beforeAll(async () => {
  product = await openProduct()
  port = new URL(product.web).port
  second = `http://${host}:${port}`
  platform = await product.window()
  await signIn(platform, product.web, 'palesa@fynbos.example')
  pageErrors = product.pageErrors.length
}, 180_000)
afterAll(async () => {
  await product.close()
})

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
async function onPhone(page: Page, fn: () => Promise<void>) {
  await page.setViewportSize({ width: 390, height: 844 })
  await fn()
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The link of the invitation, as its reader finds it in the inbox. */
async function invitationLink(): Promise<string> {
  const inbox = product.running.addresses.find(({ name }) => name === 'Mail')?.url ?? ''
  const mail = await product.window()
  const letter = mail.getByRole('link', { name: /You are invited to Karoo Carriers/ })
  await expect
    .poll(async () => {
      await mail.goto(inbox)
      return letter.count()
    })
    .toBe(1)
  await letter.click()
  const text = await mail
    .getByText(/verification=/)
    .first()
    .textContent()
  await mail.context().close()
  return /http:\S+verification=\S+/.exec(text ?? '')?.[0] ?? ''
}

describe('what a device keeps', () => {
  it('are PNG icons that the manifest and the page name', async () => {
    const page = await product.window()
    await page.goto(`${product.web}/login`)
    const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    const { icons } = (await (await fetch(`${product.web}/manifest.webmanifest`)).json()) as {
      icons: { src: string; type: string; purpose: string }[]
    }
    expect(icons.filter(({ type, purpose }) => type === 'image/png' && purpose === 'maskable')).toHaveLength(
      2,
    )
    for (const src of [touch ?? '', ...icons.map((icon) => icon.src)]) {
      const answer = await fetch(product.web + src)
      expect([src, answer.status]).toEqual([src, 200])
      expect(answer.headers.get('content-type')).toMatch(/^image\//)
    }
    await page.context().close()
  })
})

describe('a second company', () => {
  it('[NAV-044] [NAV-048] is made by the administrator of the platform', async () => {
    await platform.getByRole('link', { name: 'Providers' }).click()
    await heading(platform, 'Providers')
    await platform.getByRole('link', { name: 'Fynbos Couriers' }).first().waitFor()
    expect(await accessibilityViolations(platform)).toEqual([])
    await onPhone(platform, async () => expect(await accessibilityViolations(platform)).toEqual([]))
    await platform.getByRole('link', { name: 'New provider' }).click()
    await heading(platform, 'New provider')
    await button(platform, 'Create provider').click()
    await platform.getByText('Enter the name of the company.').first().waitFor()
    expect(await accessibilityViolations(platform)).toEqual([])
    const fill = (label: string, text: string) => platform.getByLabel(label, { exact: true }).fill(text)
    await fill('Legal name', 'Karoo Carriers (Pty) Ltd')
    await fill('Host names', `http://${host}:${port}/`)
    await fill('Name people see', 'Karoo Carriers')
    await platform.getByLabel(/^Primary colour/).fill('#7C3AED')
    await fill('Name', 'Lindiwe Dlamini')
    await fill('Email', admin)
    await fill('Code', 'BFN')
    await button(platform, 'Create provider').click()
    await heading(platform, 'Karoo Carriers (Pty) Ltd')
    await platform.getByText('Active', { exact: true }).first().waitFor()
    expect(await accessibilityViolations(platform)).toEqual([])
    await onPhone(platform, async () => expect(await accessibilityViolations(platform)).toEqual([]))
  })

  it('[SHELL-004] [API-007] is met under its host with its own title and colours, and none of the first one’s data', async () => {
    const link = await invitationLink()
    expect(link).toMatch(new RegExp(`^${second}/login\\?verification=`))
    const page = await product.window()
    await page.goto(link)
    await expect.poll(() => page.title()).toContain('Karoo Carriers')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await button(page, 'Save password and log in').click()
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.getByText('Two-factor authentication is required of you.').waitFor()
    await button(page, 'Proceed').click()
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await page.getByLabel('Passcode, 6 digits').pressSequentially(codeAt(secret, stepAt(new Date())))
    await button(page, 'Done').click()
    expect(new URL(page.url()).host).toBe(`${host}:${port}`)
    await page.goto(`${second}/shipments`)
    await heading(page, 'Shipments')
    const colour = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--brand').trim(),
    )
    expect(colour.toUpperCase()).toBe('#7C3AED')
    expect(await page.title()).toContain('Karoo Carriers')
    const text = (await page.locator('body').textContent()) ?? ''
    expect(text).not.toContain('Fynbos')
    expect(text).not.toMatch(/FYN[0-9A-Z]{5}/)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.goto(`${second}/users`)
    await page.getByRole('link', { name: 'Lindiwe Dlamini' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Thandi Mokoena' }).count()).toBe(0)
    await page.goto(`${second}/shiplogic-admin/providers`)
    await page.getByText('Error code: 404').waitFor()
    await page.context().close()
  })

  it('meets maintenance while the platform has suspended it', async () => {
    await button(platform, 'Save changes').waitFor()
    await platform.getByRole('radio', { name: /^Suspended/ }).check()
    await button(platform, 'Save changes').click()
    await platform.getByText('Changes saved').waitFor()
    await platform.getByRole('radio', { name: /^Suspended/, checked: true }).waitFor()
    const page = await product.window()
    await page.goto(`${second}/login`)
    await page.getByText("We're doing maintenance...").waitFor()
    await page.goto(`${product.web}/login`)
    await page.getByLabel('Email or username').waitFor()
    await page.context().close()
    await platform.getByRole('radio', { name: /^Active/ }).check()
    await button(platform, 'Save changes').click()
    await platform.getByText('Active', { exact: true }).first().waitFor()
  })
})

describe('the other pages of the platform', () => {
  it('[NAV-049] says through whom each company sends SMS', async () => {
    await open(platform, '/shiplogic-admin/infobip')
    await heading(platform, 'Infobip')
    const row = platform.getByRole('row', { name: /Karoo Carriers/ })
    await row.getByText('Log only').waitFor()
    expect(await accessibilityViolations(platform)).toEqual([])
    await row.getByRole('button', { name: /actions/i }).click()
    await platform.getByRole('menuitem', { name: 'Change' }).click()
    const dialog = platform.getByRole('dialog', { name: /^SMS of Karoo/ })
    await dialog.getByRole('radio', { name: 'Through Infobip' }).check()
    await button(platform, 'Save changes').click()
    await dialog.getByText('Enter the key from Infobip.').first().waitFor()
    expect(await accessibilityViolations(platform)).toEqual([])
    await dialog.getByLabel('Address of the API').fill('https://abc123.api.infobip.com')
    await dialog.getByLabel('Sender', { exact: true }).fill('Karoo')
    await dialog.getByLabel('Key', { exact: true }).fill('a-key-of-infobip')
    await button(platform, 'Save changes').click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('Infobip', { exact: true }).waitFor()
    expect(await platform.content()).not.toContain('a-key-of-infobip')
    await onPhone(platform, async () => expect(await accessibilityViolations(platform)).toEqual([]))
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
    expect(await accessibilityViolations(platform)).toEqual([])
    await dialog.getByLabel('Leads to').fill(`${product.web}/track`)
    await button(platform, 'Create and copy').click()
    await dialog.waitFor({ state: 'detached' })
    const code = (await platform.locator('td .mono').first().textContent()) ?? ''
    expect(code).toMatch(/^[0-9A-Za-z]{7}$/)
    expect(await accessibilityViolations(platform)).toEqual([])
    const page = await product.window()
    await page.goto(`${product.web}/s/${code}`)
    expect(new URL(page.url()).pathname).toBe('/track')
    await page.context().close()
    await platform.reload()
    await platform.getByRole('cell', { name: '1', exact: true }).waitFor()
    await onPhone(platform, async () => expect(await accessibilityViolations(platform)).toEqual([]))
  })

  it('troubles nobody’s console', () => {
    expect(product.pageErrors.slice(pageErrors)).toEqual([])
  })
})
