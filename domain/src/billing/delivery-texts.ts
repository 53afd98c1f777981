import type { HoldWarning } from './credit-control.ts'
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

/** What a reminder says. Amounts in cents, days as `YYYY-MM-DD`. */
export interface ReminderFacts {
  /** 1 to 3, and 4 for the final reminder. */
  step: number
  account_name: string
  account_code: string
  invoices: { number: string; due_day: string; open: Cents }[]
}

/** Returns the words of a warning before an automatic hold. Amounts in cents. */
export function holdWarningText(
  company: string,
  warning: HoldWarning,
  facts: { account_code: string; owed: Cents; credit_limit: Cents; overdue: Cents; days: number },
): DeliveryText {
  const { account_code, owed, credit_limit, overdue, days } = facts
  const pay = `Please pay with the reference ${account_code}. If you have paid, ignore this message.`
  if (warning === 'near-limit')
    return {
      subject: `Account ${account_code} is close to its limit`,
      headline: `Your account with ${company} is close to its limit`,
      lines: [
        `You owe ${formatRand(owed)} of a limit of ${formatRand(credit_limit)}. Above the limit, the account goes on hold and you cannot book.`,
        pay,
      ],
    }
  const when = warning === 'hold-today' ? 'tomorrow' : `${days} or fewer days from now`
  return {
    subject: `Account ${account_code} will go on hold`,
    headline: `Your account with ${company} will go on hold ${when}`,
    lines: [`${formatRand(overdue)} is overdue. On hold, you cannot book.`, pay],
  }
}
