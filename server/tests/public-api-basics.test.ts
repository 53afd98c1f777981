import { countries } from '@waybill/domain/kit/contacts/countries'
import { billingApi } from '@waybill/domain/billing/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, insertRole, savePassword } from '../src/identity/index.ts'
import { routes } from '../src/main/routes.ts'
import { booking, newProvider, type Caller, type Reply, type TestProvider } from '../dev/test-kit/provider.ts'

/** What every API client relies on: server time, the company of a request, lists and the reference search. */

let p: TestProvider
let staff: Caller

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const bodyOf = (reply: Reply) => reply.body as Record<string, unknown>

describe('requests without sign-in', () => {
  it('[API-006] return the time of the server', async () => {
    const before = Date.now()
    const reply = await p.guest().http('GET', '/time')
    expect(reply.status).toBe(200)
    expect(Object.keys(bodyOf(reply))).toEqual(['current_time'])
    const reportedTime = Date.parse(String(bodyOf(reply)['current_time']))
    expect(reportedTime).toBeGreaterThanOrEqual(before - 1000)
    expect(reportedTime).toBeLessThanOrEqual(Date.now() + 1000)
  })

  it('[API-008] return the company without a token, and 401 for an invalid token', async () => {
    const path = `/providers?origin=p${p.provider_id}.test`
    const named = await p.guest().http('GET', path)
    expect(named.status).toBe(200)
    expect(named.body).toMatchObject({ provider: { id: p.provider_id } })
    expect((await p.guest().http('GET', path, undefined, { authorization: 'Bearer ended' })).status).toBe(401)
  })
})

describe('all other endpoints', () => {
  it('[AUTH-025] [API-004] require a bearer token unless they are public', async () => {
    const closed = routes.filter(({ endpoint }) => endpoint.audience !== 'public')
    expect(closed.length).toBeGreaterThan(100)
    const opened: string[] = []
    for (const { endpoint } of closed) {
      const path = endpoint.path.replaceAll(/:\w+/g, '1')
      const body = endpoint.method === 'GET' ? undefined : {}
      const { status } = await p.guest().http(endpoint.method, path, body)
      if (status !== 401) opened.push(`${endpoint.method} ${endpoint.path}: ${status}`)
    }
    expect(opened).toEqual([])
    for (const path of ['/time', `/providers?origin=p${p.provider_id}.test`])
      expect((await p.guest().http('GET', path)).status).toBe(200)
  })
})

describe('incomplete or invalid requests', () => {
  const requested = async (path: string, authorization?: string) => {
    const reply = await p.guest().http('GET', path, undefined, authorization ? { authorization } : {})
    return [reply.status, bodyOf(reply)['message']]
  }

  it('[AUTH-019] [ERR-014] get distinct messages for unknown, missing and malformed API keys and for ended sessions', async () => {
    const unknown =
      'This API key is not known: it is mistyped, has expired or was revoked. Keys are listed under Settings > API keys.'
    expect(await requested('/shipments', `Bearer ${'0'.repeat(32)}`)).toEqual([401, unknown])
    expect(await requested('/shipments', 'Bearer sk_live_banana')).toEqual([401, unknown])
    expect(await requested('/shipments')).toEqual([
      401,
      'This call needs an API key. Send it as the header "Authorization: Bearer <API key>".',
    ])
    expect(await requested('/shipments', 'Basic dXNlcg==')).toEqual([
      401,
      'The Authorization header must be the word Bearer, a space and the API key.',
    ])
    const ended = `Bearer ${'aB3-_'.repeat(8)}xyz`
    expect(await requested('/shipments', ended)).toEqual([401, 'Token has expired'])
  })

  it('get a message about invalid dates and the list of valid statuses', async () => {
    const messageFor = async (query: string) =>
      bodyOf(await staff.http('GET', `/shipments?${query}`))['message']
    for (const name of ['start_date', 'end_date'])
      expect(await messageFor(`${name}=banana`)).toBe(
        `${name === 'start_date' ? 'Start' : 'End'} date must be a date such as 2026-03-02 or 2026-03-02T08:30:00+02:00.`,
      )
    expect(await messageFor('start_date=0001-01-01')).toBe('Start date must be a date after the year 0001.')
    expect(await messageFor('status=["submitted","banana"]')).toMatch(/^Status must be one of quote, /)
  })
})

