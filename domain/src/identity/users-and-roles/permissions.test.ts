import { describe, expect, it } from 'vitest'
import { hasPermission, hasAllPermissions, seesUi, systemActor } from '../../kit/actor.ts'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { z } from 'zod'
import {
  missingPermissions,
  grantedBy,
  isPermission,
  permission_catalogue,
  ui_sections,
} from './permissions.ts'
import { starter_roles } from './roles.ts'

const holding = (...permissions: string[]) => ({ ...systemActor(1), permissions })
const uiOf = (section: string) =>
  permission_catalogue.filter((one) => one.kind === 'ui' && one.section === section).map(({ name }) => name)

describe('permission catalogue', () => {
  it('[PERM-022] names an API permission by the path and the method of the endpoint', () => {
    const nothing = z.object({})
    const about = { input: nothing, output: nothing, summary: '' }
    expect(endpoint('GET /shipments', about).permission).toBe('API_/shipments:GET')
    expect(endpoint('POST /providers/settings', about).permission).toBe('API_/providers/settings:POST')
    for (const name of [
      'API_/shipments:GET',
      'API_/accounts:GET',
      'API_/providers/settings:POST',
      'API_/providers/custom-fields:POST',
    ])
      expect(isPermission(name), name).toBe(true)
    for (const { name, kind } of permission_catalogue)
      if (kind === 'api') expect(name).toMatch(/^API_(\/[a-z0-9-]+)+:(GET|POST|PATCH|DELETE)$/)
  })

  it('[PERM-032] groups UI permissions into the sections General, Maps and Tools', () => {
    expect(ui_sections).toEqual(['General', 'Maps', 'Tools'])
    const found = permission_catalogue.filter(({ kind }) => kind === 'ui').map(({ section }) => section)
    expect(new Set(found)).toEqual(new Set(ui_sections))
  })

  it('[PERM-033] contains exactly these permissions in General', () => {
    expect(uiOf('General')).toEqual(
      [
        'ops_dashboard',
        'shipments',
        'collection_requests',
        'hub_scanner',
        'interhub_manifests',
        'billing',
        'accounts',
        'users',
        'rates_and_estimates',
        'reports',
        'settings',
        'my_inbox',
        'hide_logout',
        'hide_site_wide_message',
      ].map((key) => `UI_${key}`),
    )
  })

  it('[PERM-034] [PERM-035] contains a view and an edit permission for every kind of map', () => {
    const kinds = ['drivers', 'branches', 'rates', 'surcharges', 'exceptions', 'service_days', 'draft_maps']
    expect(uiOf('Maps')).toEqual(kinds.flatMap((kind) => [`UI_maps_${kind}_view`, `UI_maps_${kind}_edit`]))
  })

  it('[PERM-036] contains exactly these permissions in Tools', () => {
    expect(uiOf('Tools')).toEqual(
      [
        'pod_uploader',
        'assign_tracking_stickers',
        'shipment_bulk_import',
        'users_bulk_import',
        'credit_allocations_bulk_import',
        'barcode_generator',
        'blocked_list',
        'copy_address_book',
        'third_party_integrations',
      ].map((key) => `UI_tools_${key}`),
    )
  })

  it('contains a permission for every kind of transaction that is posted manually', () => {
    for (const type of [
      'payment',
      'payment_reversal',
      'refund',
      'refund_reversal',
      'admin_debit',
      'admin_credit',
      'promotional_credit',
      'promotional_debit',
      'balance_adjustment_credit',
      'balance_adjustment_debit',
      'bad_debt_write_off',
      'bad_debt_write_off_reversal',
    ])
      expect(isPermission(`INLINE_transaction_${type}`), type).toBe(true)
  })

  it('lists every permission once and with a title', () => {
    const names = permission_catalogue.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { title, name } of permission_catalogue) expect(title.length, name).toBeGreaterThan(3)
  })

  it('contains every permission of the starter roles', () => {
    const strange = starter_roles.flatMap((role) =>
      [...role.permissions, ...role.permissions_ui]
        .filter((name) => !isPermission(name))
        .map((name) => `${role.name}: ${name}`),
    )
    expect(strange).toEqual([])
  })

  it('accepts a pattern only when it matches a permission', () => {
    expect(isPermission('API_/shipments/*')).toBe(true)
    expect(isPermission('API_/billing/*:GET')).toBe(true)
    expect(isPermission('*')).toBe(true)
    expect(isPermission('API_/nothing/*')).toBe(false)
    expect(isPermission('INLINE_nothing')).toBe(false)
    expect(isPermission('UI_*')).toBe(false)
  })
})

