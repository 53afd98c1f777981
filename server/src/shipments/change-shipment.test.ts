import { billingApi } from '@waybill/domain/billing/api'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { role_ids, systemActor, type Actor } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { fieldsFor, type ShipmentField } from '@waybill/domain/shipments/booking/editable-fields'
import type { ShipmentPatch } from '@waybill/domain/shipments/model'
import { shipment_statuses } from '@waybill/domain/shipments/statuses/status'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  ApiError,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
let owner: Caller
let account_id: number
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  account_id = (await p.given.account()).id
  owner = await p.owner(account_id)
})

const contact = { name: 'Zanele', mobile_number: '0829876543', email: 'zanele@example.com' }
const sea_point = address('10 Beach Road', 'Sea Point', 'Cape Town', '8005', 'WC')

/** A valid value for every field. */
const values: Required<Pick<ShipmentPatch, ShipmentField>> = {
  collection_address: sea_point,
  collection_contact: contact,
  collection_address_book_id: 1,
  collection_pickup_point_id: '',
  collection_pickup_point_provider: '',
  collection_min_date: '2026-03-16',
  collection_after: '09:00',
  collection_before: '15:00',
  collection_rescheduled_reason: 'Closed',
  special_instructions_collection: 'Gate 3',
  delivery_address: sea_point,
  delivery_contact: contact,
  delivery_address_book_id: 1,
  delivery_pickup_point_id: '',
  delivery_pickup_point_provider: '',
  delivery_min_date: '2026-03-18',
  delivery_after: '09:00',
  delivery_before: '15:00',
  delivery_rescheduled_reason: 'Closed',
  special_instructions_delivery: 'Ring twice',
  due_date: '2026-03-20',
  parcels: [
    { submitted_length_cm: 20, submitted_width_cm: 20, submitted_height_cm: 20, submitted_weight_kg: 2 },
  ],
  service_level_code: 'OVN',
  service_level_id: 1,
  opt_in_rates: [],
  opt_in_time_based_rates: [],
  declared_value: 10_000,
  cod_amount: 450_00,
  pod_method: 'grv',
  customer_reference: 'PO 9',
  customer_reference_name: 'Order',
  custom_tracking_reference: 'MINE1',
  cost_center: { name: 'Marketing' },
  cost_center_id: 1,
  billing_contact: contact,
  responsible_contact: contact,
  mute_notifications: true,
  collection_agent_id: '',
  delivery_agent_id: '',
  disable_new_charges: false,
  invoice_trigger_shipment_status: 'delivered',
}
const fields = Object.keys(values) as ShipmentField[]

describe('who may change a field of a shipment', () => {
  const actorOf = (role: number, own: number | null): Actor => ({
    ...systemActor(p.provider_id),
    kind: 'user',
    role_id: role,
    account_id: own,
    permissions: starter_roles.find(({ id }) => id === role)?.permissions ?? [],
  })
  /** Returns the fields that the server names as closed when a change has all of them. */
  const closedFor = async (caller: Caller, id: number, patch: Partial<ShipmentPatch>) => {
    try {
      await caller.send(shipmentsApi.previewChange, { id, ...patch })
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      const { message, errors = [] } = thrown.body
      if (message === 'A cancelled shipment cannot be changed.') return fields
      return errors
        .filter((one) => / can no longer be changed|may not |waits at a pickup point/.test(one.message))
        .map(({ field }) => field)
    }
    return []
  }

  it('[SHIP-087] [SHIP-088] [SHIP-089] is answered by the server as the table of fields says, for every status, role and field', async () => {
    const { id } = await p.given.shipment({ account_id })
    const roles = [
      [owner, actorOf(role_ids.account_owner, account_id)],
      [staff, actorOf(role_ids.administrator, null)],
      [await p.user(12), actorOf(12, null)],
    ] as const
    for (const status of shipment_statuses) {
      if (status === 'quote' || status === 'quote-expired') continue
      for (const isInvoiced of status === 'delivered' ? [false, true] : [false]) {
        await p.inTransaction((ctx) =>
          ctx.db
            .updateTable('shipment')
            .set({ status, has_been_invoiced: isInvoiced, collected_date: null })
            .where('id', '=', id)
            .execute(),
        )
        for (const [caller, actor] of roles) {
          const table = fieldsFor(
            actor,
            { status, collected_date: null, has_been_invoiced: isInvoiced },
            false,
          )
          const closed = fields.filter((field) => table[field] !== true)
          const what = `${status} ${actor.role_id}`
          // A change of open fields only must not be rejected for a field, so all of them are sent only with a closed one.
          if (closed.length > 0)
            expect((await closedFor(caller, id, values)).toSorted(), what).toEqual(closed.toSorted())
          const [open] = fc.sample(fc.constantFrom(...fields), 40).filter((field) => table[field] === true)
          if (open)
            expect(await closedFor(caller, id, { [open]: values[open] }), `${what} ${open}`).toEqual([])
        }
      }
    }
  }, 120_000)
})

