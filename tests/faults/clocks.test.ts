import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { migrate } from '../../server/src/kit/migrate.ts'
import { emptyDatabase } from './dedicated-database.ts'
import { failedStart, startProduct, type ProductProcess } from './product-process.ts'
import { day_ms, minute_ms } from '../../domain/src/kit/dates/durations.ts'

describe.runIf(pgProgram('initdb'))('schedules of processes with different clocks', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-time-'))
  const shiftFile = path.join(folder, 'shift')
  const shifted = {
    CLOCK_SHIFT_FILE: shiftFile,
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'shift-clock.ts')).href}`,
  }
  let cluster: Cluster | null
  let client: pg.Client
  let url: string
  const running: ProductProcess[] = []

  beforeAll(async () => {
    cluster = startThrowAwayCluster()
    if (!cluster) throw new Error('PostgreSQL could not be started.')
    ;({ url, client } = await emptyDatabase(cluster, 'clocks'))
    await migrate(client)
    // Records each run of a schedule, with the due time and the database time.
    await client.query(`
      CREATE TABLE test_run (name text, due timestamptz, at timestamptz);
      CREATE FUNCTION test_note_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN INSERT INTO test_run VALUES (NEW.name, NEW.last_due, clock_timestamp()); RETURN NULL; END $$;
      CREATE TRIGGER test_note_run AFTER INSERT OR UPDATE ON schedule_lease FOR EACH ROW
        WHEN (NEW.lease_token IS NOT NULL) EXECUTE FUNCTION test_note_run()`)
  })
  afterAll(async () => {
    await Promise.all(running.map((product) => product.stop()))
    await client.end()
    cluster?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  /** The most frequent schedule. A task whose target is paused keeps it running. */
  const job = { name: 'integration-tasks', every_ms: 2_000 }
  const addPausedTask = () =>
    client.query(`
      INSERT INTO integration_health (provider_id, target, target_id, paused_until)
        SELECT id, 'webhook', 1, now() + interval '1 year' FROM provider;
      INSERT INTO integration_task (provider_id, target, target_id, topic, message_id, object_key, about, run_after, time_created)
        SELECT id, 'webhook', 1, 'shipments', 'test', 'test', '{}', now(), now() FROM provider`)
  const runs = async (): Promise<{ due: Date; at: Date }[]> =>
    (
      await client.query<{ due: Date; at: Date }>(
        'SELECT due, at FROM test_run WHERE name = $1 ORDER BY at',
        [job.name],
      )
    ).rows
  const moreRuns = async (count: number): Promise<void> => {
    const before = (await runs()).length
    await expect.poll(async () => (await runs()).length, { timeout: 40_000 }).toBeGreaterThan(before + count)
  }

  it('are neither skipped nor repeated when the clock of one process jumps 40 days ahead and back, which /readyz reports', async () => {
    fs.writeFileSync(shiftFile, '0')
    const start = (env = {}) => startProduct({ data_dir: folder, url, env })
    const jumping = await start(shifted)
    running.push(jumping)
    running.push(await start())
    const ready = async (): Promise<object> =>
      (await (await fetch(`${jumping.web}/api/readyz`)).json()) as object
    await addPausedTask()
    await moreRuns(2)
    fs.writeFileSync(shiftFile, String(40 * day_ms))
    await expect.poll(ready).toEqual({
      status: 'ready',
      clock: expect.stringMatching(
        /^The clock of this machine is 34\d{5} seconds ahead of the database's\. Synchronise both with a time server\.$/,
      ),
    })
    await moreRuns(3)
    fs.writeFileSync(shiftFile, '0')
    await expect.poll(ready).toEqual({ status: 'ready' })
    await moreRuns(3)
    const noted = await runs()
    const steps = noted.slice(1).map(({ due }, index) => due.getTime() - (noted[index]?.due.getTime() ?? 0))
    // A process that was held up catches up with one run; no run is repeated or postponed.
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(job.every_ms)
    expect(Math.max(...steps)).toBeLessThan(minute_ms)
    expect(noted.filter(({ due, at: when }) => due > when)).toEqual([])
    expect(jumping.printed()).toContain('the clocks agree again')
  })

  if (process.env.TEST_SCOPE === 'gate') return

  it('do not start when the clock differs from the database clock by more than a minute', async () => {
    fs.writeFileSync(shiftFile, String(-2 * minute_ms))
    const { code, printed } = await failedStart({ data_dir: folder, url, env: shifted })
    expect(printed).toMatch(
      /^The clock of this machine is 1(19|20) seconds behind the database's\. Synchronise both with a time server\.$/,
    )
    expect(code).toBe(1)
  })
})
