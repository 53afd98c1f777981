import { auditApi } from '@waybill/domain/audit/api'
import { identityApi } from '@waybill/domain/identity/api'
import { usersApi } from '@waybill/domain/identity/users-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { startupApi } from '@waybill/domain/startup/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { withPassword } from '../app/test-kit/people.ts'
import { newProvider, type Caller, type TestProvider } from '../app/test-kit/provider.ts'

let p: TestProvider
let admin: Caller
beforeEach(async () => {
  p = await newProvider()
  admin = await p.staff()
})

const roleOf = async (caller: Caller, id: number) => {
  const [role] = (await caller.send(usersApi.roles, { id })).roles
  if (!role) throw new Error(`no role ${id}`)
  return role
}
const clerk = {
  name: 'Night clerk',
  label: 'Night clerk',
  permissions: ['API_/shipments:GET', 'API_/s3-url/*'],
  permissions_ui: ['UI_shipments'],
  require_2fa: false,
}
const patch = (caller: Caller, body: object) => caller.http('PATCH', '/roles', body)

describe('roles', () => {
  it('[PERM-018] [ACC-026] have their fields, belong to the company and say how many users have them', async () => {
    await p.user(11)
    expect(await roleOf(admin, 11)).toMatchObject({
      id: 11,
      name: 'Controller',
      label: 'Controller',
      provider_id: p.provider_id,
      permissions_ui: [],
      require_2fa: false,
      user_count: 1,
      version: 1,
    })
    const data = await admin.send(startupApi.generalData, {})
    expect(data.roles.map(({ id }) => id)).toContain(11)
    const other = await (await newProvider()).staff()
    const made = await admin.send(usersApi.createRole, clerk)
    expect((await other.send(usersApi.roles, { id: made.id })).roles).toEqual([])
  })

  it('are made and changed, and who has one feels it with the next call', async () => {
    const made = await admin.send(usersApi.createRole, clerk)
    expect(made).toMatchObject({ ...clerk, id: 14, user_count: 0, version: 1 })
    const user = await p.user(made.id)
    expect((await user.http('GET', '/shipments')).status).toBe(200)
    const changed = await admin.send(usersApi.changeRole, {
      id: made.id,
      version: 1,
      permissions: ['API_/branches:GET'],
    })
    expect(changed).toMatchObject({ version: 2, name: 'Night clerk', require_2fa: false })
    expect((await user.http('GET', '/shipments')).status).toBe(403)
    expect((await user.http('GET', '/branches')).status).toBe(200)
    const { audit_events } = await admin.send(auditApi.events, { type: 'role', object_id: String(made.id) })
    expect(audit_events[0]).toMatchObject({ source: admin.username, action: 'changed' })
  })

  it('a stale change is answered with what is stored now', async () => {
    const made = await admin.send(usersApi.createRole, clerk)
    await admin.send(usersApi.changeRole, { id: made.id, version: 1, label: 'Late clerk' })
    expect(await patch(admin, { id: made.id, version: 1, label: 'X' })).toMatchObject({
      status: 409,
      body: { current: { label: 'Late clerk', version: 2 } },
    })
  })

  it('hold names of the catalogue only, and a name of their own', async () => {
    for (const wrong of [
      { permissions: ['API_/nothing:GET'] },
      { permissions: ['UI_shipments'] },
      { permissions_ui: ['API_/shipments:GET'] },
      { name: ' ' },
      { name: 'controller' },
    ])
      expect((await admin.http('POST', '/roles', { ...clerk, ...wrong })).status, JSON.stringify(wrong)).toBe(
        400,
      )
  })

  it('nobody gives rights that they lack or changes a role above their own', async () => {
    expect((await admin.http('POST', '/roles', { ...clerk, permissions: ['*'] })).status).toBe(403)
    expect(
      (await admin.http('POST', '/roles', { ...clerk, permissions: ['API_/short-urls:POST'] })).status,
    ).toBe(403)
    expect((await patch(admin, { id: role_ids.system_administrator, version: 1, label: 'X' })).status).toBe(
      403,
    )
    const own = await roleOf(admin, role_ids.administrator)
    expect(
      (await patch(admin, { id: own.id, version: own.version, permissions: [...own.permissions, '*'] }))
        .status,
    ).toBe(403)
    for (const caller of [await p.owner(), await p.driver(), await p.user(11)])
      for (const [method, path] of [
        ['GET', '/roles'],
        ['POST', '/roles'],
        ['PATCH', '/roles'],
        ['DELETE', '/roles'],
      ] as const)
        expect((await caller.http(method, path, method === 'GET' ? undefined : clerk)).status).toBe(403)
  })

  it('role 1 keeps everything, built-in roles keep their names, and nobody locks themselves out', async () => {
    const boss = await p.user(role_ids.system_administrator)
    const top = await roleOf(boss, 1)
    const cut = await patch(boss, {
      id: 1,
      version: top.version,
      permissions: ['API_/roles/*', 'API_/users/*'],
    })
    expect(cut).toMatchObject({
      status: 403,
      body: { message: 'The system administrator keeps every right. Undo what you removed.' },
    })
    expect((await patch(boss, { id: 5, version: 1, name: 'Boss' })).status).toBe(403)
    expect((await patch(boss, { id: 5, version: 1, label: 'Boss' })).status).toBe(200)
    const own = await roleOf(admin, role_ids.administrator)
    const without = own.permissions.filter((one) => one !== 'API_/roles/*')
    const locked = await patch(admin, { id: own.id, version: own.version, permissions: without })
    expect(locked.status).toBe(403)
    expect((locked.body as { message: string }).message).toContain('You would lock yourself out')
    const less = own.permissions.filter((one) => one !== 'INLINE_export_data')
    expect((await patch(admin, { id: own.id, version: own.version, permissions: less })).status).toBe(200)
  })
})

