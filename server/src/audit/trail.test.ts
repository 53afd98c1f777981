import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { audit_types } from '@waybill/domain/audit/model'
import { role_ids } from '@waybill/domain/kit/actor'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { expect, it } from 'vitest'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { newProvider, type Caller } from '../../dev/test-kit/provider.ts'

/** Renames an account several times: `Name 1`, `Name 2` and so on. */
async function rename(staff: Caller, id: number, times: number): Promise<void> {
  for (let one = 1; one <= times; one += 1) await staff.send(accountsApi.change, { id, name: `Name ${one}` })
}

it('[AUD-001] [AUD-011] returns ten entries by default, newest first, filtered by type and object, from the given offset', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const account = await p.given.account()
  const other = await p.given.account()
  await rename(staff, account.id, 12)
  await rename(staff, other.id, 1)
  const of = { type: 'account', object_id: String(account.id) }
  const first = await staff.send(auditApi.events, of)
  expect(first.audit_events).toHaveLength(10)
  expect(first.audit_events[0]).toMatchObject({
    action: 'changed',
    audit_object_id: String(account.id),
    object_name: account.account_code,
    change: [{ field: 'name', change_from: 'Name 11', change_to: 'Name 12' }],
  })
  expect(first.audit_events.every((entry) => entry.audit_object_id === String(account.id))).toBe(true)
  const rest = await staff.send(auditApi.events, { ...of, offset: 10 })
  expect(rest.audit_events.length).toBe(first.count - 10)
  expect(rest.audit_events.at(-1)?.action).toBe('created')
  expect((await staff.send(auditApi.events, { ...of, limit: 3 })).audit_events).toHaveLength(3)
  const kind = await staff.send(auditApi.events, { type: 'account' })
  expect(kind.audit_events[0]?.audit_object_id).toBe(String(other.id))
  expect(kind.count).toBeGreaterThan(first.count)
})

it('[AUD-002] [AUD-004] returns the count beside the entries, which contain time, request id, client version and user', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const account = await p.given.account()
  const changed = await staff.http(
    'PATCH',
    '/accounts',
    { id: account.id, name: 'Renamed' },
    { 'client-version': '3.17.17' },
  )
  const { body } = await staff.http('GET', `/audit/events?type=account&object_id=${account.id}`)
  expect(Object.keys(body as object).sort()).toEqual(['audit_events', 'count'])
  const { audit_events, count } = body as { audit_events: Record<string, unknown>[]; count: number }
  expect(count).toBe(audit_events.length)
  expect(audit_events[0]).toMatchObject({
    timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    request_id: changed.headers['x-request-id'],
    client_version: '3.17.17',
    source: staff.username,
  })
  expect(audit_events[0]).not.toHaveProperty('count')
})

it('[AUD-014] [PERM-057] is available only to staff with the permission', async () => {
  const p = await newProvider()
  const url = '/audit/events?type=shipment'
  expect((await (await p.staff()).http('GET', url)).status).toBe(200)
  expect((await (await p.driver()).http('GET', url)).status).toBe(403)
  expect((await (await p.owner()).http('GET', url)).status).toBe(403)
  expect((await p.guest().http('GET', url)).status).toBe(401)
})

it('[AUD-016] lists setting changes under provider_setting with the setting key', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const save = (value: string) =>
    staff.send(settingsApi.save, { settings: [{ key: 'support_phone', value }] })
  await save('0210000000')
  await save('0211111111')
  const { audit_events } = await staff.send(auditApi.events, { type: 'provider_setting' })
  expect(audit_events[0]).toMatchObject({
    object_name: 'support_phone',
    source: staff.username,
    change: [{ field: 'value', change_from: '0210000000', change_to: '0211111111' }],
  })
})

it('filters the company’s changes by user and by period', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const other = await p.user(role_ids.administrator)
  const account = await p.given.account()
  await rename(other, account.id, 2)
  await rename(staff, account.id, 1)
  const by = await staff.send(auditApi.events, { source: other.username })
  expect(by.count).toBe(2)
  const all = await staff.send(auditApi.events, { limit: 100 })
  expect(new Set(all.audit_events.map((entry) => entry.audit_type)).size).toBeGreaterThan(3)
  const [newest] = by.audit_events
  const [last] = all.audit_events
  if (!newest || !last) throw new Error('Nothing was written.')
  const since = await staff.send(auditApi.events, { type: 'account', from: newest.timestamp })
  expect(since.audit_events.at(-1)?.id).toBe(newest.id)
  const before = await staff.send(auditApi.events, { type: 'account', to: newest.timestamp })
  expect(before.audit_events[0]?.id).toBe(by.audit_events[1]?.id)
  expect((await staff.send(auditApi.events, { object_id: 'nonsense' })).count).toBe(0)
})

