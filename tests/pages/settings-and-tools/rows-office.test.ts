import { randomUUID } from 'node:crypto'
import { auditApi } from '@waybill/domain/audit/api'
import { filesApi } from '@waybill/domain/files/api'
import { integrationsApi } from '@waybill/domain/integrations/api'
import { debounce_ms } from '@waybill/domain/integrations/delivery'
import { systemActor } from '@waybill/domain/kit/actor'
import { formatExact } from '@waybill/domain/kit/texts/format'
import { reportApi } from '@waybill/domain/reports/report-api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { address, booking } from '../../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { jobFacts } from '../../../server/src/jobs/outbox.ts'
import { externalContext } from '../../../server/src/db/transaction.ts'
import { hashPassword, insertUser, savePassword } from '../../../server/src/identity/index.ts'
import { runTasks } from '../../../server/src/integrations/index.ts'
import { fakeIntegrations, type FakeIntegrations } from '../../../server/dev/fakes/services/index.ts'
import { changeSettings, openSettings, settingRow } from '../../page-kit/change-settings.ts'
import { optionsOf } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'
const owner = 'riaan@overbergbooks.example'
const service = 'aisha@fynbos.example'

let product: Product
let there: FakeIntegrations
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  there = await fakeIntegrations({ host: '127.0.0.1', http_port: 0 })
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => {
  await product.close()
  await there.close()
})

/** A PNG image of one pixel, base64-encoded. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const open = (page: Page, address: string) => page.goto(product.web + address)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const save = (values: Readonly<Record<string, unknown>>, email = admin) =>
  product.answerTo(email, 'POST', '/providers/settings', {
    settings: Object.entries(values).map(([key, value]) => ({ key, value })),
  })
async function choose(page: Page, field: string, option: string): Promise<void> {
  // The label of an optional field ends with “(optional)”.
  await page.getByRole('combobox', { name: new RegExp(`^${field}( \\(optional\\))?$`) }).click()
  await page.getByRole('option', { name: option }).first().click()
}
const booked = (more: object = {}) =>
  product.ask<{ id: number; short_tracking_reference: string; parcels: { tracking_reference: string }[] }>(
    owner,
    'POST',
    '/shipments',
    booking(more),
  )

/** Adds permissions to a staff role. */
async function give(role: string, ...permissions: string[]): Promise<void> {
  const { roles } = await product.ask<{
    roles: { id: number; version: number; name: string; permissions: string[] }[]
  }>(admin, 'GET', '/roles')
  const found = roles.find(({ name }) => name === role)
  await product.ask(admin, 'PATCH', '/roles', {
    id: found?.id,
    version: found?.version,
    permissions: [...(found?.permissions ?? []), ...permissions],
  })
}

/** Runs deferred server work: outbox jobs, and third-party messages that are due after the debounce time. */
async function sendDue(): Promise<void> {
  const { runtime, outbox } = product.running
  await outbox.drain()
  await product.pass(staff, debounce_ms)
  const request = jobFacts(runtime, 'test')
  await runTasks(await externalContext(runtime, { actor: systemActor(1), request }))
}

/** Saves the rule in the open dialog. */
async function addRule(): Promise<void> {
  const { status } = await product.sends(integrationsApi.createRule, () =>
    staff.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click(),
  )
  expect(status).toBe(200)
}

