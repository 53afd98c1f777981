import { describe, expect, it } from 'vitest'
import { checkBarcodes, codesOf, max_barcodes, max_qr_codes, readCodes, type BarcodeOrder } from './rules.ts'

const order = (more: Partial<BarcodeOrder> = {}): BarcodeOrder => ({
  ranges: [{ prefix: 'SLX', from: 8, to: 11, digits: 4 }],
  codes: [],
  symbol: 'code128',
  format: 'sheet',
  columns: 3,
  rows: 8,
  width: 50,
  height: 25,
  ...more,
})
const range = (more: object) => order({ ranges: [{ prefix: '', from: 1, to: 5, digits: 0, ...more }] })

describe('barcodes', () => {
  it('[TOOL-007] numbers ranges with leading zeros, appends the list, and splits pasted text into codes', () => {
    expect(codesOf(order({ codes: ['EXTRA'] }))).toEqual([
      'SLX0008',
      'SLX0009',
      'SLX0010',
      'SLX0011',
      'EXTRA',
    ])
    expect(codesOf(range({ from: 9, to: 10 }))).toEqual(['9', '10'])
    expect(readCodes(' A1\n\nB2, C3;D4\tE5\r\n')).toEqual(['A1', 'B2', 'C3', 'D4', 'E5'])
  })

  it.each([
    ['nothing', order({ ranges: [] }), 'codes'],
    ['backwards', range({ from: 5, to: 4 }), 'ranges.0.to'],
    ['below nothing', range({ from: -1 }), 'ranges.0.from'],
    ['too few digits', range({ to: 100, digits: 2 }), 'ranges.0.digits'],
    ['one too many', range({ to: max_barcodes + 1 }), 'ranges.0.to'],
    ['without end', range({ to: 1e15 }), 'ranges.0.to'],
    ['too long', order({ codes: ['x'.repeat(41)] }), 'codes'],
    ['no plain letters', order({ codes: ['Zoë'] }), 'codes'],
    ['a sign label printers take for a command', order({ format: 'zpl', codes: ['A^B'] }), 'codes'],
    ['no columns', order({ columns: 0 }), 'columns'],
    ['a narrow roll', order({ format: 'roll', width: 10 }), 'width'],
  ])('rejects the order and names the field at fault: %s', (_name, wrong, field) => {
    expect(checkBarcodes(wrong).map((problem) => problem.field)).toEqual([field])
  })

  it('allows at most 500 QR codes at once', () => {
    const qr = (to: number) => checkBarcodes({ ...range({ to }), symbol: 'qr' })
    expect(qr(max_qr_codes)).toEqual([])
    expect(qr(max_qr_codes + 1)).toEqual([
      { field: 'ranges.0.to', message: 'At most 500 QR codes at once; these are 501. Print them in parts.' },
    ])
  })

  it('allows 2,000 Code 128 barcodes, a QR text of 200 characters, and a roll without columns', () => {
    expect(checkBarcodes(range({ to: max_barcodes }))).toEqual([])
    expect(checkBarcodes(order({ symbol: 'qr', codes: ['x'.repeat(200)] }))).toEqual([])
    expect(checkBarcodes(order({ format: 'roll', columns: 0 }))).toEqual([])
  })
})
