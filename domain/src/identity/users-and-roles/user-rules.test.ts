import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../../kit/actor.ts'
import {
  checkRole,
  requireRoleChange,
  isBuiltIn,
  mayChangeRole,
  mayRemoveRole,
  patternOf,
  spelledOut,
  type RoleDetails,
} from './role-rules.ts'
import {
  assignableRoles,
  checkUser,
  requireUser,
  lastOfKind,
  isInternal,
  isListedRole,
  isPersonalEndpoint,
  mayAssign,
  mayImpersonate,
  mayLose,
  mayManage,
  notOneself,
} from './user-rules.ts'

const read = 'API_/shipments:GET'
const write = 'API_/shipments:POST'
const cancel = 'API_/shipments:DELETE'
const own_role = 20

const actor = (more: Partial<Actor> = {}): Actor => ({
  ...systemActor(1),
  kind: 'user',
  user_id: 1,
  role_id: own_role,
  permissions: [read, write],
  ...more,
})
const all: Partial<Actor> = { permissions: ['*'] }
const message = (result: unknown) => (result as { message?: string }).message

describe('role rules', () => {
  const role: RoleDetails & { id: number } = {
    id: 21,
    name: 'Counter',
    label: 'Counter',
    permissions: [read],
    permissions_ui: [],
    require_2fa: false,
  }

  it('requires a name and valid permissions, each in its own list', () => {
    const fields = (more: Partial<RoleDetails>, held: string[] = []) =>
      checkRole({ ...role, ...more }, held).map(({ field }) => field)
    const screen = 'UI_/shipments'
    expect(fields({})).toEqual([])
    expect(fields({ name: ' ' })).toEqual(['name'])
    expect(fields({ permissions: ['API_/nothing:GET'] })).toEqual(['permissions'])
    expect(fields({ permissions: ['API_/nothing:GET'] }, ['API_/nothing:GET'])).toEqual([])
    expect(fields({ permissions: ['API_/shipments/*'] })).toEqual([])
    expect(fields({ permissions: ['API_/nothing/*'] })).toEqual(['permissions'])
    expect(fields({ permissions_ui: [read] })).toEqual(['permissions_ui'])
    expect(fields({ permissions: [screen] })).toEqual(['permissions'])
    expect(() => requireRoleChange(actor(), role, { ...role, name: '' })).toThrow('Enter the name.')
    expect(() => requireRoleChange(actor(), role, { ...role, permissions: [cancel] })).toThrow(
      /permission that you do not have/,
    )
    expect(requireRoleChange(actor(), role, { ...role, permissions: [read, write] })).toBeUndefined()
  })

  it('lets only a user with all its permissions change a role, and add only permissions of their own', () => {
    expect(mayChangeRole(actor(), role, { ...role, permissions: [read, write] })).toBe(true)
    expect(mayChangeRole(actor(), null, role)).toBe(true)
    expect(message(mayChangeRole(actor(), null, { ...role, permissions: [cancel] }))).toMatch(
      /^You cannot give a permission that you do not have: [^(]+\.$/,
    )
    const two = ['API_/accounts:DELETE', cancel]
    expect(message(mayChangeRole(actor(), null, { ...role, permissions: two }))).toMatch(/\(and 1 more\)\.$/)
    const higher = { ...role, permissions: [cancel] }
    expect(message(mayChangeRole(actor(), higher, higher))).toBe(
      'The role Counter has permissions that you do not have. Ask an administrator to change it.',
    )
    expect(mayChangeRole(actor(all), higher, role)).toBe(true)
  })

  it('keeps the name of a built-in role and all permissions of the system administrator', () => {
    expect([9, 10].map(isBuiltIn)).toEqual([true, false])
    const driver = { ...role, id: role_ids.driver, name: 'Driver' }
    expect(message(mayChangeRole(actor(all), driver, { ...driver, name: 'Rider' }))).toBe(
      'The role Driver cannot be renamed. Change its label instead.',
    )
    expect(mayChangeRole(actor(all), driver, { ...driver, label: 'Rider' })).toBe(true)
    const top = { ...role, id: role_ids.system_administrator, permissions: ['*'] }
    expect(message(mayChangeRole(actor(all), top, top))).toBe(
      'Only a system administrator may change this role.',
    )
    const system = actor({ ...all, role_id: role_ids.system_administrator })
    expect(mayChangeRole(system, top, { ...top, label: 'Root' })).toBe(true)
    expect(message(mayChangeRole(system, top, { ...top, permissions: [read] }))).toBe(
      'The system administrator must keep all permissions. Restore the ones you removed.',
    )
  })

  it('keeps the permissions in a user’s own role that are needed to restore it', () => {
    const lifeline = 'API_/roles:PATCH'
    const own = { ...role, id: own_role, permissions: [read, write, lifeline] }
    const self = actor({ permissions: own.permissions })
    expect(message(mayChangeRole(self, own, { ...own, permissions: [read] }))).toMatch(
      /^You would lock yourself out: your own role needs “.+”\. Ask a colleague with another role\.$/,
    )
    expect(mayChangeRole(self, own, { ...own, permissions: [lifeline] })).toBe(true)
    expect(mayChangeRole(self, { ...own, id: 21 }, { ...own, permissions: [read] })).toBe(true)
  })

  it('allows removal of a role that is not built in and has no users', () => {
    const nobody = { user_count: 0, invited_count: 0, api_key_count: 0 }
    const error = (more: object) => message(mayRemoveRole(actor(), { ...role, ...nobody, ...more }))
    expect(mayRemoveRole(actor(), { ...role, ...nobody })).toBe(true)
    expect(error({ id: 7, name: 'Driver' })).toMatch(/built in and cannot be removed/)
    expect(error({ permissions: [cancel] })).toMatch(/has permissions that you do not have/)
    expect(error({ user_count: 1 })).toBe(
      '1 user still has the role Counter. First give the users another role, then remove the role.',
    )
    expect(error({ user_count: 1, api_key_count: 1 })).toBe(
      '1 API key still has the role Counter. First delete the API keys, then remove the role.',
    )
    expect(error({ user_count: 6, invited_count: 2, api_key_count: 1 })).toBe(
      '3 users, 2 invited users and 1 API key still have the role Counter. First give the users another role and delete the API keys, then remove the role.',
    )
  })

  it('has a permission by name or through a pattern, and a pattern can be replaced by its permissions', () => {
    expect(patternOf([read], read)).toBeNull()
    expect(patternOf([read, 'API_/shipments/*'], read)).toBeNull()
    expect(patternOf(['API_/accounts/*', 'API_/shipments/*'], read)).toBe('API_/shipments/*')
    expect(patternOf([write], read)).toBeNull()
    const spelled = spelledOut([read, 'API_/shipments/*'], 'API_/shipments/*')
    expect(spelled).toEqual(expect.arrayContaining([read, write]))
    expect(spelled).not.toContain('API_/shipments/*')
    expect(spelled.filter((name) => name === read)).toHaveLength(1)
    expect(spelledOut(['*'], '*')).not.toContain('*')
  })
})

describe('role assignment', () => {
  const role = (id: number, permissions: string[] = []) => ({ id, name: 'Wanted', permissions })
  const administrator = actor({ ...all, role_id: role_ids.administrator })

  it('[PERM-019] [PERM-020] lists no customer or guest roles, and restricted roles only for administrators', () => {
    const listed = (of: Actor) => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((id) => isListedRole(of, id))
    expect(listed(administrator)).toEqual([3, 4, 7, 8, 10])
    expect(listed(actor())).toEqual([7, 10])
    expect(listed(actor({ account_id: 7 }))).toEqual([])
  })

  it('[PERM-021] allows only customer roles inside an account and none of them outside', () => {
    expect(message(mayAssign(administrator, role(role_ids.driver), 7))).toMatch(/^An account user cannot/)
    expect(mayAssign(administrator, role(role_ids.account_user), 7)).toBe(true)
    expect(message(mayAssign(administrator, role(role_ids.account_user), null))).toMatch(/^You may not give/)
    expect(mayAssign(administrator, role(role_ids.driver), null)).toBe(true)
    const roles = [role(role_ids.driver), role(role_ids.account_user), role(30, [cancel])]
    expect(assignableRoles(actor(), roles, null).map(({ id }) => id)).toEqual([role_ids.driver])
  })

  it('rejects a role with permissions that the actor lacks and states how many', () => {
    expect(mayAssign(actor(), role(30, [read]), null)).toBe(true)
    expect(message(mayAssign(actor(), role(30, [cancel]), null))).toMatch(
      /has permissions that you do not have \([^)]+\)\./,
    )
    expect(message(mayAssign(actor(), role(30, [cancel, 'API_/accounts:DELETE']), null))).toMatch(
      / and 1 more\)/,
    )
  })
})

