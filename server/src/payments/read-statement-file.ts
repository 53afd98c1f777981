import { readStatement, type Statement } from '@waybill/domain/payments/bank-statement'
import type { StatementPayment } from '@waybill/domain/payments/imported-before'
import { payerOf } from '@waybill/domain/payments/imported-payment'

/** The payments of a statement to store, and the numbers of entries that are left out. */
export type StatementFile =
  | { problem: string }
  | {
      payments: (StatementPayment & { payer: string })[]
      money_out: number
      left_out: Statement['left_out']
    }

/** Reads a bank statement file as payments to store, or returns its problem. Runs in a worker thread. */
export function readStatementFile(content: string, bankAccount: string): StatementFile {
  const statement = readStatement(content)
  if ('problem' in statement) return statement
  const { lines, left_out } = statement
  const payments = lines
    .filter(({ amount }) => amount > 0)
    .map(({ date, ...line }) => ({
      bank_account: bankAccount,
      bank_date: date,
      ...line,
      payer: payerOf(line),
    }))
  return { payments, money_out: lines.length - payments.length, left_out }
}
