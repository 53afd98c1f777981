import { auditApi } from '@waybill/domain/audit/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const email = 'thandi@fynbos.example'

let product: Product
let staff: Page
let customer: Page
let shipment: { id: number; short_tracking_reference: string }

beforeAll(async () => {
  product = await openProduct()
  ;[staff, customer] = await Promise.all([product.as(email), product.as('riaan@overbergbooks.example')])
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(email, 'GET', '/accounts?limit=1')
  shipment = await product.ask(email, 'POST', '/shipments', { ...booking(), account_id: accounts[0]?.id })
}, 180_000)
afterAll(async () => {
  expect(product.pageErrors).toEqual([])
  await product.close()
})

/** Changes the shipment with the request headers of the current web version. */
async function instruct(specialInstructionsDelivery: string): Promise<void> {
  await staff.goto(`${product.web}/profile`)
  const status = await staff.evaluate(
    async (patch) => {
      const authorization = `Bearer ${localStorage.getItem('access_token') ?? ''}`
      const headers = { authorization, 'client-version': '3.17.17', 'client-path': '/shipments' }
      const answer = await fetch('/api/shipments', {
        method: 'PATCH',
        headers,
        body: JSON.stringify(patch),
      })
      return answer.status
    },
    { id: shipment.id, special_instructions_delivery: specialInstructionsDelivery },
  )
  expect(status).toBe(200)
}

const addressOf = (page: Page): string => page.url().slice(product.web.length)

const trailOfShipment = () => staff.getByRole('dialog', { name: 'Shipment - Audit trail' })

/** Opens the audit trail of the shipment through the page menu. */
async function openTrail() {
  await staff.goto(`${product.web}/shipments/${shipment.id}`)
  await staff.getByRole('button', { name: 'More', exact: true }).click()
  await staff.getByRole('menuitem', { name: 'Audit trail' }).click()
}

describe('audit trail of a record', () => {
  it('[AUD-005] [AUD-006] [AUD-007] [AUD-001] shows who changed what and when, and can be refreshed and closed', async () => {
    await instruct('Gate 2')
    const requested = await product.sends(auditApi.events, openTrail)
    expect(requested.input).toMatchObject({
      type: 'shipment',
      object_id: String(shipment.id),
      offset: '0',
      limit: '10',
    })
    const trail = trailOfShipment()
    const first = trail.getByRole('article').first()
    await first.getByText('special instructions delivery').waitFor()
    const text = await first.innerText()
    expect(text).toMatch(/\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d/)
    expect(text).toMatch(/Change made by\s+thandi/)
    expect(text).toContain('web · 3.17.17')
    expect(text).toMatch(/Request\s+\S{10,}/)
    expect(await first.getByRole('deletion').innerText()).toMatch(/−\s*Empty value/)
    expect(await first.getByRole('insertion').innerText()).toMatch(/\+\s*Gate 2/)

    await product.ask(email, 'PATCH', '/shipments', {
      id: shipment.id,
      special_instructions_delivery: 'Gate 3',
    })
    await trail.getByRole('button', { name: 'Refresh' }).click()
    await trail.getByText('Gate 3').waitFor()
    await trail.getByRole('button', { name: 'Close', exact: true }).last().click()
    await trail.waitFor({ state: 'detached' })
  })

  it('[AUD-009] shows a message when there are no entries', async () => {
    const asUsual = await product.answers(auditApi.events, () => ({ body: { audit_events: [], count: 0 } }))
    await openTrail()
    await trailOfShipment().getByText('No audit trail found.').waitFor()
    await asUsual()
  })

  it('says that older changes are archived, and searches the archive for the record on request', async () => {
    const before = '2026-01-01T00:00:00.000Z'
    const asUsual = await product.answers(auditApi.events, () => ({
      body: { audit_events: [], count: 0, archived_before: before },
    }))
    const entry = {
      id: 7,
      timestamp: '2025-05-04T10:00:00.000Z',
      request_id: 'request-7',
      client_version: '',
      source: 'archived-user',
      channel: 'web',
      impersonated_by: '',
      type: 'shipment',
      object_id: String(shipment.id),
      audit_type: 'shipment',
      audit_object_id: String(shipment.id),
      object_name: '',
      action: 'changed',
      change: [{ field: 'customer_reference', change_from: 'A', change_to: 'B' }],
      is_sealed: true,
    }
    const archiveAsUsual = await product.answers(auditApi.archived, ({ input }) => ({
      body:
        Number(input.offset) > 0
          ? { audit_events: [entry], next_offset: null }
          : { audit_events: [], next_offset: 6 },
    }))
    await openTrail()
    const trail = trailOfShipment()
    await trail.getByText('Changes before 1 Jan 2026 are in the archive.').waitFor()
    await trail.getByRole('button', { name: 'Search the archive' }).click()
    await trail.getByText('No archived change of this record was found so far.').waitFor()
    await trail.getByRole('button', { name: 'Search older files' }).click()
    await trail.getByRole('article').getByText('archived-user').waitFor()
    await trail.getByText('All archived changes of this record are listed.').waitFor()
    await archiveAsUsual()
    await asUsual()
  })

  it('[AUD-010] shows the error when it cannot be loaded', async () => {
    const asUsual = await product.answers(auditApi.events, () => ({
      status: 403,
      body: { message: 'Your role may not do this' },
    }))
    await openTrail()
    await trailOfShipment().getByText('Your role may not do this').waitFor()
    expect(await trailOfShipment().innerText()).toMatch(/No audit trail found\.[^]*Your role may not do this/)
    await asUsual()
  })

  it('[AUD-016] is available on the settings page with the key of each setting', async () => {
    await product.saveSettings({ support_phone: '0211111111' })
    await staff.goto(`${product.web}/settings`)
    await staff.getByRole('button', { name: 'Audit trail' }).click()
    const trail = staff.getByRole('dialog', { name: 'Provider setting - Audit trail' })
    const first = trail.getByRole('article').first()
    await first.getByText('support_phone').waitFor()
    expect(await first.innerText()).toContain('0211111111')
    await staff.keyboard.press('Escape')
  })
})

