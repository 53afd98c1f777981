import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction_types, type TransactionTypeName } from '../../../domain/src/billing/transaction-types.ts'
import { role_ids } from '../../../domain/src/kit/actor.ts'
import { newClerk, platform, tokenOfNewUser, visit, type Clerk } from '../../page-kit/clerk.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { optionsOf } from '../../page-kit/actions.ts'
import { createOwnLocker } from '../../page-kit/own-locker.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const people = {
  administrator: 'thandi@fynbos.example',
  finance: 'kavitha@fynbos.example',
  driver: 'sipho@fynbos.example',
  owner: 'riaan@overbergbooks.example',
  user: 'zanele@overbergbooks.example',
  no_billing: 'pravesh@overbergbooks.example',
}
const phone = { width: 390, height: 844 }

let product: Product
let clerk: Clerk
let administrator: Page
let owner: Page
/** The account of the demo customers. */
let account_id = 0

beforeAll(async () => {
  product = await openProduct()
  clerk = await newClerk(product)
  ;[administrator, owner] = await Promise.all([product.as(people.administrator), product.as(people.owner)])
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
    people.administrator,
    'GET',
    '/accounts?account_code=OVB014',
  )
  account_id = accounts[0]?.id ?? 0
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const places = async (page: Page): Promise<string[]> => {
  await sidebar(page).waitFor()
  await product.settled(page)
  return sidebar(page)
    .locator('ul a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

describe('staff and customers', () => {
  it('[PERM-001] [PERM-005] staff have no account, customers have one, and each group has its own pages', async () => {
    for (const [page, email] of [
      [administrator, people.administrator],
      [owner, people.owner],
    ] as const) {
      await open(page, '/profile')
      const { user } = await product.ask<{ user: { account_id?: number } }>(email, 'GET', '/general-data')
      expect(user.account_id).toBe(email === people.owner ? account_id : undefined)
    }
    expect(await places(administrator)).toEqual(
      expect.arrayContaining(['/ops-dashboard', '/accounts', '/tools']),
    )
    expect(await places(administrator)).not.toContain('/dashboard')
    expect(await places(owner)).toEqual(expect.arrayContaining(['/dashboard', '/account', '/address-book']))
    expect(await places(owner)).not.toContain('/ops-dashboard')
    await sidebar(administrator).getByText('Administrator', { exact: true }).waitFor()
    await sidebar(owner).getByText('OVB014 · Overberg Books (Pty) Ltd').waitFor()
  })

  it('[PERM-002] [PERM-003] [PERM-012] treats a user without an account as staff, but not a user with role 2', async () => {
    await clerk.has({})
    expect(await places(clerk.page)).toEqual(['/tools', '/settings', '/help-centre'])
    const page = await product.window(undefined, await tokenOfNewUser(product, { role_id: role_ids.guest }))
    await open(page, '/help-centre')
    const shown = await places(page)
    for (const to of ['/tools', '/settings', '/ops-dashboard', '/account']) {
      expect(shown).not.toContain(to)
      await visit(page, to)
      await page.waitForFunction(() => /Oops!|Log in/.test(document.body.innerText))
    }
    await page.context().close()
  })

  it('[PERM-008] [PERM-011] opens the platform area to role 1 only', async () => {
    const boss = await product.as(platform)
    const pages = ['providers', 'infobip', 'release-notes', 'short-urls'].map(
      (one) => `/shiplogic-admin/${one}`,
    )
    await open(boss, '/profile')
    expect(await places(boss)).toEqual(expect.arrayContaining(pages))
    const { user } = await product.ask<{ user: { role_id: number } }>(platform, 'GET', '/general-data')
    expect(user.role_id).toBe(1)
    await visit(boss, '/shiplogic-admin/providers')
    await heading(boss, 'Providers')
    await open(administrator, '/profile')
    expect((await places(administrator)).filter((to) => pages.includes(to))).toEqual([])
    await visit(administrator, '/shiplogic-admin/providers')
    await heading(administrator, 'Oops!')
    await boss.context().close()
  })

  it('[PERM-016] names roles 3, 4, 7 and 8 administrator, finance manager, driver and provider API user, and shows their pages', async () => {
    await open(administrator, '/roles')
    await heading(administrator, 'Roles')
    for (const [id, name] of [
      [3, 'Administrator'],
      [4, 'Finance manager'],
      [7, 'Driver'],
      [8, 'Provider API user'],
    ] as const)
      await administrator
        .getByRole('link', { name, exact: true })
        .and(administrator.locator(`[href="/roles/${id}"]`))
        .waitFor()
    const listFor = async (email: string) => {
      const page = await product.as(email)
      await open(page, '/help-centre')
      const found = await places(page)
      await page.context().close()
      return found
    }
    const [finance, driver] = await Promise.all([listFor(people.finance), listFor(people.driver)])
    expect(await places(administrator)).toEqual(
      expect.arrayContaining(['/hub-scanner', '/billing', '/users', '/settings']),
    )
    expect(finance).toEqual(expect.arrayContaining(['/billing', '/accounts', '/rates-and-estimates']))
    for (const to of ['/hub-scanner', '/collection-requests', '/interhub-transfers'])
      expect(finance).not.toContain(to)
    expect(driver).toEqual(['/tripsheet', '/inbox', '/help-centre'])
  })

  it('[PERM-009] [PERM-010] marks users with an email on the company’s own domain as internal', async () => {
    await product.saveSettings({ allowed_staff_email_domains: ['fynbos.example'] })
    await open(administrator, '/users?q=thandi')
    const row = (name: RegExp) => administrator.getByRole('row', { name })
    await row(/Thandi Mokoena/)
      .getByText('Internal', { exact: true })
      .waitFor()
    await open(administrator, '/users?q=ayanda')
    await row(/Ayanda Nkosi/)
      .first()
      .waitFor()
    await product.settled(administrator)
    expect(await administrator.getByRole('table').getByText('Internal', { exact: true }).count()).toBe(0)
  })
})

describe('assignable roles', () => {
  it('[PERM-013] [PERM-014] [PERM-015] inside an account are owner, user and user without billing, with these names', async () => {
    await open(owner, '/account?tab=users')
    await owner.getByRole('button', { name: 'Invite user' }).click()
    expect((await optionsOf(owner, 'Role')).toSorted()).toEqual([
      'Account Owner',
      'Account User',
      'Account User – No billing',
    ])
    const { user } = await product.ask<{ user: { role: { id: number; name: string } } }>(
      people.owner,
      'GET',
      '/general-data',
    )
    expect(user.role).toMatchObject({ id: 5, name: 'Account Owner' })
    for (const [email, id, name] of [
      [people.user, 6, 'Account User'],
      [people.no_billing, 9, 'Account User – No billing'],
    ] as const) {
      const data = await product.ask<{ user: { role: object } }>(email, 'GET', '/general-data')
      expect(data.user.role).toMatchObject({ id, name })
    }
  })

  it('[PERM-020] exclude roles 3, 4 and 8 for a user without role 3', async () => {
    await clerk.has({ permissions: ['API_/*', 'INLINE_assign_roles'] }, '/users')
    await clerk.page.getByRole('button', { name: 'Invite user' }).click()
    const byClerk = await optionsOf(clerk.page, 'Role')
    await open(administrator, '/users')
    await administrator.getByRole('button', { name: 'Invite user' }).click()
    const byAdministrator = await optionsOf(administrator, 'Role')
    for (const name of ['Administrator', 'Finance manager', 'Provider API user']) {
      expect(byAdministrator).toContain(name)
      expect(byClerk).not.toContain(name)
    }
    expect(byClerk).toContain('Clerk')
    await administrator.keyboard.press('Escape')
  })
})

describe('permissions of a role', () => {
  const general = [
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
  ].map((key) => `UI_${key}`)
  const maps = [
    'drivers',
    'branches',
    'rates',
    'surcharges',
    'exceptions',
    'service_days',
    'draft_maps',
  ].flatMap((kind) => [`UI_maps_${kind}_view`, `UI_maps_${kind}_edit`])
  const tools = [
    'pod_uploader',
    'assign_tracking_stickers',
    'shipment_bulk_import',
    'users_bulk_import',
    'credit_allocations_bulk_import',
    'barcode_generator',
    'blocked_list',
    'copy_address_book',
    'third_party_integrations',
  ].map((key) => `UI_tools_${key}`)

  it('[PERM-022] [PERM-031] [PERM-033] [PERM-034] [PERM-035] [PERM-036] stores the ticked permissions by name, with screens in three sections', async () => {
    const page = await product.as(platform)
    await open(page, '/roles/new')
    await page.getByLabel('Name', { exact: true }).fill('Everything by name')
    for (const section of ['General', 'Maps', 'Tools', 'Shipments', 'Billing'])
      await page.getByRole('button', { name: `Choose all of ${section}`, exact: true }).click()
    await page.getByRole('button', { name: 'Review changes' }).click()
    const sent = await product.sends(usersApi.createRole, () =>
      page.getByRole('button', { name: 'Save role' }).click(),
    )
    const body = sent.input as { permissions: string[]; permissions_ui: string[] }
    expect(body.permissions_ui.filter((name) => !/^UI_(maps|tools)_/.test(name)).toSorted()).toEqual(
      general.toSorted(),
    )
    expect(body.permissions_ui.filter((name) => name.startsWith('UI_maps_')).toSorted()).toEqual(
      maps.toSorted(),
    )
    expect(body.permissions_ui.filter((name) => name.startsWith('UI_tools_')).toSorted()).toEqual(
      tools.toSorted(),
    )
    for (const name of body.permissions)
      expect(name).toMatch(/^(API_\/[a-z0-9/-]+:(GET|POST|PATCH|DELETE)|INLINE_[a-z_]+)$/)
    expect(body.permissions).toEqual(
      expect.arrayContaining([
        'API_/shipments:GET',
        'API_/billing/invoices:GET',
        'INLINE_transaction_payment',
      ]),
    )
    await heading(page, 'Everything by name')
    await page.context().close()
  })

  it('[PERM-034] limits viewing and changing to the permitted kinds of map', async () => {
    const kinds = async () => {
      const tabs = clerk.page.getByRole('tablist', { name: 'Map types' }).getByRole('tab')
      await tabs.first().waitFor()
      await product.settled(clerk.page)
      return tabs.allInnerTexts()
    }
    const newArea = () => clerk.page.getByRole('link', { name: 'New area' })
    const permissions = ['API_/geofence/*', 'API_/tags/*', 'API_/branches:GET']
    await clerk.has({ permissions, permissions_ui: ['UI_maps_rates_view'] }, '/maps')
    expect(await kinds()).toEqual(['Rates'])
    await clerk.page.getByRole('button', { name: 'Test a point' }).waitFor()
    await product.settled(clerk.page)
    expect(await newArea().count()).toBe(0)
    await clerk.has(
      { permissions, permissions_ui: ['UI_maps_rates_edit', 'UI_maps_drivers_view'] },
      '/maps?kind=rates',
    )
    expect((await kinds()).toSorted()).toEqual(['Drivers', 'Rates'])
    await newArea().waitFor()
    await clerk.page.getByRole('tab', { name: 'Drivers' }).click()
    await newArea().waitFor({ state: 'detached' })
  })

  it('[PERM-037] requires the API permission as well as the screen permission, and shows all permitted screens when none is named', async () => {
    const users = ['API_/users:GET']
    for (const [permissions, permissionsUi, isShown] of [
      [users, ['UI_users'], true],
      [users, [], true],
      [users, ['UI_shipments'], false],
      [[], ['UI_users'], false],
    ] as const) {
      await clerk.has({ permissions, permissions_ui: permissionsUi })
      expect((await places(clerk.page)).includes('/users'), `${permissions} ${permissionsUi}`).toBe(isShown)
    }
    // Tools and settings are open to staff, but a list of screens can still leave them out.
    await clerk.has(
      {
        permissions_ui: ['UI_settings', 'UI_tools_barcode_generator'],
        permissions: ['API_/barcodes:POST', 'API_/blocked-list:GET'],
      },
      '/tools',
    )
    expect(await places(clerk.page)).toEqual(expect.arrayContaining(['/tools', '/settings']))
    await clerk.page
      .getByRole('main')
      .getByRole('link', { name: /Barcode generator/ })
      .waitFor()
    await product.settled(clerk.page)
    expect(
      await clerk.page
        .getByRole('main')
        .getByRole('link', { name: /Blocked list/ })
        .count(),
    ).toBe(0)
    await clerk.has({ permissions_ui: ['UI_shipments'] })
    expect(await places(clerk.page)).not.toContain('/settings')
  })

  const types: TransactionTypeName[] = [
    'payment',
    'payment-reversal',
    'refund',
    'refund-reversal',
    'admin-debit',
    'admin-credit',
    'promotional-credit',
    'promotional-debit',
    'balance-adjustment-credit',
    'balance-adjustment-debit',
    'bad-debt-write-off',
    'bad-debt-write-off-reversal',
  ]

  it('[PERM-023] [PERM-038] [PERM-039] [PERM-040] [PERM-041] [PERM-042] [PERM-043] [PERM-044] [PERM-045] [PERM-046] [PERM-047] [PERM-048] [PERM-049] offers only the transaction types that the user may post', async () => {
    const query = ['API_/accounts:GET', 'API_/billing/*', 'INLINE_see_billing_info']
    const address = `/accounts/${account_id}?tab=billing`
    const button = clerk.page.getByRole('button', { name: 'Post transaction' })
    await clerk.has({ permissions: query }, address)
    await clerk.page.getByRole('tab', { name: 'Billing', selected: true }).waitFor()
    await clerk.page
      .getByText(/Balance/)
      .first()
      .waitFor()
    await product.settled(clerk.page)
    expect(await button.count()).toBe(0)
    // Over four rounds each type has a unique pattern of granted and missing permissions.
    for (let round = 0; round < 4; round += 1) {
      const granted = types.filter((_, at) => ((at + 1) >> round) % 2 === 1)
      const rights = granted.map((type) => `INLINE_transaction_${type.replaceAll('-', '_')}`)
      await clerk.has({ permissions: [...query, ...rights] }, address)
      await button.click()
      expect((await optionsOf(clerk.page, 'Type')).toSorted()).toEqual(
        granted.map((type) => transaction_types[type].label).toSorted(),
      )
    }
  })
})

describe('information hidden from a role', () => {
  it('[PERM-015] [PERM-017] hides balance, prices and the top-up page from role 9 and shows them to role 6', async () => {
    const { shipments } = await product.ask<{ shipments: { id: number; rate: number }[] }>(
      people.user,
      'GET',
      '/shipments?limit=20',
    )
    const priced = shipments.find(({ rate }) => rate > 0)
    const money = /R\s?-?\d[\d\s]*[.,]\d\d/
    for (const [email, sees] of [
      [people.user, true],
      [people.no_billing, false],
    ] as const) {
      const page = await product.as(email)
      const checkPage = async (address: string, title: RegExp) => {
        await open(page, address)
        await heading(page, title)
        if (sees) await page.getByText(money).first().waitFor()
        else {
          await product.settled(page)
          expect(await page.locator('body').innerText()).not.toMatch(money)
        }
      }
      await checkPage('/dashboard', /Good/)
      const balance = page.getByRole('region', { name: 'Balance' })
      if (sees) await balance.waitFor()
      else expect(await balance.count()).toBe(0)
      await checkPage(`/shipments/${priced?.id ?? 0}`, /./)
      await open(page, '/top-up-account')
      await heading(page, sees ? 'Top up account' : 'Oops!')
      await page.context().close()
    }
  })

  it('[PERM-054] [NOTE-020] shows quote and internal hold statuses to staff only, and return-to-hub messages and locker notes to administrators only', async () => {
    await product.saveSettings({ enable_bob_box: true })
    const statuses = async (page: Page) => {
      await open(page, '/shipments')
      await page
        .getByRole('search', { name: 'Filters' })
        .getByRole('button', { name: 'Status', exact: true })
        .click()
      const panel = page.getByRole('dialog', { name: 'Status' })
      await panel.getByText('Delivered').first().waitFor()
      return panel.innerText()
    }
    const byStaff = await statuses(administrator)
    const byCustomer = await statuses(owner)
    for (const hidden of [/Quote/, /On hold \(internal\)|On hold internal|Internal hold/i]) {
      expect(byStaff).toMatch(hidden)
      expect(byCustomer).not.toMatch(hidden)
    }
    const point = await createOwnLocker(product, people.administrator, {
      code: 'NOTE1',
      name: 'Parkview locker',
    })
    const { id } = await product.ask<{ id: number }>(
      people.owner,
      'POST',
      '/shipments',
      booking({ ...point, delivery_address: undefined }),
    )
    const noteKinds = async (page: Page) => {
      await page.getByRole('button', { name: 'Add note' }).first().click()
      await page.getByRole('textbox', { name: 'Note', exact: true }).waitFor()
      return optionsOf(page, 'Kind of note')
    }
    const address = `/shipments/${id}`
    await product.saveSettings({ enable_bob_box: false, enable_tcg_locker: false })
    await open(administrator, address)
    expect(await noteKinds(administrator)).not.toContain('Locker reservation details')
    await product.saveSettings({ enable_bob_box: true })
    await open(administrator, address)
    await clerk.has({ permissions: ['API_/*', 'INLINE_deliver_parcels_or_shipments'] }, address)
    expect(await noteKinds(administrator)).toContain('Locker reservation details')
    const theirs = await noteKinds(clerk.page)
    expect(theirs).toContain('Tracking event')
    expect(theirs).not.toContain('Locker reservation details')
    const message = /Collect and return to hub/
    await open(administrator, '/settings?tab=notifications')
    await administrator.getByText(message).first().waitFor()
    await visit(clerk.page, '/settings?tab=notifications')
    await clerk.page
      .getByText(/^Delivered: /)
      .first()
      .waitFor()
    await product.settled(clerk.page)
    expect(await clerk.page.getByText(message).count()).toBe(0)
  })
})

describe('drivers', () => {
  /** A far future date, so that the trip sheet includes every open stop at any hour and weekday. */
  const anotherDay = '2099-12-31'
  /** Opens a driver’s window and returns it with the stop of a new shipment of two parcels assigned to the driver. */
  async function atCollection() {
    const { id } = await product.ask<{ id: number }>(people.administrator, 'POST', '/shipments', {
      account_id,
      collection_address: {
        street_address: '31 Bath Avenue',
        local_area: 'Rosebank',
        city: 'Johannesburg',
        code: '2196',
      },
      collection_contact: { name: 'Naledi', mobile_number: '0821234567' },
      delivery_address: {
        street_address: '12 Bofors Circle',
        local_area: 'Epping',
        city: 'Cape Town',
        code: '7460',
      },
      delivery_contact: { name: 'Riaan', mobile_number: '0825550142' },
      parcels: [1, 2].map(() => ({
        submitted_length_cm: 30,
        submitted_width_cm: 20,
        submitted_height_cm: 10,
        submitted_weight_kg: 2,
      })),
      service_level_code: 'ECO',
    })
    const assigned = await product.ask(people.administrator, 'POST', '/trip-sheet/assign', {
      shipment_ids: [id],
      leg: 'collection',
      username: 'sipho',
    })
    expect(assigned).toMatchObject({ results: [{ assigned: true }] })
    const { stops } = await product.ask<{
      stops: { stop_id: string; shipments: { shipment_id: number }[] }[]
    }>(people.administrator, 'GET', `/trip-sheet?driver=sipho&date=${anotherDay}`)
    const stop = stops.find((one) => one.shipments.some(({ shipment_id }) => shipment_id === id))
    const stopAddress = `/tripsheet/stops/${stop?.stop_id ?? ''}`
    const asUsual = await product.answers(driversApi.tripSheet, ({ usual }) => usual({ date: anotherDay }))
    const driver = await product.as(people.driver, phone)
    return {
      driver,
      shipment_id: id,
      stop_address: stopAddress,
      hand_over: `${stopAddress}/hand-over`,
      async leave() {
        await asUsual()
        await driver.context().close()
      },
    }
  }

  it('[PERM-004] follow the company settings for rejecting, cancelling, adding, scanning manifests and taking photos', async () => {
    const { driver, shipment_id, stop_address, hand_over, leave } = await atCollection()
    const abilities = {
      driver_can_reject_parcels_shipments: 'Reject this stop',
      driver_can_cancel_parcels: 'Cancel a parcel',
      driver_can_add_parcels: 'Add a parcel',
      driver_can_add_shipments: 'Add a shipment',
    }
    const allowed = async () => {
      await open(driver, stop_address)
      await heading(driver, /^Stop/)
      await driver.getByRole('button', { name: 'More', exact: true }).click()
      await driver.getByRole('menuitem', { name: 'Report a problem' }).waitFor()
      const found = await driver.getByRole('menuitem').allInnerTexts()
      await visit(driver, hand_over)
      await driver.getByText('Who hands over?').waitFor()
      const photo = await driver.getByRole('group', { name: 'Photo' }).innerText()
      const needsPhoto = !photo.includes('(optional)')
      await open(driver, '/tripsheet')
      const bar = driver.getByRole('navigation', { name: 'Driver' })
      await bar.waitFor()
      await product.settled(driver)
      const manifests = await bar.getByText('Manifest').count()
      return {
        found: found.filter((text) => text !== 'Report a problem'),
        manifests,
        needs_photo: needsPhoto,
      }
    }
    for (const [on, off] of [
      [
        ['driver_can_reject_parcels_shipments', 'driver_can_add_parcels'],
        ['driver_can_cancel_parcels', 'driver_can_add_shipments'],
      ],
      [
        ['driver_can_cancel_parcels', 'driver_can_add_shipments'],
        ['driver_can_reject_parcels_shipments', 'driver_can_add_parcels'],
      ],
    ] as const) {
      const isScanning = on.includes('driver_can_add_parcels' as never)
      await product.saveSettings({
        ...Object.fromEntries(on.map((key) => [key, true])),
        ...Object.fromEntries(off.map((key) => [key, false])),
        driver_manifest_scanner_enabled: isScanning,
        collection_photo_required: isScanning,
      })
      const { found, manifests, needs_photo } = await allowed()
      expect(found.toSorted()).toEqual(on.map((key) => abilities[key]).toSorted())
      expect([manifests, needs_photo]).toEqual([isScanning ? 1 : 0, isScanning])
    }
    const reject = {
      action_id: randomUUID(),
      type: 'reject',
      shipment_id,
      reason: 'Vehicle full',
      occurred_at: product.now().toISOString(),
    }
    expect(
      await product.ask(people.driver, 'POST', '/drivers/actions', { actions: [reject] }),
    ).not.toMatchObject({
      results: [{ result: 'applied' }],
    })
    await leave()
  })

  it('[SHELL-081] are located with a timeout of 10 s and a maximum position age of 5 minutes', async () => {
    const { driver, hand_over, leave } = await atCollection()
    await driver.addInitScript(() => {
      navigator.geolocation.watchPosition = (_found, _lost, options) => {
        document.documentElement.dataset['position'] = JSON.stringify(options)
        return 1
      }
    })
    await open(driver, hand_over)
    await driver.getByText('Who hands over?').waitFor()
    const positionOptions = () => driver.evaluate(() => document.documentElement.dataset['position'] ?? '{}')
    await expect
      .poll(async () => JSON.parse(await positionOptions()) as object)
      .toMatchObject({ timeout: 10_000, maximumAge: 300_000 })
    await leave()
  })

  it('logs no crash and no console error', () => {
    expect(product.pageErrors).toEqual([])
  })
})
