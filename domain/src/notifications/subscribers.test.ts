import { describe, expect, it } from 'vitest'
import { rangeOf, subscriberAddress, subscriberSms } from './subscribers.ts'

describe('addresses of subscribers', () => {
  it.each([
    ['email', ' Friend@Example.com ', 'friend@example.com'],
    ['sms', '082 123 4567', '27821234567'],
    ['sms', '+27 (0)61 123 4567', '27611234567'],
  ] as const)('by %s, %j is stored as %s', (channel, typed, stored) => {
    expect(subscriberAddress(channel, typed)).toBe(stored)
  })

  it.each([
    ['email', 'friend', /email address/],
    ['email', '0821234567', /email address/],
    ['sms', 'friend@example.com', /South African mobile number/],
    ['sms', '021 555 0142', /South African mobile number/],
    ['sms', '+44 7911 123456', /South African mobile number/],
    ['sms', '', /South African mobile number/],
  ] as const)('by %s, %j is rejected', (channel, typed, reason) => {
    expect(() => subscriberAddress(channel, typed)).toThrow(reason)
  })

  it('belong to a range of a hundred numbers', () => {
    expect(rangeOf('27821234567')).toEqual({ from: '27821234500', to: '27821234599' })
  })
})

it.each([
  [
    '27820001111',
    'Fynbos: parcel ABC is now: out for delivery. Reply STOP to end these SMS. More, or end these SMS: https://f/s',
  ],
  ['Fynbos', 'Fynbos: parcel ABC is now: out for delivery. More, or end these SMS: https://f/s'],
  ['', 'Fynbos: parcel ABC is now: out for delivery. More, or end these SMS: https://f/s'],
])('an SMS from %j to a subscriber offers STOP only where a reply arrives', (sender, text) => {
  expect(
    subscriberSms({
      company: 'Fynbos',
      reference: 'ABC',
      status: 'out for delivery',
      link: 'https://f/s',
      sender,
    }),
  ).toBe(text)
})
