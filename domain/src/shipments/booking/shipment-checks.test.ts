import { maxCodAmount, serviceAllowsCod } from './cash-on-delivery.ts'
import { describe, expect, it } from 'vitest'
import { AddressInput, type AddressParts } from '../../accounts/address.ts'
import { role_ids, systemActor, type Actor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import { checkShipment, firstProblem, type CheckContext, type ShipmentDraft } from './shipment-checks.ts'
import { countriesServed } from '../../rates/pricing/countries-served.ts'
import { raisedToMinimum } from '../parcel-limits.ts'
import { missingFields, missingForBooking } from './required-fields.ts'

const person = (roleId: number, accountId: number | null): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: roleId,
  account_id: accountId,
})
const staff = person(role_ids.administrator, null)
const customer = person(role_ids.account_user, 7)
const shop: Actor = { ...customer, kind: 'api-key' }

const address = (more: Record<string, unknown> = {}): AddressParts =>
  AddressInput.decode({
    street_address: '1 Sample Road',
    local_area: 'Menlyn',
    city: 'Pretoria',
    zone: 'Gauteng',
    code: '0181',
    ...more,
  })
const parcel = (more: NonNullable<ShipmentDraft['parcels']>[number] = {}) => ({
  submitted_length_cm: 20,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
  ...more,
})
const draft = (more: ShipmentDraft = {}): ShipmentDraft => ({
  collection_address: address(),
  delivery_address: address(),
  collection_contact: { name: 'Dispatch', email: 'dispatch@example.com' },
  delivery_contact: { name: 'A Receiver', mobile_number: '0821234567' },
  service_level_code: 'ECO',
  parcels: [parcel()],
  dangerous_goods_confirmed: true,
  ...more,
})
const context = (more: Partial<CheckContext> = {}): CheckContext => ({
  actor: staff,
  tracking_prefix: '',
  max_cod_amount: 5_000_00,
  service_allows_cod: true,
  limits: {
    max_length: 150,
    max_width: 120,
    max_height: 100,
    max_weight: 70,
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
  shipment_requested_date_change_reasons: ['Weather'],
  max_declared_value: 500_000,
  locker_allow_declared_value: false,
  service_needs_delivery_point: false,
  countries: { collection: [], delivery: [] },
  now: new Date('2026-03-11T10:00:00+02:00'),
  before: null,
  ...more,
})
const firstMessage = (more: ShipmentDraft, about: Partial<CheckContext> = {}): string | null =>
  reasonOf(firstProblem(checkShipment(draft(more), context(about))))

const point = { delivery_pickup_point_id: 'CG12', delivery_pickup_point_provider: 'tcg-locker' }
const guest_billing = {
  service_level_code: 'ECO',
  responsible_contact: { name: 'A Guest', email: 'guest@example.com' },
}

/** Changes to a valid draft, changes to the context, and the expected message of the first failing check. */
type Row = [ShipmentDraft, Partial<CheckContext>, string | null]

describe('the eleven shipment checks', () => {
  it('accepts a valid shipment from staff, customers and API keys', () => {
    for (const actor of [staff, customer, shop])
      expect(checkShipment(draft(), context({ actor }))).toEqual([])
  })
  it.each<Row>([
    [{ collection_address: address({ type: 'locker' }) }, {}, 'Please select a pickup point for collection.'],
    [{ delivery_address: address({ type: 'counter' }) }, {}, 'Please select a pickup point for delivery.'],
    [
      { delivery_address: AddressInput.decode({}) },
      { service_needs_delivery_point: true },
      'Please select a pickup point for delivery.',
    ],
  ])(
    '[SHIP-039] [SHIP-040] [SHIP-041] requires a pickup point for a pickup-point address or service %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [
      { custom_tracking_reference: 'ABC' },
      { tracking_prefix: 'SLX' },
      'Custom tracking reference needs to be a minimum of 7 characters.',
    ],
    [{ custom_tracking_reference: 'ABCD' }, { tracking_prefix: 'SLX' }, null],
    [{ custom_tracking_reference: '' }, { tracking_prefix: 'SLX' }, null],
  ])(
    '[SHIP-042] [SHIP-043] counts the prefix in the length of a custom reference and accepts an empty one %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [{ ...point, parcels: [parcel(), parcel()] }, {}, 'Pickup point shipments can only have one parcel.'],
    [{ ...point, parcels: [parcel(), parcel({ status: 'cancelled' })] }, {}, null],
  ])(
    '[SHIP-044] allows a pickup-point shipment only one parcel, not counting cancelled parcels %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [
      { parcels: [parcel({ alternative_tracking_reference: 'A1' })] },
      {},
      'Parcel(s) alternative references need to be a minimum of 7 characters.',
    ],
    [{ parcels: [parcel({ alternative_tracking_reference: 'A123' })] }, { tracking_prefix: 'SLX' }, null],
  ])(
    '[SHIP-045] counts the prefix in the length of an alternative reference %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [guest_billing, { is_guest_shipment: true }, 'Please provide an email address for billing purposes.'],
    [guest_billing, {}, null],
    [{ ...guest_billing, is_return: true }, { is_guest_shipment: true }, null],
    [{ ...guest_billing, duplicated_from_id: 5 }, { is_guest_shipment: true }, null],
    [guest_billing, { is_guest_shipment: true, require_billing_email_for_guests: false }, null],
  ])(
    '[SHIP-046] [SHIP-047] [SHIP-048] requires a billing email of guests, except for duplicates and returns %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [
      { parcels: [parcel({ submitted_length_cm: 151 })] },
      {},
      'Some parcels exceed the maximum allowed length of 150cm',
    ],
    [
      { parcels: [parcel({ submitted_width_cm: 121 })] },
      {},
      'Some parcels exceed the maximum allowed width of 120cm',
    ],
    [
      { parcels: [parcel({ submitted_height_cm: 101 })] },
      {},
      'Some parcels exceed the maximum allowed height of 100cm',
    ],
    [
      { parcels: [parcel({ submitted_weight_kg: 71 })] },
      {},
      'Some parcels exceed the maximum allowed weight of 70kg',
    ],
    [
      { parcels: [parcel({ submitted_length_cm: 10, actual_length_cm: 151 })] },
      {},
      'Some parcels exceed the maximum allowed length of 150cm',
    ],
    [{ parcels: [parcel({ submitted_length_cm: 151, actual_length_cm: 10 })] }, {}, null],
  ])(
    '[SHIP-049] [SHIP-050] [SHIP-051] [SHIP-052] [SHIP-053] rejects parcels above a maximum, using the measured value before the submitted one %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [
      { parcels: [parcel({ submitted_height_cm: 0.5 })] },
      {},
      'Some parcels are below the minimum allowed height of 1cm',
    ],
    [{ parcels: [parcel({ submitted_height_cm: 0 })] }, {}, null],
  ])(
    '[SHIP-056] rejects submitted measures below the minimum and accepts 0 %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [
      { delivery_address: address({ local_area: '' }) },
      {},
      'The delivery address requires the following: street address or company, suburb, city, province/zone, country, postal code.',
    ],
    [
      { collection_address: address({ code: '' }) },
      { require_postal_code_on_shipment_creation: false },
      null,
    ],
    [{ collection_address: address({ street_address: '', company: 'Example Candles' }) }, {}, null],
    [{ collection_address: address({ street_address: '', lat: -25.7, lng: 28.2 }) }, {}, null],
    [
      { collection_address: address({ city: '' }) },
      {},
      'The collection address requires the following: street address or company, suburb, city, province/zone, country, postal code.',
    ],
    [{ collection_address: AddressInput.decode({ id: 61, entered_address: '1 Sample Road' }) }, {}, null],
    [
      { collection_address: address({ city: '' }) },
      { require_postal_code_on_shipment_creation: false },
      'The collection address requires the following: street address or company, suburb, city, province/zone, country.',
    ],
  ])(
    '[SHIP-057] [SHIP-058] [SHIP-059] [SHIP-060] accepts a complete or saved address and names the side of an incomplete one %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [
      { collection_after: '12:00', collection_before: '08:00' },
      {},
      'The "collection to" time cannot be earlier than the "collection from" time',
    ],
    [{ collection_after: '12:00', collection_before: '12:00' }, {}, null],
    [
      { delivery_after: '12:00', delivery_before: '08:00' },
      {},
      'The "delivery to" time cannot be earlier than the "delivery from" time',
    ],
  ])(
    '[SHIP-061] [SHIP-062] rejects a window that ends before it starts %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [
      { delivery_min_date: '2026-03-05' },
      { before: { delivery_min_date: '2026-03-04' } },
      'Reason for requested date change is required.',
    ],
    [
      { delivery_min_date: '2026-03-05', delivery_rescheduled_reason: 'Weather' },
      { before: { delivery_min_date: '2026-03-04' } },
      null,
    ],
    [{ delivery_min_date: '2026-03-04' }, { before: { delivery_min_date: '2026-03-04' } }, null],
    [{ delivery_min_date: '2026-03-05' }, { before: {}, shipment_requested_date_change_reasons: [] }, null],
  ])(
    '[SHIP-063] requires a reason for a changed date when the provider has reasons %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([[{ status: 'cancelled', message: '  ' }, {}, 'Reason for cancelling shipment is required.']])(
    '[SHIP-064] requires a reason for a cancellation %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [{ collection_contact: { email: 'not an address' } }, {}, 'Invalid collection email'],
    [{ delivery_contact: { email: 'a@example.com, nonsense' } }, {}, 'Invalid delivery email'],
    [{ delivery_contact: { email: 'a@example.com; b@example.co.za' } }, {}, null],
  ])(
    '[SHIP-065] [SHIP-066] accepts several email addresses in one field and rejects invalid ones %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [{ declared_value: 110_000 }, { max_declared_value: null }, 'Declared value is not offered.'],
    [{ declared_value: 500_001 }, {}, 'Declared value exceeds the maximum of R 5,000.00.'],
  ])(
    '[SHIP-083] [SHIP-084] rejects a declared value that is not offered or above the maximum %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it.each<Row>([
    [
      { delivery_address: address({ country: 'ZW' }) },
      { countries: { collection: ['Zimbabwe'], delivery: ['Botswana'] } },
      'We do not deliver to Zimbabwe.',
    ],
    [
      { collection_address: address({ country: 'BW' }) },
      { countries: { collection: [], delivery: ['Botswana'] } },
      'We do not collect from Botswana.',
    ],
    [
      { delivery_address: address({ country: 'Botswana', code: '' }) },
      {
        countries: { collection: [], delivery: ['Botswana'] },
        require_postal_code_on_shipment_creation: false,
      },
      null,
    ],
    [{ delivery_address: address({ country: 'BW' }) }, { before: {} }, null],
  ])(
    '[SHIP-086] rejects new bookings to or from countries that are not served %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )
  it('[SHIP-086] serves no other country while international shipments are switched off', () => {
    const listed = { collection: ['Botswana'], delivery: ['Namibia'] }
    expect(countriesServed(false, listed)).toEqual({ collection: [], delivery: [] })
    expect(countriesServed(true, listed)).toEqual(listed)
  })
  it.each<Row>([
    [
      { dangerous_goods_confirmed: false },
      { actor: customer },
      'Please confirm that this shipment contains no dangerous or prohibited goods.',
    ],
    [{ dangerous_goods_confirmed: false }, { actor: staff }, null],
  ])(
    '[SHIP-082] requires the dangerous-goods confirmation of customers and not of staff %#',
    (more, about, expectedMessage) => {
      expect(firstMessage(more, about)).toBe(expectedMessage)
    },
  )

  it('[SHIP-037] [SHIP-038] returns the problems of all checks in order and shows the first one', () => {
    const bad: ShipmentDraft = {
      status: 'cancelled',
      collection_contact: { email: 'x' },
      delivery_contact: { email: 'y' },
      delivery_after: '12:00',
      delivery_before: '11:00',
      collection_address: AddressInput.decode({}),
      custom_tracking_reference: 'A',
      parcels: [parcel({ submitted_weight_kg: 999 })],
    }
    const problems = checkShipment(draft(bad), context())
    expect(problems.map((problem) => problem.field)).toEqual([
      'custom_tracking_reference',
      'parcels.0.submitted_weight_kg',
      'collection_address',
      'delivery_before',
      'message',
      'collection_contact.email',
      'delivery_contact.email',
    ])
    expect(reasonOf(firstProblem(problems))).toBe(problems[0]?.message)
  })
  it('[SHIP-054] [SHIP-055] reports only the first exceeded measure to staff and every one to customers', () => {
    const more = {
      parcels: [
        parcel({ submitted_length_cm: 999, submitted_weight_kg: 999 }),
        parcel({ submitted_length_cm: 999 }),
      ],
    }
    const fields = (actor: Actor) =>
      checkShipment(draft(more), context({ actor })).map((problem) => problem.field)
    expect(fields(staff)).toEqual(['parcels.0.submitted_length_cm'])
    expect(fields(customer)).toEqual([
      'parcels.0.submitted_length_cm',
      'parcels.1.submitted_length_cm',
      'parcels.0.submitted_weight_kg',
    ])
  })
  it('rejects more than 200 parcels and states how many were sent', () => {
    const many = Array.from({ length: 201 }, () => parcel())
    expect(firstMessage({ parcels: many })).toBe('A shipment can have at most 200 parcels. You sent 201.')
    expect(firstMessage({ parcels: many.slice(1) })).toBeNull()
  })
  it('accepts addresses without a suburb or province from API keys only, and rejects empty ones', () => {
    const place = AddressInput.decode({
      street_address: '2 Demo Street',
      city: 'Cape Town',
      code: 8001,
      zone: null,
    })
    expect(firstMessage({ delivery_address: place }, { actor: shop })).toBeNull()
    expect(firstMessage({ delivery_address: place }, { actor: customer })).toContain(
      'The delivery address requires',
    )
    expect(firstMessage({ delivery_address: AddressInput.decode({}) }, { actor: shop })).toContain(
      'The delivery address requires',
    )
  })
  it('accepts parcels of 1 × 1 × 1 cm and 1 g, raises blank measures to the minimum and rejects negative ones', () => {
    const tiny = parcel({
      submitted_length_cm: 1,
      submitted_width_cm: 1,
      submitted_height_cm: 1,
      submitted_weight_kg: 0.001,
    })
    expect(firstMessage({ parcels: [tiny] }, { actor: shop })).toBeNull()
    expect([raisedToMinimum(undefined, 1), raisedToMinimum(0, 1), raisedToMinimum(5, 1)]).toEqual([1, 1, 5])
    expect(firstMessage({ parcels: [parcel({ submitted_weight_kg: -1 })] })).toBe(
      'Parcel weight cannot be negative.',
    )
  })
  it('rejects a custom reference with a pickup point, and a declared value unless the provider allows it', () => {
    expect(firstMessage({ ...point, declared_value: 100 })).toBe(
      'Declared value is not offered for pickup points.',
    )
    expect(firstMessage({ ...point, declared_value: 100 }, { locker_allow_declared_value: true })).toBeNull()
    expect(firstMessage({ ...point, custom_tracking_reference: 'ORDER-1001' })).toContain(
      'cannot be used with a pickup point',
    )
  })
})

