import { randomUUID } from 'node:crypto'
import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { role_ids, systemActor } from '@waybill/domain/kit/actor'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { Scheduler } from '../jobs/schedule.ts'
import { schedules } from '../main/schedules.ts'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'
import { configuredFileStore } from '../files/index.ts'
import { verifyAll } from '../ops/verify-audit.ts'
import { externalContext } from '../db/transaction.ts'
import { insertUser } from '../identity/index.ts'
import { readSealText, sealText, type ExportedSeal } from './chain.ts'
import { newestSeal } from './chain-store.ts'
import { sealAudit } from './seal.ts'

afterEach(async () => (await testRuntime()).setNow(null))

async function seal(p: TestProvider): Promise<void> {
  const { runtime } = p.runtime
  const request = { id: 'seal', client_version: '', channel: 'job' as const, address: '', user_agent: '' }
  const about = {
    ...request,
    session_id: null,
    web_url: runtime.web_url,
    api_url: runtime.api_url,
    allowed_hosts: runtime.allowed_hosts,
  }
  await sealAudit(await externalContext(runtime, { actor: systemActor(p.provider_id), request: about }))
}

/** Verifies only this provider; returns the output and whether the chain is valid. */
async function verify(p: TestProvider, exported: readonly ExportedSeal[] = []) {
  const lines: string[] = []
  const { runtime } = p.runtime
  const stores = { database: runtime, files: configuredFileStore(runtime.data_dir) }
  const isWhole = await verifyAll(stores, p.provider_id, exported, (line) => lines.push(line))
  return { is_whole: isWhole, said: lines.join('\n') }
}

/** Simulates tampering by the database owner: switches the guards off, runs the statements, switches the guards on. */
async function asOwner(p: TestProvider, ...statements: string[]): Promise<void> {
  const client = await p.runtime.runtime.pool.connect()
  try {
    await client.query('SET session_replication_role = replica')
    for (const statement of statements)
      await client.query(statement.replaceAll('$provider', String(p.provider_id)))
  } finally {
    await client.query('RESET session_replication_role')
    client.release()
  }
}

/** Writes one audit entry by creating a user with a new name. */
const write = (p: TestProvider) =>
  p.inTransaction((ctx) => {
    const username = `u-${randomUUID()}`
    return insertUser(ctx, {
      username,
      name: username,
      email: `${username}@example.com`,
      role_id: role_ids.administrator,
    })
  })

/**
 * Creates a provider whose trail is sealed in three blocks; returns the first two entry ids of the second block, and
 * an unused id.
 */
async function sealedProvider() {
  const p = await newProvider()
  await seal(p)
  await write(p)
  // An id that was assigned but never used, as after a failed transaction.
  const { rows: given } = await p.runtime.runtime.pool.query<{ id: number }>(
    "SELECT nextval(pg_get_serial_sequence('audit_event', 'id')) AS id",
  )
  for (let one = 0; one < 3; one += 1) await write(p)
  await seal(p)
  await write(p)
  await seal(p)
  const { rows } = await p.runtime.runtime.pool.query<{ id: number }>(
    `SELECT id FROM audit_event e WHERE provider_id = $1
       AND id > (SELECT last_id FROM audit_seal WHERE provider_id = $1 AND block = 1)
       AND id <= (SELECT last_id FROM audit_seal WHERE provider_id = $1 AND block = 2) ORDER BY id`,
    [p.provider_id],
  )
  const [first = 0, second = 0] = rows.map((row) => row.id)
  return { p, first, second, gap: given[0]?.id ?? 0 }
}

const exportedOf = async (p: TestProvider): Promise<ExportedSeal> => {
  const newest = await p.inTransaction(newestSeal)
  if (!newest) throw new Error('Nothing was sealed.')
  return { provider_id: p.provider_id, ...newest }
}

