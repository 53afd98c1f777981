import { describe, expect, it } from 'vitest'
import { maskedRecipient } from '../notifications/recipients.ts'
import {
  expectedPhrase,
  laterThanBooked,
  phraseText,
  type Expecting,
} from '../shipments/statuses/expected-delivery.ts'
import { leftOutOf, referencesIn, tracking_references_max } from './tracking-query.ts'
import { initialsOf, nextStep } from './next-step.ts'

const at = (text: string) => new Date(`${text}+02:00`)
const parcel: Expecting = {
  status: 'in-transit',
  estimated_delivery_from: at('2025-03-04T08:00:00'),
  estimated_delivery_to: at('2025-03-04T12:00:00'),
  original_estimated_delivery_to: at('2025-03-04T12:00:00'),
  delivered_date: null,
}
const sentenceFor = (more: Partial<Expecting>, now: string) =>
  phraseText(expectedPhrase({ ...parcel, ...more }, at(now)))

describe('expected delivery text', () => {
  it.each([
    ['03', '05', '04T09:00', 'Expected today, Tuesday 4 March.'],
    ['04', '05', '03T17:30', 'Expected today, Tuesday 4 March.'],
    [
      '02',
      '03',
      '04T07:00',
      'Expected today, Tuesday 4 March. It is late: we promised it for Monday 3 March.',
    ],
    ['05', '06', '04T17:30', 'Expected by Thursday 6 March, 12:00.'],
    ['03', '04', '04T07:00', 'Expected today, Tuesday 4 March, by 12:00.'],
    ['04', '04', '04T07:00', 'Expected today, Tuesday 4 March, between 08:00 and 12:00.'],
  ])(
    'is correct for a shipment that is out for delivery with an estimate from %s to %s March',
    (from, to, out, sentence) => {
      const about = {
        status: 'out-for-delivery' as const,
        estimated_delivery_from: at(`2025-03-${from}T08:00:00`),
        estimated_delivery_to: at(`2025-03-${to}T12:00:00`),
        latest_tracking_event_time: at(`2025-03-${out}:00`),
      }
      expect(sentenceFor(about, '2025-03-04T08:00:00')).toBe(sentence)
    },
  )

  it.each<[Partial<Expecting>, string, string]>([
    [{}, '2025-03-01T09:00:00', 'Expected Tuesday 4 March between 08:00 and 12:00.'],
    [{}, '2025-03-03T23:59:00', 'Expected tomorrow, Tuesday 4 March, between 08:00 and 12:00.'],
    [{}, '2025-03-04T00:01:00', 'Expected today, Tuesday 4 March, between 08:00 and 12:00.'],
    [{}, '2025-03-04T12:01:00', 'It was expected by Tuesday 4 March, 12:00, and is running late.'],
    [{ estimated_delivery_from: null }, '2025-03-01T09:00:00', 'Expected Tuesday 4 March by 12:00.'],
    [
      { estimated_delivery_from: at('2025-03-03T08:00:00') },
      '2025-03-01T09:00:00',
      'Expected between Monday 3 March and Tuesday 4 March.',
    ],
    [
      { status: 'delivered', delivered_date: at('2025-03-04T10:07:00') },
      '2025-03-09T09:00:00',
      'Delivered Tuesday 4 March at 10:07.',
    ],
    [{ status: 'cancelled' }, '2025-03-01T09:00:00', ''],
    [{ estimated_delivery_to: null }, '2025-03-01T09:00:00', ''],
  ])('%o on %s gives %s', (more, now, sentence) => {
    expect(sentenceFor(more, now)).toBe(sentence)
  })

  it('reports a delivery later than booked', () => {
    expect(laterThanBooked(parcel)).toBe('')
    const later = { ...parcel, estimated_delivery_to: at('2025-03-04T15:00:00') }
    expect(laterThanBooked(later)).toBe('Later than booked: it was promised by 12:00.')
    const nextDay = { ...parcel, estimated_delivery_to: at('2025-03-05T15:00:00') }
    expect(laterThanBooked(nextDay)).toBe('Later than booked: it was promised by Tuesday 4 March.')
    expect(laterThanBooked({ ...nextDay, delivery_reschedules: 1 })).toBe('')
  })
})

