import { auditApi } from '@waybill/domain/audit/api'
import { hubApi } from '@waybill/domain/hub/api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { integrationsApi } from '@waybill/domain/integrations/api'
import type { NewIntegration, NewRule } from '@waybill/domain/integrations/model'
import type { IntegrationProvider } from '@waybill/domain/integrations/providers'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { pollTracking, runTasks } from './index.ts'
import { fakeIntegrations, type FakeIntegrations } from '../../dev/fakes/services/index.ts'
import { parcel_perfect_customer } from '../../dev/fakes/services/parcel-perfect.ts'

let p: TestProvider
let clerk: Caller
let there: FakeIntegrations
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
  there = await fakeIntegrations({ host: '127.0.0.1', http_port: 0 })
})
afterAll(() => there.close())
afterEach(() => p.runtime.setNow(null))

/** A PNG of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let made = 0
const credentials_of: Readonly<Record<IntegrationProvider, () => Record<string, string>>> = {
  webhook: () => ({ url: `${there.url}/hooks/admin-${made}`, auth_key: 'Bearer admin-key' }),
  'parcel-perfect': () => ({ url: `${there.url}/parcel-perfect`, ...parcel_perfect_customer }),
  'ship-logic-delivery': () => ({
    url: `${there.url}/ship-logic`,
    api_key: 'sl-key-1234',
    service_level_code: 'ECO',
  }),
  'ship-logic-collection': () => ({
    url: `${there.url}/ship-logic`,
    api_key: 'sl-key-1234',
    service_level_code: 'ECO',
  }),
  matflo: () => ({ branch_id: String(p.map.branches.JHB) }),
  rws: () => ({ branch_id: String(p.map.branches.JHB) }),
  fastway: () => ({ url: `${there.url}/fastway`, api_key: 'fw-key-1234', franchise: 'CPT' }),
  ram: () => ({ url: `${there.url}/ram`, api_key: 'ram-key-1234', client_code: 'FYN' }),
}

async function integration(provider: IntegrationProvider, more: Partial<NewIntegration> = {}) {
  made += 1
  const name = `${provider} ${made}`
  return clerk.send(integrationsApi.create, {
    provider,
    name,
    credentials: credentials_of[provider](),
    ...more,
  })
}

/** Creates a rule for one account, so that tests do not receive each other’s shipments. */
async function rule(integrationId: number, accountId: number, more: Partial<NewRule> = {}) {
  return clerk.send(integrationsApi.createRule, {
    integration_id: integrationId,
    rule_type: 'account',
    trigger: 'shipment-created',
    action: 'send-shipment',
    ...more,
    filters: [{ filter: 'account-includes', values: [String(accountId)] }, ...(more.filters ?? [])],
  })
}

const account = async () => (await p.given.account()).id
const send = async () => runTasks(await jobOf(p))
const later = (seconds: number): void =>
  p.runtime.setNow(new Date(p.runtime.runtime.clock().getTime() + seconds * 1000))
const calls = async (integrationId: number, more = {}) =>
  (await clerk.send(integrationsApi.requests, { integration_id: integrationId, ...more })).requests
const read = async (id: number): Promise<Shipment> =>
  (await clerk.send(shipmentsApi.list, { id: [id] })).shipments[0] as Shipment
const setting = (key: string, value: unknown) => clerk.send(settingsApi.save, { settings: [{ key, value }] })
const edit = (id: number, text: string) =>
  clerk.send(shipmentsApi.change, { id, special_instructions_delivery: text })