describe('user rules', () => {
  const user = {
    id: 5,
    name: 'Johan',
    role_id: own_role,
    account_id: null,
    branch_id: null,
    is_api_user: false,
    is_active: true,
    permissions: [read],
  }

  it('lets only an actor with at least the same permissions change a user', () => {
    expect(mayManage(actor(), user)).toBe(true)
    expect(message(mayManage(actor(), { ...user, is_api_user: true }))).toMatch(/belongs to an API key/)
    const higher = { ...user, permissions: [cancel] }
    expect(message(mayManage(actor(), higher))).toMatch(/Johan has permissions that you do not have/)
    expect(mayManage(actor(), { ...higher, id: 1 })).toBe(true)
    const top = { ...user, role_id: role_ids.system_administrator }
    expect(message(mayManage(actor(all), top))).toMatch(/Only a system administrator/)
    expect(mayManage(actor({ ...all, role_id: role_ids.system_administrator }), top)).toBe(true)
  })

  it('protects the actor’s own user and the last administrator or account owner', () => {
    expect(message(notOneself(actor(), { id: 1 }, 'disable'))).toBe(
      'You cannot disable yourself. Ask a colleague to do it.',
    )
    expect(notOneself(actor(), user, 'disable')).toBe(true)
    const administrator = { role_id: role_ids.administrator, account_id: null }
    const owner = { role_id: role_ids.account_owner, account_id: 7 }
    expect(lastOfKind(actor(), administrator)).toBe('administrator')
    expect(lastOfKind(actor(), { ...administrator, account_id: 7 })).toBeNull()
    expect(lastOfKind(actor({ account_id: 7 }), owner)).toBe('account owner')
    expect(lastOfKind(actor(), owner)).toBeNull()
    expect(lastOfKind(actor({ account_id: 7 }), { ...owner, role_id: role_ids.account_user })).toBeNull()
    expect([mayLose(null, 0), mayLose('administrator', 1)]).toEqual([true, true])
    expect(message(mayLose('administrator', 0))).toMatch(/last administrator/)
    expect(message(mayLose('account owner', 0))).toMatch(/last account owner/)
  })

  it('[AUTH-068] lets staff with both permissions impersonate an active customer who has no permissions beyond theirs', () => {
    const both = ['API_/users/impersonate:POST', 'INLINE_impersonate']
    const clerk = actor({ permissions: [read, ...both] })
    const customer = { ...user, role_id: role_ids.account_owner, account_id: 7 }
    expect(mayImpersonate(clerk, customer)).toBe(true)
    for (const permissions of both.map((one) => [read, one]))
      expect(message(mayImpersonate(actor({ permissions }), customer))).toBe(
        'You may not act as another user.',
      )
    expect(mayImpersonate({ ...clerk, kind: 'api-key' }, customer)).not.toBe(true)
    expect(mayImpersonate({ ...clerk, account_id: 7 }, customer)).not.toBe(true)
    expect(message(mayImpersonate({ ...clerk, impersonated_by: 'thandi' }, customer))).toMatch(/already/)
    const only = 'You can act as users of customer accounts only.'
    expect(message(mayImpersonate(clerk, user))).toBe(only)
    expect(message(mayImpersonate(clerk, { ...customer, account_id: null }))).toBe(only)
    expect(message(mayImpersonate(clerk, { ...customer, role_id: own_role }))).toBe(only)
    expect(message(mayImpersonate(clerk, { ...customer, is_api_user: true }))).toMatch(/API key/)
    expect(message(mayImpersonate(clerk, { ...customer, is_active: false }))).toMatch(/Johan is disabled/)
    expect(message(mayImpersonate(clerk, { ...customer, permissions: [cancel] }))).toMatch(
      /has permissions that you do not have, so you cannot act/,
    )
  })

  it('treats sign-in data, keys, sessions, saved cards and changes of users as personal endpoints', () => {
    const own = (method: string, path: string) => isPersonalEndpoint(method, path)
    for (const path of ['/users/2fa', '/users/sessions/4', '/users/passkeys', '/billing/cards'])
      expect([path, own('GET', path)]).toEqual([path, true])
    expect([own('POST', '/users'), own('DELETE', '/users/4'), own('GET', '/users')]).toEqual([
      true,
      true,
      false,
    ])
    expect([own('POST', '/users-of-mine'), own('POST', '/shipments'), own('GET', '/users/2fax')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('[PERM-009] [PERM-010] marks a user as internal by the domain of the email address', () => {
    expect(isInternal('Thandi@Fynbos.example ', ['@fynbos.example'])).toBe(true)
    expect(isInternal('thandi@fynbos.example', [' FYNBOS.example'])).toBe(true)
    expect(isInternal('riaan@overberg.example', ['fynbos.example'])).toBe(false)
    expect(isInternal('fynbos.example', ['fynbos.example'])).toBe(false)
  })

  it('requires a name, an email address, a role, and a branch when limited to a branch', () => {
    const details = {
      name: 'Johan',
      email: 'johan@fynbos.example',
      phone_number: '',
      role_id: own_role,
      account_id: null,
      branch_id: null,
      limit_user_to_branch: false,
    }
    const fields = (more: object) => checkUser({ ...details, ...more }).map(({ field }) => field)
    expect(fields({})).toEqual([])
    expect(fields({ name: ' ', email: '', role_id: null })).toEqual(['name', 'email', 'role_id'])
    expect(checkUser({ ...details, email: 'johan ' })).toEqual([
      { field: 'email', message: 'johan is not an email address.' },
    ])
    expect(fields({ phone_number: '12' })).toEqual(['phone_number'])
    expect(fields({ phone_number: '082 555 0142' })).toEqual([])
    expect(fields({ limit_user_to_branch: true })).toEqual(['branch_id'])
    expect(fields({ limit_user_to_branch: true, branch_id: 1 })).toEqual([])
    expect(fields({ limit_user_to_branch: true, branch_id: 1, account_id: 7 })).toEqual([
      'limit_user_to_branch',
    ])
    expect(fields({ account_id: 7 })).toEqual([])
    expect(() => requireUser({ ...details, name: '' })).toThrow('Enter the name.')
    expect(requireUser(details)).toBeUndefined()
  })
})
