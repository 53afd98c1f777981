import { describe, expect, it } from 'vitest'
import { valueOn } from '../charges/adjustments.ts'
import { adjustment, surcharge, timed as timeAdjustment } from '../price-books/market-defaults.ts'
import { compareBooks } from '../price-books/compare-price-books.ts'
import {
  applyEdits,
  checkEdit,
  placeOfEdit,
  subjectOf,
  unitOf,
  valueIn,
} from '../price-books/price-book-edits.ts'
import type { BookContent, RateEdit } from './revisions.ts'
import { starter_price_book } from '../price-books/starter-book.ts'
import { onTop, percentageOf, summariseVat, vatShare } from '../charges/vat.ts'

const book: BookContent = starter_price_book
const [eco] = book.service_levels
const [extra] = book.rate_group_extras
if (!eco || !extra) throw new Error('the starter book has services and insurance')

/** Returns the fields for which an edit is rejected. */
function wrong(edit: RateEdit, sold: BookContent = book): string[] {
  const result = checkEdit(book, edit, sold)
  return result === true ? [] : (result.fields ?? []).map(({ field }) => field)
}
const message = (edit: RateEdit, sold: BookContent = book): string => {
  const result = checkEdit(book, edit, sold)
  return result === true ? '' : result.message
}

const service = (more: object): RateEdit => ({
  part: 'service_levels',
  id: eco.id,
  value: { ...eco, ...more },
})
const group = (more: object, id = 0): RateEdit => ({
  part: 'rate_groups',
  id,
  value: { id, name: 'New', parent_rate_group_id: null, base_percentage: null, min_charge: null, ...more },
})
const zones = (name: string, to: string, tags: string[]): RateEdit => ({
  part: 'tag_groups',
  name,
  value: { name: to, tags },
})
const insurance = (more: object): RateEdit => ({
  part: 'rate_group_extras',
  rate_group_id: 1,
  value: { ...extra, ...more },
})
const dated = (more: object): RateEdit => ({
  part: 'rate_adjustments',
  id: 0,
  value: adjustment({ id: 0, name: 'New', charge_value: '1', ...more }),
})
const timed = (more: object): RateEdit => ({
  part: 'time_based_rate_adjustments',
  id: 0,
  value: timeAdjustment({
    id: 0,
    name: 'New',
    description: '',
    charge_value: '1',
    leg: 'collection',
    ...more,
  }),
})
const lane = (more: object): RateEdit => ({
  part: 'formulas',
  rate_group_id: 1,
  service_level_id: eco.id,
  from_tag: 'JHB Main',
  to_tag: 'Regional',
  value: { symmetric: true, bands: [{ weight_from: 0, weight_to: null, type: 'flat', amount: '9' }] },
  ...more,
})

