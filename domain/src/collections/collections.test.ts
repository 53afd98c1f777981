import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../kit/actor.ts'
import { reasonOf } from '../kit/rule-result.ts'
import { empty_address } from '../accounts/address.ts'
import { offerDay, type ServiceCalendar } from '../kit/dates/service-days.ts'
import { dueDays, frequencies, servedDay } from './days.ts'
import { max_kg, max_parcels } from './model.ts'
import {
  checkRecurrence,
  checkRequest,
  mayEnter,
  mayIgnoreCutOff,
  mayRequestFor,
  maySeeRequests,
} from './rules.ts'
import {
  collection_request_statuses,
  isOpenRequest,
  manualStatuses,
  problem_requests,
  requestStatusColour,
  requestStatusLabel,
  unclosed_requests,
} from './status.ts'

const office: Actor = { ...systemActor(1), kind: 'user', role_id: role_ids.administrator }
const customer: Actor = { ...office, role_id: role_ids.account_owner, account_id: 7 }

/** Monday to Friday, with the Day of Reconciliation 2026 (a Wednesday) as a holiday. */
const weekdays: ServiceCalendar = { weekdays: [1, 2, 3, 4, 5], holidays: new Set(['2026-12-16']) }
const at = (text: string) => new Date(`${text}:00+02:00`)

describe('collection request statuses', () => {
  it('[COLL-002] lists the seven statuses', () => {
    expect(collection_request_statuses).toEqual([
      'collection-assigned',
      'collection-unassigned',
      'collection-rejected',
      'collection-exception',
      'collection-failed-attempt',
      'closed',
      'cancelled',
    ])
  })

  it('[COLL-003] allows a manual change from unassigned only to cancelled', () => {
    expect(manualStatuses('collection-unassigned')).toEqual(['cancelled'])
  })

  it('[COLL-004] allows a manual change from every other open status to the rest of the list', () => {
    const list = [
      'collection-unassigned',
      'collection-failed-attempt',
      'collection-exception',
      'collection-rejected',
      'cancelled',
      'closed',
    ]
    for (const from of [
      'collection-assigned',
      'collection-rejected',
      'collection-exception',
      'collection-failed-attempt',
    ] as const)
      expect(manualStatuses(from)).toEqual(list.filter((to) => to !== from))
  })

  it('[COLL-005] allows no change from closed and cancelled, and no manual change to assigned', () => {
    expect(manualStatuses('closed')).toEqual([])
    expect(manualStatuses('cancelled')).toEqual([])
    expect(collection_request_statuses.filter((one) => !isOpenRequest(one))).toEqual(['closed', 'cancelled'])
    expect(collection_request_statuses.flatMap(manualStatuses)).not.toContain('collection-assigned')
    const request = { status: 'collection-rejected', display_id: 'COL000001' } as const
    expect(reasonOf(mayEnter(office, request, 'collection-assigned'))).toBe(
      'Assign a driver to the request to give it this status.',
    )
    expect(reasonOf(mayEnter(office, { ...request, status: 'closed' }, 'cancelled'))).toBe(
      'COL000001 is closed and can no longer be changed. Make a new request.',
    )
    expect(reasonOf(mayEnter(office, { ...request, status: 'collection-unassigned' }, 'closed'))).toBe(
      'A request that is collection unassigned cannot become closed by hand.',
    )
  })

  it('lets customers set cancelled and no other status', () => {
    const request = { status: 'collection-assigned', display_id: 'COL000001' } as const
    expect(mayEnter(customer, request, 'cancelled')).toBe(true)
    expect(reasonOf(mayEnter(customer, request, 'closed'))).toBe('Only our office may change this status.')
  })

  it('[STAT-021] lists exception, unassigned and rejected as problems', () => {
    expect([...problem_requests].sort()).toEqual([
      'collection-exception',
      'collection-rejected',
      'collection-unassigned',
    ])
  })

  it('[STAT-022] lists assigned as unclosed', () => {
    expect(unclosed_requests).toEqual(['collection-assigned'])
  })

  it('gives each status its label and colour, with grey for closed', () => {
    expect(
      collection_request_statuses.map((one) => [requestStatusLabel(one), requestStatusColour(one)]),
    ).toEqual([
      ['Collection assigned', expect.any(String)],
      ['Collection unassigned', expect.any(String)],
      ['Collection rejected', 'red'],
      ['Collection exception', 'red'],
      ['Collection failed attempt', 'red'],
      ['Closed', 'grey'],
      ['Cancelled', 'red'],
    ])
  })
})

