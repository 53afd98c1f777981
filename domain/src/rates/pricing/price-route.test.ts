import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemActor } from '../../kit/actor.ts'
import { offeredOptIns, rateOf, ratesAnswer } from './rates-answer.ts'
import { compilePriceBook } from '../price-books/compile-price-book.ts'
import { explainPrice } from './explain-price.ts'
import { insuranceCharge, mayDeclare } from '../charges/insurance.ts'
import { checkRatesInput, optInsVisibleTo, RatesAnswer, RatesInput, ratesVisibleTo } from '../model.ts'
import type { PricedRow } from './offer.ts'
import {
  charge_types,
  legs,
  rate_formula_types,
  vat_types,
  weight_roundings,
  type PriceBook,
} from '../price-books/price-book.ts'
import type { PriceRequest } from './price-request.ts'
import { priceRoute } from './price-route.ts'
import { mayRerate } from './re-rating.ts'
import { starter_price_book } from '../price-books/starter-book.ts'
import { routeFor } from './sample-route.ts'
import { measureParcel, displayKg, weigh } from './weights.ts'

const parcel = (
  length: number,
  width: number,
  height: number,
  weight: number,
  packaging = 'Custom parcel',
) => ({
  submitted_length_cm: length,
  submitted_width_cm: width,
  submitted_height_cm: height,
  submitted_weight_kg: weight,
  packaging,
})
const small = parcel(42.5, 38.5, 5.5, 3)

const withBook = (changes: Partial<PriceBook>) => compilePriceBook({ ...starter_price_book, ...changes })
const starter = compilePriceBook(starter_price_book)

function offerOf(code: string, request: PriceRequest, compiled = starter) {
  const offer = priceRoute(compiled, request).offers.find((one) => one.service_level.code === code)
  if (!offer) throw new Error(`${code} is not offered`)
  return offer
}
const valueOf = (rows: readonly PricedRow[], name: string): number =>
  rows
    .filter((row) => row.name === name && row.type !== 'rate_formula')
    .reduce((sum, row) => sum + row.value, 0)

describe('stored values of the price book types', () => {
  it('[RATE-006] [RATE-007] [RATE-008] [RATE-009] [RATE-010] match the values of the specification', () => {
    expect(charge_types).toEqual([
      'percentage',
      'flat',
      'perKg',
      'perKmFromDeliveryBranch',
      'perKmFromCollectionBranch',
      'perItem',
    ])
    expect(vat_types).toEqual(['standard', 'zero'])
    expect(legs).toEqual(['collection', 'delivery'])
    expect(rate_formula_types).toEqual(['flat', 'formula', 'no-rate', 'zero-rate'])
    expect(weight_roundings).toEqual([
      'round_up',
      'round_normally',
      'round_up_to_nearest_half',
      'do_not_round',
    ])
  })
})