describe('third-party integrations', () => {
  it('[INT-002] offer six providers by code', async () => {
    await open(staff, '/tools/third-party-integrations')
    await button(staff, 'New integration').click()
    const provider = staff.getByRole('dialog').getByRole('combobox', { name: 'Provider' })
    await provider.click()
    const options = staff.getByRole('listbox').getByRole('option')
    await options.first().waitFor()
    const codes = (await options.allInnerTexts()).map((one) => one.split('\n').at(-1))
    expect(codes).toEqual([
      'matflo',
      'rws',
      'parcel-perfect',
      'ship-logic-delivery',
      'ship-logic-collection',
      'webhook',
    ])
    await staff.keyboard.press('Escape')
  })

  it('[INT-001] [INT-027] list outbound and inbound calls of the API and of webhooks by type, and show SOAP calls to couriers', async () => {
    await open(staff, '/tools/third-party-integrations?tab=requests')
    await staff.getByRole('tab', { name: 'Request log' }).click()
    const filters = staff.getByRole('search', { name: 'Filters' })
    await filters.getByRole('button', { name: 'Type' }).click()
    const boxes = staff.getByRole('dialog').getByRole('checkbox')
    await boxes.first().waitFor()
    const types = await boxes.evaluateAll((all) => all.map((one) => one.closest('label')?.textContent))
    expect(types).toEqual(['Outbound API', 'Inbound API', 'Outbound webhook', 'Inbound webhook'])
    await staff.keyboard.press('Escape')
    const soap = staff.getByRole('row', { name: /SOAP/ })
    await open(staff, '/tools/third-party-integrations?tab=requests&type=outbound-api&q=parcel-perfect')
    await soap.first().waitFor()
    await open(staff, '/tools/third-party-integrations?tab=requests&type=inbound-webhook')
    await staff.getByText('No calls to and from third parties match.').waitFor()
    await product.settled(staff)
    expect(await soap.count()).toBe(0)
  })

  const rules: Readonly<Record<string, { types: string[]; filters: string[] }>> = {
    'Shipment created': {
      types: ['Collection branch', 'Delivery branch', 'Collection and delivery branch', 'Account', 'Routing'],
      filters: [
        'Has collection branch',
        'Has delivery branch',
        'Has both branches',
        'Routing complete',
        'Account includes',
        'Account excludes',
        'Service level includes',
        'Service level excludes',
      ],
    },
    'Shipment updated': {
      types: [
        'Collection branch',
        'Delivery branch',
        'Collection and delivery branch',
        'Account',
        'Routing',
        'Status',
      ],
      filters: [
        'Has collection branch',
        'Has delivery branch',
        'Has both branches',
        'Routing complete',
        'Account includes',
        'Account excludes',
        'Status is',
        'Service level includes',
        'Service level excludes',
      ],
    },
    'Scanned in a hub': {
      types: [
        'Hub scanner',
        'Collection branch',
        'Delivery branch',
        'Collection and delivery branch',
        'Account',
      ],
      filters: [
        'Has collection branch',
        'Has delivery branch',
        'Has both branches',
        'Routing complete',
        'Account includes',
        'Account excludes',
        'Status is',
        'Service level includes',
        'Service level excludes',
      ],
    },
    Outbounded: {
      types: ['Outbounded to branch', 'Account'],
      filters: [
        'Has collection branch',
        'Has delivery branch',
        'Has both branches',
        'Routing complete',
        'Account includes',
        'Account excludes',
        'Manifest has destination branch',
        'Service level includes',
        'Service level excludes',
      ],
    },
    'Tracking event created': {
      types: ['Status', 'Account'],
      filters: [
        'Has collection branch',
        'Has delivery branch',
        'Has both branches',
        'Account includes',
        'Account excludes',
        'Tracking event status is',
        'Service level includes',
        'Service level excludes',
      ],
    },
  }

  let webhook = 0
  beforeAll(async () => {
    const made = await product.ask<{ id: number }>(admin, 'POST', '/integrations', {
      provider: 'webhook',
      name: 'Row mirror',
      credentials: { url: `${there.url}/hooks/rows` },
    })
    webhook = made.id
  })

  it('[INT-005] [INT-006] [INT-007] [INT-008] [INT-009] [INT-024] offer the rule types and filters that belong to each trigger', async () => {
    await open(staff, `/tools/third-party-integrations/${webhook}?tab=rules`)
    await button(staff, 'New rule').first().click()
    const dialog = staff.getByRole('dialog')
    const field = (name: string) => dialog.getByRole('combobox', { name })
    expect(await optionsOf(staff, field('When'))).toEqual(Object.keys(rules))
    for (const [trigger, { types, filters }] of Object.entries(rules)) {
      await choose(staff, 'When', trigger)
      expect((await optionsOf(staff, field('Rule type'))).toSorted(), trigger).toEqual(types.toSorted())
      await product.settled(staff)
      // The default filter of the rule type is already in the rule, so it is not offered again.
      const thereAlready = await dialog.getByRole('button', { name: /^Remove filter/ }).count()
      const offered = await optionsOf(staff, dialog.getByRole('combobox', { name: /^Add a filter/ }))
      expect(filters, trigger).toEqual(expect.arrayContaining(offered))
      expect(offered.length + thereAlready, trigger).toBe(filters.length)
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  it('[INT-011] [INT-012] [INT-013] [INT-014] [INT-015] [INT-016] [INT-020] [INT-021] send only the shipments that pass each filter', async () => {
    type Choice = RegExp | { typed: string; option: RegExp }
    /** The default filter that each rule type adds. */
    const brought: Readonly<Record<string, string>> = {
      'Collection branch': 'Has collection branch',
      'Delivery branch': 'Has delivery branch',
      'Collection and delivery branch': 'Has both branches',
      Routing: 'Routing complete',
      Account: 'Account includes',
    }
    const filters: readonly (readonly [
      type: string,
      filter: string,
      choices: Choice[],
      passed_by_all: boolean,
    ])[] = [
      ['Collection branch', 'Has collection branch', [/^CPT$/], false],
      ['Delivery branch', 'Has delivery branch', [/^JHB$/], false],
      ['Collection and delivery branch', 'Has both branches', [/^CPT$/, /^JHB$/], false],
      ['Routing', 'Routing complete', [], true],
      ['Account', 'Account includes', [{ typed: 'Overberg', option: /Overberg Books/ }], false],
      ['Account', 'Account excludes', [{ typed: 'Highveld', option: /Highveld Optical/ }], false],
      ['Routing', 'Service level includes', [/^ECO/], false],
      ['Routing', 'Service level excludes', [/^OVN/], false],
    ]
    const paths = filters.map((_, at) => `/hooks/filter-${at}`)
    for (const [at, [type, name, choices]] of filters.entries()) {
      const { id } = await product.ask<{ id: number }>(admin, 'POST', '/integrations', {
        provider: 'webhook',
        name: `Filter ${name}`,
        credentials: { url: `${there.url}${paths[at]}` },
      })
      await open(staff, `/tools/third-party-integrations/${id}?tab=rules`)
      await button(staff, 'New rule').first().click()
      const dialog = staff.getByRole('dialog')
      await choose(staff, 'When', 'Shipment created')
      await choose(staff, 'Rule type', type)
      await dialog.getByRole('button', { name: `Remove filter ${brought[type]}` }).waitFor()
      if (name === 'Account excludes')
        await dialog.getByRole('button', { name: 'Remove filter account includes' }).click()
      if (name !== brought[type]) await choose(staff, 'Add a filter', name)
      for (const choice of choices) {
        if (choice instanceof RegExp)
          await dialog.getByRole('group', { name }).getByRole('checkbox', { name: choice }).check()
        else {
          await dialog.getByLabel('Account', { exact: true }).last().fill(choice.typed)
          await staff.getByRole('option', { name: choice.option }).first().click()
        }
      }
      await addRule()
    }
    const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
      admin,
      'GET',
      '/accounts?account_code=HVO003',
    )
    const passing = await booked()
    const failing = await product.ask<{ id: number }>(
      admin,
      'POST',
      '/shipments',
      booking({
        account_id: accounts[0]?.id,
        service_level_code: 'OVN',
        collection_address: address('1 Oxford Road', 'Rosebank', 'Johannesburg', '2196', 'GP'),
        delivery_address: address('1 Florida Road', 'Morningside', 'Durban', '4001', 'KZN'),
      }),
    )
    const sentIds = async (path: string) => {
      await sendDue()
      return there
        .calls()
        .filter((call) => call.path === path)
        .map(({ body }) => (JSON.parse(body) as { id: number }).id)
        .toSorted((a, b) => a - b)
    }
    for (const [at, [, name, , passedByAll]] of filters.entries()) {
      const expected = passedByAll ? [passing.id, failing.id] : [passing.id]
      await expect.poll(() => sentIds(paths[at] ?? ''), { message: name, timeout: 15_000 }).toEqual(expected)
    }
  })

  it('store a rule with eight filters and send a shipment that passes all of them', async () => {
    await open(staff, `/tools/third-party-integrations/${webhook}?tab=rules`)
    await button(staff, 'New rule').first().click()
    const dialog = staff.getByRole('dialog')
    await choose(staff, 'When', 'Shipment created')
    await choose(staff, 'Rule type', 'Routing')
    const filter = async (name: string, ...values: RegExp[]) => {
      await choose(staff, 'Add a filter', name)
      for (const value of values)
        await dialog.getByRole('group', { name }).getByRole('checkbox', { name: value }).check()
    }
    const account = async (name: string, typed: string, option: RegExp) => {
      await choose(staff, 'Add a filter', name)
      await dialog.getByLabel('Account', { exact: true }).last().fill(typed)
      await staff.getByRole('option', { name: option }).first().click()
    }
    await filter('Has collection branch', /^CPT$/)
    await filter('Has delivery branch', /^JHB$/)
    await filter('Has both branches')
    await account('Account includes', 'Overberg', /Overberg Books/)
    await account('Account excludes', 'Highveld', /Highveld Optical/)
    await filter('Service level includes', /^ECO/)
    await filter('Service level excludes', /^OVN/)
    await addRule()
    const rule = staff.getByText(/^Shipment created · routing complete/)
    // Account names load shortly after their rule.
    await expect.poll(() => rule.innerText()).toMatch(/includes Overberg Books.*excludes Highveld Optical/)
    const text = await rule.innerText()
    for (const part of [
      /has collection branch CPT/,
      /has delivery branch JHB/,
      /has both branches/,
      /account includes Overberg Books/,
      /account excludes Highveld Optical/,
      /service level includes ECO/,
      /service level excludes OVN/,
    ])
      expect(text).toMatch(part)
    const sent = async () => {
      await sendDue()
      return there.calls().filter(({ path }) => path === '/hooks/rows')
    }
    const passes = await booked()
    await expect.poll(async () => (await sent()).length, { timeout: 15_000 }).toBe(1)
    expect(JSON.parse((await sent())[0]?.body ?? '')).toMatchObject({ id: passes.id })
    await booked({ service_level_code: 'OVN' })
    expect(await sent()).toHaveLength(1)
  })

  it('[INT-017] [INT-018] [INT-019] store rules about loads, statuses and tracking events with their filters, and send only matching events', async () => {
    await open(staff, `/tools/third-party-integrations/${webhook}?tab=rules`)
    for (const [trigger, type, name, value, text] of [
      [
        'Outbounded',
        'Outbounded to branch',
        'Manifest has destination branch',
        /^DBN$/,
        /manifest has destination branch DBN/,
      ],
      ['Shipment updated', 'Status', 'Status is', /^At hub$/, /status is At hub/],
      [
        'Tracking event created',
        'Status',
        'Tracking event status is',
        /^Collected$/,
        /tracking event status is Collected/,
      ],
    ] as const) {
      await button(staff, 'New rule').first().click()
      const dialog = staff.getByRole('dialog')
      await choose(staff, 'When', trigger)
      await choose(staff, 'Rule type', type)
      const ticks = dialog.getByRole('group', { name })
      await ticks.getByRole('checkbox', { name: value }).check()
      await addRule()
      await staff.getByText(text).first().waitFor()
    }
    const sent = async () => {
      await sendDue()
      return there.calls().filter(({ path }) => path === '/hooks/rows')
    }
    const before = (await sent()).length
    const shipment = await booked()
    await expect.poll(async () => (await sent()).length, { timeout: 15_000 }).toBe(before + 1)
    for (const status of ['collected', 'in-transit'])
      await product.ask(admin, 'POST', '/tracking/shipment-events', {
        shipment_id: shipment.id,
        status,
        message: 'Moved on',
        force: true,
      })
    await expect
      .poll(async () => (await sent()).map(({ headers }) => headers['x-webhook-topic']), { timeout: 15_000 })
      .toContain('tracking-event-created')
    const sentEvents = (await sent()).filter(
      ({ headers }) => headers['x-webhook-topic'] === 'tracking-event-created',
    )
    expect(sentEvents.map(({ body }) => (JSON.parse(body) as { status: string }).status)).toEqual([
      'collected',
    ])
    const updated = async () =>
      (await sent())
        .filter(
          ({ headers, body }) =>
            /shipment-updated/.test(`${headers['x-webhook-topic']}`) && body.includes(`${shipment.id}`),
        )
        .map(({ body }) => (JSON.parse(body) as { status: string }).status)
    expect(await updated()).toEqual([])
    await product.ask(admin, 'POST', '/tracking/shipment-events', {
      shipment_id: shipment.id,
      status: 'at-hub',
      message: 'Moved on',
      force: true,
    })
    await expect.poll(updated, { timeout: 15_000 }).toEqual(['at-hub'])
  })
})

describe('notifications and notes', () => {
  const events = {
    email: [
      'submitted',
      'awaiting_dropoff',
      'collection_assigned',
      'collection_failed_attempt',
      'collection_exception',
      'collected',
      'in_transit',
      'at_destination_hub',
      'out_for_delivery',
      'delivery_failed_attempt',
      'delivery_exception',
      'ready_for_pickup',
      'collect_and_return_to_hub',
      'delivered',
      'cancelled',
    ],
    whatsapp: [
      'awaiting_dropoff',
      'out_for_delivery',
      'delivery_failed_attempt',
      'ready_for_pickup',
      'delivered',
    ],
  }
  const words = (event: string) => event.charAt(0).toUpperCase() + event.slice(1).replaceAll('_', ' ')
  const table = (channel: string) => staff.locator(`section[data-sections="${channel}-notifications"] table`)

  it('[NOTE-001] [NOTE-002] [NOTE-003] [NOTE-004] [NOTE-006] lists 15 events by email, 14 by SMS and 5 by WhatsApp', async () => {
    await openSettings(staff, product.web, 'notifications')
    await product.settled(staff)
    const shown = (channel: string) => table(channel).locator('tbody th').allInnerTexts()
    expect(await shown('email')).toEqual(events.email.map(words))
    expect(await shown('sms')).toEqual(events.email.filter((one) => one !== 'in_transit').map(words))
    expect(await shown('whatsapp')).toEqual(events.whatsapp.map(words))
    const titles = await staff.locator('section[data-sections] h2').allInnerTexts()
    expect(titles.filter((one) => one.endsWith('notifications'))).toEqual([
      'E-mail notifications',
      'SMS notifications',
      'WhatsApp notifications',
    ])
  })

  it('[NOTE-007] has a switch with its own key for the collection and the delivery contact of each event', async () => {
    await product.settled(staff)
    const offered = { ...events, sms: events.email.filter((one) => one !== 'in_transit') }
    for (const [channel, ofChannel] of Object.entries(offered)) {
      expect(await table(channel).locator('thead th').allInnerTexts()).toEqual([
        'Event',
        'Collection contact',
        'Delivery contact',
      ])
      const switches = table(channel).locator('tbody td')
      const keys = switches.evaluateAll((all) => all.map((one) => one.getAttribute('data-setting')))
      expect(await keys, channel).toEqual(
        ofChannel.flatMap((event) =>
          ['collection', 'delivery'].map((side) => `notify_${channel}_${event}_${side}`),
        ),
      )
      expect(await switches.getByRole('switch').count(), channel).toBe(2 * ofChannel.length)
    }
    const cells = table('email')
      .getByRole('row', { name: /^Delivered/ })
      .locator('td')
    await cells.nth(0).getByRole('switch').uncheck()
    const saved = await product.sends(settingsApi.save, () => button(staff, 'Save 1 change').click())
    expect(saved.status).toBe(200)
    await openSettings(staff, product.web, 'notifications')
    await product.settled(staff)
    expect(await cells.nth(0).getByRole('switch').isChecked()).toBe(false)
    expect(await cells.nth(1).getByRole('switch').isChecked()).toBe(true)
    const made = await booked()
    await product.ask(admin, 'POST', '/tracking/shipment-events', {
      shipment_id: made.id,
      status: 'delivered',
      message: 'At the door',
      force: true,
    })
    const recipients = async () => {
      await product.running.outbox.drain()
      const { messages } = await product.ask<{ messages: { event: string; recipient: string }[] }>(
        admin,
        'GET',
        `/shipments/communication-log?shipment_id=${made.id}&channel=email`,
      )
      return messages.filter(({ event }) => event === 'delivered').map(({ recipient }) => recipient)
    }
    await expect.poll(recipients).toEqual(['naledi@example.com'])
  })

  it('[NOTE-005] [NOTE-008] has one switch for email and one for SMS about a new delivery date', async () => {
    await openSettings(staff, product.web, 'notifications')
    for (const [key, label] of [
      ['notify_email_rescheduled_delivery', 'E-mail the receiver about a new date'],
      ['notify_sms_rescheduled_delivery', 'SMS the receiver about a new date'],
    ] as const) {
      await settingRow(staff, key).getByRole('switch', { name: label }).waitFor()
      expect(await staff.locator(`[data-setting^="${key.replace('_delivery', '')}"]`).count()).toBe(1)
    }
    const rows = await changeSettings(staff, product.web, 'notifications', [
      ['notify_sms_rescheduled_delivery', 'SMS the receiver about a new date', false],
    ])
    expect(rows.get('notify_sms_rescheduled_delivery')?.shown).toBe(false)
  })

  it('[NOTE-009] offers support, ops manager or none as the contact for rescheduling and cancelling', async () => {
    for (const key of ['notify_reschedule_provider_contact', 'notify_cancel_provider_contact'])
      expect(await optionsOf(staff, settingRow(staff, key).getByRole('combobox'))).toEqual([
        'Support',
        'Ops manager',
        'None',
      ])
    await changeSettings(staff, product.web, 'notifications', [
      ['notify_cancel_provider_contact', 'Notify about cancellation', { choose: 'Ops manager' }],
    ])
    const { settings } = await product.ask<{ settings: { value: string }[] }>(
      admin,
      'GET',
      '/providers/settings?setting=notify_cancel_provider_contact',
    )
    expect(settings[0]?.value).toBe('ops-manager')
  })

  it('[NOTE-010] [NOTE-011] shows ‘collect and return to hub’ to administrators only', async () => {
    await openSettings(staff, product.web, 'notifications')
    const event = (page: Page) =>
      page
        .locator('section[data-sections="email-notifications"]')
        .getByRole('row', { name: /^Collect and return to hub/ })
    await event(staff).waitFor()
    expect(await event(staff).count()).toBe(1)
    await give('Customer service', 'API_/providers/settings:GET', 'API_/providers/settings:POST')
    const clerk = await product.as(service)
    await openSettings(clerk, product.web, 'notifications')
    await clerk
      .getByRole('row', { name: /^Delivered/ })
      .first()
      .waitFor()
    await product.settled(clerk)
    expect(await event(clerk).count()).toBe(0)
    const tried = await save({ notify_email_collect_and_return_to_hub_delivery: false }, service)
    expect(tried.status).toBe(403)
    await clerk.context().close()
  })

  it('[NOTE-012] [NOTE-014] [NOTE-016] adds the footer to messages, offers two SMS services and rejects a bulk SMS without numbers', async () => {
    await changeSettings(staff, product.web, 'general', [
      ['notification_sender_name', 'Sender name', 'Fynbos Parcels'],
    ])
    await changeSettings(staff, product.web, 'notifications', [
      ['notification_footer', 'Footer', 'Fynbos, 12 Electron Avenue'],
    ])
    expect(await optionsOf(staff, settingRow(staff, 'sms_provider').getByRole('combobox'))).toEqual([
      'This installation',
      'Infobip',
    ])
    const { id } = await booked()
    await product.running.outbox.drain()
    await open(staff, `/shipments/${id}`)
    await button(staff, 'More').first().click()
    await staff.getByRole('menuitem', { name: 'Communication log' }).click()
    const log = staff.getByRole('dialog')
    await log.getByText('We have received your booking.').waitFor()
    await log.getByText(/Fynbos, 12 Electron Avenue/).waitFor()
    await staff.keyboard.press('Escape')
    const rejected = await product.answerTo(admin, 'POST', '/notification/bulk/sms', {
      message: 'Closed today',
    })
    expect(rejected).toMatchObject({ status: 400 })
  })

  it('[NOTE-021] [NOTE-022] stores a note with its kind, emails it to the chosen readers, and leaves out account holders when the setting is on', async () => {
    const { id } = await booked()
    await open(staff, `/shipments/${id}`)
    await button(staff, 'Add note').click()
    expect(await optionsOf(staff, staff.getByRole('combobox', { name: 'Kind of note' }))).toEqual([
      'Shipment note',
      'Tracking event',
      'Parcel dimension changes',
      'Shipment address changes',
      'Locker reservation details',
    ])
    await staff.getByRole('radio', { name: 'The customer too' }).check()
    for (const reader of ['collection contact', 'delivery contact', 'account holder'])
      await staff.getByRole('checkbox', { name: `Email the ${reader}` }).check()
    await staff.getByRole('textbox', { name: 'Note' }).fill('Gate 4')
    const sent = await product.sends(shipmentsApi.addNote, () => button(staff, 'Add note').last().click())
    expect(sent).toMatchObject({
      status: 200,
      input: {
        type: 'external',
        note_type: 'shipment-note',
        email_to: ['collection-contact', 'delivery-contact', 'account-holder'],
      },
    })
    const mailed = async () => {
      await product.running.outbox.drain()
      const { messages } = await product.ask<{ messages: { event: string; recipient: string }[] }>(
        admin,
        'GET',
        `/shipments/communication-log?shipment_id=${id}&channel=email`,
      )
      return messages.filter(({ event }) => /note/.test(event)).map(({ recipient }) => recipient)
    }
    await expect.poll(async () => (await mailed()).length).toBe(3)
    const accountHolder = (await mailed()).find((one) => !/^(riaan|naledi)@example/.test(one))
    expect(accountHolder).toBeDefined()
    await changeSettings(staff, product.web, 'shipments', [
      ['disable_sending_external_notes_to_accounts', 'Do not e-mail external notes to accounts', true],
    ])
    await product.ask(admin, 'POST', '/shipments/notes', {
      shipment_id: id,
      message: 'Gate 5',
      type: 'external',
      email_to: ['delivery-contact', 'account-holder'],
    })
    await expect.poll(async () => (await mailed()).length).toBe(4)
    expect((await mailed()).filter((one) => one === accountHolder)).toHaveLength(1)
  })
})

describe('audit trail', () => {
  const entry = (change: object) => ({
    id: 1,
    timestamp: '2026-03-04T15:06:09Z',
    request_id: `request-${randomUUID()}`,
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
    change,
    is_sealed: false,
  })
  let asUsual: (() => Promise<void>) | null = null
  afterEach(async () => {
    await asUsual?.()
    asUsual = null
  })
  /** Shows an audit trail with one event that contains this change, and returns the event. */
  const trail = async (change: object) => {
    asUsual = await product.answers(auditApi.events, () => ({
      body: { audit_events: [entry(change)], count: 1 },
    }))
    await open(staff, '/audit-trail')
    return staff.getByRole('article').first()
  }

  it('[AUD-002] shows the time, request, user and change of an event, and is returned with the count', async () => {
    const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
      admin,
      'GET',
      '/accounts?search=KKE001',
    )
    await product.ask(admin, 'PATCH', '/accounts', { id: accounts[0]?.id, name: 'Kaapse Kombuis' })
    const answered = await product.sends(auditApi.events, () =>
      open(staff, `/audit-trail?type=account&q=${accounts[0]?.id}`),
    )
    expect(answered.input).toMatchObject({ object_id: String(accounts[0]?.id) })
    const { audit_events, count } = answered.answer as {
      audit_events: { timestamp: string; request_id: string; client_version: string; source: string }[]
      count: number
    }
    expect(count).toBeGreaterThanOrEqual(audit_events.length)
    const text = await staff.getByRole('article').first().innerText()
    expect(text).toContain(formatExact(new Date(audit_events[0]?.timestamp ?? '')))
    expect(text).toContain(audit_events[0]?.request_id ?? '?')
    expect(text).toMatch(/thandi/)
    expect(text).toContain('Kaapse Kombuis')
  })

  it('[AUD-003] [AUD-008] shows old and new values, nested fields below their field, and missing values as `Empty value`', async () => {
    const article = await trail([
      {
        field: 'delivery_address',
        nested: [{ field: 'city', change_from: 'Paarl', change_to: null }],
      },
      { field: 'customer_reference', change_from: '', change_to: 'PO 7' },
    ])
    await article.getByText('delivery address').waitFor()
    await product.settled(staff)
    expect(await article.getByRole('deletion').allInnerTexts()).toEqual([
      expect.stringMatching(/Paarl/),
      expect.stringMatching(/Empty value/),
    ])
    expect(await article.getByRole('insertion').allInnerTexts()).toEqual([
      expect.stringMatching(/Empty value/),
      expect.stringMatching(/PO 7/),
    ])
    const text = await article.innerText()
    expect(text.indexOf('city')).toBeGreaterThan(text.indexOf('delivery address'))
  })

  it('[AUD-012] [AUD-013] shows twelve keys as dates with seconds', async () => {
    const keys = [
      'collection_before',
      'collection_after',
      'collected_date',
      'delivery_before',
      'delivery_after',
      'time_modified',
      'time_created',
      'estimated_collection',
      'estimated_delivery_from',
      'estimated_delivery_to',
      'valid_from',
      'valid_until',
    ]
    const moment = '2026-03-04T15:06:09Z'
    const change = [...keys, 'customer_reference'].map((field) => ({
      field,
      change_from: null,
      change_to: moment,
    }))
    const article = await trail(change)
    await article.getByText('collection before').waitFor()
    await article.getByRole('button', { name: 'Show all 13 lines' }).click()
    await article.getByText('valid until').waitFor()
    const shown = await article.getByRole('insertion').allInnerTexts()
    expect(shown.slice(0, 12)).toEqual(keys.map(() => expect.stringContaining('4 Mar 2026 17:06:09')))
    expect(shown.at(12)).toContain(moment)
  })

  it('[AUD-015] requires `INLINE_view_audit_trail`, but users who may save settings can see the settings trail', async () => {
    const made = { label: 'Night clerk', permissions_ui: [], require_2fa: false }
    const saving = ['API_/providers/settings:GET', 'API_/providers/settings:POST']
    const { id: roleId } = await product.ask<{ id: number }>(admin, 'POST', '/roles', {
      ...made,
      name: 'Night clerk',
      permissions: saving,
    })
    await asSystem(product.running.runtime, 1, async (ctx) => {
      const email = 'night@fynbos.example'
      const user = await insertUser(ctx, { username: 'night', name: 'Night Clerk', email, role_id: roleId })
      await savePassword(ctx, user, await hashPassword('waybill-demo'))
    })
    const clerk = await product.as('night@fynbos.example')
    await open(clerk, '/audit-trail')
    await clerk.getByRole('heading', { name: 'You do not have access to this page.' }).waitFor()
    await clerk.getByText(/^Your role, Night clerk, does not include it. Ask an administrator of /).waitFor()
    await clerk.goto(`${product.web}/no-such-page`)
    await clerk.getByRole('heading', { name: 'Oops!' }).waitFor()
    await openSettings(clerk, product.web, 'general')
    await button(clerk, 'View audit trail').click()
    await clerk
      .getByRole('dialog', { name: /Audit trail/ })
      .getByRole('article')
      .first()
      .waitFor()
    await give('Night clerk', 'INLINE_view_audit_trail')
    await open(clerk, '/audit-trail')
    await clerk.getByRole('article').first().waitFor()
    await clerk.context().close()
  })
})

describe('tools and reports', () => {
  it('[TOOL-013] lists every tool with its own page below /tools', async () => {
    await open(staff, '/tools')
    const links = staff.getByRole('main').getByRole('link', { name: /^Open / })
    await links.first().waitFor()
    await product.settled(staff)
    const listed = await links.evaluateAll((all) =>
      all.map(
        (one) => [one.getAttribute('href'), one.getAttribute('aria-label')?.replace('Open ', '')] as const,
      ),
    )
    expect(listed.map(([path]) => path)).toEqual([
      '/tools/pod-uploader',
      '/tools/assign-tracking-stickers',
      '/tools/shipment-bulk-import',
      '/tools/users-bulk-import',
      '/tools/credit-allocations-bulk-import',
      '/tools/barcode-generator',
      '/tools/blocked-list',
      '/tools/copy-address-book',
      '/tools/third-party-integrations',
      '/tools/damages',
      '/tools/unidentified-parcels',
      '/tools/bulk-update',
      '/tools/move-in',
      '/tools/failed-jobs',
    ])
    for (const [path, name] of listed) {
      await staff
        .getByRole('main')
        .getByRole('link', { name: `Open ${name}` })
        .click()
      await staff.getByRole('heading', { level: 1, name: name ?? '' }).waitFor()
      expect(new URL(staff.url()).pathname).toBe(path)
      await staff.goBack()
    }
  })

  it('[TOOL-001] opens to staff only the tools that their interface permissions allow, and shows 404 to customers and drivers', async () => {
    const { roles } = await product.ask<{
      roles: { id: number; version: number; name: string; permissions_ui: string[] }[]
    }>(admin, 'GET', '/roles')
    const role = roles.find(({ name }) => name === 'Customer service')
    const clerk = await product.as(service)
    const change = async (permissionsUi: string[]) => {
      const now = await product.ask<{ roles: { version: number }[] }>(admin, 'GET', `/roles?id=${role?.id}`)
      await product.ask(admin, 'PATCH', '/roles', {
        id: role?.id,
        version: now.roles[0]?.version,
        permissions_ui: permissionsUi,
      })
    }
    const toolsOf = async () => {
      await open(clerk, '/tools')
      await clerk.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
      await product.settled(clerk)
      const links = clerk.getByRole('main').getByRole('link', { name: /^Open / })
      return links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    }
    await change(['UI_tools_shipment_bulk_import'])
    // Damages belong to the hub: the right to see them opens them.
    expect(await toolsOf()).toEqual(['/tools/shipment-bulk-import', '/tools/damages'])
    await open(clerk, '/tools/blocked-list')
    await clerk.getByRole('heading', { level: 1 }).first().waitFor()
    await product.settled(clerk)
    expect(await clerk.getByRole('table', { name: 'Blocked list' }).count()).toBe(0)
    await change(role?.permissions_ui ?? [])
    await clerk.context().close()
    for (const email of [owner, 'sipho@fynbos.example']) {
      const page = await product.as(email)
      await open(page, '/tools')
      await page.getByText('Error code: 404').waitFor()
      await page.context().close()
    }
  })

  it('[REP-002] lists the reports and writes the chosen range into the URL as a word', async () => {
    await open(staff, '/reports')
    const links = staff.getByRole('main').getByRole('listitem').getByRole('link')
    await links.first().waitFor()
    await product.settled(staff)
    const names = await links.allInnerTexts()
    for (const name of [
      'Shipments',
      'Driver performance',
      'Hub throughput',
      'Revenue',
      'Invoices',
      'VAT',
      'User activity',
    ])
      expect(names).toContain(name)
    await links
      .getByText('Shipments', { exact: true })
      .or(links.filter({ hasText: /^Shipments$/ }))
      .first()
      .click()
    await staff.getByRole('group', { name: /^Chart:/ }).waitFor()
    await button(staff, 'Booked').click()
    for (const [label, word] of [
      ['Yesterday', 'yesterday'],
      ['Last 5 days', 'last-5-days'],
      ['Last 14 days', 'last-14-days'],
    ] as const) {
      await staff.getByRole('dialog').getByText(label, { exact: true }).click()
      await staff.waitForURL(new RegExp(`date=${word}`))
    }
    await staff.keyboard.press('Escape')
  })

  it('[REP-015] sends report filters as entries of field, operator and value', async () => {
    const reportCall = await product.sends(reportApi.run, () =>
      open(staff, '/reports/shipment-volumes?date=last-7-days&service=ECO'),
    )
    expect(reportCall.status).toBe(200)
    expect(JSON.parse(reportCall.url.searchParams.get('filters') ?? '[]')).toEqual([
      { field: 'service_level_code', operator: 'in', value: ['ECO'] },
    ])
  })

  it('[REP-016] shows lists with 20, 10 or 100 rows', async () => {
    const before = product.calls.length
    await open(staff, '/shipments')
    const rows = () => staff.getByRole('table').getByRole('row').count()
    await expect.poll(rows).toBe(21)
    const sizes = staff.getByRole('combobox', { name: 'Rows per page' })
    await sizes.selectOption('10')
    await expect.poll(rows).toBe(11)
    await sizes.selectOption('100')
    await expect.poll(rows).toBe(101)
    const limits = product.calls
      .slice(before)
      .flatMap(({ name, input }) => (name === 'GET /shipments/rows' ? [input['limit']] : []))
    expect(limits).toEqual(expect.arrayContaining(['20', '10', '100']))
    await sizes.selectOption('20')
  })

  it('[REP-008] [REP-009] uploads a file to a URL requested by name and folder, and requests a URL to read it', async () => {
    const { id } = await booked()
    await open(staff, `/shipments/${id}`)
    await button(staff, 'Add note').click()
    const before = product.calls.length
    const confirmed = await product.sends(filesApi.confirm, () =>
      staff
        .locator('input[type=file]')
        .last()
        .setInputFiles({
          name: 'invoice.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from('%PDF-1.4\n%%EOF'),
        }),
    )
    const granted = product.calls.slice(before).find(({ name }) => name === 'GET /s3-url/upload')
    expect(granted?.input).toMatchObject({ file_name: 'invoice.pdf', folder: 'shipment-images' })
    const { url, file_name } = (granted?.answer ?? {}) as { url: string; file_name: string }
    expect(new URL(url, product.web).searchParams.get('key')).toContain(file_name)
    // The upload is confirmed only after the file was sent to the URL.
    expect(confirmed).toMatchObject({
      status: 200,
      input: { file_name, folder: 'shipment-images' },
      answer: { display_name: 'invoice.pdf' },
    })
    await button(staff, 'Remove invoice.pdf').waitFor()
    await product.ask(admin, 'POST', '/shipments/pod', {
      shipment_id: id,
      message: 'Signed',
      image_files: [{ file_name: 'door.png', data: png }],
    })
    const download = await product.sends(filesApi.download, () => open(staff, `/shipments/${id}`))
    const query = download.url.searchParams
    const { url: addresses } = download.answer as { url: Record<string, string> }
    expect(query.get('folder')).toBe('shipment-images')
    expect(Object.keys(addresses)).toHaveLength(1)
    expect(Object.keys(addresses).toSorted()).toEqual(
      (JSON.parse(query.get('file_name') ?? '[]') as string[]).toSorted(),
    )
  })
})
