import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OutboxWorker } from './outbox.ts'
import { Scheduler, type Schedule } from './schedule.ts'
import { openTestDatabase } from './test-kit/database.ts'
import { openTestHouse, type TestHouse } from './test-kit/house.ts'
import { refusedStart, startProduct, type ProductProcess } from './test-kit/product-process.ts'
import type { Database } from './database.ts'

const minute_ms = 60_000
const day_ms = 86_400_000
const began = Date.parse('2030-03-04T10:00:30Z')

describe('a clock that was ahead and came back', () => {
  let test: TestHouse
  const at = (ms: number): void => test.setNow(new Date(began + ms))
  beforeAll(async () => {
    test = await openTestHouse()
  })
  afterAll(() => test.close())

  /** A schedule of every minute, and when it ran, in minutes after the beginning. */
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
    return { ran, job, look: () => new Scheduler(test.house, [job]).runDue() }
  }

  it('leaves no schedule marked as done in the future: each goes on at its next look, once', async () => {
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

  it('keeps a schedule that is under way from being run beside itself for longer than its lease', async () => {
    const { ran, job, look } = scheduled()
    at(0)
    await look()
    await test.house.pool.query(
      'UPDATE schedule_lease SET leased_until = $2, last_due = $2 WHERE name = $1',
      [job.name, new Date(began + 40 * day_ms)],
    )
    for (const minute of [1, 5, 10, 12]) {
      at(minute * minute_ms)
      await look()
    }
    expect(ran).toEqual([0, 12])
  })

  it('has what the outbox put off delivered at once, and ends leases that are longer than any', async () => {
    const insert = (key: string, next: Date, leased: Date | null) =>
      test.house.pool.query(
        `INSERT INTO outbox (provider_id, event, listener, object_key, payload, request_id, next_attempt_at, leased_until)
          VALUES (1, 'nothing', 'nobody', $1, '{}', 'test', $2, $3)`,
        [key, next, leased],
      )
    await test.house.pool.query(
      "INSERT INTO provider (id, name) VALUES (1, 'Fynbos Couriers') ON CONFLICT DO NOTHING",
    )
    at(0)
    const later = new Date(began + 40 * day_ms)
    await insert('put off', later, null)
    await insert('leased', new Date(began), later)
    await insert('waits as it should', new Date(began + 5 * 3_600_000), null)
    const outbox = new OutboxWorker(test.house)
    expect(await outbox.drain()).toBe(0)
    expect(await outbox.mend()).toBe(2)
    expect(await outbox.mend()).toBe(0)
    expect(await outbox.drain()).toBe(1)
    at(2 * minute_ms)
    const { rows } = await test.house.pool.query<{ object_key: string }>(
      'SELECT object_key FROM outbox WHERE attempts > 0 ORDER BY id',
    )
    expect(rows.map((row) => row.object_key)).toEqual(['put off'])
    await test.house.pool.query("UPDATE outbox SET next_attempt_at = $1 WHERE object_key = 'put off'", [
      later,
    ])
    expect(await outbox.drain()).toBe(1)
    await test.house.pool.query('DELETE FROM outbox')
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('processes whose machines have different clocks', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-time-'))
  const shift_file = path.join(folder, 'shift')
  const shifted = {
    CLOCK_SHIFT_FILE: shift_file,
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'test-kit/shift-clock.ts')).href}`,
  }
  let database: Database
  let url: string
  const running: ProductProcess[] = []

  beforeAll(async () => {
    database = await openTestDatabase()
    url = String((database.pool.options as pg.PoolConfig).connectionString)
    // What is written down here: each run of a schedule, and the time of the database when it was due.
    await database.pool.query(`
      CREATE TABLE test_run (name text, due timestamptz, at timestamptz);
      CREATE FUNCTION test_note_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN INSERT INTO test_run VALUES (NEW.name, NEW.last_due, clock_timestamp()); RETURN NULL; END $$;
      CREATE TRIGGER test_note_run AFTER INSERT OR UPDATE ON schedule_lease FOR EACH ROW
        WHEN (NEW.lease_token IS NOT NULL) EXECUTE FUNCTION test_note_run()`)
  })
  afterAll(async () => {
    await Promise.all(running.map((product) => product.stop()))
    await database.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  /** The schedule that is due most often, kept going by a message whose destination is left alone. */
  const job = { name: 'integration-tasks', every_ms: 2_000 }
  const keepGoing = () =>
    database.pool.query(`
      INSERT INTO integration_health (provider_id, target, target_id, paused_until)
        SELECT id, 'webhook', 1, now() + interval '1 year' FROM provider;
      INSERT INTO integration_task (provider_id, target, target_id, topic, message_id, object_key, about, run_after, time_created)
        SELECT id, 'webhook', 1, 'shipments', 'test', 'test', '{}', now(), now() FROM provider`)
  const runs = async (): Promise<{ due: Date; at: Date }[]> =>
    (
      await database.pool.query<{ due: Date; at: Date }>(
        'SELECT due, at FROM test_run WHERE name = $1 ORDER BY at',
        [job.name],
      )
    ).rows
  const moreRuns = async (count: number): Promise<void> => {
    const before = (await runs()).length
    await expect.poll(async () => (await runs()).length, { timeout: 40_000 }).toBeGreaterThan(before + count)
  }

  it('does not start with a clock that is more than a minute from the database’s', async () => {
    fs.writeFileSync(shift_file, String(-2 * minute_ms))
    const { code, said } = await refusedStart({ port: 4770, data_dir: folder, url, env: shifted })
    expect(said).toMatch(
      /^The clock of this machine is 1(19|20) seconds behind the database's\. Set both by a time server\.$/,
    )
    expect(code).toBe(1)
  })

  it('skip and repeat no schedule while the clock of one jumps 40 days ahead and back, and it says so', async () => {
    fs.writeFileSync(shift_file, '0')
    const start = (port: number, env = {}) => startProduct({ port, data_dir: folder, url, env })
    const jumping = await start(4770, shifted)
    running.push(jumping)
    running.push(await start(4780))
    const ready = async (): Promise<object> =>
      (await (await fetch(`${jumping.web}/api/readyz`)).json()) as object
    await keepGoing()
    await moreRuns(2)
    fs.writeFileSync(shift_file, String(40 * day_ms))
    await expect.poll(ready).toEqual({
      status: 'ready',
      clock: expect.stringMatching(
        /^The clock of this machine is 34\d{5} seconds ahead of the database's\. Set both by a time server\.$/,
      ),
    })
    await moreRuns(3)
    fs.writeFileSync(shift_file, '0')
    await expect.poll(ready).toEqual({ status: 'ready' })
    await moreRuns(3)
    const noted = await runs()
    const steps = noted.slice(1).map(({ due }, index) => due.getTime() - (noted[index]?.due.getTime() ?? 0))
    // A process that is held up for a moment makes up for it once; nothing is due twice, or put off.
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(job.every_ms)
    expect(Math.max(...steps)).toBeLessThan(minute_ms)
    expect(noted.filter(({ due, at: when }) => due > when)).toEqual([])
    expect(jumping.said()).toContain('the clocks agree again')
  })
})
