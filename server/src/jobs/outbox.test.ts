import { randomUUID } from 'node:crypto'
import { paymentNoticed } from '@waybill/domain/payments/events'
import { shipmentBooked } from '@waybill/domain/shipments/events'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mailPort } from '../kit/mail/index.ts'
import { insertNotice } from '../payments/store.ts'
import { OutboxWorker } from './outbox.ts'
import type { Runtime } from '../kit/runtime.ts'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'

const soon = { timeout: 10_000, interval: 20 }
const began = Date.parse('2031-03-04T10:00:00Z')

let p: TestProvider
let runtime: Runtime
beforeAll(async () => {
  p = await newProvider()
  runtime = p.runtime.runtime
})
afterEach(async () => {
  p.runtime.setNow(null)
  await runtime.pool.query('DELETE FROM outbox')
})

const at = (seconds: number): void => p.runtime.setNow(new Date(began + seconds * 1_000))

/** Creates jobs that run until they are released, and a worker with its own listeners for them. */
function heldJobs({ run_limit_ms = 3_600_000 } = {}) {
  const running: string[] = []
  const held: { name: string; release: () => void }[] = []
  let isOpen = false
  const hold = (payload: unknown): Promise<void> => {
    const name = String(payload)
    running.push(name)
    return isOpen ? Promise.resolve() : new Promise((resolve) => held.push({ name, release: resolve }))
  }
  const listener = (name: string) => ({
    event: shipmentBooked,
    when: 'after commit' as const,
    listener: name,
    concerns: () => true,
    keyOf: String,
    run: (_ctx: unknown, payload: unknown) => hold(payload),
  })
  const worker = () =>
    new OutboxWorker({ ...runtime, subscribers: [listener('held'), listener('other')] }, { run_limit_ms })
  const release = (wanted?: string): void =>
    held.filter(({ name }) => name === (wanted ?? name)).forEach((one) => one.release())
  const releaseAll = (): void => {
    isOpen = true
    release()
  }
  return { running, release, releaseAll, worker }
}

async function add(providerId: number, name: string, more: { listener?: string; object?: string } = {}) {
  await runtime.pool.query(
    `INSERT INTO outbox (provider_id, event, listener, object_key, payload, request_id, next_attempt_at)
      VALUES ($1, 'shipmentBooked', $2, $3, to_jsonb($4::text), 'test', $5)`,
    [providerId, more.listener ?? 'held', more.object ?? name, name, new Date(began)],
  )
}

const stored = async () =>
  (
    await runtime.pool.query<{ attempts: number; last_error: string | null; leased_until: Date | null }>(
      'SELECT attempts, last_error, leased_until FROM outbox ORDER BY id',
    )
  ).rows

describe('outbox lanes', () => {
  it('process a payment notice while every mail hangs', async () => {
    const mails: (() => void)[] = []
    let isOpen = false
    runtime.adapters.set(mailPort.name, {
      async send() {
        if (!isOpen) await new Promise<void>((resolve) => mails.push(resolve))
        return { message_id: randomUUID() }
      },
    })
    for (let one = 0; one < 7; one += 1) await p.given.shipment()
    const draining = p.settle()
    await expect.poll(() => mails.length, soon).toBeGreaterThanOrEqual(6)
    const noticeId = await p.inTransaction(async (ctx) => {
      const id = await insertNotice(ctx, {
        gateway: 'payfast',
        digest: randomUUID(),
        body: 'm_payment_id=1',
        headers: {},
        address: '127.0.0.1',
        result: '',
      })
      await ctx.emit(paymentNoticed, { notice_id: id ?? 0, key: 'payfast 1' })
      return id
    })
    const checking = p.settle()
    const result = async () =>
      (
        await runtime.pool.query<{ result: string }>('SELECT result FROM payment_notice WHERE id = $1', [
          noticeId,
        ])
      ).rows[0]?.result
    await expect.poll(result, soon).toMatch(/^refused/)
    isOpen = true
    for (const send of mails) send()
    await Promise.all([draining, checking])
    expect(await stored()).toEqual([])
  })

  it('leave places for other companies and listeners when one company uses all its places', async () => {
    const q = await newProvider()
    const { running, releaseAll, worker } = heldJobs()
    at(1)
    for (let one = 1; one <= 10; one += 1) await add(p.provider_id, `p${one}`)
    const outbox = worker()
    const draining = outbox.drain()
    await expect.poll(() => running.length, soon).toBe(6)
    await add(q.provider_id, 'q1')
    await add(p.provider_id, 'other1', { listener: 'other' })
    const again = outbox.drain()
    await expect.poll(() => running.slice(6).toSorted(), soon).toEqual(['other1', 'q1'])
    releaseAll()
    await Promise.all([draining, again])
    expect(running).toHaveLength(12)
  })

  it('alternate between companies, even when one has waited longer', async () => {
    const q = await newProvider()
    const { running, releaseAll, worker } = heldJobs()
    at(1)
    for (let one = 1; one <= 9; one += 1) await add(p.provider_id, `p${one}`)
    for (let one = 1; one <= 3; one += 1) await add(q.provider_id, `q${one}`)
    const draining = worker().drain()
    await expect.poll(() => running.length, soon).toBe(8)
    expect(running.toSorted()).toEqual(['p1', 'p2', 'p3', 'p4', 'p5', 'q1', 'q2', 'q3'])
    releaseAll()
    await draining
  })

  it('run the jobs of one object one after the other, in parallel with other objects', async () => {
    const { running, release, releaseAll, worker } = heldJobs()
    at(1)
    await add(p.provider_id, 'first', { object: 'a' })
    await add(p.provider_id, 'second', { object: 'a' })
    await add(p.provider_id, 'elsewhere', { object: 'b' })
    const draining = worker().drain()
    await expect.poll(() => running.toSorted(), soon).toEqual(['elsewhere', 'first'])
    release('first')
    await expect.poll(() => running.at(-1), soon).toBe('second')
    releaseAll()
    expect(await draining).toBe(3)
  })
})

