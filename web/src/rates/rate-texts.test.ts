import { describe, expect, it } from 'vitest'
import { percentageFacts } from './rate-texts.ts'

describe('percentages of a price book', () => {
  const row = (day: string, value: string) => ({ effective_date: day, charge_value: value })
  const percentage = { is_active: true, charge_type: 'percentage' as const, charge_value: '0', history: [] }

  it('are named as the company named them, with the value of the day and the next one', () => {
    const adjustments = [
      {
        ...percentage,
        name: 'Diesel levy',
        history: [row('2025-11-01', '12.5'), row('2026-01-01', '14'), row('2025-12-03', '13')],
      },
      { ...percentage, name: 'Peak season', charge_value: '4' },
    ]
    expect(percentageFacts(adjustments, '2025-11-25')).toEqual([
      ['Diesel levy', '12.5 %, 13 % from 3 Dec 2025'],
      ['Peak season', '4 %'],
    ])
  })

  it('leave out inactive adjustments and fixed amounts', () => {
    const adjustments = [
      { ...percentage, name: 'Old levy', is_active: false },
      { ...percentage, name: 'Sticker', charge_type: 'flat' as const },
    ]
    expect(percentageFacts(adjustments, '2025-11-25')).toEqual([])
  })
})
