import { describe, expect, it } from 'vitest'
import { formatRand, parseRand, amountProblemText } from './money.ts'

describe('amount formatting', () => {
  it.each([
    [0, 'R 0.00'],
    [5, 'R 0.05'],
    [11_138, 'R 111.38'],
    [100_000, 'R 1,000.00'],
    [123_456_789, 'R 1,234,567.89'],
  ])('[FMT-013] formats %i cents with the symbol, comma thousands and two decimals: %s', (cents, shown) => {
    expect(formatRand(cents)).toBe(shown)
  })
  it('[FMT-015] writes a space after the R and the minus sign before it', () => {
    expect(formatRand(-123_450)).toBe('-R 1,234.50')
    expect(formatRand(-1)).toBe('-R 0.01')
  })
  it('parses formatted amounts back to the same cents', () => {
    for (const cents of [0, 5, 11_138, 123_456_789]) expect(parseRand(formatRand(cents))).toBe(cents)
  })
})

describe('invalid amount texts', () => {
  it.each([
    ['12.345', 'An amount has at most two decimals, such as 12.34.'],
    ['1 200,999', 'An amount has at most two decimals, such as 12.34.'],
    ['abc', 'This is not an amount. Type it like 1250.50.'],
    ['12.3.4', 'This is not an amount. Type it like 1250.50.'],
  ])('rejects %s with the message: %s', (typed, message) => {
    expect(parseRand(typed)).toBe(null)
    expect(amountProblemText(typed)).toBe(message)
  })
})
