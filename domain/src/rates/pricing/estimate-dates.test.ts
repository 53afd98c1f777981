import { describe, expect, it } from 'vitest'
import { formatSent } from '../../kit/calls/wire.ts'
import { estimateDates } from './estimate-dates.ts'
import type { PriceRequest } from './price-request.ts'
import { routeFor } from './sample-route.ts'
import { starter_price_book } from '../price-books/starter-book.ts'
import { fitsPlace, isStillPossible, matchesTime } from '../charges/time-based-adjustments.ts'
import { dayNumber, dayText } from '../../kit/dates/calendar.ts'
import { offeredOptIns } from './rates-answer.ts'
import { compilePriceBook } from '../price-books/compile-price-book.ts'

const level = (code: string) => {
  const found = starter_price_book.service_levels.find((one) => one.code === code)
  if (!found) throw new Error(`no ${code}`)
  return found
}
const timed = (name: string) => {
  const found = starter_price_book.time_based_rate_adjustments.find((one) => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}
const at = (local: string): Date => new Date(`${local.replace(' ', 'T')}:00+02:00`)
const shown = (moment: Date): string => formatSent(moment).slice(0, 16)

/** Returns collection, earliest and latest delivery in local time. */
function dates(
  code: string,
  booked: string,
  more: Partial<PriceRequest> = {},
  opted: string[] = [],
): string[] {
  const request = { ...routeFor({}), now: at(booked), ...more }
  const estimate = estimateDates(level(code), request, opted.map(timed))
  if (!estimate) return []
  return [estimate.collection_date, estimate.delivery_date_from, estimate.delivery_date_to].map(shown)
}

describe('estimated dates', () => {
  it('[RATE-004] [RATE-005] collects Economy booked at night on the same day and delivers it two to three working days later', () => {
    expect(dates('ECO', '2026-01-14 02:42')).toEqual([
      '2026-01-14 08:00',
      '2026-01-16 08:00',
      '2026-01-19 17:00',
    ])
  })

  it.each([
    ['ECO', '2025-12-19 08:00', '2025-12-23 08:00', '2025-12-24 17:00'],
    ['LOF', '2025-12-19 08:00', '2025-12-19 16:00', '2025-12-22 15:00'],
    ['LSE', '2025-12-19 08:00', '2025-12-19 09:00', '2025-12-19 15:00'],
  ])('collects %s on the next day when booked after the cut-off', (code, ...expected) => {
    expect(dates(code, '2025-12-18 17:30')).toEqual(expected)
  })

  it.each([
    ['a holiday', '2025-12-15 09:00', { collection_min_date: '2025-12-16' }, 'holiday'],
    ['a weekend', '2025-12-12 09:00', { collection_min_date: '2025-12-13' }, 'no-service'],
    ['the cut-off', '2025-12-18 17:30', {}, 'cut-off'],
    ['a window that is over', '2025-12-18 11:00', { collection_before: '11:00' }, 'window'],
    ['nothing', '2025-12-18 09:00', { collection_before: '11:00' }, null],
  ] as const)('reports that %s moved the collection', (_what, booked, more, movedBy) => {
    const request = { ...routeFor({}), now: at(booked), ...more }
    expect(estimateDates(level('ECO'), request)?.collection_moved_by).toBe(movedBy)
  })

  it('accepts a booking in the cut-off minute but not one minute later, unless the cut-off is ignored', () => {
    expect(dates('ECO', '2026-01-14 15:00')[0]).toBe('2026-01-14 08:00')
    expect(dates('ECO', '2026-01-14 15:01')[0]).toBe('2026-01-15 08:00')
    const calendar = { ...routeFor({}).calendar, ignore_cut_off: true }
    expect(dates('ECO', '2026-01-14 15:01', { calendar })[0]).toBe('2026-01-14 08:00')
  })

  it('[SET-055] uses the holiday hours for a service that works on public holidays', () => {
    const { calendar } = routeFor({})
    const holidayService = { ...level('LSE'), skip_public_holidays: false }
    const hours = (from: string, to: string) => Array.from({ length: 7 }, () => ({ from, to }))
    const first = (holidayHours: (typeof calendar)['holiday_hours']) =>
      estimateDates(holidayService, {
        ...routeFor({}),
        now: at('2025-12-16 06:00'),
        calendar: { ...calendar, holiday_hours: holidayHours },
      })?.collection_date
    const usual = first(calendar.holiday_hours)
    const late = first(hours('11:00', '16:00'))
    expect(usual && shown(usual)).toBe('2025-12-16 08:00')
    expect(late && shown(late)).toBe('2025-12-16 11:00')
  })

  it('skips weekends, holidays, days on which the area is not served and full days', () => {
    expect(dates('ECO', '2025-12-24 16:00')).toEqual([
      '2025-12-29 08:00',
      '2025-12-31 08:00',
      '2026-01-02 17:00',
    ])
    const route = routeFor({})
    const tuesdays = { ...route.collection, service_days: [2] }
    expect(dates('ECO', '2026-01-14 08:00', { collection: tuesdays })[0]).toBe('2026-01-20 08:00')
    const calendar = { ...route.calendar, full_days: new Map([[1, new Set(['2026-01-14', '2026-01-15'])]]) }
    expect(dates('ECO', '2026-01-14 08:00', { calendar })[0]).toBe('2026-01-16 08:00')
    const moved = estimateDates(level('ECO'), { ...route, calendar })
    expect(moved?.earliest_collection_capacity_date).toBe('2026-01-16')
    const never = { ...route.collection, service_days: [] }
    expect(estimateDates(level('ECO'), { ...route, collection: never })).toBeNull()
  })

  it('starts no earlier than the requested day and never in the past', () => {
    expect(dates('ECO', '2026-01-14 08:00', { collection_min_date: '2026-01-20' })[0]).toBe(
      '2026-01-20 08:00',
    )
    expect(dates('ECO', '2026-01-14 08:00', { collection_min_date: '2021-05-01' })[0]).toBe(
      '2026-01-14 08:00',
    )
    expect(dates('ECO', '2026-01-14 08:00', { delivery_min_date: '2026-01-24' })).toEqual([
      '2026-01-14 08:00',
      '2026-01-26 08:00',
      '2026-01-26 17:00',
    ])
  })

  it('counts same-day hours from now when the day has already started', () => {
    expect(dates('LSE', '2026-01-14 10:20')).toEqual([
      '2026-01-14 08:00',
      '2026-01-14 11:30',
      '2026-01-15 08:30',
    ])
  })

  it('uses the days and window of chosen opt-ins', () => {
    expect(dates('OVN', '2026-01-16 10:00')).toEqual([
      '2026-01-16 08:00',
      '2026-01-19 08:00',
      '2026-01-20 17:00',
    ])
    expect(dates('OVN', '2026-01-16 10:00', {}, ['Saturday delivery'])).toEqual([
      '2026-01-16 08:00',
      '2026-01-17 08:00',
      '2026-01-19 17:00',
    ])
    expect(dates('OVN', '2025-12-24 10:00', {}, ['Sunday and public holiday delivery'])[1]).toBe(
      '2025-12-25 08:00',
    )
    expect(dates('OVN', '2026-01-14 10:00', {}, ['Early bird'])[2]).toBe('2026-01-16 10:30')
    expect(dates('OVN', '2026-01-14 10:00', {}, ['After hours']).slice(1)).toEqual([
      '2026-01-15 17:00',
      '2026-01-16 21:00',
    ])
  })
})

describe('time-based adjustments', () => {
  const route = routeFor({})
  const saturday = dayNumber('2026-01-17')

  it('matches the day and the window of its leg', () => {
    expect(matchesTime(timed('Saturday collection'), route, saturday)).toBe(true)
    expect(matchesTime(timed('Saturday collection'), route, saturday - 1)).toBe(false)
    expect(matchesTime(timed('Saturday delivery'), route, saturday)).toBe(false)
    expect(matchesTime(timed('Saturday delivery'), { ...route, delivery_min_date: '2026-01-17' }, 0)).toBe(
      true,
    )
    const holiday = { ...route, delivery_min_date: '2026-01-01' }
    expect(matchesTime(timed('Sunday and public holiday delivery'), holiday, 0)).toBe(true)
    const evening = { ...route, delivery_after: '18:00', delivery_before: '20:00' }
    expect(matchesTime(timed('After hours'), evening, 0)).toBe(true)
    expect(matchesTime(timed('After hours'), { ...evening, delivery_after: '16:00' }, 0)).toBe(false)
    expect(matchesTime(timed('Early bird'), { ...route, delivery_before: '10:30' }, 0)).toBe(true)
    expect(matchesTime(timed('Early bird'), route, 0)).toBe(false)
  })

  it('remains possible until its deadline has passed', () => {
    const now = at('2026-01-16 10:31')
    expect(isStillPossible(timed('Early bird'), dayNumber('2026-01-16'), now)).toBe(false)
    expect(isStillPossible(timed('Early bird'), dayNumber('2026-01-17'), now)).toBe(true)
    expect(isStillPossible(timed('Saturday delivery'), dayNumber('2026-01-15'), now)).toBe(false)
    expect(isStillPossible(timed('Early bird'), null, now)).toBe(true)
  })

  it('subtracts a day across a month boundary', () => {
    expect(dayText(dayNumber('2026-03-01') - 1)).toBe('2026-02-28')
  })
})

describe('time-based extras at lockers and counters', () => {
  const places = (
    collection: PriceRequest['collection']['kind'],
    delivery: PriceRequest['delivery']['kind'],
  ) => {
    const route = routeFor({})
    return {
      collection: { ...route.collection, kind: collection },
      delivery: { ...route.delivery, kind: delivery },
    }
  }
  it.each([
    ['Saturday collection', 'counter', 'street-address', false],
    ['Saturday collection', 'street-address', 'locker', true],
    ['Dawn', 'street-address', 'locker', false],
    ['After hours', 'street-address', 'counter', false],
    ['Dawn', 'locker', 'street-address', false],
    ['Saturday delivery', 'locker', 'street-address', true],
    ['Saturday delivery', 'street-address', 'locker', true],
  ] as const)('%s from %s to %s fits the place: %s', (name, collection, delivery, fits) => {
    expect(fitsPlace(timed(name), places(collection, delivery))).toBe(fits)
  })
  it('offers neither an unsuitable extra nor the return of signed documents from or to a locker', () => {
    const book = compilePriceBook(starter_price_book)
    const offered = (...ends: Parameters<typeof places>) => {
      const { opt_in_rates, opt_in_time_based_rates } = offeredOptIns(book, {
        ...routeFor({}),
        ...places(...ends),
      })
      return [...opt_in_rates, ...opt_in_time_based_rates].map(({ name }) => name)
    }
    expect(offered('street-address', 'street-address')).toEqual(
      expect.arrayContaining(['Dawn', 'Return of signed documents', 'Fragile handling']),
    )
    for (const names of [offered('street-address', 'locker'), offered('locker', 'street-address')]) {
      expect(names).toContain('Fragile handling')
      expect(names).not.toContain('Dawn')
      expect(names).not.toContain('Return of signed documents')
    }
  })
})