describe('change of a booking', () => {
  const eventsOf = async (id: number, by = staff) => (await by.send(shipmentsApi.detail, { id })).events
  const entries = async () =>
    (await staff.send(billingApi.transactions, { account_id, limit: 100 })).transactions.length

  it('[SHIP-089] gives in every preview what the same change then stores, for any set of fields', async () => {
    const { id } = await p.given.shipment({ account_id })
    const patches = fc.sample(
      fc.record(
        {
          service_level_code: fc.constantFrom('ECO', 'OVN'),
          delivery_address: fc.constantFrom(
            sea_point,
            address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
          ),
          declared_value: fc.integer({ min: 0, max: 200_000 }),
          parcels: fc.constant(values.parcels),
          pod_method: fc.constantFrom('grv' as const, 'pin-with-fallback' as const),
          customer_reference: fc.constantFrom('PO 1', 'PO 2'),
        },
        { requiredKeys: [] },
      ),
      12,
    )
    for (const patch of patches) {
      const rejection = await errorOf(staff.send(shipmentsApi.previewChange, { id, ...patch }))
      if (rejection.status !== 200) {
        expect(await errorOf(staff.send(shipmentsApi.change, { id, ...patch }))).toEqual(rejection)
        continue
      }
      const { before, after } = await staff.send(shipmentsApi.previewChange, { id, ...patch })
      expect(await staff.send(shipmentsApi.one, { id: String(id) })).toEqual(before)
      const stored = await staff.send(shipmentsApi.change, { id, ...patch })
      const comparable = ({ rates, parcels, time_modified: _time, ...rest }: typeof after) => ({
        ...rest,
        // A new address has another id and another time.
        delivery_address: { ...rest.delivery_address, id: 0, time_created: null, time_modified: null },
        delivery_address_id: 0,
        rates: rates.map(({ type, name, value }) => ({ type, name, value })),
        parcels: parcels.map(({ tracking_reference, submitted_weight_kg }) => [
          tracking_reference,
          submitted_weight_kg,
        ]),
      })
      expect(comparable(stored)).toEqual(comparable(after))
    }
  })

  it('[SHIP-072] adds one event that says what changed, with the prices only for those who may see them', async () => {
    const made = await p.given.shipment({ account_id })
    const before = await eventsOf(made.id)
    const entriesBefore = await entries()
    const { rate } = await staff.send(shipmentsApi.change, {
      id: made.id,
      service_level_code: 'OVN',
      customer_reference: 'PO 7',
    })
    const added = (await eventsOf(made.id)).filter(({ id }) => !before.some((one) => one.id === id))
    expect(added.map(({ status }) => status)).toEqual(['booking-changed'])
    const price = (cents: number | null) => `R ${((cents ?? 0) / 100).toFixed(2)}`
    expect(added[0]?.message).toBe(
      `Service level changed from ${made.service_level_name} to Overnight, customer reference changed from none to PO 7; price ${price(made.rate)} → ${price(rate)}.`,
    )
    expect(await entries()).toBeGreaterThan(entriesBefore)
    const operator = await p.user(12)
    const theirs = (await eventsOf(made.id, operator)).find(({ status }) => status === 'booking-changed')
    expect(theirs?.message).toBe(
      `Service level changed from ${made.service_level_name} to Overnight, customer reference changed from none to PO 7.`,
    )
    expect((await eventsOf(made.id, owner)).map(({ status }) => status)).not.toContain('booking-changed')
  })

  it('marks printed labels as outdated when a change makes them wrong, until they are printed again', async () => {
    const { id, tracking_reference } = await p.given.shipment({ account_id })
    const isOutdated = async () => (await staff.send(shipmentsApi.detail, { id })).label_outdated
    const move = { id, special_instructions_delivery: 'Gate 9' }
    expect((await staff.send(shipmentsApi.previewChange, move)).labels).toEqual([])
    await staff.send(shipmentsApi.batchLabel, { ids: [id], format: 'pdf', kind: 'waybill' })
    expect((await staff.send(shipmentsApi.previewChange, move)).labels).toEqual([`${tracking_reference}/1`])
    expect(await isOutdated()).toBe(false)
    await staff.send(shipmentsApi.change, { id, customer_reference_name: 'Order' })
    expect(await isOutdated()).toBe(false)
    const { version } = await staff.send(shipmentsApi.change, move)
    expect(await isOutdated()).toBe(true)
    await staff.send(shipmentsApi.batchLabel, { ids: [id], format: 'pdf', kind: 'waybill' })
    expect(await isOutdated()).toBe(false)
    expect((await staff.send(shipmentsApi.one, { id: String(id) })).version).toBe(version)
  })

  it('previews the messages about a new delivery day, and none once messages are off', async () => {
    const { id } = await p.given.shipment({ account_id })
    const day = { id, delivery_min_date: '2099-03-02', delivery_rescheduled_reason: 'Receiver away' }
    expect((await staff.send(shipmentsApi.previewChange, day)).messages).toEqual([
      'Naledi Mokoena gets an email and an SMS about the new day or time of the delivery.',
    ])
    await staff.send(shipmentsApi.change, { id, mute_notifications: true })
    expect((await staff.send(shipmentsApi.previewChange, day)).messages).toEqual([])
  })

  it('[SHIP-044] rejects a second parcel for a pickup point, whichever of the two is sent', async () => {
    const { id } = await p.given.shipment({ account_id })
    await staff.send(shipmentsApi.change, { id, parcels: values.parcels })
    await p.inTransaction((ctx) =>
      ctx.db.updateTable('shipment').set({ delivery_pickup_point_id: 'CG1' }).where('id', '=', id).execute(),
    )
    expect(await errorOf(staff.send(shipmentsApi.change, { id, parcels: values.parcels }))).toEqual({
      status: 400,
      message: 'Pickup point shipments can only have one parcel.',
    })
  })

  it('stores the responsible and the billing contact', async () => {
    const { id } = await p.given.shipment({ account_id })
    const changed = await staff.send(shipmentsApi.change, {
      id,
      responsible_contact: contact,
      billing_contact: { email: 'pay@example.com' },
    })
    expect(changed.responsible_contact).toMatchObject(contact)
    expect(changed.billing_contact).toMatchObject({ email: 'pay@example.com' })
  })

  it('rejects a service level that cannot be priced because no new charges are calculated', async () => {
    const { id } = await p.given.shipment({ account_id })
    await staff.send(shipmentsApi.change, { id, disable_new_charges: true })
    expect(await errorOf(staff.send(shipmentsApi.change, { id, service_level_code: 'OVN' }))).toEqual({
      status: 400,
      message: 'New charges are switched off for this shipment.',
    })
  })
})
