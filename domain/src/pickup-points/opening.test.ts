import { describe, expect, it } from 'vitest'
import { isOpenAt } from './opening.ts'

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
