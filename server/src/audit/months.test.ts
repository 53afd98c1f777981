import { expect, it } from 'vitest'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'
import { Scheduler } from '../jobs/schedule.ts'
import { databaseCode } from '../kit/db.ts'
import { auditSchedules } from './run-chain.ts'

const query = async <Row extends object>(p: TestProvider, text: string) =>
  (await p.runtime.runtime.pool.query<Row>(text)).rows

const partitionsOf = (p: TestProvider) =>
  query<{ name: string; is_protected: boolean; guards: number }>(
    p,
    `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS is_protected,
       (SELECT count(*)::int FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'kept_as_written' AND t.tgenabled = 'O') AS guards
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_event'::regclass ORDER BY 1`,
  )

/** Runs a statement as a role of the product, for one company; returns the code of the error, or `accepted`. */
async function outcomeAs(p: TestProvider, role: string, statement: string): Promise<string> {
  const client = await p.runtime.runtime.pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL ROLE ${role}; SET LOCAL app.provider = '${p.provider_id}'`)
    await client.query(statement)
    return 'accepted'
  } catch (error) {
    return databaseCode(error) ?? 'no code'
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

it('has a protected partition for this month and the next two, which the roles of the product cannot reach', async () => {
  const p = await newProvider()
  const partitions = await partitionsOf(p)
  expect(partitions.filter(({ is_protected, guards }) => !is_protected || guards !== 1)).toEqual([])
  const [first] = partitions
  const expected = await query<{ name: string }>(
    p,
    `SELECT to_char(to_date('${first?.name}', '"before_"YYYYMMDD') + make_interval(months => n), '"before_"YYYYMMDD') AS name
     FROM generate_series(0, 2) n`,
  )
  expect(partitions.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...expected.map(({ name }) => name), 'other']),
  )
  for (const { name } of partitions) {
    for (const role of ['courier_app', 'courier_platform'])
      for (const statement of [
        `SELECT FROM audit_month.${name}`,
        `INSERT INTO audit_month.${name} SELECT * FROM audit_event LIMIT 1`,
        `DROP TABLE audit_month.${name}`,
      ])
        expect(await outcomeAs(p, role, statement), `${role}: ${statement}`).toBe('42501')
    for (const statement of [
      `UPDATE audit_month.${name} SET source = source`,
      `DELETE FROM audit_month.${name}`,
      `TRUNCATE audit_month.${name}`,
    ])
      await expect(p.runtime.runtime.pool.query(statement), statement).rejects.toThrow(
        /kept as it was written/,
      )
  }
  expect(await outcomeAs(p, 'courier_app', 'SELECT make_audit_months(now())')).toBe('42501')
})

it('makes missing months, and moves what the default partition took for them', async () => {
  const p = await newProvider()
  const columns =
    'provider_id, object_type, object_id, table_name, action, source, channel, request_id, client_version, change'
  await query(
    p,
    `INSERT INTO audit_event (time, ${columns}) SELECT '2041-02-15 12:00+00', ${columns}
     FROM audit_event WHERE provider_id = ${p.provider_id} LIMIT 1`,
  )
  const places = () =>
    query<{ place: string }>(
      p,
      `SELECT tableoid::regclass::text AS place FROM audit_event WHERE provider_id = ${p.provider_id} AND time > '2041-01-01'`,
    )
  expect(await places()).toEqual([{ place: 'audit_month.other' }])
  const made = "SELECT make_audit_months('2041-01-31 23:59:59+00') AS name"
  expect((await query<{ name: string }>(p, made)).map(({ name }) => name)).toEqual([
    'before_20410201',
    'before_20410301',
    'before_20410401',
  ])
  expect(await query(p, made)).toEqual([])
  expect(await places()).toEqual([{ place: 'audit_month.before_20410301' }])
  expect((await partitionsOf(p)).filter(({ is_protected, guards }) => !is_protected || guards !== 1)).toEqual(
    [],
  )
})

// The embedded database of tests was made by a later clock than the one it runs on, so no month is missing there.
it.runIf(process.env.TEST_DATABASE_URL)('makes missing months on a schedule', async () => {
  const p = await newProvider()
  const job = auditSchedules.find(({ name }) => name === 'audit-months')
  if (!job) throw new Error('Nothing makes months.')
  const [last] = await query<{ name: string }>(
    p,
    `SELECT to_char(date_trunc('month', now()) + interval '3 months', '"before_"YYYYMMDD') AS name`,
  )
  await query(p, `DROP TABLE audit_month.${last?.name}`)
  await new Scheduler(p.runtime.runtime, [{ ...job, name: `months ${p.provider_id}` }]).runDue()
  expect((await partitionsOf(p)).map(({ name }) => name)).toContain(last?.name)
})
