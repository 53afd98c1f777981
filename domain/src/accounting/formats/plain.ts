import { journalOf, type DocumentKind, type ExportDocument } from '../document.ts'
import { fileOf, plainAmount, type ExportFile } from './file.ts'

const line_titles = [
  'Number',
  'Date',
  'Due date',
  'Account',
  'Customer',
  'Description',
  'Ledger account',
  'Net',
  'VAT code',
  'VAT',
  'Total',
]
const receipt_titles = ['Number', 'Date', 'Account', 'Customer', 'Description', 'Amount']
const journal_titles = ['Document', 'Number', 'Date', 'Account', 'Ledger account', 'Name', 'Debit', 'Credit']

/** Our own layout: a list of each kind of document, and a general journal of all of them. */
export function plainFiles(documents: readonly ExportDocument[]): ExportFile[] {
  const of = (kind: DocumentKind) => documents.filter((document) => document.kind === kind)
  const lines = (kind: DocumentKind): string[][] =>
    of(kind).flatMap((document) =>
      document.lines.map(({ code, net, vat, tax_code }) => [
        document.number,
        document.date,
        document.due_date,
        document.account_code,
        document.customer_name,
        document.description,
        code,
        plainAmount(net),
        tax_code,
        plainAmount(vat),
        plainAmount(net + vat),
      ]),
    )
  return [
    ...fileOf('invoices.csv', line_titles, lines('invoice')),
    ...fileOf('credit-notes.csv', line_titles, lines('credit-note')),
    ...fileOf(
      'receipts.csv',
      receipt_titles,
      of('receipt').map(({ number, date, account_code, customer_name, description, total }) => [
        number,
        date,
        account_code,
        customer_name,
        description,
        plainAmount(total),
      ]),
    ),
    ...fileOf(
      'journals.csv',
      journal_titles,
      documents.flatMap((document) =>
        journalOf(document).map(({ code, label, debit, credit }) => [
          document.kind,
          document.number,
          document.date,
          document.account_code,
          code,
          label,
          plainAmount(debit),
          plainAmount(credit),
        ]),
      ),
    ),
  ]
}