describe('required fields', () => {
  it('[SHIP-068] returns each missing field by name', () => {
    expect(missingFields(draft())).toEqual([])
    expect(
      missingFields({ parcels: [parcel({ submitted_weight_kg: undefined })] }).map(({ field }) => field),
    ).toEqual([
      'service_level_code',
      'collection_contact.name',
      'collection_contact.mobile_number',
      'collection_address',
      'delivery_contact.name',
      'delivery_contact.mobile_number',
      'delivery_address',
      'parcels.0.submitted_weight_kg',
    ])
  })
  it('requires reachable contacts, a service level and a parcel for a booking', () => {
    expect(missingForBooking(draft())).toEqual([])
    expect(missingForBooking({ collection_contact: { name: 'Nobody' } }).map(({ field }) => field)).toEqual([
      'collection_contact',
      'delivery_contact',
      'parcels',
      'service_level_code',
    ])
  })
})

describe('requested days and windows in the past', () => {
  const evening = { now: new Date('2026-03-11T20:40:00+02:00') }
  const found = (more: ShipmentDraft, about: Partial<CheckContext> = {}) =>
    checkShipment(draft(more), context({ ...evening, ...about })).map(({ field }) => field)

  it('reports them at their field for staff and ignores them for API keys', () => {
    expect(found({ collection_min_date: '2026-03-10' })).toEqual(['collection_min_date'])
    expect(found({ delivery_min_date: '2026-03-11', delivery_before: '17:00' })).toEqual(['delivery_before'])
    expect(found({ delivery_min_date: '2026-03-12', delivery_before: '17:00' })).toEqual([])
    expect(found({ collection_min_date: '2026-03-10' }, { actor: { ...staff, kind: 'api-key' } })).toEqual([])
  })

  it('ignores a past collection day when the sender drops off at a pickup point', () => {
    expect(found({ collection_min_date: '2026-03-10', collection_pickup_point_id: 'CG12' })).toEqual([])
  })
})