describe('signing in', () => {
  const password = 'a long enough password'
  const login = (email: string, secret: string) =>
    p.guest().http('POST', '/login', { email, password: secret })
  const withPassword = async () => {
    const user = await p.owner()
    const passwordHash = await hashPassword(password)
    await p.inTransaction((ctx) => savePassword(ctx, user.user_id, passwordHash))
    return user
  }

  it('[AUTH-002] [AUTH-018] accepts email or username with the password and returns a token for the API', async () => {
    const { username } = await withPassword()
    for (const name of [`${username}@example.com`, username]) {
      const reply = await login(name, password)
      expect(reply.status, name).toBe(200)
      const { access_token } = bodyOf(reply)
      const data = await p.guest().http('GET', '/general-data', undefined, {
        authorization: `Bearer ${String(access_token)}`,
      })
      expect(data.body).toMatchObject({ user: { username } })
    }
  })

  it('returns the same error for a wrong password and an unknown name', async () => {
    const { username } = await withPassword()
    for (const name of [username, 'nobody@example.com']) {
      const reply = await login(name, 'something else')
      expect([reply.status, bodyOf(reply)['message']], name).toEqual([401, 'Incorrect email or password.'])
    }
  })

  it('[AUTH-028] [AUTH-029] ends the session at once on logout, without a request body', async () => {
    const user = await p.owner()
    const reply = await user.http('POST', '/logout')
    expect([reply.status, reply.body]).toEqual([200, { message: 'Logged out' }])
    expect((await user.http('GET', '/general-data')).status).toBe(401)
  })
})

describe('company of a request', () => {
  it('[API-010] is that of the token; another provider_id is rejected with 403', async () => {
    const other = await newProvider()
    const theirs = await other.given.shipment()
    const read = await staff.http('GET', `/shipments?provider_id=${other.provider_id}&id=${theirs.id}`)
    expect(read.status).toBe(403)
    const { id: accountId } = await p.given.account()
    const book = (providerId: number) =>
      staff.http('POST', '/shipments', { ...booking({ account_id: accountId }), provider_id: providerId })
    expect((await book(other.provider_id)).status).toBe(403)
    expect((await book(p.provider_id)).body).toMatchObject({ provider_id: p.provider_id })
    const { count } = await (await other.staff()).send(shipmentsApi.list, {})
    expect(count).toBe(1)
    const own = await staff.http('GET', `/shipments?provider_id=${p.provider_id}`)
    expect(own.status).toBe(200)
  })
})

describe('lists', () => {
  it('[API-025] page by limit and offset, and sort by order_by and order', async () => {
    const q = await newProvider()
    const caller = await q.staff()
    const { id: accountId } = await q.given.account({ account_code: 'ONE001', name: 'Zebra' })
    await q.given.account({ account_code: 'TWO002', name: 'Aloe' })
    for (const amount of [300, 100, 200])
      await caller.send(billingApi.post, {
        account_id: accountId,
        type: 'admin-debit',
        amount,
        description: 'Storage',
      })
    for (let made = 0; made < 3; made += 1) await q.given.shipment({ account_id: accountId })
    for (const [path, list, orderBy] of [
      ['/shipments', 'shipments', 'id'],
      ['/accounts', 'accounts', 'account_code'],
      ['/billing/transactions', 'transactions', 'id'],
    ] as const) {
      const page = async (query: string) => {
        const body = bodyOf(await caller.http('GET', `${path}?${query}`))
        return { rows: (body[list] ?? []) as Record<string, unknown>[], count: body['count'] }
      }
      const rising = await page(`order_by=${orderBy}&order=asc`)
      const falling = await page(`order_by=${orderBy}&order=DESC`)
      const keys = rising.rows.map((row) => row[orderBy])
      expect(keys.length, path).toBeGreaterThan(1)
      expect(new Set(keys).size, path).toBe(keys.length)
      expect(
        falling.rows.map((row) => row[orderBy]),
        path,
      ).toEqual(keys.toReversed())
      const second = await page(`order_by=${orderBy}&order=asc&limit=1&offset=1`)
      expect(
        second.rows.map((row) => row[orderBy]),
        path,
      ).toEqual([keys[1]])
      expect(second.count, path).toBe(rising.count)
    }
  })
})