describe('sealed audit trail', () => {
  it('verifies every entry and shows readers which entries are sealed', async () => {
    const { p } = await sealedProvider()
    const { is_whole, said } = await verify(p)
    const { rows } = await p.runtime.runtime.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM audit_event WHERE provider_id = $1',
      [p.provider_id],
    )
    expect({ is_whole, said }).toEqual({
      is_whole: true,
      said: `Provider ${p.provider_id}: ${rows[0]?.count ?? 0} entries in 3 blocks are valid.`,
    })
    const staff = await p.staff()
    const account = await p.given.account()
    await staff.send(accountsApi.change, { id: account.id, name: 'Renamed' })
    const requested = { type: 'account', object_id: String(account.id) }
    const open = await staff.send(auditApi.events, requested)
    expect(open.audit_events.map((one) => one.is_sealed)).toEqual([false, false])
    await seal(p)
    const sealed = await staff.send(auditApi.events, requested)
    expect(sealed.audit_events.map((one) => one.is_sealed)).toEqual([true, true])
  })

  it('seals on a schedule of at most two seconds, only when there are new entries, and in one process only', async () => {
    const p = await newProvider()
    const job = schedules.find((one) => one.name === 'audit-seal')
    if (!job) throw new Error('Nothing seals.')
    expect(job.every_ms).toBeLessThanOrEqual(2_000)
    expect(job.lease_ms).toBeLessThanOrEqual(60_000)
    const round = (at: number) => {
      p.runtime.setNow(new Date(Date.parse('2031-01-01T00:00:00Z') + at))
      return Promise.all([1, 2].map(() => new Scheduler(p.runtime.runtime, [job]).runDue()))
    }
    await round(0)
    const first = await exportedOf(p)
    expect(first.block).toBe(1)
    await round(2_000)
    expect(await exportedOf(p)).toEqual(first)
    await write(p)
    await round(4_000)
    expect(await exportedOf(p)).toMatchObject({ block: 2 })
    expect(await verify(p)).toMatchObject({ is_whole: true })
  })

  it('writes the newest seal to the service log every ten minutes and verifies the chain every day', async () => {
    const { p } = await sealedProvider()
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const jobs = schedules.filter((one) => ['audit-export', 'audit-verify'].includes(one.name))
    expect(jobs.map((one) => one.every_ms)).toEqual([600_000, 86_400_000])
    const only = jobs.map((job) => ({ ...job, name: randomUUID(), providers: async () => [p.provider_id] }))
    await new Scheduler({ ...p.runtime.runtime, log }, only).runDue()
    const [exported, verified] = lines.map((line) => JSON.parse(line) as Record<string, string>)
    expect(readSealText(exported?.seal ?? '')).toMatchObject({
      provider_id: p.provider_id,
      seal: (await exportedOf(p)).seal,
    })
    expect(verified).toMatchObject({ msg: 'audit trail verified', blocks: 3 })
    await asOwner(p, "UPDATE audit_event SET source = 'x' WHERE provider_id = $provider")
    await new Scheduler(
      { ...p.runtime.runtime, log },
      only.map((job) => ({ ...job, name: randomUUID() })),
    ).runDue()
    expect(lines.at(-1)).toContain('audit trail damaged: Block 1')
  })

  it('rejects updates and deletions even by the database owner while the guards are on', async () => {
    const { p } = await sealedProvider()
    for (const statement of [
      'UPDATE audit_event SET source = source',
      'DELETE FROM audit_event',
      'TRUNCATE audit_event',
      'UPDATE audit_seal SET seal = seal',
      'DELETE FROM audit_seal',
      'TRUNCATE audit_seal',
    ])
      await expect(p.runtime.runtime.pool.query(statement)).rejects.toThrow(/kept as it was written/)
    await expect(p.inTransaction((ctx) => ctx.db.deleteFrom('audit_seal').execute())).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('tampering by the database owner', () => {
  const change =
    (set: string) =>
    ({ first }: { first: number }) => [
      `UPDATE audit_event SET ${set} WHERE provider_id = $provider AND id = ${first}`,
    ]
  const columns =
    'provider_id, time, object_type, object_id, table_name, row_id, action, source, impersonated_by, channel, request_id, client_version, change'
  const statements: Record<string, (ids: { first: number; second: number; gap: number }) => string[]> = {
    'changes one byte of a change': change(`change = jsonb_set(change, '{change_to,name}', '"u"')`),
    'changes a time by a microsecond': change(`time = time + interval '1 microsecond'`),
    'changes who it was': change(`source = source || ' '`),
    'changes an acting person from nobody to an empty name': change(`impersonated_by = ''`),
    'deletes a row': ({ first }) => [
      `DELETE FROM audit_event WHERE provider_id = $provider AND id = ${first}`,
    ],
    'swaps two rows': ({ first, second }) => [
      `UPDATE audit_event e SET row_id = o.row_id, object_id = o.object_id, change = o.change
         FROM audit_event o WHERE e.provider_id = $provider AND o.provider_id = $provider
         AND (e.id, o.id) IN ((${first}, ${second}), (${second}, ${first}))`,
    ],
    'inserts a row between others': ({ first, gap }) => [
      `INSERT INTO audit_event (id, ${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${gap}, ${columns} FROM audit_event WHERE provider_id = $provider AND id = ${first}`,
    ],
    'changes a seal': () => [
      `UPDATE audit_seal SET seal = repeat('a', 64) WHERE provider_id = $provider AND block = 2`,
    ],
    'removes a seal': () => ['DELETE FROM audit_seal WHERE provider_id = $provider AND block = 2'],
  }
  for (const [action, statementsOf] of Object.entries(statements))
    it(`${action}: verification reports the first bad block`, async () => {
      const { p, ...ids } = await sealedProvider()
      await asOwner(p, ...statementsOf(ids))
      const { is_whole, said } = await verify(p)
      expect(is_whole).toBe(false)
      expect(said).toMatch(/BAD. Block 2 /)
    })

  it('is detected when a row is inserted before the first one', async () => {
    const { p, first } = await sealedProvider()
    await asOwner(
      p,
      `INSERT INTO audit_event (id, ${columns}) OVERRIDING SYSTEM VALUE
         SELECT -5, ${columns} FROM audit_event WHERE provider_id = $provider AND id = ${first}`,
    )
    expect((await verify(p)).said).toMatch(/BAD. Block 1 /)
  })

  it('is detected by an exported seal when the end of the chain is removed', async () => {
    const { p } = await sealedProvider()
    const exported = await exportedOf(p)
    await asOwner(
      p,
      'DELETE FROM audit_event WHERE provider_id = $provider AND id > (SELECT last_id FROM audit_seal WHERE provider_id = $provider AND block = 2)',
      'DELETE FROM audit_seal WHERE provider_id = $provider AND block = 3',
    )
    expect(await verify(p)).toMatchObject({ is_whole: true })
    const { is_whole, said } = await verify(p, [exported])
    expect(is_whole).toBe(false)
    expect(said).toMatch(/Block 3 is missing, but an exported seal shows that it existed/)
  })

  it('is detected by an exported seal when the whole chain is rewritten', async () => {
    const { p, first } = await sealedProvider()
    const exported = await exportedOf(p)
    await asOwner(
      p,
      `UPDATE audit_event SET source = 'somebody else' WHERE provider_id = $provider AND id = ${first}`,
      'DELETE FROM audit_seal WHERE provider_id = $provider',
    )
    await seal(p)
    await write(p)
    await seal(p)
    await write(p)
    await seal(p)
    expect(await verify(p)).toMatchObject({ is_whole: true })
    const { is_whole, said } = await verify(p, [exported])
    expect(is_whole).toBe(false)
    expect(said).toMatch(/Block 3 .*was rewritten/)
    expect(readSealText(sealText(exported))).toMatchObject({ block: 3, seal: exported.seal })
  })
})

// The embedded database has one session, so no other writer can be active while it seals.
describe.runIf(process.env.TEST_DATABASE_URL)('sealing with concurrent writers', () => {
  it('seals nothing while an older entry is uncommitted, and seals it after the commit', async () => {
    const p = await newProvider()
    await seal(p)
    const before = await exportedOf(p)
    const client = await p.runtime.runtime.pool.connect()
    await client.query(
      `BEGIN; SET LOCAL ROLE courier_app; SET LOCAL app.provider = '${p.provider_id}'; SET LOCAL app.who = '{}';
       UPDATE branch SET name = name || ' (moved)' WHERE id = ${p.map.branches.JHB}`,
    )
    await write(p)
    await seal(p)
    expect(await exportedOf(p)).toEqual(before)
    await client.query('COMMIT')
    client.release()
    await seal(p)
    expect((await exportedOf(p)).block).toBe(2)
    expect(await verify(p)).toMatchObject({ is_whole: true })
  })

  it('keeps the chain valid while many transactions write and seal concurrently', async () => {
    const p = await newProvider()
    const writers = Array.from({ length: 20 }, () => write(p))
    const sealers = Array.from({ length: 4 }, () => seal(p))
    await Promise.all([...writers, ...sealers])
    await seal(p)
    const { is_whole, said } = await verify(p)
    const { rows } = await p.runtime.runtime.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM audit_event WHERE provider_id = $1',
      [p.provider_id],
    )
    expect(is_whole).toBe(true)
    expect(said).toContain(`${rows[0]?.count ?? 0} entries`)
  })
})
