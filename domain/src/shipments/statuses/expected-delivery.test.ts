import { describe, expect, it } from 'vitest'
import { customerSentence } from './status.ts'
import { expectedPhrase, laterThanBooked, phraseText, type Expecting } from './expected-delivery.ts'

const at = (day: string, clock: string) => new Date(`2026-03-${day}T${clock}:00+02:00`)
const now = at('03', '08:00')
const shipment = (more: Partial<Expecting>): Expecting => ({
  status: 'in-transit',
  estimated_delivery_from: at('03', '08:00'),
  estimated_delivery_to: at('03', '12:00'),
  original_estimated_delivery_to: at('03', '12:00'),
  delivered_date: null,
  ...more,
})
const between = (from: Date | null, to: Date | null): Partial<Expecting> => ({
  estimated_delivery_from: from,
  estimated_delivery_to: to,
})
const textOf = (more: Partial<Expecting>) => phraseText(expectedPhrase(shipment(more), now))
const strong = (more: Partial<Expecting>) =>
  expectedPhrase(shipment(more), now).flatMap(({ text, strong: is }) => (is ? [text] : []))

describe('a parcel at a locker or counter', () => {
  const waiting = (status: Expecting['status'], more: Partial<Expecting> = {}) =>
    textOf({ status, ...between(at('02', '08:00'), at('02', '12:00')), ...more })
  it('states the deadline for in-locker, nothing for ready-for-pickup and after the deadline, and never a delay', () => {
    expect(waiting('in-locker')).toBe('')
    expect(waiting('in-locker', { pickup_deadline: at('05', '16:00') })).toBe(
      'It can be collected until Thursday 5 March, 16:00.',
    )
    expect(waiting('in-locker', { pickup_deadline: at('02', '16:00') })).toBe(
      'It could be collected until Monday 2 March, 16:00.',
    )
    expect(waiting('ready-for-pickup', { pickup_deadline: at('05', '16:00') })).toBe('')
    expect(waiting('collect-and-return-to-hub', { pickup_deadline: at('02', '16:00') })).toBe('')
    expect(
      laterThanBooked(
        shipment({ status: 'ready-for-pickup', original_estimated_delivery_to: at('02', '12:00') }),
      ),
    ).toBe('')
  })
  it('includes the deadline in the ready-for-pickup sentence only when there is one', () => {
    const parts = { pickup_point: 'Rosebank Mall' }
    expect(customerSentence('ready-for-pickup', parts)).toBe('Your parcel is waiting at Rosebank Mall.')
    expect(customerSentence('ready-for-pickup', { ...parts, pickup_deadline: '5 Mar 2026, 16:00' })).toBe(
      'Your parcel is waiting at Rosebank Mall. Collect it before 5 Mar 2026, 16:00.',
    )
  })
})

