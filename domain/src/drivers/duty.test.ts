import { describe, expect, it } from 'vitest'
import {
  breaksOf,
  changesToday,
  dutyAt,
  dutyNow,
  sinceDayEnd,
  type DutyAction,
  type DutyChange,
} from './duty.ts'
import { ignoredReason } from './positions.ts'
import { failedItems, vehicle_check_items, vehicleCheckProblem } from './vehicle-check.ts'

const at = (clock: string): Date => new Date(`2026-11-23T${clock}:00Z`)
const change = (type: DutyAction, clock: string): DutyChange => ({ type, at: at(clock) })
const day = [
  change('start-day', '05:00'),
  change('vehicle-check', '05:05'),
  change('start-route', '06:00'),
  change('break-start', '11:00'),
  change('break-end', '11:30'),
  change('end-day', '15:00'),
]

describe('duty of a driver', () => {
  it.each([
    ['04:59', 'off-duty'],
    ['05:00', 'on-duty'],
    ['06:30', 'on-duty'],
    ['11:00', 'on-break'],
    ['11:29', 'on-break'],
    ['11:30', 'on-duty'],
    ['15:00', 'off-duty'],
  ])('at %s is %s, in whatever order the changes arrived', (clock, state) => {
    expect(dutyAt(day, at(clock), false)).toBe(state)
    expect(dutyAt(day.toReversed(), at(clock), true)).toBe(state)
  })

  it('without changes is what is stored about the driver', () => {
    expect([dutyAt([], at('08:00'), true), dutyAt([], at('08:00'), false)]).toEqual(['on-duty', 'off-duty'])
    expect(dutyNow([change('vehicle-check', '05:05')], true)).toEqual({ state: 'on-duty', since: null })
  })

  it.each([
    [1, true, 'on-duty', '05:00'],
    [4, true, 'on-break', '11:00'],
    [5, true, 'on-duty', '11:30'],
    [6, false, 'off-duty', '15:00'],
  ])('after %i changes is the last one', (count, isOnDuty, state, since) => {
    expect(dutyNow(day.slice(0, count), isOnDuty)).toEqual({ state, since: at(since) })
  })

  it('has among the changes of the present day those since the driver last ended one, of one that was never ended none', () => {
    const typesAt = (changes: DutyChange[], now: Date) => sinceDayEnd(changes, now).map(({ type }) => type)
    const next = (clock: string) => new Date(`2026-11-24T${clock}:00Z`)
    const morning = ['start-day', 'vehicle-check', 'start-route']
    expect(typesAt(day.slice(0, 3), at('07:00'))).toEqual(morning)
    expect(typesAt([...day, change('start-day', '16:00')], at('17:00'))).toEqual(['start-day'])
    expect(typesAt(day.slice(0, 3), at('21:59'))).toEqual(morning)
    expect(typesAt(day.slice(0, 5), at('22:00'))).toEqual([])
    const check = { type: 'vehicle-check', at: next('04:30') } as const
    expect(typesAt([...day.slice(0, 5), check], next('04:40'))).toEqual(['vehicle-check'])
  })

  it('has the changes of a shift over midnight for 12 hours, but not among those of today', () => {
    const shift = [change('vehicle-check', '19:30'), change('start-route', '20:00')]
    const isAt = (now: string) => sinceDayEnd(shift, new Date(now)).length === shift.length
    expect(['2026-11-24T07:29:00Z', '2026-11-24T07:30:00Z'].map(isAt)).toEqual([true, false])
    expect(changesToday(shift, at('23:00'))).toEqual([])
  })

  it('has among the changes of today none of a day that was never ended, and none before the end of a day', () => {
    const typesAt = (changes: DutyChange[], now: Date) => changesToday(changes, now).map(({ type }) => type)
    const forgotten = day.slice(0, 5)
    expect(typesAt(forgotten, at('21:59'))).toHaveLength(5)
    expect(typesAt(forgotten, at('22:00'))).toEqual([])
    expect(typesAt([...forgotten, change('break-start', '22:05')], at('22:10'))).toEqual(['break-start'])
    expect(typesAt([...day, change('start-day', '16:00')], at('17:00'))).toEqual(['start-day'])
  })
})

describe('breaks of a driver', () => {
  const breaksAt = (changes: DutyChange[], clock: string) => breaksOf(changes, at(clock))

  it('last until they end, until now, or until the end of the day', () => {
    expect(breaksAt(day, '16:00')).toEqual([{ minutes: 30, is_over: true }])
    expect(breaksAt(day.slice(0, 4), '11:20')).toEqual([{ minutes: 20, is_over: false }])
    const ended = [change('break-start', '11:00'), change('end-day', '11:10')]
    expect(breaksAt(ended, '16:00')).toEqual([{ minutes: 10, is_over: true }])
  })
})

describe('positions of a driver', () => {
  const rules = { changes: day, is_on_duty: false, oldest: at('05:10') }
  it.each([
    ['06:00', -33.9, 18.4, null],
    ['11:10', -33.9, 18.4, 'on-break'],
    ['16:00', -33.9, 18.4, 'off-duty'],
    ['05:05', -33.9, 18.4, 'too-old'],
    ['06:00', -91, 18.4, 'not-a-position'],
    ['06:00', -33.9, 181, 'not-a-position'],
  ])('at %s (%d, %d) are stored or ignored as %s', (clock, lat, lng, reason) => {
    expect(ignoredReason({ lat, lng, at: at(clock) }, rules)).toBe(reason)
  })
})

describe('vehicle check', () => {
  const all = vehicle_check_items.map(({ key }) => ({ key, ok: true }))
  it('requires every item, and a note when one is not in order', () => {
    expect(vehicleCheckProblem(all.slice(2), '')?.text).toBe('Check these too: Tyres, Brakes.')
    expect(vehicleCheckProblem(all, '')).toBeNull()
    const worn = all.map((item) => ({ ...item, ok: item.key !== 'tyres' }))
    expect(failedItems(worn)).toEqual(['Tyres'])
    expect(vehicleCheckProblem(worn, ' ')?.text).toBe('Describe what is not in order.')
    expect(vehicleCheckProblem(worn, 'Left rear is smooth')).toBeNull()
  })
})
