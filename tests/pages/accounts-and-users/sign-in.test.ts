import { identityApi } from '@waybill/domain/identity/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { role_ids } from '@waybill/domain/kit/actor'
import { stepAt } from '@waybill/domain/identity/sign-in/two-factor'
import { asSystem } from '../../../server/src/main/install.ts'
import {
  hashPassword,
  insertUser,
  inviteUser,
  savePassword,
  startReset,
} from '../../../server/src/identity/index.ts'
import { saveSettings } from '../../../server/src/settings/index.ts'
import { codeAt } from '../../../server/src/identity/second-factor/totp.ts'
import type { Context } from '../../../server/src/kit/handler.ts'
import { recordMails } from '../../page-kit/mails.ts'
import {
  openProduct,
  type PageProduct as Product,
  type TestLocator as Locator,
  type TestPage as Page,
} from '../../page-kit/product.ts'

let product: Product
const phone = { width: 390, height: 844 }
const password = 'correct horse battery'
const provider_id = 1
beforeAll(async () => {
  product = await openProduct()
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
/** Adds a user of the first customer with a password and returns the id, username and email. */
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
const requireTwoFactor = (roleId: number, require2fa: boolean) =>
  inTransaction((ctx) =>
    ctx.db.updateTable('role').set({ require_2fa: require2fa }).where('id', '=', roleId).execute(),
  )
/** Reset the company settings that these tests change. */
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
/** Returns the recovery codes displayed in the last step of the set-up. */
const recoveryCodes = async (modal: Locator) => {
  const codes = modal.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  return codes.allTextContents()
}
const atHome = (page: Page) => page.waitForURL((url) => url.pathname === '/dashboard')

describe('signing in', () => {
  it('[AUTH-010] shows the same error for a wrong password and an unknown user, keeps the name and focuses the password', async () => {
    const page = await product.window()
    const person = await newPerson()
    await page.goto(`${product.web}/login`)
    for (const name of [person.email, 'nobody@overbergbooks.example']) {
      await typed(page, name, 'a wrong guess')
      await waitForText(page, 'Incorrect email or password.')
      expect(await page.getByLabel('Email or username').inputValue()).toBe(name)
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
        .toBe('password')
    }
    await page.context().close()
  })

  it('[AUTH-014] offers no registration when the sign-in is for staff only', async () => {
    const page = await product.window()
    await page.goto(`${product.web}/login`)
    await page.getByRole('link', { name: 'Open an account' }).waitFor()
    await set({ staff_only_login: true })
    await page.reload()
    await button(page, 'Log in').waitFor()
    expect(await page.getByRole('link', { name: 'Open an account' }).count()).toBe(0)
    const person = await newPerson()
    await typed(page, person.email)
    await waitForText(page, 'This sign-in is for staff only.')
    await set({ staff_only_login: false })
    await page.context().close()
  })

  it('[AUTH-012] [AUTH-013] shows a Google button when the company has switched it on', async () => {
    const page = await product.window()
    const google = button(page, 'Continue with Google')
    await page.goto(`${product.web}/login`)
    await button(page, 'Log in').waitFor()
    await product.settled(page)
    expect(await google.count()).toBe(0)
    await set({ google_login_enabled: true, google_client_id: 'waybill.example' })
    await page.reload()
    await google.waitFor()
    await page.context().close()
  })

  it('[AUTH-008] [AUTH-037] [AUTH-038] replaces a forgotten password through a link that works once', async () => {
    const page = await product.window()
    const person = await newPerson()
    await page.goto(`${product.web}/login`)
    await page.getByLabel('Email or username').fill(person.email)
    await button(page, 'Forgot password?').click()
    expect(await page.getByLabel('Email or username').inputValue()).toBe(person.email)
    await button(page, 'Send the link').click()
    await waitForText(page, 'If we know this address, a reset link is on its way.')
    await product.running.outbox.drain()
    const made = await inTransaction((ctx) => startReset(ctx, person.email))
    const link = `${product.web}/login?verification=${made?.code}&email=${encodeURIComponent(person.email)}`
    await page.goto(link)
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
    await page.getByLabel('New password', { exact: true }).fill('password1')
    await button(page, 'Save password and log in').click()
    await waitForText(page, 'This password is used by many people and easy to guess. Choose another one.')
    await page.getByLabel('New password', { exact: true }).fill('a wholly new password')
    await button(page, 'Save password and log in').click()
    await atHome(page)
    await page.goto(`${product.web}/logout`)
    await button(page, 'Log in').waitFor()
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('yet another password')
    await button(page, 'Save password and log in').click()
    await waitForText(page, 'This link has been used or has expired. Ask for a new one.')
    await page.goto(`${product.web}/login`)
    await typed(page, person.email, 'a wholly new password')
    await atHome(page)
    await page.context().close()
  })

  it('lets an invited customer choose a password of at least eight characters through a link that works once, and signs them in', async () => {
    const { id } = await newPerson()
    const email = 'palesa@overbergbooks.example'
    const code = 'a-link-that-works-once'
    await inTransaction(async (ctx) => {
      const { account_id } = await ctx.db
        .selectFrom('app_user')
        .select('account_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await inviteUser(ctx, {
        username: 'palesa-invited',
        name: 'Palesa Dube',
        email,
        role_id: role_ids.account_owner,
        account_id,
        code,
      })
    })
    const link = `${product.web}/login?verification=${code}&email=${encodeURIComponent(email)}`
    const choose = async (page: Page, secret: string) => {
      await page.getByLabel('New password', { exact: true }).fill(secret)
      await button(page, 'Save password and log in').click()
    }
    const page = await product.window()
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'Choose a password' }).waitFor()
    await choose(page, 'short')
    await waitForText(page, 'A password needs at least 8 characters.')
    await choose(page, 'two red shoes')
    await page.getByRole('heading', { level: 1, name: /Good (morning|afternoon|evening), Palesa/ }).waitFor()
    const late = await product.window()
    await late.goto(link)
    await choose(late, 'somebody else entirely')
    await waitForText(late, 'This link has been used or has expired. Ask for a new one.')
    for (const window of [page, late]) await window.context().close()
  })
})