describe('references in pasted text', () => {
  it.each([
    ['k7m 2qx', ['K7M2QX']],
    ['Your parcel K7M2QX/2 is coming!', ['K7M2QX/2']],
    ['https://fynbos.example/track?ref=SLXS7GL', ['SLXS7GL']],
    ['K7M2QX, S7GL44', ['K7M2QX', 'S7GL44']],
    ['K7M2QX, s7g l44', ['K7M2QX', 'S7GL44']],
    ['#K7M2QX', ['K7M2QX']],
    ['Track #K7M-2QX.', ['K7M-2QX', 'K7M2QX']],
    ['\u200bK7M\u20602QX', ['K7M2QX']],
  ])('%s contains %o', (typed, references) => {
    expect(referencesIn(typed)).toEqual(expect.arrayContaining(references))
  })
  it.each<[string, string[]]>([
    ['K7M2QX, S7GL44', ['S7GL44']],
    ['K7M2QX S7GL44', ['S7GL44']],
    ['K7M2QX;k7m 2qx\ns7g l44', ['S7GL44']],
    ['K7M2QX S7GL44, T8HM55', ['S7GL44', 'T8HM55']],
    ['k7m 2qx', []],
    ['#K7M-2QX, #S7GL44', ['S7GL44']],
    ['Your parcel K7M2QX is booked, and comes on 3 March', []],
    ['https://fynbos.example/track?ref=K7M2QX', []],
  ])('for %s, where only K7M2QX exists, %o is missing', (typed, missing) => {
    expect(leftOutOf(typed, new Set(['K7M2QX']))).toEqual({ missing, limit: '' })
  })
  it.each([',', ' ', '\n'])(
    'are limited to fifty per query, and those beyond are not missing, for %j',
    (mark) => {
      const listed = Array.from({ length: 80 }, (_, index) => `REF${index + 100}`)
      const typed = listed.join(mark)
      const inLimit = listed.slice(0, tracking_references_max)
      const lookedUp = referencesIn(typed)
      expect(listed.filter((reference) => lookedUp.includes(reference))).toEqual(inLimit)
      expect(lookedUp.length).toBeLessThanOrEqual(tracking_references_max + 1)
      expect(leftOutOf(typed, new Set(inLimit.slice(1)))).toEqual({
        missing: ['REF100'],
        limit: 'Only the first 50 were looked up. Track the rest, from REF150 on, in another search.',
      })
      const fifty = inLimit.join(mark)
      expect(leftOutOf(fifty, new Set(inLimit))).toEqual({ missing: [], limit: '' })
      expect(referencesIn(fifty)).toEqual(expect.arrayContaining(inLimit))
    },
  )
  it('has no limit for running text that names one parcel', () => {
    const words = Array.from(
      { length: 80 },
      (_, index) => `${'word'.repeat((index % 9) + 1)}${'ab'.repeat(Math.floor(index / 9))}`,
    )
    const typed = `Your parcel K7M2QX is on the road. ${words.join(' ')}`
    expect(referencesIn(typed).length).toBeGreaterThan(tracking_references_max)
    expect(leftOutOf(typed, new Set(['K7M2QX']))).toEqual({ missing: [], limit: '' })
  })
})

describe('public tracking texts', () => {
  it('show only initials and a masked e-mail address or phone number', () => {
    expect(initialsOf('Naledi van der Mokoena')).toBe('N. M.')
    expect(initialsOf('JOHAN VAN DER MERWE')).toBe('J. M.')
    expect(initialsOf('Maria Anna Elizabeth du Toit')).toBe('M. A. T.')
    expect(initialsOf('')).toBe('')
    expect(maskedRecipient('naledi@example.com')).toBe('n•••@example.com')
    expect(maskedRecipient('+27821234567')).toBe('•••• 567')
  })
  it('mention the PIN only when delivery requires one', () => {
    const coming = {
      status: 'out-for-delivery',
      estimated_collection: null,
      destination: 'Rosebank',
      dropoff_point: '',
      pickup_point: '',
    } as const
    expect(nextStep({ ...coming, needs_pin: true })?.title).toBe('Have your PIN ready.')
    expect(nextStep({ ...coming, needs_pin: false })?.text).not.toContain('PIN')
    expect(nextStep({ ...coming, status: 'delivered', needs_pin: true })).toBeNull()
  })
  it('name the drop-off point before the parcel is dropped off and the pickup point when it is ready', () => {
    const points = {
      needs_pin: false,
      estimated_collection: null,
      destination: 'Rosebank',
      dropoff_point: 'Sea Point counter',
      pickup_point: 'Rosebank Mall locker',
    }
    expect(nextStep({ ...points, status: 'awaiting-dropoff' })?.text).toBe(
      'The parcel travels on as soon as it has been dropped off at Sea Point counter.',
    )
    expect(nextStep({ ...points, status: 'ready-for-pickup' })?.text).toBe(
      'You need it at Rosebank Mall locker.',
    )
  })
})
