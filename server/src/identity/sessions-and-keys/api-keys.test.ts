import { accountsApi } from '@waybill/domain/accounts/api'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { ratesApi } from '@waybill/domain/rates/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { isListed } from './key-addresses.ts'

let p: TestProvider
let staff: Caller
const start = new Date('2026-03-04T10:00:00Z')
const at = (hours: number) => p.runtime.setNow(new Date(start.getTime() + hours * 3_600_000))
beforeEach(async () => {
  p = await newProvider()
  at(0)
  staff = await p.staff()
})
afterAll(() => p.runtime.setNow(null))

const use = async (apiKey: string, path = '/accounts', address = '196.25.1.4') =>
  p.runtime.http.app.inject({
    method: 'GET',
    url: path,
    headers: { authorization: `Bearer ${apiKey}`, host: `p${p.provider_id}.test` },
    remoteAddress: address,
  })
/** Clears the cache: the process caches the holder of a key for a short time. */
const forget = () => p.inTransaction((ctx) => ctx.publish({ topic: 'session' }))
const status = async (...about: Parameters<typeof use>) => {
  await forget()
  return (await use(...about)).statusCode
}
const listed = async (id: number) =>
  (await staff.send(identityApi.apiKeys, {})).api_keys.find((key) => key.id === id)

describe('expiry of an API key', () => {
  it('expires after the given number of days, and the expiry can be changed or removed', async () => {
    const { id, api_key, time_expires } = await staff.send(identityApi.createApiKey, {
      name: 'Shop',
      expires_in_days: 90,
    })
    expect(time_expires).toEqual(new Date(start.getTime() + 90 * 86_400_000))
    at(90 * 24 - 1)
    expect(await status(api_key)).toBe(200)
    at(90 * 24)
    expect(await status(api_key)).toBe(401)
    expect(await errorOf(staff.send(identityApi.rotateApiKey, { id }))).toMatchObject({ status: 400 })
    await staff.send(identityApi.changeApiKey, { id, expires_in_days: 1 })
    expect(await status(api_key)).toBe(200)
    await staff.send(identityApi.changeApiKey, { id, expires_in_days: 0 })
    expect((await listed(id))?.time_expires).toBeNull()
  })

  it('rejects an expiry more than five years away', async () => {
    const far = staff.send(identityApi.createApiKey, { name: 'Shop', expires_in_days: 1826 })
    await expect(far).rejects.toThrow()
  })
})

describe('scopes of an API key', () => {
  it('limit the role’s permissions, and can be widened and narrowed', async () => {
    const { id, api_key, scopes } = await staff.send(identityApi.createApiKey, {
      name: 'Shop',
      scopes: ['shipments'],
    })
    expect(scopes).toEqual(['shipments'])
    expect(await status(api_key, shipmentsApi.list.path)).toBe(200)
    expect(await status(api_key, accountsApi.list.path)).toBe(403)
    await staff.send(identityApi.changeApiKey, { id, scopes: ['shipments', 'accounts'] })
    expect(await status(api_key, accountsApi.list.path)).toBe(200)
    await staff.send(identityApi.changeApiKey, { id, scopes: ['rates'] })
    expect(await status(api_key, accountsApi.list.path)).toBe(403)
    expect(await status(api_key, ratesApi.holidays.path)).toBe(200)
    await staff.send(identityApi.changeApiKey, { id, scopes: [] })
    expect(await status(api_key, accountsApi.list.path)).toBe(200)
  })

  it('never grant more than the role has', async () => {
    const { id: accountId } = await p.given.account()
    const rejected = await errorOf(
      staff.send(identityApi.createApiKey, {
        name: 'Shop',
        account_id: accountId,
        scopes: ['users'],
        role_id: role_ids.account_user,
      }),
    )
    expect(rejected.status).toBe(400)
    expect(rejected.message).toContain('has no permissions under Users and roles')
    const { api_key } = await staff.send(identityApi.createApiKey, {
      name: 'Shop',
      account_id: accountId,
      scopes: ['accounts'],
      role_id: role_ids.account_user,
    })
    expect(await status(api_key, '/users/api-keys')).toBe(403)
  })
})

