import { formatRand, type Cents } from '../kit/money.ts'
import { formatDate } from '../kit/texts/format.ts'

/** The words of an e-mail with a document. */
export interface DeliveryText {
  subject: string
  headline: string
  lines: string[]
}

/** Returns the words of the e-mail with an invoice. Amounts in cents. */
export function invoiceMailText(
  company: string,
  invoice: { number: string; total: Cents; due: Cents; due_day: string; account_code: string },
): DeliveryText {
  const { number, total, due, due_day, account_code } = invoice
  return {
    subject: `Invoice ${number} from ${company}`,
    headline: `Invoice ${number} for ${formatRand(total)}`,
    lines: [
      'The invoice is attached.',
      due > 0
        ? `Please pay ${formatRand(due)} by ${formatDate(due_day)}, with the reference ${account_code}.`
        : 'It is paid. There is nothing to do.',
    ],
  }
}

/** Returns the words of the e-mail with a credit note. `total` is in cents. */
export function creditNoteMailText(
  company: string,
  { number, total, corrects }: { number: string; total: Cents; corrects: string },
): DeliveryText {
  return {
    subject: `Credit note ${number} from ${company}`,
    headline: `Credit note ${number} for ${formatRand(total)}`,
    lines: [
      'The credit note is attached.',
      corrects ? `It corrects invoice ${corrects}.` : 'The amount is credit on your account.',
    ],
  }
}

/** Returns the words of the e-mail with a statement. A negative balance is owed by the customer. Amounts in cents. */
export function statementMailText(
  company: string,
  statement: { start_day: string; end_day: string; balance: Cents; overdue: Cents; account_code: string },
): DeliveryText {
  const { start_day, end_day, balance, overdue, account_code } = statement
  const owed =
    balance < 0
      ? `You owe ${formatRand(-balance)}. Please pay with the reference ${account_code}.`
      : balance > 0
        ? `You have a credit of ${formatRand(balance)}.`
        : 'Nothing is owed.'
  return {
    subject: `Statement of account ${account_code} from ${company}`,
    headline: `Statement for ${formatDate(start_day)} to ${formatDate(end_day)}`,
    lines: [
      'The statement is attached.',
      owed,
      ...(overdue > 0 ? [`${formatRand(overdue)} of this is overdue.`] : []),
    ],
  }
}
