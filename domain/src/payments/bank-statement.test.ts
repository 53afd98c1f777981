import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDate, readStatement, type StatementLine } from './bank-statement.ts'

const linesOf = (text: string): readonly StatementLine[] => {
  const statement = readStatement(text)
  if ('problem' in statement) throw new Error(statement.problem)
  return statement.lines
}

describe('a bank statement', () => {
  it.each([
    [
      'FNB, with what stands above the heading',
      'Account:,62012345678\nName:,FYNBOS COURIERS\n\nDate,Description,Amount,Balance\n2026/11/03,FNB OB PMT OVB014,1250.00,20 250.00\n2026/11/04,SERVICE FEES,-85.50,20164.50\n',
    ],
    [
      'Standard Bank, with semicolons and money in and out',
      'Transaction date;Details;Money in;Money out;Balance\n03 Nov 2026;FNB OB PMT OVB014;1 250,00;;20 250,00\n04 Nov 2026;SERVICE FEES;;85,50;20 164,50\n',
    ],
    [
      'Capitec, with debits in brackets',
      'Posting Date,Description,Amount,Balance\n03/11/2026,"FNB OB PMT OVB014","1,250.00","20,250.00"\n04/11/2026,SERVICE FEES,(85.50),"20,164.50"\nClosing balance,,,20164.50\n',
    ],
  ])('of %s is read', (_, text) => {
    expect(linesOf(text)).toMatchObject([
      { date: '2026-11-03', description: 'FNB OB PMT OVB014', amount: 125_000, balance: 2_025_000 },
      { date: '2026-11-04', description: 'SERVICE FEES', amount: -8_550, balance: 2_016_450 },
    ])
  })

  it('in OFX is read, of both versions', () => {
    const transaction = (close: string) =>
      `<STMTTRN><TRNTYPE>CREDIT${close}<DTPOSTED>20261103120000[+2:SAST]\n<TRNAMT>1250.00\n<FITID>A77\n<NAME>OVERBERG &amp; SONS\n<MEMO>INV000123\n</STMTTRN>`
    for (const text of [
      `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKTRANLIST>${transaction('\n')}</BANKTRANLIST></OFX>`,
      `<?xml version="1.0"?><OFX><BANKTRANLIST>${transaction('</TRNTYPE>')}</BANKTRANLIST></OFX>`,
    ])
      expect(linesOf(text)).toEqual([
        {
          date: '2026-11-03',
          description: 'OVERBERG & SONS INV000123',
          reference: 'A77',
          amount: 125_000,
          balance: null,
        },
      ])
  })

  it('in MT940 is read, with the side of every line', () => {
    const text = [
      ':20:STATEMENT',
      ':25:62012345678',
      ':60F:C261101ZAR19000,00',
      ':61:2611031103C1250,00NTRFOVB014//BANKREF',
      ':86:FNB OB PMT',
      'INV000123',
      ':61:2611041104D85,5NCHGNONREF',
      ':86:SERVICE FEES',
      ':62F:C261104ZAR20164,50',
      '-',
    ].join('\r\n')
    expect(linesOf(text)).toMatchObject([
      { date: '2026-11-03', amount: 125_000, reference: 'OVB014', description: 'FNB OB PMT INV000123' },
      { date: '2026-11-04', amount: -8_550, reference: '', description: 'SERVICE FEES' },
    ])
  })

  it.each([
    ['', 'The file is empty.'],
    ['a,b\n1,2\n', /^No line of the file names its columns\./],
    ['Date,Balance,Ref\n2026/11/03,1,2\n', /does not name the amount/],
    ['OFXHEADER:100\n<OFX></OFX>', 'The OFX file holds no transactions. Choose another period.'],
    [':20:X\n:25:1\n', 'The MT940 file holds no transactions. Choose another period.'],
  ])('that is none is refused in words: %j', (text, problem) => {
    const statement = readStatement(text)
    expect('problem' in statement ? statement.problem : '').toMatch(problem)
  })

  it('names the lines it could not read', () => {
    const statement = readStatement('Date,Description,Amount\n2026/11/03,A,12\n2026/11/04,B,many\n')
    expect(statement).toMatchObject({ lines: [{ amount: 1_200 }], unread: ['line 3'] })
  })

  it('never fails on any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => void readStatement(text)))
  })
})

describe('a day of a bank', () => {
  it.each([
    ['2026-11-22', '2026-11-22'],
    ['20261122', '2026-11-22'],
    ['2026/11/22', '2026-11-22'],
    ['3/11/2026', '2026-11-03'],
    ['03 November 2026', '2026-11-03'],
    ['31/02/2026', null],
    ['Total', null],
    ['', null],
  ])('%o is %o', (text, day) => {
    expect(readDate(text)).toBe(day)
  })
})
