import fs from 'node:fs'
import path from 'node:path'
import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import type { AuditEvent } from '@waybill/domain/audit/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configure } from '../../../dev/test-kit/config.ts'
import { newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { openTestRuntime, type TestRuntime } from '../../../dev/test-kit/runtime.ts'
import { configuredFileStore, fileStorePort, type FileStore } from '../../files/index.ts'
import { Scheduler } from '../../jobs/schedule.ts'
import { verifyAll } from '../../ops/verify-audit.ts'
import { auditSchedules } from '../index.ts'

/** All months of this database have ended long before it. */
const later = Date.parse('2051-06-15T12:00:00Z')

let runtime: TestRuntime
let p: TestProvider
let account: { id: number }
let runs = 0
/** The entries of the account before they were archived. */
let listedBefore: AuditEvent[] = []

const query = async <Row extends object>(text: string) => (await runtime.runtime.pool.query<Row>(text)).rows

/** Runs a schedule of the audit module years later, and resets the clock. */
async function run(name: 'audit-seal' | 'audit-months'): Promise<void> {
  const job = auditSchedules.find((one) => one.name === name)
  if (!job) throw new Error(`There is no ${name}.`)
  runs += 1
  runtime.setNow(new Date(later + runs * 3_600_000))
  await new Scheduler(runtime.runtime, [job]).runDue().finally(() => runtime.setNow(null))
}

async function verify() {
  const lines: string[] = []
  const stores = { database: runtime.runtime, files: configuredFileStore(runtime.runtime.data_dir) }
  const isWhole = await verifyAll(stores, p.provider_id, [], (line) => lines.push(line))
  return { is_whole: isWhole, said: lines.join('\n') }
}

const counts = async () => {
  const [row] = await query<{ stored: number; archived: number; files: number }>(
    `SELECT (SELECT count(*)::int FROM audit_event WHERE provider_id = ${p.provider_id}) AS stored,
       coalesce(sum(entries), 0)::int AS archived, count(*)::int AS files
     FROM audit_archive WHERE provider_id = ${p.provider_id}`,
  )
  return row
}

const filesOf = () => {
  const folder = path.join(runtime.runtime.data_dir, 'files', String(p.provider_id), 'audit-archive')
  return fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : []
}

/** Replaces the file store of the installation until `fn` ends. */
async function withStore(change: Partial<FileStore>, fn: () => Promise<void>): Promise<void> {
  const { adapters } = runtime.runtime
  const usual = configuredFileStore(runtime.runtime.data_dir)
  adapters.set(fileStorePort.name, { ...usual, ...change })
  await fn().finally(() => adapters.set(fileStorePort.name, usual))
}

beforeAll(async () => {
  runtime = await openTestRuntime()
  p = await newProvider({}, runtime)
  account = await p.given.account()
  const staff = await p.staff()
  // In the same block as its neighbours, but in a month that is not archived.
  await query(
    `INSERT INTO audit_event (time, provider_id, object_type, object_id, table_name, action, source, channel, request_id, client_version, change)
     VALUES ('2060-01-01', ${p.provider_id}, 'till', 1, 'till', 'update', 'system', 'job', '', '', '{}')`,
  )
  await staff.send(accountsApi.change, { id: account.id, name: 'First name' })
})
afterAll(() => runtime.close())

describe('archive of the audit trail', () => {
  it('is off by default', async () => {
    await run('audit-seal')
    await run('audit-months')
    expect(await counts()).toMatchObject({ files: 0 })
    expect(filesOf()).toEqual([])
  })

  it('keeps a month in the database while its entries are not sealed, or its file cannot be read back', async () => {
    configure({ AUDIT_ARCHIVE_MONTHS: 12 })
    const staff = await p.staff()
    await staff.send(accountsApi.change, { id: account.id, name: 'Second name' })
    const before = await counts()
    await run('audit-months')
    expect(await counts()).toEqual(before)

    await run('audit-seal')
    await withStore({ get: async () => null }, () => run('audit-months'))
    await withStore({ get: async () => Buffer.from('other bytes') }, () => run('audit-months'))
    expect(await counts()).toEqual(before)
    // The file of the runs that were stopped there. The next run writes it again under the same name.
    expect(filesOf()).toHaveLength(1)
  })

  it('writes a month to a file, verifies it against the seals, and then drops the month, once', async () => {
    configure({ AUDIT_ARCHIVE_MONTHS: 12 })
    const staff = await p.staff()
    await run('audit-seal')
    const [before, whole] = [await counts(), await verify()]
    const listed = await staff.send(auditApi.events, { type: 'account', object_id: String(account.id) })
    listedBefore = listed.audit_events
    // This month and the next two have ended by then. Each run drops one.
    for (const _ of [1, 2, 3]) await run('audit-months')
    expect(await counts()).toEqual({ stored: 1, archived: (before?.stored ?? 0) - 1, files: 1 })
    expect(await verify()).toEqual(whole)
    await run('audit-months')
    expect(await counts()).toEqual({ stored: 1, archived: (before?.stored ?? 0) - 1, files: 1 })
    // The clock was ahead. Once it is right again, the month is not made again, which would hide its archive.
    await query('SELECT make_audit_months(now())')
    expect(await verify()).toEqual(whole)
  })

  it('continues the chain after a dropped month', async () => {
    const staff = await p.staff()
    await staff.send(accountsApi.change, { id: account.id, name: 'Third name' })
    await run('audit-seal')
    const { is_whole, said } = await verify()
    const numbers = await counts()
    expect(is_whole).toBe(true)
    expect(said).toContain(` ${(numbers?.stored ?? 0) + (numbers?.archived ?? 0)} entries`)
  })

  it('says from when on entries are archived, and finds those of one object in the files', async () => {
    const staff = await p.staff()
    const of = { type: 'account', object_id: String(account.id) }
    const listed = await staff.send(auditApi.events, of)
    expect(listed.archived_before?.getTime()).toBeGreaterThan(Date.now())
    expect(listed.audit_events.map(({ change }) => change)).toEqual([
      [{ field: 'name', change_from: 'Second name', change_to: 'Third name' }],
    ])
    const { audit_events, next_offset } = await staff.send(auditApi.archived, of)
    expect(next_offset).toBeNull()
    expect(audit_events).toEqual(listedBefore.map((entry) => ({ ...entry, object_name: '' })))
    expect(audit_events.map(({ action }) => action)).toEqual(['changed', 'changed', 'created'])
    const nothing = await staff.send(auditApi.archived, { ...of, object_id: '999999' })
    expect(nothing).toEqual({ audit_events: [], next_offset: null })
  })

  it('[AUD-014] does not show archived entries to customers, drivers and other companies', async () => {
    const url = `/audit/archived-events?type=account&object_id=${account.id}`
    expect((await (await p.driver()).http('GET', url)).status).toBe(403)
    expect((await (await p.owner()).http('GET', url)).status).toBe(403)
    const other = await newProvider({}, runtime)
    expect((await (await other.staff()).http('GET', url)).body).toEqual({
      audit_events: [],
      next_offset: null,
    })
  })

  it('reports a file that was changed or removed, in the verification and in a search', async () => {
    const [file = ''] = filesOf()
    const content = fs.readFileSync(file)
    const staff = await p.staff()
    const url = `/audit/archived-events?type=account&object_id=${account.id}`
    fs.writeFileSync(file, content.subarray(0, -1))
    expect(await verify()).toMatchObject({
      is_whole: false,
      said: expect.stringMatching(
        /BAD. Block 1 or a later one cannot be verified: .* has changed since it was written/,
      ),
    })
    fs.rmSync(file)
    expect((await verify()).said).toMatch(/cannot be verified: The archive file .* is missing/)
    expect((await staff.http('GET', url)).status).toBe(503)
    fs.writeFileSync(file, content)
    expect(await verify()).toMatchObject({ is_whole: true })
  })
})
