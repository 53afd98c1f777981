import { accountsApi } from '@waybill/domain/accounts/api'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databaseCode } from '../src/kit/db.ts'
import {
  address,
  booking,
  newProvider,
  type Caller,
  type Reply,
  type TestProvider,
} from '../dev/test-kit/provider.ts'
import { routes } from '../src/main/routes.ts'

/**
 * Data of one company or account is reported as not found to everyone else:
 * docs/domain/public-api.md#callers-and-reach, docs/domain/reliability.md#isolation.
 */

/** Marker in every text that outsiders must not see. */
const marker = 'QKANARY'

let theirs: TestProvider
let ours: TestProvider
let their_account: number
let sibling_account: number
let shipment: Shipment
let ids: Record<string, number>
let outsiders: [name: string, caller: Caller][]

beforeAll(async () => {
  theirs = await newProvider()
  ours = await newProvider()
  const staff = await theirs.staff()
  their_account = (
    await theirs.given.account({ name: `${marker} Candles`, account_code: marker, balance: 500_000 })
  ).id
  sibling_account = (await theirs.given.account()).id
  shipment = await staff.send(
    shipmentsApi.create,
    booking({
      account_id: their_account,
      custom_tracking_reference: `${marker}-0001`,
      customer_reference: `${marker} PO`,
      special_instructions_delivery: `${marker} gate`,
      delivery_contact: {
        name: `${marker} Naledi`,
        mobile_number: '0821234567',
        email: `${marker}@example.com`,
      },
      delivery_address: {
        ...address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
        company: `${marker} House`,
      },
    }),
  )
  const note = await staff.send(shipmentsApi.addNote, {
    shipment_id: shipment.id,
    message: `${marker} note`,
    type: 'external',
  })
  const entry = await staff.send(accountsApi.saveAddress, {
    name: `${marker} entry`,
    account_id: their_account,
    address: address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
  })
  const key = await staff.send(identityApi.createApiKey, { name: `${marker} key`, account_id: their_account })
  const [event] = await theirs.inTransaction((ctx) =>
    ctx.db.selectFrom('tracking_event').select('id').where('shipment_id', '=', shipment.id).execute(),
  )
  ids = {
    shipment: shipment.id,
    parcel: shipment.parcels[0]?.id ?? 0,
    note: note.id,
    entry: entry.id,
    key: key.id,
    account: their_account,
    event: event?.id ?? 0,
  }
  outsiders = [
    ['staff of another company', await ours.staff()],
    ['an admin key of another company', await ours.apiKey()],
    ['an account key of another company', await ours.apiKey((await ours.given.account()).id)],
    ['an owner of another account', await theirs.owner(sibling_account)],
    ['a key of another account', await theirs.apiKey(sibling_account)],
    ['a driver without stops', await theirs.driver()],
    ['a guest of another company', ours.guest()],
  ]
})

/** Returns a digest per table of the rows that contain the marker; outsiders must neither read nor change them. */
async function markedRows(): Promise<Record<string, string>> {
  const { pool } = theirs.runtime.runtime
  const { rows } = await pool.query<{ table_name: string }>('SELECT table_name FROM tenant_table_decision')
  const changedByAnyCall = ['audit_event', 'outbox', 'idempotency_key', 'session', 'api_key']
  const tables = rows.map(({ table_name }) => table_name).filter((one) => !changedByAnyCall.includes(one))
  const digests = tables.map(
    (table) => `SELECT '${table}' AS table_name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest
      FROM ${table} t WHERE provider_id = $1 AND upper(t::text) LIKE '%${marker}%'`,
  )
  const { rows: found } = await pool.query<{ table_name: string; digest: string | null }>(
    digests.join(' UNION ALL '),
    [theirs.provider_id],
  )
  return Object.fromEntries(found.map(({ table_name, digest }) => [table_name, digest ?? '']))
}

