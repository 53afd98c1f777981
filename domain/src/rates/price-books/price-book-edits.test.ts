import { describe, expect, it } from 'vitest'
import { compareBooks } from './compare-price-books.ts'
import { applyEdits, checkEdit, subjectOf, unitOf, valueIn } from './price-book-edits.ts'
import { gridOf, laneIn, lostFormulas } from '../price-grid/price-grid.ts'
import { gridRows, readGridCsv } from '../price-grid/grid-csv.ts'
import {
  cellText,
  joinAt,
  readCell,
  readCellOver,
  scaledPrice,
  splitAt,
  withPrice,
  type CellPrice,
} from '../price-grid/lane-bands.ts'
import { surcharge_types, service_address_types, type PriceBook } from './price-book.ts'
import { checkPriceBook } from '../revisions/publishing.ts'
import type { BookContent, LaneBand, RateEdit } from '../revisions/revisions.ts'
import { starter_price_book } from './starter-book.ts'
import { compilePriceBook } from './compile-price-book.ts'
import { basePriceAt } from '../pricing/sample-prices.ts'
import { summariseImpact, type Replayed } from '../revisions/price-impact.ts'
import { surcharge } from './market-defaults.ts'
import { buildExpression, readBuilt } from '../formulas/build-expression.ts'

const book: BookContent = starter_price_book
const full = (content: BookContent): PriceBook => ({ ...starter_price_book, ...content })
const [eco] = book.service_levels
const gold = 2
if (!eco) throw new Error('the starter book sells something')

const lane = (
  bands: LaneBand[] | null,
  more: Partial<Extract<RateEdit, { part: 'formulas' }>> = {},
): RateEdit => ({
  part: 'formulas',
  rate_group_id: gold,
  service_level_id: eco.id,
  from_tag: 'Main centres',
  to_tag: 'Regional',
  ...more,
  value: bands && { symmetric: true, bands },
})
const flat = (amount: string, weightFrom = 0, weightTo: number | null = null): LaneBand => ({
  weight_from: weightFrom,
  weight_to: weightTo,
  type: 'flat',
  amount,
})
const ruleResultOf = (edit: RateEdit, sold = book): string | true => {
  const result = checkEdit(book, edit, sold)
  return result === true ? true : result.message
}

