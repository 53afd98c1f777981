import { describe, expect, it } from 'vitest'
import { topup_chips } from './settings.ts'
import { chipText, topUpProblem } from './top-up.ts'

describe('the amounts of a top-up', () => {
  it('[FMT-014] [PAY-017] are R 200 first, then R 500, R 1 000 and R 5 000, in their own wording', () => {
    expect(topup_chips.default.map(chipText)).toEqual(['R 200', 'R 500', 'R 1 000', 'R 5 000'])
    expect(chipText(1_250_50)).toBe('R 1 250.50')
  })

  it('begin at R 5.00', () => {
    expect(topUpProblem(null)).toBe('Enter an amount.')
    expect(topUpProblem(499)).toBe('The smallest top-up is R 5.00.')
    expect(topUpProblem(500)).toBeNull()
  })
})
