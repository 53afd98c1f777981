import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import type { Endpoint, Input } from '@waybill/domain/kit/calls/endpoint'
import { systemActor } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '../src/kit/migrate.ts'
import { callHandler } from '../dev/call-handler.ts'
import type { Database } from '../src/db/database.ts'
import { asSystem } from '../src/main/install.ts'
import { openTestDatabase } from '../dev/test-kit/database/database.ts'
import { brokenInvariants } from '../dev/test-kit/database/invariants.ts'
import { booking } from '../dev/test-kit/provider.ts'
import { loadReleaseData, readReleaseData } from '../dev/test-kit/database/release-data.ts'
import { openTestRuntimeOn, type TestRuntime } from '../dev/test-kit/runtime.ts'

const released = readReleaseData()
const migrations = readMigrations()

/** Tables of which no migration may lose a row. */
const facts = ['shipment', 'parcel', 'tracking_event', 'billing_transaction', 'ledger_entry', 'audit_event']

describe('upgrade of a database filled by the previous release', () => {
  let database: Database
  let own: TestRuntime
  let providerId: number
  const counted = async (client: pg.Pool | pg.PoolClient): Promise<Record<string, number>> => {
    const { rows } = await client.query<Record<string, number>>(
      `SELECT ${facts.map((name) => `(SELECT count(*)::int FROM ${name}) AS ${name}`).join(', ')}`,
    )
    return rows[0] ?? {}
  }
  let before: Record<string, number>
  const applied: string[] = []

  beforeAll(async () => {
    database = await openTestDatabase(migrations.filter(({ name }) => released.migrations.includes(name)))
    const client = await database.pool.connect()
    await loadReleaseData(client, released)
    before = await counted(client)
    await migrate(client, (step) => applied.push(step))
    client.release()
    own = await openTestRuntimeOn(database)
    own.setNow(new Date(released.filled_at))
    const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM provider ORDER BY id')
    providerId = rows[0]?.id ?? 0
  })
  afterAll(() => own.close())

  it('applies the new migrations in order and loses no rows', async () => {
    expect(migrations.map(({ name }) => name)).toEqual([...released.migrations, ...applied])
    for (const name of facts) expect(before[name], name).toBeGreaterThan(100)
    expect(await counted(database.pool)).toEqual(before)
  })

  it('violates no invariant', async () => {
    expect(await asSystem(own.runtime, providerId, brokenInvariants)).toEqual({})
  })

  it('gives starter roles what new companies have of files and of counters', async () => {
    const { roles } = await callHandler(own.runtime, systemActor(providerId), usersApi.roles, { limit: 100 })
    const aboutFiles = (permissions: readonly string[]) =>
      permissions.filter((permission) => permission.startsWith('API_/shipments/files:')).toSorted()
    for (const { name, permissions } of starter_roles)
      expect([
        name,
        aboutFiles(roles.find((role) => role.name === name)?.permissions ?? ['missing']),
      ]).toEqual([name, aboutFiles(permissions)])
    const permissionsOf = (name: string, all: readonly { name: string; permissions: readonly string[] }[]) =>
      all.filter((role) => role.name === name).map(({ permissions }) => permissions)
    expect(permissionsOf('Counter clerk', roles)).toEqual(permissionsOf('Counter clerk', starter_roles))
  })

  it('can be read and written by this release', async () => {
    const list = <E extends Endpoint>(endpoint: E) =>
      callHandler(own.runtime, systemActor(providerId), endpoint, { limit: 100 } as Input<E>)
    const { accounts } = await list(accountsApi.list)
    const { shipments } = await list(shipmentsApi.list)
    const { transactions } = await list(billingApi.transactions)
    const { roles } = await list(usersApi.roles)
    for (const found of [accounts, shipments, transactions, roles]) expect(found.length).toBeGreaterThan(5)
    const postpaid = accounts.find(({ account_type }) => account_type === 'postpaid')
    const made = await callHandler(own.runtime, systemActor(providerId), shipmentsApi.create, {
      ...booking(),
      account_id: postpaid?.id,
    })
    expect(made.status).toBe('collection-assigned')
    expect(await asSystem(own.runtime, providerId, brokenInvariants)).toEqual({})
  })
})
