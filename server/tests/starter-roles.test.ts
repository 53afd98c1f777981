import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { hubApi } from '@waybill/domain/hub/api'
import { grantedBy } from '@waybill/domain/identity/users-and-roles/permissions'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../dev/test-kit/provider.ts'

const idOf = (name: string): number => starter_roles.find((role) => role.name === name)?.id ?? 0
const cents = 100
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

let p: TestProvider
let account_id: number
beforeAll(async () => {
  p = await newProvider()
  account_id = (await p.given.account()).id
})

/** Returns the status code of each request made by `who`. */
async function statuses(who: Caller, calls: readonly (readonly [string, string, object?])[]) {
  const found: Record<string, number> = {}
  for (const [method, url, body] of calls)
    found[`${method} ${url.split('?')[0]}`] = (await who.http(method, url, body)).status
  return found
}

describe('counter clerk role', () => {
  it('sees the parcels of counters and prints labels, and gets 403 for shipments, accounts, users and limits', async () => {
    const clerk = await p.user(idOf('Counter clerk'))
    const { id } = await p.given.shipment({ account_id })
    expect(
      await statuses(clerk, [
        ['GET', '/pickup-points/handovers'],
        ['GET', `/shipments/batch-label?ids=[${id}]&kind=sticker&format=pdf&force_print=true`],
        ['GET', '/shipments'],
        ['GET', '/accounts'],
        ['GET', '/users'],
        ['GET', '/pickup-points/clerks'],
        ['POST', '/tracking/shipment-events', { shipment_id: id, status: 'delivered' }],
      ]),
    ).toEqual({
      'GET /pickup-points/handovers': 200,
      'GET /shipments/batch-label': 200,
      'GET /shipments': 403,
      'GET /accounts': 403,
      'GET /users': 403,
      'GET /pickup-points/clerks': 403,
      'POST /tracking/shipment-events': 403,
    })
  })
})

describe('kiosk operator role', () => {
  let clerk: Caller
  beforeAll(async () => {
    clerk = await p.user(idOf('Kiosk operator'), { branch_id: p.map.branches.JHB })
  })
  const cancel = (id: number) =>
    errorOf(clerk.send(shipmentsApi.cancel, { id, message: 'Customer changed her mind' }))

  it('books for accounts, reads prices, takes payments and assigns stickers', async () => {
    const booked = await clerk.send(shipmentsApi.create, booking({ account_id }))
    expect(booked).toMatchObject({ created_by: clerk.username })
    expect(booked.rate).toBeGreaterThan(0)
    const paid = await clerk.send(billingApi.post, {
      account_id,
      type: 'payment',
      amount: 50 * cents,
      description: 'Cash at the counter',
    })
    expect(paid).toMatchObject({ type: 'payment', amount: 50 * cents })
    const sold = await clerk.http('POST', '/tracking-stickers', {
      account_id,
      prefix: 'KSK',
      from: 1,
      to: 10,
      digits: 6,
    })
    expect(sold.status).toBe(200)
  })

  it('cancels only its own bookings of today and explains why others are rejected', async () => {
    const [own, old, ofOthers] = [
      await clerk.send(shipmentsApi.create, booking({ account_id })),
      await clerk.send(shipmentsApi.create, booking({ account_id })),
      await p.given.shipment({ account_id }),
    ]
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('shipment')
        .set({ time_created: new Date(ctx.now.getTime() - 86_400_000) })
        .where('id', '=', old.id)
        .execute(),
    )
    expect(await cancel(own.id)).toMatchObject({ status: 200 })
    expect(await cancel(old.id)).toMatchObject({ status: 403, message: /on the day you book them/ })
    expect(await cancel(ofOthers.id)).toMatchObject({ status: 403, message: /that you booked yourself/ })
    const { shipments } = await (
      await p.staff()
    ).send(shipmentsApi.list, {
      id: [own.id, old.id, ofOthers.id],
    })
    expect(shipments.filter(({ status }) => status === 'cancelled').map(({ id }) => id)).toEqual([own.id])
  })

  it('looks up and receives parcels with the scanner, and gets 403 for other scans and statuses', async () => {
    const { parcels, id } = await p.given.shipment({ account_id, status: 'collection-assigned' })
    const scan = (mode: 'arrive' | 'look-up' | 'out-for-delivery') =>
      errorOf(
        clerk.send(hubApi.addEvent, {
          parcel_reference: parcels[0]?.tracking_reference ?? '',
          mode,
          branch_id: p.map.branches.JHB,
        }),
      )
    expect(await scan('look-up')).toMatchObject({ status: 200 })
    expect(await scan('arrive')).toMatchObject({ status: 200 })
    expect(await scan('out-for-delivery')).toMatchObject({ status: 403, message: /only receive parcels/ })
    const { shipments } = await clerk.send(shipmentsApi.list, { id: [id] })
    expect(shipments[0]?.status).toBe('at-destination-hub')
    const byHand = clerk.send(hubApi.addEvent, { shipment_id: id, status: 'delivery-unassigned' })
    expect(await errorOf(byHand)).toMatchObject({ status: 403, message: /by scanning their labels/ })
  })

  it('gets 403 for refunds, shipment changes, accounts, invoices, settings and reports', async () => {
    const { id } = await clerk.send(shipmentsApi.create, booking({ account_id }))
    const refund = clerk.send(billingApi.post, { account_id, type: 'refund', amount: 1, description: 'x' })
    expect(await errorOf(refund)).toMatchObject({ status: 403, message: /type refund/ })
    expect(
      await statuses(clerk, [
        ['PATCH', '/shipments', { id, status: 'collected' }],
        ['POST', '/accounts', { name: 'New' }],
        ['PATCH', '/accounts', { id: account_id, name: 'New' }],
        ['GET', '/billing/invoices'],
        ['GET', '/reports'],
        ['GET', '/providers/settings'],
        ['GET', '/collection-requests'],
        ['GET', '/rates/revisions'],
        ['POST', '/shipments/bulk-import', {}],
      ]),
    ).toEqual({
      'PATCH /shipments': 403,
      'POST /accounts': 403,
      'PATCH /accounts': 403,
      'GET /billing/invoices': 403,
      'GET /reports': 403,
      'GET /providers/settings': 403,
      'GET /collection-requests': 403,
      'GET /rates/revisions': 403,
      'POST /shipments/bulk-import': 403,
    })
  })
})

