import { journalBesidesBank, type ExportDocument } from '../document.ts'
import { bankFiles, fileOf, plainAmount, slashDay, type ExportFile } from './file.ts'

/**
 * Sage Business Cloud Accounting, from its published import layouts: quick entries
 * (https://help.accounting.sage.com/en-gb/accounting/importing/extra-quick-entry-import.html) and journals
 * (https://help.sbc.sage.com/en-ca/accounting/importing/import-journals.html). Sage finds columns by their titles. A
 * customer reference has at most 10 characters, details of a quick entry at most 25, and other details at most 200.
 */
const quick_entry_titles = [
  'Type',
  'Customer Reference',
  'Date',
  'Customer Name',
  'Reference',
  'Ledger Account',
  'Details',
  'Net',
  'Tax Rate',
  'Tax',
  'Total',
]
const journal_titles = [
  'Reference',
  'Date',
  'Description',
  'Ledger Account Number',
  'Details',
  'Debit',
  'Credit',
]
const bank_titles = ['Date', 'Description', 'Amount']

/** Returns the files for Sage: quick entries, a bank statement for each bank account, journals. */
export function sageFiles(documents: readonly ExportDocument[]): ExportFile[] {
  return [
    ...fileOf('quick-entries.csv', quick_entry_titles, documents.flatMap(quickEntries)),
    ...bankFiles(documents, bank_titles, ({ number, date, customer_name }, amount) => [
      slashDay(date),
      `${number} ${customer_name}`.slice(0, 200),
      plainAmount(amount),
    ]),
    ...fileOf(
      'journals.csv',
      journal_titles,
      documents.flatMap((document) =>
        journalBesidesBank(document).map(({ code, label, debit, credit }) => [
          document.number,
          slashDay(document.date),
          document.description.slice(0, 200),
          code,
          `${document.account_code} ${label}`.slice(0, 200),
          plainAmount(debit),
          plainAmount(credit),
        ]),
      ),
    ),
  ]
}

function quickEntries(document: ExportDocument): string[][] {
  const { kind, account_code, date, customer_name, number, lines } = document
  if (kind !== 'invoice' && kind !== 'credit-note') return []
  return lines.map(({ code, label, net, vat, tax_code }) => [
    kind === 'invoice' ? 'Invoice' : 'Cr Note',
    account_code.slice(0, 10),
    date.split('-').toReversed().join('-'),
    customer_name.slice(0, 50),
    number.slice(0, 25),
    code,
    label.slice(0, 25),
    plainAmount(net),
    tax_code,
    plainAmount(vat),
    plainAmount(net + vat),
  ])
}
