import { auto_add_address_book } from '@waybill/domain/shipments/settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyShipment } from '../dev/test-kit/database/copy-shipment.ts'
import { newProvider, type TestProvider } from '../dev/test-kit/provider.ts'
import { openTestRuntime, type TestRuntime } from '../dev/test-kit/runtime.ts'
import { saveAutomaticEntry } from '../src/accounts/index.ts'
import { inPlatformTransaction } from '../src/db/platform-transaction.ts'
import { listWithDriver } from '../src/drivers/duty/duty-store.ts'
import { listTripVisits } from '../src/drivers/trip-sheet-store.ts'
import type { Db } from '../src/kit/db.ts'
import type { Context } from '../src/kit/handler.ts'
import { schedules } from '../src/main/schedules.ts'
import { readDriverLoads } from '../src/shipments/driver-load-store.ts'

/** On a database of its own: how PostgreSQL finds rows depends on what other tests stored. */
let test: TestRuntime
beforeAll(async () => {
  test = await openTestRuntime()
})
afterAll(() => test.close())

/** Number of rows in each table; the look-ups need almost none of them. */
const rows = 4_000

/** `$1` is the company. */
const inserts = [
  `INSERT INTO audit_event (provider_id, object_type, object_id, table_name, row_id, action, source, channel, request_id,
      client_version, change)
    SELECT $1, 'user', n, 'app_user', n, 'update', 'test', 'job', 'test', '', '{}' FROM generate_series(1, ${rows}) n`,
  `INSERT INTO audit_seal (provider_id, block, last_id, entries, seal, time)
    SELECT $1, 1, max(id), ${rows}, 'seal', now() FROM audit_event WHERE provider_id = $1`,
  `INSERT INTO stored_file (provider_id, folder, name, display_name, content_type, size, digest, created_by, time_created)
    SELECT $1, 'shipment-images', n || '.jpg', '', 'image/jpeg', 1, '', 'test', now() FROM generate_series(1, ${rows}) n`,
  `INSERT INTO shipment_file (provider_id, shipment_id, file_name, display_name, kind, visibility, created_by, time_created)
    SELECT $1, 1, n || '.jpg', '', 'photo', 'staff', 'test', now() FROM generate_series(1, ${rows}) n`,
  `INSERT INTO generated_file (provider_id, key, bytes, time_expires)
    SELECT $1, n || '.pdf', 1, now() FROM generate_series(1, ${rows}) n`,
  `INSERT INTO made_file (provider_id, user_id, resource, asked, digest, title, format, emails, status, time_created)
    SELECT $1, 1, '', '{}', '', '', 'csv', '{}', 'done', now() FROM generate_series(1, ${rows}) n`,
  `INSERT INTO integration_task (provider_id, target, target_id, topic, message_id, object_key, about, status, run_after, time_created, time_ended)
    SELECT $1, 'webhook', 1, '', n::text, n::text, '{}', 'delivered', now(), now(), now() FROM generate_series(1, ${rows}) n`,
]

/** Runs statements with the company as `$1`, without triggers and foreign keys, which the rows do not need. */
async function insertRows(p: TestProvider, statements: readonly string[]): Promise<void> {
  const client = await p.runtime.runtime.pool.connect()
  try {
    await client.query('SET session_replication_role = replica')
    for (const statement of statements) await client.query(statement, [p.provider_id])
    await client.query('ANALYZE')
  } finally {
    await client.query('RESET session_replication_role')
    client.release()
  }
}

/**
 * Runs a case as on an installation with many small companies, where PostgreSQL expects 20 rows of a company in these
 * tables and could read all of them.
 */
async function amongSmallCompanies(p: TestProvider, tables: readonly string[], run: () => Promise<void>) {
  const estimate = async (setting: string) => {
    for (const table of tables)
      await p.runtime.runtime.pool.query(
        `ALTER TABLE ${table} ALTER COLUMN provider_id ${setting}; ANALYZE ${table}`,
      )
  }
  await estimate('SET (n_distinct = -0.05)')
  try {
    await run()
  } finally {
    await estimate('RESET (n_distinct)')
  }
}

/** Returns how many rows the transaction has read in all tables. */
async function rowsRead(db: Db): Promise<number> {
  const { rows: sums } = await sql<{ read: number }>`
    SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read
    FROM pg_stat_xact_user_tables`.execute(db)
  return sums[0]?.read ?? 0
}

