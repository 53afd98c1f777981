import { describe, expect, it } from 'vitest'
import { lastMonths, useByMonth } from './use.ts'

describe('company usage by month', () => {
  it('lists months in South African time across the turn of the year', () => {
    expect(lastMonths(new Date('2026-02-10T08:00:00Z'), 3)).toEqual(['2026-02', '2026-01', '2025-12'])
    expect(lastMonths(new Date('2026-01-31T22:30:00Z'), 1)).toEqual(['2026-02'])
  })

  it('sums the counts by month and fills missing counts with 0', () => {
    expect(
      useByMonth(
        ['2026-02', '2026-01'],
        [
          { month: '2026-02', of: 'emails', n: 3 },
          { month: '2026-02', of: 'shipments', n: 2 },
          { month: '2025-12', of: 'sms', n: 9 },
        ],
      ),
    ).toEqual([
      { month: '2026-02', shipments: 2, emails: 3, sms: 0, whatsapp: 0 },
      { month: '2026-01', shipments: 0, emails: 0, sms: 0, whatsapp: 0 },
    ])
  })
})
