import { describe, expect, it } from 'vitest'
import { compilePriceBook } from '../price-books/compile-price-book.ts'
import { checkPublish, checkStart } from './draft-rules.ts'
import { applyEdits } from '../price-books/price-book-edits.ts'
import type { PriceBook } from '../price-books/price-book.ts'
import type { BookWarning, LaneBand, RateEdit, WarningKind } from './revisions.ts'
import { starter_price_book } from '../price-books/starter-book.ts'
import { countWarnings, publishingWarnings, warningText } from './publishing-warnings.ts'

const economy = 1
const band = (amount: string, weightFrom = 0, weightTo: number | null = null): LaneBand => ({
  weight_from: weightFrom,
  weight_to: weightTo,
  ...(amount === 'not sold'
    ? { type: 'no-rate', amount: '' }
    : amount === 'free'
      ? { type: 'zero-rate', amount: '' }
      : { type: /^\d+(\.\d+)?$/.test(amount) ? 'flat' : 'formula', amount }),
})
const lane = (
  fromTag: string,
  toTag: string,
  bands: LaneBand[] | null,
  { rate_group_id = 1, symmetric = true, service_level_id = economy } = {},
): RateEdit => ({
  part: 'formulas',
  rate_group_id,
  service_level_id,
  from_tag: fromTag,
  to_tag: toTag,
  value: bands && { symmetric, bands },
})
const main = (...bands: LaneBand[]): RateEdit => lane('Main centres', 'Main centres', bands)
const edited = (edits: readonly RateEdit[], from: PriceBook = starter_price_book): PriceBook => ({
  ...from,
  ...applyEdits(from, edits),
})
const warned = (edits: readonly RateEdit[], from: PriceBook = starter_price_book): BookWarning[] =>
  publishingWarnings(edited(edits, from), compilePriceBook(from))
const messages = (kind: WarningKind, edits: readonly RateEdit[], from?: PriceBook): string[] =>
  warned(edits, from)
    .filter((one) => one.kind === kind)
    .map(({ message }) => message)

describe('warnings before publishing a draft', () => {
  it('reports no warnings for the starter prices, compared with themselves or with no book', () => {
    expect(warned([])).toEqual([])
    expect(publishingWarnings(starter_price_book, null)).toEqual([])
  })

  it('warns once about a price of R 0.00, with the place of its cell', () => {
    const [warning, ...more] = warned([main(band('99', 0, 5), band('0', 5))])
    expect(more).toEqual([])
    expect(warning).toMatchObject({
      kind: 'zero-price',
      message: 'Default group, Economy, Main centres to Main centres, from 5 kg costs R 0.00.',
      place: {
        part: 'formulas',
        rate_group_id: 1,
        service_level_id: 1,
        to_tag: 'Main centres',
        weight_from: 5,
      },
    })
    expect(messages('zero-price', [main(band('free'))])).toEqual([
      'Default group, Economy, Main centres to Main centres, all weights is free of charge: R 0.00.',
    ])
    expect(messages('zero-price', [main(band('max(0, w - 5) * 9.5'))])[0]).toMatch(
      /costs R 0\.00 at 0\.1 kg\.$/,
    )
  })

  it('does not warn about a price that is R 0.00 only at a distance of 0 km', () => {
    expect(messages('zero-price', [main(band('km * 0.1'))])).toEqual([])
  })

  it.each([
    ['-500 + w', '-R 499.90 at 0.1 kg'],
    ['w * 9.5 - 100', 'at 0.1 kg'],
    ['100 - (w - 30) * 2', 'at 1000 kg'],
    ['if(w > 50, 99, w - 20)', 'at 0.1 kg'],
    ['99 - n * 10', 'at 200 parcels'],
    ['dv * 0.02 - 50', 'at a declared value of R 0.00'],
    ['50 + abs(w - 777.5) - 50.5', 'at 777'],
  ])('warns that the price %s can become negative', (formula, expected) => {
    const [message, ...more] = messages('negative-price', [main(band(formula))])
    expect(more).toEqual([])
    expect(message).toContain(expected)
    expect(message).toContain(formula)
  })

  it.each([
    '99 + max(0, w - 5) * 9.5',
    'if(w > 50, 99 + (w - 50) * 9.5, 99)',
    '500 - min(w, 40) * 10',
    'max(99, w - 500)',
  ])('does not warn about the price %s, which stays above zero', (formula) =>
    expect(messages('negative-price', [main(band(formula))])).toEqual([]),
  )

  it('checks a price only within its weight band', () => {
    expect(messages('negative-price', [main(band('99', 0, 600), band('w - 500', 600))])).toEqual([])
    expect(messages('negative-price', [main(band('99', 0, 400), band('w - 500', 400))])).toHaveLength(1)
  })

  it('checks a price only up to the maximum weight of the service level', () => {
    const local = { service_level_id: 3 }
    const price = (formula: string): RateEdit => lane('JHB Main', 'JHB Main', [band(formula)], local)
    expect(warned([price('500 - w * 10')])).toEqual([])
    expect(messages('negative-price', [price('300 - w * 10')])[0]).toContain('at 40 kg')
  })

  it.each([
    ['990', '99', []],
    ['990.01', '99', ['costs R 990.01, previously R 99.00.']],
    ['9.90', '99', []],
    ['9.80', '99', ['costs R 9.80, previously R 99.00.']],
  ])(
    'compares R %s with the former R %s and warns above ten times or below a tenth',
    (now, before, expected) => {
      const found = messages('far-price', [main(band(now))], edited([main(band(before))]))
      expect(found).toEqual(
        expected.map((text) => `Default group, Economy, Main centres to Main centres, all weights ${text}`),
      )
    },
  )

  it('compares the prices of a new lane, a formula and a group percentage with the former prices', () => {
    const far = messages('far-price', [lane('JHB Main', 'DBN Main', [band('8950')])])
    expect(far).toEqual([
      'Default group, Economy, JHB Main to DBN Main, all weights costs R 8,950.00 at 0.1 kg, previously R 99.00.',
    ])
    expect(messages('far-price', [main(band('99 + max(0, w - 5) * 950'))])).toHaveLength(1)
    const gold: RateEdit = {
      part: 'rate_groups',
      id: 2,
      value: {
        id: 2,
        name: 'Gold clients',
        parent_rate_group_id: 1,
        base_percentage: '-95',
        min_charge: null,
      },
    }
    const groups = messages('far-price', [gold])
    expect(groups.length).toBeGreaterThan(0)
    for (const message of groups) expect(message).toMatch(/^Gold clients, /)
  })

  it('warns about a charge far from its former value', () => {
    const [surcharge] = starter_price_book.surcharges
    if (!surcharge) throw new Error('there is a surcharge')
    const value = { ...surcharge, charge_value: '8500' }
    expect(warned([{ part: 'surcharges', id: surcharge.id, value }])).toMatchObject([
      {
        kind: 'far-price',
        message: 'Remote area is 8500, previously 85.',
        place: { part: 'surcharges', id: 1 },
      },
    ])
  })

  it('warns about a lane that would no longer be sold, with the reason and today’s price', () => {
    const regional = (value: LaneBand[] | null): RateEdit => lane('Regional', 'Regional', value)
    const today = 'Today it costs R 165.00 at 0.1 kg.'
    const name = 'Default group, Economy, Regional to Regional'
    expect(messages('unsold-lane', [regional(null)])).toEqual([
      `${name}, all weights would no longer be sold: no lane serves it. ${today}`,
    ])
    expect(messages('unsold-lane', [regional([band('not sold')])])).toEqual([
      `${name}, all weights would no longer be sold: the draft says not sold. ${today}`,
    ])
    expect(messages('unsold-lane', [regional([band('165', 0, 30)])])).toEqual([
      `${name}, from 30 kg would no longer be sold: the lane has no price for this weight. Today it costs R 565.16 at 30.01 kg.`,
    ])
  })

  it('reports a symmetric lane once, and only the return direction when only that is lost', () => {
    expect(messages('unsold-lane', [lane('Main centres', 'Regional', null)])).toHaveLength(1)
    const oneDirection = lane('Main centres', 'Regional', [band('135')], { symmetric: false })
    expect(messages('unsold-lane', [oneDirection])).toEqual([
      expect.stringMatching(
        /^Default group, Economy, Regional to Main centres, all weights would no longer be sold/,
      ),
    ])
  })

  it('does not warn about a removed lane when another lane covers it', () => {
    expect(messages('unsold-lane', [lane('JHB Main', 'CPT Main', null, { rate_group_id: 2 })])).toEqual([])
  })

  it('warns about every lane of a service level that is switched off', () => {
    const off = starter_price_book.service_levels.find(({ code }) => code === 'LSE')
    if (!off) throw new Error('it is there')
    const found = messages('unsold-lane', [
      { part: 'service_levels', id: off.id, value: { ...off, is_active: false } },
    ])
    expect(found).toHaveLength(5)
    for (const message of found) expect(message).toContain('Local Same Day Economy is switched off')
  })
})

