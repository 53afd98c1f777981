import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { openProduct, type Product } from '../product.ts'

const email = 'thandi@fynbos.example'
const events = '**/api/audit/events?*'

let product: Product
let staff: Page
let customer: Page
let shipment: { id: number }

beforeAll(async () => {
  product = await openProduct()
  ;[staff, customer] = await Promise.all([product.as(email), product.as('riaan@overbergbooks.example')])
  staff.setDefaultTimeout(8_000)
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(email, 'GET', '/accounts?limit=1')
  shipment = await product.ask(email, 'POST', '/shipments', { ...booking(), account_id: accounts[0]?.id })
}, 180_000)
afterAll(async () => {
  expect(product.pageErrors).toEqual([])
  await product.close()
})

afterEach(() => staff.unroute(events))

const addressOf = (page: Page): string => page.url().slice(product.web.length)

/** Opens the audit trail of the shipment from its menu. */
async function openTrail() {
  await staff.goto(`${product.web}/shipments/${shipment.id}`)
  await staff.getByRole('button', { name: 'More', exact: true }).click()
  await staff.getByRole('menuitem', { name: 'Audit trail' }).click()
  return staff.getByRole('dialog', { name: 'Shipment - Audit trail' })
}

/** Returns an entry as the server returns it; its age in seconds equals its id. */
const entry = (id: number) => ({
  id,
  timestamp: new Date(Date.parse('2026-03-04T15:06:09Z') - id * 1000).toISOString(),
  request_id: `request-${id}`,
  client_version: '3.17.17',
  source: 'thandi',
  channel: 'web',
  impersonated_by: '',
  type: 'shipment',
  object_id: '1',
  audit_type: 'shipment',
  audit_object_id: '1',
  object_name: 'FYN4K7M2QX',
  action: 'changed',
  change: [{ field: 'customer_reference', change_from: `A${id}`, change_to: `B${id}` }],
  is_sealed: false,
})

/** Replaces the server’s response by a trail of `count` entries. Returns the parameters of the requests, in order. */
async function trailOf(count: number): Promise<URLSearchParams[]> {
  const requests: URLSearchParams[] = []
  await staff.route(events, (route) => {
    const { searchParams } = new URL(route.request().url())
    requests.push(searchParams)
    const from = Number(searchParams.get('offset'))
    const here = Math.min(Number(searchParams.get('limit')), count - from)
    return route.fulfill({
      json: { audit_events: Array.from({ length: here }, (_, at) => entry(from + at + 1)), count },
    })
  })
  return requests
}

describe('audit trail dialog', () => {
  it('[AUD-004] [AUD-011] loads ten more entries at 80 % of the list, checks at most every 150 ms, and stops at the count', async () => {
    const requests = await trailOf(25)
    const trail = await openTrail()
    const feed = trail.getByRole('feed')
    await trail.getByRole('article').nth(9).waitFor()
    expect(requests.map((one) => one.get('limit'))).toEqual(['10'])
    const scrollTo = (...shares: number[]) =>
      feed.evaluate((box, places) => {
        for (const share of places) {
          box.scrollTop = share * box.scrollHeight - box.clientHeight
          box.dispatchEvent(new Event('scroll'))
        }
      }, shares)
    await staff.clock.install()
    await staff.clock.pauseAt(product.now().getTime() + 1_000)
    await scrollTo(0.78)
    await staff.clock.runFor(200)
    expect(requests).toHaveLength(1)
    await scrollTo(0.75, 0.82)
    await staff.clock.runFor(140)
    expect(requests).toHaveLength(1)
    await staff.clock.runFor(20)
    await expect.poll(() => requests.length).toBe(2)
    await staff.clock.resume()
    await trail.getByRole('article').nth(19).waitFor()
    await scrollTo(1)
    await trail.getByRole('article').nth(24).waitFor()
    expect(requests.map((one) => one.get('offset'))).toEqual(['0', '10', '20'])
    await scrollTo(0.5, 1)
    expect(await trail.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  })
})

describe('company widget', () => {
  it('[SHELL-025] [SET-095] opens the company’s snippet in a frame without access to the page', async () => {
    await customer.goto(`${product.web}/dashboard`)
    await customer.getByRole('button', { name: 'Track a parcel' }).waitFor()
    expect(await customer.getByRole('button', { name: 'Help from us' }).count()).toBe(0)
    const snippet = `<p id="out">-</p><script>
      const tries = [() => parent.document.title, () => localStorage.length, () => document.cookie, () => top.location.assign('/x')]
      const reached = tries.filter((one) => { try { one(); return true } catch { return false } }).length
      document.getElementById('out').textContent = 'Hello from Fynbos, reached ' + reached + ' as ' + origin
    </script>`
    await product.saveSettings({ custom_widget_html: snippet })
    const answer = await fetch(`${product.web}/api/widget`)
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-scripts;.*frame-ancestors 'self'/,
    )
    await customer.goto(`${product.web}/dashboard`)
    await customer.getByRole('button', { name: 'Help from us' }).click()
    const panel = customer.getByRole('dialog', { name: 'Help from us' })
    expect(await panel.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts')
    await panel.frameLocator('iframe').getByText('Hello from Fynbos, reached 0 as null').waitFor()
    expect(addressOf(customer)).toBe('/dashboard')
    await customer.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await staff.goto(`${product.web}/shipments`)
    await staff.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    expect(await staff.getByRole('button', { name: 'Help from us' }).count()).toBe(0)
  })
})
