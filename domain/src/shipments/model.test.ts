import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AddressInput } from '../accounts/address.ts'
import { shipmentsApi } from './api.ts'
import { NewShipment, Parcel, Shipment, ShipmentPatch, provider_stub } from './model.ts'
import { duplicateOf, emptyShipment, returnOf } from './booking/prefilled-shipments.ts'

const at = new Date('2026-03-02T10:16:51.123Z')
const address = (id: number, type: 'business' | 'residential'): Shipment['collection_address'] => ({
  id,
  type,
  company: '',
  street_address: '1 Sample Road',
  local_area: 'Sampleville',
  city: 'Pretoria',
  code: '0001',
  zone: 'GP',
  country: 'South Africa',
  lat: -25.75,
  lng: 28.25,
  entered_address: '1 Sample Road, Sampleville',
  hash: '0'.repeat(32),
  gs_hash: null,
  geo_local_area: null,
  geo_city: null,
  time_created: at,
  time_modified: at,
})
const contact = (name: string) => ({
  provider_id: 1,
  shipment_id: 0,
  name,
  mobile_number: '',
  email: `${name}@example.com`,
})
const parcel = (id: number, status: Parcel['status']): Parcel => ({
  id,
  provider_id: 1,
  shipment_id: 4107,
  shipment: null,
  status,
  tracking_reference: `K7M2QX/${id}`,
  alternative_tracking_reference: '',
  packaging: 'Custom parcel',
  submitted_length_cm: 20,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
  actual_length_cm: 20,
  actual_width_cm: 20,
  actual_height_cm: 10,
  actual_weight_kg: 2,
  has_been_dimensioned: false,
  time_created: at,
  time_modified: at,
})

/** The shipment data that duplicating and returning use. */
const filled = {
  id: 4107,
  account_id: 7,
  short_tracking_reference: 'K7M2QX',
  custom_tracking_reference: 'SLXK7M2QX',
  service_level_code: 'ECO',
  service_level_id: 11,
  opt_in_rates: [3],
  opt_in_time_based_rates: [],
  declared_value: 110_000,
  cost_center: { name: 'Marketing' },
  cost_center_id: 5,
  pod_method: 'pin-with-fallback' as const,
  collection_address: address(61, 'business'),
  collection_contact: contact('dispatch'),
  collection_pickup_point_id: '',
  collection_pickup_point_provider: null,
  collection_after: '08:00',
  collection_before: '12:00',
  special_instructions_collection: 'Gate 3',
  delivery_address: address(62, 'residential'),
  delivery_contact: contact('receiver'),
  delivery_pickup_point_id: 'CG12',
  delivery_pickup_point_provider: 'tcg-locker',
  delivery_after: '09:00',
  delivery_before: '16:00',
  special_instructions_delivery: 'Ring the bell',
  responsible_contact: null,
  billing_contact: null,
  parcels: [parcel(1, 'delivered'), parcel(2, 'cancelled')],
}

