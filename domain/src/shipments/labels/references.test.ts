import { describe, expect, it } from 'vitest'
import { reasonOf } from '../../kit/rule-result.ts'
import {
  checkCustomReference,
  cleanReference,
  customReference,
  meantReferences,
  parcelReference,
  prefixFor,
  readReference,
  reference_alphabet,
  returnReference,
} from './references.ts'

describe('reference creation', () => {
  it('uses 28 characters without vowels and characters that are easily confused', () => {
    expect(reference_alphabet).not.toMatch(/[01AEIOUL]/)
    expect(reference_alphabet).toHaveLength(28)
  })
  it('[ACC-008] uses the prefix of the account, otherwise the prefix of the provider unless the account overrides it', () => {
    const own = { tracking_prefix: 'slx', override_tracking_prefixes: false }
    expect(prefixFor('WB', own)).toBe('SLX')
    expect(prefixFor('WB', { ...own, tracking_prefix: '' })).toBe('WB')
    expect(prefixFor('WB', { tracking_prefix: null, override_tracking_prefixes: true })).toBe('')
  })
  it.each([
    ['SLX', 'order77', 'SLXORDER77'],
    ['SLX', 'SLX0001', 'SLX0001'],
    ['SLX', '', 'SLXK7M2QX'],
    ['', '', null],
    ['', 'a-123456', 'A-123456'],
  ])('combines prefix %o and %o to %o', (prefix, typed, expected) => {
    expect(customReference(prefix, typed, 'K7M2QX')).toBe(expected)
  })
  it('[CONST-006] [SHIP-042] [SHIP-043] requires seven characters including the prefix, only allowed characters, and accepts an empty reference', () => {
    expect(checkCustomReference('', '')).toBe(true)
    expect(checkCustomReference('SLX', 'ABCD')).toBe(true)
    expect(reasonOf(checkCustomReference('SLX', 'ABC'))).toBe(
      'Custom tracking reference needs to be a minimum of 7 characters.',
    )
    expect(reasonOf(checkCustomReference('', 'ABC 1234'))).toContain('only letters, digits and hyphens')
  })
  it('formats parcel numbers and return numbers', () => {
    expect(parcelReference('K7M2QX', 2)).toBe('K7M2QX/2')
    expect([0, 1, 2].map((earlier) => returnReference('SLX1', earlier))).toEqual([
      'SLX1-R',
      'SLX1-R2',
      'SLX1-R3',
    ])
  })
})

describe('typed references', () => {
  it.each([
    ['k7m2qx', ['K7M2QX']],
    ['#K7M2QX', ['#K7M2QX', 'K7M2QX']],
    ['K7M-2QX', ['K7M-2QX', 'K7M2QX']],
    ['k7m\u20132qx', ['K7M-2QX', 'K7M2QX']],
    ['\u200bK7M\u20602QX\ufeff', ['K7M2QX']],
    ['##', ['##']],
    ['\u200b', []],
  ])('resolves %j to the candidates %j', (typed, meant) => {
    expect(meantReferences(typed)).toEqual(meant)
  })
  it('accepts a # before a document number', () => {
    expect(readReference('#INV000123')).toEqual({ kind: 'invoice', number: 123 })
  })
})

describe('scanned text', () => {
  it.each([
    [' k7 m2qx ', 'K7M2QX'],
    [']C1K7M2QX/1', 'K7M2QX/1'],
    ['\u001dK7M2QX/1\u001d', 'K7M2QX/1'],
    ['https://track.example.co.za/track?ref=k7m2qx', 'K7M2QX'],
    ['https://track.example.co.za/track?S&ref=K7M2QX%2F2', 'K7M2QX/2'],
    ['https://track.example.co.za/t/K7M2QX/', 'K7M2QX'],
    ['x'.repeat(80), 'X'.repeat(64)],
    ['   ', ''],
  ])('cleans %o to %o', (raw, clean) => {
    expect(cleanReference(raw)).toBe(clean)
  })
  it('removes the prefix and suffix of a scanner', () => {
    expect(cleanReference('~~K7M2QX#', { prefix: '~~', suffix: '#' })).toBe('K7M2QX')
  })
  it('distinguishes document ids from references', () => {
    expect(readReference('inv000123')).toEqual({ kind: 'invoice', number: 123 })
    expect(readReference('COL000009')).toEqual({ kind: 'collection-request', number: 9 })
    expect(readReference('IHM000012')).toEqual({ kind: 'interhub-transfer', number: 12 })
    expect(readReference('CR1234567')).toEqual({ kind: 'credit-note', number: 1_234_567 })
    expect(readReference('CRK7M2')).toEqual({ kind: 'reference', reference: 'CRK7M2' })
  })
})