describe('[RATE-017] worked examples', () => {
  it('[RATE-001] prices example 1: Economy between main centres, 3 kg', () => {
    const offer = offerOf('ECO', routeFor({ parcels: [small] }))
    expect([offer.volumetric_weight, offer.charged_weight]).toEqual([2.2498, 3])
    expect([valueOf(offer.rows, ''), valueOf(offer.rows, 'Fuel charge')]).toEqual([9900, 1238])
    expect([offer.rate, offer.vat, offer.rate_excluding_vat]).toEqual([11138, 1453, 9685])
    expect(offer.rows.map(({ type, value }) => [type, value])).toEqual([
      ['base', 9900],
      ['rate_formula', 9900],
      ['rate_adjustment', 1238],
    ])
    expect(offer.rows.filter((row) => row.type !== 'rate_formula').map((row) => row.vat)).toEqual([
      12.913, 1.6148,
    ])
  })

  it('prices example 2: Overnight, charged by volume', () => {
    const offer = offerOf('OVN', routeFor({ parcels: [parcel(60, 40, 30, 8.2)] }))
    expect([offer.volumetric_weight, offer.charged_weight]).toEqual([14.4, 15])
    expect([valueOf(offer.rows, ''), valueOf(offer.rows, 'Fuel charge')]).toEqual([69100, 8638])
    expect([offer.rate, offer.vat, offer.rate_excluding_vat]).toEqual([77738, 10140, 67598])
  })

  it('prices example 3: three flyers across town, each priced separately', () => {
    const flyer = parcel(42, 38, 5, 1, 'Standard flyer')
    const offer = offerOf('LOF', routeFor({ parcels: [flyer, flyer, flyer], to: 'JHB Main' }))
    expect(offer.charge_per_parcel).toEqual([8625, 8625, 8625])
    expect([offer.rate, offer.vat, offer.rate_excluding_vat]).toEqual([29109, 3797, 25312])
  })

  it('prices example 4: Economy to a remote address with a long parcel, insurance and early bird', () => {
    const request = routeFor({
      to: 'Regional',
      parcels: [parcel(100, 40, 30, 12.4)],
      declared_value: 4800_00,
      opt_in_time_based_rates: [1],
    })
    const compiled = withBook({
      surcharges: starter_price_book.surcharges.map((one) =>
        one.id === 1 ? { ...one, zone_ids: [7] } : one,
      ),
    })
    const delivery = { ...request.delivery, surcharge_zone_ids: [7] }
    const offer = offerOf('ECO', { ...request, delivery }, compiled)
    expect(offer.charged_weight).toBe(30)
    expect(
      ['', 'Remote area', 'Long parcel', 'Fuel charge', 'Early bird', 'Insurance'].map((name) =>
        valueOf(offer.rows, name),
      ),
    ).toEqual([47250, 8500, 6000, 5906, 15000, 8400])
    expect([offer.rate, offer.vat, offer.rate_excluding_vat]).toEqual([91056, 11877, 79179])
  })

  it('prices example 5: kilometres from the delivery branch above the free ones', () => {
    const [fuel] = starter_price_book.rate_adjustments
    if (!fuel) throw new Error('the starter book has fuel')
    const distance = {
      ...fuel,
      name: 'Distance',
      charge_type: 'perKmFromDeliveryBranch',
      charge_value: '6.50',
      free_units: 40,
    } as const
    const offer = offerOf(
      'ECO',
      { ...routeFor({ parcels: [small] }), kmd: 74 },
      withBook({ rate_adjustments: [distance] }),
    )
    expect(valueOf(offer.rows, 'Distance')).toBe(22100)
    const row = offer.rows.find(({ name }) => name === 'Distance')
    expect(row?.vat).toBe(28.8261)
  })

  it('prices example 6: example 1 with the parcel measured in the hub', () => {
    const measured = {
      ...small,
      actual_length_cm: 45,
      actual_width_cm: 40,
      actual_height_cm: 30,
      actual_weight_kg: 3,
    }
    const after = offerOf('ECO', routeFor({ parcels: [measured] }))
    expect([after.charged_weight, after.rate, after.vat, after.rate_excluding_vat]).toEqual([
      14, 20756, 2707, 18049,
    ])
  })

  it('[BILL-013] prices example 7: zero-rated international transport', () => {
    const [eco] = starter_price_book.service_levels
    if (!eco) throw new Error('the starter book has ECO')
    const formulas = starter_price_book.formulas.map((row) => ({
      ...row,
      type: 'flat' as const,
      amount: '1250',
    }))
    const compiled = withBook({
      service_levels: [{ ...eco, vat_type: 'zero' }],
      formulas,
      rate_adjustments: [],
    })
    const offer = offerOf('ECO', routeFor({ parcels: [small] }), compiled)
    expect([offer.rate, offer.vat, offer.rate_excluding_vat]).toEqual([125000, 0, 125000])
  })

  it('[BILL-014] prices example 8: an amount entered without VAT', () => {
    const formulas = starter_price_book.formulas.map((row) => ({
      ...row,
      type: 'flat' as const,
      amount: '82.61',
    }))
    const settings = { ...starter_price_book.settings, rates_include_vat: false }
    const offer = offerOf(
      'ECO',
      routeFor({ parcels: [small] }),
      withBook({ formulas, settings, rate_adjustments: [] }),
    )
    expect([offer.rate, offer.vat, offer.rate_excluding_vat]).toEqual([9500, 1239, 8261])
  })
})