describe('reference search', () => {
  const find = (caller: Caller, text: string) =>
    caller.http('GET', `/ui/nav-search?search_query=${encodeURIComponent(text)}`)

  it('[NAV-069] returns type and id of the record with the reference, in any case and with spaces around', async () => {
    const { id: accountId } = await p.given.account({ account_code: 'KLOOF1' })
    const shipment = await p.given.shipment({ account_id: accountId, status: 'collected' })
    const { invoices } = await staff.send(billingApi.runInvoices, { account_id: accountId })
    const [invoice] = invoices
    await staff.send(billingApi.post, {
      account_id: accountId,
      type: 'admin-credit',
      amount: 1000,
      description: 'Damaged',
    })
    const { credit_notes } = await staff.send(billingApi.creditNotes, { account_id: accountId })
    expect([invoices.length, credit_notes.length]).toEqual([1, 1])
    for (const [text, type, id] of [
      [shipment.short_tracking_reference, 'shipment', shipment.id],
      ['KLOOF1', 'account', accountId],
      [invoice?.doc_display_id ?? '', 'invoice', invoice?.id],
      [credit_notes[0]?.doc_display_id ?? '', 'credit-note', credit_notes[0]?.id],
    ] as const)
      for (const typed of [text, ` ${text.toLowerCase()} `])
        expect((await find(staff, typed)).body, typed).toMatchObject({ type, data: { id } })
    const permissions = ['API_/ui/nav-search:GET', 'API_/billing/invoices:GET']
    const role = { id: 500, name: 'Reads invoices', label: '', permissions, permissions_ui: [] }
    await p.inTransaction((ctx) => insertRole(ctx, { ...role, require_2fa: false }))
    const reader = await p.user(role.id)
    expect((await find(reader, invoice?.doc_display_id ?? '')).status).toBe(200)
    expect((await find(reader, credit_notes[0]?.doc_display_id ?? '')).status).toBe(404)
  })

  it('[NAV-075] finds every exact reference within reach, the newest not cancelled shipment first, otherwise 404', async () => {
    const { id: accountId } = await p.given.account({ account_code: 'TULBAGH1' })
    const given = { account_id: accountId, customer_reference: 'PO-2026-11' }
    const [parcel] = booking().parcels ?? []
    const first = await p.given.shipment({
      ...given,
      custom_tracking_reference: 'TULIP-0001',
      parcels: [{ ...parcel, alternative_tracking_reference: 'STICKER-0099' }],
    })
    for (const text of [
      first.short_tracking_reference,
      'TULIP-0001',
      'TULIP-0001/1',
      'STICKER-0099',
      'PO-2026-11',
    ])
      expect((await find(staff, text)).body, text).toMatchObject({ type: 'shipment', data: { id: first.id } })

    const second = await p.given.shipment(given)
    const third = await p.given.shipment({ ...given, status: 'cancelled' })
    expect((await find(staff, 'PO-2026-11')).body).toMatchObject({ data: { id: second.id }, count: 3 })
    expect(third.status).toBe('cancelled')

    for (const text of ['TULIP-000', 'PO-2026', 'TULBAGH', 'INV999999', 'CR999999']) {
      const reply = await find(staff, text)
      expect([reply.status, bodyOf(reply)['message']], text).toEqual([404, 'Reference could not be found'])
    }
    const stranger = await p.owner()
    for (const text of ['TULIP-0001', 'PO-2026-11', 'TULBAGH1'])
      expect((await find(stranger, text)).status, text).toBe(404)
    expect((await find(await p.owner(accountId), 'TULIP-0001')).status).toBe(200)
  })

  it('[NAV-072] requires its own permission', async () => {
    const text = 'TULIP-0001'
    const holding = async (id: number, permission: string) => {
      await p.inTransaction((ctx) =>
        insertRole(ctx, {
          id,
          name: permission,
          label: permission,
          permissions: [permission],
          permissions_ui: [],
          require_2fa: false,
        }),
      )
      return p.user(id)
    }
    expect((await find(await holding(501, 'API_/shipments:GET'), text)).status).toBe(403)
    expect((await find(await holding(502, 'API_/ui/nav-search:GET'), text)).status).toBe(200)
  })
})

