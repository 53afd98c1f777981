import { expect, it } from 'vitest'
import { phraseText } from '../shipments/statuses/expected-delivery.ts'
import { arrivalPhrase, seenText, type Arrival } from './arrival.ts'

const now = new Date('2026-03-10T08:00:00Z')
const text = (from: string, to: string, more: Partial<Arrival> = {}) =>
  phraseText(
    arrivalPhrase(
      { from: new Date(from), to: new Date(to), is_late: false, stops_before: 0, driver_at: null, ...more },
      now,
    ),
  )

it('gives the window and the number of stops before, and says when the driver is late', () => {
  const window = ['2026-03-10T09:00:00Z', '2026-03-10T11:00:00Z'] as const
  expect(text(...window, { stops_before: 9 })).toBe(
    'Expected today between 11:00 and 13:00. 9 stops before yours.',
  )
  expect(text(...window, { stops_before: 1 })).toBe(
    'Expected today between 11:00 and 13:00. 1 stop before yours.',
  )
  expect(text(...window, { is_late: true })).toBe(
    'Running late, expected today between 11:00 and 13:00. Yours is the next stop.',
  )
})

it('never starts or ends in the past, and gives no window for another day', () => {
  expect(text('2026-03-10T07:00:00Z', '2026-03-10T07:45:00Z')).toBe(
    'Expected today between 10:00 and 10:30. Yours is the next stop.',
  )
  expect(text('2026-03-11T08:00:00Z', '2026-03-11T09:00:00Z')).toBe('')
})

it('says how far away the driver was, to 100 m', () => {
  const seen = (metres: number) => seenText({ lat: 0, lng: 0, at: now, distance_m: metres })
  expect(seen(2_380)).toBe('The driver was 2.4 km away at 10:00.')
  expect(seen(640)).toBe('The driver was 600 m away at 10:00.')
  expect(seen(12)).toBe('The driver was 100 m away at 10:00.')
})
