import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../server/dev/test-kit/provider.ts'
import { accessibilityViolations, openProduct, signIn, type Product } from './product.ts'

const events = '**/api/audit/events?*'

let product: Product
let staff: Page
let customer: Page
let token: string
let shipment: { id: number; short_tracking_reference: string }

beforeAll(async () => {
  product = await openProduct()
  staff = await product.window()
  customer = await product.window()
  staff.setDefaultTimeout(8_000)
  await Promise.all([
    signIn(staff, product.web, 'thandi@fynbos.example'),
    signIn(customer, product.web, 'riaan@overbergbooks.example'),
  ])
  token = (await staff.evaluate(() => localStorage.getItem('access_token'))) ?? ''
  const { accounts } = await ask<{ accounts: { id: number }[] }>('GET', '/accounts?limit=1')
  shipment = await ask('POST', '/shipments', { ...booking(), account_id: accounts[0]?.id })
}, 180_000)
afterAll(async () => {
  expect(product.pageErrors).toEqual([])
  await product.close()
})

afterEach(() => staff.unroute(events))

/** Asks the API as staff does in a browser of this version. */
async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${product.web}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'client-version': '3.17.17', 'client-path': '/shipments' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Answer
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300)
  return answer
}

const addressOf = (page: Page): string => page.url().slice(product.web.length)

/** The trail of the shipment, opened as people do. */
async function openTrail() {
  await staff.goto(`${product.web}/shipments/${shipment.id}`)
  await staff.getByRole('button', { name: 'More', exact: true }).click()
  await staff.getByRole('menuitem', { name: 'Audit trail' }).click()
  return staff.getByRole('dialog', { name: 'Shipment - Audit trail' })
}

/** An entry as the server answers it, so many seconds old. */
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

/** Answers a trail of so many entries instead of the server; the pages asked for, in order. */
async function trailOf(count: number): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = []
  await staff.route(events, (route) => {
    const { searchParams } = new URL(route.request().url())
    asked.push(searchParams)
    const from = Number(searchParams.get('offset'))
    const here = Math.min(Number(searchParams.get('limit')), count - from)
    return route.fulfill({
      json: { audit_events: Array.from({ length: here }, (_, at) => entry(from + at + 1)), count },
    })
  })
  return asked
}

