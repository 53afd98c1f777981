import { describe, expect, it } from 'vitest'
import { blocked_types } from './model.ts'
import { blockedKeys, checkBlocked, normalBlocked } from './rules.ts'

describe('blocked list rules', () => {
  it('[TOOL-009] supports email addresses, email domains, mobile numbers and IP addresses', () => {
    expect(blocked_types).toEqual(['email-address', 'email-domain', 'mobile-number', 'ip-address'])
  })

  it.each([
    ['email-address', ' Fraud@Bad.Example ', 'fraud@bad.example'],
    ['email-address', 'bad.example', null],
    ['email-domain', '@Bad.Example', 'bad.example'],
    ['email-domain', 'localhost', null],
    ['mobile-number', '082 123 4567', '+27821234567'],
    ['mobile-number', '12', null],
    ['ip-address', '196.25.1.9', '196.25.1.9'],
    ['ip-address', '::ffff:196.25.1.9', '196.25.1.9'],
    ['ip-address', '2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['ip-address', '2001:db8:0:0:0:0:0:0001', '2001:db8:0:0:0:0:0:1'],
    ['ip-address', '::', '0:0:0:0:0:0:0:0'],
    ['ip-address', '196.25.1', null],
  ] as const)('[TOOL-010] normalises %s ‘%s’ to %s', (type, typed, stored) => {
    expect(normalBlocked(type, typed)).toBe(stored)
  })

  it('looks up an email address as entered, without its +part, and by every parent domain', () => {
    expect(
      blockedKeys({
        emails: ['A+x@mail.bad.example', null],
        mobile_numbers: ['0821234567', ''],
        ip_address: '::1',
      }),
    ).toEqual([
      'email-address a+x@mail.bad.example',
      'email-address a@mail.bad.example',
      'email-domain mail.bad.example',
      'email-domain bad.example',
      'mobile-number +27821234567',
      'ip-address 0:0:0:0:0:0:0:1',
    ])
  })

  it('requires a valid value, a reason, and a day that is not in the past', () => {
    const sound = { type: 'email-domain', value: 'bad.example', reason: 'Spam', until: null } as const
    expect(checkBlocked(sound, '2026-03-04')).toEqual([])
    const wrong = checkBlocked(
      { ...sound, value: 'a@bad.example', reason: ' ', until: '2026-03-03' },
      '2026-03-04',
    )
    expect(wrong.map(({ field }) => field)).toEqual(['value', 'reason', 'until'])
  })
})