describe('two-factor authentication', () => {
  it('[AUTH-004] [AUTH-046] [AUTH-050] [AUTH-051] [AUTH-052] [AUTH-053] is set up on the profile, requires a six-digit code at sign-in, can be set up again and be switched off', async () => {
    const page = await product.window(phone)
    const person = await newPerson()
    await page.goto(`${product.web}/login?redirect=%2Fprofile`)
    await typed(page, person.email)
    await button(page, 'Set up').click()
    await button(page, 'Proceed').click()
    const modal = page.getByRole('dialog', { name: 'Two-factor authentication' })
    const secret = (await modal.locator('code').textContent()) ?? ''
    await passcode(page).fill(codeOf(secret, -1))
    const codes = await recoveryCodes(modal)
    await page.getByRole('checkbox', { name: 'I have saved them' }).check()
    await button(page, 'Done').click()
    await button(page, 'Switch off').waitFor()

    await page.goto(`${product.web}/logout`)
    await typed(page, person.email)
    await waitForText(page, 'Enter the 6-digit code from your authenticator app.')
    await passcode(page).pressSequentially('12a34')
    expect(await passcode(page).inputValue()).toBe('1234')
    expect(await passcode(page).isVisible()).toBe(true)
    await passcode(page).fill('')
    const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
    await passcode(page).pressSequentially(wrong)
    await waitForText(page, 'Incorrect code.')
    expect(await passcode(page).inputValue()).toBe('')
    // The code is pasted with a space in the middle, as apps display it. The sixth digit submits it.
    const right = codeOf(secret)
    await passcode(page).fill(`${right.slice(0, 3)} ${right.slice(3)}`)
    await atHome(page)

    await page.goto(`${product.web}/profile`)
    await button(page, 'Set up again').click()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await passcode(page).fill(codeOf(secret, 1))
    await button(page, 'Proceed').click()
    const renewed = (await modal.locator('code').textContent()) ?? ''
    expect(renewed).not.toBe(secret)
    await passcode(page).fill(codeOf(renewed, -1))
    const fresh = await recoveryCodes(modal)
    await page.getByRole('checkbox', { name: 'I have saved them' }).check()
    await button(page, 'Done').click()

    await page.goto(`${product.web}/logout`)
    await typed(page, person.email)
    await button(page, 'Use a recovery code').click()
    const recovery = page.getByLabel('Recovery code', { exact: true })
    await recovery.fill(codes[0] ?? '')
    await button(page, 'Log in').click()
    await waitForText(page, 'Incorrect code.')
    await recovery.fill(fresh[0] ?? '')
    await button(page, 'Log in').click()
    await atHome(page)

    await page.goto(`${product.web}/profile`)
    await button(page, 'Switch off').click()
    const confirm = page.getByRole('dialog')
    await confirm.getByLabel('Password', { exact: true }).fill(password)
    await passcode(page).fill(codeOf(renewed))
    await confirm.getByRole('button', { name: 'Switch off' }).click()
    await button(page, 'Set up').waitFor()
    await page.context().close()
  })
})

