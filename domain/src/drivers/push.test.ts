import { describe, expect, it } from 'vitest'
import { isAwake } from './push.ts'
import { driver_push_notification_schedule } from './settings.ts'

/** 23 November 2026 is a Monday. */
const at = (text: string) => new Date(`2026-11-${text}:00+02:00`)

describe('the hours of push messages to drivers', () => {
  it.each([
    ['23T05:59', false],
    ['23T06:00', true],
    ['23T18:59', true],
    ['23T19:00', false],
    ['24T00:30', false],
    ['29T12:00', true],
  ])('[DRV-006] include 06:00 and end at 19:00, South African time, by default: %s %s', (moment, yes) => {
    expect(isAwake(driver_push_notification_schedule.default, at(moment))).toBe(yes)
  })

  it('[DRV-006] are those of the weekday, which may have none', () => {
    const hours = {
      ...driver_push_notification_schedule.default,
      mon: null,
      tue: { open: '09:00', close: '10:00' },
      sun: { open: '20:00', close: '21:00' },
    }
    const awake = ['23T12:00', '24T09:30', '24T12:00', '25T12:00', '29T12:00', '29T20:30'].map((moment) =>
      isAwake(hours, at(moment)),
    )
    expect(awake).toEqual([false, true, false, true, false, true])
    // Half past midnight on Tuesday here is still Monday elsewhere.
    expect(isAwake({ ...hours, tue: { open: '00:00', close: '01:00' } }, at('24T00:30'))).toBe(true)
  })
})
