import { describe, expect, it } from 'vitest'
import {
  checkAllocations,
  readAllocationsFile,
  readCreditReference,
  type AllocationBooks,
} from './allocation-import.ts'

const books: AllocationBooks = {
  accounts: new Map([
    ['OVB014', 1],
    ['SAS031', 2],
  ]),
  credits: [
    { kind: 'payment', number: 12, transaction_id: 100, account_id: 1, rest: 50_000 },
    { kind: 'credit-note', number: 3, transaction_id: 101, account_id: 1, rest: 10_000 },
    { kind: 'payment', number: 13, transaction_id: 102, account_id: 2, rest: 9_000 },
  ],
  invoices: [
    { invoice_id: 7, account_id: 1, invoice_number: 123, migration_reference: null, open: 40_000 },
    { invoice_id: 8, account_id: 1, invoice_number: 124, migration_reference: 'OLD-9', open: 30_000 },
    { invoice_id: 9, account_id: 2, invoice_number: 125, migration_reference: null, open: 9_000 },
  ],
}

const check = (...lines: string[]) => {
  const file = readAllocationsFile(
    ['account_code,payment_reference,invoice_number,amount', ...lines].join('\n'),
  )
  if ('problem' in file) throw new Error(file.problem)
  return checkAllocations(file.lines, books)
}
const problems = (line: string) => check(line)[0]?.problems.join(' ')

describe('import of credit allocations', () => {
  it('strips spreadsheet formatting from codes and rejects an unclosed quote and a line with too many cells', () => {
    expect(check('="OVB014",\'12,123.0,400.00')[0]).toMatchObject({
      problems: [],
      line: { account_code: 'OVB014', payment_reference: '12', invoice_number: '123', amount: '400.00' },
    })
    const heading = 'account_code,payment_reference,invoice_number,amount'
    expect(readAllocationsFile(`${heading}\nOVB014,"12,123,400.00\nOVB014,12,124,1.00\n`)).toMatchObject({
      problem: expect.stringMatching(/^A quote in line 2 is never closed/) as string,
    })
    expect(readAllocationsFile(`${heading}\nOVB014,12,123,1,400.00\n`)).toMatchObject({
      problem: expect.stringMatching(/^Line 2 has more cells/) as string,
    })
  })

  it('[TOOL-006] describes the effect of every line, applied after the lines before it', () => {
    const checked = check(
      'OVB014,PMT000012,INV000123,"R 400,00"',
      'ovb014,12,old-9,100.00',
      'OVB014,CR000003,124,"100.00"',
      'SAS031,PMT-000013,INV000125,90',
    )
    expect(checked.map(({ effect, problems: wrong }) => [effect, ...wrong])).toEqual([
      ['R 100.00 left on the credit, R 0.00 open on the invoice'],
      ['R 0.00 left on the credit, R 200.00 open on the invoice'],
      ['R 0.00 left on the credit, R 100.00 open on the invoice'],
      ['R 0.00 left on the credit, R 0.00 open on the invoice'],
    ])
    expect(checked.map(({ allocation }) => allocation)).toEqual([
      { transaction_id: 100, invoice_id: 7, amount: 40_000 },
      { transaction_id: 100, invoice_id: 8, amount: 10_000 },
      { transaction_id: 101, invoice_id: 8, amount: 10_000 },
      { transaction_id: 102, invoice_id: 9, amount: 9_000 },
    ])
  })

  it('[TOOL-006] returns what is wrong with a line, with an example of a valid payment reference', () => {
    expect(problems('XXX999,PMT000012,INV000123,1')).toBe('There is no account XXX999.')
    expect(problems('SAS031,PMT000012,INV000125,1')).toBe(
      'Account SAS031 has no payment or credit note PMT000012. References look like PMT000012 or CR000003.',
    )
    expect(problems('OVB014,PMT000012,INV000125,1')).toBe('Account OVB014 has no invoice INV000125.')
    expect(problems('OVB014,PMT000012,INV000123,lots')).toBe('lots is not an amount in Rand.')
    expect(problems('OVB014,PMT000012,INV000123,0')).toBe('The amount must be more than R 0.00.')
    expect(problems('OVB014,PMT000012,INV000123,400.01')).toBe('Only R 400.00 is open on this invoice.')
    expect(problems('OVB014,CR000003,INV000123,100.01')).toBe('Only R 100.00 is left on this credit.')
    expect(problems('OVB014,,,')).toBe(
      'Enter the payment reference. Enter the invoice number. Enter the amount.',
    )
    const [, second] = check('OVB014,PMT000012,INV000123,400', 'OVB014,PMT000012,INV000124,200')
    expect(second?.problems).toEqual(['Only R 100.00 is left on this credit.'])
  })

  it('reads columns by their headings and returns why a file cannot be read', () => {
    expect(readAllocationsFile('Account;Payment;Invoice;Amount\nOVB014;PMT000012;INV000123;1')).toMatchObject(
      {
        lines: [{ account_code: 'OVB014', payment_reference: 'PMT000012', line: 2 }],
      },
    )
    expect(readAllocationsFile('account_code,amount\nOVB014,1')).toEqual({
      problem:
        'The first line must name the columns; payment_reference and invoice_number are missing. Download the template to see how.',
    })
    expect(readAllocationsFile('account_code,payment_reference,invoice_number,amount\n')).toEqual({
      problem: 'The file has no allocations below its first line.',
    })
    expect(readCreditReference('INV000123')).toBeNull()
  })
})
