import type { FieldProblem } from '../kit/problem.ts'

/** Maximum number of barcodes per print order. */
export const max_barcodes = 2_000
/**
 * Maximum number of QR codes per print order: enough for a roll of labels or every bay of a branch. It is lower
 * because each QR code takes long to compute.
 */
export const max_qr_codes = 500

export const symbols = ['code128', 'qr'] as const
export type BarcodeSymbol = (typeof symbols)[number]

/** Output formats: A4 sheets of labels, a roll as a PDF with one page per label, or a roll in ZPL for label printers. */
export const barcode_formats = ['sheet', 'roll', 'zpl'] as const
export type BarcodeFormat = (typeof barcode_formats)[number]

/** Maximum text length per symbol, in characters; longer texts do not fit a symbol of a useful size. */
export const max_code_length: Readonly<Record<BarcodeSymbol, number>> = { code128: 40, qr: 200 }

/** Allowed columns and rows of a sheet, and allowed width and height of a roll label in mm. */
export const sizes = {
  columns: { min: 1, max: 6 },
  rows: { min: 1, max: 16 },
  width: { min: 25, max: 104 },
  height: { min: 15, max: 150 },
} as const

/** The numbers `from` to `to` after a prefix, padded with leading zeros to `digits`. */
export interface BarcodeRange {
  prefix: string
  from: number
  to: number
  digits: number
}

/** What to print and in which layout. */
export interface BarcodeOrder {
  ranges: readonly BarcodeRange[]
  codes: readonly string[]
  symbol: BarcodeSymbol
  format: BarcodeFormat
  /** Columns and rows of a sheet. */
  columns: number
  rows: number
  /** Width and height of a label on a roll, in mm. */
  width: number
  height: number
}

/** Returns the number of barcodes in an order. */
export function barcodeCount({ ranges, codes }: Pick<BarcodeOrder, 'ranges' | 'codes'>): number {
  return ranges.reduce((sum, { from, to }) => sum + Math.max(0, to - from + 1), codes.length)
}

/** Returns the texts of an order: its ranges, then its list. Call it only for orders that pass `checkBarcodes`. */
export function codesOf({ ranges, codes }: Pick<BarcodeOrder, 'ranges' | 'codes'>): string[] {
  const numbered = ranges.flatMap(({ prefix, from, to, digits }) =>
    Array.from({ length: to - from + 1 }, (_, n) => prefix + String(from + n).padStart(digits, '0')),
  )
  return [...numbered, ...codes]
}

/** Splits a pasted list into codes: one per line, or separated by commas, semicolons or tabs. */
export function readCodes(pasted: string): string[] {
  return pasted
    .split(/[\n\r,;\t]+/)
    .map((code) => code.trim())
    .filter(Boolean)
}

/** Checks an order and returns the problems of the first check that fails: ranges, count, texts, then sizes. */
export function checkBarcodes(order: BarcodeOrder): FieldProblem[] {
  const problems = order.ranges.flatMap(rangeProblems)
  if (problems.length > 0) return problems
  const count = barcodeCount(order)
  if (count === 0) return [{ field: 'codes', message: 'Enter a range or a list to print.' }]
  const [max, noun] = order.symbol === 'qr' ? [max_qr_codes, 'QR codes'] : [max_barcodes, 'barcodes']
  if (count > max) {
    const message = `At most ${max.toLocaleString('en-US')} ${noun} at once; these are ${count.toLocaleString('en-US')}. Print them in parts.`
    return [{ field: order.ranges.length > 0 ? 'ranges.0.to' : 'codes', message }]
  }
  const longest = max_code_length[order.symbol]
  for (const code of codesOf(order)) {
    const field = order.codes.includes(code) ? 'codes' : 'ranges.0.prefix'
    if (code.length > longest)
      return [{ field, message: `${code} is too long: at most ${longest} characters fit.` }]
    if (!/^[\x20-\x7e]+$/.test(code))
      return [{ field, message: `${code} cannot be printed. Use plain letters, digits and signs.` }]
    if (order.format === 'zpl' && /[\^~\\]| {2}/.test(code))
      return [
        { field, message: `${code} cannot be sent to a label printer: it has ^, ~, \\ or double spaces.` },
      ]
  }
  const requested: readonly (keyof typeof sizes)[] =
    order.format === 'sheet' ? ['columns', 'rows'] : ['width', 'height']
  return requested.flatMap((field) => {
    const { min, max } = sizes[field]
    const isWhole = field === 'width' || field === 'height' || Number.isInteger(order[field])
    return isWhole && order[field] >= min && order[field] <= max
      ? []
      : [{ field, message: `Choose ${min} to ${max}.` }]
  })
}

function rangeProblems({ from, to, digits }: BarcodeRange, index: number): FieldProblem[] {
  const wrong = (field: string, message: string) => [{ field: `ranges.${index}.${field}`, message }]
  if (!Number.isSafeInteger(from) || from < 0) return wrong('from', 'Enter a whole number from 0.')
  if (!Number.isSafeInteger(to) || to < 0) return wrong('to', 'Enter a whole number from 0.')
  if (to < from) return wrong('to', 'The last number is before the first. Swap them.')
  if (!Number.isInteger(digits) || digits < 0 || digits > 15) return wrong('digits', 'Choose 0 to 15 digits.')
  if (digits > 0 && String(to).length > digits)
    return wrong('digits', `${to} has ${String(to).length} digits. Choose that many or more.`)
  return []
}
