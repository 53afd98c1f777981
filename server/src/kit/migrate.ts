import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'

const folder = path.join(import.meta.dirname, '../../migrations')

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The migrations of this release, in order. */
export function readMigrations(): Migration[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Brings the database to this release, forward only, one process at a time. Throws a sentence when the database is
 * newer than this release or when an applied migration was edited.
 */
export async function migrate(
  client: pg.PoolClient | pg.Client,
  tell: (name: string) => void = () => undefined,
): Promise<void> {
  const migrations = readMigrations()
  await client.query('SELECT pg_advisory_lock(814201)')
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migration',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const known = new Set(migrations.map((migration) => migration.name))
    const newer = rows.find((row) => !known.has(row.name))
    if (newer)
      throw new Error(
        `The database was made by a newer release (it has ${newer.name}, which this release does not know). Start that release or restore a backup.`,
      )
    for (const migration of migrations) {
      const checksum = applied.get(migration.name)
      if (checksum === migration.checksum) continue
      if (checksum)
        throw new Error(
          `Migration ${migration.name} was changed after it had been applied. Restore the file.`,
        )
      tell(migration.name)
      await client.query('BEGIN')
      try {
        await client.query(migration.sql)
        await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
          migration.name,
          migration.checksum,
        ])
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      }
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock(814201)')
  }
}
