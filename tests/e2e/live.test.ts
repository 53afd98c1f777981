import { randomUUID } from 'node:crypto'
import { role_ids } from '@waybill/domain/kit/actor'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../server/src/app/install.ts'
import { insertSession, insertUser } from '../../server/src/identity/index.ts'
import { digestOf } from '../../server/src/kit/sealer.ts'
import { enterStatus, lockShipment } from '../../server/src/shipments/index.ts'
import { changeSettings } from '../page-kit/change-settings.ts'
import { openProduct, type Product } from './product.ts'

const people = {
  staff: 'thandi@fynbos.example',
  hub: 'bongani@fynbos.example',
  customer: 'riaan@overbergbooks.example',
} as const

let product: Product
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

async function tokenOf(person: keyof typeof people): Promise<string> {
  const answer = await fetch(`${product.web}/api/login`, {
    method: 'POST',
    body: JSON.stringify({ email: people[person], password: 'waybill-demo', provider_id: 1 }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function ask<Answer>(token: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${product.web}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await answer.json()) as Answer
}

/** A page of somebody signed in, and everything the live channel has told it. */
interface Window {
  page: Page
  heard: string[]
  /** How often a document was loaded in it. */
  loads: () => number
}

async function windowOf(token: string, path: string): Promise<Window> {
  const page = await product.window()
  await page.goto(`${product.web}/icon.svg`)
  await page.evaluate((value) => localStorage.setItem('access_token', value), token)
  const heard: string[] = []
  let loads = 0
  page.on('websocket', (socket) => {
    expect(socket.url()).toBe(`ws://${product.host}/api/live`)
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)))
  })
  page.on('load', () => (loads += 1))
  await page.goto(product.web + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => heard.some((text) => text.includes('welcome')), { timeout: 20_000 }).toBe(true)
  return { page, heard, loads: () => loads }
}

interface Booked {
  id: number
  short_tracking_reference: string
}

/** A parcel of the customer on its way to Johannesburg. */
async function onItsWay(): Promise<Booked> {
  const shipment = await ask<Booked>(await tokenOf('customer'), 'POST', '/shipments', booking())
  await asSystem(product.running.runtime, 1, async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to: 'in-transit' })
  })
  return shipment
}

/** The session of an owner of another account than the customer's. */
async function strangersToken(): Promise<string> {
  const token = randomUUID()
  const { accounts } = await ask<{ accounts: { id: number }[] }>(
    await tokenOf('staff'),
    'GET',
    '/accounts?search=Soweto%20Shoes',
  )
  await asSystem(product.running.runtime, 1, async (ctx) => {
    const user_id = await insertUser(ctx, {
      username: 'stranger',
      name: 'Palesa Dube',
      email: 'stranger@soweto-shoes.example',
      role_id: role_ids.account_owner,
      account_id: accounts[0]?.id ?? 0,
    })
    await insertSession(ctx, {
      user_id,
      token_digest: digestOf(token),
      time_expires: new Date(ctx.now.getTime() + 3_600_000),
      device: 'browser',
    })
  })
  return token
}

