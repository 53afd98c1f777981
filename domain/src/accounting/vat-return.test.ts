import { describe, expect, it } from 'vitest'
import { vatOf, vatReturn } from './vat-return.ts'

type VatRow = Parameters<typeof vatOf>[0]

const row = (more: Partial<VatRow>): VatRow => ({
  type: 'shipping-charge',
  is_credit_note: false,
  vat_percentage: 15,
  zero_rated: 0,
  net: 100_00,
  output_vat: 15_00,
  input_vat: 0,
  ...more,
})

describe('a ledger row in the VAT return', () => {
  it.each<[string, Partial<VatRow>, ReturnType<typeof vatOf>]>([
    ['a charge', {}, { '1': 115_00, '4': 15_00 }],
    [
      'a charge that is partly zero-rated',
      { net: 200_00, zero_rated: 100_00 },
      { '1': 115_00, '2': 100_00, '4': 15_00 },
    ],
    ['a zero-rated charge', { zero_rated: 100_00, output_vat: 0 }, { '2': 100_00 }],
    [
      'a charge lowered before it was invoiced',
      { net: -100_00, output_vat: -15_00 },
      { '1': -115_00, '4': -15_00 },
    ],
    [
      'a credit note',
      { type: 'admin-credit', is_credit_note: true, net: -100_00, output_vat: -15_00 },
      { '18': 15_00 },
    ],
    [
      'a credit note of a zero-rated charge',
      { is_credit_note: true, net: -100_00, zero_rated: 100_00, output_vat: 0 },
      { '2': -100_00, '18': 0 },
    ],
    ['a bad debt', { type: 'bad-debt-write-off', net: -100_00, output_vat: -15_00 }, { '17': 15_00 }],
    ['a bad debt recovered', { type: 'bad-debt-write-off-reversal' }, { '12': 15_00 }],
    [
      'a gateway fee',
      { type: 'payment', vat_percentage: 0, net: 0, output_vat: 0, input_vat: -1_50 },
      { '15': 1_50 },
    ],
    ['a charge of a company without VAT', { vat_percentage: 0, output_vat: 0 }, {}],
  ])('counts %s', (_, more, expected) => {
    expect(vatOf(row(more))).toEqual(expected)
  })

  it('adds to field 20 exactly what it adds to the VAT accounts', () => {
    const rows = [
      row({}),
      row({ type: 'admin-credit', is_credit_note: true, net: -50_00, output_vat: -7_50 }),
      row({ type: 'bad-debt-write-off', net: -20_00, output_vat: -3_00 }),
      row({ type: 'bad-debt-write-off-reversal', net: 10_00, output_vat: 1_50 }),
      row({ type: 'payment', vat_percentage: 0, net: 0, output_vat: 0, input_vat: -45 }),
    ]
    const sums: Record<string, number> = {}
    for (const one of rows)
      for (const [box, amount] of Object.entries(vatOf(one))) sums[box] = (sums[box] ?? 0) + amount
    const boxes = vatReturn(sums)
    expect(boxes['20']).toBe(rows.reduce((sum, one) => sum + one.output_vat + one.input_vat, 0))
    expect(boxes).toMatchObject({ '13': 16_50, '15': 45, '17': 3_00, '18': 7_50, '19': 10_95, '20': 5_55 })
  })
})
