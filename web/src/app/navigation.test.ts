import { role_ids, systemActor, type Actor } from '@waybill/domain/kit/actor'
import { describe, expect, it } from 'vitest'
import type { Access } from '../kit/url/page.ts'
import { homeOf, navigationFor } from './navigation.ts'
import { addressOfHit } from './use-reference-lookup.ts'

const every_feature = [
  'shipments',
  'shipment_quotes',
  'address_book',
  'inbox',
  'collection_requests',
  'locations',
  'tracking',
  'help_centre',
  'ops_dashboard',
  'tripsheet',
  'maps',
  'hub_scanner',
  'interhub_transfers',
  'tools',
  'billing',
  'accounts',
  'users',
  'rates',
  'reports',
  'settings',
  'guest_quotes',
]

function access(me: Partial<Actor>, more: Partial<Access> = {}): Access {
  return {
    me: {
      ...systemActor(1),
      kind: 'user',
      user_id: 1,
      email: 'a@b.co',
      role_id: role_ids.administrator,
      ...me,
    },
    enabled_features: every_feature,
    settings: {},
    account_type: null,
    ...more,
  }
}

const everything = (): boolean => true
const paths = (given: Access): string[] => navigationFor(given, everything).map((item) => item.to)
const labels = (given: Access): string[] => navigationFor(given, everything).map((item) => item.label)
const owner = { account_id: 5, role_id: role_ids.account_owner, permissions: [] }

describe('the navigation of each kind of person', () => {
  it('[NAV-029] holds the customer items in their order', () => {
    expect(paths(access(owner, { account_type: 'postpaid' }))).toEqual([
      '/dashboard',
      '/shipments',
      '/shipment-quotes',
      '/address-book',
      '/account',
      '/settings',
      '/inbox',
      '/collection-requests',
      '/locations',
      '/track',
      '/help-centre',
    ])
  })

  it('[NAV-031] [NAV-032] shows account and settings to account admins only', () => {
    const shown = paths(access({ ...owner, role_id: role_ids.account_user }))
    expect(shown).not.toContain('/account')
    expect(shown).not.toContain('/settings')
  })

  it('[NAV-034] shows the inbox only to somebody with an email', () => {
    expect(paths(access({ ...owner, email: '' }))).not.toContain('/inbox')
  })

  it('[NAV-035] shows bulk collections to postpaid accounts only', () => {
    expect(paths(access(owner, { account_type: 'prepaid' }))).not.toContain('/collection-requests')
    expect(labels(access(owner, { account_type: 'postpaid' }))).toContain('Bulk collections')
  })

  it('[NAV-039] [NAV-040] gives guests quick quote, track, log in and help', () => {
    const guest = access({ kind: 'guest', role_id: role_ids.guest, permissions: [] })
    expect(labels(guest)).toEqual(['Quick quote', 'Track', 'Log in', 'Help centre'])
    expect(labels({ ...guest, settings: { staff_only_login: true } })).toContain('Staff login')
  })

  it('[NAV-041] holds the staff items in their order', () => {
    expect(paths(access({ permissions: ['API_/*'] })).slice(0, 14)).toEqual([
      '/ops-dashboard',
      '/shipments',
      '/collection-requests',
      '/maps',
      '/hub-scanner',
      '/interhub-transfers',
      '/tools',
      '/billing',
      '/accounts',
      '/users',
      '/rates-and-estimates',
      '/reports',
      '/settings',
      '/inbox',
    ])
  })

  it('[NAV-042] shows the tripsheet to drivers', () => {
    expect(paths(access({ role_id: role_ids.driver, permissions: [] }))).toContain('/tripsheet')
  })

  it.each([
    ['[NAV-053]', '/ops-dashboard', ['API_/trip-sheet:GET']],
    ['[NAV-054]', '/shipments', ['API_/shipments:GET']],
    ['[NAV-055]', '/collection-requests', ['API_/collection-requests:POST']],
    ['[NAV-056]', '/hub-scanner', ['API_/shipments:PATCH', 'API_/tracking/shipment-events:POST']],
    ['[NAV-057]', '/interhub-transfers', ['API_/interhub-transfers:GET']],
    ['[NAV-058]', '/billing', ['API_/billing/import/payments:GET']],
    ['[NAV-059]', '/accounts', ['API_/billing/invoices:GET']],
    ['[NAV-060]', '/users', ['API_/users:GET']],
    ['[NAV-061]', '/rates-and-estimates', ['API_/rates/revisions:GET']],
    ['[NAV-062]', '/reports', ['API_/reports:GET']],
    ['[NAV-048]', '/shiplogic-admin/providers', ['API_/providers:POST']],
    ['[NAV-049]', '/shiplogic-admin/infobip', ['API_/providers/infobip-config:POST']],
    ['[NAV-050]', '/shiplogic-admin/release-notes', ['API_/release-notes:POST']],
    ['[NAV-051]', '/shiplogic-admin/short-urls', ['API_/short-urls:POST']],
  ])('%s %s needs %j, all of them', (_, path, permissions) => {
    expect(paths(access({ permissions }))).toContain(path)
    for (const left_out of permissions)
      expect(paths(access({ permissions: permissions.filter((one) => one !== left_out) }))).not.toContain(
        path,
      )
  })

  it('[NAV-045] hides an item whose feature is off, whatever the person may do', () => {
    const without = every_feature.filter((name) => name !== 'reports')
    expect(paths(access({}, { enabled_features: without }))).not.toContain('/reports')
  })

  it('[NAV-064] opens tools and settings to all staff', () => {
    expect(paths(access({ permissions: [] }))).toEqual(expect.arrayContaining(['/tools', '/settings']))
  })

  it('leaves out what this build does not serve', () => {
    expect(navigationFor(access({}), () => false).map((item) => item.to)).toEqual([])
  })

  it('[NAV-001] leads home to a person’s first page, drivers to their stops', () => {
    const home = (given: Access): string | null => homeOf(given, navigationFor(given, everything))
    expect(home(access({}))).toBe('/ops-dashboard')
    expect(home(access(owner))).toBe('/dashboard')
    expect(home(access({ role_id: role_ids.driver, permissions: ['API_/*'] }))).toBe('/tripsheet')
  })

  it('[NAV-070] opens a found invoice under accounts/ for staff only', () => {
    expect(addressOfHit('invoice', 4, true)).toBe('/accounts/invoices/4')
    expect(addressOfHit('credit-note', 4, false)).toBe('/credit-notes/4')
    expect(addressOfHit('shipment', 4, true)).toBe('/shipments/4')
  })
})
