import { stepAt } from '../../domain/src/identity/two-factor.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../../server/src/identity/totp.ts'
import { accessibilityViolations, openProduct, type Product } from './product.ts'

/** A second company on the same installation: made by the platform, met under its own host. */

const host = 'karoo.localhost'
const palesa = 'palesa@fynbos.example'
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
  platform = await product.as(palesa)
  const { id } = await product.ask<{ id: number }>(palesa, 'POST', '/platform/providers', {
    name: 'Karoo Carriers (Pty) Ltd',
    origins: [`http://${host}:${port}/`],
    provider_title: 'Karoo Carriers',
    theme_primary: '#7C3AED',
    theme_nav_bg: '',
    admin_name: 'Lindiwe Dlamini',
    admin_email: 'lindiwe@karoo.example',
    branch_name: 'BFN',
    branch_public_name: 'Bloemfontein',
  })
  await platform.goto(`${product.web}/shiplogic-admin/providers/${id}`)
  pageErrors = product.pageErrors.length
}, 180_000)
afterAll(async () => {
  await product.close()
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

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
    await page.getByLabel('Passcode, 6 digits').pressSequentially(codeAt(secret, stepAt(product.now())))
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

it('troubles nobody’s console', () => {
  expect(product.pageErrors.slice(pageErrors)).toEqual([])
})
