import { readCsv } from '@waybill/domain/kit/csv/read-csv'
import { describe, expect, it } from 'vitest'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { numberCell, textCell, workbook } from './sample-workbook.ts'

const read = async (bytes: ArrayBuffer): Promise<string[][] | string> => {
  const answer = await readSpreadsheet(bytes)
  if ('problem' in answer) return answer.problem
  const read = readCsv(answer.text)
  return 'problem' in read ? read.problem : read.rows.map(({ cells }) => cells)
}

describe('readSpreadsheet', () => {
  it('converts the first sheet to CSV with texts, numbers, days and gaps', async () => {
    const rows = [
      `<row r="1">${textCell('A1', 'Reference')}${textCell('B1', 'Weight')}${textCell('C1', 'Day')}${textCell('D1', 'Note')}</row>`,
      `<row r="2">${textCell('A2', 'A, &quot;1&quot;')}${numberCell('B2', '0.30000000000000004')}${numberCell('C2', 46349, 1)}</row>`,
      `<row r="4">${textCell('A4', '=1+1')}${numberCell('B4', 12)}${numberCell('C4', 46349.5, 1)}${textCell('D4', 'Zoë')}</row>`,
    ]
    expect(await read(workbook(rows.join('')))).toEqual([
      ['Reference', 'Weight', 'Day', 'Note'],
      ['A, "1"', '0.3', '2026-11-23', ''],
      ['', '', '', ''],
      ['=1+1', '12', '2026-11-23 12:00', 'Zoë'],
    ])
  })

  it('rejects a file that is not an Excel archive and an empty sheet with a sentence', async () => {
    const noFile = 'This Excel file cannot be read. Save it as .xlsx without a password, or as CSV.'
    const bytes = (text: string) => new TextEncoder().encode(text).buffer
    expect(await read(bytes('Reference,Weight'))).toBe(noFile)
    expect(await read(bytes('\u00D0\u00CF\u0011\u00E0'))).toBe(noFile)
    expect(await read(workbook(''))).toBe('The first sheet of the file is empty.')
  })

  it('rejects a sheet with a cell beyond the line or column limit without expanding it', async () => {
    const tooLong =
      'The sheet has more than 20,000 lines or 200 columns. Delete empty lines and columns, or split the sheet.'
    const first = `<row r="1">${textCell('A1', 'Reference')}</row>`
    expect(await read(workbook(`${first}<row r="1048576">${textCell('XFD1048576', 'x')}</row>`))).toBe(
      tooLong,
    )
    expect(await read(workbook(`${first}<row r="2">${textCell('XFD2', 'x')}</row>`))).toBe(tooLong)
    expect(await read(workbook(`${first}<row r='1048576'><c r='A1048576'><v>1</v></c></row>`))).toBe(tooLong)
    expect(await read(workbook('<row><c><v>1</v></c></row>'.repeat(20_001)))).toBe(tooLong)
  })

  it('rejects a zip bomb without unpacking it', async () => {
    const bomb = workbook(textCell('A1', 'x'), {
      'xl/sharedStrings.xml': [new Uint8Array(70_000_000), { level: 6 }],
    })
    expect(bomb.byteLength).toBeLessThan(200_000)
    expect(await read(bomb)).toBe('The file is too large when it is unpacked. Save its cells as CSV.')
    const many = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [`xl/media/${at}.png`, new Uint8Array(1)]),
    )
    expect(await read(workbook(textCell('A1', 'x'), many))).toContain('too large when it is unpacked')
  })

  it('rejects a file whose declared size is smaller than its real size', async () => {
    const honest = new Uint8Array(workbook(`<row r="1">${textCell('A1', 'x'.repeat(50_000))}</row>`))
    const lying = lower(honest, 'xl/worksheets/sheet1.xml', 1_000)
    expect(await read(lying)).toContain('This Excel file cannot be read.')
  })

  it('rejects files larger than 10 MB', async () => {
    expect(await read(new ArrayBuffer(10_000_001))).toBe(
      'The file is larger than 10 MB. Split it into several.',
    )
  })
})

/** Returns the same archive with a different declared unpacked size for one part in its directory. */
function lower(archive: Uint8Array, name: string, size: number): ArrayBuffer {
  const copy = archive.slice()
  const view = new DataView(copy.buffer)
  for (let at = 0; at < copy.length - 46; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue
    const named = new TextDecoder().decode(copy.slice(at + 46, at + 46 + view.getUint16(at + 28, true)))
    if (named === name) view.setUint32(at + 24, size, true)
  }
  return copy.buffer
}
