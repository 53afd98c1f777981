import { describe, expect, it } from 'vitest'
import type { DutyAction } from './duty.ts'
import { dayAfter, dayAt, presentDay, unknownDay, type OwnDay } from './own-day.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 11, 6, minute))
const changesOf = (...types: DutyAction[]) => types.map((type, minute) => ({ type, at: at(minute) }))

describe('present day of a driver', () => {
  it.each<[DutyAction[], object]>([
    [[], { duty: 'off-duty', day_started: null }],
    [['start-day'], { duty: 'on-duty', duty_since: at(0), day_started: at(0) }],
    [['vehicle-check', 'start-day'], { vehicle_check: { at: at(0), failed: [] }, day_started: at(1) }],
    [['start-day', 'start-route'], { duty: 'on-duty', route_started: at(1) }],
    [['start-day', 'break-start'], { duty: 'on-break', duty_since: at(1) }],
    [['start-day', 'break-start', 'break-end'], { duty: 'on-duty', duty_since: at(2) }],
    [['start-day', 'start-route', 'end-day'], { duty: 'off-duty', route_started: null, day_ended: at(2) }],
    [['end-day', 'start-day'], { duty: 'on-duty', day_started: at(1), day_ended: null }],
  ])('after %j is the same on the server and on the phone', (types, day) => {
    const changes = changesOf(...types)
    const isOnDuty = !['end-day', undefined].includes(types.at(-1))
    expect(presentDay(changes, isOnDuty, at(30))).toMatchObject(day)
    expect(changes.reduce(dayAfter, unknownDay(false))).toMatchObject(day)
  })

  it.each<[DutyAction[], object]>([
    [['start-route'], { duty: 'off-duty', route_started: null }],
    [['break-start'], { duty: 'off-duty' }],
    [['start-day', 'break-end'], { duty: 'on-duty', duty_since: at(0) }],
    [['start-day', 'break-start', 'start-route'], { route_started: null }],
  ])('is not changed by what the server rejects: %j', (types, day) => {
    expect(changesOf(...types).reduce(dayAfter, unknownDay(false))).toMatchObject(day)
  })

  it('no longer names the end of an earlier day', () => {
    const tomorrow = new Date(at(0).getTime() + 23 * 3_600_000)
    expect(presentDay(changesOf('start-day', 'end-day'), false, tomorrow).day_ended).toBeNull()
    const ended = { ...unknownDay(false), day_ended: at(0), hand_back: [] }
    expect(dayAt(ended, at(30))).toEqual(ended)
    expect(dayAt(ended, tomorrow)).toEqual(unknownDay(false))
  })

  it.each([
    ['a day that was never ended', '04:50', '2026-03-12T04:30:00Z', false],
    ['a shift over midnight', '20:00', '2026-03-11T23:00:00Z', true],
  ])('is on duty after %s, on the server and on the phone', (_, clock, now, isPresent) => {
    const started = new Date(`2026-03-11T${clock}:00Z`)
    const types: DutyAction[] = ['start-day', 'vehicle-check', 'start-route']
    const changes = types.map((type) => ({ type, at: started }))
    const day: OwnDay = { ...unknownDay(true), duty_since: started }
    const check = { at: started, failed: [] }
    const expected = isPresent
      ? { ...day, day_started: started, vehicle_check: check, route_started: started }
      : day
    expect(presentDay(changes, true, new Date(now))).toEqual(expected)
    expect(dayAt(changes.reduce(dayAfter, unknownDay(false)), new Date(now))).toEqual(expected)
  })
})
