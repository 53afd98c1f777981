import { readCsv } from '../kit/csv/read-csv.ts'
import { formatRand, max_at_once, parseRand, type Cents } from '../kit/money.ts'
import type { FieldProblem } from '../kit/problem.ts'
import { cost_leg_labels, cost_legs, type CostLeg } from './model.ts'

/** Most lines of one bill. */
export const max_bill_lines = 5_000

/** A line of a bill as it is written in the file. */
export interface BillLine {
  reference: string
  /** Cents without VAT; negative for a credit. */
  amount: Cents
  leg: CostLeg
}

/** Legs that a partner may bill. */
export const billed_legs: readonly CostLeg[] = cost_legs.filter((leg) => leg !== 'cover')

/**
 * Reads the lines of a partner’s bill from CSV text: reference, amount without VAT, and optionally the leg. Returns a
 * sentence for each line that cannot be read.
 */
export function readBillLines(text: string): { lines: BillLine[]; problems: string[] } {
  const read = readCsv(text)
  if ('problem' in read) return { lines: [], problems: [read.problem] }
  const [head, ...rows] = read.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const at = {
    reference: names.indexOf('reference'),
    amount: names.indexOf('amount'),
    leg: names.indexOf('leg'),
  }
  if (at.reference < 0 || at.amount < 0)
    return { lines: [], problems: ['The first line must name the columns reference and amount.'] }
  if (rows.length === 0) return { lines: [], problems: ['The file has no lines.'] }
  if (rows.length > max_bill_lines)
    return { lines: [], problems: [`The file has more than ${max_bill_lines} lines. Split the bill.`] }
  const lines: BillLine[] = []
  const problems: string[] = []
  for (const { line, cells } of rows) {
    const reference = cells[at.reference]?.trim() ?? ''
    const amount = parseRand(cells[at.amount] ?? '')
    const leg = at.leg < 0 ? 'partner' : legOf(cells[at.leg] ?? '')
    if (reference === '') problems.push(`Line ${line} has no reference.`)
    else if (amount === null) problems.push(`Line ${line}: '${cells[at.amount] ?? ''}' is not an amount.`)
    else if (!leg)
      problems.push(`Line ${line}: '${cells[at.leg] ?? ''}' is not a leg. Write ${billed_legs.join(', ')}.`)
    else lines.push({ reference, amount, leg })
  }
  return { lines, problems }
}

function legOf(text: string): CostLeg | undefined {
  const word = text.trim().toLowerCase()
  if (word === '') return 'partner'
  return billed_legs.find((leg) => leg === word || cost_leg_labels[leg].toLowerCase() === word)
}

/** Checks a bill before it is imported; returns the problems by field. */
export function checkBill(bill: {
  partner: string
  bill_number: string
  bill_date: string | null
  lines: readonly BillLine[]
}): FieldProblem[] {
  const total = bill.lines.reduce((sum, { amount }) => sum + amount, 0)
  return [
    ...(bill.partner.trim() === '' ? [{ field: 'partner', message: 'Enter the name of the partner.' }] : []),
    ...(bill.bill_number.trim() === ''
      ? [{ field: 'bill_number', message: 'Enter the number of the bill.' }]
      : []),
    ...(bill.bill_date ? [] : [{ field: 'bill_date', message: 'Choose the date of the bill.' }]),
    ...(bill.lines.length === 0
      ? [{ field: 'lines', message: 'Choose a file with at least one line.' }]
      : []),
    ...(bill.lines.length > max_bill_lines
      ? [{ field: 'lines', message: `A bill has at most ${max_bill_lines} lines. Split it.` }]
      : []),
    ...(bill.lines.some(({ leg }) => !billed_legs.includes(leg))
      ? [{ field: 'lines', message: 'Partners do not bill claims.' }]
      : []),
    ...(Math.abs(total) > max_at_once
      ? [{ field: 'lines', message: `A bill is at most ${formatRand(max_at_once)}.` }]
      : []),
  ]
}
