import { createHmac } from 'node:crypto'
import { webhooksApi } from '@waybill/domain/integrations/api'
import { retry_waits_s } from '@waybill/domain/integrations/delivery'
import type { WebhookTopic } from '@waybill/domain/integrations/webhooks'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { billingApi } from '@waybill/domain/billing/api'
import { auditApi } from '@waybill/domain/audit/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import { caughtMail } from '../../dev/test-kit/fakes/caught-messages.ts'
import { address, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { enterStatus, lockShipment } from '../shipments/index.ts'
import { repairTasks } from './run-tasks.ts'
import { claimTasks, endTry } from './task-store.ts'
import { runTasks } from './index.ts'
import { fakeIntegrations, type FakeIntegrations } from '../../dev/fakes/services/index.ts'

const mail = caughtMail()
let p: TestProvider
let clerk: Caller
let there: FakeIntegrations
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
  mail.take(p)
  there = await fakeIntegrations({ host: '127.0.0.1', http_port: 0 })
})
afterAll(() => there.close())
afterEach(() => p.runtime.setNow(null))

let hooks = 0
/** Returns a separate receiver for each subscription. */
function receiver() {
  const path = `/hooks/${(hooks += 1)}`
  return {
    path,
    url: there.url + path,
    received: () =>
      there
        .calls()
        .filter((call) => call.path === path)
        .toReversed(),
    bodies: <Body = Record<string, unknown>>() =>
      there
        .calls()
        .filter((call) => call.path === path)
        .map((call) => JSON.parse(call.body) as Body)
        .toReversed(),
  }
}

async function subscribed(
  topic: WebhookTopic,
  more: Partial<Input<typeof webhooksApi.create>> = {},
  by?: Caller,
) {
  const owner = by ?? (await p.owner())
  const hook = receiver()
  const made = await owner.send(webhooksApi.create, { topic, delivery_url: hook.url, ...more })
  const log = async () => (await owner.send(webhooksApi.deliveries, { subscription_id: made.id })).deliveries
  return { owner, hook, made, log, now: async () => (await list(owner, made.id))[0] }
}

const list = async (by: Caller, id?: number) =>
  (await by.send(webhooksApi.list, id === undefined ? {} : { id: [id] })).webhook_subscriptions

const send = async () => runTasks(await jobOf(p))
const later = (seconds: number): void =>
  p.runtime.setNow(new Date(p.runtime.runtime.clock().getTime() + seconds * 1000))

async function moved(shipmentId: number, to: ShipmentStatus, message = ''): Promise<void> {
  await p.inTransaction(async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, shipmentId), { to, message, location: 'Epping' })
  })
}

