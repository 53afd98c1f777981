import { permission_catalogue } from '@waybill/domain/identity/users-and-roles/permissions'
import { describe, expect, it } from 'vitest'
import { changesOf, foundGroups, heldBy, permission_groups, rebased, withRights } from './role-edit.ts'

const role = (permissions: string[], permissionsUi: string[] = []) => ({
  name: 'Clerk',
  label: 'Clerk',
  permissions,
  permissions_ui: permissionsUi,
  require_2fa: false,
})
const right = (name: string) => {
  const found = permission_catalogue.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

describe('role editor', () => {
  it('[PERM-032] lists every permission once, with screens in General, Maps and Tools', () => {
    expect(permission_groups.flatMap(({ permissions }) => permissions)).toHaveLength(
      permission_catalogue.length,
    )
    const screens = permission_groups.filter(({ kind }) => kind === 'screens')
    expect(screens.map(({ section }) => section)).toEqual(['General', 'Maps', 'Tools'])
  })

  it('finds permissions by title or name', () => {
    const names = (search: string) =>
      foundGroups(search).flatMap(({ permissions }) => permissions.map(({ name }) => name))
    expect(names('cancel shipments')).toContain('API_/shipments/cancel:POST')
    expect(names('INLINE_impersonate')).toEqual(['INLINE_impersonate'])
    expect(names('nothing like that')).toEqual([])
  })

  it('removes one permission from a pattern and keeps the others', () => {
    const before = role(['API_/roles/*', 'INLINE_export_data'])
    expect(heldBy(before, right('API_/roles:GET'))).toEqual({ isHeld: true, through: 'API_/roles/*' })
    const after = withRights(before, [right('API_/roles:DELETE')], false)
    expect(after.permissions.toSorted()).toEqual([
      'API_/roles:GET',
      'API_/roles:PATCH',
      'API_/roles:POST',
      'INLINE_export_data',
    ])
    expect(changesOf(before, after)).toEqual([{ what: 'taken', text: 'Remove roles' }])
    expect(withRights(before, [right('API_/roles:GET')], true)).toEqual(before)
  })

  it('leaves the pattern * unchanged when a permission is removed', () => {
    const before = role(['*'])
    expect(withRights(before, [right('API_/roles:GET')], false).permissions).toEqual(['*'])
  })

  it('describes the changes that saving makes', () => {
    const before = role([], ['UI_users'])
    const after = {
      ...withRights(before, [right('UI_users')], false),
      label: 'Night clerk',
      require_2fa: true,
    }
    expect(changesOf(before, after).map(({ text }) => text)).toEqual([
      'Label: Clerk → Night clerk',
      'Two-factor is required',
      'Screen: Users',
    ])
  })

  it('merges own changes with those of another user', () => {
    const base = role(['a', 'b'])
    const mine = { ...role(['a', 'c']), label: 'Mine' }
    const theirs = { ...role(['a', 'b', 'd']), require_2fa: true }
    expect(rebased(base, mine, theirs)).toEqual({
      ...role(['a', 'd', 'c']),
      label: 'Mine',
      require_2fa: true,
    })
  })
})
