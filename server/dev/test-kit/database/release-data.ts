import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type pg from 'pg'

const file = path.join(import.meta.dirname, 'previous-release.json.br')

/** The rows of a database that was filled by a release. */
export interface ReleaseData {
  /** When it was filled, ISO 8601. Due dates in the data are relative to this moment. */
  filled_at: string
  /** Names of the migrations in the release. */
  migrations: string[]
  /** The rows of each table as JSON text written by PostgreSQL. */
  tables: Record<string, string>
}

/** Tables that migrations fill. */
const of_migrations = ['schema_migration', 'tenant_table_decision']

/** Reads the data of the previous release, as stored by `npm run release:data`. */
export function readReleaseData(): ReleaseData {
  return JSON.parse(brotliDecompressSync(fs.readFileSync(file)).toString()) as ReleaseData
}

/** Stores all rows of a database, filled at `now`, as the data of its release. Returns the size of the file in bytes. */
export async function storeReleaseData(client: pg.PoolClient, now: Date): Promise<number> {
  const { rows: applied } = await client.query<{ name: string }>(
    'SELECT name FROM schema_migration ORDER BY name',
  )
  const tables: Record<string, string> = {}
  for (const name of await tablesOf(client)) {
    const { rows } = await client.query<{ rows: string }>(
      `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM "${name}" t`,
    )
    tables[name] = rows[0]?.rows ?? '[]'
  }
  const migrations = applied.map(({ name }) => name)
  const data: ReleaseData = { filled_at: now.toISOString(), migrations, tables }
  const window = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  fs.writeFileSync(file, brotliCompressSync(JSON.stringify(data), { params: window }))
  return fs.statSync(file).size
}

/**
 * Inserts the rows of a release into an empty database with the same migrations. Triggers and foreign keys are
 * disabled in the meantime.
 */
export async function loadReleaseData(client: pg.PoolClient, { tables }: ReleaseData): Promise<void> {
  await client.query('SET session_replication_role = replica')
  for (const [name, rows] of Object.entries(tables)) {
    const { rows: columns } = await client.query<{ name: string; is_numbered: boolean }>(
      `SELECT attname AS name, attidentity <> '' AS is_numbered FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [name],
    )
    const list = columns.map((column) => `"${column.name}"`).join(', ')
    await client.query(
      `INSERT INTO "${name}" (${list}) OVERRIDING SYSTEM VALUE
       SELECT ${list} FROM json_populate_recordset(NULL::"${name}", $1)`,
      [rows],
    )
    for (const column of columns.filter(({ is_numbered }) => is_numbered))
      await client.query(
        `SELECT setval(pg_get_serial_sequence($1, $2), max("${column.name}")) FROM "${name}"`,
        [name, column.name],
      )
  }
  await client.query('RESET session_replication_role')
}

async function tablesOf(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> ALL ($1)
     ORDER BY relname COLLATE "C"`,
    [of_migrations],
  )
  return rows.map(({ name }) => name)
}
