import { approval_life_ms } from '@waybill/domain/controls/approval'
import { randomUUID } from 'node:crypto'
import { role_ids } from '@waybill/domain/kit/actor'
import { afterEach, describe, expect, it } from 'vitest'
import { insertSession } from '../identity/index.ts'
import { purge } from './purge.ts'
import { Scheduler, type Schedule } from './schedule.ts'
import { schedules } from '../main/schedules.ts'
import { runSchedules } from '../../dev/test-kit/job.ts'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'

const hour = 3_600_000
const day = 24 * hour
const start = new Date('2030-03-04T10:30:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

afterEach(async () => (await testRuntime()).setNow(null))

/** Runs the purge for one company, or more, at a given time. */
async function purgeAt(p: TestProvider, now: Date, ...others: readonly TestProvider[]): Promise<void> {
  p.runtime.setNow(now)
  await runSchedules([{ name: 'purge', every_ms: hour, run: purge }], p, ...others)
}

async function storeKeys(p: TestProvider, paths: readonly string[], count = 1): Promise<void> {
  const rows = paths.flatMap((path) =>
    Array.from({ length: count }, () => ({
      provider_id: p.provider_id,
      scope: `user 7 POST ${path}`,
      key: randomUUID(),
      body_digest: 'x',
      time_created: start,
    })),
  )
  await p.inTransaction((ctx) => ctx.db.insertInto('idempotency_key').values(rows).execute())
}

const keysOf = (p: TestProvider) =>
  p.inTransaction(async (ctx) =>
    (await ctx.db.selectFrom('idempotency_key').select('scope').orderBy('scope').execute()).map(
      (row) => row.scope.split(' ')[3],
    ),
  )

describe('purge job', () => {
  it('is scheduled every hour', () => {
    expect(schedules.find((one) => one.run === purge)).toMatchObject({ name: 'purge', every_ms: hour })
  })

  it('keeps idempotency keys for 48 hours, and those of drivers and scanners for 14 days', async () => {
    const p = await newProvider()
    const field = ['/drivers/actions', '/shipments/pod', '/tracking/shipment-events']
    const served = p.runtime.runtime.routes.map(({ endpoint }) => endpoint.path)
    expect(served).toEqual(expect.arrayContaining(field))
    await storeKeys(p, ['/shipments', ...field])
    await purgeAt(p, after(47 * hour))
    expect(await keysOf(p)).toContain('/shipments')
    await purgeAt(p, after(49 * hour))
    expect(await keysOf(p)).toEqual(field)
    await purgeAt(p, after(13 * day))
    expect(await keysOf(p)).toEqual(field)
    await purgeAt(p, after(15 * day))
    expect(await keysOf(p)).toEqual([])
  })

  it('keeps the idempotency key of a call that waits for approval as long as it can be approved', async () => {
    const p = await newProvider()
    await storeKeys(p, ['/billing/credit-notes', '/billing/invoices/run'])
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('idempotency_key')
        .set({ status: 202 })
        .where('scope', '=', 'user 7 POST /billing/credit-notes')
        .execute(),
    )
    await purgeAt(p, after(approval_life_ms - hour))
    expect(await keysOf(p)).toEqual(['/billing/credit-notes'])
    await purgeAt(p, after(15 * day))
    expect(await keysOf(p)).toEqual([])
  })

  it('keeps payment notices for a year, and refused ones for 30 days', async () => {
    const p = await newProvider()
    const notice = (result: string, digest: string) => ({
      provider_id: p.provider_id,
      gateway: 'payfast' as const,
      digest,
      body: 'x',
      headers: '{}',
      address: '127.0.0.1',
      result,
      time_created: start,
    })
    const rows = [notice('complete', 'a'), notice('refused: the signature is wrong', 'b')]
    await p.inTransaction((ctx) => ctx.db.insertInto('payment_notice').values(rows).execute())
    const stored = () =>
      p.inTransaction(async (ctx) =>
        (await ctx.db.selectFrom('payment_notice').select('digest').orderBy('digest').execute()).map(
          ({ digest }) => digest,
        ),
      )
    await purgeAt(p, after(29 * day))
    expect(await stored()).toEqual(['a', 'b'])
    await purgeAt(p, after(31 * day))
    expect(await stored()).toEqual(['a'])
    await purgeAt(p, after(366 * day))
    expect(await stored()).toEqual([])
  })

  it('keeps reports of locker networks for 90 days', async () => {
    const p = await newProvider()
    const report = {
      provider_id: p.provider_id,
      network: 'bob-box' as const,
      event_id: 'one',
      network_reference: 'R-1',
      kind: 'deposit' as const,
      party: 'courier' as const,
      door: '',
      occurred_at: start,
      time_received: start,
    }
    await p.inTransaction((ctx) => ctx.db.insertInto('locker_event').values(report).execute())
    const stored = () =>
      p.inTransaction(
        async (ctx) => (await ctx.db.selectFrom('locker_event').select('event_id').execute()).length,
      )
    await purgeAt(p, after(89 * day))
    expect(await stored()).toBe(1)
    await purgeAt(p, after(91 * day))
    expect(await stored()).toBe(0)
  })

  it('removes more rows than one batch, and keeps rows that another company still needs', async () => {
    const p = await newProvider()
    const other = await newProvider()
    await storeKeys(p, ['/shipments'], 2_300)
    await other.inTransaction((ctx) =>
      ctx.db
        .insertInto('idempotency_key')
        .values({
          provider_id: other.provider_id,
          scope: 'user 7 POST /shipments',
          key: 'fresh',
          body_digest: 'x',
          time_created: after(2 * day),
        })
        .execute(),
    )
    await purgeAt(p, after(3 * day), other)
    expect(await keysOf(p)).toEqual([])
    expect(await keysOf(other)).toEqual(['/shipments'])
  })

  it('keeps ended sessions for a year, and active ones', async () => {
    const p = await newProvider()
    const user = await p.user(role_ids.administrator)
    const remain = () =>
      p.inTransaction(async (ctx) =>
        (await ctx.db.selectFrom('session').select('device').where('device', '<>', 'test').execute()).map(
          (row) => row.device,
        ),
      )
    p.runtime.setNow(start)
    await p.inTransaction(async (ctx) => {
      for (const [device, timeExpires] of [
        ['ran out', after(day)],
        ['ended', after(900 * day)],
        ['runs', after(900 * day)],
      ] as const)
        await insertSession(ctx, {
          user_id: user.user_id,
          token_digest: randomUUID(),
          time_expires: timeExpires,
          device,
        })
      await ctx.db.updateTable('session').set({ time_revoked: start }).where('device', '=', 'ended').execute()
    })
    await purgeAt(p, after(364 * day))
    expect((await remain()).sort()).toEqual(['ended', 'ran out', 'runs'])
    await purgeAt(p, after(367 * day))
    expect(await remain()).toEqual(['runs'])
  })

  it('keeps failed outbox entries for 90 days and never removes waiting ones', async () => {
    const p = await newProvider()
    await p.inTransaction(async (ctx) => {
      const line = {
        provider_id: p.provider_id,
        event: 'e',
        payload: '{}',
        request_id: 'r',
        time_created: start,
        next_attempt_at: after(900 * day),
      }
      await ctx.db
        .insertInto('outbox')
        .values([
          { ...line, listener: 'dead', dead_at: start },
          { ...line, listener: 'waits' },
        ])
        .execute()
    })
    const remain = () =>
      p.inTransaction(async (ctx) =>
        (await ctx.db.selectFrom('outbox').select('listener').orderBy('id').execute()).map(
          (row) => row.listener,
        ),
      )
    await purgeAt(p, after(89 * day))
    expect(await remain()).toEqual(['dead', 'waits'])
    await purgeAt(p, after(91 * day))
    expect(await remain()).toEqual(['waits'])
  })

  it('runs a schedule once per due time across several processes', async () => {
    const p = await newProvider()
    p.runtime.setNow(start)
    let runs = 0
    const job: Schedule = { name: `count ${randomUUID()}`, every_ms: hour, run: async () => void (runs += 1) }
    const providers = async () => {
      const { rows } = await p.runtime.runtime.pool.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM provider WHERE status <> 'closed'",
      )
      return rows[0]?.count
    }
    await Promise.all([1, 2, 3].map(() => new Scheduler(p.runtime.runtime, [job]).runDue()))
    expect(runs).toBe(await providers())
  })
})
