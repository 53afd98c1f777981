import { describe, expect, it } from 'vitest'
import { dueManifests } from './daily-manifests.ts'
import type { DailyManifest } from './settings.ts'

const config: DailyManifest = {
  from_branch: 'JHB',
  to_branch: 'CPT',
  carrier: 'Own line-haul',
  service_level: 'Road',
  weekdays: ['mon', 'tue'],
  opens: '05:00',
  closes: '17:30',
  departs: '18:00',
  driver: '',
  vehicle: '',
}
const none = new Set<string>()
/** Tuesday, 3 March 2026, at a South African time. */
const tuesday = (time: string) => new Date(`2026-03-03T${time}:00+02:00`)

describe('due daily manifests', () => {
  it('are due on their weekdays, from the opening time until the departure time', () => {
    const due = (now: Date) => dueManifests([config], none, now).length
    expect([tuesday('04:59'), tuesday('05:00'), tuesday('17:59'), tuesday('18:00')].map(due)).toEqual([
      0, 1, 1, 0,
    ])
    expect(due(new Date('2026-03-04T10:00:00+02:00'))).toBe(0)
  })
  it('are not due on holidays', () => {
    expect(dueManifests([config], new Set(['2026-03-03']), tuesday('10:00'))).toEqual([])
  })
  it('have departure and closing times, which fall on the next day when they are before the opening time', () => {
    const [due] = dueManifests([config], none, tuesday('10:00'))
    expect(due).toMatchObject({ planned_departure: tuesday('18:00'), planned_close: tuesday('17:30') })
    const overnight = { ...config, opens: '12:00', closes: '', departs: '02:30' }
    expect(dueManifests([overnight], none, tuesday('23:00'))).toMatchObject([
      { planned_departure: new Date('2026-03-04T02:30:00+02:00'), planned_close: null },
    ])
  })
  it('have the same key during a day and another key on another day', () => {
    const key = (now: Date) => dueManifests([config], none, now)[0]?.daily_key
    expect(key(tuesday('06:00'))).toBe(key(tuesday('12:00')))
    expect(key(tuesday('06:00'))).not.toBe(key(new Date('2026-03-02T06:00:00+02:00')))
  })

  it('depart the next day when the departure time equals the opening time', () => {
    const [due] = dueManifests([{ ...config, departs: '05:00' }], none, tuesday('05:00'))
    expect(due?.planned_departure).toEqual(new Date('2026-03-04T05:00:00+02:00'))
  })
})
