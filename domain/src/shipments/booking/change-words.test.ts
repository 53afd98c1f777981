import { describe, expect, it } from 'vitest'
import { changeSentence, changeWords, type Described } from './change-words.ts'

const contact = {
  name: 'Naledi',
  mobile_number: '+27821234567',
  email: '',
  id: 1,
  provider_id: 1,
  shipment_id: 0,
  alternative_contact_number: '',
}
const parcel = (id: number, more: object = {}) =>
  ({ id, status: 'submitted', submitted_weight_kg: 3, ...more }) as Described['parcels'][number]

const before: Described = {
  service_level_name: 'Economy',
  declared_value: 0,
  cod_amount: 0,
  opt_in_rates: [],
  opt_in_time_based_rates: [],
  pod_method: 'grv',
  customer_reference: undefined,
  customer_reference_name: undefined,
  custom_tracking_reference: undefined,
  cost_center: undefined,
  due_date: undefined,
  mute_notifications: false,
  disable_new_charges: false,
  invoice_trigger_shipment_status: null,
  collection_contact: contact,
  delivery_contact: contact,
  responsible_contact: undefined,
  billing_contact: undefined,
  special_instructions_collection: '',
  special_instructions_delivery: '',
  parcels: [parcel(1), parcel(2)],
}

describe('words for a changed booking', () => {
  it('has none when nothing changed', () => {
    expect(changeWords(before, structuredClone(before))).toEqual([])
  })
  it.each<[string, Partial<Described>, string]>([
    ['service level', { service_level_name: 'Express' }, 'Service level changed from Economy to Express'],
    ['declared value', { declared_value: 150_000 }, 'Declared value changed from R 0.00 to R 1,500.00'],
    ['extras', { opt_in_rates: [4] }, 'Extras changed'],
    ['extras with a time', { opt_in_time_based_rates: [4] }, 'Extras changed'],
    ['proof of delivery', { pod_method: 'pin-with-fallback' }, 'Proof of delivery changed'],
    ['customer reference', { customer_reference: 'PO 1' }, 'Customer reference changed from none to PO 1'],
    ['cost centre', { cost_center: { name: 'Sales' } }, 'Cost centre changed from none to Sales'],
    ['due date', { due_date: '2026-03-20' }, 'Due date changed from none to 2026-03-20'],
    ['messages', { mute_notifications: true }, 'Messages switched off'],
    ['charges', { disable_new_charges: true }, 'New charges switched off'],
    ['contact', { delivery_contact: { ...contact, name: 'Thabo' } }, 'Delivery contact changed'],
    ['instructions', { special_instructions_collection: 'Gate 3' }, 'Collection instructions changed'],
    ['a new parcel', { parcels: [parcel(1), parcel(2), parcel(3)] }, '1 parcel added'],
    ['removed parcels', { parcels: [parcel(1, { status: 'cancelled' })] }, '2 parcels removed'],
    ['a changed parcel', { parcels: [parcel(1, { submitted_weight_kg: 4 }), parcel(2)] }, '1 parcel changed'],
  ])('names a change of %s', (_, change, words) => {
    expect(changeWords(before, { ...before, ...change })).toEqual([words])
  })
  it('joins the changes to one sentence that ends with the price', () => {
    const words = ['Service level changed from Economy to Express', 'Customer reference changed from A to B']
    expect(changeSentence(words)).toBe(
      'Service level changed from Economy to Express, customer reference changed from A to B.',
    )
    expect(changeSentence(words.slice(0, 1), { from: 9150, to: 12_000 })).toBe(
      'Service level changed from Economy to Express; price R 91.50 → R 120.00.',
    )
  })
})