describe('publishing a draft with warnings', () => {
  const now = new Date('2026-03-11T08:00:00Z')
  const replaces = { id: 1, name: 'Starter' }
  const publish = (confirmed: { kind: WarningKind; count: number }[]) =>
    checkPublish({
      revision: { name: 'Draft', status: 'draft' },
      problems: [],
      warnings: warned([
        main(band('0')),
        lane('Regional', 'Regional', null),
        lane('Main centres', 'Regional', null),
      ]),
      confirmed,
      valid_from: now,
      now,
      replaces,
      replaces_id: 1,
      starts_then: null,
    })

  it('requires confirmation of each kind of warning with its count', () => {
    const seen = { kind: 'zero-price', count: 1 } as const
    const lost = { kind: 'unsold-lane', count: 2 } as const
    expect(publish([seen, lost])).toBe(true)
    for (const confirmed of [
      [],
      [seen],
      [lost],
      [seen, { ...lost, count: 1 }],
      [{ ...seen, count: 2 }, lost],
    ])
      expect(publish(confirmed)).not.toBe(true)
    expect(publish([{ ...lost, count: 1 }])).toMatchObject({
      message:
        'Check the draft again and confirm before publishing: 1 price is R 0.00; 2 lanes sold today would no longer be sold.',
      fields: [{ field: 'confirmed' }, { field: 'confirmed' }],
    })
  })

  it('lists the kinds of warnings in a fixed order, in singular and plural', () => {
    const warnings = warned([lane('Regional', 'Regional', null), main(band('0'))])
    expect(countWarnings(warnings).map(({ kind, count }) => warningText(kind, count))).toEqual([
      '1 price is R 0.00',
      '1 lane sold today would no longer be sold',
    ])
    expect(warningText('negative-price', 2)).toBe('2 prices can become negative')
  })

  it('requires exactly one start: at once or from a date', () => {
    expect(checkStart({ at_once: true })).toBe(true)
    expect(checkStart({ valid_from: now })).toBe(true)
    for (const start of [{}, { at_once: false }, { valid_from: now, at_once: true }])
      expect(checkStart(start)).toMatchObject({
        message: 'Choose when the new prices apply: now, or from a date.',
        fields: [{ field: 'valid_from' }],
      })
  })
})
