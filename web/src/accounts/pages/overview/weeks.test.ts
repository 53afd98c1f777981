import { describe, expect, it } from 'vitest'
import { countsByWeek } from './weeks.ts'

describe('counts by week', () => {
  it('adds up seven days each, the last of which is the given day', () => {
    const days = [
      { day: '2026-03-04', count: 9 },
      { day: '2026-03-05', count: 1 },
      { day: '2026-03-11', count: 2 },
      { day: '2026-03-12', count: 4 },
      { day: '2026-03-18', count: 8 },
    ]
    expect(countsByWeek(days, '2026-03-18', 2)).toEqual([
      { from: '2026-03-05', count: 3 },
      { from: '2026-03-12', count: 12 },
    ])
  })

  it('has a week without shipments as 0', () => {
    expect(countsByWeek([], '2026-03-18', 3).map(({ count }) => count)).toEqual([0, 0, 0])
  })
})
