import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { tokenOfNewUser, visit } from '../../page-kit/clerk.ts'
import { openProduct, type Product } from '../product.ts'

const staff = 'thandi@fynbos.example'
const customer = 'riaan@overbergbooks.example'

let product: Product
let ofStaff: Window
let ofCustomer: Window
beforeAll(async () => {
  product = await openProduct()
  ofStaff = await windowOf(await product.tokenOf(staff), '/profile')
  ofCustomer = await windowOf(await product.tokenOf(customer), '/profile')
}, 180_000)
afterAll(async () => product.close())

/** A page of a signed-in user whose live connection is open. */
interface Window {
  page: Page
  /** How often the page has loaded a document. */
  loads: () => number
}

async function windowOf(token: string, path: string): Promise<Window> {
  const page = await product.window(undefined, token)
  let loads = 0
  const welcomed = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      expect(socket.url()).toBe(`ws://${product.host}/api/live`)
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('welcome')) resolve()
      })
    })
  })
  page.on('load', () => (loads += 1))
  await page.goto(product.web + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await welcomed
  return { page, loads: () => loads }
}

interface Booked {
  id: number
  short_tracking_reference: string
}

async function setStatus(shipment: Booked, to: 'in-transit' | 'at-destination-hub'): Promise<void> {
  await asSystem(product.running.runtime, 1, async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to })
  })
}

/** Books a shipment of the customer and sets it in transit. */
async function inProgress(): Promise<Booked> {
  const shipment = await product.ask<Booked>(customer, 'POST', '/shipments', booking())
  await setStatus(shipment, 'in-transit')
  return shipment
}