describe('insurance', () => {
  const [extra] = starter_price_book.rate_group_extras
  if (!extra) throw new Error('the starter book has insurance')

  it.each([
    [0, 0],
    [1_100_00, 25_00],
    [1_500_00, 26_25],
    [4_800_00, 84_00],
    [50_000_00, 875_00],
  ])('[RATE-003] insures a declared value of %i cents for %i cents', (declared, charge) => {
    expect(insuranceCharge(declared, extra)).toBe(charge)
    const offer = offerOf('ECO', routeFor({ parcels: [small], declared_value: declared }))
    expect(rateOf(offer).extras).toEqual([expect.objectContaining({ insurance_charge: charge })])
  })

  it('rejects a declared value above the maximum and returns the reason without offers', () => {
    expect(mayDeclare(50_001_00, extra)).toMatchObject({
      message: 'Declared value exceeds the maximum of R 50,000.00.',
    })
    const pricing = priceRoute(starter, routeFor({ parcels: [small], declared_value: 50_001_00 }))
    expect(pricing).toMatchObject({
      message: 'Declared value exceeds the maximum of R 50,000.00.',
      offers: [],
    })
  })

  it('accepts a declared value with a locker or counter only when the company allows it', () => {
    const route = routeFor({ parcels: [small], declared_value: 1_100_00 })
    const toCounter = { ...route, delivery: { ...route.delivery, kind: 'counter' as const } }
    expect(priceRoute(starter, toCounter)).toMatchObject({
      message: 'A declared value is not possible with a locker or counter. Leave it out.',
      offers: [],
    })
    const allowed = offerOf('ECO', { ...toCounter, locker_allow_declared_value: true })
    expect(valueOf(allowed.rows, 'Insurance')).toBe(25_00)
  })

  it('charges by band, and only for the value above the free cover', () => {
    const bands = [
      { value_to: 2_500_00, charge_type: 'flat' as const, charge_value: '50' },
      { value_to: 50_000_00, charge_type: 'percentage' as const, charge_value: '2' },
    ]
    expect(insuranceCharge(2_500_00, { ...extra, insurance_bands: bands })).toBe(50_00)
    expect(insuranceCharge(10_000_00, { ...extra, insurance_bands: bands })).toBe(200_00)
    const covered = { ...extra, insurance_included_value: 5_000_00 }
    expect(insuranceCharge(5_000_00, covered)).toBe(0)
    expect(insuranceCharge(15_000_00, covered)).toBe(175_00)
  })
})

describe('weights', () => {
  const weights = [0.2, 2, 2.1, 2.5, 2.6]
  it.each([
    ['round_up', [1, 2, 3, 3, 3]],
    ['round_normally', [1, 2, 2, 3, 3]],
    ['round_up_to_nearest_half', [0.5, 2, 2.5, 2.5, 3]],
    ['do_not_round', weights],
  ] as const)('[RATE-010] applies the weight rounding %s', (weightRounding, expected) => {
    const charged = weights.map((kg) => {
      const measured = measureParcel(parcel(1, 1, 1, kg + 0.0000000001))
      return (
        weigh([measured], {
          weight_rounding: weightRounding,
          volumetric_factor: 4000,
          charged_weight_method: 'shipment',
        }).charged_centikg / 100
      )
    })
    expect(charged).toEqual(expected)
  })

  it('weighs parcels together or separately', () => {
    const parcels = [parcel(60, 50, 40, 4), parcel(20, 15, 10, 12)].map(measureParcel)
    const service = { weight_rounding: 'round_up', volumetric_factor: 4000 } as const
    expect(weigh(parcels, { ...service, charged_weight_method: 'shipment' }).charged_centikg).toBe(3100)
    expect(weigh(parcels, { ...service, charged_weight_method: 'parcel' }).charged_centikg).toBe(4200)
    const three = Array.from({ length: 3 }, () => measureParcel(parcel(30, 20, 20, 1.2)))
    expect(weigh(three, { ...service, charged_weight_method: 'shipment' }).charged_centikg).toBe(900)
    expect(weigh(three, { ...service, charged_weight_method: 'parcel' }).charged_centikg).toBe(900)
  })

  it('rounds displayed weights up to 0.1 kg', () => {
    expect([2.2498, 2.25, 2, 0, 2.0000000001].map(displayKg)).toEqual([2.3, 2.3, 2, 0, 2])
  })
})

