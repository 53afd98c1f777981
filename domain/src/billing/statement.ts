import type { Cents } from '../kit/money.ts'
import type { Ageing } from './model.ts'
import { daysPast } from './schedule.ts'

/** The figures of a statement over one period, in cents. The debit and credit totals are positive. */
export interface StatementFigures<Row> {
  opening_balance: Cents
  closing_balance: Cents
  total_debits: Cents
  total_credits: Cents
  transactions: (Row & { running_balance: Cents })[]
}

/**
 * Calculates the running balance and the totals of a period; `rows` are oldest first
 * (docs/domain/invoices-and-statements.md#statements-and-ageing).
 */
export function runStatement<Row extends { amount: Cents }>(
  openingBalance: Cents,
  rows: readonly Row[],
): StatementFigures<Row> {
  let runningBalance = openingBalance
  let totalDebits = 0
  let totalCredits = 0
  const transactions = rows.map((row) => {
    runningBalance += row.amount
    if (row.amount < 0) totalDebits -= row.amount
    else totalCredits += row.amount
    return { ...row, running_balance: runningBalance }
  })
  return {
    opening_balance: openingBalance,
    closing_balance: runningBalance,
    total_debits: totalDebits,
    total_credits: totalCredits,
    transactions,
  }
}

/**
 * Totals open invoice amounts by days past their due day: current (not due), 1–30, 31–60, 61–90, above 90
 * (docs/domain/invoices-and-statements.md#statements-and-ageing). Amounts in cents, days as `YYYY-MM-DD`.
 */
export function ageInvoices(invoices: readonly { open: Cents; due_day: string }[], today: string): Ageing {
  const ageing: Ageing = { current: 0, days_30: 0, days_60: 0, days_90: 0, days_120: 0 }
  for (const { open, due_day } of invoices) ageing[bucketOf(daysPast(due_day, today))] += open
  return ageing
}

/** Returns the part of an ageing that is past due, in cents. */
export function overdueOf({ days_30, days_60, days_90, days_120 }: Ageing): Cents {
  return days_30 + days_60 + days_90 + days_120
}

function bucketOf(days: number): keyof Ageing {
  if (days <= 0) return 'current'
  if (days <= 30) return 'days_30'
  if (days <= 60) return 'days_60'
  return days <= 90 ? 'days_90' : 'days_120'
}