describe('collection day', () => {
  // 2026-12-11 is a Friday.
  it.each([
    ['today before the cut-off', '2026-12-11', '2026-12-11T13:59', '14:00', '2026-12-11', null],
    ['today in the minute of the cut-off', '2026-12-11', '2026-12-11T14:00', '14:00', '2026-12-11', null],
    ['today after it', '2026-12-10', '2026-12-10T14:01', '14:00', '2026-12-11', 'cut-off'],
    ['Friday after it: Monday', '2026-12-11', '2026-12-11T14:01', '14:00', '2026-12-14', 'cut-off'],
    ['without a cut-off', '2026-12-11', '2026-12-11T18:00', null, '2026-12-11', null],
    ['a Saturday', '2026-12-12', '2026-12-11T18:00', '14:00', '2026-12-14', 'no-service'],
    ['a holiday', '2026-12-16', '2026-12-11T18:00', '14:00', '2026-12-17', 'holiday'],
    [
      'the eve of a holiday after the cut-off',
      '2026-12-15',
      '2026-12-15T15:00',
      '14:00',
      '2026-12-17',
      'cut-off',
    ],
    ['a later day, whatever the time', '2026-12-14', '2026-12-11T23:59', '14:00', '2026-12-14', null],
    ['a day that has passed', '2026-12-01', '2026-12-11T08:00', '14:00', '2026-12-11', null],
  ] as const)('%s', (_name, requested, now, cutOff, day, movedBy) => {
    const offered = offerDay(requested, at(now), { cut_off: cutOff, until: '18:30' }, weekdays)
    expect(offered.day).toBe(day)
    if (requested >= now.slice(0, 10)) expect(offered.moved_by).toBe(movedBy)
  })

  it('returns no day for a place that is never served', () => {
    expect(
      offerDay(
        '2026-12-11',
        at('2026-12-11T08:00'),
        { cut_off: null, until: null },
        { weekdays: [], holidays: new Set() },
      ).day,
    ).toBeNull()
  })
})

describe('recurring collections', () => {
  it('[COLL-006] returns the due days of daily and weekly collections', () => {
    expect(frequencies).toEqual(['daily', 'weekly'])
    const from = '2026-12-07'
    expect(dueDays({ frequency: 'daily', weekdays: [], from, until: null }, from, '2026-12-09')).toEqual([
      '2026-12-07',
      '2026-12-08',
      '2026-12-09',
    ])
    expect(dueDays({ frequency: 'weekly', weekdays: [1, 4], from, until: null }, from, '2026-12-17')).toEqual(
      ['2026-12-07', '2026-12-10', '2026-12-14', '2026-12-17'],
    )
  })

  it('returns no due days before the first day or after the last day', () => {
    const recurrence = { frequency: 'daily', weekdays: [], from: '2026-12-08', until: '2026-12-09' } as const
    expect(dueDays(recurrence, '2026-12-01', '2026-12-31')).toEqual(['2026-12-08', '2026-12-09'])
    expect(dueDays({ ...recurrence, until: '2027-01-31' }, '2026-12-30', '2026-12-31')).toEqual([
      '2026-12-30',
      '2026-12-31',
    ])
  })

  it.each([
    ['weekly', 'skip', '2026-12-16', null],
    ['weekly', 'previous', '2026-12-16', '2026-12-15'],
    ['weekly', 'next', '2026-12-16', '2026-12-17'],
    ['weekly', 'next', '2026-12-19', '2026-12-21'],
    ['daily', 'next', '2026-12-16', null],
    ['daily', 'next', '2026-12-17', '2026-12-17'],
  ] as const)(
    'a %s collection with rule %s that is due on %s is collected on %s',
    (frequency, rule, due, day) => {
      expect(servedDay(due, frequency, weekdays, rule)).toBe(day)
    },
  )

  it('requires valid weekdays and an end that is neither before the start nor too far ahead', () => {
    const about = { frequency: 'weekly', weekdays: [], from: '2026-12-08', until: '2026-12-07' } as const
    expect(checkRecurrence(about).map((problem) => problem.field)).toEqual(['weekdays', 'until'])
    expect(checkRecurrence({ ...about, weekdays: [7], until: null }).map((problem) => problem.field)).toEqual(
      ['weekdays'],
    )
    expect(
      checkRecurrence({ ...about, weekdays: [1], until: '9999-01-01' }).map(({ field }) => field),
    ).toEqual(['until'])
    const sound = { ...about, weekdays: [0, 6], until: about.from }
    expect(checkRecurrence(sound)).toEqual([])
    expect(checkRecurrence({ ...sound, until: '2100-12-31' })).toEqual([])
    expect(checkRecurrence({ ...sound, weekdays: [-1] }).map(({ field }) => field)).toEqual(['weekdays'])
  })
})