describe('cash on delivery', () => {
  const wrong = (more: ShipmentDraft, rules: Partial<CheckContext> = {}) =>
    checkShipment(draft(more), context(rules)).filter(({ field }) => field === 'cod_amount')
  it.each([
    ['nothing to pay where it is not offered', { cod_amount: 0 }, { max_cod_amount: null }, 0],
    ['an amount up to the maximum', { cod_amount: 5_000_00 }, {}, 0],
    ['an amount above the maximum', { cod_amount: 5_000_10 }, {}, 1],
    ['an amount that no coins make', { cod_amount: 100_05 }, {}, 1],
    ['an amount where it is not offered', { cod_amount: 100_00 }, { max_cod_amount: null }, 1],
    ['a shipment of a guest', { cod_amount: 100_00 }, { is_guest_shipment: true }, 1],
    ['a return', { cod_amount: 100_00, is_return: true }, {}, 1],
    ['an excluded service level', { cod_amount: 100_00 }, { service_allows_cod: false }, 1],
    ['a delivery to a pickup point', { cod_amount: 100_00, delivery_pickup_point_id: 'FYN01' }, {}, 1],
  ])('is checked: %s', (_, more, rules, problems) => {
    expect(wrong(more, rules)).toHaveLength(problems)
  })

  it('has the limit of the company, or the own limit of an account', () => {
    const company = { cod_enabled: true, cod_max_amount: 5_000_00, account: null }
    expect(maxCodAmount(company)).toBe(5_000_00)
    expect(maxCodAmount({ ...company, cod_enabled: false })).toBeNull()
    const own = { cod_own_terms: true, cod_max_amount: 900_00 }
    expect(maxCodAmount({ ...company, account: own })).toBe(900_00)
    expect(maxCodAmount({ ...company, account: { ...own, cod_max_amount: 0 } })).toBeNull()
    expect(serviceAllowsCod('ECO', ['ovn', 'eco '])).toBe(false)
    expect(serviceAllowsCod('SDX', ['OVN'])).toBe(true)
  })
})
