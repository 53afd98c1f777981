import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OutboxWorker } from '../src/jobs/outbox.ts'
import { Scheduler, type Schedule } from '../src/jobs/schedule.ts'
import { openTestRuntime, type TestRuntime } from '../dev/test-kit/runtime.ts'
import { day_ms, minute_ms } from '@waybill/domain/kit/dates/durations'

const began = Date.parse('2030-03-04T10:00:30Z')

describe('a clock that jumps ahead and back', () => {
  let test: TestRuntime
  const at = (ms: number): void => test.setNow(new Date(began + ms))
  beforeAll(async () => {
    test = await openTestRuntime()
  })
  afterAll(() => test.close())

  /** Creates a schedule that runs every minute and records the minutes after the start at which it ran. */
  function scheduled() {
    const ran: number[] = []
    const job: Schedule = {
      name: `job ${randomUUID()}`,
      every_ms: minute_ms,
      providers: async () => [1],
      run: async (ctx) => {
        ran.push(Math.floor((ctx.now.getTime() - began) / minute_ms))
      },
    }
    return { ran, job, look: () => new Scheduler(test.runtime, [job]).runDue() }
  }

  it('does not block schedules: each runs once at its next due time', async () => {
    const { ran, look } = scheduled()
    for (const minute of [0, 1]) {
      at(minute * minute_ms)
      await look()
    }
    at(40 * day_ms)
    await look()
    for (const minute of [2, 2, 3]) {
      at(minute * minute_ms)
      await look()
    }
    expect(ran).toEqual([0, 1, 40 * 24 * 60, 2, 3])
  })

  it('runs a schedule with a lease far in the future again after the normal lease duration', async () => {
    const { ran, job, look } = scheduled()
    at(0)
    await look()
    await test.runtime.pool.query(
      'UPDATE schedule_lease SET leased_until = $2, last_due = $2 WHERE name = $1',
      [job.name, new Date(began + 40 * day_ms)],
    )
    for (const minute of [1, 5, 10, 12]) {
      at(minute * minute_ms)
      await look()
    }
    expect(ran).toEqual([0, 12])
  })

  it('repairs outbox entries that are postponed or leased too far into the future', async () => {
    const insert = (key: string, next: Date, leased: Date | null) =>
      test.runtime.pool.query(
        `INSERT INTO outbox (provider_id, event, listener, object_key, payload, request_id, next_attempt_at, leased_until)
          VALUES (1, 'nothing', 'nobody', $1, '{}', 'test', $2, $3)`,
        [key, next, leased],
      )
    await test.runtime.pool.query(
      "INSERT INTO provider (id, name) VALUES (1, 'Fynbos Couriers') ON CONFLICT DO NOTHING",
    )
    at(0)
    const later = new Date(began + 40 * day_ms)
    await insert('put off', later, null)
    await insert('leased', new Date(began), later)
    await insert('waits as it should', new Date(began + 5 * 3_600_000), null)
    const outbox = new OutboxWorker(test.runtime)
    expect(await outbox.drain()).toBe(0)
    expect(await outbox.repairClockJump()).toBe(2)
    expect(await outbox.repairClockJump()).toBe(0)
    expect(await outbox.drain()).toBe(1)
    at(2 * minute_ms)
    const { rows } = await test.runtime.pool.query<{ object_key: string }>(
      'SELECT object_key FROM outbox WHERE attempts > 0 ORDER BY id',
    )
    expect(rows.map((row) => row.object_key)).toEqual(['put off'])
    await test.runtime.pool.query("UPDATE outbox SET next_attempt_at = $1 WHERE object_key = 'put off'", [
      later,
    ])
    expect(await outbox.drain()).toBe(1)
    await test.runtime.pool.query('DELETE FROM outbox')
  })
})
