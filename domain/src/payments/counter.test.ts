import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postingOf, reversalOf } from '../billing/posting.ts'
import {
  changeOf,
  counterDue,
  counterProblems,
  commonNotes,
  slipKey,
  type CounterMethod,
  type CounterTaken,
} from './counter.ts'

const taken = (method: CounterMethod, amount: number | null, more: Partial<CounterTaken> = {}) => ({
  method,
  amount,
  slip_reference: '',
  last_digits: '',
  ...more,
})
const wrong = (price: number, of: CounterTaken) => counterProblems(price, of).map(({ field }) => field)

it.each([
  ['ap-0417', 'AP0417'],
  ['#AP 0417', 'AP0417'],
  ['0417', '417'],
  [' ０４１７ ', '417'],
  ['0', '0'],
  ['–', ''],
])('normalises the slip reference %o to %o', (written, key) => {
  expect(slipKey(written)).toBe(key)
})

describe('counter payments', () => {
  it.each([
    ['cash', 85_00, 85_00, 0],
    ['cash', 85_05, 85_00, 5],
    ['cash', 85_09, 85_00, 9],
    ['cash', 85_10, 85_10, 0],
    ['card-terminal', 85_09, 85_09, 0],
  ] as const)(
    'by %s, a price of %i cents gives %i due and %i of rounding',
    (method, price, due, rounding) => {
      expect(counterDue(method, price)).toEqual({ due, rounding })
    },
  )

  it.each([
    ['nothing typed', taken('cash', null), ['amount']],
    ['too little', taken('cash', 84_90), ['amount']],
    ['the price to the cent, which no coins make', taken('cash', 85_05), ['amount']],
    ['what is due', taken('cash', 85_00), []],
    ['more than is due', taken('cash', 100_00), []],
    ['a note too many', taken('cash', 285_00), ['amount']],
    ['a slip of another amount', taken('card-terminal', 80_05, { slip_reference: 'A1' }), ['amount']],
    ['a slip without its reference', taken('card-terminal', 85_05), ['slip_reference']],
    ['a slip', taken('card-terminal', 85_05, { slip_reference: 'A1' }), []],
    [
      'a slip with half a card number',
      taken('card-terminal', 85_05, { slip_reference: 'A1', last_digits: '42' }),
      ['last_digits'],
    ],
  ])('checks a payment of R 85.05: %s', (_, of, fields) => {
    expect(wrong(85_05, of)).toEqual(fields)
  })

  it('suggests valid cash sums with the amount due first, and calculates the change of each', () => {
    expect(commonNotes(85_00)).toEqual([85_00, 90_00, 100_00, 200_00])
    for (const sum of commonNotes(85_00)) {
      expect(wrong(85_05, taken('cash', sum))).toEqual([])
      expect(changeOf(85_05, { method: 'cash', amount: sum })).toBe(sum - 85_00)
    }
    expect(changeOf(85_05, { method: 'cash', amount: 80_00 })).toBeNull()
  })

  it('posts balanced ledger entries with the rounding, and reverses them exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_00 }), (price) => {
        const { due, rounding } = counterDue('cash', price)
        const posted = postingOf({
          type: 'payment',
          amount: price,
          vat_percentage: 15,
          zero_rated: 0,
          by_kind: [],
          gateway: 'cash',
          rounding,
        })
        const on = (name: string, of = posted) =>
          of.entries.find(({ ledger_account }) => ledger_account === name)?.amount ?? 0
        expect(on('customer-balance')).toBe(price)
        expect(on('gateway-clearing')).toBe(-due + 0)
        expect(on('rounding')).toBe(-rounding + 0)
        expect(posted.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
        const undone = reversalOf('payment-reversal', [posted])
        expect(undone && on('rounding', undone)).toBe(rounding)
        expect(undone && on('gateway-clearing', undone)).toBe(due)
      }),
    )
  })
})