describe('audit trail of the company', () => {
  it('[AUD-014] [PERM-057] lists changes filtered by type, record, user and time, and is not open to customers', async () => {
    await staff.goto(`${product.web}/audit-trail`)
    await staff.getByRole('heading', { level: 1, name: 'Audit trail' }).waitFor()
    await staff.getByRole('article').first().waitFor()
    // Audit events carry the time of the database, so the day is taken from an event.
    const { audit_events } = await product.ask<{ audit_events: { timestamp: string }[] }>(
      email,
      'GET',
      `/audit/events?type=shipment&object_id=${shipment.id}&limit=1`,
    )
    const day = dayOf(new Date(audit_events[0]?.timestamp ?? ''))
    await staff.goto(
      `${product.web}/audit-trail?type=shipment&q=${shipment.id}&by=thandi&when=${day}..${day}`,
    )
    await staff.getByText('Gate 3').waitFor()
    const links = staff.getByRole('article').getByRole('link')
    await expect
      .poll(async () => new Set(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))))
      .toEqual(new Set([`/shipments/${shipment.id}`]))
    await customer.goto(`${product.web}/audit-trail`)
    await customer.getByRole('heading', { name: 'Oops!' }).waitFor()
  })
})

describe('command palette', () => {
  const dialog = () => staff.getByRole('dialog', { name: 'Commands' })
  const input = () => dialog().getByRole('combobox')
  const active = () => dialog().getByRole('option', { selected: true }).innerText()

  it('opens pages and runs commands by keyboard, and lists only what the role permits', async () => {
    await staff.goto(`${product.web}/shipments`)
    await staff.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await staff.keyboard.press('Control+k')
    await input().fill('audit')
    expect(await active()).toContain('Audit trail')
    await staff.keyboard.press('Enter')
    await staff.waitForURL(`${product.web}/audit-trail`)
    await staff.getByRole('button', { name: 'Commands' }).click()
    await input().fill('dark theme')
    await product.settled(staff)
    await staff.keyboard.press('Enter')
    await staff.waitForFunction((theme) => document.documentElement.dataset.theme === theme, 'dark')
    await staff.keyboard.press('Control+k')
    await input().fill('theme')
    await staff.keyboard.press('ArrowUp')
    await staff.keyboard.press('ArrowDown')
    await staff.keyboard.press('ArrowDown')
    expect(await active()).toContain('Light theme')
    await staff.keyboard.press('Enter')
    await staff.waitForFunction((theme) => document.documentElement.dataset.theme === theme, 'light')
    await staff.keyboard.press('Control+k')
    await staff.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })

    await customer.goto(`${product.web}/dashboard`)
    await customer.getByRole('heading', { level: 1 }).waitFor()
    await customer.keyboard.press('Control+k')
    const theirs = customer.getByRole('dialog', { name: 'Commands' })
    await theirs.getByRole('option', { name: 'Shipments', exact: true }).waitFor()
    await product.settled(customer)
    for (const name of ['Audit trail', 'Users', 'Hub scanner'])
      expect(await theirs.getByRole('option', { name }).count()).toBe(0)
    await customer.keyboard.press('Escape')
  })

  it('lists a command once when the page offers it too', async () => {
    await staff.goto(`${product.web}/shipments`)
    await staff.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await staff.keyboard.press('Control+k')
    await input().fill('new shipment')
    await product.settled(staff)
    const offered = await dialog().getByRole('option').allTextContents()
    expect(offered.filter((text) => text.startsWith('New shipment'))).toEqual(['New shipmentn'])
    await staff.keyboard.press('Escape')
  })

  it('[NAV-068] [NAV-070] finds a record by its reference and recently opened pages', async () => {
    await staff.goto(`${product.web}/profile`)
    await staff.getByRole('heading', { level: 1 }).waitFor()
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
      .getByRole('option', { name: /Opened recently/ })
      .click()
    await staff.waitForURL(`${product.web}/shipments/${shipment.id}`)
  })

  it('[NAV-073] [NAV-074] offers a new shipment for a reference that does not exist, typed or scanned', async () => {
    const alert = staff.getByRole('alertdialog', { name: 'Reference could not be found' })
    await staff.goto(`${product.web}/shipments/${shipment.id}`)
    await staff.getByRole('heading', { level: 1, name: shipment.short_tracking_reference }).waitFor()
    await staff.keyboard.press('Control+k')
    await input().waitFor()
    await product.settled(staff)
    await staff.evaluate((keys) => {
      for (const key of [...keys, 'Enter'])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    }, 'NOBODY-77')
    await alert.getByRole('button', { name: 'Cancel' }).click()
    await product.settled(staff)
    expect(addressOf(staff)).toBe(`/shipments/${shipment.id}`)
    await staff.keyboard.press('Control+k')
    await input().fill('nobody-78')
    await staff.keyboard.press('Enter')
    await alert.getByRole('button', { name: 'Yes, create a new shipment' }).click()
    await staff.waitForURL(`${product.web}/shipments/new?custom-ref=NOBODY-78`)
  })
})
