import { describe, expect, it } from 'vitest'
import { message_event_keys } from './message-events.ts'
import { isQuietAt } from './quiet-hours.ts'
import { payerRecipients, phoneRecipients } from './recipients.ts'
import { plainMarks, smsParts } from './sms-length.ts'
import { replyHint } from './replies/reply-texts.ts'
import { smsText, textLinkOf } from './sms-texts.ts'
import { filledTemplate } from './whatsapp-templates.ts'

const facts = {
  sender: 'Fynbos Couriers',
  reference: 'K7M2QX',
  account: 'Protea Books',
  from: 'Protea Books',
  to: 'Rosebank',
  hub: 'Johannesburg',
  pickup_point: 'Rosebank Mall locker',
  deadline: '4 March 2026 18:00',
  compartment: '',
  reason: 'Nobody at home.',
  expected: 'Expected tomorrow, Wednesday 4 March, between 08:00 and 12:00.',
  pin: '4821',
}
const link = 'https://fynbos.example/s/abcdefg'
const text = (
  ...[kind, recipient, more = {}]: [Parameters<typeof smsText>[0], 'collection' | 'delivery', object?]
) => smsText(kind, recipient, { ...facts, ...more }, { link, offer: 'day', hint: '', max_parts: 2 })

describe('SMS texts', () => {
  it('states what happened, what to do and where to find more', () => {
    expect(text('out_for_delivery', 'delivery', { expected: '' })).toBe(
      `Fynbos Couriers: K7M2QX from Protea Books is out for delivery. Give the driver PIN 4821. ${link}`,
    )
    expect(text('delivery_failed_attempt', 'delivery')).toBe(
      `Fynbos Couriers: we could not deliver K7M2QX from Protea Books (Nobody at home). Choose another day: ${link}`,
    )
    expect(text('ready_for_pickup', 'delivery', { compartment: 'compartment B12' })).toContain(
      'K7M2QX from Protea Books is at Rosebank Mall locker, compartment B12. PIN 4821.',
    )
    expect(text('ready_for_pickup', 'delivery')).toBe(
      `Fynbos Couriers: K7M2QX from Protea Books is at Rosebank Mall locker. PIN 4821. Collect before 4 March 2026 18:00. ${link}`,
    )
    expect(text('awaiting_dropoff', 'collection')).toBe(
      `Fynbos Couriers: drop K7M2QX off at Rosebank Mall locker with PIN 4821. ${link}`,
    )
    expect(text('awaiting_dropoff', 'delivery', { expected: '' })).toBe(
      `Fynbos Couriers: Protea Books will drop K7M2QX off for you at Rosebank Mall locker. ${link}`,
    )
    expect(text('collection_assigned', 'delivery', { expected: '' })).toBe(
      `Fynbos Couriers: a driver has been assigned to collect K7M2QX from Protea Books for you. ${link}`,
    )
    expect(text('out_for_delivery', 'collection', { expected: '' })).not.toContain('Protea Books')
    expect(textLinkOf('delivered', 'rate')).toBe('rate')
  })

  it('leaves out the sender before the expected time when there is no room for both', () => {
    const parts = { link, offer: 'day', hint: '', max_parts: 1 } as const
    const fitted = smsText('in_transit', 'delivery', { ...facts, from: 'Protea Books of the Cape' }, parts)
    expect(fitted).toContain('K7M2QX is on its way. Expected tomorrow')
  })

  it('names replies at the end, leaves them out first, and adds a part for them only in the messages that need them', () => {
    const hint = replyHint({ change: true, choose_point: true })
    const fitted = (maxParts: number) =>
      smsText('collected', 'delivery', facts, { link, offer: 'day', hint, max_parts: maxParts })
    expect(fitted(1)).toBe(`Fynbos Couriers: we have collected K7M2QX from Protea Books for you. ${link}`)
    expect(fitted(2)).toBe(
      `Fynbos Couriers: we have collected K7M2QX from Protea Books for you. ${facts.expected} ${link} ${hint}`,
    )
    const booked = (expected: string) =>
      smsText('submitted', 'delivery', { ...facts, expected }, { link, offer: 'day', hint, max_parts: 3 })
    const start = 'Fynbos Couriers: Protea Books has booked parcel K7M2QX for you.'
    expect(booked('')).toBe(`${start} ${link} ${hint}`)
    expect(booked(facts.expected)).toBe(`${start} ${facts.expected} ${link}`)
    expect(replyHint({ change: true, choose_point: false })).toBe('Reply CHANGE to change the delivery.')
    expect(replyHint({ change: false, choose_point: false })).toBe('')
  })

  it('stays within the maximum number of parts and keeps company name and link complete', () => {
    const long = { reason: 'x'.repeat(500), account: 'A'.repeat(300), expected: 'y'.repeat(200) }
    for (const kind of message_event_keys)
      for (const recipient of ['collection', 'delivery'] as const)
        for (const maxParts of [1, 2]) {
          const sms = smsText(
            kind,
            recipient,
            { ...facts, ...long },
            { link, offer: null, hint: '', max_parts: maxParts },
          )
          expect(smsParts(sms), sms).toBeLessThanOrEqual(maxParts)
          expect(sms.startsWith('Fynbos Couriers: ') && sms.endsWith(link), sms).toBe(true)
        }
  })

  it('counts 160 characters as one part, 153 per part of a longer SMS, and 70 and 67 outside the GSM alphabet', () => {
    expect([160, 161, 306, 307].map((length) => smsParts('a'.repeat(length)))).toEqual([1, 2, 2, 3])
    expect([70, 71, 134, 135].map((length) => smsParts('•'.repeat(length)))).toEqual([1, 2, 2, 3])
    expect([80, 81].map((length) => smsParts('€'.repeat(length)))).toEqual([1, 2])
    expect(smsParts(plainMarks('It’s “here” – wait…'.repeat(5)))).toBe(1)
  })
})

