import { amountAt, requireRand, StatementProblem, type StatementReader } from './lines.ts'
import { elementsOf, readMarkup, type MarkupElement } from './markup.ts'

/**
 * Reads OFX 1 (SGML) and 2 (XML): each `STMTTRN` is a statement line, each `STMTTRNP` an entry that is not booked
 * yet.
 */
export function readOfx(text: string, reader: StatementReader): void {
  const file = readMarkup(text.slice(Math.max(0, text.indexOf('<'))), 'sgml')
  for (const currency of elementsOf(file, 'CURDEF')) requireRand('The statement', currency.text)
  const transactions = elementsOf(file, 'STMTTRN')
  reader.leftOut.pending += elementsOf(file, 'STMTTRNP').length
  if (transactions.length + reader.leftOut.pending === 0)
    throw new StatementProblem('The OFX file holds no transactions. Choose another period.')
  for (const [index, transaction] of transactions.entries()) {
    const where = `Transaction ${index + 1}`
    const of = (name: string): string => elementsOf(transaction, name)[0]?.text.trim() ?? ''
    const [currency] = elementsOf(transaction, 'CURRENCY')
    if (currency) requireRand(where, symbolOf(currency))
    reader.add(where, {
      // Cut off the time and zone: they are those of the bank's computer.
      date: of('DTPOSTED').slice(0, 8),
      description: [of('NAME'), of('MEMO')].filter(Boolean).join(' '),
      reference: of('REFNUM') || of('CHECKNUM') || of('FITID'),
      amount: amountAt(where, of('TRNAMT')),
      balance: null,
      bank_id: of('FITID'),
    })
  }
}

function symbolOf(currency: MarkupElement): string | undefined {
  return elementsOf(currency, 'CURSYM')[0]?.text
}