describe('account webhooks', () => {
  it('[INT-025] sends an account its own shipments without an envelope, signed in both formats, and nothing to other accounts', async () => {
    const mine = await subscribed('tracking-event', {
      auth_key: 'Bearer abc123',
      meta: 'shop 4',
      headers: { 'X-Shop': 'cape' },
    })
    const theirs = await subscribed('tracking-event')
    const shipment = await p.given.shipment({ by: mine.owner })
    await send()
    await moved(shipment.id, 'collected')
    await moved(shipment.id, 'on-hold-internal')
    await moved(shipment.id, 'at-hub', 'Arrived')
    // Concurrent runs send each message once and in order.
    await Promise.all([send(), send(), send()])
    await Promise.all([send(), send(), send()])
    expect(theirs.hook.received()).toEqual([])
    const bodies = mine.hook.bodies<{ status: string; tracking_events: { status: string }[] }>()
    expect(bodies.map(({ status }) => status)).toEqual(['submitted', 'collected', 'at-hub'])
    expect(bodies[2]).toMatchObject({
      provider_id: p.provider_id,
      shipment_id: shipment.id,
      short_tracking_reference: shipment.short_tracking_reference,
      custom_tracking_reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
      parcel_tracking_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
      update_type: 'shipment',
      service_level_code: 'ECO',
      shipment_delivered_date: null,
    })
    expect(bodies[2]?.tracking_events[0]).toMatchObject({
      status: 'at-hub',
      message: 'Arrived',
      location: 'Epping',
    })
    expect(JSON.stringify(bodies)).not.toContain('on-hold-internal')

    const [first] = mine.hook.received()
    const { headers = {}, body = '' } = first ?? {}
    const secret = mine.made.signing_secret ?? ''
    const timestamp = headers['webhook-timestamp'] ?? ''
    const standard = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${headers['webhook-id']}.${timestamp}.${body}`)
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${standard}`)
    const ours = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    expect(headers['x-webhook-signature']).toBe(`sha256=${ours}`)
    expect(headers).toMatchObject({
      authorization: 'Bearer abc123',
      'x-webhook-secret': 'Bearer abc123',
      'x-webhook-id': headers['webhook-id'],
      'x-webhook-topic': 'tracking-event',
      'x-webhook-attempt': '1',
      'x-webhook-meta': 'shop%204',
      'x-shop': 'cape',
      'content-type': 'application/json',
    })
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('includes the whole history with assignments, and no date that was still in the future', async () => {
    const { owner, hook } = await subscribed('tracking-event')
    const shipment = await p.given.shipment({ by: owner })
    const driver = await p.driver()
    p.runtime.setNow(new Date())
    for (const to of ['collection-assigned', 'collected', 'at-hub'] as const) {
      later(60)
      if (to === 'collection-assigned')
        await clerk.send(shipmentsApi.change, {
          id: shipment.id,
          collection_agent_id: driver.username,
          status: to,
        })
      else await moved(shipment.id, to)
    }
    // The bodies are composed only now, when the shipment has long been collected.
    await send()
    await send()
    await send()
    await send()
    const bodies = hook.bodies<{
      status: string
      shipment_collected_date: string | null
      tracking_events: { status: string }[]
    }>()
    const dates = new Map(bodies.map((body) => [body.status, body.shipment_collected_date]))
    expect(dates.get('submitted')).toBeNull()
    expect(dates.get('collected')).toEqual(expect.any(String))
    const last = bodies.find(({ status }) => status === 'at-hub')
    expect(last?.shipment_collected_date).toBe(dates.get('collected'))
    expect(last?.tracking_events.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['submitted', 'collection-assigned', 'collected', 'at-hub']),
    )
  })

  it('sends the company only the chosen statuses, for every account', async () => {
    const ofCompany = await subscribed('tracking-event', { notify_when: ['delivered'] }, clerk)
    const shipment = await p.given.shipment()
    await moved(shipment.id, 'collected')
    await moved(shipment.id, 'delivered')
    await send()
    expect(ofCompany.made.account_id).toBeNull()
    expect(ofCompany.hook.bodies().map(({ status }) => status)).toEqual(['delivered'])
    await clerk.send(webhooksApi.remove, { id: ofCompany.made.id })
  })

  it('sends external notes, parcels measured together, changed delivery addresses and invoices', async () => {
    const owner = await p.owner()
    const [notes, sizes, addresses, invoices] = [
      await subscribed('shipment-note', {}, owner),
      await subscribed('parcel-dimension-changes', {}, owner),
      await subscribed('shipment-address-changes', {}, owner),
      await subscribed('invoice-created', {}, owner),
    ]
    const shipment = await p.given.shipment({ by: owner })
    const parcels = shipment.parcels.map(({ id }) => ({ id, actual_weight_kg: 4.5, actual_length_cm: 44 }))
    await clerk.send(shipmentsApi.change, { id: shipment.id, parcels })
    await clerk.send(shipmentsApi.addNote, { id: shipment.id, message: 'Gate code 4', type: 'external' })
    await clerk.send(shipmentsApi.addNote, { id: shipment.id, message: 'For us', type: 'internal' })
    await clerk.send(shipmentsApi.change, {
      id: shipment.id,
      delivery_address: address('5 Long Street', 'City Centre', 'Cape Town', '8001', 'WC'),
    })
    await moved(shipment.id, 'collected')
    await moved(shipment.id, 'delivered')
    await clerk.send(billingApi.runInvoices, { account_id: shipment.account_id })
    await send()
    expect(notes.hook.bodies()).toMatchObject([
      { shipment_id: shipment.id, message: 'Gate code 4', type: 'external', attachments: { uploads: [] } },
    ])
    expect(sizes.hook.bodies()).toMatchObject([
      [
        {
          shipment_id: shipment.id,
          source: clerk.username,
          event_type: 'manual',
          length_cm: 44,
          weight_kg: 4.5,
        },
      ],
    ])
    expect(addresses.hook.bodies()).toMatchObject([
      {
        shipment_id: shipment.id,
        new_delivery_address: { street_address: '5 Long Street', city: 'Cape Town' },
      },
    ])
    expect(invoices.hook.bodies()).toMatchObject([{ account_id: shipment.account_id, status: 'open' }])
  })

  it('queues nothing when the transaction of the change is rolled back', async () => {
    const { owner, log } = await subscribed('tracking-event')
    const shipment = await p.given.shipment({ by: owner })
    const before = (await log()).length
    const failing = p.inTransaction(async (ctx) => {
      await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to: 'collected' })
      throw new Error('as planned')
    })
    await expect(failing).rejects.toThrow('as planned')
    expect(await log()).toHaveLength(before)
  })
})

