import { describe, expect, it } from 'vitest'
import { isEmail, isOneEmail, splitList } from './email.ts'
import { e164, isPhone } from './phone-number.ts'
import { dialledPhone, listedPhone, looksLikePhone, phone, searchedPhone, formatPhone } from './phone.ts'

describe('phone numbers', () => {
  it.each([
    '+27821234567',
    '+2782123456',
    '+278212345678',
    '0821234567',
    '082 123 4567',
    '(082) 123-4567',
    '+27 (0)82 123 4567',
    '+27 82 123 4567',
    '0027 82 123 4567',
  ])('[FMT-001] [FMT-002] accepts %s', (typed) => {
    expect([looksLikePhone(typed), isPhone(typed)]).toEqual([true, true])
  })
  it.each([
    '',
    '12345',
    '+2782',
    '+2782123456789',
    '082123456',
    'phone 0821234567',
    '082-123-456a',
    '((0821234567',
  ])('[FMT-001] rejects %o', (typed) => {
    expect([looksLikePhone(typed), isPhone(typed)]).toEqual([false, false])
  })
  it.each(['hello', '123', '082 333', '0000000000', '5551234567', '+999123456789', '+27 12345', '+44 20'])(
    '[FMT-001] rejects %o, which is not a valid number in any country',
    (typed) => {
      expect(isPhone(typed)).toBe(false)
      expect(e164(typed)).toBeNull()
    },
  )
  it.each([
    '821234567',
    '82 123 4567',
    '27821234567',
    '27 82 123 4567',
    '27821234567.0',
    '821234567.0',
    '821234567.00',
    '+27821234567.0',
    '0821234567.0',
    "'0821234567",
    '0027821234567',
    '0027 (0)82 123 4567',
    '+27 (0)82 123 4567',
    '+27(0)821234567',
    '+27 082 123 4567',
    '+270821234567',
    '\u202a+27 82 123 4567\u202c',
    '082\u200b123\u20604567\ufeff',
    '082\u2011123\u20134567',
    '082\t123\n4567',
    '\uff10\uff18\uff12\uff11\uff12\uff13\uff14\uff15\uff16\uff17',
    '\uff0b27 82 123 4567',
  ])(
    '[FMT-001] [FMT-003] normalises %j to the same number for display, storage, dialling and search',
    (typed) => {
      expect([looksLikePhone(typed), isPhone(typed), e164(typed)]).toEqual([true, true, '+27821234567'])
      expect(formatPhone(typed)).toBe('+27 82 123 4567')
      expect(dialledPhone(typed)).toBe('27821234567')
      expect(e164(listedPhone(typed))).toBe('+27821234567')
      expect(searchedPhone(typed)).toBe('821234567')
      expect(e164(phone.decode(typed))).toBe('+27821234567')
    },
  )
  it.each(['82123456.0', '082123456.0', '8.21234567E+08', '0821234567.5', '1821234567', '921234567'])(
    '[FMT-001] rejects %s',
    (typed) => {
      expect([isPhone(typed), e164(typed)]).toEqual([false, null])
    },
  )
  it('stores formatted numbers and other texts as typed, and repairs numbers changed by a spreadsheet', () => {
    expect(phone.decode(' (082) 123-4567 ')).toBe('(082) 123-4567')
    expect(phone.decode(821234567)).toBe('0821234567')
    expect(phone.decode('27821234567.0')).toBe('+27821234567')
    expect(phone.decode('hello')).toBe('hello')
  })
  it.each([
    ['+264 81 123 4567', '+264811234567'],
    ['+49 1512 3456789', '+4915123456789'],
    ['0044 20 7946 0958', '+442079460958'],
    ['086 012 3456', '+27860123456'],
  ])('[FMT-001] [FMT-002] converts %s to E.164 with its country code', (typed, international) => {
    expect(isPhone(typed)).toBe(true)
    expect(e164(typed)).toBe(international)
  })
  it.each([
    ['+27 82 725 3275', '827253275'],
    ['082 725 3275', '827253275'],
    ['+27827253275', '827253275'],
    ['27827253275', '827253275'],
    ['0027 82 725 3275', '827253275'],
    ['+27 (0)82 725-3275', '827253275'],
    ['0827253275', '827253275'],
    ['082 725', null],
    ['082 725 3', '827253'],
    ['+264 81 123 4567', '264811234567'],
    ['2026-03-02', null],
    ['WB123456', null],
    ['123456', null],
  ])('searches for %s with the digits %s', (typed, digits) => {
    expect(searchedPhone(typed)).toBe(digits)
  })
  it.each([
    ['082 123 4567', '+27 82 123 4567'],
    ['0027821234567', '+27 82 123 4567'],
    ['+27821234567', '+27 82 123 4567'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('[FMT-003] [FMT-004] normaliser A formats %s as %s', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown)
  })
  it.each([
    ['082 123 4567', '0821234567'],
    ['27821234567', '+27821234567'],
    ['821234567', '0821234567'],
    ['(082) 123-4567', '0821234567'],
    ['+27821234567', '+27821234567'],
    ['0027821234567', '0027821234567'],
    ['', ''],
  ])('[FMT-005] [FMT-006] [FMT-007] normaliser B formats %o as %o', (typed, listed) => {
    expect(listedPhone(typed)).toBe(listed)
  })
  it('[CONST-003] returns one international form with the calling code 27', () => {
    for (const typed of [
      '082 123 4567',
      '+27 (0)82 123 4567',
      '0027821234567',
      '27821234567',
      '(082) 123-4567',
    ])
      expect(e164(typed)).toBe('+27821234567')
    expect(e164('nothing')).toBeNull()
  })
})

describe('email addresses', () => {
  it('[FMT-008] accepts one address or several separated by commas or semicolons, and rejects malformed ones', () => {
    for (const good of [
      'a@example.com',
      'a@example.com, b@example.co.za',
      'a@example.com;b.c+d@sub.example.org',
      'a@example.com;',
    ])
      expect(isEmail(good), good).toBe(true)
    for (const bad of [
      '',
      'a',
      'a@b',
      '@example.com',
      'a@example.com, b',
      'a b@example.com',
      'a@-x.com',
      'a@example..com',
      ';',
    ])
      expect(isEmail(bad), bad).toBe(false)
    expect(isOneEmail('a@example.com,b@example.com')).toBe(false)
  })
  it('rejects a text of millions of characters without trying a match at every position', () => {
    expect(isEmail(`${'a.'.repeat(2_000_000)}@${'b-'.repeat(2_000_000)}`)).toBe(false)
  })
  it('[FMT-012] splits a typed list of addresses', () => {
    expect(splitList(' a@x.com ;b@x.com, , c@x.com')).toEqual(['a@x.com', 'b@x.com', 'c@x.com'])
  })
})