/** Returns the inputs with which a caller could try to reach foreign data through an endpoint with these fields. */
function attempts(shape: readonly string[]): Record<string, unknown>[] {
  const plain: Record<string, unknown> = {
    tracking_reference: shipment.custom_tracking_reference,
    search_query: `${marker}-0001`,
    search: marker.toLowerCase(),
    name: 'x',
    message: 'x',
    reason: 'x',
    format: 'pdf',
    kind: 'sticker',
    type: 'shipment',
    folder: 'shipment-images',
    file_name: `${marker}.jpg`,
    object_id: ids.shipment,
    shipment_id: ids.shipment,
    ids: [ids.shipment],
    status: 'cancelled',
    settings: [],
    amount: 100,
    collection_address_id: 1,
    address: address('1 X Street', 'Epping', 'Cape Town', '7460', 'WC'),
    parcels: [{ id: ids.parcel, parcel_description: 'taken' }],
  }
  const base = Object.fromEntries(shape.filter((name) => name in plain).map((name) => [name, plain[name]]))
  const accounts = shape.includes('account_id') ? [undefined, their_account] : [undefined]
  const named = shape.includes('id') ? Object.values(ids) : [undefined]
  return [
    ...named.flatMap((id) => accounts.map((accountId) => ({ ...base, id, account_id: accountId }))),
    ...(shape.includes('tracking_ref') ? [{ tracking_ref: shipment.short_tracking_reference }] : []),
    ...(shape.includes('tracking_reference')
      ? [{ ...base, tracking_reference: shipment.parcels[0]?.tracking_reference }]
      : []),
    ...(shape.includes('customer_reference') ? [{ customer_reference: `${marker} PO` }] : []),
    ...(shape.includes('account_code') ? [{ account_code: `%${marker}%` }] : []),
    ...(shape.includes('search_query') ? [{ search_query: marker.toLowerCase() }] : []),
  ]
}

function request(
  caller: Caller,
  method: string,
  path: string,
  body: Record<string, unknown>,
): Promise<Reply> {
  if (method !== 'GET') return caller.http(method, path, body)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return caller.http('GET', `${path}?${query.toString()}`)
}

/**
 * Excluded routes. Public tracking is open to anyone who has the number and has its own tests. An upload repeats its
 * file name in the response. Ending the caller's own sessions would end the test.
 */
const left_out = ['/logout', '/users/sessions', '/track', '/s3-url/upload']

/**
 * Ids are counted per table, so one of these may be the id of the outsiders' own key. DELETE requests come last, so
 * that all other requests run with usable keys.
 */
const calls = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, path }) => !left_out.includes(path) && !path.startsWith('/files') && method !== 'PUT')
  .toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))

const of_same_company = ['an owner of another account', 'a key of another account', 'a driver without stops']

describe('isolation at every endpoint', () => {
  it.each(calls)(
    'reveals and changes no data of another company or account: $method $path',
    async ({ method, path, input }) => {
      const before = await markedRows()
      const shape = input instanceof z.ZodObject ? Object.keys(input.shape) : ['id']
      for (const [who, caller] of outsiders) {
        if (path === '/tracking/shipments' && of_same_company.includes(who)) continue
        for (const body of attempts(shape)) {
          const reply = await request(caller, method, path, body)
          const text = Buffer.isBuffer(reply.body)
            ? reply.body.toString('latin1')
            : JSON.stringify(reply.body)
          const bodyText = JSON.stringify(body)
          const context = `${who} ${bodyText.slice(0, 120)}: ${reply.status} ${text.slice(0, 160)}`
          expect(reply.status, context).toBeLessThan(500)
          const isEchoed = reply.status >= 400 && bodyText.includes(marker)
          if (!isEchoed) expect(text.toUpperCase(), context).not.toContain(marker)
          expect(text, context).not.toContain(`"${shipment.short_tracking_reference}"`)
        }
      }
      expect(await markedRows()).toEqual(before)
    },
  )

  it('returns the same response for missing records and for records of another company', async () => {
    const staff = await ours.staff()
    const none = 2_000_000_000
    const pairs: [string, string, (id: number) => Record<string, unknown>, number][] = [
      ['GET', '/shipments/detail', (id) => ({ id }), ids.shipment ?? 0],
      ['PATCH', '/shipments', (id) => ({ id, customer_reference: 'x' }), ids.shipment ?? 0],
      ['POST', '/shipments/cancel', (id) => ({ id, message: 'x' }), ids.shipment ?? 0],
      ['GET', '/shipments/label', (id) => ({ id }), ids.shipment ?? 0],
      ['GET', '/shipments/notes', (id) => ({ shipment_id: id }), ids.shipment ?? 0],
      ['POST', '/shipments/notes', (id) => ({ shipment_id: id, message: 'x' }), ids.shipment ?? 0],
      ['DELETE', '/shipments/notes', (id) => ({ id }), ids.note ?? 0],
      ['DELETE', '/accounts/address-books', (id) => ({ id }), ids.entry ?? 0],
      ['DELETE', '/users/api-keys', (id) => ({ id }), ids.key ?? 0],
      ['PATCH', '/accounts', (id) => ({ id, name: 'x' }), ids.account ?? 0],
    ]
    for (const [method, path, body, id] of pairs) {
      const [foreign, missing] = [
        await request(staff, method, path, body(id)),
        await request(staff, method, path, body(none)),
      ]
      const plain = ({ body: answer }: Reply) => ({ ...(answer as object), request_id: '' })
      expect(foreign.status, path).toBe(404)
      expect({ status: missing.status, body: plain(missing) }, path).toEqual({
        status: 404,
        body: plain(foreign),
      })
    }
  })
})

