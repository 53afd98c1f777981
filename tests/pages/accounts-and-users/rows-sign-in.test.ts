import { accountsApi } from '@waybill/domain/accounts/api'
import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { startupApi } from '@waybill/domain/startup/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../../server/src/main/install.ts'
import { hashPassword, insertUser, savePassword, startReset } from '../../../server/src/identity/index.ts'
import type { Context } from '../../../server/src/kit/handler.ts'
import { loseSignal } from '../../page-kit/actions.ts'
import { changeSettings, openSettings, settingRow } from '../../page-kit/change-settings.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'
const owner = 'riaan@overbergbooks.example'
/** The password of all demo users and of the users that these tests add. */
const password = 'waybill-demo'

let product: Product
let hashed = ''
beforeAll(async () => {
  product = await openProduct()
  hashed = await hashPassword(password)
}, 180_000)
afterAll(async () => product.close())

const inTransaction = <Result>(fn: (ctx: Context) => Promise<Result>) =>
  asSystem(product.running.runtime, 1, fn)
let number = 0
/** Adds a user of the first customer whose session no other test uses. */
async function newPerson() {
  const username = `leaver-${(number += 1)}`
  const email = `${username}@overbergbooks.example`
  await inTransaction(async (ctx) => {
    const { account_id } = await ctx.db
      .selectFrom('app_user')
      .select('account_id')
      .where('username', '=', 'riaan')
      .executeTakeFirstOrThrow()
    const id = await insertUser(ctx, {
      username,
      name: 'Karin Botha',
      email,
      role_id: role_ids.account_user,
      account_id,
    })
    await savePassword(ctx, id, hashed)
  })
  return { username, email }
}
/** Opens a page in the window of a new user. */
async function at(address: string): Promise<Page> {
  const page = await product.as((await newPerson()).email)
  await page.goto(product.web + address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const token = (page: Page) => page.evaluate(() => localStorage.getItem('access_token'))
const placeOf = (page: Page) => page.url().slice(product.web.length)
async function logIn(page: Page, name: string, secret = password) {
  await page.getByLabel('Email or username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await button(page, 'Log in').click()
}
/** Responds to one endpoint instead of the server until the returned function is called. */
const answer = (endpoint: Parameters<Product['answers']>[0], status: number, message: string) =>
  product.answers(endpoint, () => ({ status, body: { message } }))

describe('logging in', () => {
  it('[AUTH-002] [AUTH-018] sends the email or username with the password and stores the returned access token', async () => {
    const { username, email } = await newPerson()
    for (const name of [email, username]) {
      const page = await product.window()
      await page.goto(`${product.web}/login`)
      await page.getByLabel('Password', { exact: true }).waitFor()
      const sent = await product.sends(signInApi.login, () => logIn(page, name))
      expect(sent.input).toMatchObject({ email: name, password })
      await page.waitForURL((url) => url.pathname === '/dashboard')
      expect(sent.answer).toMatchObject({ access_token: await token(page) })
      await page.context().close()
    }
  })

  it('[AUTH-003] sends the code of a link with the email and a new password', async () => {
    const { email } = await newPerson()
    const made = await inTransaction((ctx) => startReset(ctx, email))
    const page = await product.window()
    await page.goto(`${product.web}/login?verification=${made?.code}&email=${encodeURIComponent(email)}`)
    await page.getByLabel('New password', { exact: true }).fill('a wholly new password')
    const sent = await product.sends(signInApi.login, () => button(page, 'Save password and log in').click())
    expect(sent.input).toMatchObject({
      verification_code: made?.code,
      email,
      password: 'a wholly new password',
    })
    await page.waitForURL((url) => url.pathname === '/dashboard')
    expect(await token(page)).not.toBeNull()
    await page.context().close()
  })

  it('[AUTH-006] opens the path in `redirect`, and the dashboard when it is missing or is a sign-in page', async () => {
    for (const [from, to] of [
      ['/login?redirect=%2Fshipments%3Fpage%3D2', '/shipments?page=2'],
      ['/login', '/dashboard'],
      ['/login?redirect=%2Flogin', '/dashboard'],
      ['/login?redirect=%2Fregister', '/dashboard'],
    ] as const) {
      const { email } = await newPerson()
      const page = await product.window()
      await page.goto(product.web + from)
      await logIn(page, email)
      await page.waitForURL(product.web + to)
      await page.context().close()
    }
  })

  it('[AUTH-009] shows a rejected login as a form error, keeps the stored token and does not report an expired token', async () => {
    const page = await product.window()
    await page.goto(`${product.web}/login`)
    await page.getByLabel('Password', { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('access_token', 'of another tab'))
    const sent = await product.sends(signInApi.login, () => logIn(page, owner, 'not the password'))
    expect(sent.status).toBe(401)
    await page.getByRole('alert').first().waitFor()
    await product.settled(page)
    expect(await page.getByText('Token has expired').count()).toBe(0)
    expect(await token(page)).toBe('of another tab')
    expect(placeOf(page)).toBe('/login')
    await page.context().close()
  })

  it('[AUTH-015] [AUTH-016] offers 7 days, 30 days and Never as session lifetimes in the Authentication settings, and applies 7 and 30 days', async () => {
    const staff = await product.as(admin)
    await openSettings(staff, product.web, 'general')
    const life = settingRow(staff, 'jwt_expiry').getByRole('combobox', { name: 'Stay signed in for' })
    const section = staff.locator('section[data-sections="authentication"]')
    expect(await section.locator('[data-setting="jwt_expiry"]').count()).toBe(1)
    expect(await life.inputValue()).toBe('7 days')
    await life.click()
    expect(await staff.getByRole('listbox').getByRole('option').allInnerTexts()).toEqual([
      '7 days',
      '30 days',
      'Never',
    ])
    await staff.keyboard.press('Escape')
    const daysLeft = async () => {
      const { email } = await newPerson()
      const { sessions } = await product.ask<{
        sessions: { time_expires: string; time_created: string }[]
      }>(email, 'GET', '/users/sessions')
      const [{ time_created, time_expires } = { time_created: '', time_expires: '' }] = sessions
      return Math.round((Date.parse(time_expires) - Date.parse(time_created)) / 86_400_000)
    }
    const before = await daysLeft()
    const rows = await changeSettings(staff, product.web, 'general', [
      ['jwt_expiry', 'Stay signed in for', { choose: '30 days' }],
    ])
    expect(rows.get('jwt_expiry')).toMatchObject({ label: 'Stay signed in for', shown: '30 days' })
    expect([before, await daysLeft()]).toEqual([7, 30])
    await staff.context().close()
  })
})

describe('ending a session', () => {
  it('[AUTH-019] [AUTH-020] [ERR-014] shows `Token has expired`, clears the token and opens the sign-in page with a redirect back after any other 401', async () => {
    const page = await at('/dashboard')
    const asUsual = await answer(accountsApi.addressBook, 401, 'no')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Address book' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    expect(placeOf(page)).toBe('/login?redirect=%2Faddress-book')
    await page.getByRole('alert').getByText('Token has expired').waitFor()
    expect(await token(page)).toBeNull()
    await page.reload()
    await button(page, 'Log in').waitFor()
    await product.settled(page)
    expect(await page.getByText('Token has expired').count()).toBe(0)
    await asUsual()
    await page.context().close()
  })

  it('[AUTH-020] keeps the query string in `redirect`', async () => {
    const page = await at('/dashboard')
    const asUsual = await answer(shipmentsApi.rows, 401, 'no')
    await page.goto(`${product.web}/shipments?status=delivered&page=3`)
    await page.waitForURL((url) => url.pathname === '/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/shipments?status=delivered&page=3')
    await asUsual()
    await page.context().close()
  })

  it('[AUTH-021] opens the root of the site when /logout gets a 401', async () => {
    const page = await at('/dashboard')
    const asUsual = await answer(signInApi.logout, 401, 'no')
    // Record every URL visited, including those set through the history API, under a local storage key that logging
    // out does not clear.
    await page.addInitScript(() => {
      const note = (address: string | URL | null | undefined) => {
        const visited = JSON.parse(localStorage.getItem('brand:visited') ?? '[]') as string[]
        const { pathname, search } = new URL(address ?? '', location.href)
        localStorage.setItem('brand:visited', JSON.stringify([...visited, pathname + search]))
      }
      note(location.href)
      for (const method of ['pushState', 'replaceState'] as const) {
        const usual = history[method].bind(history)
        history[method] = (state, unused, address) => {
          note(address)
          usual(state, unused, address)
        }
      }
    })
    await page.goto(`${product.web}/logout`)
    await page.waitForURL((url) => url.pathname !== '/logout')
    await page.getByRole('link', { name: 'Log in' }).or(button(page, 'Log in')).first().waitFor()
    await product.settled(page)
    expect(await token(page)).toBeNull()
    const visited = JSON.parse(
      await page.evaluate(() => localStorage.getItem('brand:visited') ?? '[]'),
    ) as string[]
    expect(visited[0]).toBe('/logout')
    expect(visited).toContain('/')
    expect(visited.filter((one) => one.startsWith('/login'))).toEqual([])
    await asUsual()
    await page.context().close()
  })

  it('[AUTH-022] logs out on a response with `not_logged_in`, whatever its status', async () => {
    const page = await at('/dashboard')
    const asUsual = await answer(accountsApi.addressBook, 400, 'not_logged_in')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Address book' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    expect(await token(page)).toBeNull()
    await asUsual()
    await page.context().close()
  })

  it('[AUTH-028] sends one logout request without input', async () => {
    const page = await at('/dashboard')
    const before = product.calls.length
    const sent = await product.sends(signInApi.logout, () => page.goto(`${product.web}/logout`))
    // Every request carries the company id.
    expect(Object.keys(sent.input).filter((key) => key !== 'provider_id')).toEqual([])
    await button(page, 'Log in').waitFor()
    await product.settled(page)
    const sentOut = product.calls.slice(before).filter(({ name }) => name === 'POST /logout')
    expect(sentOut).toHaveLength(1)
    await page.context().close()
  })

  it('shows a page of the app and clears the token when logging out without a connection', async () => {
    const page = await at('/dashboard')
    await page.getByRole('button', { name: /^Menu of / }).click()
    const regainSignal = await loseSignal(product, page, [signInApi.logout])
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'You are logged out.' }).waitFor()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(null)
    await regainSignal()
    await page.context().close()
  })
})

describe('signed-in user', () => {
  it('[AUTH-025] sends the stored token with every request except those that need none', async () => {
    const page = await product.as(owner)
    const before = product.calls.length
    await page.goto(`${product.web}/shipments`)
    await page.getByRole('row').nth(1).waitFor()
    await page.goto(`${product.web}/account?tab=billing`)
    await page.getByRole('tab', { name: 'Billing' }).waitFor()
    await product.settled(page)
    const calls = product.calls.slice(before)
    const bare = calls.filter(({ headers }) => headers['authorization'] === undefined)
    const carried = calls.flatMap(({ headers }) => headers['authorization'] ?? [])
    expect([...new Set(carried)]).toEqual([`Bearer ${await token(page)}`])
    expect(bare.map(({ name }) => name).filter((name) => name !== 'GET /providers')).toEqual([])
    await page.context().close()
  })

  it('[AUTH-071] [AUTH-072] returns the fields of the user, and of the role with both lists of permissions', async () => {
    const loadUser = async (email: string) => {
      const page = await product.as(email)
      const sent = await product.sends(startupApi.generalData, () => page.goto(`${product.web}/profile`))
      const { user } = sent.answer as {
        user: Record<string, unknown> & { role: Record<string, unknown> }
      }
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(user['name'])
      expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(user['email'])
      await page.context().close()
      return user
    }
    const customer = await loadUser(owner)
    for (const field of [
      'name',
      'email',
      'username',
      'role',
      'role_id',
      'account_id',
      'limit_user_to_branch',
      'limit_user_to_account',
      'shipment_page_mode',
      'two_factor_auth_enabled',
    ])
      expect(customer, field).toHaveProperty(field)
    const driver = await loadUser('sipho@fynbos.example')
    expect(driver).toMatchObject({ phone_number: expect.any(String), branch_id: expect.any(Number) })
    expect(driver).not.toHaveProperty('account_id')
    expect(customer.role).toMatchObject({
      id: customer['role_id'],
      name: expect.any(String),
      label: expect.any(String),
      provider_id: 1,
      permissions: expect.arrayContaining([expect.stringMatching(/^API_/)]),
      permissions_ui: expect.any(Array),
      require_2fa: false,
    })
    const { roles } = await product.ask<{ roles: { id: number; name: string; version: number }[] }>(
      admin,
      'GET',
      '/roles',
    )
    const role = roles.find(({ name }) => name === 'Customer service')
    await product.ask(admin, 'PATCH', '/roles', {
      id: role?.id,
      version: role?.version,
      permissions_ui: ['UI_shipments'],
    })
    const office = await loadUser('aisha@fynbos.example')
    expect(office.role['permissions_ui']).toEqual(['UI_shipments'])
  })

  it('[AUTH-073] stores one preference at a time with `POST /users/settings` and returns the stored value', async () => {
    const page = await at('/profile')
    const sent = await product.sends(signInApi.saveUserSetting, () =>
      page.getByRole('radio', { name: 'Dark' }).check(),
    )
    expect(sent.input).toMatchObject({ setting: expect.any(String), value: 'dark' })
    const { user_settings } = sent.answer as { user_settings: Record<string, unknown> }
    expect(user_settings[String(sent.input['setting'])]).toBe('dark')
    await page.context().close()
  })

  it('[AUTH-065] [AUTH-069] hides staff pages from staff who act as a customer, and returns both users', async () => {
    const page = await product.as(admin)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await page.goto(`${product.web}/dashboard`)
    await menu.getByRole('link', { name: 'Hub scanner' }).waitFor()
    const before = product.calls.length
    await page.goto(`${product.web}/shipments?impersonate=zanele`)
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await product.settled(page)
    const requested = product.calls.slice(before).filter(({ name }) => name === 'GET /general-data')
    expect(requested.map(({ input }) => input['request_username'])).toContain('zanele')
    for (const name of ['Hub scanner', 'Users', 'Tools'])
      expect(await menu.getByRole('link', { name, exact: true }).count()).toBe(0)
    await page.goto(`${product.web}/hub-scanner`)
    await page.getByText('Oops!').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('impersonated_username'))).toBe('zanele')
    const generalData = await product.ask(admin, 'GET', '/general-data?request_username=zanele')
    expect(generalData).toMatchObject({ logged_in_user: 'thandi', user: { username: 'zanele' } })
    await page.getByText('Zanele Mbeki', { exact: false }).first().waitFor()
    await page.context().close()
  })
})
