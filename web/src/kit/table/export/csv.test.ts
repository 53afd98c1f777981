import { describe, expect, it } from 'vitest'
import { csvCell } from '@waybill/domain/kit/csv/write-csv'
import { toCsv } from './csv.ts'

describe('CSV export', () => {
  it('starts with a byte order mark and ends its lines with CRLF', () => {
    expect(
      toCsv([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ).toBe('\uFEFFa,b\r\n1,2\r\n')
  })

  it.each(['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\tx', '\rx'])(
    'escapes %j, which a spreadsheet would run as a formula',
    (text) => {
      expect(csvCell(text).replaceAll('"', '')).toBe(`'${text}`)
    },
  )

  it.each(['-12.50', '+27', '0'])('leaves the number %s unchanged', (text) => {
    expect(csvCell(text)).toBe(text)
  })

  it('quotes commas, quotes and line breaks', () => {
    expect(csvCell('a, "b"\nc')).toBe('"a, ""b""\nc"')
  })
})