describe('live updates', () => {
  it('[SHELL-048] show changes by other users on open pages without a reload', async () => {
    const shipment = await inProgress()
    await visit(ofCustomer.page, `/shipments?search=${shipment.short_tracking_reference}`)
    await visit(ofStaff.page, `/shipments/${shipment.id}`)
    const row = ofCustomer.page.getByRole('row').filter({ hasText: shipment.short_tracking_reference })
    const detail = ofStaff.page.getByRole('main')
    const texts = async () => [await row.innerText(), await detail.innerText()]
    for (const text of [row, detail])
      await text
        .getByText(/in transit/i)
        .first()
        .waitFor()
    expect((await texts()).join()).not.toMatch(/at destination hub/i)
    const loads = [ofStaff.loads(), ofCustomer.loads()]

    await product.ask('bongani@fynbos.example', 'POST', '/tracking/shipment-events', {
      parcel_reference: `${shipment.short_tracking_reference}/1`,
      mode: 'arrive',
    })

    const arrived = expect.stringMatching(/at destination hub/i) as unknown
    await expect.poll(texts, { timeout: 10_000 }).toEqual([arrived, arrived])
    expect([ofStaff.loads(), ofCustomer.loads()]).toEqual(loads)
  })

  it('hold back new rows of a list until the user requests them', async () => {
    const { page, loads } = ofStaff
    await visit(page, '/shipments')
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    const before = loads()
    const rows = page.locator('tbody tr')
    // Until the rows are loaded, placeholder rows without text are displayed.
    await expect.poll(() => rows.first().innerText(), { timeout: 10_000 }).not.toBe('')
    const first = await rows.first().innerText()
    const shipment = await inProgress()
    const pill = page.getByRole('button', { name: /^\d+ new – show$/ })
    await pill.waitFor()
    expect(await rows.first().innerText()).toBe(first)
    await pill.click()
    await expect.poll(() => rows.first().innerText()).toContain(shipment.short_tracking_reference)
    expect(loads()).toBe(before)
  })

  it('show a row that entered the list while it was first loading, without waiting for the older answer', async () => {
    const { page } = ofStaff
    const shipment = await product.ask<Booked>(customer, 'POST', '/shipments', booking())
    let finishRequest = (): void => undefined
    const finished = new Promise<void>((resolve) => (finishRequest = resolve))
    let isHeld = false
    // Leaves the list, which may still be going to check for rows of the case before.
    await visit(page, '/profile')
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await product.answers(shipmentsApi.rows, async ({ input, usual }) => {
      // The page of the customer also checks its list for newer rows.
      if (!JSON.stringify(input).includes('in-transit')) return 'as usual'
      const answer = await usual()
      // Late messages about earlier cases and the booking may let the page ask more than once before the change.
      if (JSON.stringify(answer).includes(shipment.short_tracking_reference)) return answer
      isHeld = true
      await finished
      return answer
    })
    await visit(page, '/shipments?status=in-transit')
    await expect.poll(() => isHeld).toBe(true)
    await setStatus(shipment, 'in-transit')
    await page.getByRole('row').filter({ hasText: shipment.short_tracking_reference }).waitFor()
    finishRequest()
  })

  it('update the balance of a customer', async () => {
    const { page, loads } = ofCustomer
    await visit(page, '/dashboard')
    const balance = page.getByRole('region', { name: 'Balance', exact: true }).locator('strong')
    const shown = async () => Math.abs(Number((await balance.innerText()).replaceAll(/[^\d.-]/g, '')))
    const owed = async () =>
      Math.abs((await product.ask<{ balance: number }>(customer, 'GET', '/billing/balance')).balance)
    const before = await owed()
    await expect.poll(shown).toBeCloseTo(before, 2)
    const loadsBefore = loads()
    const { user } = await product.ask<{ user: { account_id: number } }>(customer, 'GET', '/general-data')
    await product.ask(staff, 'POST', '/billing/transactions', {
      account_id: user.account_id,
      type: 'payment',
      amount: 123.45,
      description: 'EFT',
    })
    const after = await owed()
    expect(after).not.toBeCloseTo(before, 2)
    await expect.poll(shown, { timeout: 10_000 }).toBeCloseTo(after, 2)
    expect(loads()).toBe(loadsBefore)
  })

  it('follow impersonation in every tab, and return to the own user afterwards', async () => {
    const token = await product.tokenOf(staff)
    const { page } = await windowOf(token, '/profile')
    const tab = await page.context().newPage()
    await tab.goto(`${product.web}/icon.svg`)
    const sentFrames: string[] = []
    const received: string[] = []
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => sentFrames.push(String(payload)))
      socket.on('framereceived', ({ payload }) => received.push(String(payload)))
    })
    const { users } = await product.ask<{ users: { username: string }[] }>(
      staff,
      'GET',
      `/users?email=${customer}`,
    )
    const ticket: unknown = expect.stringMatching(/^[\w-]{43}$/)
    const acting = { ticket, request_username: users[0]?.username }
    await tab.evaluate(
      (username) => localStorage.setItem('impersonated_username', username ?? ''),
      acting.request_username,
    )
    await expect
      .poll(() => sentFrames.map((text) => JSON.parse(text) as object), { timeout: 10_000 })
      .toEqual([acting])
    const booked = await inProgress()
    await expect.poll(() => received.join(), { timeout: 10_000 }).toContain(`"shipment_id":${booked.id}`)
    await tab.evaluate(() => localStorage.removeItem('impersonated_username'))
    await expect
      .poll(() => sentFrames.map((text) => JSON.parse(text) as object), { timeout: 10_000 })
      .toEqual([acting, { ticket }])
    expect(sentFrames.join()).not.toContain(token)
    await page.context().close()
  })

  it('use one connection for all tabs of a browser, and reconnect from another tab when its tab closes', async () => {
    const first = await windowOf(await product.tokenOf(staff), '/profile')
    const second = await first.page.context().newPage()
    let opened = 0
    second.on('websocket', () => (opened += 1))
    const booked = await inProgress()
    await second.goto(`${product.web}/shipments/${booked.id}`)
    await second
      .getByText(/in transit/i)
      .first()
      .waitFor()
    await setStatus(booked, 'at-destination-hub')
    await expect
      .poll(() => second.getByRole('main').innerText(), { timeout: 10_000 })
      .toMatch(/at destination hub/i)
    expect(opened).toBe(0)
    await first.page.close()
    await expect.poll(() => opened, { timeout: 10_000 }).toBe(1)
    await second.context().close()
  })

  it('sign an open page out as soon as its session ends elsewhere', async () => {
    const token = await tokenOfNewUser(product, { role_id: role_ids.administrator })
    const { page } = await windowOf(token, '/profile')
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${product.web}/api/logout`, { method: 'POST', headers, body: '{}' })
    await page.waitForURL(/\/login/, { timeout: 5_000 })
    await page.context().close()
  })

  it('are allowed for the exact live address by the content security policy', async () => {
    const answer = await fetch(`${product.web}/shipments`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`connect-src 'self' ws://${product.host}/api/live;`)
    expect(product.pageErrors).toEqual([])
  })
})

it('[SET-094] pages open the live connection at the address in `websocket_api_url`', async () => {
  const elsewhere = 'ws://127.0.0.1:5051/api/live-elsewhere'
  await product.saveSettings({ websocket_api_url: elsewhere })
  const page = await product.as('johan@fynbos.example')
  const listening = page.waitForEvent('websocket')
  await page.goto(`${product.web}/profile`)
  expect((await listening).url()).toBe(elsewhere)
  await page.context().close()
  await product.saveSettings({ websocket_api_url: '' })
})
