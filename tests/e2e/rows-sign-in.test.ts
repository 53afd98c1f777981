import { role_ids } from '@waybill/domain/kit/actor'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../server/src/app/install.ts'
import { hashPassword, insertUser, savePassword, startReset } from '../../server/src/identity/index.ts'
import type { Context } from '../../server/src/kit/handler.ts'
import { changeSettings, openSettings, settingRow } from './change-settings.ts'
import { openProduct, type Product } from './product.ts'

const admin = 'thandi@fynbos.example'
const owner = 'riaan@overbergbooks.example'
const password = 'correct horse battery'

let product: Product
let hashed = ''
beforeAll(async () => {
  product = await openProduct({ rate_limit_scale: 20 })
  hashed = await hashPassword(password)
}, 180_000)
afterAll(async () => product.close())

const inTransaction = <Result>(fn: (ctx: Context) => Promise<Result>) =>
  asSystem(product.running.runtime, 1, fn)
let number = 0
/** Somebody of the first customer, whose session no other test uses. */
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
async function tokenOf(email: string): Promise<string> {
  const body = JSON.stringify({ email, password, provider_id: 1 })
  const answer = await fetch(`${product.web}/api/login`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}
/** A window of somebody new, on a page. */
async function at(address: string): Promise<Page> {
  const page = await product.window(undefined, await tokenOf((await newPerson()).email))
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
const posted = (page: Page, path: string) =>
  page.waitForRequest(
    (request) => request.method() === 'POST' && new URL(request.url()).pathname === `/api${path}`,
  )
async function answerOf<Answer>(request: Request): Promise<Answer> {
  const response = await request.response()
  if (!response) throw new Error(`${request.url()} was not answered.`)
  return (await response.json()) as Answer
}
/** Answers one kind of call instead of the server. */
const answer = (page: Page, path: string, status: number, message: string) =>
  page.route(`**/api${path}*`, (route) => route.fulfill({ status, json: { message } }))

describe('logging in', () => {
  it('[AUTH-002] [AUTH-018] sends email or username with the password, and keeps the access token that is answered', async () => {
    const { username, email } = await newPerson()
    for (const name of [email, username]) {
      const page = await product.window()
      await page.goto(`${product.web}/login`)
      await page.getByLabel('Password', { exact: true }).waitFor()
      const sent = posted(page, '/login')
      await logIn(page, name)
      const request = await sent
      expect(request.postDataJSON()).toMatchObject({ email: name, password })
      const { access_token } = await answerOf<{ access_token: string }>(request)
      await page.waitForURL((url) => url.pathname === '/dashboard')
      expect(await token(page)).toBe(access_token)
      await page.context().close()
    }
  })

  it('[AUTH-003] takes the code of a link with the email and a new password', async () => {
    const { email } = await newPerson()
    const made = await inTransaction((ctx) => startReset(ctx, email))
    const page = await product.window()
    await page.goto(`${product.web}/login?verification=${made?.code}&email=${encodeURIComponent(email)}`)
    await page.getByLabel('New password', { exact: true }).fill('a wholly new password')
    const sent = posted(page, '/login')
    await button(page, 'Save password and log in').click()
    expect((await sent).postDataJSON()).toMatchObject({
      verification_code: made?.code,
      email,
      password: 'a wholly new password',
    })
    await page.waitForURL((url) => url.pathname === '/dashboard')
    expect(await token(page)).not.toBeNull()
    await page.context().close()
  })

  it('[AUTH-006] leads to the path of `redirect`, and home from the pages of signing in', async () => {
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

  it('[AUTH-009] a refused login is an error of the form: no session ends and nothing has expired', async () => {
    const page = await product.window()
    await page.goto(`${product.web}/login`)
    await page.getByLabel('Password', { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('access_token', 'of another tab'))
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/login'))
    await logIn(page, owner, 'not the password')
    expect((await answered).status()).toBe(401)
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByText('Token has expired').count()).toBe(0)
    expect(await token(page)).toBe('of another tab')
    expect(placeOf(page)).toBe('/login')
    await page.context().close()
  })

  it('[AUTH-015] [AUTH-016] lasts 7 days, 30 days or until it ends by itself, as the Authentication section of the settings says', async () => {
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
      const mine = await tokenOf((await newPerson()).email)
      const reply = await fetch(`${product.web}/api/users/sessions`, {
        headers: { authorization: `Bearer ${mine}` },
      })
      const { sessions } = (await reply.json()) as {
        sessions: { time_expires: string; time_created: string }[]
      }
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

describe('a session that ends', () => {
  it('[AUTH-019] [AUTH-020] [ERR-014] by any other call says `Token has expired`, clears the token and leads to the sign-in and back', async () => {
    const page = await at('/dashboard')
    await answer(page, '/accounts/address-books', 401, 'no')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Address book' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    expect(placeOf(page)).toBe('/login?redirect=%2Faddress-book')
    await page.getByRole('alert').getByText('Token has expired').waitFor()
    expect(await token(page)).toBeNull()
    await page.reload()
    await button(page, 'Log in').waitFor()
    expect(await page.getByText('Token has expired').count()).toBe(0)
    await page.context().close()
  })

  it('[AUTH-020] keeps the query string in `redirect`', async () => {
    const page = await at('/dashboard')
    await answer(page, '/shipments/rows', 401, 'no')
    await page.goto(`${product.web}/shipments?status=delivered&page=3`)
    await page.waitForURL((url) => url.pathname === '/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/shipments?status=delivered&page=3')
    await page.context().close()
  })

  it('[AUTH-021] on /logout leads to the root of the site', async () => {
    const page = await at('/dashboard')
    await answer(page, '/logout', 401, 'no')
    const visited: string[] = []
    page.on('framenavigated', (frame) =>
      visited.push(new URL(frame.url()).pathname + new URL(frame.url()).search),
    )
    await page.goto(`${product.web}/logout`)
    await page.waitForURL((url) => url.pathname !== '/logout')
    await page.getByRole('link', { name: 'Log in' }).or(button(page, 'Log in')).first().waitFor()
    expect(await token(page)).toBeNull()
    expect(visited).toContain('/')
    expect(visited.filter((one) => one.startsWith('/login'))).toEqual([])
    await page.context().close()
  })

  it('[AUTH-022] an answer with `not_logged_in` in it logs out, whatever its status', async () => {
    const page = await at('/dashboard')
    await answer(page, '/accounts/address-books', 400, 'not_logged_in')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Address book' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    expect(await token(page)).toBeNull()
    await page.context().close()
  })

  it('[AUTH-028] by `Log out` is one call that takes nothing', async () => {
    const page = await at('/dashboard')
    const sent = posted(page, '/logout')
    await page.goto(`${product.web}/logout`)
    const body = (await sent).postDataJSON() as object | null
    // The company travels with every call.
    expect(Object.keys(body ?? {}).filter((key) => key !== 'provider_id')).toEqual([])
    await button(page, 'Log in').waitFor()
    await page.context().close()
  })
})

describe('who is signed in', () => {
  it('[AUTH-025] every call carries the token that the browser keeps, but those that need none', async () => {
    const page = await product.as(owner)
    const bare: string[] = []
    const carried = new Set<string | undefined>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/api/') || request.resourceType() === 'websocket') return
      const { authorization } = request.headers()
      if (authorization === undefined) bare.push(pathname)
      else carried.add(authorization)
    })
    await page.goto(`${product.web}/shipments`)
    await page.getByRole('row').nth(1).waitFor()
    await page.goto(`${product.web}/account?tab=billing`)
    await page.getByRole('tab', { name: 'Billing' }).waitFor()
    expect([...carried]).toEqual([`Bearer ${await token(page)}`])
    expect(bare.filter((one) => one !== '/api/providers')).toEqual([])
    await page.context().close()
  })

  it('[AUTH-071] [AUTH-072] a page is told the fields of the user, and of the role with both lists of permissions', async () => {
    const told = async (email: string) => {
      const page = await product.as(email)
      const answered = page.waitForResponse((response) => response.url().includes('/api/general-data'))
      await page.goto(`${product.web}/profile`)
      const { user } = (await (await answered).json()) as {
        user: Record<string, unknown> & { role: Record<string, unknown> }
      }
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(user['name'])
      expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(user['email'])
      await page.context().close()
      return user
    }
    const customer = await told(owner)
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
    const driver = await told('sipho@fynbos.example')
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
    const office = await told('aisha@fynbos.example')
    expect(office.role['permissions_ui']).toEqual(['UI_shipments'])
  })

  it('[AUTH-073] one preference at a time is stored by `POST /users/settings`, and found again', async () => {
    const page = await at('/profile')
    const sent = posted(page, '/users/settings')
    await page.getByRole('radio', { name: 'Dark' }).check()
    const body = (await sent).postDataJSON() as Record<string, unknown>
    expect(body).toMatchObject({ setting: expect.any(String), value: 'dark' })
    const { user_settings } = await answerOf<{ user_settings: Record<string, unknown> }>(await sent)
    expect(user_settings[String(body['setting'])]).toBe('dark')
    await page.context().close()
  })

  it('[AUTH-065] [AUTH-069] whoever acts as a customer is no staff meanwhile, and the page knows both people', async () => {
    const page = await product.as(admin)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await page.goto(`${product.web}/dashboard`)
    await menu.getByRole('link', { name: 'Hub scanner' }).waitFor()
    const answered = page.waitForResponse((response) => response.url().includes('request_username=zanele'))
    await page.goto(`${product.web}/shipments?impersonate=zanele`)
    await answered
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    for (const name of ['Hub scanner', 'Users', 'Tools'])
      expect(await menu.getByRole('link', { name, exact: true }).count()).toBe(0)
    await page.goto(`${product.web}/hub-scanner`)
    await page.getByText('Oops!').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('impersonated_username'))).toBe('zanele')
    const told = await fetch(`${product.web}/api/general-data?request_username=zanele`, {
      headers: { authorization: `Bearer ${await token(page)}` },
    })
    expect(await told.json()).toMatchObject({ logged_in_user: 'thandi', user: { username: 'zanele' } })
    await page.getByText('Zanele Mbeki', { exact: false }).first().waitFor()
    await page.context().close()
  })
})
