import { collectionsApi } from '@waybill/domain/collections/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { callersApi } from '@waybill/domain/search/callers-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findNewestShipments } from '../shipments/index.ts'
import { address, errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})

const find = (text: string, by: Caller = clerk) => by.send(callersApi.find, { text })
const parcelsOf = async (text: string, by?: Caller) =>
  (await find(text, by)).shipments.rows.map(({ id, caller }) => [id, caller])

describe('callers', () => {
  it('finds the parcels of a receiver by every spelling of the number, part of the name, street, suburb and reference', async () => {
    const contact = { name: 'Nomvula Dube-Khoza', mobile_number: '+27 71 444 5566', email: 'nd@example.com' }
    const shipment = await p.given.shipment({
      delivery_contact: contact,
      delivery_address: address('77 Protea Crescent', 'Rosebank', 'Johannesburg', '2196', 'GP'),
      customer_reference: 'PO-88123',
    })
    const other = await p.given.shipment()
    for (const spelling of ['071 444 5566', '0714445566', '+27714445566', '27714445566', '(071) 444-5566'])
      expect(await parcelsOf(spelling), spelling).toEqual([[shipment.id, 'receiver']])
    for (const text of ['nomvula', 'KHOZA dube', 'dube-kho'])
      expect(await parcelsOf(text), text).toEqual([[shipment.id, 'receiver']])
    for (const text of [
      'protea',
      '77 Protea',
      'rosebank nomvula',
      shipment.short_tracking_reference,
      'PO-88123',
      '88123',
    ])
      expect(
        (await parcelsOf(text)).map(([id]) => id),
        text,
      ).toEqual([shipment.id])
    expect(await parcelsOf('nomvula rosebank zebra')).toEqual([])
    expect((await find(other.short_tracking_reference)).shipments.rows).toMatchObject([
      { id: other.id, delivery_name: 'Naledi Mokoena' },
    ])
  })

  it('finds a parcel by a reference that looks like a phone number, and its receiver by name and number together', async () => {
    const shipment = await p.given.shipment({
      delivery_contact: { name: 'Zodwa Ntuli', mobile_number: '0765557788', email: 'zn@example.com' },
      parcels: [
        {
          submitted_length_cm: 10,
          submitted_width_cm: 10,
          submitted_height_cm: 10,
          submitted_weight_kg: 1,
          alternative_tracking_reference: '0029991234',
        },
      ],
    })
    for (const text of ['0029991234', '002-999-1234'])
      expect(
        (await parcelsOf(text)).map(([id]) => id),
        text,
      ).toEqual([shipment.id])
    for (const text of ['Zodwa 076 555 7788', '076 555', '0765 ntuli'])
      expect(await parcelsOf(text), text).toEqual([[shipment.id, 'receiver']])
  })

  it('finds accounts by name, code and billing contact, and collection requests by contact, number and place', async () => {
    const account = await p.given.account({ name: 'Kgalagadi Traders' })
    const { id: requestId, display_id } = await clerk.send(collectionsApi.create, {
      account_id: account.id,
      address: address('9 Karee Street', 'Epping', 'Cape Town', '7460', 'WC'),
      contact: { name: 'Xolani Zwane', mobile_number: '0833334444', email: 'xz@example.com' },
      date: dayOf(new Date(Date.now() + 5 * day_ms)),
    })
    const found = await find('kgalagadi')
    expect(found.accounts).toMatchObject({
      rows: [{ id: account.id, account_code: account.account_code }],
      count: 1,
      has_more: false,
    })
    expect((await find(account.account_code)).accounts.rows.map(({ id }) => id)).toContain(account.id)
    for (const text of ['083 333 4444', 'zwane', 'karee', display_id])
      expect(
        (await find(text)).requests.rows.map(({ id }) => id),
        text,
      ).toEqual([requestId])
  })

  it('says that there are more than it shows, and shows the newest', async () => {
    const contact = { name: 'Wonderboom Depot', mobile_number: '0215551234', email: 'w@example.com' }
    const { id: newest } = await p.given.shipment({ delivery_contact: contact })
    const search = (text: string, numbers: { at_most: number; newest: number; max_indexed: number }) =>
      p.inTransaction(async (ctx) => {
        const { at_most: atMost, newest: recent, max_indexed: maxIndexed } = numbers
        const { rows } = await sql<{ ids: number[]; is_more: boolean }>`
          SELECT ids, is_more FROM find_newest_shipments(ARRAY[${text}], ${atMost}, ${recent}, ${maxIndexed})`.execute(
          ctx.db,
        )
        return rows[0]
      })
    await p.given.shipment({
      delivery_contact: { ...contact, name: 'Another Person' },
      customer_reference: 'wonderboom',
    })
    const second = await p.given.shipment({ delivery_contact: contact })
    const all = await search('wonderboom', { at_most: 10, newest: 100, max_indexed: 100 })
    expect(all?.is_more).toBe(false)
    expect(all?.ids).toHaveLength(3)
    expect(all?.ids[0]).toBe(second.id)
    expect(all?.ids.at(-1)).toBe(newest)
    expect(await search('wonderboom', { at_most: 2, newest: 100, max_indexed: 100 })).toEqual({
      ids: all?.ids.slice(0, 2),
      is_more: true,
    })
    // Only the newest text is read, and the index has more than the limit: the older ones are left out, and it says so.
    expect(await search('wonderboom', { at_most: 10, newest: 1, max_indexed: 2 })).toEqual({
      ids: [second.id],
      is_more: true,
    })
    // Beyond the newest texts, the index finds the others.
    expect(await search('wonderboom', { at_most: 10, newest: 1, max_indexed: 100 })).toEqual(all)
    expect(await search('100%', { at_most: 10, newest: 100, max_indexed: 100 })).toEqual({
      ids: [],
      is_more: false,
    })
  })

  it('searches collection requests for customer service, and names only what the user may list', async () => {
    const account = await p.given.account()
    const { id } = await clerk.send(collectionsApi.create, {
      account_id: account.id,
      address: address('3 Aloe Street', 'Epping', 'Cape Town', '7460', 'WC'),
      contact: { name: 'Thabiso Molefe', mobile_number: '0843334444', email: 'tm@example.com' },
      date: dayOf(new Date(Date.now() + 5 * day_ms)),
    })
    const customerService = await p.user(13)
    const found = await find('molefe', customerService)
    expect(found.requests.rows.map((row) => row.id)).toEqual([id])
    expect(found.searched).toEqual(['shipments', 'accounts', 'requests'])
    const kiosk = await find('molefe', await p.user(14))
    expect(kiosk).toMatchObject({ requests: { rows: [] }, searched: ['shipments', 'accounts'] })
  })

  it('asks for more of the text, and rejects customers; branch-limited staff find only their own', async () => {
    expect((await find('ab')).problem).toContain('at least 3 characters')
    const owner = await p.owner()
    expect((await errorOf(find('nomvula', owner))).status).toBe(403)
    const contact = { name: 'Branchless Person', mobile_number: '0790001111', email: 'b@example.com' }
    const { id } = await p.given.shipment({ delivery_contact: contact })
    const durban = await p.user(11, { branch_id: p.map.branches.DBN, limit_user_to_branch: true })
    expect(await parcelsOf('0790001111', durban)).toEqual([])
    expect((await parcelsOf('0790001111')).map(([one]) => one)).toEqual([id])
    expect((await clerk.send(shipmentsApi.rows, { search: 'branchless' })).count).toBe(1)
  })

  it('[PERM-050] counts only the parcels of a branch, so that newer ones of others do not hide them', async () => {
    const { DBN } = p.map.branches
    const contact = { name: 'Umhlanga Traders', mobile_number: '0315550001', email: 'u@example.com' }
    const { id: accountId } = await p.given.account({ branch_id: DBN })
    const own = await p.given.shipment({ account_id: accountId, delivery_contact: contact })
    for (let made = 0; made < 2; made++) await p.given.shipment({ delivery_contact: contact })
    const search = (newest: number, maxIndexed: number, isLimited: boolean) =>
      p.inTransaction((ctx) =>
        findNewestShipments(
          {
            ...ctx,
            actor: isLimited ? { ...ctx.actor, branch_id: DBN, limit_user_to_branch: true } : ctx.actor,
          },
          { words: ['umhlanga'], references: [] },
          20,
          { newest, max_indexed: maxIndexed, max_counted: 1 },
        ),
      )
    const onlyOwn = { ids: [own.id], count: 1, has_more: false }
    expect(await search(100, 100, true)).toEqual(onlyOwn)
    expect(await search(3, 2, true)).toEqual({ ...onlyOwn, has_more: true })
    expect(await search(100, 100, false)).toMatchObject({ count: 1, has_more: true })
    const durban = await p.user(11, { branch_id: DBN, limit_user_to_branch: true })
    expect((await find('umhlanga', durban)).shipments).toMatchObject({ count: 1, has_more: false })
    // A word that is frequent among the newest is not looked up in the index: the older parcel is left out.
    await p.given.shipment()
    expect(await search(3, 100, true)).toEqual({ ids: [], count: 0, has_more: true })
  })
})