describe('request and response formats', () => {
  it('omits empty optional fields of a parcel', () => {
    const sent = JSON.parse(JSON.stringify(z.encode(Parcel, parcel(1, 'at-hub')))) as Record<string, unknown>
    expect(sent).not.toHaveProperty('alternative_tracking_reference')
    expect(sent).not.toHaveProperty('parcel_description')
    expect(sent).toMatchObject({ shipment: null, time_created: '2026-03-02T10:16:51.123Z', status: 'at-hub' })
  })
  it('encodes money in Rand, days as local midnight and an unset date as the zero date', () => {
    const { rate, collection_min_date, deleted_date, custom_tracking_reference } = Shipment.shape
    expect(z.encode(rate, 11_138)).toBe(111.38)
    expect(z.encode(rate, null)).toBeNull()
    expect(z.encode(collection_min_date, '2026-03-03')).toBe('2026-03-02T22:00:00.000Z')
    expect(z.encode(deleted_date, null)).toBe('0001-01-01T00:00:00Z')
    expect(z.decode(deleted_date, '0001-01-01T00:00:00Z')).toBeNull()
    expect(z.encode(custom_tracking_reference, null)).toBeUndefined()
    expect(Shipment.shape.provider.safeParse(provider_stub).success).toBe(true)
  })
  it('decodes a booking in the formats that shops send', () => {
    const booking = NewShipment.parse({
      account_id: 0,
      collection_address: {
        street_address: '1 Sample Road',
        zone: 'Gauteng (GP)',
        country: 'ZA',
        code: 1,
        lat: '',
        lng: '',
      },
      delivery_address: {
        company: 'X',
        zone: 'Kwazulu Natal',
        lat: '-29.85',
        lng: '31.02',
        contact_name: 'ignored',
      },
      delivery_contact: { name: 'A', mobile_number: null, email: '' },
      parcels: {
        '0': { submitted_length_cm: '42.5', submitted_weight_kg: ' 3 ', submitted_description: 'Candles' },
      },
      opt_in_rates: { '1': '3' },
      declared_value: '1100.00',
      collection_min_date: '2026-05-21T00:00:00+02:00',
      mute_notifications: 'Y',
      rateObj: { anything: true },
      liability_cover: 'none',
      cost_center: 'Marketing',
    })
    expect(booking).toMatchObject({
      declared_value: 110_000,
      collection_min_date: '2026-05-21',
      mute_notifications: true,
      opt_in_rates: [3],
      cost_center: { name: 'Marketing' },
      collection_address: {
        zone: 'GP',
        country: 'South Africa',
        code: '0001',
        lat: null,
        lng: null,
        type: 'unknown',
      },
      delivery_address: { zone: 'KZN', lat: -29.85, lng: 31.02 },
      parcels: [{ submitted_length_cm: 42.5, submitted_weight_kg: 3, submitted_description: 'Candles' }],
    })
    expect(booking).not.toHaveProperty('rateObj')
    expect(booking.delivery_contact?.email).toBeUndefined()
  })
  it('rejects words in a number field', () => {
    expect(NewShipment.safeParse({ parcels: [{ submitted_length_cm: 'long' }] }).success).toBe(false)
  })
  it('[SHIP-072] decodes a change in which an empty text clears a field and null leaves it unchanged', () => {
    const patch = ShipmentPatch.parse({
      id: '4107',
      customer_reference: '',
      special_instructions_delivery: null,
      version: 3,
    })
    expect(patch.customer_reference).toBe('')
    expect(patch.special_instructions_delivery).toBeUndefined()
    expect(patch.id).toBe(4107)
  })
  it('decodes an encoded web request to the same values', () => {
    const input = { status: ['delivered' as const], start_date: new Date('2026-03-01T22:00:00Z'), limit: 20 }
    const sent = z.encode(shipmentsApi.rows.input, input)
    expect(z.decode(shipmentsApi.rows.input, sent)).toMatchObject(input)
  })
  it('decodes an end date without a time as the last moment of that day', () => {
    const { end_date } = shipmentsApi.list.input.parse({ end_date: '2026-03-02' })
    expect(end_date?.toISOString()).toBe('2026-03-02T21:59:59.999Z')
  })
})