describe('sales role', () => {
  let seller: Caller
  beforeAll(async () => {
    seller = await p.user(idOf('Sales'))
  })

  it('creates quotes but cannot book by any route', async () => {
    const { save_as: _, ...quoteInput } = booking({ account_id })
    const quote = await seller.send(quotesApi.create, quoteInput)
    expect(quote).toMatchObject({ status: 'quote' })
    expect((await seller.send(quotesApi.one, { id: quote.id })).shipment.rate).toBeGreaterThan(0)
    const sneaked = await seller.http('POST', '/shipment-quotes', { ...quoteInput, save_as: 'submit' })
    expect(sneaked.body).toMatchObject({ status: 'quote' })
    expect(await seller.http('POST', '/shipments', booking({ account_id }))).toMatchObject({
      status: 403,
      body: { message: 'You may not book shipments (API_/shipments:POST is needed). Ask an administrator.' },
    })
    expect(
      await statuses(seller, [
        ['POST', '/shipments', { ...booking({ account_id }), save_as: 'quote' }],
        ['PATCH', '/shipments', { id: quote.id, status: 'submitted' }],
        ['POST', '/shipments/pay', { shipment_id: quote.id, rate: 1 }],
        ['POST', '/shipments/bulk-import', {}],
      ]),
    ).toEqual({
      'POST /shipments': 403,
      'PATCH /shipments': 403,
      'POST /shipments/pay': 403,
      'POST /shipments/bulk-import': 403,
    })
  })

  it('opens and changes accounts, but not credit limits, price lists or holds', async () => {
    const pots = {
      name: 'Protea Pots',
      default_collection_address: {
        address: address('2 Voortrekker Street', 'Graaff-Reinet', 'Graaff-Reinet', '6280', 'EC'),
      },
      first_user: { name: 'Sanet Vermeulen', email: `sanet-${p.provider_id}@proteapots.example` },
    }
    const { id } = await seller.send(accountsApi.create, pots)
    const generous = { ...pots, name: 'Protea Pans', credit_limit: 1_000_000 }
    expect(await errorOf(seller.send(accountsApi.create, generous))).toMatchObject({ status: 403 })
    expect(await seller.send(accountsApi.change, { id, vat_number: '4987654321' })).toMatchObject({
      vat_number: '4987654321',
    })
    for (const [field, value] of [
      ['credit_limit', 100_000],
      ['current_rate_group_id', 2],
      ['is_on_hold', true],
    ] as const)
      expect(await errorOf(seller.send(accountsApi.change, { id, [field]: value })), field).toMatchObject({
        status: 403,
      })
  })

  it('drafts prices but cannot publish them, and reads zones but cannot add them', async () => {
    const { id } = (await seller.send(revisionsApi.list, {})).revisions[0] ?? { id: 0 }
    const draft = await seller.send(revisionsApi.create, { based_on_id: id, name: 'Tender' })
    expect(draft).toMatchObject({ status: 'draft' })
    expect(
      await statuses(seller, [
        ['POST', '/rates/revisions/publish', { id: draft.id }],
        ['GET', '/geofence/zones?kind=branches'],
        ['POST', '/geofence/zones', {}],
        ['GET', '/billing/invoices'],
        ['POST', '/billing/invoices/run', {}],
        ['GET', '/billing/transactions'],
        ['GET', '/reports'],
        ['GET', '/providers/settings'],
        ['GET', '/users'],
        ['GET', '/collection-requests'],
      ]),
    ).toEqual({
      'POST /rates/revisions/publish': 403,
      'GET /geofence/zones': 200,
      'POST /geofence/zones': 403,
      'GET /billing/invoices': 200,
      'POST /billing/invoices/run': 403,
      'GET /billing/transactions': 403,
      'GET /reports': 200,
      'GET /providers/settings': 403,
      'GET /users': 403,
      'GET /collection-requests': 403,
    })
  })
})