it('finds the trail of a parcel, which is stored under its shipment', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const shipment = await p.given.shipment()
  const { parcels } = await staff.send(shipmentsApi.parcels, { shipment_id: shipment.id })
  const { audit_events } = await staff.send(auditApi.events, {
    type: 'parcel',
    object_id: String(parcels[0]?.id),
  })
  expect(audit_events.at(-1)).toMatchObject({
    type: 'parcel',
    action: 'created',
    object_id: String(parcels[0]?.id),
    audit_type: 'shipment',
    audit_object_id: String(shipment.id),
  })
})

/**
 * Tables of the types that are not named after their table. Types without a table are planned; their table will have
 * the name of the type.
 */
const tables: Partial<Record<(typeof audit_types)[number], string>> = {
  user: 'app_user',
}

it('[AUD-017] audits the tables of every audited type, and records the user and the channel of a change', async () => {
  const { runtime } = await testRuntime()
  const { rows } = await runtime.pool.query<{ table_name: string; audit_type: string | null }>(
    `SELECT table_name, (SELECT split_part(encode(t.tgargs, 'escape'), '\\000', 1) FROM pg_trigger t
       WHERE t.tgrelid = d.table_name::regclass AND t.tgname = 'audit' AND t.tgenabled = 'O') AS audit_type
     FROM tenant_table_decision d`,
  )
  const audited = new Map(rows.map((row) => [row.table_name, row.audit_type]))
  for (const type of audit_types) {
    const table = tables[type] ?? type
    if (audited.has(table))
      expect([table, audited.get(table)]).toEqual([table, type === 'parcel' ? 'shipment' : type])
  }
  expect(
    [...audited.values()].filter((type) => type && !audit_types.some((known) => known === type)),
  ).toEqual([])

  const p = await newProvider()
  const staff = await p.staff()
  const key = await p.apiKey()
  const account = await p.given.account()
  const change = (by: Caller, path: string) =>
    by.http(
      'PATCH',
      '/accounts',
      { id: account.id, name: path },
      { 'client-version': '3.17.17', 'client-path': path },
    )
  await change(staff, '/accounts')
  await change(staff, '/hub-scanner')
  await change(staff, '/tripsheet')
  await key.http('PATCH', '/accounts', { id: account.id, name: 'by key' })
  const { audit_events } = await staff.send(auditApi.events, {
    type: 'account',
    object_id: String(account.id),
    limit: 5,
  })
  expect(audit_events.map(({ source, channel }) => [source, channel])).toEqual([
    [key.username, 'api'],
    [staff.username, 'driver-app'],
    [staff.username, 'scanner'],
    [staff.username, 'web'],
    ['system', 'job'],
  ])
})

it('[AUD-003] records the old and new value of a field, and nested changes of its inner fields', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const account = await p.given.account()
  const contact = { name: 'Accounts', email: 'pay@example.com', mobile_number: '0215550142' }
  await staff.send(accountsApi.change, { id: account.id, billing_contact: contact })
  await staff.send(accountsApi.change, {
    id: account.id,
    name: 'Renamed',
    billing_contact: { ...contact, email: 'money@example.com' },
  })
  const { audit_events } = await staff.send(auditApi.events, {
    type: 'account',
    object_id: String(account.id),
  })
  const change = audit_events[0]?.change ?? []
  expect(change).toContainEqual({ field: 'name', change_from: account.name, change_to: 'Renamed' })
  expect(change).toContainEqual({
    field: 'billing_contact',
    nested: [{ field: 'email', change_from: 'pay@example.com', change_to: 'money@example.com' }],
  })
})

it('[AUD-015] requires `INLINE_view_audit_trail`; the permission to save settings opens only the settings trail', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const role = async (name: string, ...permissions: string[]) => {
    const made = { name, label: name, permissions, permissions_ui: [], require_2fa: false }
    return p.user((await staff.send(usersApi.createRole, made)).id)
  }
  const requests = async (somebody: Caller) => [
    (await somebody.http('GET', '/audit/events?type=shipment')).status,
    (await somebody.http('GET', '/audit/events?type=provider_setting')).status,
  ]
  expect(await requests(await role('Viewer', 'INLINE_view_audit_trail'))).toEqual([200, 200])
  expect(await requests(await role('Saver', 'API_/providers/settings:POST'))).toEqual([403, 200])
  expect(await requests(await role('Neither', 'API_/providers/settings:GET'))).toEqual([403, 403])
})