describe('new, duplicated and returned shipments', () => {
  it('[SHIP-028] [SHIP-029] [SHIP-030] starts with empty values and one parcel', () => {
    const nobody = { name: '', mobile_number: '', email: '', alternative_contact_number: '' }
    expect(emptyShipment()).toEqual({
      service_level_code: '',
      service_level_id: null,
      collection_address: AddressInput.decode({}),
      collection_contact: nobody,
      delivery_address: AddressInput.decode({}),
      delivery_contact: nobody,
      parcels: [
        {
          parcel_description: '',
          submitted_length_cm: null,
          submitted_width_cm: null,
          submitted_height_cm: null,
          submitted_weight_kg: null,
        },
      ],
      opt_in_rates: [],
      opt_in_time_based_rates: [],
      special_instructions_collection: '',
      special_instructions_delivery: '',
      tracking_reference: '',
      collection_before: '',
      collection_after: '',
      declared_value: 0,
      is_return: false,
    })
    expect(emptyShipment().collection_address.country).toBe('South Africa')
  })
  it('[SHIP-090] [SHIP-092] duplicates without ids, references, dates and cancelled parcels', () => {
    const copy = duplicateOf(filled)
    expect(copy).toMatchObject({
      duplicated_from_id: 4107,
      cost_center: { name: 'Marketing' },
      special_instructions_collection: 'Gate 3',
      delivery_pickup_point_id: 'CG12',
      is_return: false,
    })
    expect(copy.parcels).toHaveLength(1)
    // All other fields, such as status, dates, counters and agents, must not be copied.
    expect(Object.keys(copy).toSorted()).toEqual(
      [
        'duplicated_from_id',
        'account_id',
        'service_level_code',
        'service_level_id',
        'opt_in_rates',
        'opt_in_time_based_rates',
        'declared_value',
        'cost_center',
        'cost_center_id',
        'pod_method',
        ...['collection', 'delivery'].flatMap((side) => [
          `${side}_address`,
          `${side}_contact`,
          `${side}_pickup_point_id`,
          `${side}_pickup_point_provider`,
          `special_instructions_${side}`,
          `${side}_after`,
          `${side}_before`,
        ]),
        'responsible_contact',
        'billing_contact',
        'parcels',
        'is_return',
      ].toSorted(),
    )
    expect(Object.keys(copy.parcels?.[0] ?? {}).toSorted()).toEqual(
      [
        'submitted_length_cm',
        'submitted_width_cm',
        'submitted_height_cm',
        'submitted_weight_kg',
        'parcel_description',
        'packaging',
        'item_count',
      ].toSorted(),
    )
  })
  it.each([
    'id',
    'short_tracking_reference',
    'custom_tracking_reference',
    'tracking_reference',
    'customer_reference',
    'payment_reference',
    'rating_reference',
    'reschedule_reference',
    'collection_address_book_id',
    'delivery_address_book_id',
    'collection_request_id',
    'status',
    'status_before_hold',
    'tracking_info',
    'latest_tracking_event_time',
    'version',
    'collection_min_date',
    'delivery_min_date',
    'due_date',
    'submitted_date',
    'estimated_collection',
    'estimated_delivery_from',
    'estimated_delivery_to',
    'collected_date',
    'delivered_date',
    'returned_to_hub_date',
    'pickup_deadline',
    'failed_collection_attempts',
    'failed_delivery_attempts',
    'last_failed_collection_attempt_time',
    'last_failed_delivery_attempt_time',
    'collection_rescheduled_reason',
    'delivery_rescheduled_reason',
    'collection_agent_id',
    'delivery_agent_id',
    'proof_of_delivery_pin',
    'rate',
    'rates',
    'has_been_invoiced',
    'invoice_trigger_shipment_status',
    'disable_new_charges',
    'mute_notifications',
    'tags',
  ])('[SHIP-090] clears %s in a duplicate', (field) => {
    expect(duplicateOf({ ...filled, [field]: 'kept' })).not.toHaveProperty(field)
  })
  it.each([
    'id',
    'tracking_reference',
    'alternative_tracking_reference',
    'status',
    'actual_weight_kg',
    'shipment_id',
  ])('[SHIP-090] clears %s of the parcels of a duplicate', (field) => {
    expect(duplicateOf(filled).parcels?.map((parcel) => field in parcel)).toEqual([false])
  })
  it('[SHIP-091] [SHIP-092] returns with the sides swapped, the references of the original, and windows only when inside working hours', () => {
    const back = returnOf(filled, { open: '08:00', close: '17:00' })
    expect(back).toMatchObject({
      is_return: true,
      short_tracking_reference: 'K7M2QX',
      custom_tracking_reference: 'SLXK7M2QX',
      collection_contact: { name: 'receiver' },
      delivery_contact: { name: 'dispatch' },
      collection_pickup_point_id: 'CG12',
      special_instructions_collection: 'Ring the bell',
      special_instructions_delivery: 'Gate 3',
      collection_after: '09:00',
      delivery_before: '12:00',
    })
    expect(back.delivery_pickup_point_id).toBeUndefined()
    expect(returnOf(filled, { open: '08:30', close: '17:00' }).collection_after).toBeUndefined()
  })
})
