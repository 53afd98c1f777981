import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { pino } from 'pino'
import { pooledConnections, singleConnection } from '../../../src/kit/connections.ts'
import { poolOn, speakTo } from '../../../src/kit/embedded/stream.ts'
import { keepWasmCode } from '../../../src/kit/embedded/wasm-code.ts'
import { migrate, readMigrations, type Migration } from '../../../src/kit/migrate.ts'
import { handleConnectionErrors, type Database } from '../../../src/db/database.ts'

const cache = path.join(import.meta.dirname, '../../../../.cache')

/**
 * Opens a migrated database for tests: a separate database on the server in `TEST_DATABASE_URL`, dropped on close;
 * otherwise an embedded database in memory, loaded from a dump that is made once per set of migrations. By default,
 * `migrations` are those of this release.
 */
export async function openTestDatabase(
  migrations: readonly Migration[] = readMigrations(),
): Promise<Database> {
  return process.env.TEST_DATABASE_URL
    ? openOnServer(process.env.TEST_DATABASE_URL, migrations)
    : openInMemory(migrations)
}

/** Returns a cache key for a set of migrations. */
function keyOf(migrations: readonly Migration[]): string {
  return createHash('sha256')
    .update(migrations.map((migration) => migration.checksum).join())
    .digest('hex')
    .slice(0, 16)
}

/** Opens a migrated embedded database in memory, from a dump that is made once per set of migrations. */
export async function openInMemory(
  migrations: readonly Migration[] = readMigrations(),
): Promise<DatabaseInMemory> {
  const file = path.join(cache, `database-${keyOf(migrations)}.tar`)
  if (fs.existsSync(file)) return openDump(fs.readFileSync(file))
  const database = await openDump(null)
  const client = await database.pool.connect()
  await migrate(client, undefined, migrations)
  client.release()
  fs.mkdirSync(cache, { recursive: true })
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  fs.writeFileSync(draft, await database.dump())
  fs.renameSync(draft, file)
  return database
}

/** An embedded database in memory that can be dumped. */
export interface DatabaseInMemory extends Database {
  dump(): Promise<Buffer>
}

/** Opens an embedded database in memory from a dump; `null` opens an empty one. */
export async function openDump(dump: Uint8Array<ArrayBuffer> | null): Promise<DatabaseInMemory> {
  keepWasmCode()
  const lite = await PGlite.create({
    extensions: { pg_trgm },
    ...(dump ? { loadDataDir: new Blob([dump]) } : {}),
  })
  const pool = new pg.Pool(poolOn(speakTo(lite)))
  return {
    pool,
    sessions: pool,
    connections: singleConnection(pool),
    standby: null,
    embedded: true,
    dump: async () => Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer()),
    async close() {
      await pool.end()
      await lite.close()
    },
  }
}

async function openOnServer(url: string, migrations: readonly Migration[]): Promise<Database> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const name = `${process.env.TEST_DATABASE_PREFIX ?? 'waybill_test_'}${randomBytes(6).toString('hex')}`
  await admin.query('SELECT pg_advisory_lock(814202)')
  const template = `waybill_template_${keyOf(migrations)}`
  const own = new URL(url)
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
  if (!rowCount) {
    await admin.query(`CREATE DATABASE ${template}`)
    own.pathname = `/${template}`
    const client = new pg.Client({ connectionString: own.href })
    await client.connect()
    await migrate(client, undefined, migrations)
    await client.end()
  }
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  await admin.end()
  own.pathname = `/${name}`
  const pool = new pg.Pool({
    connectionString: own.href,
    max: 8,
    pipeline: true,
    options: '-c timezone=UTC -c lock_timeout=5000 -c statement_timeout=30000 -c jit=off',
  })
  handleConnectionErrors(pool, pino({ level: 'silent' }))
  return {
    pool,
    sessions: pool,
    connections: pooledConnections({ field: pool, interactive: pool, heavy: pool }),
    standby: null,
    embedded: false,
    async close() {
      await pool.end()
      const closing = new pg.Client({ connectionString: url })
      await closing.connect()
      await closing.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await closing.end()
    },
  }
}
