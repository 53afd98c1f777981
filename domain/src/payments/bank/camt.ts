import { type Cents } from '../../kit/money.ts'
import { amountAt, requireRand, StatementProblem, type StatementReader } from './lines.ts'
import { elementAt, elementsOf, readMarkup, type MarkupElement } from './markup.ts'

const other_messages: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt: 'a report of the day (camt.052)',
  BkToCstmrDbtCdtNtfctn: 'a notification (camt.054)',
}

/** Reads an ISO 20022 camt.053 account statement: each `Ntry` is a booking, each `TxDtls` is one payment of a batch. */
export function readCamt(text: string, reader: StatementReader): void {
  const message = readMarkup(text, 'xml').inside[0]?.inside[0]
  if (message?.name !== 'BkToCstmrStmt')
    throw new StatementProblem(
      `This file is ${other_messages[message?.name ?? ''] ?? 'another message of a bank'}, not a statement. Export the statement (camt.053).`,
    )
  const entries = elementsOf(message, 'Ntry')
  if (entries.length === 0)
    throw new StatementProblem('The camt.053 file holds no entries. Choose another period.')
  for (const [index, entry] of entries.entries())
    readEntry(`Entry ${index + 1} on line ${entry.line}`, entry, reader)
}

function readEntry(where: string, entry: MarkupElement, reader: StatementReader): void {
  const status = elementAt(entry, 'Sts')
  if (!/^(BOOK)?$/.test(elementAt(status, 'Cd')?.text.trim() ?? status?.text.trim() ?? '')) {
    reader.leftOut.pending += 1
    return
  }
  const amount = sideOf(where, entry) * amountOf(where, elementAt(entry, 'Amt'))
  const day = elementAt(entry, 'BookgDt') ?? elementAt(entry, 'ValDt')
  const booked = {
    date: textAt(day, 'Dt') || textAt(day, 'DtTm'),
    balance: null,
  }
  const remark = textAt(entry, 'AddtlNtryInf')
  const payments = elementsOf(entry, 'TxDtls')
  for (const { details, amount: part } of partsOf(where, amount, payments))
    reader.add(where, {
      ...booked,
      amount: part,
      description: [...details.flatMap(wordsOf), remark].filter(Boolean).join(' '),
      reference:
        details.map(referenceOf).find(Boolean) || textAt(entry, 'NtryRef') || textAt(entry, 'AcctSvcrRef'),
      bank_id:
        (details.length === 1 && textAt(elementAt(details[0], 'Refs'), 'AcctSvcrRef')) ||
        textAt(entry, 'AcctSvcrRef'),
    })
}

/**
 * Returns the payments of a batch when each has an amount and they add up to the booking; otherwise the booking as
 * one part.
 */
function partsOf(
  where: string,
  amount: Cents,
  payments: readonly MarkupElement[],
): { details: readonly MarkupElement[]; amount: Cents }[] {
  const parts = payments.map((payment) => {
    const written = elementAt(payment, 'Amt') ?? elementAt(payment, 'AmtDtls', 'TxAmt', 'Amt')
    return {
      details: [payment],
      amount: written ? Math.sign(amount) * amountOf(where, written) : null,
    }
  })
  const known = parts.flatMap((part) => (part.amount === null ? [] : [{ ...part, amount: part.amount }]))
  const sum = known.reduce((total, part) => total + part.amount, 0)
  return payments.length > 1 && known.length === payments.length && sum === amount
    ? known
    : [{ details: payments, amount }]
}

function sideOf(where: string, entry: MarkupElement): 1 | -1 {
  const side = textAt(entry, 'CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT')
    throw new StatementProblem(`${where} does not say whether money came in or went out.`)
  return side === 'CRDT' ? 1 : -1
}

function amountOf(where: string, written: MarkupElement | undefined): Cents {
  requireRand(where, /\bCcy\s*=\s*["'](?<code>[^"']*)["']/.exec(written?.attributes ?? '')?.groups?.['code'])
  return Math.abs(amountAt(where, written?.text ?? ''))
}

function wordsOf(payment: MarkupElement): string[] {
  const payer = elementAt(payment, 'RltdPties', 'Dbtr')
  return [
    textAt(payer, 'Nm') || textAt(elementAt(payer, 'Pty'), 'Nm'),
    ...elementsOf(payment, 'Ustrd').map(({ text }) => text.trim()),
    textAt(payment, 'AddtlTxInf'),
  ]
}

/** The payer's reference for matching the payment: the invoice reference if there is one, otherwise the end-to-end id. */
function referenceOf(payment: MarkupElement): string {
  const invoice = elementAt(payment, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')?.text.trim()
  const endToEnd = elementAt(payment, 'Refs', 'EndToEndId')?.text.trim()
  return invoice || (endToEnd && endToEnd !== 'NOTPROVIDED' ? endToEnd : '')
}

function textAt(element: MarkupElement | undefined, name: string): string {
  return elementAt(element, name)?.text.trim() ?? ''
}
