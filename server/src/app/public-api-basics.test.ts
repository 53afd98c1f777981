import { billingApi } from '@waybill/domain/billing/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, insertRole, savePassword } from '../identity/index.ts'
import { routes } from './routes.ts'
import { booking, newProvider, type Caller, type Reply, type TestProvider } from './test-kit/provider.ts'

/** What every client of the API relies on: the clock, the company of a call, lists, and the reference search. */

let p: TestProvider
let staff: Caller

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const bodyOf = (reply: Reply) => reply.body as Record<string, unknown>

describe('before anybody is signed in', () => {
  it('[API-006] tells the time of the server', async () => {
    const before = Date.now()
    const reply = await p.guest().http('GET', '/time')
    expect(reply.status).toBe(200)
    expect(Object.keys(bodyOf(reply))).toEqual(['current_time'])
    const told = Date.parse(String(bodyOf(reply)['current_time']))
    expect(told).toBeGreaterThanOrEqual(before - 1000)
    expect(told).toBeLessThanOrEqual(Date.now() + 1000)
  })

  it('[API-008] names the company without a token, and answers 401 to a token that no longer counts', async () => {
    const path = `/providers?origin=p${p.provider_id}.test`
    const named = await p.guest().http('GET', path)
    expect(named.status).toBe(200)
    expect(named.body).toMatchObject({ provider: { id: p.provider_id } })
    expect((await p.guest().http('GET', path, undefined, { authorization: 'Bearer ended' })).status).toBe(401)
  })
})