describe('account of a request', () => {
  it('is always the key’s own: another account in the query returns 403 and one in the body is ignored', async () => {
    const key = await theirs.apiKey(sibling_account)
    for (const path of ['/shipments', '/accounts/address-books', '/accounts']) {
      const reply = await key.http('GET', `${path}?account_id=${their_account}`)
      expect(reply.status, path).toBe(403)
      expect((await key.http('GET', `${path}?account_id=${sibling_account}`)).status).toBe(200)
    }
    const { account_id: _own, ...sent } = booking()
    for (const accountId of [0, their_account, 'x', '']) {
      const reply = await key.http('POST', '/shipments', { ...sent, account_id: accountId })
      expect(reply.body, String(accountId)).toMatchObject({ account_id: sibling_account })
    }
  })

  it('must be named by admin keys in the query or the body, and belong to their company', async () => {
    const admin = await theirs.apiKey()
    const { account_id: _own, ...sent } = booking()
    expect(
      (
        await admin.http('POST', `/shipments?account_id=${sibling_account}`, {
          ...sent,
          account_id: their_account,
        })
      ).body,
    ).toMatchObject({
      account_id: sibling_account,
    })
    expect(
      (await admin.http('POST', '/shipments', { ...sent, account_id: String(sibling_account) })).body,
    ).toMatchObject({
      account_id: sibling_account,
    })
    const none = await admin.http('POST', '/shipments', sent)
    expect([none.status, (none.body as { message: string }).message]).toEqual([
      400,
      'An account_id is required.',
    ])
    const foreign = (await ours.given.account()).id
    for (const [method, path] of [
      ['POST', '/shipments'],
      ['POST', '/rates'],
      ['GET', '/shipments'],
      ['GET', '/accounts/address-books'],
      ['GET', '/users'],
    ] as const) {
      const reply = await admin.http(
        method,
        `${path}?account_id=${foreign}`,
        method === 'POST' ? sent : undefined,
      )
      expect(reply.status, `${method} ${path}`).toBe(403)
    }
    expect((await admin.http('POST', '/shipments', { ...sent, account_id: foreign })).status).toBe(403)
    expect((await admin.http('GET', `/shipments?provider_id=${ours.provider_id}`)).status).toBe(403)
    expect((await admin.http('GET', `/shipments?provider_id=${theirs.provider_id}`)).status).toBe(200)
  })

  it('defaults to every account when an admin key lists shipments', async () => {
    const admin = await theirs.apiKey()
    const { shipments } = await admin.send(shipmentsApi.list, {})
    expect(new Set(shipments.map((one) => one.account_id)).size).toBeGreaterThan(1)
  })
})

describe('access within a company', () => {
  it('limits staff of one branch to the shipments of that branch', async () => {
    const cape = await theirs.user(role_ids.administrator, {
      branch_id: theirs.map.branches.CPT,
      limit_user_to_branch: true,
    })
    const durban = await theirs.user(role_ids.administrator, {
      branch_id: theirs.map.branches.DBN,
      limit_user_to_branch: true,
    })
    expect((await cape.send(shipmentsApi.list, { id: [shipment.id] })).count).toBe(1)
    expect((await durban.send(shipmentsApi.list, { id: [shipment.id] })).count).toBe(0)
  })

  it('hides internal notes from account users, and prices from those without billing access', async () => {
    const staff = await theirs.staff()
    await staff.send(shipmentsApi.addNote, {
      shipment_id: shipment.id,
      message: 'Slow payer',
      type: 'internal',
    })
    const user = await theirs.user(role_ids.account_user_no_billing, { account_id: their_account })
    const { shipments } = await user.send(shipmentsApi.list, { id: [shipment.id] })
    expect(shipments[0]).toMatchObject({
      rate: null,
      original_rate: null,
      previous_rate: null,
      rates: [],
      total_note_count: 1,
    })
    expect(shipments[0]?.account).toMatchObject({ balance: 0, credit_limit: 0 })
    const { shipment_notes } = await user.send(shipmentsApi.notes, { shipment_id: shipment.id })
    expect(shipment_notes.map((note) => note.type)).toEqual(['external'])
  })
})

