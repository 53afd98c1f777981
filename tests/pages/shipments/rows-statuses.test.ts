import { accountsApi } from '@waybill/domain/accounts/api'
import { integrationsApi } from '@waybill/domain/integrations/api'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { paymentsApi } from '@waybill/domain/payments/api'
import {
  shipment_statuses,
  statusesFor,
  statusLabel,
  type ShipmentStatus,
} from '@waybill/domain/shipments/statuses/status'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../../page-kit/clerk.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

/** Page tests for the display of each shipment status, its manual status changes, and what users other than staff see. */

const administrator = 'thandi@fynbos.example'
const customer_email = 'riaan@overbergbooks.example'

let product: Product
/** Page of an operations manager, who may deliver and return shipments but may not force a status. */
let manager: Page
let customer: Page

interface ListedRow {
  id: number
  status: ShipmentStatus
  tracking_reference: string
}
const request = <Answer>(method: string, path: string, body?: object, by = administrator) =>
  product.ask<Answer>(by, method, path, body)

const place = { type: 'business', zone: 'GP', country: 'South Africa', city: 'Johannesburg' }
const parcel = {
  submitted_length_cm: 20,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}
let account_id: number
/** Books a shipment of the customer and sets its status. */
async function standing(status: ShipmentStatus, drivers: object = {}): Promise<ListedRow> {
  const { id } = await request<ListedRow>('POST', '/shipments', {
    account_id,
    collection_address: {
      ...place,
      street_address: '12 Commissioner Street',
      local_area: 'Marshalltown',
      code: '2107',
    },
    collection_contact: { name: 'Riaan Jooste', mobile_number: '0821234560' },
    delivery_address: { ...place, street_address: '31 Bath Avenue', local_area: 'Rosebank', code: '2196' },
    delivery_contact: { name: 'Naledi Mokoena', mobile_number: '0821234567' },
    parcels: [parcel],
    service_level_code: 'ECO',
    mute_notifications: true,
  })
  if (Object.keys(drivers).length > 0) await request('PATCH', '/shipments', { id, ...drivers })
  if (status === 'cancelled') return request('POST', '/shipments/cancel', { id, message: 'Not needed' })
  const metadata = { tracking_info: { message: `Now ${status}` } }
  return request('PATCH', '/shipments', { id, status, metadata })
}

beforeAll(async () => {
  product = await openProduct()
  const { accounts } = await request<{ accounts: { id: number }[] }>('GET', '/accounts?search=OVB014')
  account_id = accounts[0]?.id ?? 0
  manager = await product.as('johan@fynbos.example')
  customer = await product.as(customer_email)
  for (const page of [manager, customer]) await page.goto(`${product.web}/help-centre`)
}, 180_000)
afterAll(async () => product.close())

