import { role_ids } from '@waybill/domain/kit/actor'
import { searchApi } from '@waybill/domain/search/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newClerk, platform, tokenOfNewUser, visit, type Clerk } from '../../page-kit/clerk.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const people = {
  administrator: 'thandi@fynbos.example',
  owner: 'riaan@overbergbooks.example',
  user: 'zanele@overbergbooks.example',
  driver: 'sipho@fynbos.example',
}

let product: Product
let clerk: Clerk
let owner: Page
let boss: Page
let driver: Page
let guest: Page

beforeAll(async () => {
  product = await openProduct()
  clerk = await newClerk(product)
  ;[owner, boss, driver, guest] = await Promise.all([
    product.as(people.owner),
    product.as(platform),
    product.as(people.driver),
    product.window(),
  ])
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const items = (page: Page) => page.getByRole('navigation', { name: 'Main' }).locator('ul a')

/** Returns the items of the navigation in order, with their target and label. */
async function listed(page: Page): Promise<{ to: string; label: string }[]> {
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await product.settled(page)
  return items(page).evaluateAll((links) =>
    links.map((link) => ({
      to: link.getAttribute('href') ?? '',
      label: (link as HTMLElement).innerText.split('\n')[0] ?? '',
    })),
  )
}
const places = async (page: Page) => (await listed(page)).map(({ to }) => to)
/** Pages that Waybill adds to the specified lists. */
const added_places = [
  '/callers',
  '/cash',
  '/cash/payouts',
  '/claims',
  '/costs',
  '/counter',
  '/weight-discrepancies',
]
/** Returns the navigation targets without those that Waybill adds. */
const specified = async (page: Page) => (await places(page)).filter((to) => !added_places.includes(to))

const customer_places = [
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
]
const staff_places = [
  '/ops-dashboard',
  '/tripsheet',
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
  '/help-centre',
]
const platform_places = [
  '/shiplogic-admin/providers',
  '/shiplogic-admin/infobip',
  '/shiplogic-admin/release-notes',
  '/shiplogic-admin/short-urls',
]
/** The navigation targets of all staff, whatever permissions their role has. */
const open_to_staff = ['/tools', '/settings', '/help-centre']

describe('navigation of customers and guests', () => {
  it('[NAV-029] [NAV-036] [NAV-046] shows the customer items in order with their labels', async () => {
    await open(owner, '/help-centre')
    await heading(owner, /help/i)
    expect(await specified(owner)).toEqual(customer_places)
    expect((await listed(owner)).map(({ label }) => label)).toEqual([
      'Dashboard',
      'Shipments',
      'Quotes',
      'Address book',
      'Account',
      'Settings',
      'Inbox',
      'Bulk collections',
      'Claims',
      'Weight discrepancies',
      'Payouts',
      'Bob Box locations',
      'Track',
      'Help centre',
    ])
  })

  it('[NAV-031] [NAV-032] shows the account and settings only to account admins', async () => {
    const user = await product.as(people.user)
    await open(user, '/profile')
    expect(await specified(user)).toEqual(
      customer_places.filter((to) => to !== '/account' && to !== '/settings'),
    )
    await user.context().close()
  })

  it('[NAV-034] [NAV-035] shows the inbox only with an email address, and bulk collections only with a postpaid account', async () => {
    const { accounts } = await product.ask<{ accounts: { id: number; account_type: string }[] }>(
      platform,
      'GET',
      '/accounts?limit=100',
    )
    const listFor = async (accountType: string, about: { email?: string }) => {
      const accountId = accounts.find((one) => one.account_type === accountType)?.id ?? 0
      const roleId = role_ids.account_owner
      const page = await product.window(
        undefined,
        await tokenOfNewUser(product, { role_id: roleId, account_id: accountId, ...about }),
      )
      await open(page, '/profile')
      const found = await listed(page)
      await page.context().close()
      return found
    }
    const [prepaid, nameless] = await Promise.all([
      listFor('prepaid', {}),
      listFor('postpaid', { email: '' }),
    ])
    expect(prepaid.map(({ to }) => to)).toContain('/inbox')
    expect(prepaid.map(({ to }) => to)).not.toContain('/collection-requests')
    expect(nameless.map(({ to }) => to)).not.toContain('/inbox')
    expect(nameless).toContainEqual({ to: '/collection-requests', label: 'Bulk collections' })
  })

  it('[NAV-039] [NAV-040] gives guests quick quote, tracking, log-in and help, and labels the log-in for staff when only staff may log in', async () => {
    await open(guest, '/help-centre')
    expect(await listed(guest)).toEqual([
      { to: '/shipments/new?quick_quote=quote', label: 'Quick quote' },
      { to: '/track', label: 'Track' },
      { to: '/login', label: 'Log in' },
      { to: '/help-centre', label: 'Help centre' },
    ])
    const setStaffOnly = (value: boolean) =>
      product.ask(people.administrator, 'POST', '/providers/settings', {
        settings: [{ key: 'staff_only_login', value }],
      })
    await setStaffOnly(true)
    await open(guest, '/help-centre')
    expect(await listed(guest)).toContainEqual({ to: '/login', label: 'Staff login' })
    await setStaffOnly(false)
  })
})

describe('navigation of staff', () => {
  it('[NAV-041] [NAV-046] shows the staff items in order with their labels, followed by the platform items', async () => {
    await open(boss, '/profile')
    expect(await specified(boss)).toEqual([
      ...staff_places.filter((to) => to !== '/tripsheet'),
      ...platform_places,
    ])
    expect((await listed(boss)).map(({ label }) => label)).toEqual([
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
  })

  it('[NAV-041] [NAV-042] [NAV-064] gives drivers the tripsheet in its position and no other staff pages', async () => {
    const { roles } = await product.ask<{ roles: { id: number; version: number; permissions: string[] }[] }>(
      platform,
      'GET',
      `/roles?id=${role_ids.driver}`,
    )
    const [role] = roles
    const give = (version: number, permissions: readonly string[]) =>
      product.ask<{ version: number }>(platform, 'PATCH', '/roles', {
        id: role_ids.driver,
        version,
        permissions,
      })
    await open(driver, '/help-centre')
    expect((await listed(driver))[0]).toEqual({ to: '/tripsheet', label: 'Tripsheet' })
    // A driver with more permissions than usual has the tripsheet before the shipments.
    const { version } = await give(role?.version ?? 0, [
      ...(role?.permissions ?? []),
      'API_/shipments:GET',
      'API_/geofence/zones:GET',
    ])
    await open(driver, '/help-centre')
    const found = await specified(driver)
    expect(found).toEqual(staff_places.filter((to) => found.includes(to)))
    expect(found.slice(0, 2)).toEqual(['/tripsheet', '/shipments'])
    for (const to of ['/settings', '/tools', '/maps', '/ops-dashboard']) {
      expect(found).not.toContain(to)
      await visit(driver, to)
      await heading(driver, 'Oops!')
    }
    await give(version, role?.permissions ?? [])
    await visit(boss, '/tripsheet')
    await heading(boss, 'Oops!')
  })

  it('[NAV-064] opens tools and settings to all staff, and nothing else to a role without permissions', async () => {
    await clerk.has({})
    expect(await places(clerk.page)).toEqual(open_to_staff)
    for (const [to, title] of [
      ['/tools', 'Tools'],
      ['/settings', 'Settings'],
    ] as const) {
      await items(clerk.page)
        .and(clerk.page.locator(`[href="${to}"]`))
        .click()
      await heading(clerk.page, title)
    }
    for (const to of [...staff_places, ...platform_places].filter((one) => !open_to_staff.includes(one))) {
      await visit(clerk.page, to)
      const isOthers = platform_places.includes(to) || to === '/tripsheet'
      await heading(clerk.page, isOthers ? 'Oops!' : 'You do not have access to this page.')
      await visit(clerk.page, '/tools')
      await heading(clerk.page, 'Tools')
    }
  })

  const needs: [to: string, title: RegExp, permissions: string[]][] = [
    ['/ops-dashboard', /Ops dashboard|Today|All/, ['API_/trip-sheet:GET']],
    ['/shipments', /Shipments/, ['API_/shipments:GET']],
    ['/collection-requests', /Collection requests/, ['API_/collection-requests:POST']],
    ['/hub-scanner', /Hub scanner/, ['API_/shipments:PATCH', 'API_/tracking/shipment-events:POST']],
    ['/interhub-transfers', /Interhub manifests/, ['API_/interhub-transfers:GET']],
    ['/accounts', /Accounts/, ['API_/billing/invoices:GET']],
    ['/users', /Users/, ['API_/users:GET']],
    ['/rates-and-estimates', /./, ['API_/rates/revisions:GET']],
    ['/reports', /Reports/, ['API_/reports:GET']],
  ]

  it.each(needs)(
    '[NAV-053] [NAV-054] [NAV-055] [NAV-056] [NAV-057] [NAV-059] [NAV-060] [NAV-061] [NAV-066] %s %s requires exactly the permissions %j',
    async (to, title, permissions) => {
      for (const leftOut of permissions.length > 1 ? permissions : []) {
        await clerk.has({ permissions: permissions.filter((one) => one !== leftOut) })
        expect(await places(clerk.page)).not.toContain(to)
      }
      await clerk.has({ permissions })
      expect(await places(clerk.page)).toEqual(
        staff_places.filter((one) => one === to || open_to_staff.includes(one)),
      )
      await items(clerk.page)
        .and(clerk.page.locator(`[href="${to}"]`))
        .click()
      await clerk.page
        .getByRole('heading', { level: 1, name: title })
        .and(clerk.page.getByText(/^(?!Oops)/))
        .waitFor()
    },
  )

  it('[NAV-063] shows maps with any single permission to view or edit a kind of map', async () => {
    const permissions = ['API_/geofence/zones:GET']
    await clerk.has({ permissions, permissions_ui: ['UI_shipments'] })
    expect(await places(clerk.page)).not.toContain('/maps')
    for (const kind of ['drivers_edit', 'rates_view', 'service_days_edit', 'draft_maps_view']) {
      await clerk.has({ permissions, permissions_ui: [`UI_maps_${kind}`] })
      expect(await places(clerk.page), kind).toContain('/maps')
    }
    await items(clerk.page).and(clerk.page.locator('[href="/maps"]')).click()
    await heading(clerk.page, 'Maps')
  })

  it('[NAV-050] [NAV-052] requires the POST permission for pages of the platform', async () => {
    const rights = ['providers', 'providers/infobip-config', 'release-notes', 'short-urls']
    await clerk.has({ permissions: rights.map((right) => `API_/${right}:GET`) })
    expect(await places(clerk.page)).toEqual(open_to_staff)
    await clerk.has({ permissions: rights.map((right) => `API_/${right}:POST`) })
    // The other platform pages also require a platform administrator, whatever permissions a company role has.
    expect(await places(clerk.page)).toEqual([...open_to_staff, '/shiplogic-admin/release-notes'])
    await items(clerk.page).last().click()
    await heading(clerk.page, 'Release notes')
    await clerk.page.getByRole('button', { name: 'New release note' }).waitFor()
  })

  it('[NAV-011] marks the settings item for every path that contains /settings', async () => {
    const here = () =>
      items(boss).evaluateAll((links) =>
        links.filter((link) => link.getAttribute('aria-current')).map((link) => link.getAttribute('href')),
      )
    for (const [address, marked] of [
      ['/settings?tab=theme', ['/settings']],
      ['/accounts/1/settings', ['/settings']],
      ['/accounts', ['/accounts']],
    ] as const) {
      await visit(boss, address)
      await expect.poll(here).toEqual(marked)
    }
  })
})

describe('reference search', () => {
  it('[NAV-069] [NAV-072] sends the trimmed upper-case reference, and is visible only with its permission', async () => {
    const { shipments } = await product.ask<{
      shipments: { id: number; short_tracking_reference: string }[]
    }>(platform, 'GET', '/shipments?limit=1')
    const [shipment] = shipments
    const reference = shipment?.short_tracking_reference ?? ''
    await clerk.has({ permissions: ['API_/shipments:GET', 'API_/shipments/*'] })
    await clerk.page.getByRole('navigation', { name: 'Main' }).waitFor()
    await product.settled(clerk.page)
    expect(await clerk.page.getByRole('search', { name: 'Reference search' }).count()).toBe(0)
    await clerk.has({ permissions: ['API_/shipments:GET', 'API_/shipments/*', 'API_/ui/nav-search:GET'] })
    const box = clerk.page.getByRole('textbox', { name: 'Reference', exact: true })
    await box.fill(`  ${reference.toLowerCase()} `)
    const requested = await product.sends(searchApi.navSearch, () => box.press('Enter'))
    expect(requested).toMatchObject({
      name: 'GET /ui/nav-search',
      input: { search_query: reference.toUpperCase() },
      answer: { type: 'shipment', data: { id: shipment?.id } },
    })
    await clerk.page.waitForURL(`${product.web}/shipments/${shipment?.id ?? 0}`)
  })
})

describe('features of a company', () => {
  /** The feature of each item. The dashboard, account and log-in are always visible. */
  const ofCustomers: Readonly<Record<string, string>> = {
    '/shipments': 'shipments',
    '/shipment-quotes': 'shipment_quotes',
    '/address-book': 'address_book',
    '/settings': 'settings',
    '/inbox': 'inbox',
    '/collection-requests': 'collection_requests',
    '/locations': 'locations',
    '/track': 'tracking',
    '/help-centre': 'help_centre',
  }
  const ofStaff: Readonly<Record<string, string>> = {
    '/ops-dashboard': 'ops_dashboard',
    '/shipments': 'shipments',
    '/collection-requests': 'collection_requests',
    '/maps': 'maps',
    '/hub-scanner': 'hub_scanner',
    '/interhub-transfers': 'interhub_transfers',
    '/tools': 'tools',
    '/billing': 'billing',
    '/accounts': 'accounts',
    '/users': 'users',
    '/rates-and-estimates': 'rates',
    '/reports': 'reports',
    '/settings': 'settings',
    '/inbox': 'inbox',
    '/help-centre': 'help_centre',
  }
  const ofGuests: Readonly<Record<string, string>> = {
    '/shipments/new?quick_quote=quote': 'guest_quotes',
    '/track': 'tracking',
    '/help-centre': 'help_centre',
  }
  const features = [
    ...new Set([ofCustomers, ofStaff, ofGuests].flatMap((map) => Object.values(map))),
    'tripsheet',
  ]

  it('[NAV-030] [NAV-032] [NAV-045] [NAV-047] show navigation items only while they are switched on, whatever the user’s permissions', async () => {
    interface Company {
      id: number
      version: number
      enabled_features: string[]
    }
    const read = async () => {
      const { providers } = await product.ask<{ providers: Company[] }>(
        platform,
        'GET',
        '/platform/providers',
      )
      return providers.find(({ id }) => id === 1) as Company
    }
    const before = await read()
    const others = before.enabled_features.filter((one) => !features.includes(one))
    const turnOn = async (enabledFeatures: readonly string[]) =>
      product.ask(platform, 'PATCH', '/platform/providers', {
        id: 1,
        version: (await read()).version,
        enabled_features: enabledFeatures,
      })
    const shown = (all: readonly string[], featureOf: Readonly<Record<string, string>>, on: Set<string>) =>
      all.filter((to) => {
        const feature = featureOf[to]
        return feature === undefined || on.has(feature)
      })
    // Over five rounds each feature has a unique pattern of on and off, so that no item can depend on another item’s
    // feature.
    for (let round = 0; round < 5; round += 1) {
      const on = new Set(features.filter((_, at) => ((at + 1) >> round) % 2 === 1))
      await turnOn([...others, ...on])
      await Promise.all([
        ...[owner, boss].map((page) => open(page, '/profile')),
        open(driver, '/profile'),
        open(guest, '/shipments/new'),
      ])
      expect(await specified(owner)).toEqual(shown(customer_places, ofCustomers, on))
      expect(await specified(boss)).toEqual([
        ...shown(
          staff_places.filter((to) => to !== '/tripsheet'),
          ofStaff,
          on,
        ),
        ...platform_places,
      ])
      expect(await places(guest)).toEqual(
        shown(['/shipments/new?quick_quote=quote', '/track', '/login', '/help-centre'], ofGuests, on),
      )
      expect((await places(driver)).includes('/tripsheet')).toBe(on.has('tripsheet'))
      if (!on.has('reports')) {
        await visit(boss, '/reports')
        await heading(boss, 'Oops!')
      }
    }
    await turnOn(before.enabled_features)
  })

  it('logs no crash and no console error', () => {
    expect(product.pageErrors).toEqual([])
  })
})