describe('addresses of an API key', () => {
  it('allow requests from listed addresses and reject others with an error message', async () => {
    const { api_key, addresses } = await staff.send(identityApi.createApiKey, {
      name: 'Shop',
      addresses: [' 196.25.1.0/24 ', '2c0f:fc00::/32'],
    })
    expect(addresses).toEqual(['196.25.1.0/24', '2c0f:fc00::/32'])
    expect(await status(api_key, '/accounts', '196.25.1.77')).toBe(200)
    expect(await status(api_key, '/accounts', '::ffff:196.25.1.77')).toBe(200)
    expect(await status(api_key, '/accounts', '2c0f:fc00::1')).toBe(200)
    expect(await status(api_key, '/accounts', '196.25.2.1')).toBe(403)
    const rejected = await use(api_key, '/accounts', '41.0.0.1')
    expect(rejected.json()).toMatchObject({
      code: 'forbidden',
      message:
        'This API key may not be used from 41.0.0.1. Add the address to the key, or call from one of its addresses.',
    })
  })

  it.each(['196.25.1', '196.25.1.4/33', 'shop.example', '2c0f::/129'])(
    'reject the invalid entry %s',
    async (wrong) => {
      const rejected = await errorOf(
        staff.send(identityApi.createApiKey, { name: 'Shop', addresses: [wrong] }),
      )
      expect([rejected.status, rejected.message]).toEqual([
        400,
        `${wrong} is not an address or network. Enter one such as 196.25.1.4 or 196.25.1.0/24.`,
      ])
    },
  )

  it.each([[['']], [['196.25.1.4', ' ']], [','], [' '], [[null]]])(
    'reject the empty entries %j on creation and on change, because they would allow every address',
    async (addresses) => {
      const made = await staff.http('POST', '/users/api-keys', { name: 'Shop', addresses })
      expect([made.status, made.body]).toMatchObject([400, { code: 'validation_failed' }])
      const key = await staff.send(identityApi.createApiKey, { name: 'Shop', addresses: ['196.25.1.4'] })
      const changed = await staff.http('PATCH', '/users/api-keys', { id: key.id, addresses })
      expect(changed.status).toBe(400)
      const { api_keys } = await staff.send(identityApi.apiKeys, {})
      expect(api_keys.find((one) => one.id === key.id)?.addresses).toEqual(['196.25.1.4'])
    },
  )

  it.each([
    ['10.0.0.1', ['10.0.0.1'], true],
    ['10.0.0.2', ['10.0.0.1'], false],
    ['10.0.0.2', ['0.0.0.0/0'], true],
    ['::1', ['10.0.0.0/8', '::1'], true],
    ['', ['0.0.0.0/0'], false],
  ])('match %j against the list %j: %j', (address, list, expected) => {
    expect(isListed(address, list)).toBe(expected)
  })
})

describe('API key replacement', () => {
  it('keeps both keys valid for the requested hours, lists both, and then ends the previous one', async () => {
    const { id, api_key: former } = await staff.send(identityApi.createApiKey, {
      name: 'Shop',
      scopes: ['accounts'],
    })
    expect(await status(former)).toBe(200)
    const made = await staff.send(identityApi.rotateApiKey, { id, overlap_hours: 48 })
    expect(made).toMatchObject({
      id,
      last_four: made.api_key.slice(-4),
      scopes: ['accounts'],
      time_rotated: start,
      previous: { last_four: former.slice(-4), time_expires: new Date(start.getTime() + 48 * 3_600_000) },
    })
    at(47)
    expect([await status(former), await status(made.api_key)]).toEqual([200, 200])
    expect((await listed(id))?.previous?.time_last_used).toEqual(new Date(start.getTime() + 47 * 3_600_000))
    expect(await status(former, shipmentsApi.list.path)).toBe(403)
    at(48)
    expect([await status(former), await status(made.api_key)]).toEqual([401, 200])
    expect((await listed(id))?.previous).toBeNull()
  })

  it('ends the previous key at once with an overlap of 0, ends the key before it, and rejects more than 168 hours', async () => {
    const { id, api_key: first } = await staff.send(identityApi.createApiKey, { name: 'Shop' })
    const { api_key: second } = await staff.send(identityApi.rotateApiKey, { id, overlap_hours: 168 })
    const { api_key: third } = await staff.send(identityApi.rotateApiKey, { id, overlap_hours: 0 })
    expect(await Promise.all([first, second, third].map((key) => status(key)))).toEqual([401, 401, 200])
    const long = staff.http('POST', '/users/api-keys/rotate', { id, overlap_hours: 169 })
    expect((await long).status).toBe(400)
  })

  it('ends both keys when the API key is deleted', async () => {
    const { id, api_key: first } = await staff.send(identityApi.createApiKey, { name: 'Shop' })
    const { api_key: second } = await staff.send(identityApi.rotateApiKey, { id })
    await staff.send(identityApi.deleteApiKey, { id })
    expect(await Promise.all([first, second].map((key) => status(key)))).toEqual([401, 401])
  })

  it('rejects callers who lack a permission of the key or cannot reach it', async () => {
    const { id } = await staff.send(identityApi.createApiKey, {
      name: 'All',
      role_id: role_ids.administrator,
    })
    const { id: roleId } = await staff.send(
      (await import('@waybill/domain/identity/users-and-roles/users-api')).usersApi.createRole,
      {
        name: 'Key keeper',
        label: '',
        permissions: ['API_/users/api-keys:*'],
        permissions_ui: [],
        require_2fa: false,
      },
    )
    const keyManager = await p.user(roleId)
    expect(await errorOf(keyManager.send(identityApi.rotateApiKey, { id }))).toMatchObject({
      status: 403,
      message: 'The key All has more permissions than you. Ask an administrator to change it.',
    })
    const owner = await p.owner()
    expect((await errorOf(owner.send(identityApi.rotateApiKey, { id }))).status).toBe(404)
    expect((await errorOf(owner.send(identityApi.changeApiKey, { id, name: 'Mine' }))).status).toBe(404)
  })

  it('is recorded in the audit trail without the key itself', async () => {
    const { id, api_key } = await staff.send(identityApi.createApiKey, { name: 'Shop' })
    await staff.send(identityApi.rotateApiKey, { id })
    const events = await p.inTransaction((ctx) =>
      ctx.db.selectFrom('audit_event').selectAll().where('object_type', '=', 'user').execute(),
    )
    const text = JSON.stringify(events)
    expect(text).toContain('"replaced"')
    expect(text).not.toContain(api_key)
  })
})
