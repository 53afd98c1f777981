import { expect, it } from 'vitest'
import { phraseText } from '../shipments/statuses/expected-delivery.ts'
import { arrivalPhrase } from './arrival.ts'

const now = new Date('2026-03-10T08:00:00Z')
const text = (eta: string, stopsBefore: number) =>
  phraseText(arrivalPhrase({ eta: new Date(eta), stops_before: stopsBefore }, now))

it('gives a window of two hours, and of one when at most three stops come before', () => {
  expect(text('2026-03-10T10:07:00Z', 9)).toBe(
    'Expected today between 11:00 and 13:15. 9 stops before yours.',
  )
  expect(text('2026-03-10T10:07:00Z', 3)).toBe(
    'Expected today between 11:30 and 12:45. 3 stops before yours.',
  )
  expect(text('2026-03-10T08:10:00Z', 1)).toBe('Expected today between 10:00 and 10:45. 1 stop before yours.')
})

it('never starts in the past, and gives no window for another day', () => {
  expect(text('2026-03-10T07:00:00Z', 0)).toBe(
    'Expected today between 10:00 and 10:30. Yours is the next stop.',
  )
  expect(text('2026-03-11T08:00:00Z', 4)).toBe('')
})
