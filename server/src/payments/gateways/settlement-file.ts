import { readCsv } from '@waybill/domain/kit/csv/read-csv'
import { formatRand, parseRand, type Cents } from '@waybill/domain/kit/money'
import type { SettlementKind, SettlementLine } from '@waybill/domain/payments/settlement'

/** Titles of the columns of a settlement report, in lower case; the first that the file has is used. */
interface SettlementColumns {
  date: readonly string[]
  type: readonly string[]
  gross: readonly string[]
  fee: readonly string[]
  net: readonly string[]
  custom_id: readonly string[]
  gateway_reference: readonly string[]
  currency: readonly string[]
}

const amount_columns = ['gross', 'fee', 'net'] as const

interface SettlementLayout {
  columns: SettlementColumns
  /** What a line is, by the words of its type and its gross amount in cents; `null` for one to leave out. */
  kindOf: (type: string, gross: Cents) => SettlementKind | null
}

const general: SettlementLayout = {
  columns: {
    date: ['date', 'transaction date', 'settlement date'],
    type: ['type', 'transaction type'],
    gross: ['gross', 'amount', 'gross amount'],
    fee: ['fee', 'fees', 'total fee'],
    net: ['net', 'net amount', 'settled amount'],
    custom_id: ['custom payment id', 'external reference', 'our reference', 'reference'],
    gateway_reference: ['payment id', 'payment request id', 'transaction id', 'id'],
    currency: ['currency'],
  },
  kindOf(type, gross) {
    if (/refund|reversal/i.test(type) || gross < 0) return 'refund'
    return /payout|settlement|withdrawal/i.test(type) ? 'payout' : 'payment'
  },
}

const payfast: SettlementLayout = {
  columns: {
    date: ['date'],
    type: ['type'],
    gross: ['gross'],
    fee: ['fee'],
    net: ['net'],
    custom_id: ['m payment id'],
    gateway_reference: ['pf payment id'],
    currency: ['currency'],
  },
  kindOf(type, gross) {
    if (/refund/i.test(type)) return 'refund'
    if (/payout|withdraw/i.test(type)) return 'payout'
    return gross > 0 ? 'payment' : null
  },
}

const layouts = { general, payfast } as const satisfies Record<string, SettlementLayout>

/** Lines in one report; larger ones are imported in parts. */
const max_lines = 10_000

/** Lines with amounts in cents, or why the report could not be parsed, as a sentence. */
export type ReadSettlement = { lines: SettlementLine[] } | { problem: string }

/**
 * Parses a settlement report in CSV with a heading line; `general` is the layout of gateways without one of their own.
 * A line of totals must be the sum of the lines above it.
 */
export function parseSettlement(content: string, layout: keyof typeof layouts): ReadSettlement {
  const { columns, kindOf } = layouts[layout]
  const read = readCsv(content)
  if ('problem' in read) return read
  const [head = [], ...rows] = read.rows
    .map(({ cells }) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some(Boolean))
  const titles = head.map((title) => title.toLowerCase())
  const place = (names: readonly string[]): number =>
    names.map((name) => titles.indexOf(name)).find((at) => at !== -1) ?? -1
  const at = {
    date: place(columns.date),
    type: place(columns.type),
    gross: place(columns.gross),
    fee: place(columns.fee),
    net: place(columns.net),
    custom_id: place(columns.custom_id),
    gateway_reference: place(columns.gateway_reference),
    currency: place(columns.currency),
  }
  if (at.gross === -1 || (at.custom_id === -1 && at.gateway_reference === -1))
    return {
      problem: `This is not a settlement report: it has no column ${columns.gross[0]} or no column ${columns.custom_id[0]}.`,
    }
  if (rows.length > max_lines)
    return { problem: `The report has more than ${max_lines} lines. Import it in parts.` }
  const lines: SettlementLine[] = []
  const sums = { gross: 0, fee: 0, net: 0 }
  for (const [index, cells] of rows.entries()) {
    const cell = (column: number): string => cells[column] ?? ''
    if (cells.some((text) => /^(grand )?totals?$/i.test(text))) {
      const wrong = amount_columns.find((name) => {
        const total = parseRand(cell(at[name]))
        return total !== null && Math.abs(total) !== Math.abs(sums[name])
      })
      if (wrong)
        return {
          problem: `The lines of the report add up to ${formatRand(Math.abs(sums[wrong]))} (${wrong}), but its total is ${cell(at[wrong])}. A part of the report is missing or wrong: export it again at the gateway.`,
        }
      continue
    }
    const gross = parseRand(cell(at.gross))
    const fee = cell(at.fee) === '' ? 0 : parseRand(cell(at.fee))
    if (gross === null || fee === null)
      return { problem: `Line ${index + 2} has an amount that cannot be read. Check the file.` }
    sums.gross += gross
    sums.fee += fee
    sums.net += parseRand(cell(at.net)) ?? 0
    const kind = kindOf(cell(at.type), gross)
    if (kind === null) continue
    lines.push({
      kind,
      day: /^\d{4}-\d{2}-\d{2}/.exec(cell(at.date))?.[0] ?? null,
      custom_id: cell(at.custom_id),
      gateway_reference: cell(at.gateway_reference),
      gross: Math.abs(gross),
      fee: Math.abs(fee),
      net: parseRand(cell(at.net)) ?? Math.abs(gross) - Math.abs(fee),
      currency: cell(at.currency).toUpperCase(),
    })
  }
  return { lines }
}