/** Opens a page of the app without reloading the app. */
async function open(page: Page, path: string, heading: string): Promise<void> {
  await visit(page, path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await product.settled(page)
}

/** Returns the label and colour family of each badge in a part of the page. */
async function badgesIn(page: Page, within: string): Promise<[string, string][]> {
  return page
    .locator(within)
    .locator('[data-badge]')
    .evaluateAll((badges) =>
      badges.map((badge): [string, string] => {
        const [, family = 'grey'] = /(?:^|[\s_])(blue|green|yellow|red)_/.exec(badge.className) ?? []
        return [badge.textContent.trim(), family]
      }),
    )
}

/** The status on a shipment page as the manager sees it: the badge and the enabled menu items. */
interface StatusView {
  label: string
  family: string
  /** Enabled items of the status menu. */
  offered: string[]
  mayCancel: boolean
}
async function readStatusView(page: Page, { id, tracking_reference }: ListedRow): Promise<StatusView> {
  await open(page, `/shipments/${id}`, tracking_reference)
  const pill = page.getByRole('button', { name: /^Status .*Change$/ })
  const [[label = '', family = ''] = []] = await badgesIn(page, 'button[aria-label^="Status "]')
  await pill.click()
  const menu = page.getByRole('menu', { name: 'Change status' })
  await menu.getByRole('menuitem').first().waitFor()
  const offered = await menu.locator('[role=menuitem]:not([aria-disabled])').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const actions = page.locator('[role=menuitem]:not([aria-disabled])')
  await actions.first().waitFor()
  const cancel = actions.filter({ hasText: 'Cancel shipment…' })
  const mayCancel = (await cancel.count()) > 0
  await page.keyboard.press('Escape')
  return { label, family, offered: offered.map((text) => text.trim()), mayCancel }
}

const status_views = new Map<ShipmentStatus, StatusView>()
const statusViewOf = (status: ShipmentStatus): StatusView => {
  const found = status_views.get(status)
  if (!found) throw new Error(`Nobody has looked at ${status}.`)
  return found
}
const words = (statuses: string) => statuses.split(' ').map((one) => statusLabel(one as ShipmentStatus))
const drivers = { collection_agent_id: 'sipho', delivery_agent_id: 'sipho' }

describe('[STAT-054] [STAT-036] [STAT-037] [STAT-038] [STAT-039] [STAT-040] [STAT-041] [STAT-042] [STAT-043] [STAT-044] [STAT-045] [STAT-046] [STAT-047] [STAT-048] [STAT-049] [STAT-050] [STAT-051] [STAT-052] [STAT-053] [STAT-058] [STAT-059] [STAT-060] [STAT-061] [STAT-062] shipment page in each status', () => {
  beforeAll(async () => {
    for (const status of shipment_statuses)
      status_views.set(status, await readStatusView(manager, await standing(status, drivers)))
  }, 120_000)

  const colours: Record<string, [family: string, statuses: string]> = {
    '[STAT-058]': ['grey', 'delivered returned-to-sender undeliverable outsourced'],
    '[STAT-059] [STAT-062]': [
      'red',
      'collection-failed-attempt delivery-failed-attempt collection-exception delivery-exception collection-unassigned delivery-unassigned collection-rejected delivery-rejected on-hold damaged cancelled payment-failed on-hold-internal bob-box-reservation-failed',
    ],
    '[STAT-060]': [
      'green',
      'at-destination-hub returned-to-hub delivery-assigned out-for-delivery in-locker collect-and-return-to-hub ready-for-pickup',
    ],
    '[STAT-061] [STAT-062]': [
      'blue',
      'quote quote-expired payment-pending submitted collection-assigned awaiting-dropoff collected at-hub manifested ready-for-dispatch in-transit collected-from-locker collected-from-counter',
    ],
  }
  it.each(Object.entries(colours))(
    '%s shows the label and colour family of each status',
    (_ids, [family, statuses]) => {
      const wanted = words(statuses).map((label) => [label, family])
      const found = (statuses.split(' ') as ShipmentStatus[]).map((status) => [
        statusViewOf(status).label,
        statusViewOf(status).family,
      ])
      expect(found).toEqual(wanted)
    },
  )

  /** Returns the statuses in the menu without the items that open a dialog for holds and marks. */
  const offeredIn = (status: ShipmentStatus) =>
    statusViewOf(status).offered.filter((text) => !text.endsWith('…'))
  const now = (status: ShipmentStatus) => `${statusLabel(status)} (now)`

  it('[STAT-035] lists the current status first in the menu', () => {
    for (const status of shipment_statuses)
      if (status !== 'cancelled') expect(statusViewOf(status).offered[0], status).toBe(now(status))
  })

  it.each([
    ['[STAT-036]', 'submitted', 'collection-assigned', true],
    [
      '[STAT-037]',
      'collection-assigned',
      'collected collection-unassigned collection-failed-attempt collection-exception collection-rejected',
      true,
    ],
    [
      '[STAT-038]',
      'collection-failed-attempt',
      'collected collection-unassigned collection-exception collection-rejected',
      true,
    ],
    [
      '[STAT-039]',
      'collection-exception',
      'collected collection-unassigned collection-failed-attempt collection-rejected',
      true,
    ],
    [
      '[STAT-040]',
      'collection-rejected',
      'collected collection-unassigned collection-failed-attempt collection-exception',
      true,
    ],
    ['[STAT-041]', 'collection-unassigned', 'collection-assigned', true],
    ['[STAT-042]', 'delivery-unassigned', 'delivery-assigned'],
    ['[STAT-043]', 'collected', 'at-hub out-for-delivery collection-exception'],
    ['[STAT-044]', 'at-hub', 'out-for-delivery delivery-unassigned'],
    ['[STAT-045]', 'at-destination-hub', 'out-for-delivery at-hub delivery-unassigned'],
    ['[STAT-046]', 'delivery-assigned', 'out-for-delivery at-hub delivery-unassigned'],
    ['[STAT-047]', 'returned-to-hub', 'out-for-delivery delivery-unassigned'],
    [
      '[STAT-048]',
      'out-for-delivery',
      'returned-to-hub delivered delivery-failed-attempt delivery-exception delivery-rejected',
    ],
    [
      '[STAT-049]',
      'delivery-failed-attempt',
      'returned-to-hub delivered delivery-exception delivery-rejected',
    ],
    [
      '[STAT-050]',
      'delivery-exception',
      'returned-to-hub delivered delivery-failed-attempt delivery-rejected',
    ],
    [
      '[STAT-051]',
      'delivery-rejected',
      'returned-to-hub delivered delivery-failed-attempt delivery-exception',
    ],
    [
      '[STAT-052] [STAT-053]',
      'cancelled',
      'collection-assigned collection-unassigned collected at-hub in-transit at-destination-hub returned-to-hub delivery-assigned delivery-unassigned out-for-delivery delivered returned-to-sender',
    ],
  ] as const)(
    '%s from %s offers exactly the statuses in the table',
    (_ids, from, expected, cancels?: true) => {
      const current = from === 'cancelled' ? [] : [now(from)]
      expect(offeredIn(from).toSorted()).toEqual([...current, ...words(expected)].toSorted())
      // Cancelling is a separate action with a reason, outside the status menu.
      if (cancels) expect(statusViewOf(from).mayCancel).toBe(true)
    },
  )

  it.each(
    'quote quote-expired payment-pending payment-failed outsourced awaiting-dropoff manifested ready-for-dispatch in-transit bob-box-reservation-failed in-locker ready-for-pickup collect-and-return-to-hub collected-from-locker collected-from-counter returned-to-sender delivered undeliverable on-hold on-hold-internal damaged'.split(
      ' ',
    ) as ShipmentStatus[],
  )('[STAT-054] from %s offers no manual status change other than a release', (from) => {
    expect(offeredIn(from).filter((text) => text !== 'Release')).toEqual([now(from)])
  })

  it('[STAT-041] [STAT-042] offers no assigned status for an unassigned shipment without a driver', async () => {
    for (const leg of ['collection', 'delivery'] as const) {
      const one = await standing(`${leg}-unassigned`, { [`${leg}_agent_id`]: '' })
      const { offered, mayCancel } = await readStatusView(manager, one)
      expect(offered.filter((text) => !text.endsWith('…'))).toEqual([now(`${leg}-unassigned`)])
      expect(mayCancel).toBe(true)
    }
  })

  it('[STAT-035] adds a message to the current status and leaves the status unchanged', async () => {
    const one = await standing('at-hub')
    await open(manager, `/shipments/${one.id}`, one.tracking_reference)
    await manager.getByRole('button', { name: /^Status .*Change$/ }).click()
    await manager.getByRole('menuitem', { name: 'At hub (now)' }).click()
    const dialog = manager.getByRole('dialog', { name: /^Add a message to/ })
    await dialog.getByRole('button', { name: 'Add message' }).click()
    await dialog.getByText('Enter a message or a place.').first().waitFor()
    await dialog.getByLabel('Message').fill('Waiting for the Tuesday truck')
    await dialog.getByRole('button', { name: 'Add message' }).click()
    await dialog.waitFor({ state: 'detached' })
    await manager.getByText('Waiting for the Tuesday truck').first().waitFor()
    await manager.getByRole('button', { name: 'Status At hub. Change' }).waitFor()
  })

  it('[STAT-055] offers Delivered only to users who may deliver', async () => {
    const one = await standing('out-for-delivery')
    const operator = await product.as('bongani@fynbos.example')
    await operator.goto(`${product.web}/help-centre`)
    const { offered } = await readStatusView(operator, one)
    expect(offered).not.toContain('Delivered')
    expect(offered).toContain('Delivery exception')
    await operator.getByRole('button', { name: /^Status .*Change$/ }).click()
    const delivered = operator.getByRole('menuitem', { name: /^Delivered/ })
    expect(await delivered.getAttribute('aria-disabled')).toBe('true')
    await delivered.getByText('You may not deliver shipments.').waitFor()
    await operator.context().close()
  })

  it('[STAT-026] [STAT-027] [STAT-057] requires a reason for an internal hold, shows only a normal hold to customers, and releases to the previous status', async () => {
    const one = await standing('at-hub')
    await open(manager, `/shipments/${one.id}`, one.tracking_reference)
    const choose = async (entry: string | RegExp) => {
      await manager.getByRole('button', { name: /^Status .*Change$/ }).click()
      await manager.getByRole('menuitem', { name: entry }).click()
    }
    const seen = async () => {
      await customer.goto(`${product.web}/shipments/${one.id}`)
      await customer.getByRole('heading', { level: 1, name: one.tracking_reference }).waitFor()
      const header = customer.locator('header').filter({ has: customer.getByRole('heading', { level: 1 }) })
      return () => header.locator('[data-badge]').first().innerText()
    }
    await choose('Hold internally…')
    const internal = manager.getByRole('dialog', { name: /^Hold .* internally$/ })
    await internal.getByRole('button', { name: 'Hold internally' }).click()
    await internal.getByText('Choose a reason or write one.').first().waitFor()
    await internal.getByLabel('More details').fill('Query on the account')
    await internal.getByRole('button', { name: 'Hold internally' }).click()
    await manager.getByRole('button', { name: 'Status On hold (internal). Change' }).waitFor()
    await expect.poll(await seen()).toBe('At hub')
    await product.settled(customer)
    expect(await customer.getByText('Query on the account').count()).toBe(0)
    await choose('Release')
    const release = manager.getByRole('dialog', { name: /^Release/ })
    await release.getByRole('button', { name: 'Release' }).click()
    await manager.getByRole('button', { name: 'Status At hub. Change' }).waitFor()
    await choose('Place on hold…')
    const hold = manager.getByRole('dialog', { name: /on hold$/ })
    await hold.getByLabel('More details').fill('Address incomplete')
    await hold.getByRole('button', { name: 'Place on hold' }).click()
    await manager.getByRole('button', { name: 'Status On hold. Change' }).waitFor()
    await expect.poll(await seen()).toBe('On hold')
    await customer.getByText('The parcel is on hold: Address incomplete').first().waitFor()
  })
})

describe('statuses for users other than staff', () => {
  /** Returns the statuses in the filter of the shipment list. */
  async function filtered(page: Page): Promise<string[]> {
    await page.goto(`${product.web}/shipments`)
    await page
      .getByRole('search', { name: 'Filters' })
      .getByRole('button', { name: /^Status/ })
      .click()
    const list = page.getByRole('group', { name: 'Status' })
    await list.locator('label').first().waitFor()
    await product.settled(page)
    const labels = await list.locator('label').allInnerTexts()
    await page.keyboard.press('Escape')
    return labels.map((text) => text.trim())
  }
  const badgeTextOn = async (page: Page, { id, tracking_reference }: ListedRow) => {
    await open(page, `/shipments/${id}`, tracking_reference)
    const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
    return header.locator('[data-badge]').first().innerText()
  }

  it('[STAT-023] hide excluded statuses from the customer filter, and show the previous status in tracking', async () => {
    await product.saveSettings({ exclude_tracking_statuses: ['returned-to-hub', 'in-locker'] })
    // The page can first show cached settings before it loads the changed ones.
    await expect.poll(() => filtered(customer)).not.toContain('Returned to hub')
    const theirs = await filtered(customer)
    expect(theirs).not.toContain('In locker')
    expect(theirs).toContain('At hub')
    expect(await filtered(manager)).toEqual(expect.arrayContaining(['Returned to hub', 'In locker']))
    const one = await standing('at-hub')
    const metadata = { tracking_info: { message: 'Nobody at home' } }
    await request('PATCH', '/shipments', { id: one.id, status: 'returned-to-hub', metadata })
    const guest = await product.window()
    await guest.goto(`${product.web}/track?ref=${one.tracking_reference}`)
    await guest.getByRole('heading', { level: 1, name: /^The parcel is at our (.* )?hub\.$/ }).waitFor()
    await product.settled(guest)
    expect(await guest.getByText(/is back at our/).count()).toBe(0)
    await guest.context().close()
    const admin = await product.as(administrator)
    await admin.goto(`${product.web}/settings?tab=general`)
    const ticks = admin.locator('[data-setting="exclude_tracking_statuses"]').getByRole('checkbox')
    await ticks.first().waitFor()
    await product.settled(admin)
    const chosen = admin.locator('[data-setting="exclude_tracking_statuses"] input:checked')
    expect(await chosen.count()).toBe(2)
    expect(await ticks.count()).toBe(statusesFor('can_be_excluded').length)
    await admin.context().close()
  })

  it('[STAT-024] show a failed locker reservation only when a locker network is switched on', async () => {
    const one = await standing('bob-box-reservation-failed')
    for (const [settings, isRecognised] of [
      [{ enable_bob_box: false, enable_third_party_bob_box: false }, false],
      [{ enable_bob_box: false, enable_third_party_bob_box: true }, true],
      [{ enable_bob_box: true, enable_third_party_bob_box: false }, true],
    ] as const) {
      await product.saveSettings(settings)
      for (const page of [manager, customer])
        await expect
          .poll(async () => (await filtered(page)).includes('Locker reservation failed'))
          .toBe(isRecognised)
      await expect
        .poll(() => badgeTextOn(customer, one))
        .toBe(isRecognised ? 'Locker reservation failed' : 'At destination hub')
    }
  })

  it('[STAT-025] omit quotes from the shipments of customers', async () => {
    const one = await standing('quote')
    const theirs = await filtered(customer)
    expect(theirs).not.toContain('Quote')
    expect(theirs).not.toContain('Quote expired')
    expect(await filtered(manager)).toEqual(expect.arrayContaining(['Quote', 'Quote expired']))
    for (const [page, count] of [
      [manager, 1],
      [customer, 0],
    ] as const) {
      await page.goto(`${product.web}/shipments?q=${one.tracking_reference}`)
      if (count === 0)
        await page
          .getByText(/^No shipments|Nothing/)
          .first()
          .waitFor()
      await expect.poll(() => page.getByRole('link', { name: one.tracking_reference }).count()).toBe(count)
    }
  })

  it('[STAT-026] [STAT-027] show an internal hold to customers as at hub in lists, not in tracking and not in their filter', async () => {
    const one = await standing('on-hold-internal')
    expect(await filtered(customer)).not.toContain('On hold (internal)')
    expect(await filtered(manager)).toContain('On hold (internal)')
    const rowOf = async (page: Page, status: string) => {
      await page.goto(`${product.web}/shipments?q=${one.tracking_reference}&status=${status}`)
      const row = page.getByRole('row', { name: new RegExp(one.tracking_reference) })
      await row.waitFor()
      return row.locator('[data-badge]').first().innerText()
    }
    expect(await rowOf(customer, 'at-hub')).toBe('At hub')
    expect(await rowOf(manager, 'on-hold-internal')).toBe('On hold (internal)')
    const guest = await product.window()
    await guest.goto(`${product.web}/track?ref=${one.tracking_reference}`)
    await guest.getByRole('heading', { level: 1 }).waitFor()
    await product.settled(guest)
    expect(await guest.locator('main').innerText()).not.toMatch(/on hold/i)
    await guest.context().close()
  })

  it('[STAT-028] show rejected to customers as assigned when the company setting is on', async () => {
    const one = await standing('delivery-rejected', drivers)
    const badge = async (page: Page) => {
      await page.goto(`${product.web}/shipments/${one.id}`)
      await page.getByRole('heading', { level: 1, name: one.tracking_reference }).waitFor()
      const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
      return header.locator('[data-badge]').first().innerText()
    }
    await product.saveSettings({ override_shipment_statuses: true })
    expect(await badge(customer)).toBe('Delivery assigned')
    expect(await badge(manager)).toBe('Delivery rejected')
    await product.saveSettings({ override_shipment_statuses: false })
    expect(await badge(customer)).toBe('Delivery rejected')
  })

  it('[STAT-013] select the right statuses for each group of the status filter', async () => {
    await product.saveSettings({ enable_bob_box: true })
    await manager.goto(`${product.web}/shipments`)
    await manager
      .getByRole('search', { name: 'Filters' })
      .getByRole('button', { name: /^Status/ })
      .click()
    const list = manager.getByRole('group', { name: 'Status' })
    const chosen = () => (new URL(manager.url()).searchParams.get('status') ?? '').split(',').toSorted()
    const problems =
      'collection-unassigned collection-rejected collection-exception collection-failed-attempt delivery-unassigned delivery-rejected delivery-exception delivery-failed-attempt'
    const rest =
      'submitted outsourced collection-assigned awaiting-dropoff collected at-hub manifested ready-for-dispatch in-transit at-destination-hub returned-to-hub delivery-assigned bob-box-reservation-failed out-for-delivery in-locker ready-for-pickup collect-and-return-to-hub collected-from-locker collected-from-counter'
    for (const [group, statuses] of [
      ['Needs action', problems],
      ['In progress', rest],
      ['All active', `${problems} ${rest}`],
      [
        'Collected',
        'collected at-hub manifested ready-for-dispatch in-transit at-destination-hub returned-to-hub delivery-assigned delivery-unassigned delivery-rejected bob-box-reservation-failed out-for-delivery delivery-exception delivery-failed-attempt in-locker ready-for-pickup collect-and-return-to-hub collected-from-locker collected-from-counter',
      ],
      ['Delivered', 'delivered'],
    ] as const) {
      await list.getByRole('checkbox', { name: group, exact: true }).first().click()
      await expect.poll(chosen).toEqual(statuses.split(' ').toSorted())
      await manager.getByRole('button', { name: 'Clear', exact: true }).last().click()
      await expect.poll(chosen).toEqual([''])
    }
  })
})

describe('colours of other states', () => {
  let staff: Page
  beforeAll(async () => {
    staff = await product.as(administrator)
  })

  /** Opens a page whose list response contains one row for each of the `changes`. */
  async function withRows(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    key: string,
    changes: readonly object[],
    show: () => Promise<void>,
  ) {
    const asUsual = await product.answers(endpoint, async ({ usual }) => {
      const body = (await usual()).body as Record<string, object[]>
      const [first = {}] = body[key] ?? []
      const rows = changes.map((change, at) => ({ ...(body[key]?.[at] ?? first), ...change, id: at + 1 }))
      return { body: { ...body, [key]: rows, count: rows.length } }
    })
    await show()
    await asUsual()
  }
  const wait = (within: string, count: number) =>
    expect.poll(() => staff.locator(within).locator('[data-badge]').count()).toBeGreaterThanOrEqual(count)

  it('[STAT-063] [STAT-064] show each payment state in its colour', async () => {
    const states = [
      'created',
      'redirected',
      'pending',
      'complete',
      'failed',
      'cancelled',
      'expired',
      'mismatch',
      'held',
    ]
    await withRows(
      paymentsApi.list,
      'payments',
      states.map((status) => ({ status })),
      async () => {
        await staff.goto(`${product.web}/billing?tab=payments`)
        await wait('tbody', 9)
      },
    )
    expect((await badgesIn(staff, 'tbody')).map(([, family]) => family)).toEqual(
      'blue blue blue green red grey grey red yellow'.split(' '),
    )
  })

  it('[STAT-063] [STAT-064] show each notification state in its colour', async () => {
    const { shipments } = await request<{ shipments: ListedRow[] }>(
      'GET',
      '/shipments?status=delivered&limit=1',
    )
    const message = {
      shipment_id: shipments[0]?.id,
      channel: 'sms',
      event: 'delivered',
      recipient: '0821234567',
      subject: '',
      text: 'It is there.',
      reason: '',
      provider_message_id: '',
      price: 0,
      time_created: '2026-01-05T08:00:00Z',
      time_modified: '2026-01-05T08:00:00Z',
    }
    const states = ['queued', 'sent', 'delivered', 'opened', 'failed', 'skipped']
    await withRows(
      notificationsApi.log,
      'messages',
      states.map((state) => ({ ...message, state })),
      async () => {
        await staff.goto(`${product.web}/shipments/${shipments[0]?.id}`)
        await staff.getByRole('button', { name: 'More', exact: true }).click()
        await staff.getByRole('menuitem', { name: 'Communication log' }).click()
        await wait('dialog, [role=dialog]', 6)
      },
    )
    expect(await badgesIn(staff, '[role=dialog] article')).toEqual([
      ['Queued', 'blue'],
      ['Sent', 'blue'],
      ['Delivered', 'green'],
      ['Opened', 'green'],
      ['Failed', 'red'],
      ['Skipped', 'grey'],
    ])
  })

  it('[STAT-063] [STAT-064] show each account state in its colour', async () => {
    const openOne = { status: 'open', is_on_hold: false }
    const states = [
      { ...openOne, derived_status: 'active' },
      { ...openOne, derived_status: 'overdue' },
      { ...openOne, derived_status: 'inactive' },
      { ...openOne, derived_status: 'active', is_on_hold: true },
      { ...openOne, status: 'closed' },
    ]
    await withRows(accountsApi.list, 'accounts', states, async () => {
      await staff.goto(`${product.web}/accounts`)
      await wait('tbody', 5)
    })
    expect(await badgesIn(staff, 'tbody')).toEqual([
      ['Active', 'green'],
      ['Overdue', 'red'],
      ['Inactive', 'grey'],
      ['On hold', 'red'],
      ['Closed', 'grey'],
    ])
  })

  it('[STAT-063] [STAT-064] show each HTTP status of integration calls in its colour', async () => {
    const { integrations } = await request<{ integrations: { id: number }[] }>('GET', '/integrations')
    const codes = [100, 204, 301, 404, 429, 503]
    const calls = codes.map((statusCode) => ({
      type: 'outbound-webhook',
      integration_id: integrations[0]?.id ?? null,
      integration_name: 'Karoo Couriers',
      rule_id: null,
      action: 'created',
      shipment_id: null,
      reference: '',
      method: 'POST',
      url: 'https://example.com',
      request_body: '',
      response_body: '',
      status_code: statusCode,
      error: '',
      duration_ms: 4,
      attempt: 1,
      task_id: null,
      task_status: null,
      next_attempt_time: null,
      time_created: '2026-01-05T08:00:00Z',
    }))
    await withRows(integrationsApi.requests, 'requests', calls, async () => {
      await staff.goto(`${product.web}/tools/third-party-integrations/${integrations[0]?.id}?tab=requests`)
      const answers = async () => (await badgesIn(staff, 'tbody')).filter(([label]) => /^\d+$/.test(label))
      await expect.poll(answers).toEqual([
        ['100', 'blue'],
        ['204', 'green'],
        ['301', 'blue'],
        ['404', 'red'],
        ['429', 'yellow'],
        ['503', 'red'],
      ])
    })
    expect(product.pageErrors).toEqual([])
  })
})
