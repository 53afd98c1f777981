import { isStaff, role_ids, systemActor, type Actor } from '@waybill/domain/kit/actor'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { describe, expect, it } from 'vitest'
import { guest as stranger } from '../../kit/session/me.ts'
import type { Access } from '../../kit/url/page.ts'
import { homeOf, isSettingsPage, isWithin, maySearch, navigationFor } from './navigation.ts'
import { mayVisit } from '../pages.ts'
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

describe('navigation by user type', () => {
  it('[NAV-029] lists the customer items in order', () => {
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

  it('[NAV-031] [NAV-032] [NAV-065] [PERM-006] hides account and settings from account users who are not admins', () => {
    const shown = paths(access({ ...owner, role_id: role_ids.account_user }))
    expect(shown).not.toContain('/account')
    expect(shown).not.toContain('/settings')
  })

  it('[NAV-034] hides the inbox from users without an email address', () => {
    expect(paths(access({ ...owner, email: '' }))).not.toContain('/inbox')
  })

  it('[NAV-035] shows bulk collections to postpaid accounts only', () => {
    expect(paths(access(owner, { account_type: 'prepaid' }))).not.toContain('/collection-requests')
    expect(labels(access(owner, { account_type: 'postpaid' }))).toContain('Bulk collections')
  })

  it('links to the company’s own help pages, and hides help when it is switched off', () => {
    const own = access(owner, { settings: { help_centre_external_url: 'https://help.fynbos.example' } })
    const item = navigationFor(own, everything).find(({ to }) => to === '/help-centre')
    expect(item?.elsewhere).toBe('https://help.fynbos.example')
    expect(paths(access(owner, { settings: { help_centre_enabled: false } }))).not.toContain('/help-centre')
  })

  it('[NAV-039] [NAV-040] gives guests quick quote, track, log in and help', () => {
    const guest = access({ kind: 'guest', role_id: role_ids.guest, permissions: [] })
    expect(labels(guest)).toEqual(['Quick quote', 'Track', 'Log in', 'Help centre'])
    expect(labels({ ...guest, settings: { staff_only_login: true } })).toContain('Staff login')
  })

  it('[NAV-041] lists the staff items in order', () => {
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

  it.each([
    'UI_maps_drivers_view',
    'UI_maps_branches_edit',
    'UI_maps_rates_view',
    'UI_maps_surcharges_edit',
    'UI_maps_exceptions_view',
    'UI_maps_service_days_edit',
    'UI_maps_draft_maps_view',
  ])('[NAV-063] shows maps to users with %s', (ui) => {
    expect(paths(access({ permissions: [], permissions_ui: ['UI_shipments'] }))).not.toContain('/maps')
    expect(paths(access({ permissions: [], permissions_ui: ['UI_shipments', ui] }))).toContain('/maps')
  })

  it('[NAV-044] adds the platform items for platform administrators after all others', () => {
    const platform = [
      '/shiplogic-admin/providers',
      '/shiplogic-admin/infobip',
      '/shiplogic-admin/release-notes',
      '/shiplogic-admin/short-urls',
    ]
    expect(paths(access({ role_id: role_ids.system_administrator, permissions: ['*'] })).slice(-4)).toEqual(
      platform,
    )
    expect(paths(access(owner))).not.toEqual(expect.arrayContaining(platform.slice(0, 1)))
  })

  it('[NAV-036] [NAV-043] [NAV-046] labels every item', () => {
    expect(labels(access(owner, { account_type: 'postpaid' }))).toEqual([
      'Dashboard',
      'Shipments',
      'Quotes',
      'Address book',
      'Account',
      'Settings',
      'Inbox',
      'Bulk collections',
      'Bob Box locations',
      'Track',
      'Help centre',
    ])
    expect(labels(access({ role_id: role_ids.system_administrator, permissions: ['*'] }))).toEqual([
      'Ops dashboard',
      'Shipments',
      'Collection requests',
      'Maps',
      'Hub scanner',
      'Interhub manifests',
      'Tools',
      'Billing',
      'Accounts',
      'Users',
      'Rates and estimates',
      'Reports',
      'Settings',
      'Inbox',
      'Callers',
      'Cash',
      'Counter',
      'Costs and pay',
      'Claims',
      'Weight discrepancies',
      'Help centre',
      'Providers',
      'Infobip',
      'Release notes',
      'Short URLs',
    ])
    expect(labels(access({ role_id: role_ids.driver, permissions: [] }))).toContain('Tripsheet')
  })

  it('[NAV-042] shows the tripsheet to drivers and hides it from administrators', () => {
    expect(paths(access({ permissions: ['API_/*'] }))).not.toContain('/tripsheet')
    expect(paths(access({ role_id: role_ids.driver, permissions: [] }))).toContain('/tripsheet')
  })

  it('shows the own till to operators, all cash to the office, and payouts to customers who are offered them', () => {
    expect(paths(access({ permissions: ['API_/billing/cash/tills:POST'] }))).toContain('/cash/till')
    const office = paths(access({ permissions: ['API_/billing/*'] }))
    expect(office).toContain('/cash')
    expect(office).not.toContain('/cash/till')
    const withCod = { settings: { cod_enabled: true } }
    const reader = { ...owner, permissions: ['API_/billing/cash/remittances:GET'] }
    expect(paths(access(reader, withCod))).toContain('/cash/payouts')
    expect(paths(access(reader))).not.toContain('/cash/payouts')
    expect(paths(access(owner, withCod))).not.toContain('/cash/payouts')
  })

  it('shows the counter to staff who may work there', () => {
    expect(paths(access({ permissions: [] }))).not.toContain('/counter')
    expect(paths(access({ permissions: ['API_/pickup-points/handovers:POST'] }))).toContain('/counter')
  })

  it.each([
    ['/ops-dashboard', ['API_/trip-sheet:GET']],
    ['/shipments', ['API_/shipments:GET']],
    ['/collection-requests', ['API_/collection-requests:POST']],
    ['/hub-scanner', ['API_/shipments:PATCH', 'API_/tracking/shipment-events:POST']],
    ['/interhub-transfers', ['API_/interhub-transfers:GET']],
    ['/billing', ['API_/billing/import/payments:GET']],
    ['/accounts', ['API_/billing/invoices:GET']],
    ['/users', ['API_/users:GET']],
    ['/rates-and-estimates', ['API_/rates/revisions:GET']],
    ['/reports', ['API_/reports:GET']],
    ['/shiplogic-admin/providers', ['API_/providers:POST']],
    ['/shiplogic-admin/infobip', ['API_/providers/infobip-config:POST']],
    ['/shiplogic-admin/release-notes', ['API_/release-notes:POST']],
    ['/shiplogic-admin/short-urls', ['API_/short-urls:POST']],
  ])(
    '[NAV-048] [NAV-049] [NAV-050] [NAV-051] [NAV-052] [NAV-053] [NAV-054] [NAV-055] [NAV-056] [NAV-057] [NAV-058] [NAV-059] [NAV-060] [NAV-061] [NAV-062] [NAV-066] shows %s only with all of the permissions %j',
    (path, permissions) => {
      expect(paths(access({ permissions: [] }))).not.toContain(path)
      expect(paths(access({ permissions }))).toContain(path)
      for (const leftOut of permissions)
        expect(paths(access({ permissions: permissions.filter((one) => one !== leftOut) }))).not.toContain(
          path,
        )
    },
  )

  it('[NAV-045] hides an item when its feature is off, even for administrators', () => {
    const without = every_feature.filter((name) => name !== 'reports')
    expect(paths(access({}, { enabled_features: without }))).not.toContain('/reports')
  })

  it.each([
    ['shipments', owner, '/shipments'],
    ['shipment_quotes', owner, '/shipment-quotes'],
    ['address_book', owner, '/address-book'],
    ['settings', owner, '/settings'],
    ['inbox', owner, '/inbox'],
    ['collection_requests', owner, '/collection-requests'],
    ['locations', owner, '/locations'],
    ['tracking', owner, '/track'],
    ['help_centre', owner, '/help-centre'],
    ['ops_dashboard', {}, '/ops-dashboard'],
    ['tripsheet', { role_id: role_ids.driver }, '/tripsheet'],
    ['shipments', {}, '/shipments'],
    ['collection_requests', {}, '/collection-requests'],
    ['maps', {}, '/maps'],
    ['hub_scanner', {}, '/hub-scanner'],
    ['interhub_transfers', {}, '/interhub-transfers'],
    ['tools', {}, '/tools'],
    ['billing', {}, '/billing'],
    ['accounts', {}, '/accounts'],
    ['users', {}, '/users'],
    ['rates', {}, '/rates-and-estimates'],
    ['reports', {}, '/reports'],
    ['settings', {}, '/settings'],
    ['inbox', {}, '/inbox'],
    ['help_centre', {}, '/help-centre'],
  ])('[NAV-030] [NAV-047] requires the feature %s for user %j to see %s', (feature, me, path) => {
    const given = access({ permissions: ['API_/*'], ...me }, { account_type: 'postpaid' })
    expect(paths(given)).toContain(path)
    expect(paths({ ...given, enabled_features: every_feature.filter((name) => name !== feature) })).toEqual(
      paths(given).filter((one) => one !== path),
    )
  })

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])(
    '[SET-114] requires both platform feature and company switch: feature %s and switch %s give %s',
    (isGiven, isOn, isThere) => {
      const given = access(
        { permissions: ['API_/*'] },
        {
          enabled_features: isGiven ? [...every_feature, 'idm'] : every_feature,
          settings: { enable_idm: isOn },
        },
      )
      expect(mayVisit('/idm', given)).toBe(isThere)
    },
  )

  it('[PERM-037] requires the API permission and the UI permission; without any UI permission all items are shown', () => {
    const [call, screen] = ['API_/users:GET', 'UI_users']
    const sees = (permissions: string[], permissionsUi: string[]) =>
      paths(access({ permissions, permissions_ui: permissionsUi })).includes('/users')
    expect(sees([call], [screen])).toBe(true)
    expect(sees([call], [])).toBe(true)
    expect(sees([call], ['UI_shipments'])).toBe(false)
    expect(sees([], [screen])).toBe(false)
    const openToStaff = paths(access({ permissions: [], permissions_ui: ['UI_settings'] }))
    expect(openToStaff).toEqual(expect.arrayContaining(['/tools', '/settings']))
    expect(paths(access({ permissions: [], permissions_ui: ['UI_shipments'] }))).not.toContain('/settings')
  })

  const startingAs = (roleId: number): string[] => {
    const role = starter_roles.find(({ id }) => id === roleId)
    if (!role) throw new Error('a role is missing')
    return paths(
      access({ role_id: roleId, permissions: role.permissions, permissions_ui: role.permissions_ui }),
    )
  }

  it('[PERM-003] treats role 2 as a guest without an account and not as staff', () => {
    expect(stranger.me).toMatchObject({ role_id: role_ids.guest, account_id: null })
    expect(isStaff(stranger.me)).toBe(false)
    expect(startingAs(role_ids.guest)).not.toEqual(expect.arrayContaining(['/settings']))
    expect(startingAs(role_ids.guest)).not.toEqual(expect.arrayContaining(['/tools']))
  })

  it('[PERM-016] shows each starter role its pages: administrators all but the platform, finance billing, drivers the tripsheet', () => {
    const administrator = startingAs(role_ids.administrator)
    for (const path of ['/shipments', '/hub-scanner', '/billing', '/accounts', '/users', '/settings'])
      expect(administrator, path).toContain(path)
    expect(administrator.some((path) => path.startsWith('/shiplogic-admin'))).toBe(false)
    const finance = startingAs(role_ids.finance_manager)
    expect(finance).toEqual(
      expect.arrayContaining(['/billing', '/accounts', '/rates-and-estimates', '/reports']),
    )
    for (const path of ['/hub-scanner', '/collection-requests', '/interhub-transfers'])
      expect(finance, path).not.toContain(path)
    const driver = startingAs(role_ids.driver)
    expect(driver).toContain('/tripsheet')
    for (const path of ['/shipments', '/billing', '/accounts', '/users', '/tools', '/settings'])
      expect(driver, path).not.toContain(path)
  })

  it('[NAV-071] [NAV-072] shows the reference box only to users who may search', () => {
    expect(maySearch(access({ permissions: ['API_/ui/nav-search:GET'] }))).toBe(true)
    expect(maySearch(access({ permissions: ['API_/shipments:GET'] }))).toBe(false)
    expect(maySearch(access({ kind: 'guest', role_id: role_ids.guest, permissions: [] }))).toBe(false)
  })

  it('[NAV-064] shows tools and settings to staff without any permission', () => {
    expect(paths(access({ permissions: [] }))).toEqual(expect.arrayContaining(['/tools', '/settings']))
  })

  it('leaves out items whose page is not served', () => {
    expect(navigationFor(access({}), () => false).map((item) => item.to)).toEqual([])
  })

  it('[NAV-001] [NAV-002] returns the home page for staff, customers, drivers and guests', () => {
    const home = (given: Access): string | null => homeOf(given, navigationFor(given, everything))
    expect(home(access({}))).toBe('/ops-dashboard')
    expect(home(access(owner))).toBe('/dashboard')
    expect(home(access({ role_id: role_ids.driver, permissions: ['API_/*'] }))).toBe('/tripsheet')
    expect(home(access({ permissions: ['API_/shipments:GET'] }))).toBe('/shipments')
    const started = starter_roles
      .filter(({ id }) => id !== role_ids.guest && id !== role_ids.system_administrator)
      .map((role) => [
        role.label,
        home(
          access({ role_id: role.id, permissions: role.permissions, permissions_ui: role.permissions_ui }),
        ),
      ])
    expect(Object.fromEntries(started)).toMatchObject({
      Administrator: '/ops-dashboard',
      'Operations manager': '/ops-dashboard',
      'Finance manager': '/billing',
      'Hub operator': '/hub-scanner',
      'Counter clerk': '/counter',
      'Customer service': '/callers',
      Driver: '/tripsheet',
    })
    const guest = access({ kind: 'guest', role_id: role_ids.guest, permissions: [] })
    expect(home(guest)).toBe('/shipments/new?quick_quote=quote')
    expect(home({ ...guest, settings: { staff_only_login: true } })).toBeNull()
    expect(home({ ...guest, enabled_features: ['tracking', 'help_centre'] })).toBeNull()
  })

  it('[NAV-070] returns the path of a found record, with invoices under accounts/ for staff', () => {
    const hit = { id: 4, reference: 'PMT000004' }
    expect(addressOfHit('payment', hit, true)).toBe('/billing/payments?q=PMT000004')
    expect(addressOfHit('transaction', hit, true)).toBe('/billing/transactions?q=PMT000004')
    expect(addressOfHit('invoice', hit, true)).toBe('/accounts/invoices/4')
    expect(addressOfHit('credit-note', hit, false)).toBe('/credit-notes/4')
    expect(addressOfHit('interhub-transfer', hit, true)).toBe('/interhub-transfers/4')
    expect(addressOfHit('shipment', hit, true)).toBe('/shipments/4')
    expect(addressOfHit('quote', hit, false)).toBe('/shipment-quotes/4')
  })
})

describe('marked navigation item', () => {
  it('[NAV-011] marks Settings on every page whose path contains /settings', () => {
    expect(['/settings', '/settings/theme', '/accounts/3/settings'].map(isSettingsPage)).toEqual([
      true,
      true,
      true,
    ])
    expect(['/', '/accounts/3', '/set'].map(isSettingsPage)).toEqual([false, false, false])
    expect(isWithin('/accounts/3/settings', '/settings')).toBe(true)
  })

  it('marks the item that contains the page when it is not a settings page', () => {
    expect(isWithin('/shipments/7', '/shipments')).toBe(true)
    expect(isWithin('/accounts/invoices/4', '/billing')).toBe(true)
    expect(isWithin('/accounts/credit-notes/4', '/accounts')).toBe(false)
    expect(isWithin('/invoices/4', '/account')).toBe(true)
    expect(isWithin('/accounts/4', '/accounts')).toBe(true)
    expect(isWithin('/shipment-quotes', '/shipments')).toBe(false)
    expect(isWithin('/shipments/new', '/shipments/new?quick_quote=quote')).toBe(true)
  })
})
