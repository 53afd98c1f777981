import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { max_statement_lines, readStatement, type Statement } from './bank-statement.ts'
import { readAmount, readDate, type StatementLine } from './bank/lines.ts'

const statementOf = (text: string): Statement => {
  const statement = readStatement(text)
  if ('problem' in statement) throw new Error(statement.problem)
  return statement
}
const linesOf = (text: string): readonly StatementLine[] => statementOf(text).lines
const problemOf = (text: string): string => {
  const statement = readStatement(text)
  return 'problem' in statement ? statement.problem : ''
}

describe('bank statement parsing', () => {
  it('reads OFX 1 and OFX 2 with entities and namespace prefixes', () => {
    const line = {
      date: '2026-11-03',
      description: "OVERBERG & SONS' R&D INV000123",
      reference: 'A77',
      amount: 125_000,
      balance: null,
      bank_id: 'A77',
    }
    const sgml = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><CURDEF>ZAR<BANKTRANLIST>\n<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261103120000[+2:SAST]\n<TRNAMT>1250.00\n<FITID>A77\n<NAME>OVERBERG &amp; SONS' R&D\n<MEMO>INV000123\n</STMTTRN></BANKTRANLIST></STMTRS></OFX>`
    const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><o:OFX xmlns:o="urn:ofx"><o:BANKTRANLIST><o:STMTTRN><o:DTPOSTED>20261103</o:DTPOSTED><o:TRNAMT>1250.00</o:TRNAMT><o:FITID>A77</o:FITID><o:NAME>OVERBERG &amp; SONS&#39; R&#x26;D</o:NAME><o:MEMO><![CDATA[INV000123]]></o:MEMO></o:STMTTRN></o:BANKTRANLIST></o:OFX>`
    expect(linesOf(sgml)).toEqual([line])
    expect(linesOf(xml)).toEqual([line])
    // Some banks leave out the closing tags.
    expect(linesOf(sgml.replaceAll('</STMTTRN>', ''))).toEqual([line])
  })

  it('clears the bank id of entries that share it with another entry of the same date and amount', () => {
    const entry = (amount: string, id: string): string =>
      `<STMTTRN><DTPOSTED>20261103<TRNAMT>${amount}<FITID>${id}</STMTTRN>`
    const file = `<OFX>${entry('1.00', 'A')}${entry('1.00', 'A')}${entry('2.00', 'A')}${entry('1.00', 'B')}</OFX>`
    expect(linesOf(file).map(({ bank_id }) => bank_id)).toEqual(['', '', 'A', 'B'])
  })

  it('reads MT940 with the debit or credit side of each line', () => {
    const text = [
      '{1:F01SBZAZAJJXXXX0000000000}{4:',
      ':20:STATEMENT',
      ':25:62012345678',
      ':60F:C261101ZAR19000,00',
      ':61:2611031103C1250,00NTRFOVB/014//BANKREF',
      'OVERBERG BOOKS',
      ':86:FNB OB PMT',
      'INV000123',
      ':61:2611041104D85,5NCHGNONREF',
      ':86:SERVICE FEES',
      ':61:2611041104RD10,NTRFNONREF',
      ':61:2611041104RC10,00NTRFNONREF',
      ':61:2611041104EC99,00NTRFNONREF',
      ':61:2611041104C0,00NTRFNONREF',
      ':62F:C261104ZAR20164,50',
      '-}',
    ].join('\r\n')
    const { lines, left_out } = statementOf(text)
    expect(lines).toMatchObject([
      {
        date: '2026-11-03',
        amount: 125_000,
        reference: 'OVB/014',
        description: 'FNB OB PMT INV000123 OVERBERG BOOKS',
        bank_id: 'BANKREF',
      },
      { date: '2026-11-04', amount: -8_550, reference: '', description: 'SERVICE FEES' },
      { amount: 1_000 },
      { amount: -1_000 },
    ])
    expect(left_out).toMatchObject({ zero: 1, pending: 1 })
  })

  it.each([
    ['', 'The file is empty.'],
    ['a,b\n1,2\n', /^The file has no line with column names\./],
    ['2026/11/03,100.00,5100.00\n', /^The file has no line with column names\./],
    ['Date,Balance,Ref\n2026/11/03,1,2\n', /is missing the amount/],
    ['OFXHEADER:100\n<OFX></OFX>', 'The OFX file holds no transactions. Choose another period.'],
    [':20:X\n:25:1\n', 'The MT940 file holds no transactions. Choose another period.'],
    ['Date,Description,Amount\n2026/11/03,A,12\n2026/11/04,B,many\n', 'Line 3: “many” is not an amount.'],
    ['X\nDate,Description,Amount\n31/02/2026,A,12\n', 'Line 3: “31/02/2026” is not a date.'],
    ['Date,Description,Amount\n,A,12\n', 'Line 2 has no date.'],
    [
      'Date,Description,Amount\n2026/11/03,"A,12\n2026/11/04,B,1\n',
      'Line 2: a quotation mark is not closed.',
    ],
    [
      'Date,Details,Debit,Credit\n2026/11/03,A,12,13\n',
      'Line 2 has money in and money out. One of them must be empty.',
    ],
    ['<OFX><STMTRS><CURDEF>USD<STMTTRN><TRNAMT>1</STMTTRN></STMTRS></OFX>', /^The statement is in USD\./],
    ['<OFX><STMTTRN><DTPOSTED>20261103<TRNAMT>1e3</STMTTRN></OFX>', 'Transaction 1: “1e3” is not an amount.'],
    ['<OFX>\n<STMTTRN><DTPOSTED>20261103<TRNAMT>1', /^Line 2: <TRNAMT> is not closed\./],
    [
      '<kml><Document/></kml>',
      /^The file is neither OFX nor a statement in camt\.053: it begins with <kml>\./,
    ],
    [':20:X\n:60F:C261101EUR1,00\n:61:2611031103C1,00NTRFX\n', /^The statement is in EUR\./],
    [':20:X\n:61:1250 in\n', 'Line 2 is not a valid MT940 statement line.'],
    [
      '<Document><BkToCstmrAcctRpt/></Document>',
      /^This file is a report of the day \(camt\.052\), not a statement\./,
    ],
    [
      '<Document><BkToCstmrStmt><Stmt>\n<Ntry>&nbsp;</Ntry></Stmt></BkToCstmrStmt></Document>',
      /^Line 2: “&nbsp;” is not a valid character/,
    ],
    ['<!DOCTYPE Document [<!ENTITY a "b">]><Document/>', /^Line 1: document types are not supported\./],
  ])(
    'rejects a statement that cannot be read completely, with the line and the reason: %j',
    (text, problem) => {
      expect(problemOf(text)).toMatch(problem)
    },
  )

  it('rejects a text over 1000 characters instead of truncating it', () => {
    const file = (length: number): string => `Date,Description,Amount\n2026/11/03,${'A'.repeat(length)},12\n`
    expect(linesOf(file(1_000))[0]?.description).toHaveLength(1_000)
    expect(problemOf(file(1_001))).toBe('Line 2 has a text of 1001 characters; at most 1000 are kept.')
  })

  it('rejects a statement with too many lines before it reads any of them', () => {
    const many = (line: string): string => `${line}\n`.repeat(max_statement_lines + 1)
    for (const text of [
      many('Date,Description,wrong'),
      `OFXHEADER:100\n${many('<STMTTRN>')}`,
      `:20:X\n${many(':61:wrong')}`,
      `<Document>${many('</n:Ntry>')}`,
    ])
      expect(problemOf(text)).toMatch(/^The statement has more than 5000 lines/)
  })

  it('rejects files that are built to make parsing slow', () => {
    expect(problemOf(`<OFX>${'<'.repeat(5_000_000)}`)).toMatch(/a tag is not closed/)
    expect(problemOf(`<Document>${'<a>'.repeat(2_000_000)}`)).toMatch(/more elements than a bank statement/)
    const blanks = ' '.repeat(2_000_000)
    expect(problemOf(`<OFX><STMTTRN${blanks}x=1>`)).toMatch(/is not closed/)
    expect(problemOf(`<OFX>${'<A>1</A> \n'.repeat(300_000)}</OFX>`)).toMatch(/holds no transactions/)
    expect(problemOf(`Date,Description,Amount\n2026/11/03,A,1${blanks}x\n`)).toMatch(/is not an amount/)
    expect(problemOf(`:20:X\n:61:2611031103C1,00NTRF${'/ '.repeat(1_000_000)}\n:86:${blanks}\n`)).toMatch(
      /^Line 2 has a text of/,
    )
  })

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => void readStatement(text)))
    const parts = [
      '<OFX>',
      '<STMTTRN>',
      '</OFX>',
      '<TRNAMT>',
      '&#x110000;',
      '&amp',
      '<!--',
      ']]>',
      ':61:',
      '5,',
      '\n',
      '"',
      ',',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts), { maxLength: 30 }),
        (some) => void readStatement(some.join('')),
      ),
    )
  })
})