describe('database row security', () => {
  const asApp = async <Result>(
    providerId: number | null,
    run: (
      query: (text: string) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>,
    ) => Promise<Result>,
  ) => {
    const client = await theirs.runtime.runtime.pool.connect()
    try {
      await client.query('BEGIN; SET LOCAL ROLE courier_app')
      if (providerId !== null)
        await client.query(`SET LOCAL app.provider = '${providerId}'; SET LOCAL app.who = '{"username":"x"}'`)
      return await run((text) => client.query(text))
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }
  const outcomeOf = async (providerId: number | null, text: string) =>
    asApp(providerId, (query) => query(text)).then(
      ({ rowCount }) => `${rowCount} rows`,
      (error: unknown) => databaseCode(error) ?? 'no code',
    )
  const tables = async () => {
    const { rows } = await theirs.runtime.runtime.pool.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'provider_id'
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'provider' ORDER BY 1`,
    )
    return rows.map((row) => row.name)
  }

  it('rejects reads of every table when no company is set', async () => {
    for (const table of await tables())
      expect(['42704', '22P02'], table).toContain(await outcomeOf(null, `SELECT * FROM ${table}`))
  })

  it('hides the rows of other companies and rejects writes to them', async () => {
    const names = await tables()
    expect(names.length).toBeGreaterThan(30)
    for (const table of names) {
      const seen = await asApp(ours.provider_id, (query) =>
        query(`SELECT count(*)::int AS n FROM ${table} WHERE provider_id <> ${ours.provider_id}`),
      )
      expect(seen.rows[0]?.n, table).toBe(0)
      expect(
        await outcomeOf(
          ours.provider_id,
          `INSERT INTO ${table} (provider_id) VALUES (${theirs.provider_id})`,
        ),
        table,
      ).toBe('42501')
      for (const change of [
        `UPDATE ${table} SET provider_id = provider_id WHERE provider_id = ${theirs.provider_id}`,
        `DELETE FROM ${table} WHERE provider_id = ${theirs.provider_id}`,
      ])
        expect(['0 rows', '42501'], `${table}: ${change}`).toContain(
          await outcomeOf(ours.provider_id, change),
        )
    }
  })

  it('rejects moving a row to another company', async () => {
    const code = await outcomeOf(
      theirs.provider_id,
      `UPDATE account SET provider_id = ${ours.provider_id} WHERE id = ${their_account}`,
    )
    expect(code).toBe('42501')
  })

  it('finds free text of its own company only', async () => {
    const search = (providerId: number) =>
      asApp(providerId, (query) => query(`SELECT * FROM find_shipments('${marker.toLowerCase()}', 10)`))
    expect((await search(theirs.provider_id)).rows.length).toBeGreaterThan(0)
    expect((await search(ours.provider_id)).rows).toHaveLength(0)
  })

  it('records bookings, changes and cancellations with user and request in the audit trail, and rejects forged entries', async () => {
    const key = await theirs.apiKey(sibling_account)
    const { account_id: _own, ...sent } = booking()
    const made = await key.http('POST', '/shipments', sent)
    const { id } = made.body as { id: number }
    const changed = await key.http(
      'PATCH',
      '/shipments',
      { id, special_instructions_delivery: 'Gate 2' },
      { 'client-version': '3.17.17' },
    )
    const gone = await key.http('POST', '/shipments/cancel', { id })
    const entries = await theirs.inTransaction((ctx) =>
      ctx.db
        .selectFrom('audit_event')
        .select(['action', 'source', 'request_id', 'client_version', 'channel', 'change'])
        .where('object_type', '=', 'shipment')
        .where('object_id', '=', id)
        .where('table_name', '=', 'shipment')
        .orderBy('id')
        .execute(),
    )
    const of = (reply: Reply) => entries.filter((entry) => entry.request_id === reply.headers['x-request-id'])
    expect(new Set(entries.map((entry) => entry.source))).toEqual(new Set([key.username]))
    expect(of(made)[0]).toMatchObject({ action: 'insert', channel: 'api' })
    expect(of(changed)[0]).toMatchObject({
      action: 'update',
      client_version: '3.17.17',
      change: { special_instructions_delivery: { change_from: '', change_to: 'Gate 2' } },
    })
    expect(of(gone)[0]).toMatchObject({ change: { status: { change_to: 'cancelled' } } })
    for (const forgery of [
      `INSERT INTO audit_event (provider_id, object_type, object_id, table_name, action, source, channel, request_id, client_version, change)
       VALUES (${theirs.provider_id}, 'shipment', ${id}, 'shipment', 'update', 'someone else', 'web', 'x', '', '{}')`,
      `UPDATE audit_event SET source = 'someone else'`,
      'DELETE FROM audit_event',
      'TRUNCATE audit_event',
      'ALTER TABLE audit_event DISABLE ROW LEVEL SECURITY',
      'ALTER TABLE shipment DISABLE TRIGGER audit',
    ])
      expect(await outcomeOf(theirs.provider_id, forgery), forgery.slice(0, 30)).toBe('42501')
  })
})
