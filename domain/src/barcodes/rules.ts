import type { FieldProblem } from '../kit/problem.ts'

/** Printed at most at once. */
export const max_barcodes = 2_000
/** The same for QR codes, each of which takes long to work out: some roll's labels, or those of every bay of a branch. */
export const max_qr_codes = 500

export const symbols = ['code128', 'qr'] as const
export type BarcodeSymbol = (typeof symbols)[number]

/** A4 sheets of labels, a roll as PDF with a page for each label, or a roll in the language of label printers. */
export const barcode_formats = ['sheet', 'roll', 'zpl'] as const
export type BarcodeFormat = (typeof barcode_formats)[number]

/** The longest text a symbol of a useful size can hold. */
export const max_code_length: Readonly<Record<BarcodeSymbol, number>> = { code128: 40, qr: 200 }

/** How sheets and rolls may be divided; millimetres. */
export const sizes = {
  columns: { min: 1, max: 6 },
  rows: { min: 1, max: 16 },
  width: { min: 25, max: 104 },
  height: { min: 15, max: 150 },
} as const

/** Numbers from–to behind a prefix, with leading zeros up to `digits`. */
export interface BarcodeRange {
  prefix: string
  from: number
  to: number
  digits: number
}

/** What is to be printed and how. */
export interface BarcodeOrder {
  ranges: readonly BarcodeRange[]
  codes: readonly string[]
  symbol: BarcodeSymbol
  format: BarcodeFormat
  /** Of a sheet. */
  columns: number
  rows: number
  /** Of a label on a roll, in millimetres. */
  width: number
  height: number
}

/** How many barcodes an order makes. */
export function barcodeCount({ ranges, codes }: Pick<BarcodeOrder, 'ranges' | 'codes'>): number {
  return ranges.reduce((sum, { from, to }) => sum + Math.max(0, to - from + 1), codes.length)
}

/** The texts of an order: its ranges, then its list. Only for orders that `checkBarcodes` lets through. */
export function codesOf({ ranges, codes }: Pick<BarcodeOrder, 'ranges' | 'codes'>): string[] {
  const numbered = ranges.flatMap(({ prefix, from, to, digits }) =>
    Array.from({ length: to - from + 1 }, (_, n) => prefix + String(from + n).padStart(digits, '0')),
  )
  return [...numbered, ...codes]
}

/** A pasted list as codes: one a line, or separated by commas, semicolons or tabs. */
export function readCodes(pasted: string): string[] {
  return pasted
    .split(/[\n\r,;\t]+/)
    .map((code) => code.trim())
    .filter(Boolean)
}

/** What is wrong with an order, in the order in which people should hear of it. */
export function checkBarcodes(order: BarcodeOrder): FieldProblem[] {
  const problems = order.ranges.flatMap(rangeProblems)
  if (problems.length > 0) return problems
  const count = barcodeCount(order)
  if (count === 0) return [{ field: 'codes', message: 'Give a range or a list of what is to be printed.' }]
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
