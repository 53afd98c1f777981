import type { TrackingEvent } from '@waybill/domain/shipments/model'
import { expect, it } from 'vitest'
import { lastText, sentenceOfEvent, timelineOf } from './timeline-entries.ts'

const now = new Date('2025-11-18T10:00:00Z')
const event = (
  id: number,
  date: string,
  status: string,
  more: Partial<TrackingEvent> = {},
): TrackingEvent => ({
  id,
  parcel_id: 0,
  date: new Date(date),
  status,
  message: '',
  location: '',
  source: '',
  lat: null,
  lng: null,
  data: null,
  shipment_files: [],
  ...more,
})
const names = { people: new Map([['sipho', 'Sipho Dlamini']]), parcels: new Map([[3, 'K7M2QX/3']]) }

it('groups events by day, newest first, and labels the current day Today', () => {
  const days = timelineOf(
    [event(1, '2025-11-17T08:00:00Z', 'at-hub'), event(2, '2025-11-18T09:42:00Z', 'delivery-failed-attempt')],
    names,
    now,
  )
  expect(days.map(({ heading }) => heading)).toEqual(['Today, Tuesday 18 November', 'Monday 17 November'])
  expect(days[0]?.entries[0]?.time).toBe('11:42')
})

it('returns the sentence of the status table for a status and a label for other events', () => {
  expect(
    sentenceOfEvent({ status: 'delivery-failed-attempt', message: 'Nobody at the address', location: '' }),
  ).toBe('We tried to deliver but could not: nobody at the address.')
  expect(sentenceOfEvent({ status: 'at-hub', message: '', location: 'CPT Epping hub' })).toBe(
    'The parcel is at our CPT Epping hub.',
  )
  expect(sentenceOfEvent({ status: 'label-printed', message: '', location: '' })).toBe('Label printed.')
})

it('describes a released hold and keeps the reason of the earlier failed attempt for the problem strip', () => {
  const events = [
    event(1, '2025-11-18T07:00:00Z', 'delivery-failed-attempt', { message: 'Nobody at the address' }),
    event(2, '2025-11-18T08:00:00Z', 'on-hold', { message: 'Waiting for the customer' }),
    event(3, '2025-11-18T09:00:00Z', 'delivery-failed-attempt', {
      message: 'Customer called',
      data: { released_from: 'on-hold' },
    }),
  ]
  const [day] = timelineOf(events, names, now)
  expect(day?.entries[0]?.sentence).toBe('Hold released: the status is “Delivery failed attempt” again.')
  expect(day?.entries[0]?.details).toContain('Customer called')
  expect(lastText('delivery-failed-attempt', events, now)).toBe('Nobody at the address at 09:00 today.')
})

it('states since when and why a shipment is on hold', () => {
  const message = 'Awaiting customer instruction'
  const held = [event(1, '2025-11-18T08:00:00Z', 'on-hold', { message })]
  expect(lastText('on-hold', held, now)).toBe('On hold since 10:00: awaiting customer instruction.')
  const older = [event(1, '2025-11-17T08:00:00Z', 'on-hold', { message })]
  expect(lastText('on-hold', older, now)).toBe(
    'On hold since yesterday at 10:00: awaiting customer instruction.',
  )
})

it('includes the reason of a rejection and the recipient of a proof of delivery', () => {
  expect(sentenceOfEvent({ status: 'delivery-rejected', message: 'Vehicle breakdown', location: '' })).toBe(
    'The driver handed the parcel back: vehicle breakdown.',
  )
  const [day] = timelineOf(
    [
      event(1, '2025-11-18T08:00:00Z', 'delivered', {
        message: 'Recipient details entered and POD file(s) captured',
        data: { name: 'T. Mokoena', images: ['a.jpg'], signature: '' },
      }),
    ],
    names,
    now,
  )
  expect(day?.entries[0]?.details).toEqual(['Received by T. Mokoena, with photo'])
})

it('shows names of people and marks repeated parcel events and technical events as system events', () => {
  const [day] = timelineOf(
    [
      event(1, '2025-11-18T07:00:00Z', 'out-for-delivery', { source: 'sipho', location: 'JHB Isando' }),
      event(2, '2025-11-18T07:00:10Z', 'out-for-delivery', { parcel_id: 3 }),
      event(3, '2025-11-18T06:00:00Z', 'eta-updated'),
    ],
    names,
    now,
  )
  expect(day?.entries.map(({ is_system }) => is_system)).toEqual([true, false, true])
  expect(day?.entries[1]?.details).toEqual(['JHB Isando', 'Sipho Dlamini'])
})

it('states in the problem strip what went wrong and when', () => {
  const events = [
    event(2, '2025-11-18T09:42:00Z', 'delivery-failed-attempt', { message: 'nobody at the address.' }),
  ]
  expect(lastText('delivery-failed-attempt', events, now)).toBe('Nobody at the address at 11:42 today.')
})
