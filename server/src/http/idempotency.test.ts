import { accountsApi } from '@waybill/domain/accounts/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { digestOf } from '../kit/sealer.ts'
import {
  booking,
  newProvider,
  type Caller,
  type Reply,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'

/** Idempotency keys, and concurrent requests. */

let p: TestProvider
let account_id: number
let key: Caller

beforeAll(async () => {
  p = await newProvider()
  account_id = (await p.given.account()).id
  key = await p.apiKey(account_id)
})

const shipments = () =>
  p.inTransaction(async (ctx) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM shipment`.execute(ctx.db)
    return rows[0]?.n ?? 0
  })

const sent = (more: object = {}) => {
  const { account_id: _account, ...body } = booking()
  return { ...body, ...more }
}
const book = (repeatKey: string, body: unknown = sent()) =>
  key.http('POST', '/shipments', body, { 'idempotency-key': repeatKey })
const referenceOf = (reply: Reply) =>
  (reply.body as { short_tracking_reference: string }).short_tracking_reference
const messageOf = (reply: Reply) => (reply.body as { message: string }).message

describe('requests with the same idempotency key', () => {
  it('return the same response and book once when the body is equal', async () => {
    const before = await shipments()
    const first = await book('order-1')
    const again = await book('order-1', Object.fromEntries(Object.entries(sent()).reverse()))
    expect(first.status).toBe(200)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(again.status).toBe(200)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await shipments()).toBe(before + 1)
  })

  it('return 422 and change nothing when the body differs', async () => {
    await book('order-2')
    const before = await shipments()
    const other = await book('order-2', sent({ customer_reference: 'another' }))
    expect(other.status).toBe(422)
    expect(other.body).toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining('Use a new key.'),
    })
    expect(await shipments()).toBe(before)
  })

  it('store neither the API key of the response nor a plain digest of the body', async () => {
    const staff = await p.staff()
    const make = () =>
      staff.http('POST', '/users/api-keys', { name: 'Shop' }, { 'idempotency-key': 'make a key' })
    const made = await make()
    expect(made.status).toBe(200)
    const { api_key } = made.body as { api_key: string }
    expect((await make()).body).toEqual(made.body)
    const rows = await p.inTransaction((ctx) =>
      ctx.db.selectFrom('idempotency_key').selectAll().where('key', '=', 'make a key').execute(),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(api_key)
    expect(rows[0]?.body_digest).not.toBe(digestOf(JSON.stringify({ name: 'Shop' })))
  })

  it('are independent for different callers', async () => {
    const other = await p.apiKey(account_id)
    const mine = await book('order-3')
    const theirs = await other.http('POST', '/shipments', sent(), { 'idempotency-key': 'order-3' })
    expect(theirs.headers['idempotent-replayed']).toBeUndefined()
    expect(referenceOf(theirs)).not.toBe(referenceOf(mine))
  })

  it('book once and return the same reference for twenty concurrent requests', async () => {
    const before = await shipments()
    const replies = await Promise.all(Array.from({ length: 20 }, () => book('order-4')))
    expect(await shipments()).toBe(before + 1)
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    expect(new Set(replies.map(referenceOf)).size).toBe(1)
    expect(replies.filter((reply) => reply.headers['idempotent-replayed'] === 'true')).toHaveLength(19)
  })

  it('can be retried after an error, which is not stored', async () => {
    const refused = await book('order-5', sent({ parcels: [] }))
    expect(refused.status).toBe(400)
    const corrected = await book('order-5')
    expect(corrected.status).toBe(200)
    expect(corrected.headers['idempotent-replayed']).toBeUndefined()
  })

  it('return 400 when the key is too long or not printable', async () => {
    expect((await book('x'.repeat(255))).status).toBe(200)
    for (const bad of ['x'.repeat(256), 'naïve', 'tab\there']) {
      const reply = await book(bad)
      expect(reply.status, bad.slice(0, 10)).toBe(400)
      expect(messageOf(reply)).toBe('The Idempotency-Key header must have 1 to 255 printable characters.')
    }
  })

  it('are replayed for notes, cancellations, deletions and changes', async () => {
    const shipment = await p.given.shipment({ account_id })
    const twice = async (method: string, path: string, body: object) => {
      const headers = { 'idempotency-key': `${method} ${path} ${shipment.id}` }
      const first = await key.http(method, path, body, headers)
      const again = await key.http(method, path, body, headers)
      expect(again.status, path).toBe(first.status)
      expect(again.headers['idempotent-replayed'], path).toBe('true')
      return first
    }
    const note = await twice('POST', '/shipments/notes', { shipment_id: shipment.id, message: 'Ring' })
    expect((await key.send(shipmentsApi.notes, { shipment_id: shipment.id })).count).toBe(1)
    const gone = await twice('DELETE', '/shipments/notes', { id: (note.body as { id: number }).id })
    expect(gone.status).toBe(204)
    await twice('POST', '/shipments/cancel', { id: shipment.id })
    await twice('PATCH', '/shipments', {
      id: (await p.given.shipment({ account_id })).id,
      customer_reference: 'PO 9',
    })
  })

  it('are not replayed for quotes, which store nothing', async () => {
    const body = { ...sent(), declared_value: 0 }
    const headers = { 'idempotency-key': 'quote-1' }
    await key.http('POST', '/rates', body, headers)
    const again = await key.http('POST', '/rates', body, headers)
    expect(again.status).toBe(200)
    expect(again.headers['idempotent-replayed']).toBeUndefined()
  })
})

describe('concurrent requests', () => {
  it('book exactly as many shipments as a prepaid balance covers', async () => {
    const price = (await p.given.shipment({ account_id })).rate ?? 0
    const prepaid = await p.given.account({ account_type: 'prepaid', credit_limit: 0, balance: 10 * price })
    const caller = await p.apiKey(prepaid.id)
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => caller.http('POST', '/shipments', sent())),
    )
    const booked = replies.filter((reply) => reply.status === 200)
    const refused = replies.filter((reply) => reply.status !== 200)
    expect(booked).toHaveLength(10)
    expect(new Set(refused.map((reply) => `${reply.status} ${messageOf(reply)}`))).toEqual(
      new Set(['400 Insufficient funds. Please top up your account.']),
    )
    const { accounts } = await (await p.staff()).send(accountsApi.list, { id: [prepaid.id] })
    expect(accounts[0]?.balance).toBe(0)
    expect((await caller.send(shipmentsApi.list, {})).count).toBe(10)
  })

  it('give thirty bookings thirty different references', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => key.http('POST', '/shipments', sent())),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    expect(new Set(replies.map(referenceOf)).size).toBe(30)
  })

  it('book a custom reference once and report it as used for the other requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        key.http('POST', '/shipments', sent({ custom_tracking_reference: 'RACE-0001' })),
      ),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    for (const reply of replies.filter((one) => one.status !== 200)) {
      expect(reply.status).toBe(400)
      expect(messageOf(reply)).toBe('The reference RACE-0001 is already used. Choose another one.')
    }
  })

  it('number returns of one shipment without gaps or duplicates', async () => {
    const original = await p.given.shipment({ account_id })
    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        key.http(
          'POST',
          '/shipments',
          sent({ is_return: true, short_tracking_reference: original.short_tracking_reference }),
        ),
      ),
    )
    const base = original.short_tracking_reference
    expect(
      replies
        .map((reply) => (reply.body as { custom_tracking_reference: string }).custom_tracking_reference)
        .sort(),
    ).toEqual([`${base}-R`, `${base}-R2`, `${base}-R3`, `${base}-R4`, `${base}-R5`])
  })

  it('apply either a status change or a cancellation, never both', async () => {
    const admin = await p.apiKey()
    const staff = await p.staff()
    for (let round = 0; round < 5; round += 1) {
      const { id } = await p.given.shipment({ account_id, status: 'out-for-delivery' })
      const [delivered, cancelled] = await Promise.all([
        admin.http('PATCH', '/shipments', { id, status: 'delivered' }),
        key.http('POST', '/shipments/cancel', { id }),
      ])
      const { shipments: found } = await staff.send(shipmentsApi.list, { id: [id] })
      expect(delivered.status).toBe(200)
      expect(cancelled.status).toBe(400)
      expect(found[0]?.status).toBe('delivered')
    }
    for (let round = 0; round < 5; round += 1) {
      const { id } = await p.given.shipment({ account_id, status: 'collection-assigned' })
      const replies = await Promise.all([
        admin.http('PATCH', '/shipments', { id, status: 'collected' }),
        key.http('POST', '/shipments/cancel', { id }),
      ])
      const [lost, ...others] = replies.filter((reply) => reply.status !== 200)
      expect(others).toEqual([])
      const { shipments: found } = await staff.send(shipmentsApi.list, { id: [id] })
      expect(found[0]?.status).toBe(replies[0].status === 200 ? 'collected' : 'cancelled')
      expect(messageOf(lost as Reply)).toBe(
        replies[0].status === 200
          ? 'A shipment that has been collected can no longer be cancelled.'
          : 'You may not bring back a cancelled shipment.',
      )
    }
  })

  it('keep all changes when different fields are changed at the same time', async () => {
    const { id } = await p.given.shipment({ account_id })
    await Promise.all([
      key.http('PATCH', '/shipments', { id, customer_reference: 'PO 1' }),
      key.http('PATCH', '/shipments', { id, special_instructions_delivery: 'Gate 4' }),
      key.http('PATCH', '/shipments', { id, special_instructions_collection: 'Dock 2' }),
    ])
    const { shipments: found } = await key.send(shipmentsApi.list, { id: [id] })
    expect(found[0]).toMatchObject({
      customer_reference: 'PO 1',
      special_instructions_delivery: 'Gate 4',
      special_instructions_collection: 'Dock 2',
    })
  })
})