describe('offered service levels', () => {
  it('sorts offers by price and gives the reason for each service level that is not offered', () => {
    const pricing = priceRoute(starter, routeFor({ parcels: [small], to: 'JHB Main' }))
    expect(pricing.message).toBe('Success')
    expect(pricing.offers.map(({ service_level }) => service_level.code)).toEqual(['ECO', 'LOX', 'LSE'])
    expect(pricing.rejected.map(({ reason }) => reason)).toEqual([
      'No rate for this lane: Overnight is not sold from JHB Main to JHB Main.',
      'Local Overnight Flyer takes only Standard flyer packaging.',
    ])
  })

  it('returns the reason that applies to all service levels', () => {
    const exceptions = [{ service_level_ids: null, message: 'We do not serve Marion Island.' }]
    const request = routeFor({ parcels: [small] })
    const blocked = { ...request, delivery: { ...request.delivery, exceptions } }
    expect(priceRoute(starter, blocked).message).toBe('We do not serve Marion Island.')
    const nowhere = routeFor({ parcels: [small], only: { service_level_code: 'XYZ' } })
    expect(priceRoute(starter, nowhere)).toMatchObject({
      message: 'There is no service level "XYZ". Request a quote without it to see those offered.',
      offers: [],
    })
    const held = routeFor({ parcels: [small], blocked_reason: 'Your account is on hold. Please contact us.' })
    expect(priceRoute(starter, held).message).toBe('Your account is on hold. Please contact us.')
  })

  it('rejects a charged weight above the service level’s limit and a parcel above the absolute maximum', () => {
    const heavy = priceRoute(starter, routeFor({ parcels: [parcel(40, 40, 40, 45)], to: 'JHB Main' }))
    expect(heavy.rejected.map(({ reason }) => reason)).toContain(
      'The charged weight is 45 kg. Local Overnight Parcel takes up to 40 kg.',
    )
    expect(priceRoute(starter, routeFor({ parcels: [parcel(3000, 1, 1, 1)] })).message).toBe(
      'A parcel of more than 20 m or 50 t cannot be sent.',
    )
  })

  it('[RATE-012] [PP-018] offers a service level only for its address types, and for lockers only when the parcel fits', () => {
    const request = routeFor({ parcels: [small] })
    const locker = { ...request, delivery: { ...request.delivery, kind: 'locker' as const } }
    expect(priceRoute(starter, locker).rejected.map(({ reason }) => reason)).toContain(
      'Overnight does not deliver to a locker.',
    )
    const anywhere = withBook({
      service_levels: starter_price_book.service_levels.map((one) => ({
        ...one,
        delivery_address_types: ['locker-or-counter' as const],
      })),
    })
    expect(priceRoute(anywhere, locker).message).toBe('Success')
    expect(priceRoute(anywhere, request).offers).toEqual([])
    const full = { ...locker, delivery: { ...locker.delivery, free_sizes: [] } }
    expect(priceRoute(anywhere, full).message).toBe(
      'This parcel does not fit into any compartment of this locker.',
    )
  })

  it.each([
    ['street-address', ['street-address']],
    ['locker', ['locker']],
    ['counter', ['counter']],
    ['locker-or-counter', ['locker', 'counter']],
    ['any', ['street-address', 'locker', 'counter']],
  ] as const)('[RATE-012] limits a service level of address type %s to %j at both ends', (type, kinds) => {
    const request = routeFor({ parcels: [small] })
    for (const side of ['collection', 'delivery'] as const) {
      const compiled = withBook({
        service_levels: starter_price_book.service_levels.map((one) => ({
          ...one,
          collection_address_types: ['any' as const],
          delivery_address_types: ['any' as const],
          [`${side}_address_types`]: [type],
        })),
      })
      const offered = (['street-address', 'locker', 'counter'] as const).filter(
        (kind) => priceRoute(compiled, { ...request, [side]: { ...request[side], kind } }).offers.length > 0,
      )
      expect(offered, side).toEqual(kinds)
    }
  })

  it('finds a service level by code, ignoring case, spaces and the part after a slash', () => {
    const request = routeFor({ parcels: [small], only: { service_level_code: ' eco/BOX-12' } })
    expect(priceRoute(starter, request).offers).toHaveLength(1)
  })

  it('prices a zero-rate lane at R 0.00 despite a minimum charge and does not offer a no-rate lane', () => {
    const formulas = starter_price_book.formulas.map((row) => ({
      ...row,
      type: 'zero-rate' as const,
      amount: '',
    }))
    const rateGroups = starter_price_book.rate_groups.map((group) => ({ ...group, min_charge: 50_00 }))
    const offer = offerOf(
      'ECO',
      routeFor({ parcels: [small] }),
      withBook({ formulas, rate_groups: rateGroups }),
    )
    expect([offer.rate, offer.vat]).toEqual([0, 0])
    const none = formulas.map((row) => ({ ...row, type: 'no-rate' as const }))
    expect(priceRoute(withBook({ formulas: none }), routeFor({ parcels: [small] })).offers).toEqual([])
  })
})

