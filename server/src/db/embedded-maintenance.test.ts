import type pg from 'pg'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { EmbeddedMaintenance } from './embedded-maintenance.ts'
import { openTestDatabase } from '../../dev/test-kit/database/database.ts'

const log = pino({ level: 'silent' })
const night = new Date('2030-03-04T01:00:00Z')
const after = (hours: number) => new Date(night.getTime() + hours * 3_600_000)

/** Wraps the pool of a database and records its queries; `waits` returns the number of waiting requests. */
function watched(pool: pg.Pool, waits: (asked: readonly string[]) => number = () => 0) {
  const queries: string[] = []
  const watching = {
    query: (text: string, values?: unknown[]) => {
      queries.push(text)
      return pool.query(text, values)
    },
    get waitingCount() {
      return waits(queries)
    },
  }
  return { pool: watching as unknown as pg.Pool, asked: queries }
}

const vacuumed = (queries: readonly string[]) => queries.filter((text) => text.startsWith('VACUUM'))

describe('maintenance of the embedded database', () => {
  it('runs a checkpoint in every round, and vacuums and analyses every table once a night', async () => {
    const database = await openTestDatabase()
    const estimate = async () => {
      const { rows } = await database.pool.query<{ reltuples: number }>(
        "SELECT reltuples FROM pg_class WHERE relname = 'schema_migration'",
      )
      return rows[0]?.reltuples ?? 0
    }
    const { rows } = await database.pool.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace",
    )
    let now = after(0)
    const { pool, asked } = watched(database.pool)
    await database.pool.query('CREATE TABLE crowd AS SELECT generate_series(1, 500) AS id')
    const maintenance = new EmbeddedMaintenance(pool, log, () => now)
    await maintenance.tick()
    expect(asked[0]).toBe('CHECKPOINT')
    expect(vacuumed(asked)).toHaveLength((rows[0]?.count ?? 0) + 1)
    const known = await database.pool.query<{ reltuples: number }>(
      "SELECT reltuples FROM pg_class WHERE relname = 'crowd'",
    )
    expect(known.rows[0]?.reltuples).toBe(500)
    expect(await estimate()).toBeGreaterThan(0)

    asked.length = 0
    now = after(23.9)
    await maintenance.tick()
    await new EmbeddedMaintenance(pool, log, () => now).tick()
    expect(asked.filter((text) => text === 'CHECKPOINT')).toHaveLength(2)
    expect(vacuumed(asked)).toEqual([])
    now = after(24)
    await new EmbeddedMaintenance(pool, log, () => now).tick()
    expect(vacuumed(asked).length).toBeGreaterThan(30)
    await database.close()
  })

  it('starts no vacuum while requests wait, and continues where it stopped', async () => {
    const database = await openTestDatabase()
    let busyFrom = 0
    const { pool, asked } = watched(database.pool, (texts) => (vacuumed(texts).length >= busyFrom ? 1 : 0))
    const maintenance = new EmbeddedMaintenance(pool, log, () => after(3))
    await maintenance.tick()
    expect(vacuumed(asked)).toEqual([])
    busyFrom = 5
    await maintenance.tick()
    expect(vacuumed(asked)).toHaveLength(5)
    busyFrom = Infinity
    await maintenance.tick()
    expect(new Set(vacuumed(asked)).size).toBe(vacuumed(asked).length)
    expect(vacuumed(asked).length).toBeGreaterThan(30)
    asked.length = 0
    await maintenance.tick()
    expect(vacuumed(asked)).toEqual([])
    await database.close()
  })
})
