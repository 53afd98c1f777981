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

describe('daily manifests', () => {
  it('open on their weekdays, from the time they open to the time they leave', () => {
    const due = (now: Date) => dueManifests([config], none, now).length
    expect([tuesday('04:59'), tuesday('05:00'), tuesday('17:59'), tuesday('18:00')].map(due)).toEqual([
      0, 1, 1, 0,
    ])
    expect(due(new Date('2026-03-04T10:00:00+02:00'))).toBe(0)
  })
  it('do not open on holidays', () => {
    expect(dueManifests([config], new Set(['2026-03-03']), tuesday('10:00'))).toEqual([])
  })
  it('say when they close and leave, on the next day when that is before they open', () => {
    const [due] = dueManifests([config], none, tuesday('10:00'))
    expect(due).toMatchObject({ planned_departure: tuesday('18:00'), planned_close: tuesday('17:30') })
    const overnight = { ...config, opens: '12:00', closes: '', departs: '02:30' }
    expect(dueManifests([overnight], none, tuesday('23:00'))).toMatchObject([
      { planned_departure: new Date('2026-03-04T02:30:00+02:00'), planned_close: null },
    ])
  })
  it('are one per configuration and day', () => {
    const key = (now: Date) => dueManifests([config], none, now)[0]?.daily_key
    expect(key(tuesday('06:00'))).toBe(key(tuesday('12:00')))
    expect(key(tuesday('06:00'))).not.toBe(key(new Date('2026-03-02T06:00:00+02:00')))
  })

  it('depart the next day when they depart as they open', () => {
    const [due] = dueManifests([{ ...config, departs: '05:00' }], none, tuesday('05:00'))
    expect(due?.planned_departure).toEqual(new Date('2026-03-04T05:00:00+02:00'))
  })
})