describe('bank date parsing', () => {
  it.each([
    ['2026-11-22', '2026-11-22'],
    ['20261122', '2026-11-22'],
    ['2026/11/22', '2026-11-22'],
    ['2026-11-22T08:30:00+02:00', '2026-11-22'],
    ['3/11/2026', '2026-11-03'],
    ['03 November 2026', '2026-11-03'],
    ['03Nov2026', '2026-11-03'],
    ['3-Nov-2026', '2026-11-03'],
    ['03Novel2026', null],
    ['2026/1122', null],
    ['20261122999', null],
    ['31/02/2026', null],
    ['Total', null],
    ['', null],
  ])('reads %o as %o', (text, day) => {
    expect(readDate(text)).toBe(day)
  })
})

describe('bank amount parsing', () => {
  it.each([
    ['1 250,00', 125_000],
    ['1,250.00', 125_000],
    ['+509910.25', 50_991_025],
    ['165', 16_500],
    ['.50', 50],
    ['R 1 000.00 Cr', 100_000],
    ['ZAR-50.00', -5_000],
    ['(85.50)', -8_550],
    ['85.50-', -8_550],
    ['85.50Dr', -8_550],
    ['-0.00', 0],
    ['12-34', null],
    ['(85.50', null],
    ['-85.50 Cr', null],
    ['1.000,50', null],
    ['many', null],
    ['', null],
  ])('reads %o as %o cents', (text, cents) => {
    expect(readAmount(text)).toBe(cents)
  })
})
