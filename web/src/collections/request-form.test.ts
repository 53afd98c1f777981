import { empty_address } from '@waybill/domain/accounts/address'
import { describe, expect, it } from 'vitest'
import { filterInput } from '../kit/table/filters/filter-input.ts'
import type { Filter } from '../kit/table/filters/filters.ts'
import { common_filters, inputOf } from './list-filters.ts'
import { newValues, particularsOf, problemsOf } from './request-form.ts'
import { eventTitle, expectedText, recurringText, repeatsText } from './request-texts.ts'

const today = '2026-11-23'
const sound = {
  ...newValues(4, today, { from: '08:00', to: '16:00' }),
  address: { ...empty_address, city: 'Paarl' },
  contact: { name: 'Anél', mobile_number: '', email: 'anel@example.com' },
}
const now = new Date(`${today}T10:00:00+02:00`)
const fields = (values: typeof sound) => problemsOf(values, now).map(({ field }) => field)

describe('form of a collection request', () => {
  it('reports problems under the names of the form fields', () => {
    expect(fields(sound)).toEqual([])
    expect(
      fields({ ...sound, account_id: null, address: empty_address, window: { from: '16:00', to: '08:00' } }),
    ).toEqual(['account_id', 'address', 'window'])
    expect(fields({ ...sound, date: null })).toEqual(['date'])
    expect(fields({ ...sound, date: '2026-11-20' })).toEqual(['date'])
    expect(fields({ ...sound, repeats: 'weekly', until: '2026-11-01' })).toEqual(['weekdays', 'until'])
  })

  it('sends 0 for unknown values', () => {
    expect(particularsOf(sound)).toMatchObject({
      expected_parcels: 0,
      expected_kg: 0,
      after: '08:00',
      before: '16:00',
    })
  })
})

describe('texts of a collection request', () => {
  it.each([
    ['daily', 'next', /left out\.$/],
    ['weekly', 'skip', /left out\.$/],
    ['weekly', 'previous', /is made on the working day before\.$/],
    ['weekly', 'next', /is made on the working day after\.$/],
  ] as const)(
    'states what happens to a %s collection on a holiday by the rule %s',
    (frequency, rule, expected) => {
      expect(recurringText(frequency, rule)).toMatch(expected)
    },
  )

  it('describes frequency, expected goods and history entries', () => {
    expect(repeatsText({ frequency: 'daily', weekdays: [] })).toBe('Every service day')
    expect(repeatsText({ frequency: 'weekly', weekdays: [4, 2] })).toBe('Every Tuesday and Thursday')
    expect(repeatsText({ frequency: 'weekly', weekdays: [0, 1, 5] })).toBe('Every Mon, Fri, Sun')
    expect(expectedText({ expected_parcels: 1, expected_kg: null })).toBe('1 parcel')
    expect(expectedText({ expected_parcels: 1200, expected_kg: 40.5 })).toBe('1,200 parcels · 40.5 kg')
    expect(expectedText({ expected_parcels: null, expected_kg: null })).toBe('')
    expect(eventTitle({ status: 'closed' })).toBe('Closed')
    expect(eventTitle({ status: 'driver-arrived' })).toBe('Driver arrived')
  })
})

describe('filters of the collection request list', () => {
  it('sends days, known statuses and valid numbers, and ignores invalid values', () => {
    const filters: Filter[] = [
      ...common_filters,
      { key: 'account', label: '', kind: 'choice' },
      { key: 'driver', label: '', kind: 'choice' },
    ]
    const values = {
      status: 'closed,nonsense',
      account: '7,x',
      driver: 'sipho',
      day: '2026-11-23..2026-11-24',
    }
    expect(
      inputOf({
        ...filterInput(filters, values, now),
        input: { limit: 20, offset: 0, order_by: 'date', order: 'desc', search: undefined },
      }),
    ).toEqual({
      limit: 20,
      offset: 0,
      order_by: 'date',
      order: 'desc',
      status: ['closed'],
      account_id: [7],
      agent_id: 'sipho',
      from: '2026-11-23',
      to: '2026-11-24',
    })
  })
})