describe('what other people do', () => {
  it('[SHELL-048] shows by itself where it concerns somebody, and reaches nobody else', async () => {
    const booked = await onItsWay()
    const staff = await windowOf(await tokenOf('staff'), `/shipments/${booked.id}`)
    const customer = await windowOf(await tokenOf('customer'), `/shipments/${booked.id}`)
    const list = await windowOf(await tokenOf('staff'), '/shipments')
    const stranger = await windowOf(await strangersToken(), '/shipments')
    const says = (page: Page) => page.getByRole('main').innerText()
    for (const { page } of [staff, customer]) expect(await says(page)).not.toMatch(/at destination hub/i)

    const hub = await windowOf(await tokenOf('hub'), '/hub-scanner')
    await hub.page.getByRole('button', { name: 'Start scanning' }).click()
    await hub.page
      .getByRole('textbox', { name: 'Scan or type a parcel reference' })
      .fill(`${booked.short_tracking_reference}/1`)
    await hub.page.keyboard.press('Enter')

    for (const { page, loads } of [staff, customer]) {
      await expect.poll(() => says(page), { timeout: 10_000 }).toMatch(/at destination hub/i)
      expect(loads()).toBe(1)
    }
    const row = list.page.getByRole('row').filter({ hasText: booked.short_tracking_reference })
    await expect.poll(() => row.innerText(), { timeout: 10_000 }).toMatch(/at destination hub/i)
    expect(stranger.heard.join()).not.toContain('shipment')
  })

  it('lets new rows of a list wait until they are asked for', async () => {
    const list = await windowOf(await tokenOf('staff'), '/shipments')
    const rows = list.page.locator('tbody tr')
    // Until the rows are read, grey ones without words stand for them.
    await expect.poll(() => rows.first().innerText(), { timeout: 10_000 }).not.toBe('')
    const first = await rows.first().innerText()
    const booked = await onItsWay()
    const pill = list.page.getByRole('button', { name: /^\d+ new – show$/ })
    await pill.waitFor()
    expect(await rows.first().innerText()).toBe(first)
    await pill.click()
    await expect.poll(() => rows.first().innerText()).toContain(booked.short_tracking_reference)
    expect(list.loads()).toBe(1)
  })

  it('brings the balance of a customer up to date', async () => {
    const customer = await windowOf(await tokenOf('customer'), '/dashboard')
    const balance = customer.page.getByRole('region', { name: 'Balance' })
    const before = await balance.innerText()
    const { account_id } = await ask<{ user: { account_id: number } }>(
      await tokenOf('customer'),
      'GET',
      '/general-data',
    ).then(({ user }) => user)
    await ask(await tokenOf('staff'), 'POST', '/billing/transactions', {
      account_id,
      type: 'payment',
      amount: 123.45,
      description: 'EFT',
    })
    await expect.poll(() => balance.innerText(), { timeout: 10_000 }).not.toBe(before)
    expect(customer.loads()).toBe(1)
  })

  it('listens as the customer whom somebody acts as, in every tab, and as oneself again after that', async () => {
    const token = await tokenOf('staff')
    const { page } = await windowOf(token, '/shipments')
    const tab = await page.context().newPage()
    await tab.goto(`${product.web}/icon.svg`)
    const said: string[] = []
    const heard: string[] = []
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => said.push(String(payload)))
      socket.on('framereceived', ({ payload }) => heard.push(String(payload)))
    })
    const { users } = await ask<{ users: { username: string }[] }>(
      token,
      'GET',
      `/users?email=${people.customer}`,
    )
    const ticket: unknown = expect.stringMatching(/^[\w-]{43}$/)
    const acting = { ticket, request_username: users[0]?.username }
    await tab.evaluate(
      (username) => localStorage.setItem('impersonated_username', username ?? ''),
      acting.request_username,
    )
    await expect
      .poll(() => said.map((text) => JSON.parse(text) as object), { timeout: 10_000 })
      .toEqual([acting])
    const booked = await onItsWay()
    await expect.poll(() => heard.join(), { timeout: 10_000 }).toContain(`"shipment_id":${booked.id}`)
    await tab.evaluate(() => localStorage.removeItem('impersonated_username'))
    await expect
      .poll(() => said.map((text) => JSON.parse(text) as object), { timeout: 10_000 })
      .toEqual([acting, { ticket }])
    expect(said.join()).not.toContain(token)
    await page.context().close()
  })

  it('keeps one connection for all tabs of a browser, and hands it on when its tab closes', async () => {
    const first = await windowOf(await tokenOf('staff'), '/shipments')
    const second = await first.page.context().newPage()
    let opened = 0
    second.on('websocket', () => (opened += 1))
    const booked = await onItsWay()
    await second.goto(`${product.web}/shipments/${booked.id}`)
    await second
      .getByText(/in transit/i)
      .first()
      .waitFor()
    const arrive = (to: 'at-destination-hub' | 'out-for-delivery') =>
      asSystem(product.running.runtime, 1, async (ctx) => {
        await enterStatus(ctx, await lockShipment(ctx, booked.id), { to })
      })
    await arrive('at-destination-hub')
    await expect
      .poll(() => second.getByRole('main').innerText(), { timeout: 10_000 })
      .toMatch(/at destination hub/i)
    expect(opened).toBe(0)
    await first.page.close()
    await expect.poll(() => opened, { timeout: 10_000 }).toBe(1)
  })

  it('signs every page of a session out as soon as the session is ended elsewhere', async () => {
    const token = await tokenOf('customer')
    const page = await windowOf(token, '/shipments')
    await ask(token, 'POST', '/logout', {})
    await page.page.waitForURL(/\/login/, { timeout: 5_000 })
  })

  it('lets pages connect to exactly the live address', async () => {
    const answer = await fetch(`${product.web}/shipments`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`connect-src 'self' ws://${product.host}/api/live;`)
    expect(product.pageErrors).toEqual([])
  })
})

it('[SET-094] pages open the live channel where `websocket_api_url` says', async () => {
  const elsewhere = 'ws://127.0.0.1:5051/api/live-elsewhere'
  const staff = await product.as(people.staff)
  await changeSettings(staff, product.web, 'general', [
    ['websocket_api_url', 'Live update address', elsewhere],
  ])
  const page = await product.as('johan@fynbos.example')
  const listening = page.waitForEvent('websocket')
  await page.goto(`${product.web}/profile`)
  expect((await listening).url()).toBe(elsewhere)
  await page.context().close()
  await staff.context().close()
  await product.saveSettings({ websocket_api_url: '' })
})