describe('requests of the web application', () => {
  it('[API-001] [API-004] [API-005] require a session except for sign-in, time and company; GET /login returns 405', async () => {
    const origin = `p${p.provider_id}.test`
    for (const [method, path, status] of [
      ['GET', '/time', 200],
      ['GET', `/providers?origin=${origin}`, 200],
      ['GET', '/login', 405],
      ['GET', '/general-data', 401],
      ['GET', '/shipments', 401],
      ['POST', '/logout', 401],
      ['GET', '/providers/settings', 401],
    ] as const) {
      const reply = await p.guest().http(method, path, method === 'POST' ? {} : undefined)
      expect(reply.status, `${method} ${path}`).toBe(status)
    }
    const login = await p.guest().http('POST', '/login', { email: 'nobody@example.com', password: 'a guess' })
    expect(bodyOf(login)['message']).toBe('Incorrect email or password.')
  })

  it('[API-009] may contain the provider_id in the query of a read and in the body of a change', async () => {
    const { provider_id } = p
    for (const [method, path, body] of [
      ['GET', `/general-data?provider_id=${provider_id}`, undefined],
      ['GET', `/providers/settings?provider_id=${provider_id}`, undefined],
      ['GET', `/users?provider_id=${provider_id}`, undefined],
      ['POST', '/users/settings', { provider_id, setting: 'theme', value: 'dark' }],
      [
        'POST',
        '/providers/settings',
        { provider_id, settings: [{ key: 'support_phone', value: '+27115550180' }] },
      ],
    ] as const)
      expect((await staff.http(method, path, body)).status, path).toBe(200)
  })

  it('[API-011] [API-012] [API-013] record the client-version header in the audit trail', async () => {
    const { id } = await p.given.account()
    const change = { id, vat_number: '4987654321' }
    expect((await staff.http('PATCH', '/accounts', change, { 'client-version': '7.8.9' })).status).toBe(200)
    const { body } = await staff.http('GET', `/audit/events?type=account&object_id=${id}`)
    const [event] = (body as { audit_events: { client_version: string }[] }).audit_events
    expect(event?.client_version).toBe('7.8.9')
  })

  it('[API-017] accept lists as JSON in the query', async () => {
    const { id: accountId } = await p.given.account()
    const [first, second, third] = [
      await p.given.shipment({ account_id: accountId, status: 'collected' }),
      await p.given.shipment({ account_id: accountId, status: 'at-hub' }),
      await p.given.shipment({ account_id: accountId }),
    ]
    const idsOf = async (query: Record<string, string | number>) => {
      const text = new URLSearchParams(
        Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      )
      const { shipments } = bodyOf(await staff.http('GET', `/shipments?${text.toString()}`))
      return (shipments as { id: number }[]).map(({ id }) => id).toSorted((one, other) => one - other)
    }
    expect(await idsOf({ account_id: accountId, status: JSON.stringify(['collected', 'at-hub']) })).toEqual([
      first.id,
      second.id,
    ])
    expect(await idsOf({ id: JSON.stringify([first.id, third.id]) })).toEqual([first.id, third.id])
  })

  it('[API-021] return a text in message with every error', async () => {
    const driver = await p.driver()
    for (const [caller, method, path, body, status] of [
      [staff, 'POST', '/shipments', {}, 400],
      [p.guest(), 'GET', '/shipments', undefined, 401],
      [driver, 'GET', '/users', undefined, 403],
      [staff, 'GET', '/shipments/detail?id=999999999', undefined, 404],
      [staff, 'GET', '/nothing-here', undefined, 404],
    ] as const) {
      const reply = await caller.http(method, path, body)
      expect(reply.status, path).toBe(status)
      expect(bodyOf(reply)['message'], path).toMatch(/^[A-Z].{8,}/)
    }
  })
})