describe('company webhooks', () => {
  it('[INT-006] [INT-007] sends the whole shipment when it is created, and once after several changes', async () => {
    const { id } = await integration('webhook')
    const path = `/hooks/admin-${made}`
    const accountId = await account()
    await rule(id, accountId)
    await rule(id, accountId, { trigger: 'shipment-updated' })
    p.runtime.setNow(new Date())
    const shipment = await p.given.shipment({ account_id: accountId })
    const other = await p.given.shipment()
    await send()
    const received = () => there.calls().filter((call) => call.path === path)
    expect(received()).toHaveLength(1)
    expect(JSON.parse(received()[0]?.body ?? '')).toMatchObject({
      id: shipment.id,
      account: { id: accountId },
      parcels: [{ tracking_reference: shipment.parcels[0]?.tracking_reference }],
    })
    expect(received()[0]?.headers).toMatchObject({
      authorization: 'Bearer admin-key',
      'x-webhook-topic': 'shipment-created',
    })
    await edit(shipment.id, 'Ring twice')
    await edit(shipment.id, 'Ring three times')
    await edit(other.id, 'Not ours')
    await send()
    expect(received()).toHaveLength(1)
    later(6)
    await send()
    expect(received()).toHaveLength(2)
    expect(received()[0]?.headers['x-webhook-topic']).toBe('shipment-updated')
    expect(JSON.parse(received()[0]?.body ?? '')).toMatchObject({
      special_instructions_delivery: 'Ring three times',
    })
    expect(await calls(id)).toMatchObject([
      { type: 'outbound-webhook', status_code: 200, method: 'POST', task_status: 'delivered' },
      {
        type: 'outbound-webhook',
        status_code: 200,
        reference: expect.stringContaining(shipment.short_tracking_reference),
      },
    ])
    expect(JSON.stringify(await calls(id))).not.toContain('admin-key')
  })

  it('[INT-008] [INT-009] [INT-010] [INT-017] sends hub scans, loads for a branch and tracking events', async () => {
    const { id } = await integration('webhook')
    const accountId = await account()
    const { CPT, JHB } = p.map.branches
    await rule(id, accountId, { trigger: 'hub-scanner', rule_type: 'hub-scanner', scan_branch_ids: [CPT] })
    const toJhb = [{ filter: 'manifest-has-destination-branch' as const, values: [String(JHB)] }]
    await rule(id, accountId, { trigger: 'outbounded', rule_type: 'outbounded-to-branch', filters: toJhb })
    const atHub = [{ filter: 'tracking-event-status-is' as const, values: ['at-hub'] }]
    await rule(id, accountId, { trigger: 'tracking-event-created', rule_type: 'status', filters: atHub })
    p.runtime.setNow(new Date())
    const shipment = await p.given.shipment({ account_id: accountId, status: 'collected' })
    const parcelReference = shipment.parcels[0]?.tracking_reference
    later(60)
    await clerk.send(hubApi.addEvent, { mode: 'arrive', branch_id: CPT, parcel_reference: parcelReference })
    const manifest = await clerk.send(interhubApi.create, { from_branch_id: CPT, to_branch_id: JHB })
    later(60)
    await clerk.send(interhubApi.addParcel, {
      interhub_transfer_id: manifest.id,
      parcel_reference: parcelReference,
    })
    later(10)
    await send()
    await send()
    await send()
    const topics = there
      .calls()
      .filter((call) => call.path === `/hooks/admin-${made}`)
      .map(({ headers }) => headers['x-webhook-topic'])
    expect(topics.toSorted()).toEqual(['hub-scanner', 'outbounded', 'tracking-event-created'])
    const sentCall = there
      .calls()
      .find(({ headers }) => headers['x-webhook-topic'] === 'tracking-event-created')
    expect(JSON.parse(sentCall?.body ?? '')).toMatchObject({ shipment_id: shipment.id, status: 'at-hub' })
  })
})

