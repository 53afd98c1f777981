import { createHash } from 'node:crypto'
import { readStatement, type Statement } from '@waybill/domain/payments/bank-statement'
import { payerOf } from '@waybill/domain/payments/imported-payment'
import type { NewImported } from './imported-store.ts'

/** What of a statement is stored, and how many of its entries are no payments. */
export type StatementFile =
  | { problem: string }
  | { payments: NewImported[]; money_out: number; left_out: Statement['left_out'] }

/** Reads the file of a bank as rows to store, or says what is wrong with it; runs in a thread. */
export function readStatementFile(content: string, bank_account: string): StatementFile {
  const statement = readStatement(content)
  if ('problem' in statement) return statement
  const { lines, left_out } = statement
  const moneyIn = lines.filter(({ amount }) => amount > 0)
  const present = new Map<string, number>()
  const payments = moneyIn.map((line): NewImported => {
    const words = [bank_account, line.date, line.amount, line.description, line.reference, line.balance].join(
      '\n',
    )
    // The same words, day and amount twice in one file are two payments.
    const turn = (present.get(words) ?? 0) + 1
    present.set(words, turn)
    return {
      bank_account,
      bank_date: line.date,
      description: line.description,
      reference: line.reference,
      amount: line.amount,
      balance: line.balance,
      fingerprint: createHash('sha256').update(`${words}\n${turn}`).digest('hex'),
      payer: payerOf(line),
    }
  })
  return { payments, money_out: lines.length - moneyIn.length, left_out }
}