describe('validation of draft edits', () => {
  it.each<[string, RateEdit, string[]]>([
    ['a lane as it should be', lane({}), []],
    ['a lane from nowhere', lane({ from_tag: '' }), ['from_tag']],
    ['a lane to nowhere', lane({ to_tag: '' }), ['to_tag']],
    ['a lane of a group that is gone', lane({ rate_group_id: 99 }), ['rate_group_id']],
    ['a lane of a service that is gone', lane({ service_level_id: 99 }), ['service_level_id']],
    ['a lane without a price', lane({ value: { symmetric: true, bands: [] } }), ['bands']],
    ['a service as it should be', service({}), []],
    ['a service without name and code', service({ name: '', code: '' }), ['name', 'code']],
    ['a service with the name of another', service({ name: 'overnight' }), ['name']],
    ['a service that carries nothing', service({ max_weight: 0 }), ['max_weight']],
    ['a service for a gram', service({ max_weight: 0.001 }), []],
    ['a service of no volume', service({ volumetric_factor: 0 }), ['volumetric_factor']],
    [
      'a service that ends before it begins',
      service({
        delivery_estimate_from_type: 'd',
        delivery_estimate_from_value: 2,
        delivery_estimate_to_type: 'h',
        delivery_estimate_to_value: 47,
      }),
      ['delivery_estimate_to_value'],
    ],
    [
      'a service that ends when it begins',
      service({
        delivery_estimate_from_type: 'd',
        delivery_estimate_from_value: 2,
        delivery_estimate_to_type: 'h',
        delivery_estimate_to_value: 48,
      }),
      [],
    ],
    ['a service of yesterday', service({ delivery_estimate_from_value: -1 }), ['delivery_estimate_to_value']],
    ['a service of a network', service({ pickup_point_provider: 'bob-box', pickup_point_size: 'small' }), []],
    ['a service of our own lockers', service({ pickup_point_provider: 'own', pickup_point_size: 'XXL' }), []],
    ['a service of no network', service({ pickup_point_provider: 'bobbox' }), ['pickup_point_provider']],
    ['a size of no network', service({ pickup_point_size: 'small' }), ['pickup_point_provider']],
    [
      'a size of another network',
      service({ pickup_point_provider: 'tcg-locker', pickup_point_size: 'small' }),
      ['pickup_point_size'],
    ],
    ['a group as it should be', group({}), []],
    ['a group named like another', group({ name: 'GOLD CLIENTS' }), ['name']],
    ['a group with its own name', group({ name: 'Gold clients', parent_rate_group_id: 1 }, 2), []],
    ['a group of a parent that is gone', group({ parent_rate_group_id: 99 }), ['parent_rate_group_id']],
    ['a group of itself', group({ name: 'Own', parent_rate_group_id: 2 }, 2), ['parent_rate_group_id']],
    ['a group at no price at all', group({ base_percentage: '-100' }), []],
    ['a group below no price', group({ base_percentage: '-100.01' }), ['base_percentage']],
    ['a group with a free minimum', group({ min_charge: 0 }), []],
    ['a group with a minimum below zero', group({ min_charge: -1 }), ['min_charge']],
    ['zones as they should be', zones('', 'Coast', ['DBN Main']), []],
    ['zones without a name', zones('', '', ['DBN Main']), ['name']],
    ['zones called anything', zones('', '*', ['DBN Main']), ['name']],
    ['zones without a zone', zones('', 'Coast', []), ['tags']],
    ['zones named like others', zones('', 'Main centres', ['DBN Main']), ['name']],
    ['zones named like a zone', zones('', 'JHB Main', ['DBN Main']), ['name']],
    ['zones that keep their name', zones('Main centres', 'Main centres', ['DBN Main']), []],
    ['insurance as it should be', insurance({}), []],
    ['insurance below zero', insurance({ insurance_percentage: '-0.5' }), ['insurance_percentage']],
    ['insurance for nothing', insurance({ insurance_percentage: '0', insurance_min_charge: 0 }), []],
    ['a minimum below zero', insurance({ insurance_min_charge: -1 }), ['insurance_min_charge']],
    [
      'more cover for nothing than there is',
      insurance({ insurance_included_value: 101_00, insurance_max_declared_value: 100_00 }),
      ['insurance_included_value'],
    ],
    [
      'all cover for nothing',
      insurance({ insurance_included_value: 100_00, insurance_max_declared_value: 100_00 }),
      [],
    ],
    [
      'bands that go down or stay',
      insurance({
        insurance_bands: [100, 100, 200, 150].map((valueTo) => ({
          value_to: valueTo,
          charge_type: 'flat',
          charge_value: '1',
        })),
      }),
      ['insurance_bands.1.value_to', 'insurance_bands.3.value_to'],
    ],
    ['an adjustment as it should be', dated({}), []],
    ['less than nothing free', dated({ free_units: -1 }), ['free_units']],
    ['a largest amount below the smallest', dated({ min_amount: 2, max_amount: 1 }), ['max_amount']],
    ['a largest amount that is the smallest', dated({ min_amount: 2, max_amount: 2 }), []],
    ['a smallest amount alone', dated({ min_amount: 2 }), []],
    [
      'an adjustment that ends before it begins',
      dated({ valid_from: '2026-02-02', valid_until: '2026-02-01' }),
      ['valid_until'],
    ],
    ['an adjustment of one day', dated({ valid_from: '2026-02-02', valid_until: '2026-02-02' }), []],
    [
      'a value of no day',
      dated({ history: [{ effective_date: '', charge_value: '1' }] }),
      ['history.0.effective_date'],
    ],
    ['a window with one end', timed({ window_from: '08:00' }), ['window_to']],
    ['a window with the other end', timed({ window_to: '08:00' }), ['window_from']],
    ['a window of no time', timed({ window_from: '08:00', window_to: '08:00' }), ['window_to']],
    ['a window', timed({ window_from: '08:00', window_to: '08:01' }), []],
    [
      'a surcharge for a zone',
      {
        part: 'surcharges',
        id: 0,
        value: surcharge({ id: 0, name: 'New', type: 'zone', charge_value: '1' }),
      },
      [],
    ],
  ])('reports the invalid fields of %s', (_what, edit, fields) => {
    expect(wrong(edit)).toEqual(fields)
  })

  it('rejects the removal of a rate group that accounts or child groups use, and allows the removal of unused items', () => {
    const nothing: BookContent = { ...book, service_levels: [], rate_groups: [] }
    expect(message({ part: 'service_levels', id: eco.id, value: null }, nothing)).toBe('')
    expect(message({ part: 'rate_groups', id: 2, value: null })).toMatch(/^Accounts may have this rate group/)
    expect(message({ part: 'rate_groups', id: 2, value: null }, nothing)).toBe('')
    expect(message({ part: 'rate_groups', id: 1, value: null }, nothing)).toMatch(/inherits from this group/)
    expect(message({ part: 'surcharges', id: 1, value: null })).toBe('')
    const unused = { ...book, tag_groups: [...book.tag_groups, { name: 'Coast', tags: ['DBN Main'] }] }
    expect(checkEdit(unused, { part: 'tag_groups', name: 'Coast', value: null }, book)).toBe(true)
  })
})