describe('Parcel Perfect integration', () => {
  it('[INT-027] [API-019] outsources a leg over SOAP and applies the tracking that it polls', async () => {
    const { id, name } = await integration('parcel-perfect')
    const accountId = await account()
    await rule(id, accountId, { action: 'outsource-leg' })
    const shipment = await p.given.shipment({ account_id: accountId })
    await send()
    const madeCalls = (await calls(id)).toReversed()
    expect(madeCalls.map(({ method, type, status_code }) => `${method} ${type} ${status_code}`)).toEqual(
      Array.from({ length: 5 }, () => 'SOAP outbound-api 200'),
    )
    const soap = there
      .calls()
      .filter(({ path }) => path === '/parcel-perfect')
      .toReversed()
    expect(soap.map(({ headers }) => headers.soapaction)).toEqual(
      ['getSalt', 'getToken', 'requestQuote', 'updateService', 'quoteToCollection'].map(
        (method) => `"urn:ecomService#${method}"`,
      ),
    )
    const log = JSON.stringify(madeCalls)
    expect(log).not.toContain(parcel_perfect_customer.password)
    expect(log).toContain('<token_id>***</token_id>')
    const outsourced = await read(shipment.id)
    expect(outsourced).toMatchObject({ status: 'outsourced', outsourced_to: name })
    const reference = outsourced.third_party_reference ?? ''
    expect(reference).toMatch(/^PPW\d+$/)

    p.runtime.setNow(new Date())
    there.happens(reference, 'Collected', { place: 'Epping' })
    there.happens(reference, 'Sat on a shelf')
    await pollTracking(await jobOf(p))
    later(16 * 60)
    await pollTracking(await jobOf(p))
    expect(await read(shipment.id)).toMatchObject({ status: 'collected' })
    const { integrations } = await clerk.send(integrationsApi.list, { id: [id] })
    expect(integrations).toMatchObject([{ unmapped: [{ code: 'Sat on a shelf', count: 1 }] }])
    const { audit_events } = await clerk.send(auditApi.events, {
      type: 'shipment',
      object_id: String(shipment.id),
      source: name,
    })
    expect(audit_events.length).toBeGreaterThan(0)

    const map = [
      ...(integrations[0]?.status_map ?? []),
      { code: 'sat on a shelf', status: 'delivery-exception' },
    ]
    const changed = await clerk.send(integrationsApi.change, { id, status_map: map })
    expect(changed.unmapped).toEqual([])
  })

  it('does not retry after an error code, and sends the message again on a replay', async () => {
    const { id } = await integration('parcel-perfect', {
      credentials: { ...credentials_of['parcel-perfect'](), password: 'wrong' },
    })
    const accountId = await account()
    await rule(id, accountId)
    await p.given.shipment({ account_id: accountId })
    await send()
    const [refused] = await calls(id)
    expect(refused).toMatchObject({ task_status: 'failed' })
    expect(refused?.response_body).toContain('The password is not right')
    await clerk.send(integrationsApi.change, {
      id,
      credentials: { password: parcel_perfect_customer.password },
    })
    await clerk.send(integrationsApi.replay, { id: refused?.id ?? 0 })
    await send()
    expect((await calls(id))[0]).toMatchObject({ task_status: 'delivered', attempt: 1 })
  })
})

