import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { role_ids } from '../../../domain/src/kit/actor.ts'
import { stepAt } from '../../../domain/src/identity/sign-in/two-factor.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { hashPassword, insertUser, savePassword } from '../../../server/src/identity/index.ts'
import { saveSettings } from '../../../server/src/settings/index.ts'
import { codeAt } from '../../../server/src/identity/second-factor/totp.ts'
import type { Context } from '../../../server/src/kit/handler.ts'
import { accessibilityViolations, openProduct, type Product } from '../product.ts'

let product: Product
const password = 'waybill-demo'
const provider_id = 1
beforeAll(async () => {
  // All requests come from one address, and faster than users would send them.
  product = await openProduct({ rate_limit_scale: 20 })
  hashed = await hashPassword(password)
}, 180_000)
afterAll(async () => product.close())

let hashed = ''
const inTransaction = <Result>(fn: (ctx: Context) => Promise<Result>) =>
  asSystem(product.running.runtime, provider_id, fn)
const set = (values: Record<string, unknown>) =>
  inTransaction((ctx) =>
    saveSettings(
      ctx,
      Object.entries(values).map(([key, value]) => ({
        key,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    ),
  )
let number = 0
/** Creates a user of the first customer, with a password. */
const newPerson = async (roleId: number = role_ids.account_user) => {
  const name = `person-${(number += 1)}`
  const email = `${name}@overbergbooks.example`
  const id = await inTransaction(async (ctx) => {
    const { account_id } = await ctx.db
      .selectFrom('app_user')
      .select('account_id')
      .where('username', '=', 'riaan')
      .executeTakeFirstOrThrow()
    const own = await insertUser(ctx, {
      username: name,
      name: 'Karin Botha',
      email,
      role_id: roleId,
      account_id,
    })
    await savePassword(ctx, own, hashed)
    return own
  })
  return { id, name, email }
}
/** Opens a window in which a new user of the first customer is signed in. */
const windowOfPerson = async () => product.as((await newPerson()).email)
const requireTwoFactor = (roleId: number, require2fa: boolean) =>
  inTransaction((ctx) =>
    ctx.db.updateTable('role').set({ require_2fa: require2fa }).where('id', '=', roleId).execute(),
  )
/** Resets what the tests change in the company. */
beforeEach(async () => {
  await requireTwoFactor(role_ids.account_user, false)
  await set({
    staff_only_login: false,
    terms_mode: 'window',
    window_user_terms_and_conditions: '',
    shipment_terms: [],
    google_login_enabled: false,
  })
})
const codeOf = (secret: string, steps = 0) => codeAt(secret, stepAt(product.now()) + steps)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const typed = async (page: Page, email: string, secret = password) => {
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await button(page, 'Log in').click()
}
const passcode = (page: Page) => page.getByLabel('Code from your app, 6 digits')
const waitForText = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
/** Returns the recovery codes that the last step of the set-up displays. */
const recoveryCodes = async (modal: Locator) => {
  const codes = modal.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  return codes.allTextContents()
}
const atHome = (page: Page) => page.waitForURL((url) => url.pathname === '/dashboard')

describe('two-factor authentication', () => {
  it('[AUTH-041] [AUTH-042] [AUTH-043] [AUTH-044] [AUTH-045] [AUTH-047] [AUTH-048] [AUTH-049] [SHELL-027] [SHELL-087] [ERR-020] must be set up before anything else when the role requires it', async () => {
    const page = await windowOfPerson()
    await requireTwoFactor(role_ids.account_user, true)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${product.web}/shipments`)
    const modal = page.getByRole('dialog', { name: 'Two-factor authentication' })
    await modal.waitFor()
    await page.keyboard.press('Escape')
    expect(await modal.isVisible()).toBe(true)
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await modal.getByRole('button', { name: 'Close' }).count()).toBe(0)
    await button(page, 'Proceed').click()
    await waitForText(page, 'Activate 2FA')
    const important =
      'Important: If you lose access to your authenticator app, you may need to contact support to regain access to your account.'
    await page.getByRole('status').getByText(important).waitFor()
    const qr = modal.getByRole('img', { name: 'QR code for your authenticator app' })
    expect(await qr.boundingBox()).toMatchObject({ width: 256, height: 256 })
    const secret = (await modal.locator('code').textContent()) ?? ''
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.clock.install()
    await page.clock.pauseAt(product.now().getTime() + 60_000)
    await button(page, 'Copy').click()
    await waitForText(page, 'Copied to clipboard')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    const copied = page.getByText('Copied to clipboard', { exact: true })
    await page.clock.runFor(1900)
    expect(await copied.count()).toBe(1)
    await page.clock.runFor(200)
    expect(await copied.count()).toBe(0)
    await page.clock.resume()
    await passcode(page).pressSequentially(codeOf(secret))
    await waitForText(page, '2FA set up successfully')
    expect(await recoveryCodes(modal)).toHaveLength(10)
    const download = page.waitForEvent('download')
    await modal.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await page.getByRole('checkbox', { name: 'I have saved them' }).check()
    await button(page, 'Done').click()
    await page.getByRole('heading', { name: 'Shipments' }).waitFor()
    await requireTwoFactor(role_ids.account_user, false)
    await page.context().close()
  })
})

describe('terms', () => {
  const modal = (page: Page) => page.getByRole('dialog', { name: 'Terms and conditions' })
  const why = 'Please read through the above Ts & Cs and scroll down to accept'

  it('[SHELL-027] [AUTH-057] [AUTH-058] [AUTH-059] [AUTH-060] must be scrolled to the end before they can be accepted', async () => {
    await set({
      terms_mode: 'window',
      terms_and_conditions_version: '7',
      window_user_terms_and_conditions: Array.from({ length: 40 }, (_, at) => `Clause ${at + 1}.`).join(
        '\n\n',
      ),
    })
    const page = await windowOfPerson()
    await page.goto(`${product.web}/profile`)
    await modal(page).waitFor()
    await page.keyboard.press('Escape')
    const accept = button(page, 'Accept')
    expect(await accept.getAttribute('aria-disabled')).toBe('true')
    await accept.hover()
    await page.getByText(why, { exact: true }).first().waitFor()
    const windowOfTerms = modal(page).getByRole('region', { name: 'Terms and conditions' })
    expect(await windowOfTerms.evaluate((box) => (box as HTMLElement).offsetHeight)).toBe(300)
    expect(await accessibilityViolations(page)).toEqual([])
    const scrollToEnd = (left: number) =>
      windowOfTerms.evaluate(async (box, less) => {
        box.scrollTop = box.scrollHeight - box.clientHeight - less
        // The page handles a scroll in the next frame.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }, left)
    await scrollToEnd(62)
    expect(await accept.getAttribute('aria-disabled')).toBe('true')
    await scrollToEnd(60)
    await expect.poll(() => accept.getAttribute('aria-disabled')).toBe(null)
    const sent = page.waitForRequest(
      (request) => request.method() === 'PATCH' && request.url().endsWith('/users'),
    )
    await accept.click()
    expect((await sent).postDataJSON()).toMatchObject({ terms_and_conditions_accepted_version: '7' })
    await modal(page).waitFor({ state: 'detached' })
    await page.context().close()
  })
})

describe('Google sign-in', () => {
  it('[AUTH-011] connects a Google account by a sign-in with the password', async () => {
    const person = await newPerson()
    const page = await product.window()
    const google = button(page, 'Continue with Google')
    await set({ google_login_enabled: true, google_client_id: 'waybill.example' })
    await page.goto(`${product.web}/login`)
    const vouch = async () => {
      await google.click()
      await page.getByLabel('Email', { exact: true }).fill('karin@gmail.example')
      await button(page, 'Continue').click()
    }
    await vouch()
    await waitForText(
      page,
      'This Google account is not connected yet. Log in with your email and password once to connect it.',
    )
    await typed(page, person.email)
    await atHome(page)
    await page.goto(`${product.web}/logout`)
    await google.waitFor()
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/login'))
    await vouch()
    expect((await sent).postDataJSON()).toMatchObject({
      social_credentials: { credential: expect.stringMatching(/^ey/), select_by: 'btn' },
    })
    await atHome(page)
    await page.context().close()
  })

  it('[SHELL-083] loads its script on the sign-in page only, and signs in with one press there', async () => {
    await set({ google_login_enabled: true, google_client_id: 'waybill.example' })
    const page = await product.window()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/gsi/client')) scripts.push(new URL(page.url()).pathname)
    })
    await page.goto(`${product.web}/track`)
    await page.goto(`${product.web}/login`)
    const offer = page.getByRole('dialog', { name: 'Stand-in for Google' })
    await offer.waitFor()
    expect(scripts).toEqual(['/login'])
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/login'))
    await offer.getByRole('button', { name: 'Continue with one tap' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      social_credentials: { credential: expect.stringMatching(/^ey/), select_by: 'user' },
    })
    await atHome(page)
    expect(await offer.count()).toBe(0)
    await page.context().close()
  })

  it('works with its button when the script is blocked', async () => {
    await set({ google_login_enabled: true, google_client_id: 'waybill.example' })
    const page = await product.window()
    await page.route('**/gsi/client', (route) => route.abort())
    await page.goto(`${product.web}/login`)
    await button(page, 'Continue with Google').click()
    await page.getByRole('heading', { name: 'Stand-in for Google' }).waitFor()
    await page.context().close()
  })
})

describe('ended session', () => {
  it('keeps the fields of a booking when the session ends, and continues after signing in again', async () => {
    const person = await newPerson()
    const page = await product.as(person.email)
    await page.goto(`${product.web}/shipments/new`)
    const reference = page.getByRole('textbox', { name: 'Customer reference' }).first()
    await reference.fill('PO 4711')
    await inTransaction((ctx) =>
      ctx.db.updateTable('session').set({ time_revoked: ctx.now }).where('user_id', '=', person.id).execute(),
    )
    product.running.runtime.pubsub.publish({ topic: 'session', provider_id })
    const again = page.getByRole('dialog', { name: 'Log in to continue' })
    await again.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Log in', exact: true }).click()
    await again.waitFor({ state: 'detached' })
    expect(await reference.inputValue()).toBe('PO 4711')
    expect(new URL(page.url()).pathname).toBe('/shipments/new')
    await page.context().close()
  })
})

describe('browser console', () => {
  it('has no errors after the tests above', () => {
    expect(product.pageErrors).toEqual([])
  })
})