describe('description of an edit', () => {
  const override: RateEdit = {
    part: 'group_overrides',
    rate_group_id: 2,
    kind: 'rate_adjustment',
    charge_id: 1,
    value: { is_active: true, charge_value: '10' },
  }
  const edits: [RateEdit, string, string][] = [
    [lane({}), `formulas/1/${eco.id}/JHB Main/Regional`, 'Economy, JHB Main to Regional, Default group'],
    [insurance({}), 'rate_group_extras/1', 'Insurance of Default group'],
    [zones('Main centres', 'Metros', ['JHB Main']), 'tag_groups/Main centres', 'Zone group Metros'],
    [override, 'group_overrides/2/rate_adjustment/1', 'Fuel charge of Gold clients'],
    [service({}), `service_levels/${eco.id}`, 'Economy'],
  ]

  it('gives all edits of an item the same key, and gives each a subject and a place', () => {
    for (const [edit, unit, subject] of edits) {
      expect(unitOf(edit)).toBe(unit)
      expect(subjectOf(edit, book)).toContain(subject)
    }
    expect(placeOfEdit(lane({}))).toMatchObject({
      part: 'formulas',
      from_tag: 'JHB Main',
      to_tag: 'Regional',
    })
    expect(placeOfEdit(override)).toMatchObject({ part: 'group_overrides', rate_group_id: 2 })
    expect(placeOfEdit(insurance({}))).toMatchObject({ part: 'rate_group_extras', rate_group_id: 1 })
    expect(placeOfEdit(zones('Main centres', 'Metros', []))).toMatchObject({ part: 'tag_groups', id: null })
    expect(placeOfEdit(service({}))).toMatchObject({ part: 'service_levels', id: eco.id })
  })

  it('returns the item’s current value, or null when the book does not contain it', () => {
    for (const [edit] of edits) {
      const changed = applyEdits(book, [edit])
      const after = edit.part === 'tag_groups' ? { ...edit, name: 'Metros' } : edit
      expect(valueIn(changed, after)).toEqual(edit.value)
    }
    expect(valueIn(book, override)).toBeNull()
    expect(valueIn(book, { ...insurance({}), rate_group_id: 2 } as RateEdit)).toBeNull()
    expect(valueIn(book, zones('Coast', 'Coast', []))).toBeNull()
    expect(valueIn(book, lane({ from_tag: 'Nowhere' }))).toBeNull()
    expect(valueIn(book, { part: 'surcharges', id: 99, value: null })).toBeNull()
    const twice = applyEdits(applyEdits(book, [override]), [
      { ...override, charge_id: 2 },
      { ...override, value: null },
    ])
    expect(twice.group_overrides).toMatchObject([{ charge_id: 2 }])
  })

  it('lists the differences of two books field by field, with amounts in Rand', () => {
    const words = (...changed: RateEdit[]) =>
      compareBooks(book, applyEdits(book, changed)).map(({ subject, from, to }) => [subject, from, to])
    expect(words(service({ skip_public_holidays: !eco.skip_public_holidays, max_weight: 70 }))).toEqual([
      ['Service level Economy, max weight', String(eco.max_weight ?? 'none'), '70'],
      ['Service level Economy, skip public holidays', 'yes', 'no'],
    ])
    expect(words(insurance({ insurance_min_charge: 30_00, insurance_bands: [] }))).toEqual([
      ['Insurance of Default group, insurance min charge', 'R 25.00', 'R 30.00'],
    ])
    expect(words(zones('', 'Coast', ['DBN Main']))).toEqual([['Zone group Coast', null, 'DBN Main']])
    expect(words({ ...insurance({}), rate_group_id: 2 } as RateEdit)).toEqual([
      ['Insurance of Gold clients', null, 'its own'],
    ])
    expect(words({ ...override, value: { is_active: false, charge_value: null } })).toEqual([
      ['Fuel charge of Gold clients', null, 'switched off'],
    ])
    expect(words({ ...override, value: { is_active: true, charge_value: null } })).toEqual([
      ['Fuel charge of Gold clients', null, 'switched on'],
    ])
    expect(words(group({}))).toEqual([['Rate group New', null, 'new']])
  })
})