describe('groups, charges and totals', () => {
  it('applies a child group’s percentage to inherited prices and uses its own prices as entered', () => {
    const gold = routeFor({ parcels: [small], rate_group_id: 2 })
    expect(valueOf(offerOf('ECO', gold).rows, '')).toBe(8900)
    expect(offerOf('ECO', gold).group_name).toBe('Gold clients')
    const durban = offerOf('ECO', routeFor({ parcels: [small], rate_group_id: 2, to: 'DBN Main' }))
    expect([valueOf(durban.rows, ''), durban.group_name]).toEqual([8910, 'Default group'])
  })

  it('applies a group’s override that switches a charge off or changes its value', () => {
    const override = { rate_group_id: 1, kind: 'rate_adjustment' as const, charge_id: 1 }
    const off = withBook({ group_overrides: [{ ...override, is_active: false, charge_value: null }] })
    expect(offerOf('ECO', routeFor({ parcels: [small] }), off).rate).toBe(9900)
    const own = withBook({ group_overrides: [{ ...override, is_active: true, charge_value: '10' }] })
    expect(offerOf('ECO', routeFor({ parcels: [small], rate_group_id: 2, to: 'DBN Main' }), own).rate).toBe(
      9801,
    )
  })

  it('applies the fuel value in force on the pricing day', () => {
    const history = [
      { effective_date: '2026-01-07', charge_value: '13' },
      { effective_date: '2026-02-04', charge_value: '14.5' },
    ]
    const compiled = withBook({
      rate_adjustments: starter_price_book.rate_adjustments.map((one) =>
        one.id === 1 ? { ...one, history } : one,
      ),
    })
    const fuelOn = (pricedOn: string) =>
      valueOf(
        offerOf('ECO', { ...routeFor({ parcels: [small] }), priced_on: pricedOn }, compiled).rows,
        'Fuel charge',
      )
    expect(['2026-01-06', '2026-01-07', '2026-02-03', '2026-02-04'].map(fuelOn)).toEqual([
      1238, 1287, 1287, 1436,
    ])
  })

  it('[RATE-006] calculates every charge type', () => {
    const [fuel] = starter_price_book.rate_adjustments
    if (!fuel) throw new Error('the starter book has fuel')
    const types = [
      'percentage',
      'flat',
      'perKg',
      'perKmFromDeliveryBranch',
      'perKmFromCollectionBranch',
      'perItem',
    ] as const
    const rateAdjustments = types.map((chargeType, index) => ({
      ...fuel,
      id: index + 1,
      name: chargeType,
      charge_type: chargeType,
      charge_value: '2.5',
      position: index,
    }))
    const request = { ...routeFor({ parcels: [small, small] }), kmd: 12, kmc: 8 }
    const offer = offerOf('ECO', request, withBook({ rate_adjustments: rateAdjustments }))
    expect(offer.charged_weight).toBe(6)
    expect(types.map((name) => valueOf(offer.rows, name))).toEqual([271, 250, 1500, 3000, 2000, 500])
  })

  it('applies negative charges as discounts and respects minimum and maximum amounts', () => {
    const [fuel] = starter_price_book.rate_adjustments
    if (!fuel) throw new Error('the starter book has fuel')
    const valueWith = (more: Partial<typeof fuel>): number =>
      valueOf(
        offerOf('ECO', routeFor({ parcels: [small] }), withBook({ rate_adjustments: [{ ...fuel, ...more }] }))
          .rows,
        'Fuel charge',
      )
    expect(valueWith({ charge_value: '-10' })).toBe(-990)
    expect(valueWith({ charge_value: '-10', max_amount: 5_00 })).toBe(-500)
    expect(valueWith({ min_amount: 20_00 })).toBe(2000)
    expect(valueWith({ max_amount: 10_00 })).toBe(1000)
  })

  it('adds separate rows for the minimum charge and for rounding the total', () => {
    const rateGroups = starter_price_book.rate_groups.map((group) => ({ ...group, min_charge: 120_00 }))
    const offer = offerOf('ECO', routeFor({ parcels: [small] }), withBook({ rate_groups: rateGroups }))
    expect([valueOf(offer.rows, 'Minimum charge'), offer.rate]).toEqual([862, 12000])
    const settings = { ...starter_price_book.settings, round_total_to: 50 }
    const rounded = offerOf('ECO', routeFor({ parcels: [small] }), withBook({ settings }))
    expect([valueOf(rounded.rows, 'Rounding'), rounded.rate]).toEqual([12, 11150])
  })

  it('[RATE-011] applies surcharges by zone, tag, size and proof of delivery', () => {
    const base = starter_price_book.surcharges.map((one) =>
      one.type === 'zone' ? { ...one, zone_ids: [one.id] } : one,
    )
    const [first] = base
    if (!first) throw new Error('the starter book has surcharges')
    const compiled = withBook({
      surcharges: [...base, { ...first, id: 90, type: 'tag', name: 'Mine visit', tag: 'Mine' }],
    })
    const request = routeFor({ parcels: [parcel(95, 10, 10, 31), parcel(20, 10, 10, 32)] })
    const both = {
      ...request,
      tags: ['Mine'],
      pod_method: 'grv',
      collection: { ...request.collection, surcharge_zone_ids: [1] },
      delivery: { ...request.delivery, surcharge_zone_ids: [1, 9] },
    }
    const { rows } = offerOf('ECO', both, compiled)
    expect(rows.filter((row) => row.type === 'surcharge').map((row) => [row.name, row.value])).toEqual([
      ['Remote area', 17000],
      ['Long parcel', 6000],
      ['Heavy parcel', 19000],
      ['High-risk area', 7500],
      ['Signed delivery note', 3500],
      ['Mine visit', 8500],
    ])
  })

  it('[RATE-008] opens a day only for an extra that applies to the service level', () => {
    const compiled = withBook({
      time_based_rate_adjustments: starter_price_book.time_based_rate_adjustments.map((one) =>
        one.name === 'Saturday delivery'
          ? { ...one, conditions: { ...one.conditions, service_level_ids: [2] } }
          : one,
      ),
    })
    // Economy, booked on Thursday, takes two days; Overnight, booked on Friday, takes one.
    const route = (date: string) =>
      routeFor({ parcels: [small], opt_in_time_based_rates: [4], now: new Date(date) })
    const economy = offerOf('ECO', route('2026-01-15T06:00:00Z'), compiled)
    expect(valueOf(economy.rows, 'Saturday delivery')).toBe(0)
    expect(economy.dates.delivery_date_from).toEqual(new Date('2026-01-19T06:00:00Z'))
    const overnight = offerOf('OVN', route('2026-01-16T06:00:00Z'), compiled)
    expect(valueOf(overnight.rows, 'Saturday delivery')).toBe(120_00)
    expect(overnight.dates.delivery_date_from).toEqual(new Date('2026-01-17T06:00:00Z'))
  })

  it('explains insurance by the terms applied: band, included cover, percentage and minimum', () => {
    const bands = [
      { value_to: 2_500_00, charge_type: 'flat' as const, charge_value: '50' },
      { value_to: 20_000_00, charge_type: 'percentage' as const, charge_value: '2' },
    ]
    const [extra] = starter_price_book.rate_group_extras
    const insured = (declaredValue: number, terms: Partial<NonNullable<typeof extra>>) => {
      const compiled = withBook({ rate_group_extras: extra ? [{ ...extra, ...terms }] : [] })
      const offer = offerOf('ECO', routeFor({ parcels: [small], declared_value: declaredValue }), compiled)
      return explainPrice(offer).find(({ label }) => label === 'Insurance')
    }
    const included = { insurance_included_value: 1_000_00 }
    expect(insured(2_000_00, {})).toEqual({
      label: 'Insurance',
      amount: 35_00,
      sentence: 'Declared value R 2,000.00 at 1.75 %, at least R 25.00.',
    })
    expect(insured(2_000_00, { insurance_bands: bands })).toMatchObject({
      amount: 50_00,
      sentence: 'Declared value R 2,000.00: R 50.00 up to R 2,500.00.',
    })
    expect(insured(10_000_00, { insurance_bands: bands, ...included })).toMatchObject({
      amount: 180_00,
      sentence: 'Declared value R 10,000.00 less R 1,000.00 included: R 9,000.00 at 2 % up to R 20,000.00.',
    })
    expect(insured(30_000_00, { insurance_bands: bands, ...included })).toMatchObject({
      amount: 507_50,
      sentence:
        'Declared value R 30,000.00 less R 1,000.00 included: R 29,000.00 at 1.75 %, at least R 25.00.',
    })
  })

  it('explains the price line by line', () => {
    const lines = explainPrice(offerOf('ECO', routeFor({ parcels: [small], declared_value: 4800_00 })))
    expect(lines.map(({ label, sentence }) => `${label}: ${sentence}`)).toEqual([
      'Charged weight: 3 kg: 3 kg by weight is at least the 2.25 kg by volume (factor 4000), rounded up to the next kg.',
      'Base charge: Economy from JHB Main to CPT Main: R 99.00 up to 5 kg, then R 9.50 per kg. Price of Default group.',
      'Fuel charge: 12.5 % of R 99.00.',
      'Insurance: Declared value R 4,800.00 at 1.75 %, at least R 25.00.',
      'VAT: 15 % VAT is in the total; without it the price is R 169.90.',
    ])
  })
})

