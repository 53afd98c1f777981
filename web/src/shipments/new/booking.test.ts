import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import type { Actor } from '@waybill/domain/kit/actor'
import { NewShipment } from '@waybill/domain/shipments/model'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../kit/api/api-error.ts'
import { emptyBooking, swapped, type Booking } from './booking.ts'
import { fromInput, toInput } from './booking-input.ts'
import {
  customerReference,
  formPath,
  prefixedReference,
  problemsOf,
  errorForForm,
  stillMissing,
  type BookingRules,
} from './booking-problems.ts'
import { newRow } from './parcels/parcel-rows.ts'
import { ratesInputOf } from './pricing/rate-request.ts'

const window = { from: '08:00', to: '16:00' }
const empty = emptyBooking({
  collection: window,
  delivery: { from: '08:00', to: '17:00' },
  parcel_type: undefined,
  account_id: 7,
  now: new Date('2026-11-18T08:00:00Z'),
})
const rosebank: AddressParts = {
  ...empty_address,
  street_address: '31 Bath Avenue',
  local_area: 'Rosebank',
  city: 'Johannesburg',
  code: '2196',
  zone: 'GP',
}
const faerie_glen: AddressParts = {
  ...rosebank,
  street_address: '1 Atterbury Road',
  local_area: 'Faerie Glen',
  city: 'Pretoria',
  code: '0043',
}
const row = {
  ...newRow(),
  is_type_chosen: true,
  packaging: 'Medium box',
  submitted_length_cm: 40,
  submitted_width_cm: 30,
  submitted_height_cm: 20,
  submitted_weight_kg: 4.4,
}
const full: Booking = {
  ...empty,
  collection_address: faerie_glen,
  collection_contact: {
    name: 'Anton Botha',
    mobile_number: '+27 12 555 0186',
    email: '',
    alternative_contact_number: '',
  },
  delivery_address: rosebank,
  delivery_contact: {
    name: 'Naledi Mokoena',
    mobile_number: '082 123 4567',
    email: 'naledi@kopano.example; office@kopano.example',
    alternative_contact_number: '011 555 0100',
  },
  parcels: [{ ...row, quantity: 2 }],
  service_level_code: 'ECO',
  declared_value: 125_000,
}

function actor(accountId: number | null): Actor {
  return {
    kind: 'user',
    provider_id: 1,
    user_id: 4,
    username: 'thandi',
    name: 'Thandi',
    email: 'thandi@fynbos.example',
    role_id: accountId === null ? 3 : 5,
    role_name: '',
    account_id: accountId,
    branch_id: null,
    limit_user_to_branch: false,
    limit_user_to_account: false,
    permissions: ['*'],
    permissions_ui: [],
    impersonated_by: null,
  }
}

function rules(more: Partial<BookingRules> = {}, who: Actor = actor(null)): BookingRules {
  return {
    checks: {
      actor: who,
      tracking_prefix: 'FYN',
      limits: {
        max_length: 300,
        max_width: 200,
        max_height: 200,
        max_weight: 500,
        min_length: 1,
        min_width: 1,
        min_height: 1,
        min_weight: 0.001,
        max_parcels: 200,
      },
      require_postal_code_on_shipment_creation: true,
      require_billing_email_for_guests: true,
      is_guest_shipment: false,
      dangerous_goods_confirmation: true,
      shipment_requested_date_change_reasons: [],
      max_declared_value: 5_000_000,
      locker_allow_declared_value: false,
      max_cod_amount: 5_000_00,
      service_allows_cod: true,
      service_needs_delivery_point: false,
      countries: { collection: [], delivery: [] },
      now: new Date('2026-11-18T08:00:00Z'),
      before: null,
    },
    customer_reference_required: false,
    customer_reference_prefix: '',
    needs_account: true,
    parcel_description_required: false,
    cost_centers: [],
    lockers: [],
    cost_centre_rules: {
      enable_cost_centers: false,
      cost_center_required: true,
      cost_center_label: 'Cost centre',
    },
    ...more,
  }
}

