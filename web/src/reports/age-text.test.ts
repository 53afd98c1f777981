import { expect, it } from 'vitest'
import { ageText } from './age-text.ts'

it('formats a waiting time in minutes, hours or days', () => {
  const now = new Date('2026-03-04T12:00:00Z')
  const after = (minutes: number) => ageText(new Date(now.getTime() - minutes * 60_000), now)
  expect([0, 59, 60, 312, 1439, 1440, 2879, 4320].map(after)).toEqual([
    '0 min',
    '59 min',
    '1 h',
    '5 h 12 min',
    '23 h 59 min',
    '1 day',
    '1 day',
    '3 days',
  ])
  expect(after(-5)).toBe('0 min')
})