describe('courier integrations', () => {
  it('books a delivery without the customer’s collection address, rejects an old timestamp, and applies inbound events without triggering our rules', async () => {
    const { id, inbound_url } = await integration('ship-logic-delivery')
    const accountId = await account()
    await rule(id, accountId)
    await rule(id, accountId, { trigger: 'shipment-updated', action: 'update-shipment' })
    const cancelled = [{ filter: 'status-is' as const, values: ['cancelled'] }]
    await rule(id, accountId, {
      trigger: 'shipment-updated',
      rule_type: 'status',
      action: 'cancel-shipment',
      filters: cancelled,
    })
    const shipment = await p.given.shipment({ account_id: accountId })
    p.runtime.setNow(new Date())
    later(70)
    await send()
    const booked = there
      .calls()
      .find(({ path, method }) => path === '/ship-logic/shipments' && method === 'POST')
    expect(JSON.parse(booked?.body ?? '')).toMatchObject({
      delivery_address: { street_address: shipment.delivery_address.street_address },
      customer_reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
      parcels: [{ alternative_tracking_reference: shipment.parcels[0]?.tracking_reference }],
    })
    expect(JSON.parse(booked?.body ?? '').collection_address).not.toMatchObject({
      street_address: shipment.collection_address.street_address,
    })
    await send()
    const reference = /"custom_tracking_reference":\s*"(SL\d+)"/.exec(
      (await calls(id, { search: '/shipments' })).at(-1)?.response_body ?? '',
    )?.[1]
    const before = (await calls(id)).length
    const body = {
      custom_tracking_reference: reference,
      tracking_events: [
        {
          id: 1,
          date: p.runtime.runtime.clock().toISOString(),
          status: 'out-for-delivery',
          message: 'On the way',
        },
      ],
    }
    const path = new URL(inbound_url).pathname.replace('/api', '')
    const stamp = () => ({
      'webhook-timestamp': String(Math.floor(p.runtime.runtime.clock().getTime() / 1000)),
    })
    const answer = await p.guest().http('POST', path, body, stamp())
    expect(answer).toMatchObject({ status: 200, body: { taken: 1 } })
    expect(await p.guest().http('POST', path, body, stamp())).toMatchObject({
      status: 200,
      body: { taken: 1 },
    })
    expect(await read(shipment.id)).toMatchObject({ status: 'out-for-delivery' })
    const late = await p.guest().http('POST', path, { ...body, x: 1 }, { 'webhook-timestamp': '1000000000' })
    expect(late).toMatchObject({ status: 400, body: { message: expect.stringContaining('5 minutes') } })
    later(10)
    await send()
    // Only the two inbound calls are logged: the other courier’s own event triggered no call of ours.
    expect(
      (await calls(id)).slice(0, -before).map(({ type, status_code }) => `${type} ${status_code}`),
    ).toEqual(['inbound-webhook 400', 'inbound-webhook 200'])
    expect(await p.guest().http('POST', `${path}x`, body)).toMatchObject({ status: 404 })
  })

  it('outsources a shipment manually once, returns the result, and rejects delivered shipments and machines', async () => {
    const { id, name } = await integration('parcel-perfect')
    const shipment = await p.given.shipment()
    const trackingReference = shipment.short_tracking_reference
    const taken = await clerk.send(integrationsApi.handOver, {
      tracking_reference: trackingReference,
      integration_id: id,
    })
    expect(taken).toMatchObject({
      shipment_id: shipment.id,
      status: 'delivered',
      message: expect.stringContaining('PPW'),
    })
    expect(await read(shipment.id)).toMatchObject({
      status: 'outsourced',
      outsourced_to: name,
      third_party_reference: taken.third_party_reference,
    })
    const again = await clerk.send(integrationsApi.handOver, { id: shipment.id, integration_id: id })
    expect(again).toMatchObject({ third_party_reference: taken.third_party_reference })
    const delivered = await p.given.shipment({ status: 'delivered' })
    expect(
      await errorOf(clerk.send(integrationsApi.handOver, { id: delivered.id, integration_id: id })),
    ).toEqual({
      status: 400,
      message: 'This shipment is delivered and cannot be set to outsourced.',
    })
    const machine = await integration('rws')
    expect(
      await errorOf(clerk.send(integrationsApi.handOver, { id: shipment.id, integration_id: machine.id })),
    ).toEqual({
      status: 400,
      message: 'RWS carries no shipments. Choose a courier.',
    })
  })

  it('[INT-003] [INT-004] [SET-107] [SET-108] uses Fastway and RAM only while they are switched on', async () => {
    for (const [provider, key] of [
      ['fastway', 'enable_fastway_integration'],
      ['ram', 'enable_ram_integration'],
    ] as const) {
      expect(await errorOf(integration(provider))).toMatchObject({ status: 400 })
      await setting(key, true)
      const { id } = await integration(provider)
      const accountId = await account()
      await rule(id, accountId, { action: 'outsource-leg' })
      const shipment = await p.given.shipment({ account_id: accountId })
      await send()
      const { third_party_reference = '' } = await read(shipment.id)
      expect(third_party_reference).toMatch(provider === 'ram' ? /^RAM\d+$/ : /^FW\d+$/)
      there.happens(third_party_reference ?? '', provider === 'ram' ? 'POD' : 'DELIVERED')
      await setting(key, false)
      await pollTracking(await jobOf(p))
      expect(await read(shipment.id)).toMatchObject({ status: 'outsourced' })
      await p.given.shipment({ account_id: accountId })
      const count = (await calls(id)).length
      await send()
      expect(await calls(id)).toHaveLength(count)
      expect((await clerk.send(integrationsApi.list, {})).providers).not.toContain(provider)
      await setting(key, true)
      await pollTracking(await jobOf(p))
      expect(await read(shipment.id)).toMatchObject({ status: 'delivered' })
    }
  })
})

