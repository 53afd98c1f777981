import { readStatement, type Statement } from '@waybill/domain/payments/bank-statement'
import type { StatementPayment } from '@waybill/domain/payments/imported-before'
import { payerOf } from '@waybill/domain/payments/imported-payment'

/** What of a statement is stored, and how many of its entries are no payments. */
export type StatementFile =
  | { problem: string }
  | {
      payments: (StatementPayment & { payer: string })[]
      money_out: number
      left_out: Statement['left_out']
    }

/** Reads the file of a bank as payments to store, or says what is wrong with it; runs in a thread. */
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