describe('South African addresses and numbers', () => {
  const home = { street_address: '1 Dock Road', local_area: 'Epping', city: 'Cape Town', code: '7460' }
  const stored = async (address: object, more: object = {}) => {
    const owner = await p.owner()
    const entry = { name: 'Place', contact_name: 'Riaan', mobile_number: '0215550142', address, ...more }
    const reply = await owner.http('POST', '/accounts/address-books', entry)
    return reply.body as { mobile_number: string; address: { zone: string; country: string } }
  }

  it('[CONST-002] store each of the nine provinces by its code, sent as name or code', async () => {
    for (const [code, name] of [
      ['EC', 'Eastern Cape'],
      ['FS', 'Free State'],
      ['GP', 'Gauteng'],
      ['KZN', 'KwaZulu-Natal'],
      ['LP', 'Limpopo'],
      ['MP', 'Mpumalanga'],
      ['NC', 'Northern Cape'],
      ['NW', 'North West'],
      ['WC', 'Western Cape'],
    ] as const)
      for (const zone of [code, name, name.toUpperCase()])
        expect((await stored({ ...home, code: '', zone })).address.zone, zone).toBe(code)
    expect((await stored({ ...home, code: '', zone: 'Transvaal' })).address.zone).toBe('')
  })

  it('[CONST-003] store local phone numbers with the calling code 27', async () => {
    for (const value of ['082 123 4567', '0027 82 123 4567', '+27 82 123 4567']) {
      const q = await newProvider()
      const reply = await (
        await q.staff()
      ).http('POST', '/blocked-list', { type: 'mobile-number', value, reason: 'Never pays' })
      expect(reply.body, value).toMatchObject({ value: '+27821234567' })
    }
  })

  it('[SHELL-003] use rand amounts, one of nine provinces and calling code 27', async () => {
    const { id: accountId } = await p.given.account()
    const nothing = { account_id: accountId, type: 'payment', amount: 0, description: 'Nothing' }
    const refused = await staff.http('POST', '/billing/transactions', nothing)
    expect(bodyOf(refused)['message']).toBe('The amount must be more than R 0.00.')
    expect((await stored({ ...home, zone: '' })).address.zone).toBe('WC')
    const blocked = { type: 'mobile-number', value: '083 555 0100', reason: 'Never pays' }
    expect((await staff.http('POST', '/blocked-list', blocked)).body).toMatchObject({ value: '+27835550100' })
  })

  it('[ADDR-002] [CONST-004] [CONST-005] accept a country by name or code and default to South Africa', async () => {
    expect((await stored(home)).address.country).toBe('South Africa')
    for (const input of ['ZA', 'south africa', 'South Africa'])
      expect((await stored({ ...home, country: input })).address.country, input).toBe('South Africa')
    expect(countries.length).toBeGreaterThan(230)
    expect(countries.length).toBeLessThan(260)
    for (const { code, name } of countries.filter((_, at) => at % 40 === 0))
      for (const input of [code, name])
        expect((await stored({ ...home, country: input })).address.country, input).toBe(name)
  })

  it('[CONST-001] number the weekdays from 0 for Sunday to 6 for Saturday', async () => {
    const { id } = await p.given.account()
    const weekly = (invoiceFrequencyTime: number) =>
      staff.http('PATCH', '/accounts', {
        id,
        invoice_frequency: 'weekly',
        invoice_frequency_time: invoiceFrequencyTime,
      })
    expect((await weekly(0)).body).toMatchObject({ invoice_frequency_time: 0 })
    expect((await weekly(6)).body).toMatchObject({ invoice_frequency_time: 6 })
    const refused = await weekly(7)
    expect([refused.status, bodyOf(refused)['message']]).toEqual([
      400,
      'The weekday must be 0 (Sunday) to 6 (Saturday).',
    ])
  })
})

