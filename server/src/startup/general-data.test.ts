import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { identityApi } from '@waybill/domain/identity/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { startupApi } from '@waybill/domain/startup/api'
import { error_reporting_keys } from '@waybill/domain/kit/environment'
import { role_ids } from '@waybill/domain/kit/actor'
import { formatSent } from '@waybill/domain/kit/calls/wire'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertRole } from '../identity/index.ts'
import { newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const minute = 60_000

describe('incremental general data', () => {
  it('[API-024] [DRV-007] returns only what changed or was deleted since a time, but always the whole user, account and time', async () => {
    const { runtime } = p
    const start = Date.now()
    const gone = await p.driver()
    await p.driver('stays')
    const whole = await staff.send(startupApi.generalData, {})
    expect(Object.keys(whole.provider_settings).length).toBeGreaterThan(50)
    expect(whole.roles.length).toBeGreaterThan(5)
    expect(whole.branches.length).toBeGreaterThan(0)

    runtime.setNow(new Date(start + 10 * minute))
    const nothing = await staff.send(startupApi.generalData, { since: new Date(start + 10 * minute) })
    expect(nothing).toMatchObject({ provider_settings: {}, roles: [], branches: [], drivers: [] })
    expect(nothing.user).toEqual(whole.user)

    await staff.send(settingsApi.save, { settings: [{ key: 'support_email', value: 'new@fynbos.example' }] })
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('app_user')
        .set({ deleted_date: ctx.now, time_modified: ctx.now })
        .where('username', '=', gone.username)
        .execute(),
    )
    runtime.setNow(new Date(start + 20 * minute))
    const events = await staff.send(startupApi.generalData, { since: new Date(start + 10 * minute) })
    expect(events.provider_settings).toEqual({ support_email: 'new@fynbos.example' })
    expect(events.drivers.map(({ username, deleted_date }) => [username, deleted_date !== null])).toEqual([
      [gone.username, true],
    ])
    expect(events.roles).toEqual([])
    expect(events.current_time).toEqual(new Date(start + 20 * minute))

    const owner = await p.owner()
    const own = await owner.send(startupApi.generalData, { since: new Date(start + 10 * minute) })
    expect(own.account?.id).toBe(own.user.account_id)
    expect(own.provider_settings).toEqual({ support_email: 'new@fynbos.example' })
    runtime.setNow(null)
  })

  it('[API-018] accepts since in the format that the web client sends', async () => {
    const since = new Date(Date.now() + 5 * minute)
    const path = `/general-data?since=${encodeURIComponent(formatSent(since))}`
    expect(path).toMatch(/since=\d{4}-\d\d-\d\d%20\d\d%3A\d\d%3A\d\d%2B02%3A00$/)
    const reply = await staff.http('GET', path)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ provider_settings: {}, roles: [] })
  })
})

describe('overdue platform invoices of the provider', () => {
  const owe = (status: string, ids: string[]) =>
    p.runtime.runtime.pool.query('UPDATE provider SET status = $1, overdue_invoices = $2 WHERE id = $3', [
      status,
      ids,
      p.provider_id,
    ])

  it('[SHELL-035] are returned to office staff only, while the provider is overdue', async () => {
    const seen = async (caller: Caller) =>
      (await caller.send(startupApi.generalData, {})).provider_overdue_invoices
    const owner = await p.owner()
    const driver = await p.driver()
    await owe('overdue', ['PLT000041', 'PLT000042'])
    expect(await seen(staff)).toEqual(['PLT000041', 'PLT000042'])
    expect(await seen(owner)).toEqual([])
    expect(await seen(driver)).toEqual([])
    await owe('active', ['PLT000041'])
    expect(await seen(staff)).toEqual([])
  })
})