describe('WhatsApp templates', () => {
  it('uses the event name for the contact who must act, and a separate template without PIN for the other contact', () => {
    const named = (event: 'awaiting_dropoff' | 'ready_for_pickup', side: 'collection' | 'delivery') =>
      filledTemplate(event, side, facts, link)
    const shared = ['Fynbos Couriers', 'K7M2QX', 'Rosebank Mall locker']
    expect(named('awaiting_dropoff', 'collection')).toEqual({
      template: 'awaiting_dropoff',
      placeholders: [...shared, '4821', link],
    })
    expect(named('awaiting_dropoff', 'delivery')).toEqual({
      template: 'awaiting_dropoff_delivery',
      placeholders: [...shared, link],
    })
    expect(named('ready_for_pickup', 'delivery')?.placeholders).toEqual([
      ...shared,
      '4821',
      '4 March 2026 18:00',
      link,
    ])
    expect(named('ready_for_pickup', 'collection')).toEqual({
      template: 'ready_for_pickup_collection',
      placeholders: [...shared, link],
    })
    expect(filledTemplate('submitted', 'delivery', facts, link)).toBeNull()
  })
})

describe('message recipients and quiet hours', () => {
  it('converts phone numbers to digits with the country code and removes duplicates', () => {
    const both = { collection: '082 123 4567', delivery: '+27 82 123 4567' }
    expect(phoneRecipients(both, () => true)).toEqual([{ address: '27821234567', recipient: 'delivery' }])
    expect(phoneRecipients(both, (side) => side === 'collection')).toEqual([
      { address: '27821234567', recipient: 'collection' },
    ])
    expect(phoneRecipients({ collection: '', delivery: 'ask reception' }, () => true)).toEqual([])
  })

  it.each([
    [[{ email: 'a@x.example' }, { email: 'b@x.example' }], 'email', ['a@x.example']],
    [[{ email: '', mobile_number: '082 123 4567' }, { email: 'b@x.example' }], 'email', ['b@x.example']],
    [[{ email: 'a@x.example; b@x.example' }], 'email', ['a@x.example', 'b@x.example']],
    [[{ email: 'none' }, { email: '', mobile_number: '082 123 4567' }], 'sms', ['27821234567']],
    [[{ mobile_number: '+44 7911 123456' }, { mobile_number: '082 123 4567' }], 'sms', ['447911123456']],
    [[{ mobile_number: 'ask reception' }, {}], 'sms', []],
  ])(
    'selects the payer’s e-mail addresses, or a phone number when no contact has an e-mail address: %j',
    (contacts, channel, addresses) => {
      expect(payerRecipients(contacts)).toEqual({ channel, addresses })
    },
  )

  it('supports quiet hours over midnight, within a day, and none', () => {
    const quiet = (from: string, to: string) =>
      ['06:59', '07:00', '12:00', '19:59', '20:00'].filter((clock) => isQuietAt(clock, from, to))
    expect(quiet('20:00', '07:00')).toEqual(['06:59', '20:00'])
    expect(quiet('12:00', '13:00')).toEqual(['12:00'])
    expect(quiet('00:00', '00:00')).toEqual([])
  })
})
