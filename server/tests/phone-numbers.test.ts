import { accountsApi } from '@waybill/domain/accounts/api'
import { collectionsApi } from '@waybill/domain/collections/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import { e164, phoneSentence } from '@waybill/domain/kit/contacts/phone-number'
import { searchApi } from '@waybill/domain/search/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { booking, newProvider, type Caller, type Reply, type TestProvider } from '../dev/test-kit/provider.ts'

/** Phone numbers: validation at every endpoint that accepts them, and search. */

let p: TestProvider
let staff: Caller
let account_id: number

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  account_id = (await p.given.account()).id
})

/** A Monday about two months ahead, so that today's cut-off times do not matter. */
const monday = (() => {
  const start = daysAfter(dayOf(new Date()), 60)
  return daysAfter(start, (8 - new Date(`${start}T00:00:00Z`).getUTCDay()) % 7)
})()

const messageOf = ({ body }: Reply) => (body as { message: string }).message

describe('invalid phone numbers', () => {
  it.each(['hello', '123', '082 333', '0000000000', '+999 12 345 6789'])(
    '[FMT-001] a booking with %s is rejected for staff and API keys',
    async (mobileNumber) => {
      const message = phoneSentence('The delivery mobile number')
      const body = {
        ...booking({ account_id }),
        delivery_contact: { name: 'Naledi', mobile_number: mobileNumber },
      }
      for (const caller of [staff, await p.apiKey(account_id)]) {
        const reply = await caller.http('POST', '/shipments', body)
        expect([reply.status, messageOf(reply)]).toEqual([400, message])
        expect(reply.body).toMatchObject({ errors: [{ field: 'delivery_contact.mobile_number', message }] })
      }
    },
  )

  it('[FMT-001] are rejected on a change, except a number that is already stored', async () => {
    const { id } = await p.given.shipment({ account_id })
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('shipment')
        .set({ delivery_contact: JSON.stringify({ name: 'Naledi', mobile_number: '082 333', email: '' }) })
        .where('id', '=', id)
        .execute(),
    )
    const to = (contact: object) => staff.http('PATCH', '/shipments', { id, delivery_contact: contact })
    expect((await to({ name: 'Naledi M', mobile_number: '082 333' })).status).toBe(200)
    const refused = await to({ name: 'Naledi M', mobile_number: '082 334' })
    expect([refused.status, messageOf(refused)]).toEqual([400, phoneSentence('The delivery mobile number')])
  })

  it('[FMT-001] are rejected in new and changed address book entries', async () => {
    const { collection_address } = booking()
    const entry = { account_id, name: 'Depot', address: collection_address, mobile_number: 'hello' }
    const refused = await staff.http('POST', '/accounts/address-books', entry)
    expect([refused.status, messageOf(refused)]).toEqual([400, phoneSentence('The mobile number')])
    const made = await staff.send(accountsApi.saveAddress, {
      ...entry,
      mobile_number: '082 123 4567',
    })
    expect(
      (await staff.http('PATCH', '/accounts/address-books', { id: made.id, mobile_number: '123' })).status,
    ).toBe(400)
  })
})

describe('phone numbers in formats produced by software', () => {
  it.each([
    '821234567',
    821234567,
    '27821234567',
    '821234567.0',
    '\u202a+27 (0)82 123 4567\u202c',
    '０８２１２３４５６７',
  ])(
    '[FMT-001] %s is accepted as the same number in bookings, address book and accounts',
    async (mobileNumber) => {
      const key = await p.apiKey(account_id)
      const own = await p.given.account()
      const contact = {
        name: 'Naledi',
        mobile_number: mobileNumber,
        alternative_contact_number: mobileNumber,
      }
      const { collection_address: address } = booking()
      const { account_id: _account, ...sent } = booking()
      const stored = await Promise.all([
        key.http('POST', '/shipments', { ...sent, delivery_contact: contact }),
        staff.http('POST', '/accounts/address-books', {
          account_id,
          name: 'Depot',
          address,
          mobile_number: mobileNumber,
        }),
        staff.http('PATCH', '/accounts', { id: own.id, billing_contact: contact }),
      ])
      expect(stored.map(({ status }) => status)).toEqual([200, 200, 200])
      const numbers = JSON.stringify(stored.map(({ body }) => body)).matchAll(
        /"(?:mobile_number|alternative_contact_number)":"([^"]+)"/g,
      )
      const read = [...numbers].flatMap(([, number = '']) => e164(number) ?? number)
      expect(read.filter((number) => number === '+27821234567')).toHaveLength(4)
    },
  )
})

describe('phone number search', () => {
  const spellings = [
    '+27 82 725 3275',
    '082 725 3275',
    '+27827253275',
    '0827253275',
    '27827253275',
    '(082) 725-3275',
  ]

  it.each(['+27827253275', '082 725 3275'])(
    'finds a number stored as %s by every other spelling',
    async (typed) => {
      const own = await p.given.account()
      const contact = { name: 'Naledi', mobile_number: typed, email: 'naledi@example.com' }
      await staff.send(accountsApi.change, { id: own.id, billing_contact: contact })
      const shipment = await p.given.shipment({ account_id: own.id, delivery_contact: contact })
      const { collection_address: address } = booking()
      const request = await staff.send(collectionsApi.create, {
        account_id: own.id,
        address,
        contact,
        date: monday,
        expected_parcels: 1,
        expected_kg: 2,
      })
      for (const search of spellings) {
        const found = await staff.send(shipmentsApi.rows, { search })
        expect(
          found.shipments.map(({ id }) => id),
          search,
        ).toContain(shipment.id)
        const accounts = await staff.send(accountsApi.list, { search })
        expect(
          accounts.accounts.map(({ id }) => id),
          search,
        ).toContain(own.id)
        const requests = await staff.send(collectionsApi.list, { search })
        expect(
          requests.collection_requests.map(({ id }) => id),
          search,
        ).toContain(request.id)
        expect(await staff.send(searchApi.navSearch, { search_query: search }), search).toMatchObject({
          type: 'shipment',
          data: { id: shipment.id },
        })
      }
      const stranger = await p.owner()
      for (const search of spellings)
        expect(
          (await stranger.http('GET', `/ui/nav-search?search_query=${encodeURIComponent(search)}`)).status,
        ).toBe(404)
    },
  )

  it('finds a number by its beginning, and prefers a customer reference with the same digits', async () => {
    const contact = { name: 'Thabo', mobile_number: '+27 83 111 2299' }
    const shipment = await p.given.shipment({ account_id, delivery_contact: contact })
    const rows = await staff.send(shipmentsApi.rows, { search: '083 111 22' })
    expect(rows.shipments.map(({ id }) => id)).toEqual([shipment.id])
    const named = await p.given.shipment({ account_id, customer_reference: '0831112299' })
    const hit = await staff.send(searchApi.navSearch, { search_query: '0831112299' })
    expect(hit.data.id).toBe(named.id)
  })
})
