import { describe, expect, it } from 'vitest'
import { readStatement } from '../bank-statement.ts'

type CsvCase = readonly [
  date: string,
  description: string,
  reference: string,
  amount: number,
  balance: number | null,
]

/**
 * The layouts follow public descriptions; names and numbers are made up. Sources:
 * - FNB history, Capitec Business, Nedbank, Standard Bank, ABSA, Bank Zero: github.com/Starktail/csf_za, "Bank
 *   Statement Import for South African Banks" (csf-za-docs.starktail.com/csf_za_bank_statement_import.html), tables
 *   of each layout.
 * - FNB recreated statement and Capitec: the "CSV Format Guide" of ledgerZA, based on FNB's file specification of
 *   July 2012.
 * - FNB by email: sections 2, 3 and 5 as quoted by public parsers of the format ("FNB CSV Statement Demoronizer").
 * - Nedbank's zero amounts beside 'BROUGHT FORWARD': the comments of a public parser of Nedbank statements.
 * - Investec: the description in the header of a public `investec_csv.py`: account name above, `Debits` and
 *   `Credits`.
 */
const files: readonly { bank: string; file: string; lines: readonly CsvCase[]; left_out?: object }[] = [
  {
    bank: 'FNB, its history, with NULs',
    file: [
      'ACCOUNT TRANSACTION HISTORY,,,,,,,',
      'FOR ACCOUNT NUMBER 62123456789,,,,,,,',
      'Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER,',
      '2026/11/03,0,750,FNB APP PAYMENT FROM KAROO,WAY001,\u000012500.55,0,',
      '2026/11/04,6.5,-120.50,FNB OB PMT,RENT,12380.05,0,\u0000',
      '2026/11/05,0,0,CARD CHECKED,,12380.05,0,',
    ].join('\n'),
    lines: [
      ['2026-11-03', 'FNB APP PAYMENT FROM KAROO', 'WAY001', 75_000, 1_250_055],
      ['2026-11-04', 'FNB OB PMT', 'RENT', -12_050, 1_238_005],
    ],
    left_out: { zero: 1 },
  },
  {
    bank: 'FNB, a recreated statement with its summary',
    file: [
      'Recreated Statement,,,,,,',
      'Date,20261130,,,,,',
      'Account Number,62123456789,,,,,',
      'Opening Balance,1010.89,,,,,',
      'Number of Credits,1,,,,,',
      '',
      'Effective Date,Description,Reference,Service Fee,Debit / Credit,Amount,Balance',
      '20261103,PAYMENT RECEIVED    ,REF001,,CR,1000.00,2010.89',
      '20261104,RENT,REF002,,DR,50.00,1960.89',
      '20261105,OPENING BALANCE,,,,,',
    ].join('\n'),
    lines: [
      ['2026-11-03', 'PAYMENT RECEIVED', 'REF001', 100_000, 201_089],
      ['2026-11-04', 'RENT', 'REF002', -5_000, 196_089],
    ],
    left_out: { balances: 1 },
  },
  {
    bank: 'FNB, by mail, in sections and over the turn of the year',
    file: [
      "2,62123456789,'FYNBOS COURIERS','FNB BUSINESS ACCOUNT'",
      "3,'Statement Number','From Date','To Date','Opening Balance','Closing Balance','VAT Paid'",
      "3,92,'12 December 2025','11 January 2026',100.00,870.00,-22.70",
      "5,'Number','Date','Description1','Description2','Description3','Amount','Balance','Accrued Charges'",
      '5,1,\'13 Dec\',"FNB OB Pmt","Overberg Books","",800.00,900.00,',
      "5,2,'04 Jan','Monthly Fee','','',-30.00,870.00,",
    ].join('\n'),
    lines: [
      ['2025-12-13', 'FNB OB Pmt Overberg Books', '', 80_000, 90_000],
      ['2026-01-04', 'Monthly Fee', '', -3_000, 87_000],
    ],
  },
  {
    bank: 'ABSA, with spaces and decimal commas',
    file: 'Date,Description,Amount,Balance\n20261103,DIGITAL PAYMENT CR ABSA BANK WAY001,"1 250,00","13 000,00"\n20261104,FEE,"85,50Dr","12 914,50Cr"\n',
    lines: [
      ['2026-11-03', 'DIGITAL PAYMENT CR ABSA BANK WAY001', '', 125_000, 1_300_000],
      ['2026-11-04', 'FEE', '', -8_550, 1_291_450],
    ],
  },
  {
    bank: 'Nedbank, without a heading',
    file: [
      'Statement Enquiry :,,,',
      'Account Number :,1234567891,,',
      'Account Description :,CURRENT,,',
      'Statement Number :,3000,,',
      '01Nov2026,ROADCOVER 261101,-33,54676.77',
      '27Nov2026,VAT 25/10-26/11 = R15.22,,11373.78',
      '27Nov2026,CARRIED FORWARD,,11257.18',
      '27Nov2026,BROUGHT FORWARD,0,11257.18,,',
      '27Nov2026,   PROVISIONAL STATEMENT,0,0,,',
      '30Nov2026,CASHFOCUS WAY001,9106.98,20364.16',
    ].join('\n'),
    lines: [
      ['2026-11-01', 'ROADCOVER 261101', '', -3_300, 5_467_677],
      ['2026-11-30', 'CASHFOCUS WAY001', '', 910_698, 2_036_416],
    ],
    left_out: { balances: 4 },
  },
  {
    bank: 'Standard Bank, with fourteen lines above the heading',
    file: [
      'Statement of Account,,,,,,,,',
      '',
      'Account Name:,FYNBOS COURIERS PTY LTD,,,,,,,',
      '',
      'Account No:,12345678 - SBZAZAJJ,,,,,,,',
      '',
      'A/C Type:,ORD CURRENT ACCOUNT,,,,,,,',
      '',
      'BIC Code:,SBZAZAJJ,,,,,,,',
      '',
      'Bank Name:,STANDARD BANK OF SA LTD,,,,,,,',
      '',
      'Currency:,ZAR - SOUTH AFRICAN RAND,,,,,,,',
      '',
      'Date,Value Date,Statement Number,Description,Amount,Balance,Type,Originator Reference,Customer Reference',
      '2026/11/02,2026/11/02,0249,OPEN BALANCE 0211 000000000000000,,+509910.25,,OPEN BALANCE,',
      '2026/11/03,2026/11/03,0250,CREDIT TRANSFER 000000000000111,7000.00,+516910.25,TRF,OVB014,INV000123',
      '2026/11/03,2026/11/03,0250,IB PAYMENT TO FLEET 000000000000112,-35826.69,+481083.56,TRF,FLEET,FLEET',
      '2026/11/03,2026/11/03,0250,CLOSE BALANCE 0311 000000000000000,,+481083.56,TRF,CLOSE BALANCE,',
    ].join('\n'),
    lines: [
      ['2026-11-03', 'CREDIT TRANSFER 000000000000111', 'OVB014 INV000123', 700_000, 51_691_025],
      ['2026-11-03', 'IB PAYMENT TO FLEET 000000000000112', 'FLEET', -3_582_669, 48_108_356],
    ],
    left_out: { balances: 2 },
  },
  {
    bank: 'Standard Bank, with semicolons and money in and out',
    file: 'Transaction date;Details;Money in;Money out;Balance\n03 Nov 2026;FNB OB PMT OVB014;1 250,00;;20 250,00\n04 Nov 2026;SERVICE FEES;;85,50;20 164,50\n',
    lines: [
      ['2026-11-03', 'FNB OB PMT OVB014', '', 125_000, 2_025_000],
      ['2026-11-04', 'SERVICE FEES', '', -8_550, 2_016_450],
    ],
  },
  {
    bank: 'Capitec, with money in, money out and fees',
    file: [
      'Nr,Account,Posting Date,Transaction Date,Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance',
      '1,1234567890,2026-11-03,2026-11-03,Payment Received: Overberg,OVERBERG,Income,Other,402.50,,,5402.50',
      '2,1234567890,2026-11-03,2026-11-03,Groceries,GROCER,Food,Groceries,,-120.00,,5282.50',
      '3,1234567890,2026-11-03,2026-11-03,SMS Notification Fee,SMS,Fees,Fees,,,-0.35,5282.15',
      '4,1234567890,2026-11-04,2026-11-04,Correction: SMS Notification Fee,SMS,Fees,Fees,,,0.35,5282.50',
    ].join('\n'),
    lines: [
      ['2026-11-03', 'Payment Received: Overberg', '', 40_250, 540_250],
      ['2026-11-03', 'Groceries', '', -12_000, 528_250],
    ],
    left_out: { fees: 2 },
  },
  {
    bank: 'Capitec Business, with a balance above and a total below',
    file: [
      'Balance brought forward:,122411.10,,,,,',
      '',
      'Account,Date,Description,Reference,Amount,Fees,Balance',
      '1051185815,31/10/2026,Debit Order,CAPITEC D000001212,-1528.49,-3.00,61799.77',
      '1051185815,31/10/2026,Inward EFT Credit,COMPANY X,19599.08,,81398.85',
      '1051185815,31/10/2026,Month S/Fee,,,-50.00,160307.02',
      'Total:,,,,38063.92,-197.4,160277.62',
    ].join('\n'),
    lines: [
      ['2026-10-31', 'Debit Order', 'CAPITEC D000001212', -152_849, 6_179_977],
      ['2026-10-31', 'Inward EFT Credit', 'COMPANY X', 1_959_908, 8_139_885],
    ],
    left_out: { fees: 1, balances: 1 },
  },
  {
    bank: 'Capitec, with debits in brackets',
    file: 'Posting Date,Description,Amount,Balance\n03/11/2026,"FNB OB PMT OVB014","1,250.00","20,250.00"\n04/11/2026,SERVICE FEES,(85.50),"20,164.50"\nClosing balance,,,20164.50\n',
    lines: [
      ['2026-11-03', 'FNB OB PMT OVB014', '', 125_000, 2_025_000],
      ['2026-11-04', 'SERVICE FEES', '', -8_550, 2_016_450],
    ],
    left_out: { balances: 1 },
  },
  {
    bank: 'Investec, with debits and credits',
    file: [
      'Account Name:Fynbos Couriers  10012345678,,,,,',
      'Transaction Date,Posting Date,Description,Debits,Credits,Balance',
      '2026/11/03,2026/11/04,OVB014   *OVERBERG BOOKS,,165,19636.56',
      '2026/11/03,2026/11/03,CARD PURCHASE,165,,19471.56',
    ].join('\n'),
    lines: [
      ['2026-11-03', 'OVB014 *OVERBERG BOOKS', '', 16_500, 1_963_656],
      ['2026-11-03', 'CARD PURCHASE', '', -16_500, 1_947_156],
    ],
  },
  {
    bank: 'Bank Zero, with two descriptions',
    file: 'Date,Day,Time,Type,Description 1,Description 2,Fee,Amount,Balance,Has Attachments\n2026-11-03,Tue,08:30,EFT,OVERBERG,INV000123,0,100.00,1100.00,No\n',
    lines: [['2026-11-03', 'OVERBERG INV000123', '', 10_000, 110_000]],
  },
]