describe('access to collection requests and their validation', () => {
  it('lets the office with the permission request a collection for today after the cut-off, and nobody else', () => {
    const permissions = ['INLINE_override_cut_off']
    expect(mayIgnoreCutOff({ ...office, permissions })).toBe(true)
    const others = [
      { ...office, permissions: [] },
      { ...office, role_id: role_ids.driver, permissions },
      { ...customer, permissions },
    ]
    for (const actor of others)
      expect(reasonOf(mayIgnoreCutOff(actor))).toBe(
        'You may not request a collection for today after the cut-off.',
      )
  })

  it('allows postpaid customers and all staff while the feature is on', () => {
    const postpaid = { is_enabled: true, account_type: 'postpaid' }
    expect(maySeeRequests(customer, postpaid)).toBe(true)
    expect(maySeeRequests(customer, { ...postpaid, account_type: 'prepaid' })).not.toBe(true)
    expect(maySeeRequests(customer, { ...postpaid, is_enabled: false })).not.toBe(true)
    expect(maySeeRequests(office, { is_enabled: true, account_type: null })).toBe(true)
    expect(maySeeRequests(office, { is_enabled: false, account_type: null })).not.toBe(true)
  })

  it('rejects requests for closed, held and guest accounts, and from prepaid customers', () => {
    const account = {
      account_type: 'postpaid',
      status: 'open',
      is_on_hold: false,
      support_email: 'help@fynbos.example',
    }
    expect(mayRequestFor(customer, account)).toBe(true)
    expect(mayRequestFor(office, { ...account, account_type: 'prepaid' })).toBe(true)
    expect(mayRequestFor(customer, { ...account, account_type: 'prepaid' })).not.toBe(true)
    expect(reasonOf(mayRequestFor(customer, { ...account, is_on_hold: true }))).toBe(
      'Your account is on hold. Please contact help@fynbos.example.',
    )
    expect(reasonOf(mayRequestFor(office, { ...account, status: 'closed' }))).toBe(
      'the account has been closed',
    )
    expect(mayRequestFor(office, { ...account, account_type: 'guest' })).not.toBe(true)
  })

  it('reports every missing or invalid field in the order of the form', () => {
    const empty = {
      address: null,
      contact: {},
      after: '16:00',
      before: '08:00',
      expected_parcels: -1,
      expected_kg: 1e6,
    }
    expect(checkRequest(empty).map(({ field }) => field)).toEqual([
      'address',
      'contact.name',
      'contact.mobile_number',
      'before',
      'expected_parcels',
      'expected_kg',
    ])
    const sound = {
      address: { ...empty_address, city: 'Paarl' },
      contact: { name: 'Anél', email: 'anel@example.com' },
      after: '08:00',
      before: '16:00',
      expected_parcels: null,
      expected_kg: 12.5,
    }
    expect(checkRequest(sound)).toEqual([])
    const places = [
      { local_area: 'Epping' },
      { city: 'Paarl' },
      { entered_address: '12 Bofors Circle, Epping' },
    ]
    for (const place of places)
      expect(checkRequest({ ...sound, address: { ...empty_address, ...place } })).toEqual([])
    const fieldsOf = (more: Partial<typeof sound> | object) =>
      checkRequest({ ...sound, ...more }).map(({ field }) => field)
    expect(fieldsOf({ expected_parcels: 0, expected_kg: 0 })).toEqual([])
    expect(fieldsOf({ expected_parcels: max_parcels, expected_kg: max_kg })).toEqual([])
    expect(fieldsOf({ expected_parcels: max_parcels + 1, expected_kg: max_kg + 0.1 })).toEqual([
      'expected_parcels',
      'expected_kg',
    ])
    expect(fieldsOf({ expected_parcels: -1, expected_kg: -0.1 })).toEqual(['expected_parcels', 'expected_kg'])
    expect(fieldsOf({ after: '16:00', before: '16:00' })).toEqual(['before'])
    expect(
      checkRequest({ ...sound, contact: { name: 'A', mobile_number: 'x', email: 'y' } }).map(
        ({ field }) => field,
      ),
    ).toEqual(['contact.mobile_number', 'contact.email'])
  })
})
