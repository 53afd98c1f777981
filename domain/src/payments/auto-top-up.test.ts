import { describe, expect, it } from 'vitest'
import { isChargeDue, startOfMonth, termsProblems, type AutoTopUpState } from './auto-top-up.ts'

const due: AutoTopUpState = {
  is_on: true,
  threshold: 100_00,
  amount: 300_00,
  monthly_limit: 600_00,
  balance: 99_99,
  charged_this_month: 300_00,
  has_open_charge: false,
  last_day: '2026-03-10',
  today: '2026-03-11',
}

describe('automatic top-ups', () => {
  it.each<[Partial<AutoTopUpState>, boolean]>([
    [{}, true],
    [{ last_day: null }, true],
    [{ balance: 100_00 }, false],
    [{ is_on: false }, false],
    [{ last_day: '2026-03-11' }, false],
    [{ charged_this_month: 300_01 }, false],
    [{ has_open_charge: true }, false],
  ])('are due with %o: %s', (changes, isDue) => {
    expect(isChargeDue({ ...due, ...changes })).toBe(isDue)
  })

  it('name the field of each problem of their terms', () => {
    const terms = { threshold: 0, amount: 500, monthly_limit: 500 }
    expect(termsProblems(terms, null)).toEqual([])
    expect(termsProblems({ ...terms, amount: 499 }, null).map(({ field }) => field)).toEqual(['amount'])
    expect(
      termsProblems({ threshold: -1, amount: 600, monthly_limit: 599 }, 500).map(({ field }) => field),
    ).toEqual(['amount', 'threshold', 'monthly_limit'])
  })

  it('count a month from its first midnight in South Africa', () => {
    expect(startOfMonth(new Date('2026-03-31T22:30:00Z')).toISOString()).toBe('2026-03-31T22:00:00.000Z')
  })
})