describe('the audit trail of a thing', () => {
  it('[AUD-005] [AUD-006] [AUD-007] [AUD-001] shows who changed what and when, can be refreshed and closed', async () => {
    await ask('PATCH', '/shipments', { id: shipment.id, special_instructions_delivery: 'Gate 2' })
    const asked = staff.waitForRequest((request) => request.url().includes('/audit/events'))
    const trail = await openTrail()
    const query = new URL((await asked).url()).searchParams
    expect([query.get('type'), query.get('object_id'), query.get('offset'), query.get('limit')]).toEqual([
      'shipment',
      String(shipment.id),
      '0',
      '10',
    ])
    const first = trail.getByRole('article').first()
    await first.getByText('special instructions delivery').waitFor()
    const text = await first.innerText()
    expect(text).toMatch(/\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d/)
    expect(text).toMatch(/Change made by\s+thandi/)
    expect(text).toContain('web · 3.17.17')
    expect(text).toMatch(/Request\s+\S{10,}/)
    expect(await first.getByRole('deletion').innerText()).toMatch(/−\s*Empty value/)
    expect(await first.getByRole('insertion').innerText()).toMatch(/\+\s*Gate 2/)
    expect(await accessibilityViolations(staff)).toEqual([])

    await ask('PATCH', '/shipments', { id: shipment.id, special_instructions_delivery: 'Gate 3' })
    await trail.getByRole('button', { name: 'Refresh' }).click()
    await trail.getByText('Gate 3').waitFor()
    await trail.getByRole('button', { name: 'Close', exact: true }).last().click()
    await trail.waitFor({ state: 'detached' })
  })

  it('[AUD-004] [AUD-011] loads ten more at 80 % of the list, looks at most every 150 ms, and stops at the count', async () => {
    const asked = await trailOf(25)
    const trail = await openTrail()
    const feed = trail.getByRole('feed')
    await trail.getByRole('article').nth(9).waitFor()
    expect(asked.map((one) => one.get('limit'))).toEqual(['10'])
    const scrollTo = (...shares: number[]) =>
      feed.evaluate((box, places) => {
        for (const share of places) {
          box.scrollTop = share * box.scrollHeight - box.clientHeight
          box.dispatchEvent(new Event('scroll'))
        }
      }, shares)
    await scrollTo(0.78)
    await staff.waitForFunction(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200, true))),
    )
    expect(asked).toHaveLength(1)
    await staff.clock.install()
    await staff.clock.pauseAt(Date.now() + 1_000)
    await scrollTo(0.75, 0.82)
    await staff.clock.runFor(140)
    expect(asked).toHaveLength(1)
    await staff.clock.runFor(20)
    await expect.poll(() => asked.length).toBe(2)
    await staff.clock.resume()
    await trail.getByRole('article').nth(19).waitFor()
    await scrollTo(1)
    await trail.getByRole('article').nth(24).waitFor()
    expect(asked.map((one) => one.get('offset'))).toEqual(['0', '10', '20'])
    await scrollTo(0.5, 1)
    expect(await trail.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  })

  it('[AUD-009] says so when there is nothing', async () => {
    await trailOf(0)
    const trail = await openTrail()
    await trail.getByText('No audit trail found.').waitFor()
  })

  it('[AUD-010] shows why it could not be loaded', async () => {
    await staff.route(events, (route) =>
      route.fulfill({ status: 403, json: { message: 'Your role may not do this' } }),
    )
    const trail = await openTrail()
    const box = await trail.getByText('No audit trail found.').boundingBox()
    const reason = await trail.getByText('Your role may not do this').boundingBox()
    expect(reason?.y).toBeGreaterThan(box?.y ?? Infinity)
  })

  it('[AUD-016] stands on the settings page, by the key of each setting', async () => {
    await ask('POST', '/providers/settings', { settings: [{ key: 'support_phone', value: '0211111111' }] })
    await staff.goto(`${product.web}/settings`)
    await staff.getByRole('button', { name: 'Audit trail' }).click()
    const trail = staff.getByRole('dialog', { name: 'Provider setting - Audit trail' })
    const first = trail.getByRole('article').first()
    await first.getByText('support_phone').waitFor()
    expect(await first.innerText()).toContain('0211111111')
    await staff.keyboard.press('Escape')
  })
})

describe('the audit trail of the company', () => {
  it('[AUD-014] [PERM-057] lists every change, narrowed by type, thing, person and time, for who holds the permission', async () => {
    await staff.goto(`${product.web}/audit-trail`)
    await staff.getByRole('heading', { level: 1, name: 'Audit trail' }).waitFor()
    await staff.getByRole('article').first().waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.setViewportSize({ width: 390, height: 844 })
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.setViewportSize({ width: 1440, height: 900 })
    await staff.goto(`${product.web}/audit-trail?type=shipment&q=${shipment.id}&by=thandi&when=today`)
    await staff.getByText('Gate 3').waitFor()
    const links = staff.getByRole('article').getByRole('link')
    await expect
      .poll(async () => new Set(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))))
      .toEqual(new Set([`/shipments/${shipment.id}`]))
    await customer.goto(`${product.web}/audit-trail`)
    await customer.getByRole('heading', { name: 'Oops!' }).waitFor()
  })
})

