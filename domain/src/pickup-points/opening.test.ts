import { describe, expect, it } from 'vitest'
import {
  hoursProblem,
  hoursText,
  hoursWithHolidays,
  isHolidayHours,
  isOpenAt,
  textOfWeek,
  weekHours,
  weekOf,
} from './opening.ts'

/** Returns a time on a day of March 2026; day 1 is Monday 2 March. */
const at = (day: number, clock: string) => new Date(`2026-03-0${day + 1}T${clock}:00+02:00`)
const [monday, friday, saturday, sunday] = [1, 5, 6, 7]

describe('trading hours', () => {
  it.each<[string, number, string, boolean | null]>([
    ['Mon-Sun 07:00-21:00', sunday, '03:38', false],
    ['Mon-Sun 07:00-21:00', sunday, '07:00', true],
    ['Mon-Sun 07:00-21:00', monday, '20:59', true],
    ['Mon-Sun 07:00-21:00', monday, '21:00', false],
    ['Mon-Fri 08:00-17:00, Sat 08:00-13:00', friday, '16:00', true],
    ['Mon-Fri 08:00-17:00, Sat 08:00-13:00', saturday, '16:00', false],
    ['Mon-Fri 08:00-17:00, Sat 08:00-13:00', sunday, '09:00', false],
    ['Monday to Friday: 8:00 – 17:00; Sunday closed', friday, '08:30', true],
    ['Monday to Friday: 8:00 – 17:00; Sunday closed', sunday, '08:30', false],
    ['Sat, Sun 9h00-13h00', sunday, '12:00', true],
    ['Fri-Mon 10:00-12:00', monday, '11:00', true],
    ['Daily 06:00-24:00', saturday, '23:59', true],
    ['24/7', sunday, '03:38', true],
    ['24 hours', sunday, '03:38', true],
    ['Ask at the desk', monday, '10:00', null],
    ['', monday, '10:00', null],
  ])('‘%s’ on day %i at %s gives %s', (tradingHours, day, clock, open) => {
    expect(isOpenAt(tradingHours, at(day, clock))).toBe(open)
  })
})

describe('hours on public holidays', () => {
  // 21 March 2026, Human Rights Day, is a Saturday.
  const holidays = new Set(['2026-03-21'])
  const clock = (time: string) => new Date(`2026-03-21T${time}:00+02:00`)
  it.each([
    ['closed', '09:00', false],
    ['usual', '09:00', true],
    ['usual', '14:00', false],
    ['10:00-12:00', '09:00', false],
    ['10:00-12:00', '10:00', true],
    ['10:00-12:00', '12:00', false],
  ])('%s: open at %s is %s', (hours, time, open) => {
    expect(isOpenAt('Mon-Sat 08:00-13:00', clock(time), { hours, holidays })).toBe(open)
  })

  it('close a place that is otherwise always open', () => {
    expect(isOpenAt('24/7', clock('09:00'), { hours: 'closed', holidays })).toBe(false)
  })

  it.each([
    ['closed', true],
    ['usual', true],
    ['09:00-13:00', true],
    ['13:00-09:00', false],
    ['9-13', false],
    ['20:00-25:00', false],
  ])('%s is a valid value: %s', (text, valid) => {
    expect(isHolidayHours(text)).toBe(valid)
  })
})

describe('hours of a week', () => {
  it.each([
    'Mon-Fri 08:00-17:00, Sat 08:00-13:00',
    'Mon 08:00-12:00, Mon 13:00-17:00, Wed-Sun 08:00-17:00',
    '24/7',
    '',
  ])('are the same text after reading ‘%s’', (text) => {
    expect(hoursText(weekHours(text))).toBe(text)
  })

  it('are read from other notations and written in one', () => {
    expect(hoursText(weekHours('Monday to Friday: 8:00 – 17:00; Sunday closed'))).toBe('Mon-Fri 08:00-17:00')
    expect(hoursText(weekHours('Daily 06:00-24:00'))).toBe('Mon-Sun 06:00-24:00')
  })

  it.each(['Mon-Fri 08:00-17:00, Sat 08:00-13:00', 'Sun 10:00-12:00', ''])(
    'have one opening for each weekday in ‘%s’, and the same text again',
    (text) => {
      const week = weekOf(text)
      expect(week && textOfWeek(week)).toBe(text)
    },
  )

  it.each(['Mon 08:00-12:00, Mon 13:00-17:00', 'Mon-Fri 18:00-24:00', '24/7', 'ask inside'])(
    'have no single opening for each weekday in ‘%s’',
    (text) => {
      expect(weekOf(text)).toBeNull()
    },
  )

  it('must close after they open and not overlap', () => {
    expect(hoursProblem(weekHours('Mon-Fri 08:00-17:00'))).toBeNull()
    expect(hoursProblem([{ day: 2, open: '17:00', close: '08:00' }])).toBe(
      'must close after they open on Tuesday',
    )
    expect(
      hoursProblem([
        { day: 6, open: '10:00', close: '15:00' },
        { day: 6, open: '08:00', close: '12:00' },
      ]),
    ).toBe('overlap on Saturday')
  })
})

describe('hours with public holidays', () => {
  it.each([
    ['Mon-Fri 08:00-17:00', 'closed', 'Mon-Fri 08:00-17:00, closed on public holidays'],
    ['24/7', '09:00-13:00', '24/7, public holidays 09:00-13:00'],
    ['24/7', 'usual', '24/7'],
    ['', 'usual', ''],
  ])('%s and %s on holidays are %s', (week, holidays, text) => {
    expect(hoursWithHolidays(week, holidays)).toBe(text)
  })
})