describe('hub machines', () => {
  it('measures a parcel by its barcode, returns the bay, and repeats the response without measuring again', async () => {
    const { id, inbound_url, name } = await integration('matflo')
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const barcode = shipment.parcels[0]?.tracking_reference
    const path = new URL(inbound_url).pathname.replace('/api', '')
    const body = {
      barcode,
      l: 50,
      w: 40,
      h: 10,
      kg: 4.5,
      device: 'M1',
      time: new Date().toISOString(),
      images: [png],
    }
    const measured = await p.guest().http('POST', path, body)
    expect(measured).toMatchObject({
      status: 200,
      body: { accepted: true, barcode, bay: expect.any(String) },
    })
    expect(await p.guest().http('POST', path, body)).toMatchObject({
      status: 200,
      body: measured.body as object,
    })
    const after = await read(shipment.id)
    expect(after.parcels[0]).toMatchObject({
      actual_length_cm: 50,
      actual_weight_kg: 4.5,
      has_been_dimensioned: true,
    })
    const { tracking_events } = await clerk.send(hubApi.events, { shipment_id: shipment.id })
    const sized = tracking_events.filter(({ status }) => status === 'swad-dimensions')
    expect(sized).toMatchObject([{ source: name }])
    const pictured = tracking_events.filter(({ status }) => status === 'swad-imaging')
    expect(pictured).toMatchObject([{ source: name, shipment_files: [{ display_name: 'parcel.png' }] }])
    for (const [wrong, status] of [
      [{ ...body, barcode: 'NOBODY/1' }, 404],
      [{ ...body, l: 'long' }, 400],
      [{ ...body, time: '2020-01-01T00:00:00Z' }, 400],
      ['not json', 400],
    ] as const)
      expect(await p.guest().http('POST', path, wrong)).toMatchObject({ status })
    expect(await calls(id, { status_group: ['400s'] })).toHaveLength(4)
    expect(await calls(id, { status_group: ['200s'], type: ['inbound-api'] })).toHaveLength(1)
    await clerk.send(integrationsApi.change, { id, is_active: false })
    expect(await p.guest().http('POST', path, { ...body, kg: 5 })).toMatchObject({ status: 403 })
  })

  it('rejects measurements far from the booking and adds a note that requests another one', async () => {
    const { inbound_url, name } = await integration('matflo')
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const barcode = shipment.parcels[0]?.tracking_reference ?? ''
    const path = new URL(inbound_url).pathname.replace('/api', '')
    const sent = { barcode, l: 90, w: 80, h: 70, kg: 55, time: new Date().toISOString(), images: [png] }
    expect(await p.guest().http('POST', path, sent)).toMatchObject({
      status: 200,
      body: {
        accepted: false,
        message: expect.stringMatching(/measured 90×80×70 cm, 55 kg: the weight is more/),
      },
    })
    const after = await read(shipment.id)
    expect(after.parcels[0]?.has_been_dimensioned).toBe(false)
    expect(after.rate).toBe(shipment.rate)
    expect(after.requires_action_note_count).toBe(1)
    const { shipment_notes: notes } = await clerk.send(shipmentsApi.notes, { shipment_id: shipment.id })
    expect(notes[0]).toMatchObject({
      requires_action: true,
      message: expect.stringContaining(`${name} measured ${barcode}. Booked as`),
    })
    // Users who may read notes may not see prices.
    expect(notes[0]?.message).not.toMatch(/price/)
    const { tracking_events } = await clerk.send(hubApi.events, { shipment_id: shipment.id })
    expect(tracking_events.map(({ status }) => status)).toContain('swad-imaging')
  })
})

