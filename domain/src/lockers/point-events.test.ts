import { describe, expect, it } from 'vitest'
import { reservation_states } from '../pickup-points/reservation.ts'
import { fitOfReport, type ReportKind } from './point-events.ts'

describe('a report of a network', () => {
  it.each<[ReportKind, string]>([
    ['deposit', 'now now now late late late late'],
    ['collect', 'early early early now now late late'],
    ['expire', 'early early early now late late late'],
    ['fail', 'now now now late late late late'],
  ])(
    'of the kind %s is applied, kept until the deposit, or too late, by the state of the place',
    (kind, fits) => {
      expect(reservation_states.map((state) => fitOfReport(state, kind)).join(' ')).toBe(fits)
    },
  )
})