describe('back-office POD role', () => {
  it('adds proofs of delivery to shipments, changes nothing else and sees no prices', async () => {
    const clerk = await p.user(idOf('Back-office POD'))
    const { id } = await p.given.shipment({ account_id, status: 'out-for-delivery' })
    await clerk.send(shipmentsApi.addPod, {
      shipment_id: id,
      message: 'Signed slip',
      name: 'Naledi',
      image_files: [{ file_name: 'slip.png', data: png }],
    })
    const { shipments } = await clerk.send(shipmentsApi.list, { id: [id] })
    expect(shipments[0]).toMatchObject({ status: 'delivered', rate: null })
    expect(
      await statuses(clerk, [
        ['POST', '/shipments', booking({ account_id })],
        ['PATCH', '/shipments', { id }],
        ['POST', '/shipments/cancel', { id }],
        ['GET', '/accounts'],
        ['GET', '/billing/transactions'],
        ['POST', '/reports', {}],
      ]),
    ).toEqual({
      'POST /shipments': 403,
      'PATCH /shipments': 403,
      'POST /shipments/cancel': 403,
      'GET /accounts': 403,
      'GET /billing/transactions': 403,
      'POST /reports': 403,
    })
  })
})

describe('read-only auditor role', () => {
  it('has no permission that changes company data', () => {
    const { permissions = [] } = starter_roles.find(({ name }) => name === 'Read-only auditor') ?? {}
    const changing = grantedBy(permissions).flatMap(({ name }) =>
      /^API_.*:(POST|PATCH|DELETE)$/.test(name) ? [name] : [],
    )
    // These permissions change no company data: they request prices and places and update the user's own inbox.
    expect(changing.toSorted()).toEqual([
      'API_/geocode:POST',
      'API_/inbox:PATCH',
      'API_/rates/opt-in:POST',
      'API_/rates:POST',
    ])
    expect(
      permissions.filter((name) =>
        /_(edit|override|force|cancel|transaction|publish|assign|manage)_/.test(name),
      ),
    ).toEqual([])
  })

  it('reads money, accounts, users, settings and the audit trail, and gets 403 for changes', async () => {
    const auditor = await p.user(idOf('Read-only auditor'))
    const { id, rate } = await p.given.shipment({ account_id })
    expect((await auditor.send(shipmentsApi.list, { id: [id] })).shipments[0]?.rate).toBe(rate)
    const read = [
      '/billing/transactions',
      '/billing/invoices',
      '/accounts',
      '/users',
      '/roles',
      '/providers/settings',
      '/rates/revisions',
      '/reports',
      '/claims',
      '/ops-dashboard',
      '/interhub-transfers',
      '/geofence/zones?kind=drivers',
      `/audit/events?type=shipment&object_id=${id}`,
    ]
    const found = await statuses(
      auditor,
      read.map((url) => ['GET', url] as const),
    )
    expect(Object.entries(found).filter(([, status]) => status !== 200)).toEqual([])
    expect((await auditor.http('POST', '/shipments/cancel', { id, message: 'x' })).status).toBe(403)
    expect((await auditor.http('POST', '/providers/settings', { settings: [] })).status).toBe(403)
  })
})
