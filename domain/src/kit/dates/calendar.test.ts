import { describe, expect, it } from 'vitest'
import { dayNumber, weekdayOf } from './calendar.ts'
import { weekday_names } from '../../rates/model.ts'

describe('weekdays', () => {
  it('[CONST-001] numbers the weekdays from Sunday 0, and lists their names from Monday to Sunday', () => {
    const week = ['16', '17', '18', '19', '20', '21', '22'].map((date) => dayNumber(`2026-11-${date}`))
    expect(week.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 0])
    expect(weekday_names).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ])
  })
})
