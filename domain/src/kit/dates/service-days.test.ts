import { describe, expect, it } from 'vitest'
import { passedTime, movedSentence, offerDay, workingDays } from './service-days.ts'

const calendar = workingDays(new Set(['2026-12-16']))
const at = (text: string) => new Date(`${text}:00+02:00`)

describe('offered service day', () => {
  it.each([
    ['while its window lasts', '2026-12-15', '2026-12-15T16:59', '2026-12-15', null],
    ['once its window has ended, past a holiday', '2026-12-15', '2026-12-15T17:00', '2026-12-17', 'window'],
    ['on a Friday evening: Monday', '2026-12-11', '2026-12-11T20:40', '2026-12-14', 'window'],
    ['for a holiday', '2026-12-16', '2026-12-11T20:40', '2026-12-17', 'holiday'],
    ['for a Saturday', '2026-12-12', '2026-12-11T20:40', '2026-12-14', 'no-service'],
    ['for a day gone by', '2026-12-01', '2026-12-11T08:00', '2026-12-11', null],
  ] as const)('offers a service day %s', (_name, requestedDay, now, day, movedBy) => {
    expect(offerDay(requestedDay, at(now), { cut_off: null, until: '17:00' }, calendar)).toEqual({
      day,
      moved_by: movedBy,
    })
  })
})

describe('validation of a requested day and window', () => {
  const judged = (day: string, until: string | null) => passedTime({ day, until }, at('2026-12-15T20:40'))
  it('rejects a past day', () => {
    expect(judged('2026-12-14', '23:00')).toEqual({
      part: 'day',
      message: 'This day has passed. Choose a later one.',
    })
  })
  it('rejects a window of today that has ended', () => {
    expect(judged('2026-12-15', '17:00')).toEqual({
      part: 'window',
      message: 'It is 20:40 and this window has ended. Choose a later time or another day.',
    })
    expect(judged('2026-12-15', '21:00')).toBeNull()
    expect(judged('2026-12-15', null)).toBeNull()
  })
  it('accepts a later day, and a window without a day', () => {
    expect(judged('2026-12-16', '08:00')).toBeNull()
    expect(passedTime({ day: null, until: '08:00' }, at('2026-12-15T20:40'))).toBeNull()
  })
})

it('explains why a collection was moved to another day', () => {
  expect(movedSentence('2026-12-16', '2026-12-17', 'holiday')).toBe(
    '16 Dec is a public holiday: collection on 17 Dec.',
  )
  expect(movedSentence('2026-12-12', '2026-12-14', 'no-service')).toBe(
    '12 Dec is a Saturday without collections: collection on 14 Dec.',
  )
  expect(movedSentence('2026-12-11', '2026-12-14', 'cut-off', '14:00')).toBe(
    'The cut-off at 14:00 has passed: collection on 14 Dec.',
  )
  expect(movedSentence('2026-12-11', '2026-12-14', 'cut-off')).toBe(
    'The cut-off of that day has passed: collection on 14 Dec.',
  )
  expect(movedSentence('2026-12-11', '2026-12-14', 'window')).toBe(
    'The requested time has passed: collection on 14 Dec.',
  )
  expect(movedSentence('2026-12-11', '2026-12-14', 'full')).toBe(
    '11 Dec is fully booked: collection on 14 Dec.',
  )
})
