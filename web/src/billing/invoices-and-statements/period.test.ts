import { describe, expect, it } from 'vitest'
import { periodKeyOf, periodOf } from './period.ts'

const now = new Date('2026-01-15T01:00:00+02:00')

describe('ledger period', () => {
  it('ends today, or for last month on its last day', () => {
    expect(periodOf('month', now)).toEqual({ from: '2026-01-01', until: '2026-01-15' })
    expect(periodOf('last-month', now)).toEqual({ from: '2025-12-01', until: '2025-12-31' })
    expect(periodOf('three-months', now)).toEqual({ from: '2025-11-01', until: '2026-01-15' })
    expect(periodOf('year', now)).toEqual({ from: '2026-01-01', until: '2026-01-15' })
  })

  it('uses calendar days in South African time', () => {
    expect(periodOf('month', new Date('2026-01-31T23:30:00Z')).from).toBe('2026-02-01')
  })

  it('falls back to this month for an unknown key', () => {
    expect([periodKeyOf('year'), periodKeyOf('never'), periodKeyOf(undefined)]).toEqual([
      'year',
      'month',
      'month',
    ])
  })
})
