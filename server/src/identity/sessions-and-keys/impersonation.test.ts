import { auditApi } from '@waybill/domain/audit/api'
import { identityApi } from '@waybill/domain/identity/api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { booking, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let admin: Caller
let owner: Caller
let account_id: number
beforeEach(async () => {
  p = await newProvider()
  admin = await p.staff()
  account_id = (await p.given.account()).id
  owner = await p.owner(account_id)
})

const as = (username: string, method: string, path: string, body: object = {}) =>
  method === 'GET'
    ? admin.http('GET', `${path}${path.includes('?') ? '&' : '?'}request_username=${username}`)
    : admin.http(method, path, { ...body, request_username: username })

describe('impersonation of a customer', () => {
  it('[AUTH-065] [AUTH-067] handles requests that name the user with that user’s access, not with staff access', async () => {
    await p.given.shipment()
    const mine = await p.given.shipment({ account_id })
    const all = (await admin.http('GET', '/shipments')).body as { count: number }
    const seen = (await as(owner.username, 'GET', '/shipments')).body as { shipments: { id: number }[] }
    expect(all.count).toBe(2)
    expect(seen.shipments.map(({ id }) => id)).toEqual([mine.id])
    const data = (await as(owner.username, 'GET', '/general-data')).body
    expect(data).toMatchObject({ user: { username: owner.username, account_id }, roles: [], drivers: [] })
    expect((await as(owner.username, 'GET', '/providers/settings')).status).toBe(
      (await owner.http('GET', '/providers/settings')).status,
    )
    for (const path of ['/drivers', '/roles', '/trip-sheet', '/shipments/communication-log?shipment_id=1'])
      expect((await as(owner.username, 'GET', path)).status, path).toBe(403)
  })

  it('[AUTH-068] records both users in the audit trail, for the start and for every change', async () => {
    const { account_id: _account, ...sent } = booking()
    const made = await as(owner.username, 'POST', '/shipments', sent)
    expect(made.body).toMatchObject({ account_id })
    const { id } = made.body as { id: number }
    const trail = await admin.send(auditApi.events, { type: 'shipment', object_id: String(id) })
    expect(trail.audit_events.length).toBeGreaterThan(0)
    for (const entry of trail.audit_events)
      expect(entry).toMatchObject({ source: owner.username, impersonated_by: admin.username })
    const started = await admin.send(auditApi.events, { type: 'user', object_id: String(owner.user_id) })
    const starts = started.audit_events.filter(({ type }) => type === 'impersonation')
    expect(starts).toHaveLength(1)
    expect(starts[0]).toMatchObject({ source: admin.username, impersonated_by: '' })
    await as(owner.username, 'GET', '/shipments')
    const later = await admin.send(auditApi.events, { type: 'user', object_id: String(owner.user_id) })
    expect(later.audit_events.filter(({ type }) => type === 'impersonation')).toHaveLength(1)
  })

  it('[AUTH-068] is allowed only for staff with both permissions, and only for customers who can sign in', async () => {
    const may = (caller: Caller, username: string) =>
      caller.http('POST', '/users/impersonate', { username }).then(({ status }) => status)
    expect(await admin.send(usersApi.impersonate, { username: owner.username })).toEqual({
      username: owner.username,
      account_id,
    })
    const mate = await p.user(role_ids.administrator)
    const superAdmin = await p.user(role_ids.system_administrator)
    const key = await p.apiKey(account_id)
    for (const other of [mate, superAdmin, await p.driver(), key])
      expect(await may(admin, other.username), other.username).toBe(403)
    expect(await may(admin, 'nobody')).toBe(404)
    const otherCompany = await (await newProvider()).owner()
    expect(await may(admin, otherCompany.username)).toBe(404)
    for (const caller of [await p.user(11), await p.driver(), owner, await p.user(6, { account_id })])
      expect(await may(caller, owner.username), caller.username).toBe(403)
    const adminKey = await p.apiKey()
    const byKey = await adminKey.http('GET', `/shipments?request_username=${owner.username}`)
    expect(byKey.status).toBe(403)
    await admin.send(identityApi.changeUser, { id: owner.user_id, is_active: false })
    expect(await may(admin, owner.username)).toBe(403)
    expect((await as(owner.username, 'GET', '/shipments')).status).toBe(403)
  })

  it('rejects a user who has more permissions than the caller', async () => {
    const roleId = 50
    await p.inTransaction(async (ctx) => {
      const permissions = ['API_/users/impersonate:POST', 'INLINE_impersonate', 'API_/shipments:GET']
      const values = { provider_id: ctx.provider_id, id: roleId, name: 'Helper', label: '', permissions }
      await ctx.db.insertInto('role').values(values).execute()
    })
    const helper = await p.user(roleId)
    const reply = await helper.http('POST', '/users/impersonate', { username: owner.username })
    expect(reply).toMatchObject({ status: 403 })
    expect((reply.body as { message: string }).message).toContain('has permissions that you do not have')
  })

  it('rejects sign-in data, keys, sessions, saved cards, changes of users and a second impersonation with 403', async () => {
    const { api_keys } = await owner.send(identityApi.apiKeys, {})
    for (const [method, path, body] of [
      ['POST', '/users/update-password', { password: 'a new long password' }],
      ['POST', '/users/2fa/setup', {}],
      ['POST', '/users/2fa/disable', { password: 'x', two_factor_auth_passcode: '1' }],
      ['GET', '/users/sessions', {}],
      ['GET', '/users/passkeys', {}],
      ['POST', '/users/passkeys/options', {}],
      ['DELETE', '/users/passkeys', { id: 1 }],
      ['PATCH', '/users/api-keys', { id: 1, name: 'key' }],
      ['POST', '/users/api-keys/rotate', { id: 1 }],
      ['GET', '/billing/cards', {}],
      ['PATCH', '/billing/cards', { id: 1 }],
      ['DELETE', '/billing/cards', { id: 1 }],
      [
        'POST',
        '/billing/bobpay/url',
        { payment_method: 'bob_pay_credit_card', is_saved_card_setup: true, key_value_pairs: [] },
      ],
      [
        'POST',
        '/billing/bobpay/url',
        {
          payment_method: 'bob_pay_saved_credit_card',
          key_value_pairs: [{ name: 'saved_card_id', value: '1' }],
        },
      ],
      [
        'POST',
        '/billing/bobpay/url',
        { payment_method: 'bob_pay_credit_card', key_value_pairs: [{ name: 'save_card', value: 'true' }] },
      ],
      ['DELETE', '/users/sessions', {}],
      ['POST', '/users/api-keys', { name: 'key' }],
      ['DELETE', '/users/api-keys', { id: 1 }],
      ['PATCH', '/users', { name: 'X', terms_and_conditions_accepted_version: '1' }],
      ['POST', '/users', { name: 'X', email: 'x@example.com', role_id: 6 }],
      ['DELETE', '/users', { id: owner.user_id }],
      ['POST', '/users/settings', { setting: 'theme', value: 'dark' }],
      ['POST', '/users/impersonate', { username: owner.username }],
    ] as const)
      expect((await as(owner.username, method, path, body)).status, `${method} ${path}`).toBe(403)
    expect((await owner.send(identityApi.apiKeys, {})).api_keys).toEqual(api_keys)
    expect((await owner.http('GET', '/general-data')).status).toBe(200)
  })

  it('ends the caller’s session on logout, not the customer’s', async () => {
    expect((await as(owner.username, 'POST', '/logout')).status).toBe(200)
    expect((await owner.http('GET', '/general-data')).status).toBe(200)
    expect((await admin.http('GET', '/general-data')).status).toBe(401)
  })

  it('ends with the caller’s permission: the next request is rejected', async () => {
    expect((await as(owner.username, 'GET', '/shipments')).status).toBe(200)
    await p.inTransaction(async (ctx) => {
      await ctx.db.updateTable('app_user').set({ role_id: 11 }).where('id', '=', admin.user_id).execute()
      await ctx.publish({ topic: 'session' })
    })
    expect((await as(owner.username, 'GET', '/shipments')).status).toBe(403)
  })

  it('ignores the caller’s own name', async () => {
    expect((await as(admin.username, 'GET', '/drivers')).status).toBe(200)
    const { count } = await admin.send(shipmentsApi.list, {})
    expect(count).toBe(0)
  })
})
