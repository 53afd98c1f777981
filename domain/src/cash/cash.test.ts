import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cashUpOf,
  collectionOf,
  depositOf,
  floatOf,
  remittanceOf,
  tillOpeningOf,
  tillPaymentOf,
  tillPayoutOf,
  voidOf,
} from './cash-book.ts'
import { countingProblems, mayDecide } from './cash-up.ts'
import {
  collectionProblems,
  differenceReasonOf,
  isRecordable,
  mayHandOver,
  type Collected,
} from './collecting.ts'
import { isCount, valueOf } from './denominations.ts'
import { feeFor } from './fee.ts'
import { blockAt, freeNumbers, nextReceiptNumber, numbersText, unusedNumbers } from './receipt-numbers.ts'

describe('receipt numbers', () => {
  it('come from blocks that do not overlap', () => {
    expect([blockAt(1), blockAt(2)]).toEqual([
      { first_number: 1, last_number: 50 },
      { first_number: 51, last_number: 100 },
    ])
  })

  const blocks = [
    { first_number: 1, last_number: 50 },
    { first_number: 201, last_number: 250 },
  ]
  it.each([
    [[], 1],
    [[1, 2, 5], 6],
    [[50], 201],
    [[249], 250],
    [[250], null],
  ])('after %j continue with %j', (used, next) => {
    expect(nextReceiptNumber(blocks, used)).toBe(next)
  })

  it('count as free after the last used one', () => {
    expect([freeNumbers(blocks, 0), freeNumbers(blocks, 40), freeNumbers(blocks, 249)]).toEqual([100, 60, 1])
  })

  it('that were left out are listed, with ranges', () => {
    const unused = unusedNumbers(blocks, [1, 4, 202])
    expect(unused.slice(0, 3)).toEqual([2, 3, 5])
    expect(unused.at(-1)).toBe(201)
    expect(numbersText([2, 3, 5, 7, 8, 9])).toBe('2–3, 5, 7–9')
  })
})

describe('money of a receiver', () => {
  const taken = (amount: number | null, more: Partial<Collected> = {}): Collected => ({
    method: 'cash',
    amount,
    ...more,
  })
  it.each([
    ['nothing', taken(null), ['amount']],
    ['the amount', taken(450_00), []],
    ['an amount that no coins make', taken(450_05), ['amount', 'difference_reason']],
    ['less without a reason', taken(400_00), ['difference_reason']],
    ['less with a reason', taken(400_00, { difference_reason: 'Short of change' }), []],
    ['what the driver saw', taken(400_00, { displayed_due: 400_00 }), []],
    ['less than the driver saw', taken(300_00, { displayed_due: 400_00 }), ['difference_reason']],
    ['a card without its slip', taken(450_00, { method: 'card-machine' }), ['slip_reference']],
    ['a card', taken(450_00, { method: 'card-machine', slip_reference: 'A1' }), []],
  ])('is checked against R 450.00: %s', (_, of, fields) => {
    expect(collectionProblems(450_00, of).map(({ field }) => field)).toEqual(fields)
    expect(mayHandOver(450_00, of) === true).toBe(fields.length === 0)
  })

  it.each([
    ['the amount', taken(450_00), ''],
    ['less with a reason', taken(400_00, { difference_reason: ' Short ' }), 'Short'],
    ['what the driver saw', taken(400_00, { displayed_due: 400_00 }), 'changed from R 400.00 to R 450.00'],
    ['less than an earlier app tells', taken(400_00), 'changed from R 400.00 to R 450.00'],
  ])('has a reason for the difference to R 450.00: %s', (_, of, reason) => {
    const found = differenceReasonOf(450_00, { ...of, amount: of.amount ?? 0 })
    expect([found === '', found.includes(reason)]).toEqual([reason === '', true])
  })

  it('can be stored unless it is nothing, or no coins make it', () => {
    expect([taken(null), taken(450_05), taken(10)].map((one) => isRecordable(one))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('is needed only where it is due', () => {
    expect(mayHandOver(0, undefined)).toBe(true)
    expect(mayHandOver(10, undefined)).not.toBe(true)
  })
})

it.each([
  [1_000_00, 3, 25_00, 30_00],
  [450_00, 3, 25_00, 25_00],
  [20_00, 3, 25_00, 20_00],
  [333_33, 2.5, 0, 8_33],
  [450_00, 0, 0, 0],
])('charges for %i cents at %d %%, at least %i cents: %i cents', (amount, percentage, minimum, fee) => {
  expect(feeFor(amount, { percentage, minimum })).toBe(fee)
})

describe('movements of cash', () => {
  it('have entries that sum to zero, and a void undoes its collection', () => {
    const cents = fc.integer({ min: 1, max: 10_000_00 })
    fc.assert(
      fc.property(cents, cents, (amount, second) => {
        const received = { method: 'cash', username: 'sipho', account_id: 7, amount } as const
        const movements = [
          collectionOf(received),
          collectionOf({ ...received, method: 'card-machine' }),
          voidOf(received),
          floatOf('sipho', amount),
          tillOpeningOf(1, amount),
          tillPaymentOf(1, amount),
          tillPayoutOf(1, amount),
          depositOf(amount),
          cashUpOf({ kind: 'driver', username: 'sipho' }, amount, second),
          cashUpOf({ kind: 'till', till_id: 1 }, amount, second),
          remittanceOf(7, amount + second, second),
        ]
        for (const { entries } of movements) {
          expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0)
          expect(entries.every((entry) => entry.amount !== 0)).toBe(true)
        }
        expect(voidOf(received).entries.map((entry) => -entry.amount)).toEqual(
          collectionOf(received).entries.map((entry) => entry.amount),
        )
      }),
    )
  })
})

describe('a count of cash', () => {
  it('adds up notes and coins, and knows those in use', () => {
    expect(valueOf({ 20000: 2, 5000: 1, 10: 3 })).toBe(450_30)
    expect(isCount({ 20000: 2 })).toBe(true)
    expect(isCount({ 5: 1 })).toBe(false)
    expect(isCount({ 10: 1.5 })).toBe(false)
  })

  it.each([
    ['right', {}, [], []],
    ['short without a reason', { 20000: 1 }, [], ['difference_reason']],
    ['with numbers left out', {}, [4], ['unused_reason']],
  ])('that is %s has its problems by field', (_, more, unused, fields) => {
    const denominations = Object.keys(more).length > 0 ? more : { 20000: 2, 5000: 1 }
    const problems = countingProblems(450_00, unused, {
      denominations,
      difference_reason: '',
      unused_reason: '',
    })
    expect(problems.map(({ field }) => field)).toEqual(fields)
  })

  it('is decided once, by another person than who holds or counted the cash', () => {
    const row = { state: 'counted', username: 'sipho', counted_by: 'thandi' } as const
    expect(mayDecide({ username: 'naledi' }, row)).toBe(true)
    for (const username of ['sipho', 'thandi']) expect(mayDecide({ username }, row)).not.toBe(true)
    expect(mayDecide({ username: 'naledi' }, { ...row, state: 'confirmed' })).not.toBe(true)
  })
})
