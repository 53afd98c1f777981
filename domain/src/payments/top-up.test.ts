import { describe, expect, it } from 'vitest'
import { parseRand } from '../kit/money.ts'
import { gateway_list } from './gateway-list.ts'
import { topup_chips } from './settings.ts'
import { max_at_once } from '../kit/money.ts'
import { chipText, cvvProblem, sentAmount, topUpProblem, typedCvv } from './top-up.ts'

describe('top-up amounts', () => {
  it('[FMT-014] [PAY-017] are R 200, R 500, R 1 000 and R 5 000 by default, written with spaces', () => {
    expect(topup_chips.default.map(chipText)).toEqual(['R 200', 'R 500', 'R 1 000', 'R 5 000'])
    expect(chipText(1_250_50)).toBe('R 1 250.50')
  })

  it('[PAY-023] are at least R 5.00, and at most R 50 000 through Stitch by default', () => {
    expect(gateway_list.stitch.top_up.limit.default).toBe(50_000_00)
    expect(topUpProblem(null)).toBe('Enter an amount.')
    expect(topUpProblem(499)).toBe('The smallest top-up is R 5.00.')
    expect(topUpProblem(500)).toBeNull()
  })

  it('[PAY-021] are limited by the payment method and the maximum posting', () => {
    expect(topUpProblem(20_000_00, 20_000_00)).toBeNull()
    expect(topUpProblem(max_at_once)).toBeNull()
    expect(topUpProblem(max_at_once + 1, max_at_once * 2)).toBe(
      'The amount you have specified is more than the maximum allowed limit.',
    )
    expect(topUpProblem(20_000_01, 20_000_00)).toBe(
      'The amount you have specified is more than the maximum allowed limit.',
    )
    expect(topUpProblem(1_000_000_00, null)).toBeNull()
  })

  it.each([
    ['1,742.19', 1_742_19],
    ['1 742.19', 1_742_19],
    [' 12,345,678.90 ', 12_345_678_90],
    ['R 200', 200_00],
    ['abc', null],
    ['1.999', null],
  ])('[PAY-024] are parsed from %s', (typed, cents) => {
    expect(parseRand(typed)).toBe(cents)
  })

  it.each([
    [111_38, '111.38'],
    [-5_00, '5.00'],
    [1_234_567_05, '1234567.05'],
    [7, '0.07'],
  ])('[PAY-025] [PAY-050] of %d cents are sent to gateways as %s', (cents, sent) => {
    expect(sentAmount(cents)).toBe(sent)
  })
})

describe('CVV', () => {
  it.each([
    ['123', null],
    ['1234', null],
    ['12', 'The CVV has 3 or 4 digits.'],
    ['12345', 'The CVV has 3 or 4 digits.'],
    ['12a', 'The CVV has digits only.'],
    ['', 'Enter the CVV of your card.'],
  ])('[PAY-026] [PAY-027] is validated: %s', (cvv, problem) => {
    expect(cvvProblem(cvv)).toBe(problem)
  })

  it('[PAY-026] is limited to four digits during input', () => {
    expect(typedCvv('1a2-3 456')).toBe('1234')
  })
})