/** Returns how many rows each schedule reads to find the companies that it is needed for. */
async function readByScheduleName(): Promise<Map<string, number>> {
  const read = new Map<string, number>()
  for (const { name, providers } of schedules)
    if (providers)
      await inPlatformTransaction(test.runtime, async (db) => {
        const before = await rowsRead(db)
        await providers(db, test.runtime.clock())
        read.set(name, (await rowsRead(db)) - before)
      })
  return read
}

it('schedules, which look for work every few seconds, do not read whole tables for it', async () => {
  const p = await newProvider({}, test)
  const before = await readByScheduleName()
  await insertRows(p, inserts)
  const after = await readByScheduleName()
  const added = [...after].map(([name, read]) => ({ name, added: read - (before.get(name) ?? 0) }))
  expect(after.has('audit-seal')).toBe(true)
  expect(added.filter((one) => one.added > rows / 4)).toEqual([])
})

/** After so many executions, PostgreSQL may plan a prepared statement once for all values. */
const executions = 8

/** Returns how many rows a look-up reads once it was executed often. */
function readByLookUp(p: TestProvider, lookUp: (ctx: Context) => Promise<unknown>): Promise<number> {
  return p.inTransaction(async (ctx) => {
    for (let at = 1; at < executions; at += 1) await lookUp(ctx)
    const before = await rowsRead(ctx.db)
    await lookUp(ctx)
    return (await rowsRead(ctx.db)) - before
  })
}

it('the work of one driver is found without reading the shipments of others', async () => {
  const p = await newProvider({}, test)
  const own = await p.driver(undefined, 'JHB')
  const shipment = await p.given.shipment({ status: 'at-destination-hub' })
  await copyShipment(p, shipment.id, rows, {
    status: sql`'out-for-delivery'`,
    delivery_agent_id: sql`'van-' || i % 60`,
  })
  const date = '2099-12-31'
  const day = { driver: own.username, date, is_over: false, branch_id: undefined }
  const lookUps: Record<string, (ctx: Context) => Promise<unknown>> = {
    trip: (ctx) => listTripVisits(ctx, day),
    load: (ctx) => readDriverLoads(ctx, date, own.username),
    handBack: (ctx) => listWithDriver(ctx, own.username),
  }
  await amongSmallCompanies(p, ['shipment', 'parcel', 'address', 'collection_request'], async () => {
    for (const [name, lookUp] of Object.entries(lookUps)) {
      const read = await readByLookUp(p, lookUp)
      expect({ name, isFew: read < rows / 4 }, `${read} rows`).toEqual({ name, isFew: true })
    }
  })
})

it('a booking finds the entry of its contact without reading the whole address book', async () => {
  const p = await newProvider({ auto_add_address_book: true }, test)
  const { id: accountId } = await p.given.account()
  const { id } = await p.given.shipment({ account_id: accountId })
  await copyShipment(p, id, rows, {}, 1)
  const addressId = await p.inTransaction(async (ctx) => {
    await sql`INSERT INTO address_book_entry (provider_id, account_id, name, contact_name, mobile_number, email, address_id, source,
        time_created, time_modified)
      SELECT provider_id, ${accountId}, '', 'Contact ' || id, '', '', delivery_address_id, 'automatic', now(), now()
      FROM shipment WHERE account_id = ${accountId}`.execute(ctx.db)
    const { delivery_address_id } = await ctx.db
      .selectFrom('shipment')
      .select('delivery_address_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return delivery_address_id
  })
  // The books of most other accounts have one entry, so the planner expects one here.
  await insertRows(p, [
    `INSERT INTO address_book_entry (provider_id, account_id, name, contact_name, mobile_number, email, address_id, source,
        time_created, time_modified)
      SELECT $1, -n, '', 'Contact ' || n, '', '', 1, 'automatic', now(), now() FROM generate_series(1, ${rows}) n`,
  ])
  const entry = {
    name: '',
    contact_name: `Contact ${id}`,
    mobile_number: '',
    email: '',
    special_instructions: null,
    source: 'automatic',
  }
  const save = (ctx: Context) =>
    saveAutomaticEntry(ctx, accountId, auto_add_address_book, [{ ...entry, address_id: addressId }])
  await amongSmallCompanies(p, ['address_book_entry', 'address', 'account_setting'], async () => {
    expect(await readByLookUp(p, save)).toBeLessThan(rows / 4)
  })
})
