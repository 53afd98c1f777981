import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { Shipment } from '@waybill/domain/shipments/model'
import { beforeAll, expect, it } from 'vitest'
import { booking, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { readShipmentRows } from '../store.ts'
import { presentShipments, type ShipmentField } from './present-shipment.ts'

const names = Object.keys(Shipment.shape) as ShipmentField[]

let p: TestProvider
let staff: Caller
let owner: Caller
let clerk: Caller
/** A booking with tags, notes, charges and a hold; and one whose parcels are all cancelled. */
let ids: number[]

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  const { id: accountId } = await p.given.account()
  owner = await p.owner(accountId)
  clerk = await p.user(role_ids.account_user_no_billing, { account_id: accountId })
  const held = await staff.send(
    shipmentsApi.create,
    booking({ account_id: accountId, customer_reference: 'PO-1', custom_tracking_reference: 'SPARSE-0001' }),
  )
  await staff.send(shipmentsApi.addTags, { id: [held.id], tags: ['fragile'] })
  await staff.send(shipmentsApi.addNote, { id: held.id, message: 'Call first', type: 'internal' })
  await staff.send(shipmentsApi.hold, { id: held.id, reason: 'Address unclear' })
  const without = await staff.send(shipmentsApi.create, booking({ account_id: accountId }))
  await p.inTransaction((ctx) =>
    ctx.db.updateTable('parcel').set({ status: 'cancelled' }).where('shipment_id', '=', without.id).execute(),
  )
  ids = [held.id, without.id]
})

type Fields = Record<string, unknown>

async function listed(caller: Caller, fields?: string): Promise<Fields[]> {
  const query = fields === undefined ? '' : `&fields=${fields}`
  const { status, body } = await caller.http('GET', `/shipments?id=${ids.join()}${query}`)
  expect([status, body]).toEqual([200, expect.objectContaining({ count: 2 })])
  return (body as { shipments: Fields[] }).shipments
}

const picked = (whole: readonly Fields[], name: string) =>
  whole.map((one) => (name in one ? { [name]: one[name] } : {}))

it('returns each field alone with the same value as in the whole shipment, for staff and for customers', async () => {
  for (const caller of [staff, owner]) {
    const whole = await listed(caller)
    expect(whole.map(({ status }) => status)).toContain('cancelled')
    for (const name of names) expect(await listed(caller, name), name).toEqual(picked(whole, name))
  }
})

it('returns several fields in the order of the shipment, of one shipment too', async () => {
  const [whole] = (await listed(staff)).filter(({ id }) => id === ids[0])
  const { body } = await staff.http('GET', '/shipments/SPARSE-0001?fields=status,id,tags')
  expect(JSON.stringify(body)).toBe(JSON.stringify({ id: ids[0], status: whole?.status, tags: ['fragile'] }))
  const { body: again } = await staff.http('GET', '/shipments/SPARSE-0001?fields=')
  expect(again).toEqual(whole)
})

it('hides the same fields from each viewer as in the whole shipment', async () => {
  const internal =
    'tags,status_before_hold,reschedule_reference,proof_of_delivery_pin,requires_action_note_count'
  const ofHeld = async (caller: Caller, fields: string) =>
    (await caller.http('GET', `/shipments/SPARSE-0001?fields=${fields}`)).body as Fields
  expect(await ofHeld(staff, internal)).toMatchObject({
    tags: ['fragile'],
    status_before_hold: 'collection-unassigned',
  })
  expect(await ofHeld(owner, internal)).toEqual({ requires_action_note_count: 0 })
  const money = 'rate,original_rate,previous_rate,rates'
  expect((await ofHeld(owner, money)).rates).not.toEqual([])
  expect(await ofHeld(clerk, money)).toEqual({
    rate: null,
    original_rate: null,
    previous_rate: null,
    rates: [],
  })
})

it('rejects an unknown field with 400 and the names of all fields', async () => {
  for (const path of ['/shipments?', `/shipments/${ids[0]}?`])
    expect(await staff.http('GET', `${path}fields=id,colour`)).toMatchObject({
      status: 400,
      body: {
        message: `Fields must be one of ${names.join(', ')}.`,
        errors: [{ field: 'fields.1', message: expect.stringContaining('must be one of id, ') as string }],
      },
    })
})

it.each<[number, ShipmentField[]]>([
  [0, ['id', 'tracking_reference', 'customer_reference', 'delivery_contact', 'rate', 'current_branch_id']],
  [1, ['status', 'tracking_info']],
  [1, ['status', 'parcels']],
  [1, ['rates']],
  [1, ['collection_address', 'delivery_address']],
  [1, ['total_note_count']],
  [1, ['account']],
])('makes %i queries beside the shipments for %j', async (expected, fields) => {
  const made = await p.inTransaction(async (ctx) => {
    const rows = await readShipmentRows(ctx, ids)
    let queries = 0
    const db = ctx.db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    await presentShipments({ ...ctx, db }, rows, fields)
    return queries
  })
  expect(made).toBe(expected)
})
