import { describe, expect, it } from 'vitest'
import { empty_address } from '@waybill/domain/accounts/address'
import type { Shipment } from '@waybill/domain/shipments/model'
import { newRow } from '../new/parcels/parcel-rows.ts'
import { dayProblems, editPatch, editValues, fieldOf, mergeEdits, type EditValues } from './edit-values.ts'

const address = {
  ...empty_address,
  street_address: '31 Bath Avenue',
  local_area: 'Rosebank',
  city: 'Johannesburg',
}
const contact = (name: string) => ({ name, mobile_number: '+27821234567', email: `${name}@example.com` })
const parcel = (id: number, more: object = {}) => ({
  id,
  status: 'submitted',
  tracking_reference: `K7/${id}`,
  parcel_description: 'Books',
  packaging: 'Custom parcel',
  submitted_length_cm: 40,
  submitted_width_cm: 30,
  submitted_height_cm: 20,
  submitted_weight_kg: 3,
  ...more,
})

const shipment = {
  id: 7,
  version: 3,
  account_id: 1,
  short_tracking_reference: 'K7',
  time_created: new Date('2025-11-10T10:00:00+02:00'),
  collection_address: address,
  collection_contact: contact('Riaan'),
  collection_min_date: '2025-11-14',
  collection_after: '08:00',
  collection_before: '17:00',
  special_instructions_collection: '',
  delivery_address: address,
  delivery_contact: contact('Naledi'),
  delivery_min_date: '2025-11-18',
  delivery_after: '08:00',
  delivery_before: '17:00',
  special_instructions_delivery: '',
  customer_reference: 'PO-1',
  service_level_code: 'ECO',
  opt_in_rates: [],
  opt_in_time_based_rates: [],
  declared_value: 0,
  pod_method: 'grv',
  mute_notifications: false,
  invoice_trigger_shipment_status: 'collected',
  parcels: [parcel(1), parcel(2), parcel(3, { status: 'cancelled' })],
} as unknown as Shipment

const base = editValues(shipment)
const named = { id: 7, version: 3 }
const now = new Date('2025-11-14T10:00:00+02:00')

describe('request of a changed shipment', () => {
  it('[SHIP-072] has only the changed fields', () => {
    expect(editPatch(shipment, base)).toEqual(named)
    expect(editPatch(shipment, { ...base, service_level_code: 'OVN', declared_value: 5000 })).toEqual({
      ...named,
      service_level_code: 'OVN',
      declared_value: 5000,
    })
    expect(editPatch(shipment, { ...base, declared_value: null, customer_reference: '' })).toEqual({
      ...named,
      customer_reference: '',
    })
  })
  it('changes, adds and cancels parcels, and leaves out those that stay', () => {
    const [one = newRow(), two = newRow()] = base.parcels
    const heavier = { ...one, submitted_weight_kg: 4 }
    expect(editPatch(shipment, { ...base, parcels: [heavier] }).parcels).toEqual([
      { id: 2, status: 'cancelled' },
      expect.objectContaining({ id: 1, submitted_weight_kg: 4, parcel_description: 'Books' }),
    ])
    const added = { ...newRow(), submitted_weight_kg: 1 }
    const parcels = [one, two, added]
    expect(editPatch(shipment, { ...base, parcels }).parcels).toEqual([
      expect.objectContaining({ submitted_weight_kg: 1 }),
    ])
    const more = parcels.map((row) => (row.id === 2 ? { ...row, quantity: 3 } : row)).slice(0, 2)
    expect(editPatch(shipment, { ...base, parcels: more }).parcels?.map(({ id }) => id)).toEqual([
      undefined,
      undefined,
    ])
  })
  it('replaces an address by a pickup point, and a pickup point by an address', () => {
    const point = { delivery_pickup_point_id: 'CG1', delivery_pickup_point_provider: 'own' }
    expect(editPatch(shipment, { ...base, ...point })).toEqual({ ...named, ...point })
    const atPoint = { ...shipment, ...point }
    expect(editPatch(atPoint, { ...editValues(atPoint), delivery_pickup_point_id: '' })).toMatchObject({
      delivery_pickup_point_id: '',
      delivery_address: { street_address: '31 Bath Avenue' },
    })
  })
  it('removes a cost centre by an empty name', () => {
    const withCentre = { ...shipment, cost_center: { name: 'Sales' }, cost_center_id: 4 }
    expect(editPatch(withCentre, { ...editValues(withCentre), cost_center_id: null })).toEqual({
      ...named,
      cost_center: { name: '' },
    })
  })
  it('[SHIP-024] has the invoice trigger status when it has been changed', () => {
    expect(editPatch(shipment, { ...base, invoice_trigger: 'delivered' })).toEqual({
      ...named,
      invoice_trigger_shipment_status: 'delivered',
    })
  })
})