describe('conversion of the booking form to the API request and back', () => {
  it('sends one parcel for each of a row and joins several email addresses', () => {
    const input = toInput(full)
    expect(input.parcels).toHaveLength(2)
    expect(input.parcels?.[1]).toMatchObject({ packaging: 'Medium box', submitted_weight_kg: 4.4 })
    expect(input.delivery_contact?.email).toBe('naledi@kopano.example,office@kopano.example')
    expect(input.collection_after).toBe('08:00')
  })

  it('reports a parcel that is too large for the chosen locker at the height and one that is too heavy at the weight', () => {
    const box = { name: 'S', length: 60, width: 41, height: 8, weight: 5, available: true }
    const problemFields = (measure: object) =>
      problemsOf(
        { ...full, parcels: [{ ...row, quantity: 1, ...measure }] },
        rules({ lockers: [[box]] }),
      ).map(({ field }) => field)
    const small = {
      submitted_length_cm: 30,
      submitted_width_cm: 20,
      submitted_height_cm: 5,
      submitted_weight_kg: 1,
    }
    expect(problemFields(small)).toEqual([])
    expect(problemFields({ ...small, submitted_height_cm: 30 })).toEqual(['parcels.0.submitted_height_cm'])
    expect(problemFields({ ...small, submitted_weight_kg: 6 })).toEqual(['parcels.0.submitted_weight_kg'])
  })

  it('[SHIP-070] leaves the address out when a pickup point replaces it', () => {
    const input = toInput({
      ...full,
      delivery_pickup_point_id: 'CG54',
      delivery_pickup_point_provider: 'tcg-locker',
    })
    expect(input.delivery_address).toBeUndefined()
    expect(input.delivery_pickup_point_id).toBe('CG54')
  })

  it('[SHIP-069] sends neither the rate nor the account as an object', () => {
    const sent = Object.keys(toInput(full))
    expect(sent).not.toContain('rateObj')
    expect(sent).not.toContain('account')
    expect(sent).toContain('account_id')
  })

  it('decodes an encoded booking to the same values', () => {
    const wire: unknown = JSON.parse(JSON.stringify(z.encode(NewShipment, toInput(full))))
    expect(z.decode(NewShipment, wire as z.input<typeof NewShipment>)).toEqual(toInput(full))
  })

  it('fills the form from a duplicate and groups equal parcels in one row', () => {
    const again = fromInput({ ...toInput(full), duplicated_from_id: 12 }, empty)
    expect(again.parcels).toEqual([{ ...row, quantity: 2 }])
    expect(again.duplicated_from_id).toBe(12)
    expect(again.delivery_address.local_area).toBe('Rosebank')
    expect(again.idempotency_key).toBe(empty.idempotency_key)
  })

  it('swaps addresses, contacts and instructions but not days', () => {
    const turned = swapped({ ...full, special_instructions_delivery: 'Gate 2' })
    expect(turned.collection_address).toEqual(rosebank)
    expect(turned.delivery_contact.name).toBe('Anton Botha')
    expect(turned.special_instructions_collection).toBe('Gate 2')
    expect(turned.collection_min_date).toBe(full.collection_min_date)
    expect(swapped(turned)).toEqual({ ...full, special_instructions_delivery: 'Gate 2' })
  })

  it('sets the collection to the next working day when today’s window has passed', () => {
    const late = {
      collection: window,
      delivery: window,
      parcel_type: undefined,
      account_id: null,
      now: new Date('2026-11-18T15:00:00Z'),
    }
    expect(emptyBooking(late).collection_min_date).toBe('2026-11-19')
    expect(empty.collection_min_date).toBe('2026-11-18')
    const friday = { ...late, now: new Date('2026-12-11T20:00:00+02:00') }
    expect(emptyBooking(friday).collection_min_date).toBe('2026-12-14')
    const eve = { ...late, now: new Date('2026-12-15T20:00:00+02:00') }
    expect(emptyBooking(eve).collection_min_date).toBe('2026-12-17')
  })

  it('sends no collection day or times when the parcel is handed in at a pickup point', () => {
    const sent = toInput({ ...full, collection_pickup_point_id: 'CG1', collection_min_date: '2026-11-18' })
    expect(sent).not.toHaveProperty('collection_min_date')
    expect(sent).not.toHaveProperty('collection_after')
    expect(sent).not.toHaveProperty('collection_before')
    expect(sent.delivery_before).toBe('17:00')
  })

  it('requests prices when both suburbs and all parcel sizes are known, and not before', () => {
    expect(ratesInputOf(empty, false)).toBeNull()
    expect(ratesInputOf({ ...full, parcels: [newRow()] }, false)).toBeNull()
    const suburbs = { ...full, collection_address: { ...empty_address, local_area: 'Linden' } }
    expect(ratesInputOf(suburbs, true)).toMatchObject({ explain: true, parcels: [{}, {}] })
    expect(ratesInputOf(full, false)?.service_level_code).toBeUndefined()
  })
})

describe('booking contacts', () => {
  it('[ADDR-005] sends the alternative number, restores it in the form and rejects an invalid one', () => {
    expect(toInput(full).delivery_contact?.alternative_contact_number).toBe('011 555 0100')
    expect(toInput(full).collection_contact?.alternative_contact_number).toBeUndefined()
    expect(fromInput(toInput(full), empty).delivery_contact.alternative_contact_number).toBe('011 555 0100')
    const wrong = { ...full.delivery_contact, alternative_contact_number: '12' }
    expect(problemsOf({ ...full, delivery_contact: wrong }, rules()).map(({ field }) => field)).toEqual([
      'delivery_contact.alternative_contact_number',
    ])
  })
})