describe('integration management', () => {
  it('[TOOL-012] [INT-022] stores valid rules in order, and rejects invalid rules, stale changes and repeated names', async () => {
    const { id, version } = await integration('webhook')
    const accountId = await account()
    const first = await rule(id, accountId)
    const second = await rule(id, accountId, { trigger: 'shipment-updated' })
    const { rule_type, trigger, filters, action } = second
    await clerk.send(integrationsApi.changeRule, {
      id: second.id,
      rule_type,
      trigger,
      filters,
      action,
      position: 1,
    })
    const { rules } = await clerk.send(integrationsApi.rules, { integration_id: id })
    expect(rules.map((one) => one.id)).toEqual([second.id, first.id])
    const statusIs = [{ filter: 'status-is' as const, values: ['delivered'] }]
    expect(await errorOf(rule(id, accountId, { filters: statusIs }))).toEqual({
      status: 400,
      message: 'Filter "status is" is not available for trigger "shipment-created".',
    })
    expect(await errorOf(rule(id, 999_999))).toEqual({
      status: 400,
      message: 'There is no account 999999. Choose one from the list.',
    })
    await clerk.send(integrationsApi.change, { id, version, name: `Ours ${id}` })
    expect(await errorOf(clerk.send(integrationsApi.change, { id, version, name: 'x' }))).toMatchObject({
      status: 409,
    })
    expect(
      await errorOf(
        clerk.send(integrationsApi.create, {
          provider: 'webhook',
          name: `OURS ${id}`,
          credentials: { url: there.url },
        }),
      ),
    ).toMatchObject({
      message: `An integration OURS ${id} already exists. Choose another name.`,
    })
    await clerk.send(integrationsApi.remove, { id })
    expect(await errorOf(clerk.send(integrationsApi.rules, { integration_id: id }))).toMatchObject({
      status: 404,
    })
  })

  it('[AUD-017] writes changes to the audit log without secrets', async () => {
    const { id } = await integration('ship-logic-collection')
    await clerk.send(integrationsApi.change, { id, environment: 'live' })
    const { audit_events } = await clerk.send(auditApi.events, { type: 'integration', object_id: String(id) })
    expect(audit_events.map(({ action }) => action)).toEqual(['changed', 'created'])
    expect(JSON.stringify(audit_events)).not.toContain('sl-key-1234')
  })
})