describe('crash reports', () => {
  const report = (key: string) =>
    p.guest().http('POST', '/ui/crash-reports', { key, message: 'x is not a function', path: '/shipments' })

  it('[SHELL-085] are accepted with the key of an environment and rejected with any other key', async () => {
    for (const key of Object.values(error_reporting_keys)) expect((await report(key)).status).toBe(200)
    const rejected = await report('web-elsewhere')
    expect(rejected.status).toBe(400)
  })
})

describe('provider lookup by host', () => {
  it('[API-007] returns the provider for its origin host name', async () => {
    const other = await newProvider()
    for (const one of [p, other]) {
      const named = await p.guest().http('GET', `/providers?origin=p${one.provider_id}.test`)
      expect(named.body).toMatchObject({ provider: { id: one.provider_id } })
    }
  })
})

describe('derived status of an account', () => {
  let own: TestProvider
  let office: Caller
  beforeEach(async () => {
    own = await newProvider()
    office = await own.staff()
  })
  const statusOf = async (id: number) =>
    (await office.send(accountsApi.list, { id: [id] })).accounts[0]?.derived_status

  it('[ACC-005] [ACC-006] is active at first, inactive after 91 days without shipments and active again after a booking', async () => {
    const { id } = await own.given.account({ account_type: 'postpaid', credit_limit: 1_000_000 })
    expect(await statusOf(id)).toBe('active')
    const later = Date.now() + 91 * 24 * 60 * minute
    own.runtime.setNow(new Date(later))
    expect(await statusOf(id)).toBe('inactive')
    await own.given.shipment({ account_id: id })
    expect(await statusOf(id)).toBe('active')
    own.runtime.setNow(null)
  })

  it('[ACC-005] [ACC-006] is overdue when an invoice is past due, even without recent shipments', async () => {
    const { id } = await own.given.account({
      account_type: 'postpaid',
      credit_limit: 1_000_000,
      payment_terms: 30,
    })
    await own.given.shipment({ account_id: id, status: 'collected' })
    await office.send(billingApi.runInvoices, { account_id: id })
    expect(await statusOf(id)).toBe('active')
    own.runtime.setNow(new Date(Date.now() + 100 * 24 * 60 * minute))
    expect(await statusOf(id)).toBe('overdue')
    own.runtime.setNow(null)
  })
})

describe('API key creation', () => {
  it('rejects a role with more permissions than its creator has', async () => {
    const helper = { id: 40, name: 'Helper', label: 'Helper', permissions_ui: [], require_2fa: false }
    await p.inTransaction((ctx) => insertRole(ctx, { ...helper, permissions: ['API_/users/api-keys:POST'] }))
    const maker = await p.user(helper.id)
    const make = (roleId: number) => maker.http('POST', '/users/api-keys', { name: 'Shop', role_id: roleId })
    expect((await make(role_ids.administrator)).status).toBe(403)
    expect((await make(helper.id)).status).toBe(200)
  })
})

describe('theme colours and unread messages', () => {
  it('[SHELL-004] derives light and dark theme colours from the settings', async () => {
    const own = await newProvider({ theme_primary: '#123456' })
    const { provider } = await own.guest().send(identityApi.provider, {})
    expect(provider.theme.light.brand?.toLowerCase()).toBe('#123456')
    expect(provider.theme.dark.brand).toMatch(/^#[0-9a-f]{6}$/i)
    expect(provider.theme.dark.brand).not.toBe(provider.theme.light.brand)
  })

  it('returns the number of unread messages in the inbox of the user', async () => {
    const person = await p.owner()
    const unread = async () => (await person.send(startupApi.generalData, {})).unread_messages
    expect(await unread()).toBe(0)
    await p.inTransaction((ctx) =>
      ctx.db
        .insertInto('inbox_message')
        .values({
          provider_id: ctx.provider_id,
          user_id: person.user_id,
          kind: 'security',
          subject: 'One',
          body: 'Two',
          time_created: new Date(Date.now() + 1000),
        })
        .execute(),
    )
    expect(await unread()).toBe(1)
  })
})