describe('paths of the form', () => {
  it.each([
    ['delivery_contact.email', 'delivery_contact'],
    ['collection_window', 'collection_after'],
    ['delivery_reason', 'delivery_rescheduled_reason'],
    ['parcels.0.quantity', 'parcels'],
    ['invoice_trigger', 'invoice_trigger_shipment_status'],
    ['idempotency_key', null],
  ])('%s belongs to the field %s', (path, field) => {
    expect(fieldOf(path)).toBe(field)
  })
})

describe('days and windows', () => {
  it('[SHIP-012] [SHIP-063] requires a reason for another day and sends it', () => {
    const later = { ...base, delivery_min_date: '2025-11-19' }
    expect(dayProblems(shipment, later, ['Weather'], now)).toEqual([
      { field: 'delivery_reason', message: 'Reason for requested date change is required.' },
    ])
    expect(dayProblems(shipment, later, [], now)).toEqual([])
    const explained = { ...later, delivery_reason: 'Weather' }
    expect(dayProblems(shipment, explained, ['Weather'], now)).toEqual([])
    expect(editPatch(shipment, explained)).toEqual({
      ...named,
      delivery_min_date: '2025-11-19',
      delivery_rescheduled_reason: 'Weather',
    })
    const words = { ...base, special_instructions_delivery: 'Ring twice' }
    expect(dayProblems(shipment, words, ['Weather'], now)).toEqual([])
  })
  it('rejects a changed day or window that has passed and ignores unchanged ones', () => {
    const evening = new Date('2025-11-18T20:40:00+02:00')
    const problems = (more: Partial<EditValues>) => dayProblems(shipment, { ...base, ...more }, [], evening)
    expect(problems({})).toEqual([])
    expect(problems({ delivery_min_date: '2025-11-17' })).toEqual([
      { field: 'delivery_min_date', message: 'This day has passed. Choose a later one.' },
    ])
    expect(problems({ delivery_window: { from: '08:00', to: '16:00' } })).toEqual([
      {
        field: 'delivery_window',
        message: 'It is 20:40 and this window has ended. Choose a later time or another day.',
      },
    ])
    expect(problems({ delivery_window: { from: '20:00', to: '21:00' } })).toEqual([])
  })
  it('[SHIP-061] [SHIP-062] reports a window that ends before it starts with the message of the shipment checks', () => {
    const turned = { from: '17:00', to: '08:00' }
    const values = { ...base, collection_window: turned, delivery_window: turned }
    expect(dayProblems(shipment, values, [], now).map(({ message }) => message)).toEqual([
      'The "collection to" time cannot be earlier than the "collection from" time',
      'The "delivery to" time cannot be earlier than the "delivery from" time',
    ])
  })
})

describe('merging with the change of another user', () => {
  it('reports a conflict only for fields that both changed to different values and takes over the other changes', () => {
    const mine = { ...base, special_instructions_delivery: 'Ring twice', service_level_code: 'OVN' }
    const theirs = {
      ...base,
      special_instructions_delivery: 'Use the gate',
      customer_reference: 'PO-2',
      service_level_code: 'OVN',
    }
    const { merged, conflicts } = mergeEdits(base, mine, theirs)
    expect(conflicts).toEqual([
      { key: 'special_instructions_delivery', mine: 'Ring twice', theirs: 'Use the gate' },
    ])
    expect(merged.customer_reference).toBe('PO-2')
    expect(merged.special_instructions_delivery).toBe('Ring twice')
  })
  it('merges a contact whose parts two users changed, unless they changed the same part', () => {
    const mine = { ...base, delivery_contact: { ...base.delivery_contact, name: 'Thabo' } }
    const theirs = { ...base, delivery_contact: { ...base.delivery_contact, email: 'new@example.com' } }
    expect(mergeEdits(base, mine, theirs)).toMatchObject({
      conflicts: [],
      merged: { delivery_contact: { name: 'Thabo', email: 'new@example.com' } },
    })
    const both = { ...base, delivery_contact: { ...base.delivery_contact, name: 'Lerato' } }
    expect(mergeEdits(base, mine, both).conflicts).toEqual([
      {
        key: 'delivery_contact',
        mine: 'Thabo, +27821234567, Naledi@example.com',
        theirs: 'Lerato, +27821234567, Naledi@example.com',
      },
    ])
  })
  it('formats windows, parcels, money and emptied texts in conflicts', () => {
    const mine = {
      ...base,
      delivery_window: { from: '12:00', to: '15:00' },
      customer_reference: '',
      declared_value: 5000,
      parcels: [],
    }
    const theirs = {
      ...base,
      delivery_window: { from: '08:00', to: '10:00' },
      customer_reference: 'PO-9',
      declared_value: 7000,
      parcels: base.parcels.slice(0, 1),
    }
    const texts = mergeEdits(base, mine, theirs).conflicts.map(({ mine: left, theirs: right }) => [
      left,
      right,
    ])
    expect(texts).toEqual([
      ['12:00–15:00', '08:00–10:00'],
      ['None', 'Books, 3 kg'],
      ['R 50.00', 'R 70.00'],
      ['Empty', 'PO-9'],
    ])
  })
})
