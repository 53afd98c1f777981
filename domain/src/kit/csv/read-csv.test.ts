import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralised, toCsv } from './write-csv.ts'
import { readCsv, readCsvTable } from './read-csv.ts'

/**
 * First characters of a spreadsheet formula, in half and full width, and characters that spreadsheets skip before
 * one.
 */
const beginnings = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
const heading = ['one', 'two', 'three']
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .tuple(fc.constantFrom('', "'", "''", '"'), fc.constantFrom(...beginnings), fc.string({ maxLength: 12 }))
    .map((parts) => parts.join('')),
  fc.integer().map(String),
)
const cellsOf = (text: string) => {
  const read = readCsv(text)
  return 'problem' in read ? read.problem : read.rows.map(({ cells }) => cells)
}
const isNumber = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text)
const isFormula = (text: string): boolean =>
  beginnings.some((sign) => text.startsWith(sign)) && !isNumber(text)

describe('CSV files', () => {
  it('neutralises every formula and reads back the original text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }), (rows) => {
        expect(cellsOf(toCsv([heading, ...rows]))).toEqual([heading, ...rows])
        for (const text of rows.flat()) expect(isFormula(neutralised(text))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('leaves plain numbers unchanged', () => {
    expect(['-12.50', '+27821234567', '0'].map(neutralised)).toEqual(['-12.50', '+27821234567', '0'])
  })

  it('removes an apostrophe before a formula and keeps other apostrophes', () => {
    expect(cellsOf("name\n'=1+1\n'plain\n")).toEqual([['name'], ['=1+1'], ["'plain"]])
  })

  it.each([
    ['commas', 'a,b\r\n1,2\r\n'],
    ['semicolons', 'a;b\n1;2'],
    ['tabs', 'a\tb\n1\t2'],
    ['the separator that its first line names', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['a separator named though the heading has others', 'sep=,\na,b\n1,2'],
    ['carriage returns alone', 'a,b\r1,2\r'],
    ['null characters', 'a,b\0\n\u00001,2\n'],
    ['a blank before a quote', 'a, "b"\n1,"2" \n'],
    ['a heading with the other separators in quotes', '"a";b\n1;2'],
  ])('reads a file with %s', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('accepts one line of text above the heading, and decimal commas', () => {
    expect(cellsOf('Orders\n"a, b, c";d\n1,5;2,5')).toEqual([['Orders'], ['a, b, c', 'd'], ['1,5', '2,5']])
  })

  it('rejects a quote that is never closed and names the line where it starts', () => {
    const text = 'name,note\n"Sindi\nNkosi",fine\nThabo,"leave at the gate\nPieter,a\nAnna,b\n'
    expect(cellsOf(text)).toBe(
      'A quote in line 4 is never closed: "leave at the gate. Close or delete it; what follows would be lost in this cell.',
    )
  })

  it('rejects text after a closing quote and names the line', () => {
    expect(cellsOf('name,note\nThabo,"5" pipe\n')).toBe(
      'Line 2 has text after a closing quote: "5" pipe. Type quotes inside a cell twice, or put the separator after the quote.',
    )
    expect(cellsOf('name,note\nThabo,5" pipe\n')).toEqual([
      ['name', 'note'],
      ['Thabo', '5" pipe'],
    ])
  })

  it('reports short rows by line number, and rejects rows longer than the heading', () => {
    expect(readCsvTable('a,b\n1,2,,\n\n3\n')).toEqual({
      headings: ['a', 'b'],
      rows: [
        { line: 2, cells: ['1', '2'] },
        { line: 4, cells: ['3', ''] },
      ],
      short_lines: [4],
    })
    expect(readCsvTable('a,b\n1,2\n12 Long Street, Unit 4,5\n')).toEqual({
      line: 3,
      problem:
        'Line 3 has more cells than the first line names columns (2). Put a text that holds a separator in quotes.',
    })
    expect(readCsvTable(`a,b\n${'1,2,3\n'.repeat(8)}`)).toMatchObject({
      problem: expect.stringMatching(/^Lines 2, 3, 4, 5, 6 and 3 more have more cells/) as string,
    })
  })
})