describe('terms and conditions', () => {
  const modal = (page: Page) => page.getByRole('dialog', { name: 'Terms and conditions' })

  it('[SET-083] [AUTH-056] must each be ticked before they can be accepted', async () => {
    const person = await newPerson()
    await set({ terms_mode: 'checkbox', shipment_terms: ['I pack well.', 'I send nothing dangerous.'] })
    const page = await product.window(phone)
    await page.goto(`${product.web}/login`)
    await typed(page, person.email)
    const accept = button(page, 'Accept')
    await page.getByLabel('I pack well.').check()
    expect(await accept.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('I send nothing dangerous.').check()
    await expect.poll(() => accept.getAttribute('aria-disabled')).toBe(null)
    await accept.click()
    await modal(page).waitFor({ state: 'detached' })
    await set({ terms_mode: 'window', shipment_terms: [] })
    await page.context().close()
  })

  it('[SHELL-027] [AUTH-054] [AUTH-055] [AUTH-060] [AUTH-061] require acceptance from customers once per version, offer logging out instead, and are not shown to staff', async () => {
    const person = await newPerson()
    await set({ terms_and_conditions_version: '7', window_user_terms_and_conditions: 'Be kind.' })
    const page = await product.window()
    await page.goto(`${product.web}/login?redirect=%2Fprofile`)
    await typed(page, person.email)
    await modal(page).waitFor()
    const { input } = await product.sends(identityApi.changeUser, () => button(page, 'Accept').click())
    expect(input).toMatchObject({ terms_and_conditions_accepted_version: '7' })
    await modal(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await product.settled(page)
    expect(await modal(page).count()).toBe(0)
    await set({ terms_and_conditions_version: '8' })
    await page.reload()
    await modal(page).waitFor()
    await button(page, 'Log out').click()
    await page.waitForURL((url) => url.pathname === '/login')
    const staff = await product.as('thandi@fynbos.example')
    await staff.goto(`${product.web}/profile`)
    await staff.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await product.settled(staff)
    expect(await modal(staff).count()).toBe(0)
    await Promise.all([page.context().close(), staff.context().close()])
  })
})

describe('registration', () => {
  it('[AUTH-031] [AUTH-033] [AUTH-034] [AUTH-035] [AUTH-036] requests details, addresses, acceptance of the terms and the emailed code', async () => {
    await set({
      account_verification_method: 'email',
      window_user_terms_and_conditions: 'Be kind.',
      registration_fields: [
        {
          key: 'vat_number',
          label: 'VAT number',
          type: 'text',
          required: true,
          options: [],
          show_to_account: true,
        },
      ],
    })
    const mails = recordMails(product)
    const page = await product.window()
    await page.goto(`${product.web}/login`)
    await page.getByRole('link', { name: 'Open an account' }).click()
    await page.getByRole('heading', { name: 'Open an account' }).waitFor()
    await button(page, 'Continue').click()
    await waitForText(page, 'VAT number is required.')
    const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
    await fill('Company', 'Karoo Tiles')
    await fill('Your name', 'Naledi Mokoena')
    await fill('Email', 'naledi@karootiles.example')
    await fill('Phone number', '082 123 4567')
    await fill('VAT number', '4123456789')
    await fill('Password', 'password1')
    await button(page, 'Continue').click()
    await waitForText(page, 'Password is easy to guess.')
    await product.settled(page)
    await page.getByRole('heading', { name: 'Your details' }).waitFor()
    await fill('Password', password)
    await button(page, 'Continue').click()
    const second = page.getByRole('heading', { name: 'Your addresses' })
    await second.waitFor()
    expect(await second.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('combobox', { name: 'Collection address' }).fill('Graaff')
    await page
      .getByRole('option', { name: /^Graaff-Reinet/ })
      .first()
      .click()
    await fill('Street address, stand or house number', '12 Main Road')
    await button(page, 'Continue').click()
    await button(page, 'Accept').click()
    await waitForText(page, 'We have sent a code to naledi@karootiles.example.')
    await product.running.outbox.drain()
    const sent = mails.findLast(({ to }) => to.includes('naledi@karootiles.example'))
    const code = /(\d{6}) is your code/.exec(sent?.subject + '\n' + sent?.text)?.[1] ?? ''
    expect(code).not.toBe('')
    const boxes = page.getByLabel('Code, 6 digits')
    expect(await boxes.evaluate((element) => element === document.activeElement)).toBe(true)
    await boxes.fill(code === '000000' ? '111111' : '000000')
    await expect.poll(() => boxes.inputValue()).toBe('')
    expect(await boxes.evaluate((element) => element === document.activeElement)).toBe(true)
    // The last digit submits the code.
    await boxes.fill(code)
    await atHome(page)
    await set({ account_verification_method: 'none' })
    await page.goto(`${product.web}/logout`)
    await button(page, 'Log in').waitFor()
    await page.goto(`${product.web}/register`)
    await fill('Company', 'Karoo Tiles')
    await fill('Your name', 'Naledi Mokoena')
    await fill('Email', 'naledi@karootiles.example')
    await fill('Phone number', '082 123 4567')
    await fill('Password', password)
    await fill('VAT number', '4123456789')
    await button(page, 'Continue').click()
    await button(page, 'Continue').click()
    await button(page, 'Accept').click()
    await waitForText(
      page,
      'User with email naledi@karootiles.example already exists. Please go back and change your email address.',
    )
    await button(page, 'Back').click()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('naledi@karootiles.example')
    await set({ window_user_terms_and_conditions: '', registration_fields: [] })
    await page.context().close()
  })
})

describe('the profile', () => {
  it('[AUTH-076] [AUTH-077] [AUTH-017] [AUTH-039] [AUTH-040] shows details, password, two-factor, devices and preferences, and saves changes', async () => {
    const person = await newPerson()
    const page = await product.window()
    const other = await product.window()
    for (const one of [other, page]) {
      await one.goto(`${product.web}/login?redirect=%2Fprofile`)
      await typed(one, person.name)
      await one.getByRole('heading', { name: 'Profile' }).waitFor()
    }
    for (const heading of ['Your details', 'Password', 'Two-factor authentication', 'Devices', 'Preferences'])
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Karin van Wyk')
    await button(page, 'Save changes').click()
    await waitForText(page, 'Profile saved')
    await page.getByRole('button', { name: /^End / }).click()
    await page.getByRole('button', { name: /^End / }).waitFor({ state: 'detached' })
    await other.waitForURL((url) => url.pathname === '/login')
    await page.getByLabel('Current password', { exact: true }).fill('not it')
    await page.getByLabel('New password', { exact: true }).fill('a wholly new password')
    await button(page, 'Change password').click()
    await page.getByText('Incorrect password.').first().waitFor()
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('a wholly new password')
    await page.getByLabel('Current password', { exact: true }).fill(password)
    const changed = await product.sends(identityApi.updatePassword, () =>
      button(page, 'Change password').click(),
    )
    expect(changed.status).toBe(200)
    expect(changed.input).toMatchObject({
      username: person.name,
      password: 'a wholly new password',
      current_password: password,
    })
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await page.reload()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Karin van Wyk')
    await Promise.all([page.context().close(), other.context().close()])
  })
})

describe('password confirmation', () => {
  it('opens over the form and resubmits it unchanged; a wrong password or cancelling loses no input', async () => {
    const page = await product.as('thandi@fynbos.example')
    await page.goto(`${product.web}/settings?tab=api-keys`)
    await button(page, 'New API key').click()
    await page.getByLabel('Name').fill('Web shop of Karin')
    await page.getByLabel('Only parts of that').check()
    await page.getByLabel('Shipments').check()
    await page.getByLabel('May be used from').fill('196.25.1.0/24')
    // Simulate a sign-in that happened too long ago.
    await inTransaction((ctx) => ctx.db.updateTable('session').set({ time_confirmed: null }).execute())
    await button(page, 'Create API key').click()
    const question = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
    await question.waitFor()
    await button(page, 'Cancel').last().click()
    await question.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Web shop of Karin')
    await button(page, 'Create API key').click()
    await question.getByLabel('Password', { exact: true }).fill('a wrong guess')
    await button(page, 'Confirm').click()
    await question.getByText('Incorrect password.').waitFor()
    await question.getByLabel('Password', { exact: true }).fill('waybill-demo')
    await page.keyboard.press('Enter')
    await waitForText(page, 'Copy this key now.')
    await page.getByRole('checkbox', { name: 'I have stored it' }).check()
    await button(page, 'Done').click()
    await page.getByText('Only Shipments · from 196.25.1.0/24').waitFor()

    await button(page, 'Replace Web shop of Karin').click()
    await button(page, 'Create new key').click()
    await waitForText(page, 'Copy this key now.')
    await page.getByRole('checkbox', { name: 'I have stored it' }).check()
    await button(page, 'Done').click()
    await page.getByText(/The previous key ending in .{4} works until/).waitFor()
    await page.context().close()
  })
})

describe('all pages in this file', () => {
  it('log no console error', () => {
    expect(product.pageErrors).toEqual([])
  })
})
