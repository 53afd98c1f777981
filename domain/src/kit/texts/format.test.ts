import { describe, expect, it } from 'vitest'
import {
  truncate,
  displayId,
  fileKind,
  forceHttps,
  formatBytes,
  formatCount,
  formatDate,
  formatDateTime,
  formatExact,
  formatLongDay,
  formatPercent,
  formatRelative,
  formatSize,
  formatTotal,
  formatWeight,
  formatWindow,
  image_types,
  isDate,
  isSecureWebsite,
  isWebsite,
  stripNonAscii,
  stripSpace,
} from './format.ts'
import { asSentence, withFullStop } from './sentence.ts'

const moment = new Date('2025-03-04T15:06:09Z')

describe('dates', () => {
  it('formats dates and times in South African time', () => {
    expect(formatDate(moment)).toBe('4 Mar 2025')
    expect(formatDate(new Date('2025-03-04T22:30:00Z'))).toBe('5 Mar 2025')
    expect(formatDate('2025-12-31')).toBe('31 Dec 2025')
    expect(formatLongDay(moment)).toBe('Tuesday 4 March')
    expect(formatDateTime(moment)).toBe('4 Mar 2025 17:06')
  })
  it('[AUD-013] formats times with seconds for the audit trail', () => {
    expect(formatExact(moment)).toBe('4 Mar 2025 17:06:09')
  })
  it('[FMT-026] accepts only dates after the year 0001 and formats others as a dash', () => {
    expect(isDate(new Date('0001-12-31T00:00:00Z'))).toBe(false)
    expect(isDate(new Date('0002-01-01T00:00:00Z'))).toBe(true)
    expect([
      formatDate(new Date('0001-01-01T00:00:00Z')),
      formatDate(null),
      formatDate('0001-01-01'),
      formatDate(new Date(NaN)),
    ]).toEqual(['–', '–', '–', '–'])
  })
  it.each([
    ['2025-03-04T15:06:00Z', 'today 17:06'],
    ['2025-03-03T07:00:00Z', 'yesterday 09:00'],
    ['2025-03-05T06:00:00Z', 'tomorrow 08:00'],
    ['2025-03-01T06:00:00Z', '3 days ago'],
    ['2025-03-07T06:00:00Z', 'in 3 days'],
    ['2025-02-20T06:00:00Z', '20 Feb 2025'],
    ['2025-03-04T22:30:00Z', 'tomorrow 00:30'],
  ])('formats %s relative to now as %s', (when, words) => {
    expect(formatRelative(new Date(when), moment)).toBe(words)
  })
  it('formats time windows with one end, both ends or none', () => {
    expect([
      formatWindow('08:00', '12:00'),
      formatWindow('08:00', ''),
      formatWindow('', '12:00'),
      formatWindow('', ''),
    ]).toEqual(['08:00–12:00', 'from 08:00', 'until 12:00', '–'])
  })
})

describe('numbers', () => {
  it('groups thousands with commas and marks a capped total with a plus', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567')
    expect(formatTotal(10_000, 10_000)).toBe('10,000+')
    expect(formatTotal(9_999, 10_000)).toBe('9,999')
  })
  it('[FMT-016] formats weights in kg', () => {
    expect([formatWeight(12.5), formatWeight(2), formatWeight(0.256), formatWeight(1234.5)]).toEqual([
      '12.5 kg',
      '2 kg',
      '0.26 kg',
      '1,234.5 kg',
    ])
  })
  it('formats sizes, percentages and bytes', () => {
    expect(formatSize(30, 20.25, 15)).toBe('30 × 20.3 × 15 cm')
    expect(formatPercent(15)).toBe('15 %')
    expect([formatBytes(12), formatBytes(320_400), formatBytes(1_440_000)]).toEqual([
      '12 bytes',
      '320 kB',
      '1.4 MB',
    ])
  })
})

describe('display ids', () => {
  it.each([
    ['collection', 12, 'COL000012'],
    ['payment', 1_234_567, 'PMT1234567'],
    ['invoice', 123, 'INV000123'],
    ['credit_note', 7, 'CR000007'],
  ] as const)(
    '[FMT-017] [FMT-018] [FMT-019] [FMT-020] formats the id of %s %i as %s',
    (kind, number, shown) => {
      expect(displayId(kind, number)).toBe(shown)
    },
  )
  it('[FMT-021] uses a migration reference instead of an invoice number', () => {
    expect(displayId('invoice', 123, 'OLD-77')).toBe('OLD-77')
    expect(displayId('invoice', 123, '')).toBe('INV000123')
  })
})

describe('texts', () => {
  it('[FMT-022] [FMT-023] truncates and appends three dots', () => {
    expect(truncate('abcdef', 3)).toBe('abc...')
    expect(truncate('abc', 3)).toBe('abc')
  })
  it('[FMT-024] [FMT-025] removes non-ASCII characters and whitespace', () => {
    expect(stripNonAscii('Café – Ünï😀')).toBe('Caf  n')
    expect(stripSpace(' a b\tc\n')).toBe('abc')
  })
  it('adds a missing full stop and capitalises the first letter', () => {
    expect([
      withFullStop('Done'),
      withFullStop('Done.'),
      withFullStop('Why?'),
      withFullStop('Note:'),
    ]).toEqual(['Done.', 'Done.', 'Why?', 'Note:'])
    expect(asSentence('could not find shipment')).toBe('Could not find shipment.')
  })
  it('[FMT-027] [FMT-029] detects file kinds by extension in any case and lists the image types', () => {
    expect(['a.CSV', 'b.Jpg', 'c.jpeg', 'd.png', 'e.KML', 'f.pdf', 'g.exe', 'pdf'].map(fileKind)).toEqual([
      'csv',
      'image',
      'image',
      'image',
      'kml',
      'pdf',
      null,
      null,
    ])
    expect(image_types).toEqual(['image/jpeg', 'image/png'])
  })
  it('[FMT-009] [FMT-010] [FMT-011] detects web addresses and secure ones, and forces https', () => {
    expect(
      ['example.co.za', 'http://example.co.za/a?b=1', 'https://example.co.za', 'example', 'not a site'].map(
        isWebsite,
      ),
    ).toEqual([true, true, true, false, false])
    expect(['https://example.co.za', 'http://example.co.za', 'example.co.za'].map(isSecureWebsite)).toEqual([
      true,
      false,
      false,
    ])
    expect(['http://example.co.za', 'example.co.za'].map(forceHttps)).toEqual([
      'https://example.co.za',
      'https://example.co.za',
    ])
  })
})