describe('the command palette', () => {
  const dialog = () => staff.getByRole('dialog', { name: 'Commands' })
  const input = () => dialog().getByRole('combobox')
  const active = () => dialog().getByRole('option', { selected: true }).innerText()

  it('goes to pages and does things by keyboard, and holds only what the role may do', async () => {
    await staff.goto(`${product.web}/shipments`)
    await staff.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await staff.keyboard.press('Control+k')
    await input().fill('audit')
    expect(await active()).toContain('Audit trail')
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.keyboard.press('Enter')
    await staff.waitForURL(`${product.web}/audit-trail`)
    await staff.getByRole('button', { name: 'Commands' }).click()
    await input().fill('dark theme')
    await staff.keyboard.press('Enter')
    await expect.poll(() => staff.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await staff.keyboard.press('Control+k')
    await input().fill('theme')
    await staff.keyboard.press('ArrowUp')
    await staff.keyboard.press('ArrowDown')
    await staff.keyboard.press('ArrowDown')
    expect(await active()).toContain('Light theme')
    await staff.keyboard.press('Enter')
    await expect.poll(() => staff.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    await staff.keyboard.press('Control+k')
    await staff.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })

    await customer.goto(`${product.web}/dashboard`)
    await customer.getByRole('heading', { level: 1 }).waitFor()
    await customer.keyboard.press('Control+k')
    const theirs = customer.getByRole('dialog', { name: 'Commands' })
    await theirs.getByRole('option', { name: 'Shipments', exact: true }).waitFor()
    for (const name of ['Audit trail', 'Users', 'Hub scanner'])
      expect(await theirs.getByRole('option', { name }).count()).toBe(0)
    await customer.keyboard.press('Escape')
  })

  it('[NAV-068] [NAV-070] finds what bears a reference, and what was open lately', async () => {
    await staff.keyboard.press('Control+k')
    await input().fill(shipment.short_tracking_reference.toLowerCase())
    await dialog()
      .getByRole('option', { name: `${shipment.short_tracking_reference} Shipment` })
      .waitFor()
    await staff.keyboard.press('Enter')
    await staff.waitForURL(`${product.web}/shipments/${shipment.id}`)
    await staff.getByRole('heading', { level: 1, name: shipment.short_tracking_reference }).waitFor()
    await staff.keyboard.press('Control+k')
    await input().fill('audit')
    await staff.keyboard.press('Enter')
    await staff.waitForURL(`${product.web}/audit-trail`)
    await staff.keyboard.press('Control+k')
    await input().fill(`${shipment.short_tracking_reference} opened`)
    await dialog()
      .getByRole('option', { name: /Opened lately/ })
      .click()
    await staff.waitForURL(`${product.web}/shipments/${shipment.id}`)
  })

  it('[NAV-073] [NAV-074] offers a new shipment for a reference that nothing bears, typed or scanned', async () => {
    const alert = staff.getByRole('alertdialog', { name: 'Reference could not be found' })
    await staff.keyboard.press('Control+k')
    await input().waitFor()
    await staff.evaluate((keys) => {
      for (const key of [...keys, 'Enter'])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    }, 'NOBODY-77')
    await alert.getByRole('button', { name: 'Cancel' }).click()
    expect(addressOf(staff)).toBe(`/shipments/${shipment.id}`)
    await staff.keyboard.press('Control+k')
    await input().fill('nobody-78')
    await staff.keyboard.press('Enter')
    await alert.getByRole('button', { name: 'Yes, create a new shipment' }).click()
    await staff.waitForURL(`${product.web}/shipments/new?custom-ref=NOBODY-78`)
  })
})

describe('the widget of the company', () => {
  it("[SHELL-025] [SET-095] opens the company's snippet in a frame that reaches nothing of the page", async () => {
    await customer.goto(`${product.web}/dashboard`)
    await customer.getByRole('button', { name: 'Track a parcel' }).waitFor()
    expect(await customer.getByRole('button', { name: 'Help from us' }).count()).toBe(0)
    const snippet = `<p id="out">-</p><script>
      const tries = [() => parent.document.title, () => localStorage.length, () => document.cookie, () => top.location.assign('/x')]
      const reached = tries.filter((one) => { try { one(); return true } catch { return false } }).length
      document.getElementById('out').textContent = 'Hello from Fynbos, reached ' + reached + ' as ' + origin
    </script>`
    await ask('POST', '/providers/settings', { settings: [{ key: 'custom_widget_html', value: snippet }] })
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
