import { describe, expect, it } from 'vitest'
import { decodeBody, decodeFile } from './decode-text.ts'

const name = 'Zoë Müller, “Môreligstraat” – 5 €'
const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
/** Windows-1252 bytes built by hand: `“` is 0x93, `”` 0x94, `–` 0x96, `€` 0x80. */
const windows_1252 = Buffer.from(
  name.replace('“', '\u0093').replace('”', '\u0094').replace('–', '\u0096').replace('€', '\u0080'),
  'latin1',
)

describe('text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(name)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${name}`)],
    ['UTF-16 with a mark', utf16(`\uFEFF${name}`, false)],
    ['UTF-16 the other way round, with a mark', utf16(`\uFEFF${name}`, true)],
    ['UTF-16', utf16(name, false)],
    ['UTF-16 the other way round', utf16(name, true)],
    ['Windows-1252', windows_1252],
  ])('decodes %s', (_, bytes) => {
    expect(decodeFile(bytes)).toEqual({ text: name })
  })

  it('decodes with the charset of the XML declaration, and rejects bytes that are not valid in it', () => {
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><name>Pniël</name>'
    expect(decodeFile(Buffer.from(xml, 'latin1'))).toEqual({ text: xml })
    const other = '<?xml version="1.0" encoding="ISO-8859-2"?><name>\u00B1</name>'
    expect(decodeFile(Buffer.from(other, 'latin1'))).toEqual({ text: other.replace('\u00B1', 'ą') })
    const wrong = '<?xml version="1.0" encoding="UTF-8"?><name>Pniël</name>'
    expect(decodeFile(Buffer.from(wrong, 'latin1'))).toEqual({
      problem: 'The file is marked as utf-8 but is not valid in that encoding. Save it again as UTF-8.',
    })
  })

  it('rejects a file that is not text', () => {
    expect(decodeFile(Buffer.from('PK\u0003\u0004\u0014'))).toEqual({
      problem:
        'The file is a compressed file or an Excel workbook, not text. Save its content as text, such as CSV.',
    })
    expect(decodeFile(Buffer.from('%PDF-1.7\n'))).toMatchObject({
      problem: expect.stringContaining('PDF') as string,
    })
    expect(decodeFile(Buffer.from(Array.from({ length: 400 }, (_, at) => at % 32)))).toEqual({
      problem: 'The file is not text. Save its content as text, such as CSV.',
    })
    expect(decodeFile(Buffer.from([0x61, 0x81, 0x62]))).toEqual({
      problem: 'The file cannot be read as text. Save it again as UTF-8 and choose it again.',
    })
  })

  it('accepts single null characters', () => {
    expect(decodeFile(Buffer.from('Date,Amount\0\n2026-03-02,10.00\n'))).toEqual({
      text: 'Date,Amount\0\n2026-03-02,10.00\n',
    })
  })
})

describe('text of a request body', () => {
  it.each([
    ['', Buffer.from(name)],
    ['application/json', Buffer.from(`\uFEFF${name}`)],
    ['application/json;charset=', Buffer.from(name)],
    ['application/json; charset=nonsense', Buffer.from(name)],
    ['application/json; charset="utf-8"', Buffer.from(name)],
    ['application/json; charset=windows-1252', windows_1252],
    ['application/json; charset=ISO-8859-1', windows_1252],
    ['application/json; charset=utf-16le', utf16(name, false)],
    ['', utf16(`\uFEFF${name}`, true)],
  ])('decodes a body with the content type %j', (contentType, bytes) => {
    expect(decodeBody(bytes, contentType)).toMatchObject({ text: name })
  })

  it('rejects a body that is not valid in its charset', () => {
    expect(decodeBody(Buffer.from('Müller', 'latin1'))).toEqual({
      problem: 'The body is not valid UTF-8. Send UTF-8, or name its charset in the content type.',
    })
    expect(decodeBody(Buffer.from([0x81]), 'text/plain; charset=windows-1252')).toHaveProperty('problem')
  })
})