describe('delivery to a failing receiver', () => {
  it('retries with the same body and id, and delays only later messages of the same shipment', async () => {
    const { owner, hook, log } = await subscribed('tracking-event', { notify_when: ['collected', 'at-hub'] })
    const other = await p.given.shipment({ by: owner })
    const shipment = await p.given.shipment({ by: owner })
    p.runtime.setNow(new Date())
    there.answerWith(hook.path, { status: 500, body: 'not now' })
    await moved(shipment.id, 'collected')
    await moved(shipment.id, 'at-hub')
    await send()
    const [, first] = await log()
    expect(first).toMatchObject({
      status: 'waiting',
      attempts: 1,
      status_code: 500,
      response_excerpt: 'not now',
    })
    const waitS = ((first?.next_attempt_time?.getTime() ?? 0) - p.runtime.runtime.clock().getTime()) / 1000
    expect(waitS).toBeGreaterThanOrEqual(retry_waits_s[0]! * 0.9)
    expect(waitS).toBeLessThanOrEqual(retry_waits_s[0]! * 1.1)
    // The later event of this shipment waits; that of another shipment does not.
    await moved(other.id, 'collected')
    await send()
    expect(hook.bodies().map(({ shipment_id }) => shipment_id)).toEqual([shipment.id, other.id])
    there.answerWith(hook.path, null)
    later(7)
    await send()
    await send()
    const mine = hook.received().filter(({ body }) => body.includes(`"shipment_id":${shipment.id},`))
    expect(mine.map(({ body }) => (JSON.parse(body) as { status: string }).status)).toEqual([
      'collected',
      'collected',
      'at-hub',
    ])
    expect(mine[1]?.body).toBe(mine[0]?.body)
    expect(mine[1]?.headers['webhook-id']).toBe(mine[0]?.headers['webhook-id'])
    expect(mine[1]?.headers['x-webhook-attempt']).toBe('2')
  })

  it('waits as long as Retry-After requests, fails after ten attempts, and can be sent again manually', async () => {
    const { owner, hook, log, now } = await subscribed('tracking-event', { notify_when: ['collected'] })
    const shipment = await p.given.shipment({ by: owner })
    p.runtime.setNow(new Date())
    there.answerWith(hook.path, { status: 503, headers: { 'retry-after': '3600' }, body: '' })
    await moved(shipment.id, 'collected')
    await send()
    const [delivery] = await log()
    expect((delivery?.next_attempt_time?.getTime() ?? 0) - p.runtime.runtime.clock().getTime()).toBe(
      3_600_000,
    )
    there.answerWith(hook.path, { status: 500, body: '' })
    for (const waitS of retry_waits_s) {
      later(Math.max(waitS * 1.1, 3600) + 900)
      await send()
    }
    expect(await log()).toMatchObject([{ status: 'failed', attempts: 10, next_attempt_time: null }])
    expect(await now()).toMatchObject({ is_active: true, consecutive_failures: 10, last_status_code: 500 })
    there.answerWith(hook.path, null)
    later(900)
    const [failed] = await log()
    expect(await owner.send(webhooksApi.retry, { id: [failed?.id ?? 0] })).toEqual({ queued: 1 })
    await send()
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: 1, status_code: 200 }])
    expect(await now()).toMatchObject({ consecutive_failures: 0 })
  })

  it('counts failures of simultaneous attempts once and does not pause', async () => {
    const { owner, hook, now } = await subscribed('tracking-event', { notify_when: ['collected'] })
    const shipments = await Promise.all(Array.from({ length: 8 }, () => p.given.shipment({ by: owner })))
    p.runtime.setNow(new Date())
    there.answerWith(hook.path, { status: 500, body: '' })
    for (const { id } of shipments) await moved(id, 'collected')
    await send()
    expect(hook.received()).toHaveLength(8)
    expect(await now()).toMatchObject({ consecutive_failures: 1, paused_until: null })
  })

  it('returns the end of the pause, and resumes after a manual retry or a delivered test', async () => {
    const { owner, hook, log, now } = await subscribed('tracking-event', {
      notify_when: ['collected', 'at-hub'],
    })
    const shipment = await p.given.shipment({ by: owner })
    p.runtime.setNow(new Date())
    there.answerWith(hook.path, { status: 500, body: '' })
    await moved(shipment.id, 'collected')
    const failFiveTimes = async () => {
      for (const waitS of [0, 7, 340, 2_000, 8_000]) {
        later(waitS)
        await send()
      }
    }
    await failFiveTimes()
    const paused = await now()
    expect(paused).toMatchObject({ is_active: true, consecutive_failures: 5 })
    expect(paused?.paused_until?.getTime()).toBe(p.runtime.runtime.clock().getTime() + 30_000)
    await moved(shipment.id, 'at-hub')
    const [latest] = await log()
    expect(latest).toMatchObject({ status: 'waiting', attempts: 0, next_attempt_time: paused?.paused_until })
    await send()
    expect(hook.received()).toHaveLength(5)

    await owner.send(webhooksApi.test, { id: paused?.id ?? 0 })
    expect(await now()).toMatchObject({ consecutive_failures: 5, paused_until: paused?.paused_until })
    there.answerWith(hook.path, null)
    const count = hook.received().length
    expect(await owner.send(webhooksApi.retry, { id: [latest?.id ?? 0] })).toEqual({ queued: 1 })
    expect(await now()).toMatchObject({ paused_until: null })
    await send()
    await send()
    // The earlier event is sent first.
    const bodies = hook.bodies().slice(count)
    expect(bodies.map(({ status }) => status)).toEqual(['collected', 'at-hub'])
    expect(await now()).toMatchObject({ consecutive_failures: 0 })

    there.answerWith(hook.path, { status: 500, body: '' })
    const other = await p.given.shipment({ by: owner })
    await moved(other.id, 'collected')
    await failFiveTimes()
    expect((await now())?.paused_until).not.toBeNull()
    there.answerWith(hook.path, null)
    await owner.send(webhooksApi.test, { id: paused?.id ?? 0 })
    expect(await now()).toMatchObject({ consecutive_failures: 0, paused_until: null })
    later(60)
    const waiting = await owner.send(webhooksApi.deliveries, {
      subscription_id: paused?.id ?? 0,
      status: ['waiting'],
    })
    for (const { next_attempt_time } of waiting.deliveries)
      expect(next_attempt_time?.getTime()).toBeGreaterThanOrEqual(p.runtime.runtime.clock().getTime())
  })

  it('sends a message again when its lease expires, and ignores the late result of the lost process', async () => {
    const { owner, hook, log } = await subscribed('tracking-event', { notify_when: ['submitted'] })
    p.runtime.setNow(new Date())
    await p.given.shipment({ by: owner })
    const until = new Date(p.runtime.runtime.clock().getTime() + 60_000)
    const [lost] = await p.inTransaction((ctx) => claimTasks(ctx, { token: 'lost', until, limit: 5 }))
    await send()
    expect(hook.received()).toEqual([])
    later(61)
    await send()
    expect(hook.received()).toHaveLength(1)
    const late = { status: 'failed', status_code: 500, answer: 'late', duration_ms: 1 } as const
    expect(lost && (await p.inTransaction((ctx) => endTry(ctx, lost, late)))).toBe(false)
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  it('sends a message after a repair when a clock that was ahead has postponed, claimed or paused it', async () => {
    const { owner, hook } = await subscribed('tracking-event', { notify_when: ['submitted'] })
    p.runtime.setNow(new Date())
    await p.given.shipment({ by: owner })
    const far = new Date(p.runtime.runtime.clock().getTime() + 40 * 86_400_000)
    await p.inTransaction(async ({ db }) => {
      await db.updateTable('integration_task').set({ run_after: far, leased_until: far }).execute()
      await db.updateTable('integration_health').set({ paused_until: far }).execute()
    })
    await send()
    expect(hook.received()).toEqual([])
    await repairTasks(await jobOf(p))
    await send()
    expect(hook.received()).toHaveLength(1)
  })

  it('switches a subscription off after a 410 or after five days without a success, and sends one email about it', async () => {
    for (const [status, days, reason] of [
      [410, 0, 'The receiver answered 410 (Gone). It accepts no more messages.'],
      [500, 6, 'No message was accepted for 5 days.'],
    ] as const) {
      const { owner, hook, now, made } = await subscribed('tracking-event')
      const shipment = await p.given.shipment({ by: owner })
      p.runtime.setNow(new Date())
      there.answerWith(hook.path, { status, body: '' })
      await send()
      later(days * 86_400)
      await send()
      expect(await now()).toMatchObject({ is_active: false, disabled_reason: reason })
      const count = hook.received().length
      await moved(shipment.id, 'collected')
      await send()
      expect(hook.received()).toHaveLength(count)
      await p.settle()
      const notices = mail.messages().filter(({ subject }) => subject.includes('was switched off'))
      expect(notices.filter(({ text }) => text.includes(made.delivery_url))).toHaveLength(1)
      const again = await owner.send(webhooksApi.change, { id: made.id, is_active: true })
      expect(again).toMatchObject({ is_active: true, disabled_reason: null })
    }
  })
})

