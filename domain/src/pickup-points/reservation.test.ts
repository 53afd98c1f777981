import { describe, expect, it } from 'vitest'
import {
  dropoffDeadline,
  extendedDeadline,
  holding_states,
  mayExtend,
  nextAttempt,
  open_states,
  pickupDeadline,
  remindersDue,
  reservation_events,
  reservation_states,
  reservationRejection,
  stateAfter,
  type PointTimes,
} from './reservation.ts'

const times: PointTimes = {
  locker_pickup_expiry_hours: 36,
  locker_reminder_hours: [24, 34],
  locker_extension_hours: 24,
  dropoff_expiry_days: 7,
}
const at = (text: string) => new Date(`${text}:00+02:00`)

describe('reservation', () => {
  it('moves by this table, and ignores every other event', () => {
    const table = reservation_states.map((state) => [
      state,
      ...reservation_events.map((event) => stateAfter(state, event) ?? '-'),
    ])
    expect(table).toEqual([
      // state, reserve, fail, deposit, expire, collect, release
      ['wanted', 'reserved', 'failed', 'deposited', '-', '-', 'released'],
      ['reserved', '-', 'failed', 'deposited', '-', '-', 'released'],
      ['failed', 'reserved', 'failed', 'deposited', '-', '-', 'released'],
      ['deposited', '-', '-', '-', 'expired', 'collected', '-'],
      ['expired', '-', '-', '-', '-', 'collected', '-'],
      ['collected', '-', '-', '-', '-', '-', '-'],
      ['released', '-', '-', '-', '-', '-', '-'],
    ])
  })

  it('holds its door until the parcel has left, and stays open as long', () => {
    for (const state of holding_states) expect(open_states).toContain(state)
    for (const state of reservation_states) {
      const isEnded = reservation_events.every((event) => stateAfter(state, event) === null)
      expect(open_states.includes(state)).toBe(!isEnded)
    }
  })

  it('is tried every 15 minutes for four hours', () => {
    const first = at('2026-03-11T08:00')
    const attempts: Date[] = []
    for (let next = nextAttempt(first, first); next; next = nextAttempt(first, next)) attempts.push(next)
    expect(attempts).toHaveLength(16)
    expect(attempts.at(-1)).toEqual(at('2026-03-11T12:00'))
  })

  it('says why a person cannot do something', () => {
    expect(reservationRejection('deposited', 'deposit').text).toBe('Already deposited.')
    expect(reservationRejection('released', 'deposit').text).toBe(
      'The parcel cannot be deposited now: its place is released.',
    )
  })
})

describe('times at a pickup point', () => {
  it('give the receiver 36 hours and the sender 7 days', () => {
    expect(pickupDeadline(at('2026-03-09T14:00'), times)).toEqual(at('2026-03-11T02:00'))
    expect(dropoffDeadline(at('2026-03-09T14:00'), times)).toEqual(at('2026-03-16T14:00'))
  })

  it.each([
    ['2026-03-10T13:59', 0],
    ['2026-03-10T14:00', 1],
    ['2026-03-11T00:00', 2],
  ])('have reminded by %s %i times', (now, count) => {
    expect(remindersDue(at('2026-03-11T02:00'), times, at(now))).toBe(count)
  })

  it('remind as long before an extended deadline, and never after one', () => {
    const extended = at('2026-03-12T02:00')
    expect(remindersDue(extended, times, at('2026-03-11T13:59'))).toBe(0)
    expect(remindersDue(extended, times, at('2026-03-11T14:00'))).toBe(1)
    expect(remindersDue(extended, { ...times, locker_reminder_hours: [36, 40] }, extended)).toBe(0)
  })

  it('are extended once, before the deadline, and never when the company does not extend', () => {
    const waiting = { state: 'deposited', extensions: 0, deadline: at('2026-03-11T02:00') } as const
    const now = at('2026-03-11T01:59')
    expect(mayExtend(waiting, times, 'receiver', now)).toBe(true)
    expect(extendedDeadline(waiting.deadline, times)).toEqual(at('2026-03-12T02:00'))
    expect(mayExtend({ ...waiting, extensions: 1 }, times, 'staff', now)).toBe(true)
    const rejected = { kind: 'wrong_state' }
    expect(mayExtend({ ...waiting, extensions: 1 }, times, 'receiver', now)).toMatchObject(rejected)
    for (const by of ['receiver', 'staff'] as const) {
      expect(mayExtend(waiting, times, by, waiting.deadline)).toMatchObject(rejected)
      expect(mayExtend({ ...waiting, state: 'expired' }, times, by, now)).toMatchObject(rejected)
      expect(mayExtend(waiting, { ...times, locker_extension_hours: 0 }, by, now)).toMatchObject(rejected)
    }
  })
})