describe('shell data', () => {
  it('[SHELL-005] returns the same brand values in the company and in its settings', async () => {
    const brand = {
      provider_title: 'Karoo Carriers',
      logo_url: '/assets/1/logo.png',
      favicon_url: '/assets/1/icon.png',
    }
    const settings = Object.entries(brand).map(([key, value]) => ({ key, value }))
    expect((await staff.http('POST', '/providers/settings', { settings })).status).toBe(200)
    const { provider } = (await p.guest().http('GET', `/providers?origin=p${p.provider_id}.test`)).body as {
      provider: Record<string, unknown>
    }
    expect(provider).toMatchObject(brand)
    for (const [key, value] of Object.entries(brand)) {
      const { body } = await staff.http('GET', `/providers/settings?setting=${key}`)
      expect(body).toMatchObject({ settings: [{ key, value }] })
    }
  })

  it('[SHELL-033] stores both site-wide messages with a listed icon, one for staff and one for customers and guests', async () => {
    const save = (key: string, value: string) =>
      staff.http('POST', '/providers/settings', { settings: [{ key, value }] })
    for (const audience of ['admin', 'account']) {
      expect((await save(`site_wide_${audience}_message`, `For ${audience}.`)).status).toBe(200)
      for (const icon of ['info', 'warning'])
        expect((await save(`site_wide_${audience}_message_icon`, icon)).status, icon).toBe(200)
      expect((await save(`site_wide_${audience}_message_icon`, 'skull')).status).toBe(400)
    }
    const permissionsVisibleTo = async (caller: Caller) =>
      bodyOf(await caller.http('GET', '/general-data'))['provider_settings'] as Record<string, unknown>
    expect(await permissionsVisibleTo(staff)).toMatchObject({ site_wide_admin_message: 'For admin.' })
    const customer = await permissionsVisibleTo(await p.owner())
    expect(customer).toMatchObject({
      site_wide_account_message: 'For account.',
      site_wide_account_message_icon: 'warning',
    })
    expect(customer).not.toHaveProperty('site_wide_admin_message')
    const { provider } = (await p.guest().http('GET', `/providers?origin=p${p.provider_id}.test`)).body as {
      provider: { settings: Record<string, unknown> }
    }
    expect(provider.settings).toMatchObject({ site_wide_account_message: 'For account.' })
    expect(provider.settings).not.toHaveProperty('site_wide_admin_message')
  })

  it('[SHELL-069] stores per user that the outdated browser warning is hidden', async () => {
    const owner = await p.owner()
    const choice = { setting: 'hide_outdated_browser_warning', value: true }
    expect((await owner.http('POST', '/users/settings', choice)).status).toBe(200)
    const { user_settings } = bodyOf(await owner.http('GET', '/general-data'))
    expect(user_settings).toMatchObject({ hide_outdated_browser_warning: true })
    expect(bodyOf(await staff.http('GET', '/general-data'))['user_settings']).not.toHaveProperty(
      'hide_outdated_browser_warning',
    )
  })

  it('[SHELL-011] returns to guests whether the company is a locker provider', async () => {
    const q = await newProvider()
    const of = async () =>
      (
        (await q.guest().http('GET', `/providers?origin=p${q.provider_id}.test`)).body as {
          provider: { is_pickup_locker_provider: boolean }
        }
      ).provider.is_pickup_locker_provider
    expect(await of()).toBe(false)
    const boss = await q.user(1)
    const { providers } = bodyOf(
      await boss.http('GET', `/platform/providers?search=p${q.provider_id}.test`),
    ) as {
      providers: { id: number; version: number }[]
    }
    const { id, version } = providers[0] ?? { id: 0, version: 0 }
    const change = { id, version, is_pickup_locker_provider: true }
    expect((await boss.http('PATCH', '/platform/providers', change)).status).toBe(200)
    expect(await of()).toBe(true)
  })

  it('[NAV-047] stores the enabled features by name and rejects unknown names', async () => {
    const q = await newProvider()
    const boss = await q.user(1)
    const names =
      'shipments shipment_quotes address_book inbox collection_requests locations tracking help_centre ops_dashboard tripsheet maps hub_scanner interhub_transfers tools billing accounts users rates reports settings guest_quotes'.split(
        ' ',
      )
    const change = async (enabledFeatures: readonly string[]) => {
      const { providers } = bodyOf(
        await boss.http('GET', `/platform/providers?search=p${q.provider_id}.test`),
      ) as { providers: { id: number; version: number }[] }
      const { id, version } = providers[0] ?? { id: 0, version: 0 }
      return boss.http('PATCH', '/platform/providers', { id, version, enabled_features: enabledFeatures })
    }
    const currentFeatures = async () =>
      (
        (await q.guest().http('GET', `/providers?origin=p${q.provider_id}.test`)).body as {
          provider: { enabled_features: string[] }
        }
      ).provider.enabled_features
    expect((await change(names)).status).toBe(200)
    expect((await currentFeatures()).toSorted()).toEqual(names.toSorted())
    expect((await change(['shipments'])).status).toBe(200)
    expect(await currentFeatures()).toEqual(['shipments'])
    expect((await change(['shipments', 'quotes'])).status).toBe(400)
  })

  it('[ACC-008] adds the account prefix to a custom reference and counts it towards the minimum length', async () => {
    const { id: accountId } = await p.given.account({ tracking_prefix: 'SLX' })
    const book = (customTrackingReference: string) =>
      staff.http('POST', '/shipments', {
        ...booking({ account_id: accountId }),
        custom_tracking_reference: customTrackingReference,
      })
    expect((await book('1234')).body).toMatchObject({ custom_tracking_reference: 'SLX1234' })
    const short = await book('123')
    expect([short.status, bodyOf(short)['message']]).toEqual([400, expect.stringMatching(/7|seven/i)])
  })
})