describe('webhook subscriptions', () => {
  it('returns the secret once, and signs with both secrets for a day after a rotation', async () => {
    const { owner, hook, made } = await subscribed('shipment-note', { auth_key: 'Bearer kept' })
    expect(made.signing_secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(await list(owner, made.id)).toMatchObject([{ auth_key: '***' }])
    expect((await list(owner, made.id))[0]?.signing_secret).toBeUndefined()
    p.runtime.setNow(new Date())
    const renewed = await owner.send(webhooksApi.rotate, { id: made.id })
    expect(renewed.signing_secret).not.toBe(made.signing_secret)
    const tested = await owner.send(webhooksApi.test, { id: made.id })
    expect(tested).toMatchObject({ status: 'delivered', status_code: 200, is_test: true })
    later(90_000)
    await owner.send(webhooksApi.test, { id: made.id })
    const [rotating, after] = hook.received()
    expect(rotating?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    const former = createHmac('sha256', made.signing_secret ?? '')
      .update(`${rotating?.headers['x-webhook-timestamp']}.${rotating?.body}`)
      .digest('hex')
    expect(rotating?.headers['x-webhook-signature-previous']).toBe(`sha256=${former}`)
    expect(renewed.previous_secret_until?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(after?.headers['x-webhook-signature-previous']).toBeUndefined()
    expect(after?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    expect(after?.headers).toMatchObject({ authorization: 'Bearer kept', 'x-webhook-test': 'true' })
    await owner.send(webhooksApi.change, { id: made.id, auth_key: '***', meta: 'x' })
    expect(await list(owner, made.id)).toMatchObject([{ auth_key: '***', meta: 'x' }])
    expect(await owner.send(webhooksApi.change, { id: made.id, auth_key: '' })).toMatchObject({
      auth_key: '',
    })
  })

  it('sends the stored authorization only to the host that it was entered for', async () => {
    const { id: accountId } = await p.given.account()
    const owner = await p.owner(accountId)
    const { hook, made } = await subscribed('shipment-note', { auth_key: 'Bearer kept' }, owner)
    const key = await p.apiKey(accountId)
    const to = (url: string, more: object = {}) =>
      key.send(webhooksApi.change, { id: made.id, delivery_url: url, ...more })
    expect((await to(`${hook.url}?the-same-host`)).auth_key).toBe('***')
    const elsewhere = hook.url.replace('127.0.0.1', 'localhost')
    expect(await errorOf(to(elsewhere, { auth_key: '***' }))).toEqual({
      status: 400,
      message: 'The host has changed. Enter the authorization again.',
    })
    expect((await to(elsewhere)).auth_key).toBe('')
    await owner.send(webhooksApi.test, { id: made.id })
    const [sent] = hook.received()
    expect(sent?.headers.authorization).toBeUndefined()
    expect(sent?.headers['x-webhook-secret']).toBeUndefined()
    expect((await to(hook.url, { auth_key: 'Bearer new' })).auth_key).toBe('***')
  })

  it('signs the first attempt after a rotation with the previous secret in the older header, and later ones with the new secret', async () => {
    const { owner, hook, made } = await subscribed('shipment-note')
    const shipment = await p.given.shipment({ by: owner })
    p.runtime.setNow(new Date())
    const { signing_secret: renewed = '' } = await owner.send(webhooksApi.rotate, { id: made.id })
    there.answerWith(hook.path, { status: 401, body: '' })
    const note = { shipment_id: shipment.id, message: 'Gate code 4821', type: 'external' as const }
    await clerk.send(shipmentsApi.addNote, note)
    await send()
    there.answerWith(hook.path, null)
    later(7)
    await send()
    later(86_400)
    await clerk.send(shipmentsApi.addNote, { ...note, message: 'Gate is open' })
    await send()
    const signedBy = ({ headers, body }: ReturnType<typeof hook.received>[number]) =>
      [made.signing_secret ?? '', renewed].findIndex((secret) => {
        const signed = `${headers['x-webhook-timestamp']}.${body}`
        const hex = createHmac('sha256', secret).update(signed).digest('hex')
        return headers['x-webhook-signature'] === `sha256=${hex}`
      })
    expect(hook.received().map(signedBy)).toEqual([0, 1, 1])
  })

  it('lists a subscription only for its account and staff, and returns 404 for every action of another account', async () => {
    const { owner, made, log } = await subscribed('shipment-note')
    await owner.send(webhooksApi.test, { id: made.id })
    const [delivery] = await log()
    const stranger = await p.owner()
    expect((await list(stranger)).map(({ id }) => id)).not.toContain(made.id)
    for (const refused of [
      () => stranger.send(webhooksApi.change, { id: made.id, meta: 'x' }),
      () => stranger.send(webhooksApi.remove, { id: made.id }),
      () => stranger.send(webhooksApi.test, { id: made.id }),
      () => stranger.send(webhooksApi.rotate, { id: made.id }),
      () => stranger.send(webhooksApi.deliveries, { subscription_id: made.id }),
      () => stranger.send(webhooksApi.retry, { id: [delivery?.id ?? 0] }),
    ])
      expect(await errorOf(refused())).toMatchObject({ status: 404 })
    expect((await list(clerk, made.id))[0]).toMatchObject({
      account_name: expect.stringContaining('Account'),
    })
  })

  it('returns 403 to customers of a company that does not offer webhooks', async () => {
    const { owner, made } = await subscribed('shipment-note')
    const { pool } = p.runtime.runtime
    const features = (change: string) =>
      pool.query(
        `UPDATE provider SET enabled_features = ${change}(enabled_features, 'webhooks') WHERE id = $1`,
        [p.provider_id],
      )
    await features('array_remove')
    expect(await errorOf(owner.send(webhooksApi.list, {}))).toEqual({
      status: 403,
      message: 'Webhooks are not offered to customers of this company.',
    })
    expect(await errorOf(owner.send(webhooksApi.test, { id: made.id }))).toMatchObject({ status: 403 })
    expect(await list(clerk, made.id)).toHaveLength(1)
    await features('array_append')
    expect(await list(owner, made.id)).toHaveLength(1)
  })

  it('rejects invalid fields with 400 and a stale change with 409', async () => {
    const owner = await p.owner()
    const good = receiver().url
    for (const [input, sentence] of [
      [
        { topic: 'shipment-note', delivery_url: 'nowhere' },
        'This is not an address. Write it like https://example.co.za/hook.',
      ],
      [{ topic: 'shipment-note', delivery_url: '' }, 'Enter the address to send to.'],
      [
        { topic: 'shipment-note', delivery_url: good, notify_when: ['delivered'] },
        'Statuses can be chosen for tracking events only.',
      ],
      [
        { topic: 'tracking-event', delivery_url: good, headers: { Host: 'x' } },
        'The header Host is reserved. Choose another name.',
      ],
    ] as const)
      expect(await errorOf(owner.send(webhooksApi.create, input as never))).toEqual({
        status: 400,
        message: sentence,
      })
    const { made } = await subscribed('shipment-note', {}, owner)
    await owner.send(webhooksApi.change, { id: made.id, version: made.version, meta: 'a' })
    const stale = owner.send(webhooksApi.change, { id: made.id, version: made.version, meta: 'b' })
    expect(await errorOf(stale)).toMatchObject({ status: 409 })
  })

  it('[AUD-017] writes a subscription to the audit log without its secrets', async () => {
    const { made } = await subscribed('shipment-note', { auth_key: 'Bearer very-secret' })
    const { audit_events } = await clerk.send(auditApi.events, {
      type: 'webhook_subscription',
      object_id: String(made.id),
    })
    expect(audit_events).toHaveLength(1)
    const text = JSON.stringify(audit_events)
    expect(text).toContain(made.delivery_url)
    expect(text).not.toContain('very-secret')
    expect(text).not.toContain('whsec_')
  })
})