describe('removing a role', () => {
  const remove = (id: number, caller = admin) => caller.http('DELETE', '/roles', { id })

  it('[ACC-026] is possible for one that nobody has; the audit keeps it, and its id is not given again', async () => {
    const made = await admin.send(usersApi.createRole, clerk)
    expect((await remove(made.id)).status).toBe(204)
    expect((await admin.send(usersApi.roles, {})).roles.map(({ name }) => name)).not.toContain(clerk.name)
    expect((await admin.send(startupApi.generalData, {})).roles.map(({ id }) => id)).not.toContain(made.id)
    expect((await admin.send(usersApi.assignable, {})).roles.map(({ id }) => id)).not.toContain(made.id)
    const { audit_events } = await admin.send(auditApi.events, { type: 'role', object_id: String(made.id) })
    expect(audit_events.map(({ action }) => action)).toEqual(['changed', 'created'])
    expect(audit_events[0]).toMatchObject({ source: admin.username })
    const again = await admin.send(usersApi.createRole, clerk)
    expect(again.id).toBe(made.id + 1)
    for (const [method, path, body] of [
      ['DELETE', '/roles', { id: made.id }],
      ['PATCH', '/roles', { id: made.id, version: 2, label: 'X' }],
    ] as const)
      expect(await admin.http(method, path, body)).toMatchObject({
        status: 404,
        body: { message: 'Could not find this role.' },
      })
    const invitation = { name: 'Ayanda', email: 'ayanda@example.com', role_id: made.id }
    expect(await admin.http('POST', '/users', invitation)).toMatchObject({
      status: 400,
      body: { message: `There is no role ${made.id}. Choose one of the roles listed.` },
    })
  })

  it('is refused while somebody has it, and says how many and what to do', async () => {
    const made = await admin.send(usersApi.createRole, { ...clerk, permissions: ['API_/branches:GET'] })
    const refusal = async () => ((await remove(made.id)).body as { message: string }).message
    const working = await withPassword(p, await p.user(made.id))
    expect(await refusal()).toBe(
      '1 user still has the role Night clerk. First give the users another role, then remove the role.',
    )
    const invited = await admin.send(usersApi.create, {
      name: 'Ayanda',
      email: 'ayanda@example.com',
      role_id: made.id,
    })
    const { id: key } = await admin.send(identityApi.createApiKey, { name: 'scanner', role_id: made.id })
    expect(await roleOf(admin, made.id)).toMatchObject({ user_count: 3, invited_count: 1, api_key_count: 1 })
    expect(await refusal()).toBe(
      '1 user, 1 invited user and 1 API key still have the role Night clerk. First give the users another role and delete the API keys, then remove the role.',
    )
    await admin.send(usersApi.remove, { id: working.user_id })
    await admin.send(identityApi.changeUser, { id: invited.id, role_id: 11 })
    expect((await remove(made.id)).status).toBe(400)
    await admin.send(identityApi.deleteApiKey, { id: key })
    expect((await remove(made.id)).status).toBe(204)
  })

  it('is refused for built-in roles and for those above one’s own', async () => {
    expect(await remove(role_ids.driver)).toMatchObject({
      status: 403,
      body: { message: 'The role Driver is built in and stays. Give its users another role instead.' },
    })
    const boss = await p.user(role_ids.system_administrator)
    const above = await boss.send(usersApi.createRole, { ...clerk, permissions: ['*'] })
    expect((await remove(above.id)).status).toBe(403)
    expect((await remove(above.id, boss)).status).toBe(204)
  })

  it('and giving it at the same moment never leaves somebody with a removed role', async () => {
    const made = await admin.send(usersApi.createRole, clerk)
    const answers = await Promise.all([
      ...['ayanda', 'bheki', 'chante'].map((name) =>
        admin.http('POST', '/users', { name, email: `${name}@example.com`, role_id: made.id }),
      ),
      remove(made.id),
    ])
    const [removed] = answers.slice(-1)
    const invited = answers.slice(0, -1).filter(({ status }) => status === 200).length
    const { roles } = await admin.send(usersApi.roles, { id: made.id })
    expect(removed?.status).toBe(invited === 0 ? 204 : 400)
    expect(roles.map(({ user_count }) => user_count)).toEqual(invited === 0 ? [] : [invited])
  })
})