describe('responsible contact and proof of delivery', () => {
  const boss = {
    name: 'Zinhle',
    mobile_number: '083 111 2222',
    email: 'zinhle@example.com',
    alternative_contact_number: '',
  }
  it('[SHIP-007] [SHIP-008] sends the named responsible contact and restores it in the form', () => {
    const named = { ...full, responsible_contact: boss }
    expect(toInput(full).responsible_contact).toBeUndefined()
    expect(toInput(named).responsible_contact).toMatchObject({ name: 'Zinhle', email: 'zinhle@example.com' })
    expect(fromInput(toInput(named), empty).responsible_contact).toEqual(boss)
    const mistyped = { ...full, responsible_contact: { ...boss, mobile_number: '12' } }
    expect(problemsOf(mistyped, rules()).map(({ field }) => field)).toEqual([
      'responsible_contact.mobile_number',
    ])
  })
  it('[SHIP-046] uses the sender as responsible contact of a guest and requires the billing email', () => {
    const base = rules({ needs_account: false }, { ...actor(null), kind: 'guest', role_id: 2 })
    const guest = { ...base, checks: { ...base.checks, is_guest_shipment: true } }
    expect(toInput(full, true).responsible_contact).toMatchObject({ name: 'Anton Botha' })
    const confirmed = { ...full, dangerous_goods_confirmed: true }
    expect(problemsOf(confirmed, guest)).toEqual([
      {
        field: 'billing_contact.email',
        message: 'Please provide an email address for billing purposes.',
      },
    ])
    const paid = { ...confirmed, billing_contact: { email: 'anton@example.com' } }
    expect(problemsOf(paid, guest)).toEqual([])
    expect(problemsOf({ ...confirmed, duplicated_from_id: 12 }, guest)).toEqual([])
  })
  it('[SHIP-017] sends the chosen proof of delivery method with the booking and the price request', () => {
    expect(toInput(full).pod_method).toBeUndefined()
    const signed = { ...full, pod_method: 'grv' as const }
    expect(toInput(signed).pod_method).toBe('grv')
    expect(ratesInputOf(signed, false)?.pod_method).toBe('grv')
    expect(fromInput(toInput(signed), empty).pod_method).toBe('grv')
  })
})

describe('custom tracking reference', () => {
  it('[ACC-008] counts the tracking prefix towards the minimum of seven characters', () => {
    const named = (customTrackingReference: string, trackingPrefix: string) => {
      const bookingRules = rules()
      return problemsOf(
        { ...full, custom_tracking_reference: customTrackingReference },
        { ...bookingRules, checks: { ...bookingRules.checks, tracking_prefix: trackingPrefix } },
      ).map(({ field }) => field)
    }
    expect(named('ABCD', 'OVB')).toEqual([])
    expect(named('ABC', 'OVB')).toEqual(['custom_tracking_reference'])
    expect(named('ABCD', '')).toEqual(['custom_tracking_reference'])
  })
})

describe('cost centre', () => {
  const withCentres = {
    needs_account: false,
    cost_centers: [{ id: 4, name: 'Sales' }],
    lockers: [],
    cost_centre_rules: {
      enable_cost_centers: true,
      cost_center_required: true,
      cost_center_label: 'Department',
    },
  }
  it('[ACC-027] is required for customers whose account has cost centres and is sent with the booking', () => {
    const confirmed = { ...full, dangerous_goods_confirmed: true }
    expect(problemsOf(confirmed, rules(withCentres, actor(7)))).toEqual([
      { field: 'cost_center_id', message: 'Department is required.' },
    ])
    const chosen = { ...confirmed, cost_center_id: 4 }
    expect(problemsOf(chosen, rules(withCentres, actor(7)))).toEqual([])
    expect(toInput(chosen).cost_center_id).toBe(4)
    expect(fromInput(toInput(chosen), empty).cost_center_id).toBe(4)
    expect(problemsOf(full, rules(withCentres))).toEqual([])
  })
})