describe('every other call', () => {
  it('[AUTH-025] [API-004] needs a bearer token, but for what is open to everybody', async () => {
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

describe('a call that says too little, or nothing that is known', () => {
  const asked = async (path: string, authorization?: string) => {
    const reply = await p.guest().http('GET', path, undefined, authorization ? { authorization } : {})
    return [reply.status, bodyOf(reply)['message']]
  }

  it('[AUTH-019] [ERR-014] is told about its API key; a session that has ended is told that', async () => {
    const unknown =
      'This API key is not known: it is mistyped, has expired or was revoked. Keys are listed under Settings > API keys.'
    expect(await asked('/shipments', `Bearer ${'0'.repeat(32)}`)).toEqual([401, unknown])
    expect(await asked('/shipments', 'Bearer sk_live_banana')).toEqual([401, unknown])
    expect(await asked('/shipments')).toEqual([
      401,
      'This call needs an API key. Send it as the header "Authorization: Bearer <API key>".',
    ])
    expect(await asked('/shipments', 'Basic dXNlcg==')).toEqual([
      401,
      'The Authorization header must be the word Bearer, a space and the API key.',
    ])
    const ended = `Bearer ${'aB3-_'.repeat(8)}xyz`
    expect(await asked('/shipments', ended)).toEqual([401, 'Token has expired'])
  })

  it('is told that a date is none, and of which list a word is wrong', async () => {
    const told = async (query: string) => bodyOf(await staff.http('GET', `/shipments?${query}`))['message']
    for (const name of ['start_date', 'end_date'])
      expect(await told(`${name}=banana`)).toBe(
        `${name === 'start_date' ? 'Start' : 'End'} date must be a date such as 2026-03-02 or 2026-03-02T08:30:00+02:00.`,
      )
    expect(await told('start_date=0001-01-01')).toBe('Start date must be a date after the year 0001.')
    expect(await told('status=["submitted","banana"]')).toMatch(/^Status must be one of quote, /)
  })
})

describe('signing in', () => {
  const password = 'a long enough password'
  const login = (email: string, secret: string) =>
    p.guest().http('POST', '/login', { email, password: secret })
  const withPassword = async () => {
    const user = await p.owner()
    const password_hash = await hashPassword(password)
    await p.work((ctx) => savePassword(ctx, user.user_id, password_hash))
    return user
  }

  it('[AUTH-002] [AUTH-018] takes email or username with the password and answers a token that opens the API', async () => {
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

  it('says the same of a wrong password and of an unknown name', async () => {
    const { username } = await withPassword()
    for (const name of [username, 'nobody@example.com']) {
      const reply = await login(name, 'something else')
      expect([reply.status, bodyOf(reply)['message']], name).toEqual([401, 'Incorrect email or password.'])
    }
  })

  it('[AUTH-028] [AUTH-029] ends the session at once on logging out, which takes nothing', async () => {
    const user = await p.owner()
    const reply = await user.http('POST', '/logout')
    expect([reply.status, reply.body]).toEqual([200, { message: 'Logged out' }])
    expect((await user.http('GET', '/general-data')).status).toBe(401)
  })
})

describe('the company of a call', () => {
  it('[API-010] is that of the token: the provider_id sent along opens no other company', async () => {
    const other = await newProvider()
    const theirs = await other.given.shipment()
    const read = await staff.http('GET', `/shipments?provider_id=${other.provider_id}&id=${theirs.id}`)
    expect(read.status).toBe(403)
    const { id: account_id } = await p.given.account()
    const book = (provider_id: number) =>
      staff.http('POST', '/shipments', { ...booking({ account_id }), provider_id })
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
    const { id: account_id } = await q.given.account({ account_code: 'ONE001', name: 'Zebra' })
    await q.given.account({ account_code: 'TWO002', name: 'Aloe' })
    for (const amount of [300, 100, 200])
      await caller.send(billingApi.post, { account_id, type: 'admin-debit', amount, description: 'Storage' })
    for (let made = 0; made < 3; made += 1) await q.given.shipment({ account_id })
    for (const [path, list, order_by] of [
      ['/shipments', 'shipments', 'id'],
      ['/accounts', 'accounts', 'account_code'],
      ['/billing/transactions', 'transactions', 'id'],
    ] as const) {
      const page = async (query: string) => {
        const body = bodyOf(await caller.http('GET', `${path}?${query}`))
        return { rows: (body[list] ?? []) as Record<string, unknown>[], count: body['count'] }
      }
      const rising = await page(`order_by=${order_by}&order=asc`)
      const falling = await page(`order_by=${order_by}&order=DESC`)
      const keys = rising.rows.map((row) => row[order_by])
      expect(keys.length, path).toBeGreaterThan(1)
      expect(new Set(keys).size, path).toBe(keys.length)
      expect(
        falling.rows.map((row) => row[order_by]),
        path,
      ).toEqual(keys.toReversed())
      const second = await page(`order_by=${order_by}&order=asc&limit=1&offset=1`)
      expect(
        second.rows.map((row) => row[order_by]),
        path,
      ).toEqual([keys[1]])
      expect(second.count, path).toBe(rising.count)
    }
  })
})

describe('the reference search', () => {
  const find = (caller: Caller, text: string) =>
    caller.http('GET', `/ui/nav-search?search_query=${encodeURIComponent(text)}`)

  it('[NAV-069] answers the kind and the id of what bears the reference, upper-cased and trimmed', async () => {
    const { id: account_id } = await p.given.account({ account_code: 'KLOOF1' })
    const shipment = await p.given.shipment({ account_id, status: 'collected' })
    const { invoices } = await staff.send(billingApi.runInvoices, { account_id })
    const [invoice] = invoices
    await staff.send(billingApi.post, {
      account_id,
      type: 'admin-credit',
      amount: 1000,
      description: 'Damaged',
    })
    const { credit_notes } = await staff.send(billingApi.creditNotes, { account_id })
    expect([invoices.length, credit_notes.length]).toEqual([1, 1])
    for (const [text, type, id] of [
      [shipment.short_tracking_reference, 'shipment', shipment.id],
      ['KLOOF1', 'account', account_id],
      [invoice?.doc_display_id ?? '', 'invoice', invoice?.id],
      [credit_notes[0]?.doc_display_id ?? '', 'credit-note', credit_notes[0]?.id],
    ] as const)
      for (const typed of [text, ` ${text.toLowerCase()} `])
        expect((await find(staff, typed)).body, typed).toMatchObject({ type, data: { id } })
  })

  it('[NAV-075] finds by every exact reference within reach, the newest not cancelled first, else 404', async () => {
    const { id: account_id } = await p.given.account({ account_code: 'TULBAGH1' })
    const given = { account_id, customer_reference: 'PO-2026-11' }
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
    expect((await find(await p.owner(account_id), 'TULIP-0001')).status).toBe(200)
  })

  it('[NAV-072] needs its own permission', async () => {
    const text = 'TULIP-0001'
    const holding = async (id: number, permission: string) => {
      await p.work((ctx) =>
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
