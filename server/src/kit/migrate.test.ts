import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../../dev/test-kit/database/database.ts'
import { checksumsSource, compatibleFrom, migrate, readMigrations, type Migration } from './migrate.ts'

const released = readMigrations()
const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
  compatible_from: compatibleFrom(sql),
})
const impatient = { lock_ms: 100, tries: 3, pause_ms: 50 }

let database: Database
let client: pg.PoolClient
beforeAll(async () => {
  database = await openTestDatabase()
  client = await database.pool.connect()
})
afterAll(async () => {
  client.release()
  await database.close()
})

describe('list of committed migrations', () => {
  const stored = Object.fromEntries(released.map(({ name, checksum }) => [name, checksum]))
  const [first] = released

  it('adds new migrations', () => {
    const more = migration('9999_more.sql', 'SELECT 1')
    const listed = JSON.parse(checksumsSource(stored, [...released, more])) as object
    expect(listed).toEqual({ ...stored, [more.name]: more.checksum })
  })

  it('rejects an edited or removed migration', () => {
    const edited = released.map((one) => (one === first ? { ...one, checksum: 'other' } : one))
    expect(() => checksumsSource(stored, edited)).toThrow(
      'Migration 0001_kit.sql was edited after it had been committed.',
    )
    expect(() => checksumsSource(stored, released.slice(1))).toThrow(
      'Migration 0001_kit.sql was removed after it had been committed.',
    )
  })
})

describe('database migrated by a newer release', () => {
  it('works with an older release only if all newer migrations are compatible with it', async () => {
    const newest = released.at(-1)?.name.slice(0, 4) ?? ''
    const compatible = migration(
      '9001_more.sql',
      `-- A column more.\n-- compatible-from: ${newest}\nALTER TABLE provider ADD COLUMN more text`,
    )
    const older = released.slice(0, -1)
    const breaking = migration('9002_less.sql', 'ALTER TABLE provider DROP COLUMN more')
    await migrate(client, undefined, [...released, compatible])
    const steps: string[] = []
    await migrate(client, (step) => steps.push(step), released)
    expect(steps).toEqual(['9001_more.sql of a newer release is compatible and is kept'])
    await expect(migrate(client, undefined, older)).rejects.toThrow('was made by another release')
    await migrate(client, undefined, [...released, compatible, breaking])
    await expect(migrate(client, undefined, released)).rejects.toThrow(
      'The database was made by another release (it has 9002_less.sql, which this release does not know). Start that release, or restore a backup made by this one.',
    )
    await client.query("DELETE FROM schema_migration WHERE name LIKE '9%'")
  })

  it('is rejected when an applied migration has a different checksum', async () => {
    const edited = released.map((one, index) => (index === 3 ? { ...one, checksum: 'other' } : one))
    await expect(migrate(client, undefined, edited)).rejects.toThrow(
      `Migration ${released[3]?.name} was changed after it had been applied. Restore the file.`,
    )
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('migration during running transactions', () => {
  it('runs without a time limit', async () => {
    await client.query("SET statement_timeout = '100ms'")
    await migrate(client, undefined, [...released, migration('9003_slow.sql', 'SELECT pg_sleep(0.3)')])
    await expect(client.query('SELECT pg_sleep(0.3)')).rejects.toMatchObject({ code: '57014' })
    await client.query('RESET statement_timeout')
  })

  it('retries short lock waits, succeeds once the lock is released and fails with a clear message after the last try', async () => {
    const locking = [
      ...released,
      migration('9003_slow.sql', 'SELECT pg_sleep(0.3)'),
      migration('9004_lock.sql', 'ALTER TABLE provider ADD COLUMN later text'),
    ]
    const worker = await database.pool.connect()
    await worker.query('BEGIN; SELECT FROM provider')
    await expect(migrate(client, undefined, locking, impatient)).rejects.toThrow(
      'Migration 9004_lock.sql needs a table that other processes kept locked in 3 tries. Stop them, or start again at a quieter time.',
    )
    const patient = migrate(client, undefined, locking, { ...impatient, tries: 1_000 })
    const waits = async () => {
      const { rows } = await worker.query(
        `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE d.datname = current_database() AND NOT l.granted AND l.mode = 'AccessExclusiveLock'`,
      )
      return rows.length
    }
    await expect.poll(waits).toBe(1)
    await worker.query('COMMIT')
    worker.release()
    await patient
    const { rows } = await client.query("SELECT name FROM schema_migration WHERE name = '9004_lock.sql'")
    expect(rows).toHaveLength(1)
  })

  it('is applied once by processes that start together, and none of them fails', async () => {
    const own = migration('9005_once.sql', 'SELECT pg_sleep(0.5); CREATE TABLE once (id int)')
    const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()))
    const all = [
      ...released,
      migration('9003_slow.sql', 'SELECT pg_sleep(0.3)'),
      migration('9004_lock.sql', 'ALTER TABLE provider ADD COLUMN later text'),
      own,
    ]
    const steps: string[] = []
    await Promise.all(clients.map((one) => migrate(one, (step) => steps.push(step), all)))
    for (const one of clients) one.release()
    expect(steps.filter((step) => step === '9005_once.sql')).toHaveLength(1)
    expect(steps.filter((step) => step.startsWith('another process'))).toHaveLength(2)
  })
})