describe('permission matching', () => {
  const needed = [
    'API_/a:GET',
    'API_/a:POST',
    'API_/a/b:GET',
    'API_/a/b:POST',
    'API_/a/b/c:POST',
    'API_/ab:GET',
  ]
  it.each<[granted: string, covers: readonly string[]]>([
    ['API_/a:GET', ['API_/a:GET']],
    ['API_/a:*', ['API_/a:GET', 'API_/a:POST']],
    ['API_/a/*', ['API_/a:GET', 'API_/a:POST', 'API_/a/b:GET', 'API_/a/b:POST', 'API_/a/b/c:POST']],
    ['API_/a/*:POST', ['API_/a:POST', 'API_/a/b:POST', 'API_/a/b/c:POST']],
    ['API_/a/b/*', ['API_/a/b:GET', 'API_/a/b:POST', 'API_/a/b/c:POST']],
    ['*', needed],
    ['API_/a', []],
    ['API_/*:DELETE', []],
    ['a/*', []],
    ['INLINE_a', []],
    ['', []],
  ])('[PERM-024] [PERM-025] [PERM-026] [PERM-027] [PERM-028] %s grants %j', (granted, covers) => {
    expect(needed.filter((one) => hasPermission(holding(granted), one))).toEqual(covers)
  })

  it('[PERM-023] grants an inline permission only by its exact name or by the pattern for everything', () => {
    expect(hasPermission(holding('INLINE_impersonate'), 'INLINE_impersonate')).toBe(true)
    expect(hasPermission(holding('*'), 'INLINE_impersonate')).toBe(true)
    expect(hasPermission(holding('INLINE_impersonate_x', 'API_/*'), 'INLINE_impersonate')).toBe(false)
  })

  it('[PERM-029] checks for all of several permissions or for one of several', () => {
    const actor = holding('API_/a:GET', 'INLINE_b')
    expect(hasAllPermissions(actor, ['API_/a:GET', 'INLINE_b'])).toBe(true)
    expect(hasAllPermissions(actor, ['API_/a:GET', 'INLINE_c'])).toBe(false)
    expect(['INLINE_c', 'INLINE_b'].some((one) => hasPermission(actor, one))).toBe(true)
    expect(['INLINE_c'].some((one) => hasPermission(actor, one))).toBe(false)
  })

  it('[PERM-030] checks UI permissions against a separate list that restricts only when it is not empty', () => {
    const seeing = (...permissionsUi: string[]) => ({
      ...systemActor(1),
      permissions: [],
      permissions_ui: permissionsUi,
    })
    expect(seesUi(seeing(), 'UI_users')).toBe(true)
    expect(seesUi(seeing('UI_users'), 'UI_users')).toBe(true)
    expect(seesUi(seeing('users'), 'UI_users')).toBe(true)
    expect(seesUi(seeing('pod_uploader'), 'UI_tools_pod_uploader')).toBe(true)
    expect(seesUi(seeing('UI_reports'), 'UI_users')).toBe(false)
    expect(hasPermission({ permissions: ['API_/users:GET'] }, 'UI_users')).toBe(false)
    expect(seesUi({ ...seeing('UI_reports'), permissions: ['UI_users'] }, 'UI_users')).toBe(false)
  })

  it('lists the permissions a user lacks in order to grant others', () => {
    expect(missingPermissions(['API_/users:*'], ['API_/users/*'])).toEqual([])
    expect(
      missingPermissions(['API_/users:*'], ['API_/users:GET', 'API_/users:POST']).map(({ name }) => name),
    ).toEqual(['API_/users:PATCH', 'API_/users:DELETE'])
    expect(missingPermissions(['*'], ['API_/users/*'])[0]?.name).toBe('*')
    expect(missingPermissions(['INLINE_of_tomorrow'], ['API_/users/*']).map(({ name }) => name)).toEqual([
      'INLINE_of_tomorrow',
    ])
    expect(grantedBy(['API_/roles/*']).map(({ name }) => name)).toHaveLength(4)
  })
})
