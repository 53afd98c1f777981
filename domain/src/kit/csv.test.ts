import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralised, toCsv } from './csv-out.ts'
import { readCsv } from './csv.ts'

/** How spreadsheets begin a formula, in half and full width, and what they skip before one. */
const beginnings = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
const heading = ['one', 'two', 'three']
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .tuple(fc.constantFrom('', "'", "''", '"'), fc.constantFrom(...beginnings), fc.string({ maxLength: 12 }))
    .map((parts) => parts.join('')),
  fc.integer().map(String),
)
const isNumber = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text)
const isFormula = (text: string): boolean =>
  beginnings.some((sign) => text.startsWith(sign)) && !isNumber(text)

describe('a file of separated values', () => {
  it('holds no formula whatever is written, and reads back as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }), (rows) => {
        expect(readCsv(toCsv([heading, ...rows]))).toEqual([heading, ...rows])
        for (const text of rows.flat()) expect(isFormula(neutralised(text))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('leaves numbers as numbers', () => {
    expect(['-12.50', '+27821234567', '0'].map(neutralised)).toEqual(['-12.50', '+27821234567', '0'])
  })

  it('takes the apostrophe off that somebody put before a formula', () => {
    expect(readCsv("name\n'=1+1\n'plain\n")).toEqual([['name'], ['=1+1'], ["'plain"]])
  })
})
