import { describe, expect, it } from 'vitest'
import { periodKeyOf, periodOf } from './period.ts'

const now = new Date('2026-01-15T01:00:00+02:00')

describe('the period of a ledger', () => {
  it('ends today, or with the month before', () => {
    expect(periodOf('month', now)).toEqual({ from: '2026-01-01', until: '2026-01-15' })
    expect(periodOf('last-month', now)).toEqual({ from: '2025-12-01', until: '2025-12-31' })
    expect(periodOf('three-months', now)).toEqual({ from: '2025-11-01', until: '2026-01-15' })
    expect(periodOf('year', now)).toEqual({ from: '2026-01-01', until: '2026-01-15' })
  })

  it('counts days as South Africa does', () => {
    expect(periodOf('month', new Date('2026-01-31T23:30:00Z')).from).toBe('2026-02-01')
  })

  it('reads an unknown text as this month', () => {
    expect([periodKeyOf('year'), periodKeyOf('never'), periodKeyOf(undefined)]).toEqual([
      'year',
      'month',
      'month',
    ])
  })
})