describe('problems that prevent sending a booking', () => {
  it('returns no problems for a complete booking', () => {
    expect(problemsOf(full, rules())).toEqual([])
    expect(stillMissing(full, rules())).toEqual([])
  })

  it('lists each missing field once by its display name and reports an incomplete address with its fixed message', () => {
    const labels = stillMissing({ ...empty, account_id: null }, rules()).map(({ label }) => label)
    expect(labels).toEqual([
      'Account',
      'Collection address',
      'Collection contact name',
      'Collection mobile number or email',
      'Delivery address',
      'Delivery contact name',
      'Delivery mobile number or email',
      'Size and weight of the parcels',
      'Service',
    ])
    expect(problemsOf(empty, rules()).find(({ field }) => field === 'collection_address')?.message).toBe(
      'The collection address requires the following: street address or company, suburb, city, province/zone, country, postal code.',
    )
  })

  it('[SHIP-066] reports an invalid email address at its field', () => {
    const wrong = { ...full, delivery_contact: { ...full.delivery_contact, email: 'naledi@kopano' } }
    expect(problemsOf(wrong, rules())).toEqual([
      { field: 'delivery_contact.email', message: 'Invalid delivery email' },
    ])
  })

  it('reports every exceeded limit to customers and only the first to staff', () => {
    const long = {
      ...full,
      dangerous_goods_confirmed: true,
      parcels: [
        { ...row, quantity: 3 },
        { ...row, submitted_length_cm: 301, submitted_width_cm: 250 },
      ],
    }
    const staff = problemsOf(long, rules())
    expect(staff).toEqual([
      {
        field: 'parcels.1.submitted_length_cm',
        message: 'Some parcels exceed the maximum allowed length of 300cm',
      },
    ])
    const customer = problemsOf(long, rules({ needs_account: false }, actor(7)))
    expect(customer.map(({ field }) => field)).toEqual([
      'parcels.1.submitted_length_cm',
      'parcels.1.submitted_width_cm',
    ])
  })

  it('[SHIP-082] requires the dangerous goods confirmation from customers and not from staff', () => {
    const customer = problemsOf(full, rules({ needs_account: false }, actor(7)))
    expect(customer.map(({ field }) => field)).toEqual(['dangerous_goods_confirmed'])
    expect(problemsOf(full, rules())).toEqual([])
  })

  it('[RATE-015] fills in the account’s prefix and does not accept the prefix alone as a reference', () => {
    expect(prefixedReference('', 'PO-', '')).toBe('PO-')
    expect(prefixedReference('PO-', 'INV-', 'PO-')).toBe('INV-')
    expect(prefixedReference('PO-77', 'INV-', 'PO-')).toBe('PO-77')
    expect(prefixedReference('PO-', '', 'PO-')).toBe('')
    const withPrefix = { customer_reference_required: false, customer_reference_prefix: 'PO-' }
    expect(customerReference({ customer_reference: 'po-' }, withPrefix)).toBeNull()
    expect(
      customerReference({ customer_reference: 'PO-' }, { ...withPrefix, customer_reference_required: true }),
    ).toBe('A customer reference is required for this account.')
  })
  it('[RATE-015] requires the customer reference of the opt-in response and its prefix', () => {
    const bookingRules = rules({ customer_reference_required: true, customer_reference_prefix: 'PO-' })
    expect(problemsOf(full, bookingRules)[0]?.message).toBe(
      'A customer reference is required for this account.',
    )
    expect(problemsOf({ ...full, customer_reference: '1234' }, bookingRules)[0]?.message).toBe(
      'The customer reference must start with PO-.',
    )
    expect(problemsOf({ ...full, customer_reference: 'po-1234' }, bookingRules)).toEqual([])
  })

  it('converts request paths to form paths', () => {
    const rows = { ...full, parcels: [{ ...row, quantity: 3 }, row] }
    expect(formPath(rows, 'parcels.3.submitted_weight_kg')).toBe('parcels.1.submitted_weight_kg')
    expect(formPath(rows, 'parcels.2.submitted_weight_kg')).toBe('parcels.0.submitted_weight_kg')
    expect(formPath(rows, 'delivery_before')).toBe('delivery_window')
    expect(formPath(rows, 'collection_contact')).toBe('collection_contact.mobile_number')
    expect(formPath(rows, 'collection_address.code')).toBe('collection_address')
  })

  it('shows a client error without a field at the top of the form and leaves server errors unchanged', () => {
    const broke = errorForForm(full, new ApiError(400, 'Insufficient funds. Please top up your account.'))
    expect((broke as ApiError).fields).toEqual([
      { field: '', message: 'Insufficient funds. Please top up your account.' },
    ])
    const short = new ApiError(412, 'A customer reference is required for this account.', {
      fields: [{ field: 'customer_reference', message: 'is required' }],
    })
    expect((errorForForm(full, short) as ApiError).fields).toEqual([
      { field: 'customer_reference', message: 'A customer reference is required for this account.' },
    ])
    const down = new ApiError(503, 'service unavailable')
    expect(errorForForm(full, down)).toBe(down)
  })
})
