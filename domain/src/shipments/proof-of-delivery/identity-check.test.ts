import { describe, expect, it } from 'vitest'
import { identityNote, identityProblems, isIdNumber, namesMatch, readIdCard } from './identity-check.ts'

const card = 'MOKOENA|NALEDI GRACE|F|RSA|8001015009087|01 JAN 1980|RSA|CITIZEN|01 MAR 2016|12345|123456789|'

describe('identity check of the receiver', () => {
  it('[NAV-004] reads the barcode of an ID card and returns null for other codes', () => {
    expect(readIdCard(card)).toEqual({
      document: 'id-card',
      name: 'NALEDI GRACE MOKOENA',
      number: '8001015009087',
    })
    expect(readIdCard('K7M2QX')).toBeNull()
    expect(readIdCard(card.replace('9087', '9088'))).toBeNull()
  })

  it('validates an identity number by its length and check digit', () => {
    expect(isIdNumber('8001015009087')).toBe(true)
    expect(isIdNumber('8001015009086')).toBe(false)
    expect(isIdNumber('800101500908')).toBe(false)
  })

  it.each([
    ['NALEDI GRACE MOKOENA', 'Naledi Mokoena', true],
    ['N MOKOENA', 'Naledi Mokoena', true],
    ['NALEDI MOKOENA', 'Mokoena', true],
    ['THABO MOKOENA', 'Naledi Mokoena', false],
    ['NALEDI BOTHA', 'Naledi Mokoena', false],
    ['ANDRÉ VAN WYK', 'Andre van Wyk', true],
    ['', 'Naledi Mokoena', false],
  ])('compares the name %s with the receiver %s: %s', (shown, expected, agrees) => {
    expect(namesMatch(shown, expected)).toBe(agrees)
  })

  it('[NAV-004] includes in the note the kind of document and its last three characters, not the full number', () => {
    const shown = { document: 'id-card', name: 'N Mokoena', number: '800101 5009 087' } as const
    expect(identityProblems(shown)).toEqual([])
    expect(identityNote(shown, 'Naledi Mokoena')).toBe(
      'Identity checked: ID card ending in 087, the name matches.',
    )
    expect(identityNote({ ...shown, document: 'passport', name: 'T Botha' }, 'Naledi Mokoena')).toBe(
      "Identity checked: Passport ending in 087, the name T Botha differs from the receiver's.",
    )
    expect(identityProblems({ ...shown, number: '1' }).map(({ field }) => field)).toEqual(['number'])
  })
})
