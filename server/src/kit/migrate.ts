import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { advisory_locks, withAdvisoryLock } from './advisory-lock.ts'
import { databaseCode, withoutTimeout } from './db.ts'

const folder = path.join(import.meta.dirname, '../../migrations')

export interface Migration {
  name: string
  sql: string
  checksum: string
  /**
   * Number of the first migration whose release works on a database that also has this one, from a line `--
   * compatible-from: 0041`; `null` if no earlier release works with it.
   */
  compatible_from: string | null
}

/** Returns the migrations of this release, in order. */
export function readMigrations(): Migration[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(folder, name), 'utf8')
      return {
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        compatible_from: compatibleFrom(sql),
      }
    })
}

/** Returns the number in the `compatible-from` line of a migration, or `null` without one. */
export function compatibleFrom(sql: string): string | null {
  return /^-- compatible-from: (\d{4})$/m.exec(sql)?.[1] ?? null
}

/** File with the checksums of the committed migrations. */
export const checksums_file = path.join(folder, 'checksums.json')

/** Returns the checksums of the committed migrations, by name. */
export function readChecksums(): Record<string, string> {
  return fs.existsSync(checksums_file)
    ? (JSON.parse(fs.readFileSync(checksums_file, 'utf8')) as Record<string, string>)
    : {}
}

/**
 * Returns the checksum list including new migrations, as JSON. Throws an error with one sentence when a listed
 * migration was edited or removed: databases that have applied it do not change, so a correction needs a new
 * migration.
 */
export function checksumsSource(
  stored: Readonly<Record<string, string>> = readChecksums(),
  migrations: readonly Migration[] = readMigrations(),
): string {
  const now = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of Object.entries(stored))
    if (now.get(name) !== checksum)
      throw new Error(
        `Migration ${name} was ${now.has(name) ? 'edited' : 'removed'} after it had been committed. Bring it back and write a new migration; one that was never merged may be taken out of checksums.json.`,
      )
  return `${JSON.stringify(Object.fromEntries(now), null, 2)}\n`
}

/**
 * How long a migration waits for a table lock, how often it tries, and the pause between tries, which lets other
 * transactions run.
 */
const standard_timeout_ms = { lock_ms: 3_000, tries: 20, pause_ms: 1_000 }

/**
 * Migrates the database to this release, forward only, one process at a time, without the time limits of ordinary
 * statements. A newer database is accepted if all its additional migrations are compatible with this release. Throws
 * an error with one sentence when one is not, when an applied migration was edited, or when a table lock is not
 * available in any try.
 */
export async function migrate(
  client: pg.PoolClient | pg.Client,
  onStep: (step: string) => void = () => undefined,
  migrations: readonly Migration[] = readMigrations(),
  patience: typeof standard_timeout_ms = standard_timeout_ms,
): Promise<void> {
  const waitLogged = (): void => onStep('another process is migrating, waiting for it to finish')
  await withAdvisoryLock(client, advisory_locks.migrate, waitLogged, async () => {
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
       ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS compatible_from text`,
    )
    const { rows } = await client.query<{ name: string; checksum: string; compatible_from: string | null }>(
      'SELECT name, checksum, compatible_from FROM schema_migration ORDER BY name',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const known = new Set(migrations.map((migration) => migration.name))
    const newer = rows.filter((row) => !known.has(row.name))
    const newest = migrations.at(-1)?.name ?? ''
    const stranger = newer.find((row) => row.compatible_from === null || row.compatible_from > newest)
    if (stranger)
      throw new Error(
        `The database was made by another release (it has ${stranger.name}, which this release does not know). Start that release, or restore a backup made by this one.`,
      )
    for (const { name } of newer) onStep(`${name} of a newer release is compatible and is kept`)
    for (const migration of migrations) {
      const checksum = applied.get(migration.name)
      if (checksum === migration.checksum) continue
      if (checksum)
        throw new Error(
          `Migration ${migration.name} was changed after it had been applied. Restore the file.`,
        )
      onStep(migration.name)
      await applyPatiently(client, migration, patience)
    }
  })
}

async function applyPatiently(
  client: pg.PoolClient | pg.Client,
  migration: Migration,
  patience: typeof standard_timeout_ms,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(client, migration, patience.lock_ms)
    } catch (error) {
      await client.query('ROLLBACK')
      if (databaseCode(error) !== '55P03') throw error
      if (tries >= patience.tries)
        throw new Error(
          `Migration ${migration.name} needs a table that other processes kept locked in ${tries} tries. Stop them, or start again at a quieter time.`,
          { cause: error },
        )
    }
    await wait(patience.pause_ms)
  }
}

async function apply(client: pg.PoolClient | pg.Client, migration: Migration, lockMs: number): Promise<void> {
  await client.query(
    `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = ${lockMs}`,
  )
  await client.query(withoutTimeout(migration.sql))
  await client.query('INSERT INTO schema_migration (name, checksum, compatible_from) VALUES ($1, $2, $3)', [
    migration.name,
    migration.checksum,
    migration.compatible_from,
  ])
  await client.query('COMMIT')
}