describe('base price of a descendant rate group', () => {
  it('explains the percentages that its groups apply', () => {
    const [parent] = starter_price_book.rate_groups
    if (!parent) throw new Error('The starter book has no rate group.')
    const below = (id: number, name: string, parentRateGroupId: number, basePercentage: string) => ({
      ...parent,
      id,
      name,
      parent_rate_group_id: parentRateGroupId,
      base_percentage: basePercentage,
    })
    const book = withBook({
      rate_groups: [
        ...starter_price_book.rate_groups,
        below(901, 'Trade', parent.id, '-10'),
        below(902, 'Trade far', 901, '5'),
      ],
    })
    const requested = routeFor({ parcels: [small] })
    const offer = offerOf(
      'ECO',
      { ...requested, account: { ...requested.account, rate_group_id: 902 } },
      book,
    )
    expect(offer.rows[0]?.value).toBe(Math.round(99_00 * 0.9 * 1.05))
    expect(explainPrice(offer)[1]?.sentence).toMatch(
      /Price of Default group, less 10 % for Trade, plus 5 % for Trade far\.$/,
    )
  })
})

describe('response of POST /rates', () => {
  const request = routeFor({ parcels: [small] })
  const answer = ratesAnswer(priceRoute(starter, request), request, true)

  it('[RATE-002] returns amounts in Rand, with an empty list for each group without charges', () => {
    const [rate] = RatesAnswer.encode(answer).rates
    expect(rate).toMatchObject({
      rate: 111.38,
      rate_excluding_vat: 96.85,
      base_rate: {
        charge: 99,
        charge_per_parcel: [99],
        vat: 12.913,
        rate_formula_type: 'formula',
        group_name: 'Default group',
      },
      surcharges: [],
      rate_adjustments: [
        { id: 1, name: 'Fuel charge', charge: 12.38, charge_value: 12.5, charge_type: 'percentage' },
      ],
      time_based_rate_adjustments: [],
      extras: [{ id: 1, insurance_charge: 0 }],
      service_level: { code: 'ECO', collection_date: '2026-01-14T06:00:00.000Z' },
    })
  })

  it('[RATE-002] returns every kind of charge in the group of its type', () => {
    const compiled = withBook({
      surcharges: starter_price_book.surcharges.map((one) =>
        one.type === 'zone' ? { ...one, zone_ids: [one.id] } : one,
      ),
    })
    const plain = routeFor({ parcels: [small], declared_value: 4_800_00, opt_in_time_based_rates: [1] })
    const full = { ...plain, delivery: { ...plain.delivery, surcharge_zone_ids: [1] } }
    const [rate] = ratesAnswer(priceRoute(compiled, full), full, true).rates
    expect(rate?.base_rate.charge).toBe(99_00)
    expect(rate?.surcharges.map(({ name, charge }) => [name, charge])).toEqual([['Remote area', 85_00]])
    expect(rate?.rate_adjustments.map(({ name }) => name)).toEqual(['Fuel charge'])
    expect(rate?.time_based_rate_adjustments.map(({ name, charge }) => [name, charge])).toEqual([
      ['Early bird', 150_00],
    ])
    expect(rate?.extras).toMatchObject([{ id: 1, insurance_charge: 84_00 }])
  })

  it('[BILL-007] hides amounts and explanations from callers without billing permission, and rejected services from customers', () => {
    const customer = {
      ...systemActor(1),
      kind: 'user' as const,
      account_id: 5,
      permissions: ['API_/rates:POST'],
    }
    const [rate] = ratesVisibleTo(customer, answer).rates
    expect(rate).toMatchObject({
      rate: null,
      rate_excluding_vat: null,
      base_rate: { charge: null, vat: null },
    })
    expect(JSON.stringify(rate)).not.toMatch(/99|111|12\.38/)
    expect(rate).not.toHaveProperty('explain')
    const payer = { ...customer, permissions: ['INLINE_see_billing_info'] }
    expect(ratesVisibleTo(payer, answer).rates[0]).toMatchObject({ rate: 11138 })
    expect(ratesVisibleTo(payer, answer).rates[0]?.explain).not.toHaveLength(0)
    expect(ratesVisibleTo(payer, answer)).not.toHaveProperty('rejected')
  })

  it('returns an error that names the missing address or parcels, and accepts a complete request', () => {
    const to = { city: 'Cape Town', code: '8001' }
    const check = (body: unknown) =>
      checkRatesInput(RatesInput.decode(body as never), new Date('2026-03-11T08:00:00Z'))
    expect(check({ delivery_address: to, parcels: [{}] })).toMatchObject({
      message: 'The collection address is missing.',
    })
    expect(check({ collection_address: to, parcels: [{}] })).toMatchObject({
      message: 'The delivery address is missing.',
    })
    expect(check({ collection_address: to, delivery_address: to })).toMatchObject({
      message: 'At least one parcel is required.',
    })
    expect(
      check({
        collection_address: to,
        delivery_pickup_point_id: 'CG12',
        parcels: { 0: { submitted_weight_kg: '3' } },
        opt_in_rates: ['3'],
      }),
    ).toBe(true)
  })

  it.each(['collection_min_date', 'delivery_min_date'])('rejects a past day at its field: %s', (field) => {
    const to = { city: 'Cape Town', code: '8001' }
    const check = (day: string) => {
      const body = { collection_address: to, delivery_address: to, parcels: [{}], [field]: day }
      return checkRatesInput(RatesInput.decode(body), new Date('2026-03-11T22:30:00Z'))
    }
    // 22:30 UTC is 00:30 on the 12th in South Africa.
    const message = 'This day has passed. Choose a later one.'
    expect(check('2026-03-11')).toMatchObject({ message, fields: [{ field, message }] })
    expect(check('2026-03-12')).toBe(true)
  })

  it('[BILL-007] lists optional extras without prices to callers who may not see prices', () => {
    const { opt_in_rates } = offeredOptIns(starter, request)
    const customer = { ...systemActor(1), kind: 'user' as const, account_id: 5, permissions: [] }
    expect(
      optInsVisibleTo(customer, opt_in_rates).map(({ name, charge_value }) => [name, charge_value]),
    ).toEqual([
      ['Fragile handling', null],
      ['Return of signed documents', null],
    ])
    const payer = { ...customer, permissions: ['INLINE_see_billing_info'] }
    expect(optInsVisibleTo(payer, opt_in_rates)).toEqual(opt_in_rates)
  })

  it('[RATE-014] lists the optional extras of a route that are still possible', () => {
    const options = offeredOptIns(starter, request)
    expect(options.opt_in_rates.map(({ name, charge_value }) => [name, charge_value])).toEqual([
      ['Fragile handling', 45],
      ['Return of signed documents', 85],
    ])
    expect(options.opt_in_time_based_rates.map(({ name }) => name)).toContain('Early bird')
    const late = { ...request, now: new Date('2026-01-16T08:31:00Z') }
    const left = offeredOptIns(starter, late, {
      collection_date: null,
      delivery_date: new Date('2026-01-16T06:00:00Z'),
    })
    expect(left.opt_in_time_based_rates.map(({ name }) => name)).not.toContain('Early bird')
    expect(left.opt_in_time_based_rates.map(({ name }) => name)).toContain('After hours')
  })
})

