import { auditApi } from '@waybill/domain/audit/api'
import { identityApi } from '@waybill/domain/identity/api'
import { permission_catalogue } from '@waybill/domain/identity/users-and-roles/permissions'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { startupApi } from '@waybill/domain/startup/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { withPassword } from '../../../dev/test-kit/people.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

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
  it('[PERM-018] [ACC-026] have their fields, belong to one company and include the number of users', async () => {
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

  it('can be created and changed, and a change applies to the next request of their users', async () => {
    const made = await admin.send(usersApi.createRole, clerk)
    expect(made).toMatchObject({ ...clerk, id: 19, user_count: 0, version: 1 })
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

  it('returns 409 with the stored values when the version is stale', async () => {
    const made = await admin.send(usersApi.createRole, clerk)
    await admin.send(usersApi.changeRole, { id: made.id, version: 1, label: 'Late clerk' })
    expect(await patch(admin, { id: made.id, version: 1, label: 'X' })).toMatchObject({
      status: 409,
      body: { current: { label: 'Late clerk', version: 2 } },
    })
  })

  it('reject permissions outside the catalogue and an empty or existing name with 400', async () => {
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

  it('cannot be changed to include permissions the caller lacks, nor by callers without permission', async () => {
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

  it('keep all permissions for role 1 and the names of built-in roles, and users cannot lock themselves out', async () => {
    const boss = await p.user(role_ids.system_administrator)
    const top = await roleOf(boss, 1)
    const cut = await patch(boss, {
      id: 1,
      version: top.version,
      permissions: ['API_/roles/*', 'API_/users/*'],
    })
    expect(cut).toMatchObject({
      status: 403,
      body: { message: 'The system administrator must keep all permissions. Restore the ones you removed.' },
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

describe('role removal', () => {
  const remove = (id: number, caller = admin) => caller.http('DELETE', '/roles', { id })

  it('[ACC-026] removes a role without users, records it in the audit trail, and does not reuse its id', async () => {
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

  it('rejects the removal while users have the role, with their number and the next step', async () => {
    const made = await admin.send(usersApi.createRole, { ...clerk, permissions: ['API_/branches:GET'] })
    const error = async () => ((await remove(made.id)).body as { message: string }).message
    const working = await withPassword(p, await p.user(made.id))
    expect(await error()).toBe(
      '1 user still has the role Night clerk. First give the users another role, then remove the role.',
    )
    const invited = await admin.send(usersApi.create, {
      name: 'Ayanda',
      email: 'ayanda@example.com',
      role_id: made.id,
    })
    const { id: key } = await admin.send(identityApi.createApiKey, { name: 'scanner', role_id: made.id })
    expect(await roleOf(admin, made.id)).toMatchObject({ user_count: 3, invited_count: 1, api_key_count: 1 })
    expect(await error()).toBe(
      '1 user, 1 invited user and 1 API key still have the role Night clerk. First give the users another role and delete the API keys, then remove the role.',
    )
    await admin.send(usersApi.remove, { id: working.user_id })
    await admin.send(identityApi.changeUser, { id: invited.id, role_id: 11 })
    expect((await remove(made.id)).status).toBe(400)
    await admin.send(identityApi.deleteApiKey, { id: key })
    expect((await remove(made.id)).status).toBe(204)
  })

  it('rejects built-in roles and roles with more permissions than the caller', async () => {
    expect(await remove(role_ids.driver)).toMatchObject({
      status: 403,
      body: {
        message: 'The role Driver is built in and cannot be removed. Give its users another role instead.',
      },
    })
    const boss = await p.user(role_ids.system_administrator)
    const above = await boss.send(usersApi.createRole, { ...clerk, permissions: ['*'] })
    expect((await remove(above.id)).status).toBe(403)
    expect((await remove(above.id, boss)).status).toBe(204)
  })

  it('leaves no user with a removed role when assigned and removed concurrently', async () => {
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

describe('permissions for the navigation items', () => {
  const clerkWith = async (permissions: readonly string[], permissionsUi: readonly string[] = []) => {
    const boss = await p.user(role_ids.system_administrator)
    const made = await boss.send(usersApi.createRole, {
      ...clerk,
      name: `Clerk ${String(permissions)} ${String(permissionsUi)}`.slice(0, 60),
      permissions: [...permissions],
      permissions_ui: [...permissionsUi],
    })
    return p.user(made.id)
  }
  const statusAs = async (caller: Caller, [method, path]: readonly [string, string]) =>
    (await caller.http(method, path, method === 'GET' ? undefined : {})).status

  it.each([
    ['operations managers', 10],
    ['controllers', 11],
  ])('[OPS-002] lets %s of a new company see every board of the day', async (_, roleId) => {
    const dispatcher = await p.user(roleId)
    const branch = p.map.branches.JHB
    const boards = ['/ops-dashboard', '/trip-sheet/board', '/drivers/positions']
    for (const path of [...boards, `/ops-dashboard/depot?branch_id=${branch}`])
      expect([path, await statusAs(dispatcher, ['GET', path])]).toEqual([path, 200])
  })

  it.each([
    ['NAV-053', ['GET', '/ops-dashboard'], ['API_/trip-sheet:GET'], 'API_/ops-dashboard:GET'],
    ['NAV-054', ['GET', '/shipments'], ['API_/shipments:GET'], 'API_/shipments:POST'],
    [
      'NAV-055',
      ['POST', '/collection-requests'],
      ['API_/collection-requests:POST'],
      'API_/collection-requests:GET',
    ],
    [
      'NAV-057',
      ['GET', '/interhub-transfers'],
      ['API_/interhub-transfers:GET'],
      'API_/interhub-transfers:POST',
    ],
    [
      'NAV-058',
      ['GET', '/billing/import/payments'],
      ['API_/billing/import/payments:GET'],
      'API_/billing/payments:GET',
    ],
    ['NAV-059', ['GET', '/billing/invoices'], ['API_/billing/invoices:GET'], 'API_/accounts:GET'],
    ['NAV-060', ['GET', '/users'], ['API_/users:GET'], 'API_/users:POST'],
    ['NAV-061', ['GET', '/rates/revisions'], ['API_/rates/revisions:GET'], 'API_/rates:POST'],
    ['NAV-062', ['GET', '/reports'], ['API_/reports:GET'], 'API_/reports:POST'],
  ] as const)(
    '[NAV-053] [NAV-054] [NAV-055] [NAV-057] [NAV-058] [NAV-059] [NAV-060] [NAV-061] [NAV-062] [NAV-066] %s: %j is allowed with %j, and not with %s',
    async (_row, call, needed, other) => {
      const [holder, stranger] = await Promise.all([
        clerkWith([...needed, 'INLINE_see_billing_info']),
        clerkWith([other, 'INLINE_see_billing_info']),
      ])
      expect(await statusAs(holder, call)).toBe(call[0] === 'GET' ? 200 : 400)
      expect(await statusAs(stranger, call)).toBe(403)
    },
  )

  it('[NAV-056] [NAV-066] allow the hub scanner only with both permissions: to change shipments and to create events', async () => {
    const rights = ['API_/shipments:PATCH', 'API_/tracking/shipment-events:POST']
    const call = ['GET', `/hub/expected?branch_id=${p.map.branches.JHB}`] as const
    expect(await statusAs(await clerkWith(rights), call)).toBe(200)
    for (const right of rights) expect(await statusAs(await clerkWith([right]), call), right).toBe(403)
  })

  it('[NAV-063] [PERM-034] [PERM-035] allow maps with any one screen permission of a kind of map, and not with another screen', async () => {
    const right = ['API_/geofence/zones:GET']
    const call = ['GET', '/geofence/zones'] as const
    expect(await statusAs(await clerkWith(right, ['UI_shipments']), call)).toBe(403)
    for (const kind of [
      'drivers',
      'branches',
      'rates',
      'surcharges',
      'exceptions',
      'service_days',
      'draft_maps',
    ])
      for (const action of ['view', 'edit'])
        expect(await statusAs(await clerkWith(right, [`UI_maps_${kind}_${action}`]), call), kind).toBe(200)
  })

  it('[NAV-050] [NAV-052] require the POST permission for each platform page, even to read it', async () => {
    const boss = await p.user(role_ids.system_administrator)
    const calls = [
      ['API_/providers', ['GET', '/platform/providers']],
      ['API_/providers/infobip-config', ['GET', '/platform/infobip']],
      ['API_/release-notes', ['POST', '/release-notes']],
      ['API_/short-urls', ['GET', '/short-urls']],
    ] as const
    for (const [right, [method, path]] of calls) {
      const reader = await clerkWith([`${right}:GET`])
      const refused = await reader.http(method, path, method === 'GET' ? undefined : {})
      expect(refused.status, path).toBe(403)
      expect((refused.body as { message: string }).message).toContain(`${right}:POST is needed`)
      expect(await statusAs(boss, [method, path]), path).toBe(method === 'GET' ? 200 : 400)
    }
    expect(await statusAs(await clerkWith(['API_/release-notes:POST']), ['POST', '/release-notes'])).toBe(400)
  })

  it('[NAV-064] return a staff setting to all staff regardless of their role, but not to customers', async () => {
    await admin.http('POST', '/providers/settings', {
      settings: [{ key: 'site_wide_admin_message', value: 'The hub is closed on Friday.' }],
    })
    const permissionsVisibleTo = async (caller: Caller) =>
      (await caller.send(startupApi.generalData, {})).provider_settings['site_wide_admin_message']
    expect(await permissionsVisibleTo(await clerkWith([]))).toBe('The hub is closed on Friday.')
    expect(await permissionsVisibleTo(await p.owner())).toBeUndefined()
  })

  it('[NAV-065] [NAV-033] [PERM-006] let only the account owner, role 5, change the account and its settings, but not company settings', async () => {
    const { id: accountId } = await p.given.account()
    const calls = [
      ['PATCH', '/accounts', { id: accountId, vat_number: '4123456789' }],
      [
        'POST',
        '/accounts/settings',
        { account_id: accountId, settings: [{ key: 'auto_add_address_book', value: 'true' }] },
      ],
    ] as const
    for (const [method, path, body] of calls)
      for (const [roleId, status] of [
        [role_ids.account_owner, 200],
        [role_ids.account_user, 403],
        [role_ids.account_user_no_billing, 403],
      ] as const) {
        const caller = await p.user(roleId, { account_id: accountId })
        expect((await caller.http(method, path, body)).status, `${path} as role ${roleId}`).toBe(status)
      }
    const owner = await p.owner(accountId)
    const saved = await owner.http('POST', '/providers/settings', {
      settings: [{ key: 'provider_title', value: 'Mine' }],
    })
    expect(saved.status).toBe(403)
    const read = await owner.http('GET', '/providers/settings?setting=invoice_company_vat_no')
    expect(read).toMatchObject({ status: 200, body: { settings: [] } })
  })
})

describe('permissions of a role', () => {
  const general =
    'ops_dashboard shipments collection_requests hub_scanner interhub_manifests billing accounts users rates_and_estimates reports settings my_inbox hide_logout hide_site_wide_message'
  const maps = 'drivers branches rates surcharges exceptions service_days draft_maps'
  const tools =
    'pod_uploader assign_tracking_stickers shipment_bulk_import users_bulk_import credit_allocations_bulk_import barcode_generator blocked_list copy_address_book third_party_integrations'
  const screens = [
    ...general.split(' ').map((key) => `UI_${key}`),
    ...maps.split(' ').flatMap((kind) => [`UI_maps_${kind}_view`, `UI_maps_${kind}_edit`]),
    ...tools.split(' ').map((key) => `UI_tools_${key}`),
  ]
  const made = async (more: object) => {
    const boss = await p.user(role_ids.system_administrator)
    return boss.http('POST', '/roles', { ...clerk, permissions: [], permissions_ui: [], ...more })
  }

  it('[PERM-030] [PERM-032] [PERM-033] [PERM-035] [PERM-036] are two separate lists; the UI list contains exactly these names', async () => {
    const answer = await made({ permissions_ui: screens, permissions: ['API_/shipments:GET'] })
    expect(answer).toMatchObject({
      status: 200,
      body: { permissions: ['API_/shipments:GET'], permissions_ui: screens },
    })
    const known = permission_catalogue.filter(({ kind }) => kind === 'ui').map(({ name }) => name)
    expect(known.toSorted()).toEqual(screens.toSorted())
    for (const name of ['UI_dashboard', 'UI_maps_countries_view', 'UI_tools_bulk_update', 'shipments'])
      expect((await made({ name, permissions_ui: [name] })).status, name).toBe(400)
    const { user } = await (await p.user((answer.body as { id: number }).id)).send(startupApi.generalData, {})
    expect(user.role).toMatchObject({ permissions: ['API_/shipments:GET'], permissions_ui: screens })
  })

  it('[PERM-031] [PERM-022] accept every name of the catalogue and no other', async () => {
    const names = permission_catalogue.filter(({ kind }) => kind !== 'ui').map(({ name }) => name)
    expect((await made({ permissions: names })).body).toMatchObject({ permissions: names })
    for (const name of ['API_/shipments', 'API_/shipments:PUT', 'INLINE_fly', 'shipments:GET'])
      expect((await made({ name, permissions: [name] })).status, name).toBe(400)
  })

  it('[PERM-023] require the INLINE permission of the action in addition to the API permission', async () => {
    const { id: accountId } = await p.given.account()
    const transaction = {
      account_id: accountId,
      type: 'admin-credit',
      amount: 10,
      description: 'Box damaged',
    }
    const query = ['API_/billing/*', 'INLINE_see_billing_info']
    for (const [permissions, status] of [
      [[...query, 'INLINE_transaction_admin_credit'], 200],
      [query, 403],
      [['INLINE_see_billing_info', 'INLINE_transaction_admin_credit'], 403],
    ] as const) {
      const { body } = await made({ name: permissions.join(' ').slice(0, 60), permissions })
      const caller = await p.user((body as { id: number }).id)
      const reply = await caller.http('POST', '/billing/transactions', transaction)
      expect(reply.status, permissions.join(' ')).toBe(status)
    }
  })
})

describe('built-in roles', () => {
  it('[PERM-016] [PERM-003] have the names and access of administrator, finance manager, driver, API user and guest', async () => {
    const { roles } = await admin.send(usersApi.roles, {})
    const nameOf = (id: number) => roles.find((role) => role.id === id)?.name
    expect([2, 3, 4, 7, 8].map(nameOf)).toEqual([
      'Guest',
      'Administrator',
      'Finance manager',
      'Driver',
      'Provider API user',
    ])
    const statuses = async (roleId: number) => {
      const caller = await p.user(roleId)
      const paths = ['/users', '/billing/invoices', '/trip-sheet', '/roles', '/rates/revisions']
      return Promise.all(paths.map(async (path) => (await caller.http('GET', path)).status))
    }
    expect(await statuses(3)).toEqual([200, 200, 200, 200, 200])
    expect(await statuses(4)).toEqual([200, 200, 403, 403, 200])
    expect(await statuses(7)).toEqual([403, 403, 200, 403, 403])
    expect(await statuses(8)).toEqual([200, 200, 200, 403, 200])
    expect(await statuses(2)).toEqual([403, 403, 403, 403, 403])
    expect((await p.guest().http('GET', '/users')).status).toBe(401)
  })
})