describe('jobs of one object', () => {
  it('start with the first one, also when it failed and is due later than those behind it', async () => {
    const { running, release, releaseAll, worker } = heldJobs()
    at(5)
    for (const name of ['first', 'second', 'third']) await add(p.provider_id, name, { object: 'a' })
    await runtime.pool.query('UPDATE outbox SET next_attempt_at = $1 WHERE payload = $2', [
      new Date(began + 2_000),
      '"first"',
    ])
    const draining = worker().drain()
    await expect.poll(() => running, soon).toEqual(['first'])
    release('first')
    await expect.poll(() => running, soon).toEqual(['first', 'second'])
    releaseAll()
    expect(await draining).toBe(3)
  })
})

describe('job leases', () => {
  it('read each waiting job at most a few times, also when the outbox was last analysed while it was empty', async () => {
    const client = await runtime.pool.connect()
    try {
      await client.query('ANALYZE outbox')
      await client.query('BEGIN')
      await client.query(
        `INSERT INTO outbox (provider_id, event, listener, object_key, payload, request_id, next_attempt_at)
          SELECT $1, 'shipmentBooked', 'held', n::text, '1', 'test', now() FROM generate_series(1, 400) n`,
        [p.provider_id],
      )
      const read = async () => {
        const { rows } = await client.query<{ tuples: number }>(
          `SELECT (seq_tup_read + idx_tup_fetch)::int AS tuples FROM pg_stat_xact_user_tables WHERE relname = 'outbox'`,
        )
        return rows[0]?.tuples ?? 0
      }
      const before = await read()
      const { rows } = await client.query(
        `SELECT id FROM lease_outbox(now() + interval '1 minute', 'token', now(), 8, 6, '{}', '{}', '{}')`,
      )
      expect(rows).toHaveLength(6)
      expect((await read()) - before).toBeLessThan(400 * 3)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('are renewed while the job runs, so that no other worker takes it', async () => {
    const { running, releaseAll, worker } = heldJobs()
    const [holder, other] = [worker(), worker()]
    at(1)
    await add(p.provider_id, 'long')
    const draining = holder.drain()
    await expect.poll(() => running, soon).toEqual(['long'])
    for (const seconds of [41, 81, 121]) {
      at(seconds)
      await holder.renewLeases()
      expect(await other.drain()).toBe(0)
    }
    at(180)
    expect(await other.drain()).toBe(0)
    releaseAll()
    await draining
    expect(running).toEqual(['long'])
    expect(await stored()).toEqual([])
  })

  it('expire when not renewed; the worker that lost the lease records nothing', async () => {
    const [lost, next] = [heldJobs(), heldJobs()]
    at(1)
    await add(p.provider_id, 'long')
    const late = lost.worker().drain()
    await expect.poll(() => lost.running, soon).toEqual(['long'])
    at(62)
    const takenOver = next.worker().drain()
    await expect.poll(() => next.running, soon).toEqual(['long'])
    lost.releaseAll()
    await late
    expect(await stored()).toMatchObject([{ attempts: 2, last_error: null }])
    next.releaseAll()
    await takenOver
    expect(await stored()).toEqual([])
  })

  it('end after the run limit, and the job is tried again', async () => {
    const { running, releaseAll, worker } = heldJobs({ run_limit_ms: 0 })
    const outbox = worker()
    at(1)
    await add(p.provider_id, 'hangs')
    const draining = outbox.drain()
    await expect.poll(() => running.length, soon).toBe(1)
    await outbox.renewLeases()
    expect(await stored()).toEqual([
      { attempts: 1, last_error: 'The job did not finish in time.', leased_until: null },
    ])
    at(60)
    const again = outbox.drain()
    await expect.poll(() => running.length, soon).toBe(2)
    releaseAll()
    await Promise.all([draining, again])
    expect(await stored()).toEqual([])
  })
})