describe('sentence about the expected delivery', () => {
  it.each<[Partial<Expecting>, string]>([
    [{}, 'Expected today, Tuesday 3 March, between 08:00 and 12:00.'],
    [between(at('03', '12:00'), at('03', '12:00')), 'Expected today, Tuesday 3 March, by 12:00.'],
    [between(null, at('03', '12:00')), 'Expected today, Tuesday 3 March, by 12:00.'],
    [
      between(at('04', '08:00'), at('04', '12:00')),
      'Expected tomorrow, Wednesday 4 March, between 08:00 and 12:00.',
    ],
    [between(at('05', '08:00'), at('05', '12:00')), 'Expected Thursday 5 March between 08:00 and 12:00.'],
    [between(at('04', '08:00'), at('06', '17:00')), 'Expected between Wednesday 4 March and Friday 6 March.'],
    [
      between(at('02', '08:00'), at('02', '12:00')),
      'It was expected by Monday 2 March, 12:00, and is running late.',
    ],
    [
      between(at('03', '07:00'), at('03', '07:59')),
      'It was expected by Tuesday 3 March, 07:59, and is running late.',
    ],
    [
      between(at('03', '07:00'), at('03', '08:00')),
      'Expected today, Tuesday 3 March, between 07:00 and 08:00.',
    ],
    [between(null, null), ''],
    [{ status: 'cancelled' }, ''],
    [{ status: 'delivered', delivered_date: at('02', '16:05') }, 'Delivered Monday 2 March at 16:05.'],
    [
      { status: 'delivered', delivered_date: at('03', '07:30') },
      'Delivered today, Tuesday 3 March, at 07:30.',
    ],
    [
      { status: 'in-transit', delivered_date: at('02', '16:05') },
      'Expected today, Tuesday 3 March, between 08:00 and 12:00.',
    ],
  ])('gives for %o the sentence: %s', (more, sentence) => {
    expect(textOf(more)).toBe(sentence)
  })

  const loaded = (more: Partial<Expecting>): Partial<Expecting> => ({
    status: 'out-for-delivery',
    latest_tracking_event_time: at('03', '07:00'),
    ...more,
  })
  it.each<[string, Partial<Expecting>, string]>([
    ['on its day', {}, 'Expected today, Tuesday 3 March, between 08:00 and 12:00.'],
    [
      'late by a day',
      between(at('02', '08:00'), at('02', '12:00')),
      'Expected today, Tuesday 3 March. It is late: we promised it for Monday 2 March.',
    ],
    [
      'within days promised',
      between(at('02', '08:00'), at('05', '12:00')),
      'Expected today, Tuesday 3 March.',
    ],
    ['without a first day', between(null, at('05', '12:00')), 'Expected today, Tuesday 3 March.'],
    [
      'before its days',
      between(at('04', '08:00'), at('05', '12:00')),
      'Expected by Thursday 5 March, 12:00.',
    ],
  ])('states the expected day of an out-for-delivery parcel %s', (_when, more, sentence) => {
    expect(textOf(loaded(more))).toBe(sentence)
  })

  it('states today when loaded yesterday for today, and the promised days when loaded before them', () => {
    const days = between(at('03', '08:00'), at('05', '12:00'))
    expect(textOf(loaded({ ...days, latest_tracking_event_time: at('02', '20:00') }))).toBe(
      'Expected today, Tuesday 3 March.',
    )
    const late = {
      ...between(at('02', '08:00'), at('05', '12:00')),
      latest_tracking_event_time: at('01', '20:00'),
    }
    expect(textOf(loaded(late))).toBe('Expected between Monday 2 March and Thursday 5 March.')
    expect(textOf(loaded({ ...late, latest_tracking_event_time: null }))).toContain('Expected between')
  })

  it('marks the day and the hours as strong', () => {
    expect(strong({})).toEqual(['Tuesday 3 March', '08:00 and 12:00'])
    expect(strong({ status: 'delivered', delivered_date: at('02', '16:05') })).toEqual([
      'Monday 2 March',
      '16:05',
    ])
    expect(strong(between(at('04', '08:00'), at('06', '17:00')))).toEqual([
      'Wednesday 4 March',
      'Friday 6 March',
    ])
    expect(strong(between(at('02', '08:00'), at('02', '12:00')))).toEqual(['Monday 2 March, 12:00'])
    expect(strong(loaded(between(at('02', '08:00'), at('02', '12:00'))))).toEqual(['Tuesday 3 March'])
    expect(strong(loaded(between(at('02', '08:00'), at('05', '12:00'))))).toEqual(['Tuesday 3 March'])
    expect(strong(loaded(between(at('04', '08:00'), at('05', '12:00'))))).toEqual(['Thursday 5 March, 12:00'])
  })

  it('reports a delay from one minute on, with the clock time on the same day and the date otherwise, but not once delivered or rescheduled', () => {
    const to = (moment: Date, more: Partial<Expecting> = {}) =>
      laterThanBooked(shipment({ estimated_delivery_to: moment, ...more }))
    expect(to(new Date(at('03', '12:00').getTime() + 59_999))).toBe('')
    expect(to(at('03', '12:01'))).toBe('Later than booked: it was promised by 12:00.')
    expect(to(at('04', '09:00'))).toBe('Later than booked: it was promised by Tuesday 3 March.')
    expect(to(at('04', '09:00'), { status: 'delivered' })).toBe('')
    expect(to(at('04', '09:00'), { original_estimated_delivery_to: null })).toBe('')
    expect(to(at('04', '09:00'), { delivery_reschedules: 1 })).toBe('')
  })
})