describe('re-rating', () => {
  it('is rejected for invoiced shipments and for shipments with new charges switched off', () => {
    expect(mayRerate({ is_invoiced: false, disable_new_charges: false })).toBe(true)
    expect(mayRerate({ is_invoiced: true, disable_new_charges: false })).not.toBe(true)
    expect(mayRerate({ is_invoiced: false, disable_new_charges: true })).not.toBe(true)
  })
})

describe('pricing properties', () => {
  const size = fc.integer({ min: 1, max: 1500 }).map((mm) => mm / 10)
  const parcels = fc.array(
    fc
      .tuple(size, size, size, fc.integer({ min: 1, max: 60_000 }))
      .map(([l, w, h, g]) => parcel(l, w, h, g / 1000)),
    { minLength: 1, maxLength: 5 },
  )
  const tags = fc.constantFrom('JHB Main', 'PTA Main', 'CPT Main', 'DBN Main', 'Regional', 'Unknown')
  const routes = fc.record({
    parcels,
    from: tags,
    to: tags,
    rate_group_id: fc.constantFrom(1, 2),
    declared_value: fc.nat(50_000_00),
  })
  const exclusive = withBook({ settings: { ...starter_price_book.settings, rates_include_vat: false } })

  it('adds up the rows to the total, with VAT included and excluded', () => {
    fc.assert(
      fc.property(routes, fc.constantFrom(starter, exclusive), (over, compiled) => {
        for (const offer of priceRoute(compiled, routeFor(over)).offers) {
          const charged = offer.rows.filter(({ type }) => type !== 'rate_formula')
          expect(charged.reduce((sum, row) => sum + row.value, 0)).toBe(offer.rate)
          expect(offer.rate_excluding_vat + offer.vat).toBe(offer.rate)
          expect(offer.vat).toBe(Number(new Big(offer.rate).times(15).div(115).round(0, Big.roundHalfUp)))
          expect(offer.rows.every((row) => Number.isSafeInteger(row.value))).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('calculates the same base price as big.js', () => {
    fc.assert(
      fc.property(routes, (over) => {
        const request = routeFor({ ...over, from: 'DBN Main', to: 'CPT Main', rate_group_id: 2 })
        const offer = offerOf('ECO', request)
        const above = Math.max(0, offer.charged_weight - 5)
        const expected = new Big(99)
          .plus(new Big(9.5).times(above))
          .times(0.9)
          .times(100)
          .round(0, Big.roundHalfUp)
        expect(valueOf(offer.rows, '')).toBe(Number(expected))
      }),
      { numRuns: 200 },
    )
  })

  it('never prices a heavier parcel lower', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), fc.nat(30_000), (grams, more) => {
        const price = (g: number) =>
          offerOf('ECO', routeFor({ parcels: [parcel(10, 10, 10, g / 1000)] })).rate
        expect(price(grams + more)).toBeGreaterThanOrEqual(price(grams))
      }),
      { numRuns: 200 },
    )
  })
})