describe('dated values', () => {
  const history = [
    { effective_date: '2026-02-01', charge_value: '11' },
    { effective_date: '2026-03-01', charge_value: '12' },
    { effective_date: '2026-01-01', charge_value: '10' },
  ]
  it('applies the newest value not after the day regardless of order, and the base value before the first one', () => {
    const on = (day: string) => valueOn({ charge_value: '9', history }, day)
    expect(['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01'].map(on)).toEqual(['9', '10', '11', '12'])
  })
})

describe('VAT', () => {
  it('is added to amounts entered without VAT', () => {
    expect([percentageOf('standard', 15), percentageOf('zero', 15)]).toEqual([15, 0])
    expect(onTop('standard', { include: false, percentage: 15 })).toEqual({
      numerators: [11_500],
      denominators: [10_000],
    })
    const nothing = { numerators: [], denominators: [] }
    expect(onTop('standard', { include: true, percentage: 15 })).toEqual(nothing)
    expect(onTop('zero', { include: false, percentage: 15 })).toEqual(nothing)
  })

  it('is calculated per row for information and once on the total of each type', () => {
    expect([vatShare(115_00, 15), vatShare(1_00, 15), vatShare(115_50, 15.5)]).toEqual([15, 0.1304, 15.5])
    const rows = [
      { value: 115_00, vat_type: 'standard' as const },
      { value: 50_00, vat_type: 'zero' as const },
      { value: 15_00, vat_type: 'zero' as const },
    ]
    expect(summariseVat(rows, 15)).toEqual({
      total: 180_00,
      vat: 15_00,
      excluding_vat: 165_00,
      zero_rated: 65_00,
    })
  })
})