describe('CSV statement parsing', () => {
  it.each(files)('reads a statement of $bank completely', ({ file, lines, left_out }) => {
    const statement = readStatement(file)
    if ('problem' in statement) throw new Error(statement.problem)
    expect(
      statement.lines.map((line) => [line.date, line.description, line.reference, line.amount, line.balance]),
    ).toEqual(lines)
    expect(statement.left_out).toEqual({ fees: 0, balances: 0, zero: 0, pending: 0, ...left_out })
  })

  it.each(files)('reads a statement of $bank with CR line endings as the same statement', ({ file }) => {
    expect(readStatement(file.replaceAll('\n', '\r'))).toEqual(readStatement(file))
  })

  it('keeps payments whose descriptions contain words such as CLOSING BALANCE or TOTAL', () => {
    const file =
      'Date,Description,Amount\n2026/11/03,CLOSING BALANCE OVB014,12.00\n2026/11/03,TOTAL SPORTS,13.00\n'
    expect(readStatement(file)).toMatchObject({ lines: [{ amount: 1_200 }, { amount: 1_300 }] })
  })

  it('rejects a date outside the period, and an entry with missing columns, in the statement that FNB sends by email', () => {
    const period = "3,92,'12 December 2025','11 January 2026',100.00,870.00,-22.70"
    const head =
      "5,'Number','Date','Description1','Description2','Description3','Amount','Balance','Accrued Charges'"
    const problemOf = (entry: string): unknown => readStatement([period, head, entry].join('\n'))
    expect(problemOf("5,1,'13 Aug','A','','',1.00,2.00,")).toEqual({
      problem: "Line 3: “13 Aug” is not a day of the statement's period.",
    })
    expect(problemOf("5,1,'13 Dec','A',1.00,2.00")).toEqual({
      problem: 'Line 3 has fewer columns than its heading.',
    })
  })
})