describe('price cells and weight bands of the grid', () => {
  it.each([
    ['R 1,234.50', { type: 'flat', amount: '1234.50' }],
    ['89', { type: 'flat', amount: '89' }],
    ['R1 234,50', { type: 'flat', amount: '1234.50' }],
    ['1\u00a0234\u00a0567,5', { type: 'flat', amount: '1234567.5' }],
    ['89,5', { type: 'flat', amount: '89.5' }],
    ['1.234,50', { type: 'flat', amount: '1234.50' }],
    ['1,234', { type: 'flat', amount: '1234' }],
    ['99.50 ZAR', { type: 'flat', amount: '99.50' }],
    ['1,23,4', "'1,23,4' is not an amount. Type it like 1,234.50 or 1 234,50."],
    ['12 34', "'12 34' is not an amount. Type it like 1,234.50 or 1 234,50."],
    ['not sold', { type: 'no-rate', amount: '' }],
    ['Free', { type: 'zero-rate', amount: '' }],
    ['=99 + max(0, w - 5) * 9.5', { type: 'formula', amount: '99 + max(0, w - 5) * 9.5' }],
    ['91,50', { type: 'flat', amount: '91.50' }],
    ['R 91.50', { type: 'flat', amount: '91.50' }],
    ['99,50 + w * 9,5', { type: 'formula', amount: '99.50 + w * 9.5' }],
    ['99.00 + 9.50/kg over 5', { type: 'formula', amount: '99 + max(0, w - 5) * 9.5' }],
    ['R 1 234,50 + R 8.775/kg', { type: 'formula', amount: '1234.5 + w * 8.775' }],
    [
      '9.50/kg + 2.00/km over 100 + 15.00/parcel',
      {
        type: 'formula',
        amount: 'w * 9.5 + max(0, km - 100) * 2 + n * 15',
      },
    ],
    ['99 +', 'Something is missing at the end (character 5).'],
    ['-5', 'A price must not be below zero.'],
    ['', 'Enter an amount or a formula, or choose not sold.'],
  ])('[RATE-009] parses %j as a price or returns an error message', (typed, read) => {
    expect(readCell(typed)).toEqual(read)
  })

  it('[RATE-009] parses the displayed text of a price back to exactly that price', () => {
    const prices: CellPrice[] = [
      ...book.formulas,
      { type: 'flat', amount: '1234.5' },
      { type: 'flat', amount: '99.005' },
      { type: 'formula', amount: '99.005 + w * 8.775' },
      { type: 'formula', amount: 'max(0, aw - 2.5) * 3 + dv * 0.02 + n * 12' },
      { type: 'formula', amount: 'kmc * 6.5 + kmd * 7' },
      { type: 'formula', amount: '-500 + w' },
    ]
    for (const { type, amount } of prices) {
      const shown = cellText({ type, amount })
      expect(readCellOver({ type, amount }, shown)).toEqual({ type, amount })
      const read = readCell(shown)
      expect(typeof read === 'string' ? read : cellText(read)).toBe(shown)
    }
    expect(readCellOver({ type: 'formula', amount: '9.5 * w' }, '9.51/kg')).toEqual({
      type: 'formula',
      amount: 'w * 9.51',
    })
  })

  it('lists the formulas that flat prices would replace', () => {
    const formula = (amount: string): LaneBand => ({ ...flat(amount), type: 'formula' })
    const ends = { rate_group_id: 1, to_tag: 'Main centres' }
    const lost = { name: 'Main centres to Main centres, all weights', formula: '99 + max(0, w - 5) * 9.5' }
    expect(lostFormulas(book, [lane([flat('90')], ends)])).toEqual([lost])
    expect(lostFormulas(book, [lane([formula('90 + w')], ends), lane(null, ends)])).toEqual([])
    expect(
      lostFormulas(book, [lane([flat('90', 0, 5), { ...formula('9 * w'), weight_from: 5 }], ends)]),
    ).toEqual([lost])
  })

  it('splits, reprices and joins weight bands without gaps', () => {
    const cut = splitAt([flat('89')], 5)
    expect(cut).toEqual([flat('89', 0, 5), flat('89', 5)])
    const set = withPrice(cut, 5, { type: 'flat', amount: '120' })
    expect(set[1]?.amount).toBe('120')
    expect(joinAt(set, 5)).toEqual([flat('89')])
    expect(splitAt(set, 5)).toEqual(set)
  })

  it('builds a formula from numbers and reads the numbers back', () => {
    const numbers = {
      minimum: 99,
      included_kg: 5,
      per_kg: 9.5,
      included_km: null,
      per_km: null,
      per_item: 3,
    }
    expect(buildExpression(numbers)).toBe('99 + max(0, w - 5) * 9.5 + n * 3')
    expect(readBuilt('99 + max(0, w - 5) * 9.5 + n * 3')).toEqual(numbers)
    expect(readBuilt('if(w > 5, 1, 2)')).toBeNull()
  })
})

describe('grid of a rate group', () => {
  it('[RATE-019] marks varied and inherited cells and applies the group’s percentage to inherited prices', () => {
    const grid = gridOf(book, gold, eco.id)
    const varied = grid?.lanes.find((one) => one.from_tag === 'JHB Main' && one.to_tag === 'CPT Main')
    const inherited = grid?.lanes.find((one) => one.to_tag === 'Regional' && one.from_tag === 'Main centres')
    expect(varied).toMatchObject({ is_own: true, cells: [{ state: 'varied', span: 1 }] })
    expect(inherited).toMatchObject({
      is_own: false,
      group: { name: 'Default group' },
      cells: [{ state: 'inherited', type: 'formula', amount: '121.5 + max(0, w - 5) * 12.15' }],
    })
    expect(grid?.varied).toBe(1)
  })

  it('keeps the price when an inherited lane is copied into the group', () => {
    const before = laneIn(book, gold, eco.id, 'Main centres', 'Regional')
    const written = applyEdits(book, [lane(before?.value.bands ?? [])])
    const ends = { from_tag: 'Main centres', to_tag: 'Regional' }
    for (const kg of [1, 5, 7, 100])
      expect(basePriceAt(compilePriceBook(full(written)), gold, eco, ends, kg)).toBe(
        basePriceAt(compilePriceBook(full(book)), gold, eco, ends, kg),
      )
    expect(
      gridOf(written, gold, eco.id)?.lanes.find((one) => one.to_tag === 'Regional' && one.is_own)?.cells[0]
        ?.state,
    ).toBe('kept')
  })

  it('applies percentages exactly', () => {
    expect(scaledPrice({ type: 'flat', amount: '99.99' }, ['-10', '5'])).toEqual({
      type: 'flat',
      amount: '94.49055',
    })
    expect(scaledPrice({ type: 'formula', amount: 'if(w > 5, 90, 80)' }, ['-10'])).toEqual({
      type: 'formula',
      amount: '(if(w > 5, 90, 80)) * 0.9',
    })
  })

  it('spans a price over the columns of all bands it covers', () => {
    const changed = applyEdits(book, [lane([flat('120', 0, 5), flat('180', 5)])])
    const grid = gridOf(changed, gold, eco.id)
    expect(grid?.columns).toEqual([
      { weight_from: 0, weight_to: 5 },
      { weight_from: 5, weight_to: null },
    ])
    expect(grid?.lanes.find((one) => one.to_tag === 'CPT Main' && one.is_own)?.cells[0]?.span).toBe(2)
  })
})

