import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newProvider, type TestProvider } from '../dev/test-kit/provider.ts'
import { testRuntime } from '../dev/test-kit/runtime.ts'
import { inPlatformTransaction } from '../src/db/platform-transaction.ts'
import { schedules } from '../src/main/schedules.ts'

/** Number of rows in each table that schedules look at; none of them is due. */
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

async function insertRows(p: TestProvider): Promise<void> {
  const client = await p.runtime.runtime.pool.connect()
  try {
    // Without triggers and foreign keys, which the rows do not need.
    await client.query('SET session_replication_role = replica')
    for (const statement of inserts) await client.query(statement, [p.provider_id])
    await client.query('ANALYZE')
  } finally {
    await client.query('RESET session_replication_role')
    client.release()
  }
}

it('schedules, which look for work every few seconds, do not read whole tables for it', async () => {
  const { runtime } = await testRuntime()
  await insertRows(await newProvider())
  const found: Record<string, number> = {}
  for (const { name, providers } of schedules)
    if (providers)
      found[name] = await inPlatformTransaction(runtime, async (db) => {
        const read = async (): Promise<number> => {
          const { rows: sums } = await sql<{ tuples: number }>`
            SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS tuples
            FROM pg_stat_xact_user_tables`.execute(db)
          return sums[0]?.tuples ?? 0
        }
        const before = await read()
        await providers(db, runtime.clock())
        return (await read()) - before
      })
  expect(Object.keys(found)).toContain('audit-seal')
  expect(Object.entries(found).filter(([, tuples]) => tuples > rows / 4)).toEqual([])
})