describe('rules of an integration', () => {
  it('[INT-001] logs each call with the type that its source has', async () => {
    const accountId = await account()
    const shipment = await p.given.shipment({ account_id: accountId, status: 'at-hub' })
    const hook = await integration('webhook')
    await rule(hook.id, accountId)
    await p.given.shipment({ account_id: accountId })
    await send()
    const courier = await integration('parcel-perfect')
    await clerk.send(integrationsApi.handOver, { id: shipment.id, integration_id: courier.id })
    const machine = await integration('matflo')
    const shipLogic = await integration('ship-logic-delivery')
    const path = (url: string) => new URL(url).pathname.replace('/api', '')
    const barcode = shipment.parcels[0]?.tracking_reference
    await p.guest().http('POST', path(machine.inbound_url), { barcode, l: 5, w: 4, h: 3, kg: 1, images: [] })
    const seconds = String(Math.floor(p.runtime.runtime.clock().getTime() / 1000))
    await p
      .guest()
      .http('POST', path(shipLogic.inbound_url), { tracking_events: [] }, { 'webhook-timestamp': seconds })
    for (const [integrationId, type] of [
      [hook.id, 'outbound-webhook'],
      [courier.id, 'outbound-api'],
      [machine.id, 'inbound-api'],
      [shipLogic.id, 'inbound-webhook'],
    ] as const) {
      const madeCalls = await calls(integrationId)
      expect([...new Set(madeCalls.map((call) => call.type))], type).toEqual([type])
      expect(await calls(integrationId, { type: [type] })).toHaveLength(madeCalls.length)
    }
  })

  it('[INT-002] offers and creates matflo, rws, parcel-perfect, both kinds of ship-logic, and webhook', async () => {
    const { providers } = await clerk.send(integrationsApi.list, {})
    const always = [
      'matflo',
      'rws',
      'parcel-perfect',
      'ship-logic-delivery',
      'ship-logic-collection',
      'webhook',
    ] as const
    expect(providers.filter((one) => one !== 'fastway' && one !== 'ram')).toEqual(always)
    for (const provider of always) expect(await integration(provider)).toMatchObject({ provider })
  })

  it('[INT-005] [INT-024] stores the eight rule types with triggers and filters, and rejects a type without its filter', async () => {
    const { id } = await integration('webhook')
    const own = await account()
    const { CPT } = p.map.branches
    const branch = [String(CPT)]
    for (const [ruleType, trigger, filters] of [
      ['outbounded-to-branch', 'outbounded', [{ filter: 'manifest-has-destination-branch', values: branch }]],
      ['collection-branch', 'shipment-created', [{ filter: 'has-collection-branch', values: branch }]],
      ['delivery-branch', 'shipment-created', [{ filter: 'has-delivery-branch', values: branch }]],
      ['collection-and-delivery-branch', 'shipment-created', [{ filter: 'has-both-branches', values: [] }]],
      ['routing', 'shipment-updated', [{ filter: 'routing-complete', values: [] }]],
      ['status', 'shipment-updated', [{ filter: 'status-is', values: ['at-hub'] }]],
      ['hub-scanner', 'hub-scanner', []],
      ['account', 'shipment-created', [{ filter: 'account-includes', values: [String(own)] }]],
    ] as const) {
      const sent = { integration_id: id, rule_type: ruleType, trigger, action: 'send-shipment' as const }
      const ruleFilters = [...filters].map((one) => ({ ...one, values: [...one.values] }))
      expect(
        await clerk.send(integrationsApi.createRule, { ...sent, filters: ruleFilters }),
        ruleType,
      ).toMatchObject({
        rule_type: ruleType,
        trigger,
        filters: ruleFilters,
      })
      if (ruleFilters.length > 0)
        expect((await errorOf(clerk.send(integrationsApi.createRule, { ...sent, filters: [] }))).status).toBe(
          400,
        )
    }
    const { rules } = await clerk.send(integrationsApi.rules, { integration_id: id })
    expect(rules).toHaveLength(8)
    const wrong = { integration_id: id, rule_type: 'moon', trigger: 'shipment-created', filters: [] }
    expect(
      (await clerk.http('POST', '/integrations/rules', { ...wrong, action: 'send-shipment' })).status,
    ).toBe(400)
  })

  /** Returns the value that a filter is compared with: the id of a branch, or the code itself. */
  const valueOf = (name: 'CPT' | 'JHB' | 'ECO' | 'OVN') =>
    name === 'CPT' || name === 'JHB' ? String(p.map.branches[name]) : name

  type Filter = NewRule['filters'][number]['filter']
  it.each([
    ['has-collection-branch', 'CPT', 'JHB'],
    ['has-delivery-branch', 'JHB', 'CPT'],
    ['service-level-includes', 'ECO', 'OVN'],
    ['service-level-excludes', 'OVN', 'ECO'],
  ] as const)(
    '[INT-011] [INT-012] [INT-020] [INT-021] sends only shipments that match the values: %s',
    async (filter, passing, failing) => {
      const [passes, fails] = [await integration('webhook'), await integration('webhook')]
      const accountId = await account()
      await rule(passes.id, accountId, { filters: [{ filter, values: [valueOf(passing)] }] })
      await rule(fails.id, accountId, { filters: [{ filter, values: [valueOf(failing)] }] })
      await p.given.shipment({ account_id: accountId })
      await send()
      expect([(await calls(passes.id)).length, (await calls(fails.id)).length]).toEqual([1, 0])
    },
  )

  it('[INT-013] [INT-014] sends a shipment only when both of its ends are routed', async () => {
    const both = await integration('webhook')
    const routed = await integration('webhook')
    const accountId = await account()
    const addRule = (integrationId: number, filter: Filter) =>
      rule(integrationId, accountId, { filters: [{ filter, values: [] }] })
    await addRule(both.id, 'has-both-branches')
    await addRule(routed.id, 'routing-complete')
    const sea = {
      ...booking().delivery_address,
      local_area: 'Atlantis Deep',
      city: 'Nowhere',
      lat: -45,
      lng: 5,
    }
    await p.given.shipment({ account_id: accountId, delivery_address: sea as never })
    await send()
    const before = [(await calls(both.id)).length, (await calls(routed.id)).length]
    expect(before).toEqual([0, 0])
    await p.given.shipment({ account_id: accountId })
    await send()
    expect([(await calls(both.id)).length, (await calls(routed.id)).length]).toEqual([1, 1])
  })

  it('[INT-015] [INT-016] sends only the shipments of listed accounts, or of all others', async () => {
    const [includes, excludes] = [await integration('webhook'), await integration('webhook')]
    const [mine, other] = [await account(), await account()]
    const only = [{ filter: 'account-includes' as const, values: [String(mine)] }]
    const but = [{ filter: 'account-excludes' as const, values: [String(mine)] }]
    const sent = { rule_type: 'account', trigger: 'shipment-created', action: 'send-shipment' } as const
    await clerk.send(integrationsApi.createRule, { ...sent, integration_id: includes.id, filters: only })
    const excluding = await clerk.send(integrationsApi.createRule, {
      ...sent,
      integration_id: excludes.id,
      filters: but,
    })
    const [first, second] = [
      await p.given.shipment({ account_id: mine }),
      await p.given.shipment({ account_id: other }),
    ]
    await send()
    await clerk.send(integrationsApi.removeRule, { id: excluding.id })
    const references = async (id: number) => (await calls(id)).map(({ shipment_id }) => shipment_id)
    expect(await references(includes.id)).toEqual([first.id])
    expect(await references(excludes.id)).toEqual([second.id])
  })

  it('[INT-018] [INT-019] matches the status of the shipment or of a tracking event', async () => {
    const { id } = await integration('webhook')
    const accountId = await account()
    const status = [{ filter: 'status-is' as const, values: ['at-hub'] }]
    await rule(id, accountId, { trigger: 'shipment-updated', rule_type: 'status', filters: status })
    const event = [{ filter: 'tracking-event-status-is' as const, values: ['collected'] }]
    await rule(id, accountId, { trigger: 'tracking-event-created', rule_type: 'status', filters: event })
    p.runtime.setNow(new Date())
    const shipment = await p.given.shipment({ account_id: accountId, status: 'collected' })
    later(10)
    await send()
    await edit(shipment.id, 'Not at a hub yet')
    later(10)
    await send()
    const topics = () =>
      there
        .calls()
        .filter((call) => call.path === `/hooks/admin-${made}`)
        .map(({ headers }) => headers['x-webhook-topic'])
    expect(topics()).toEqual(['tracking-event-created'])
    const parcelReference = shipment.parcels[0]?.tracking_reference
    await clerk.send(hubApi.addEvent, {
      mode: 'arrive',
      branch_id: p.map.branches.CPT,
      parcel_reference: parcelReference,
    })
    later(10)
    await send()
    expect(topics().toSorted()).toEqual(['shipment-updated', 'tracking-event-created'])
  })
})
