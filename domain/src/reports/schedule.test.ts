import { describe, expect, it } from 'vitest'
import { checkSchedule, nextDue, scheduleText, type Schedule } from './schedule.ts'

const usual: Schedule = {
  frequency: 'daily',
  weekday: 1,
  day_of_month: 1,
  hour: 6,
  emails: ['a@example.com'],
  format: 'csv',
}
const due = (schedule: Partial<Schedule>, now: string) =>
  nextDue({ ...usual, ...schedule }, new Date(`${now}+02:00`)).toISOString()
const sast = (moment: string) => new Date(`${moment}+02:00`).toISOString()

describe('report schedule', () => {
  it('returns the next time of its hour in South Africa, always after the current moment', () => {
    expect(due({}, '2027-03-10T05:59:59')).toBe(sast('2027-03-10T06:00:00'))
    expect(due({}, '2027-03-10T06:00:00')).toBe(sast('2027-03-11T06:00:00'))
    expect(due({ hour: 0 }, '2027-12-31T12:00:00')).toBe(sast('2028-01-01T00:00:00'))
  })

  it('returns the next matching weekday', () => {
    expect(due({ frequency: 'weekly', weekday: 1 }, '2027-03-10T12:00:00')).toBe(sast('2027-03-15T06:00:00'))
    expect(due({ frequency: 'weekly', weekday: 0, hour: 23 }, '2027-03-14T22:00:00')).toBe(
      sast('2027-03-14T23:00:00'),
    )
  })

  it('returns the next matching day of the month, or the last day of shorter months', () => {
    const last = { frequency: 'monthly', day_of_month: 31 } as const
    expect(due(last, '2028-01-31T07:00:00')).toBe(sast('2028-02-29T06:00:00'))
    expect(due(last, '2027-02-01T07:00:00')).toBe(sast('2027-02-28T06:00:00'))
    expect(due({ frequency: 'monthly', day_of_month: 1 }, '2027-12-02T07:00:00')).toBe(
      sast('2028-01-01T06:00:00'),
    )
  })

  it('returns the next day when the hour of today has passed', () => {
    expect(due({}, '2027-03-20T10:00:00')).toBe(sast('2027-03-21T06:00:00'))
  })

  it('describes a schedule in words', () => {
    expect(scheduleText(usual)).toBe('every day at 06:00')
    expect(scheduleText({ ...usual, frequency: 'weekly', weekday: 5, hour: 17 })).toBe(
      'every Friday at 17:00',
    )
    expect(scheduleText({ ...usual, frequency: 'monthly', day_of_month: 3 })).toBe(
      'on day 3 of every month at 06:00',
    )
  })

  it('accepts a valid address, and rejects an empty list, an invalid address and more than 20 addresses', () => {
    const saying = (emails: string[]) => {
      try {
        checkSchedule({ ...usual, emails })
        return ''
      } catch (thrown) {
        return (thrown as Error).message
      }
    }
    expect(saying(['a@example.com'])).toBe('')
    expect(saying([])).toBe('Enter at least one e-mail address to send the report to.')
    expect(saying(['a@example.com', 'nobody'])).toBe('nobody is not an e-mail address.')
    expect(saying(Array.from({ length: 21 }, (_, at) => `a${at}@example.com`))).toContain(
      'at most 20 addresses',
    )
  })
})
