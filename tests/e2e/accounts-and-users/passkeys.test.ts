import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role_ids } from '../../../domain/src/kit/actor.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { hashPassword, insertUser, savePassword } from '../../../server/src/identity/index.ts'
import { saveSettings } from '../../../server/src/settings/index.ts'
import type { Context } from '../../../server/src/kit/handler.ts'
import { accessibilityViolations, openProduct, type Product } from '../product.ts'

let product: Product
/** Passkeys need a host name in the address, not an IP address. */
let web = ''
let toProfile = ''
const phone = { width: 390, height: 844 }
const password = 'correct horse battery'
beforeAll(async () => {
  product = await openProduct()
  web = product.web.replace('127.0.0.1', 'localhost')
  toProfile = `${web}/login?redirect=%2Fprofile`
}, 180_000)
afterAll(async () => product.close())

const inTransaction = <Result>(fn: (ctx: Context) => Promise<Result>) =>
  asSystem(product.running.runtime, 1, fn)
let number = 0
/** Creates a staff user with a password. */
const newColleague = async (roleId: number) => {
  const username = `colleague-${(number += 1)}`
  const email = `${username}@fynbos.example`
  const hashed = await hashPassword(password)
  const id = await inTransaction(async (ctx) => {
    const own = await insertUser(ctx, { username, name: 'Karin Botha', email, role_id: roleId })
    await savePassword(ctx, own, hashed)
    return own
  })
  return { id, email }
}
/** Clears the time of the last confirmation, as if the sign-in was long ago. */
const clearConfirmation = (userId: number) =>
  inTransaction((ctx) =>
    ctx.db.updateTable('session').set({ time_confirmed: null }).where('user_id', '=', userId).execute(),
  )
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const waitForText = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const typed = async (page: Page, email: string) => {
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Log in').click()
}
const atProfile = (page: Page) => page.waitForURL((url) => url.pathname === '/profile')
/** Removes the access token and opens the sign-in page. */
const forgetSession = async (page: Page) => {
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await page.goto(toProfile)
}
/** Adds a virtual device that confirms every request immediately. */
const withDevice = async (page: Page): Promise<CDPSession> => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return browser
}

describe('passkeys in a browser', () => {
  it('are added on the profile, used to sign in, as a second factor and to confirm, and removed', async () => {
    const page = await product.window(phone)
    await withDevice(page)
    const person = await newColleague(role_ids.administrator)
    await page.goto(toProfile)
    await typed(page, person.email)
    await button(page, 'Add a passkey').click()
    await page.getByLabel('Name').last().fill('My phone')
    await button(page, 'Add passkey').click()
    await waitForText(page, 'Passkey My phone was added')
    expect(await accessibilityViolations(page)).toEqual([])

    await forgetSession(page)
    await button(page, 'Log in with a passkey').click()
    await atProfile(page)

    await forgetSession(page)
    await button(page, 'Log in with a passkey').waitFor()
    // After a password, the passkey is used as the second factor.
    await typed(page, person.email)
    await atProfile(page)

    await clearConfirmation(person.id)
    await button(page, 'Remove My phone').click()
    await button(page, 'Remove passkey').click()
    await page.getByRole('alertdialog', { name: 'Confirm that it is you' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await button(page, 'Use a passkey').click()
    await waitForText(page, 'Passkey My phone was removed')
    await page.context().close()
  })
})

describe('required second factor', () => {
  it('[AUTH-042] must be set up by an administrator before anything else, and can be a passkey', async () => {
    const page = await product.window()
    await withDevice(page)
    const person = await newColleague(role_ids.administrator)
    const ensure = (value: string) =>
      inTransaction((ctx) => saveSettings(ctx, [{ key: 'require_2fa_for_staff', value }]))
    await ensure('administrators')
    await page.goto(`${web}/login?redirect=%2Froles`)
    await typed(page, person.email)
    const modal = page.getByRole('dialog', { name: 'Two-factor authentication' })
    await modal.waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await button(page, 'Use a passkey').click()
    await page.getByLabel('Name').fill('My computer')
    await button(page, 'Add passkey').click()
    await page.getByRole('heading', { name: 'Roles' }).waitFor()
    await ensure('off')
    await page.reload()
    await page.getByText('Administrators may sign in with a password alone.').waitFor()
    await page.context().close()
  })
})
