import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { reasonOf } from '../kit/rule-result.ts'
import { affords, checkAffords, mayBook, spendable } from './affordability.ts'
import { AddressInput, addressLine, empty_address } from './address.ts'
import { accountsApi } from './api.ts'

describe('account funds', () => {
  it.each([
    ['prepaid', 10_000, 0, 10_000, true],
    ['prepaid', 10_000, 0, 10_001, false],
    ['prepaid', 10_000, 50_000, 10_001, false],
    ['postpaid', 0, 50_000, 50_000, true],
    ['postpaid', -10_000, 50_000, 40_000, true],
    ['postpaid', -10_000, 50_000, 40_001, false],
    ['guest', 90_000, 0, 1, false],
  ] as const)(
    'a %s account with balance %i and limit %i can afford %i: %s',
    (accountType, balance, creditLimit, rate, yes) => {
      expect(affords({ account_type: accountType, balance, credit_limit: creditLimit }, rate)).toBe(yes)
    },
  )
  it('explains insufficient funds and computes the spendable amount', () => {
    const account = { account_type: 'prepaid', balance: 0, credit_limit: 0 } as const
    expect(reasonOf(checkAffords(account, 1))).toBe('Insufficient funds. Please top up your account.')
    expect(spendable({ account_type: 'postpaid', balance: -5, credit_limit: 10 })).toBe(5)
  })
  it('rejects bookings of an account on hold with the contact address', () => {
    expect(reasonOf(mayBook({ is_on_hold: true }, 'accounts@example.com'))).toBe(
      'Your account is on hold. Please contact accounts@example.com.',
    )
    expect(mayBook({ is_on_hold: false }, '')).toBe(true)
  })
})

describe('address input', () => {
  it('[ADDR-002] decodes an empty object to the empty address in South Africa', () => {
    expect(AddressInput.decode({})).toEqual(empty_address)
  })
  it.each([
    [{ code: 181 }, { code: '0181', zone: 'GP' }],
    [
      { code: 'EC1A 1BB', country: 'GB', zone: 'London' },
      { code: 'EC1A 1BB', country: 'United Kingdom', zone: 'London' },
    ],
    [{ zone: null, code: '8001' }, { zone: 'WC' }],
    [{ zone: 'Atlantis' }, { zone: '' }],
    [
      { lat: 0, lng: 0 },
      { lat: null, lng: null },
    ],
    [
      { lat: '-25.7812345678', lng: '28.25' },
      { lat: -25.781235, lng: 28.25 },
    ],
    [{ lat: -25.7 }, { lat: null, lng: null }],
    [
      { latitude: -25.7, longitude: 28.2 },
      { lat: -25.7, lng: 28.2 },
    ],
    [{ type: '' }, { type: 'unknown' }],
    [{ type: 'Business' }, { type: 'business' }],
    [{ type: 'castle' }, { type: 'unknown' }],
    [{ local_area: null, suburb: 'ignored', email: 'x' }, { local_area: '' }],
    [
      { lat: -25.7, lng: 28.2, collection_address: { city: 'Pretoria' } },
      { city: 'Pretoria', lat: -25.7, lng: 28.2 },
    ],
  ])('decodes %o to %o', (sent, read) => {
    expect(AddressInput.decode(sent)).toMatchObject(read)
  })
  it('joins street lines with commas, however they are separated', () => {
    for (const streetAddress of [
      '12 Long Street\nUnit 4',
      '12 Long Street,\r\n\r\n Unit 4 ',
      ['12 Long Street', null, '', 'Unit 4'],
      ['12 Long Street\u2028Unit 4'],
    ])
      expect(AddressInput.decode({ street_address: streetAddress }).street_address).toBe(
        '12 Long Street, Unit 4',
      )
    expect(AddressInput.decode({ entered_address: ['12 Long Street', 'Cape Town'] }).entered_address).toBe(
      '12 Long Street, Cape Town',
    )
    expect(AddressInput.decode({ city: 'Cape\nTown' }).city).toBe('Cape Town')
    expect(AddressInput.decode({ company: 'Mokoena &amp; Sons' }).company).toBe('Mokoena & Sons')
  })
  it.each([
    [{ street_address: { line1: '12 Long Street' } }, 'street_address'],
    [{ street_address: ['12 Long Street', { line2: 'Unit 4' }] }, 'street_address'],
    [{ street_address: true }, 'street_address'],
    [{ entered_address: {} }, 'entered_address'],
    [{ company: ['Mokoena'] }, 'company'],
    [{ local_area: {} }, 'local_area'],
    [{ city: ['Cape Town'] }, 'city'],
    [{ code: false }, 'code'],
    [{ zone: ['WC'] }, 'zone'],
    [{ country: { code: 'ZA' } }, 'country'],
    [{ type: ['business'] }, 'type'],
    [{ lat: '33 South', lng: 18 }, 'lat'],
    [{ lat: -33, longitude: {} }, 'longitude'],
    [{ collection_address: { city: 7, street_address: {} } }, 'street_address'],
  ])('rejects %j and reports the invalid field', (sent, field) => {
    const { error } = AddressInput.safeDecode(sent)
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
  })
  it('rejects coordinates outside the valid range', () => {
    expect(AddressInput.safeDecode({ lat: 99, lng: 28 }).success).toBe(false)
  })
  it('decodes an encoded address to the same address', () => {
    const place = AddressInput.decode({
      street_address: '1 Sample Road',
      city: 'Pretoria',
      code: '0181',
      lat: -25.7,
      lng: 28.2,
    })
    expect(AddressInput.decode(z.encode(AddressInput, place))).toEqual(place)
  })
  it('formats the address parts as one line', () => {
    expect(
      addressLine(AddressInput.decode({ street_address: '1 Sample Road', city: 'Pretoria', code: '0181' })),
    ).toBe('1 Sample Road, Pretoria, 0181, GP, South Africa')
  })
})

describe('accounts API input', () => {
  it('[ADDR-007] [ADDR-008] parses an address book entry with a nested address', () => {
    const entry = accountsApi.saveAddress.input.parse({
      name: 'Warehouse',
      source: 'automatic',
      address: { delivery_address: { city: 'Paarl' } },
    })
    expect(entry).toMatchObject({ name: 'Warehouse', source: 'automatic', address: { city: 'Paarl' } })
  })
  it('parses an account change', () => {
    expect(
      accountsApi.change.input.parse({
        id: 7,
        credit_limit: '1,000.00',
        is_on_hold: 'N',
        tracking_prefix: '',
      }),
    ).toMatchObject({
      credit_limit: 100_000,
      is_on_hold: false,
      tracking_prefix: '',
    })
  })
})