describe('edits of a draft price book', () => {
  it('keeps the book publishable, leaves the given book unchanged and can be undone', () => {
    const edits: RateEdit[] = [
      lane([flat('120', 0, 5), flat('180', 5)]),
      {
        part: 'surcharges',
        id: 1,
        value: surcharge({ id: 1, name: 'Far', type: 'zone', charge_value: '90' }),
      },
      { part: 'tag_groups', name: 'Main centres', value: { name: 'Metros', tags: ['JHB Main', 'CPT Main'] } },
    ]
    const before = JSON.stringify(book)
    const changed = applyEdits(book, edits)
    expect(checkPriceBook(full(changed))).toEqual([])
    expect(JSON.stringify(book)).toBe(before)
    expect(changed.formulas.some((row) => row.from_tag === 'Main centres')).toBe(false)
    expect(changed.formulas.filter((row) => row.from_tag === 'Metros').length).toBeGreaterThan(3)
    const [first] = edits
    if (!first) throw new Error('there are edits')
    const undone = applyEdits(applyEdits(book, [first]), [
      { ...first, value: valueIn(book, first) } as RateEdit,
    ])
    expect(compareBooks(book, undone)).toEqual([])
    expect(unitOf(first)).toBe('formulas/2/1/Main centres/Regional')
    expect(subjectOf(first, book)).toBe('Economy, Main centres to Regional, Gold clients')
  })

  it('[RATE-019] rejects edits that would make the book invalid', () => {
    expect(ruleResultOf(lane([{ ...flat('99 +'), type: 'formula' }]))).toBe(
      'Main centres to Regional, all weights: Something is missing at the end (character 5).',
    )
    expect(ruleResultOf(lane([flat('99', 2)]))).toMatch(/must start at 0 kg/)
    expect(ruleResultOf(lane([flat('99', 0, 10), flat('120', 5)]))).toMatch(/overlap/)
    expect(ruleResultOf({ part: 'service_levels', id: 9, value: { ...eco, id: 9, name: 'Twin' } })).toBe(
      'Economy already has the code ECO. Choose another one.',
    )
    const loop = {
      id: 1,
      name: 'Default group',
      parent_rate_group_id: gold,
      base_percentage: null,
      min_charge: 0,
    }
    expect(ruleResultOf({ part: 'rate_groups', id: 1, value: loop })).toMatch(/cannot inherit from itself/)
    expect(ruleResultOf({ part: 'service_levels', id: eco.id, value: null })).toMatch(/Switch it off instead/)
    expect(ruleResultOf({ part: 'tag_groups', name: 'Main centres', value: null })).toMatch(/Remove the lane/)
  })

  it.each(surcharge_types)(
    '[RATE-011] requires the matching criterion for a surcharge of type %s, except for zones',
    (type) => {
      const value = surcharge({ id: 0, name: 'New one', type, charge_value: '10' })
      const complete = { ...value, tag: 'Fragile', metric: 'girth' as const, pod_method: 'grv' }
      expect(ruleResultOf({ part: 'surcharges', id: 0, value: complete })).toBe(true)
      expect(ruleResultOf({ part: 'surcharges', id: 0, value }) === true).toBe(type === 'zone')
    },
  )

  it('[RATE-013] stores surcharge types as fixed values', () => {
    expect(surcharge_types).toEqual(['zone', 'tag', 'dimensions-weight', 'pod-method'])
  })

  it('[RATE-012] [RATE-013] stores address types as fixed values and rejects publishing a service level without any', () => {
    expect(service_address_types).toEqual(['street-address', 'locker', 'counter', 'locker-or-counter', 'any'])
    const nowhere = applyEdits(book, [
      { part: 'service_levels', id: eco.id, value: { ...eco, delivery_address_types: [] } },
    ])
    expect(checkPriceBook(full(nowhere)).map(({ message }) => message)).toEqual([
      'Economy has no address types. Choose at least one on each side.',
    ])
  })
})

