import { describe, expect, it } from 'vitest'
import { hasPermission, isStaff, role_ids, systemActor, type Actor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import { hasBeenCollected, shipment_statuses, waitsAtPoint } from '../statuses/status.ts'
import { field_table, fieldsFor, mayChange, type ShipmentField } from './editable-fields.ts'
import { ShipmentPatch } from './shipment-input.ts'

const staff = (...permissions: string[]): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: role_ids.administrator,
  permissions,
})
const customer: Actor = { ...staff(), role_id: role_ids.account_user, account_id: 7 }
const guest: Actor = { ...staff(), kind: 'guest', role_id: role_ids.guest }

describe('shipment change permission', () => {
  const before = { status: 'collection-assigned', collected_date: null } as const
  const after = { status: 'collected', collected_date: new Date(0) } as const
  it('[SHIP-087] rejects customer changes to a cancelled shipment and allows staff changes', () => {
    expect(
      reasonOf(mayChange(customer, { ...before, status: 'cancelled' }, { customer_reference: 'x' }, false)),
    ).toBe('A cancelled shipment cannot be changed.')
    expect(mayChange(staff(), { ...before, status: 'cancelled' }, { customer_reference: 'x' }, false)).toBe(
      true,
    )
  })
  it('lets nobody send a parcel elsewhere while it waits at a pickup point', () => {
    const waiting = { status: 'ready-for-pickup', collected_date: new Date(0) } as const
    for (const actor of [staff(), customer])
      for (const patch of [
        { delivery_pickup_point_id: 'K1' },
        { delivery_pickup_point_provider: 'own' as const },
      ])
        expect(mayChange(actor, waiting, patch, true)).toMatchObject({ kind: 'wrong_state' })
    expect(
      mayChange(staff(), { ...waiting, status: 'returned-to-hub' }, { delivery_pickup_point_id: 'K1' }, true),
    ).toBe(true)
  })
  it('[SHIP-088] [SHIP-089] lets customers change their own fields, and fewer fields after collection', () => {
    expect(mayChange(customer, before, { collection_after: '08:00', declared_value: 100 }, false)).toBe(true)
    expect(mayChange(customer, before, { collection_agent_id: 'thandi' }, false)).not.toBe(true)
    expect(mayChange(customer, after, { delivery_contact: {}, customer_reference: 'x' }, false)).toBe(true)
    expect(reasonOf(mayChange(customer, after, { collection_after: '08:00' }, false))).toBe(
      'After collection the collection window can no longer be changed. Please contact us.',
    )
    expect(mayChange(customer, after, { collection_after: '08:00' }, true)).toBe(true)
    expect(mayChange(staff(), after, { collection_agent_id: 'thandi' }, false)).toBe(true)
  })
  it('[SHIP-087] [SHIP-088] [SHIP-089] allows customers the listed fields before and after collection, and none once cancelled or delivered', () => {
    const naming = [
      'id',
      'tracking_reference',
      'account_id',
      'version',
      'status',
      'metadata',
      'time_modified',
      'assign_anyway',
    ]
    const ofStaff = [
      'billing_contact',
      'responsible_contact',
      'collection_agent_id',
      'delivery_agent_id',
      'disable_new_charges',
      'invoice_trigger_shipment_status',
    ]
    const alsoAfter = [
      'delivery_contact',
      'special_instructions_delivery',
      'customer_reference',
      'customer_reference_name',
    ]
    const onlyBefore = [
      'collection_address',
      'collection_contact',
      'collection_address_book_id',
      'collection_pickup_point_id',
      'collection_pickup_point_provider',
      'delivery_address',
      'delivery_address_book_id',
      'delivery_pickup_point_id',
      'delivery_pickup_point_provider',
      'collection_min_date',
      'collection_after',
      'collection_before',
      'delivery_min_date',
      'delivery_after',
      'delivery_before',
      'due_date',
      'collection_rescheduled_reason',
      'delivery_rescheduled_reason',
      'special_instructions_collection',
      'custom_tracking_reference',
      'cost_center',
      'cost_center_id',
      'parcels',
      'service_level_code',
      'service_level_id',
      'opt_in_rates',
      'opt_in_time_based_rates',
      'declared_value',
      'cod_amount',
      'pod_method',
      'mute_notifications',
    ]
    const fields = Object.keys(ShipmentPatch.shape).filter((field) => !naming.includes(field))
    expect(fields.toSorted()).toEqual([...ofStaff, ...alsoAfter, ...onlyBefore].toSorted())
    const open = (shipment: Parameters<typeof mayChange>[1], isAllowedLater: boolean) =>
      fields.filter((field) => mayChange(customer, shipment, { [field]: 'x' }, isAllowedLater) === true)
    const theirs = [...alsoAfter, ...onlyBefore].toSorted()
    for (const isAllowedLater of [false, true]) {
      expect(open(before, isAllowedLater).toSorted()).toEqual(theirs)
      expect(open(after, isAllowedLater).toSorted()).toEqual(isAllowedLater ? theirs : alsoAfter.toSorted())
      for (const status of ['cancelled', 'delivered'] as const)
        for (const shipment of [before, after])
          expect(open({ ...shipment, status }, isAllowedLater), status).toEqual([])
    }
  })
  it('requires a permission of staff to change the service level after collection', () => {
    expect(mayChange(staff(), after, { service_level_code: 'OVN' }, false)).not.toBe(true)
    expect(
      mayChange(
        staff('INLINE_edit_service_level_after_collection'),
        after,
        { service_level_code: 'OVN' },
        false,
      ),
    ).toBe(true)
  })

  it('[SHIP-088] [SHIP-089] closes the service level, extras, cover and invoice status once invoiced, and the service level while no charges are calculated', () => {
    const closed = (more: object) =>
      Object.entries(fieldsFor(staff('*'), { ...before, ...more }, false))
        .filter(([, may]) => may !== true)
        .map(([field]) => field)
    const levels = ['service_level_code', 'service_level_id']
    expect(closed({})).toEqual([])
    expect(closed({ disable_new_charges: true })).toEqual(levels)
    expect(closed({ has_been_invoiced: true })).toEqual([
      ...levels,
      'opt_in_rates',
      'opt_in_time_based_rates',
      'declared_value',
      'invoice_trigger_shipment_status',
    ])
    expect(
      reasonOf(mayChange(customer, { ...before, has_been_invoiced: true }, { declared_value: 5 }, false)),
    ).toBe('This shipment has been invoiced. The declared value can no longer be changed.')
  })
  it('names every closed field of a change, with the reason for each', () => {
    const verdict = mayChange(
      customer,
      after,
      { collection_after: '08:00', delivery_contact: {}, disable_new_charges: true },
      false,
    )
    expect(verdict).toMatchObject({
      kind: 'wrong_state',
      fields: [{ field: 'collection_after' }, { field: 'disable_new_charges' }],
    })
  })
  it('gives guests no field in any status, and staff the custom reference only before collection', () => {
    for (const status of shipment_statuses)
      expect(
        Object.values(fieldsFor(guest, { status, collected_date: null }, true)).some((may) => may === true),
        status,
      ).toBe(false)
    expect(fieldsFor(staff('*'), before, false).custom_tracking_reference).toBe(true)
    expect(reasonOf(fieldsFor(staff('*'), after, false).custom_tracking_reference)).toBe(
      'After collection the custom tracking reference can no longer be changed.',
    )
  })
  it('[SHIP-087] [SHIP-088] [SHIP-089] decides every field in every status as its row of the table says', () => {
    const fields = Object.keys(field_table) as ShipmentField[]
    for (const status of shipment_statuses)
      for (const collectedOn of [null, new Date(0)]) {
        const shipment = { status, collected_date: collectedOn }
        const wasCollected = hasBeenCollected(shipment)
        const isClosed = status === 'cancelled' || status === 'delivered'
        for (const field of fields) {
          const [accountBefore, accountAfter, staffBefore, staffAfter, closedBy] = field_table[field]
          const expected = (actor: Actor): boolean => {
            if (closedBy === 'point' && waitsAtPoint(status)) return false
            const right = wasCollected ? staffAfter : staffBefore
            if (isStaff(actor)) return typeof right === 'string' ? hasPermission(actor, right) : right
            return !isClosed && (wasCollected ? accountAfter : accountBefore)
          }
          for (const actor of [customer, staff(), staff('*')])
            expect(fieldsFor(actor, shipment, false)[field] === true, `${status} ${field}`).toBe(
              expected(actor),
            )
        }
      }
  })
})