describe('comparison of two revisions', () => {
  it('describes each difference in words', () => {
    const changed = applyEdits(book, [
      lane([{ weight_from: 0, weight_to: null, type: 'formula', amount: '89 + max(0, w - 5) * 8.75' }], {
        from_tag: 'JHB Main',
        to_tag: 'CPT Main',
      }),
      { part: 'surcharges', id: 3, value: null },
      {
        part: 'group_overrides',
        rate_group_id: gold,
        kind: 'rate_adjustment',
        charge_id: 1,
        value: { is_active: true, charge_value: '10' },
      },
    ])
    expect(compareBooks(book, changed).map(({ place: _place, ...rest }) => rest)).toEqual([
      {
        subject: 'Gold clients, Economy, JHB Main to CPT Main, all weights',
        from: '89 + max(0, w - 5) * 8.5',
        to: '89 + max(0, w - 5) * 8.75',
      },
      { subject: 'Surcharge Heavy parcel', from: 'exists', to: null },
      { subject: 'Fuel charge of Gold clients', from: null, to: '10' },
    ])
  })
})

describe('CSV export and import of the grid', () => {
  const zones = ['Main centres', 'JHB Main', 'PTA Main', 'CPT Main', 'DBN Main', 'Regional']
  const csv = (rows: readonly (readonly string[])[]): string =>
    `\uFEFF${rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')}`

  it('produces no edits for an unchanged file and one edit for one changed cell', () => {
    const grid = gridOf(book, 1, eco.id)
    if (!grid) throw new Error('there is a grid')
    const rows = gridRows(grid)
    expect(readGridCsv(csv(rows), book, 1, eco.id, zones)).toEqual({ edits: [], problems: [] })
    const changed = rows.map((row) =>
      row[1] === 'Regional' && row[0] === 'Main centres' ? [...row.slice(0, 3), '140'] : row,
    )
    const { edits, problems } = readGridCsv(csv(changed), book, 1, eco.id, zones)
    expect(problems).toEqual([])
    expect(edits).toMatchObject([
      { from_tag: 'Main centres', value: { bands: [{ type: 'flat', amount: '140' }] } },
    ])
  })

  it('returns the line of a quote that is never closed', () => {
    const text = 'From;To;Both ways;0+ kg\nJHB Main;CPT Main;yes;89\nJHB Main;"CPT Main;yes;89\n'
    expect(readGridCsv(text, book, 1, eco.id, zones)).toMatchObject({
      edits: [],
      problems: [{ line: 3, message: expect.stringMatching(/^A quote in line 3 is never closed/) as string }],
    })
  })

  it('returns every invalid cell and no edits', () => {
    const text = csv([
      ['From', 'To', 'Both ways', '0-5 kg', '5+ kg'],
      ['JHB Main', 'Nowhere', 'yes', '89', '99 +'],
      ['JHB Main', 'CPT Main', 'perhaps', '', '99'],
    ])
    expect(readGridCsv(text, book, 1, eco.id, zones)).toEqual({
      edits: [],
      problems: [
        { line: 2, column: 2, message: "The zone 'Nowhere' does not exist. Check its spelling." },
        { line: 2, column: 5, message: 'Something is missing at the end (character 5).' },
        { line: 3, column: 3, message: "'perhaps' must be yes or no." },
        {
          line: 3,
          column: 4,
          message: 'The first band needs a price. Type an amount, a formula, free or not sold.',
        },
      ],
    })
  })
})

it('limits the price impact of a draft to shipments that the current book sells, and lists unsold ones first, then the biggest changes', () => {
  const row = (id: number, from: number | null, to: number | null): Replayed => ({
    id,
    reference: `R${id}`,
    account_name: 'A',
    service_level_name: 'Economy',
    from,
    to,
    reason: '',
  })
  const impact = summariseImpact(
    [row(1, 100, 120), row(2, 100, 40), row(3, 100, 100), row(4, 100, null), row(5, null, 9)],
    30,
    12_000,
  )
  expect(impact).toMatchObject({
    count: 12_000,
    looked_at: 5,
    replayed: 4,
    changed: 2,
    dearer: 1,
    cheaper: 1,
    not_sold: 1,
    from: 300,
    to: 260,
  })
  expect(impact.biggest.map(({ id }) => id)).toEqual([4, 2, 1])
})
