import { toRand } from '../../kit/money.ts'
import {
  bankLinesOf,
  journalBesidesBank,
  journalOf,
  type ExportDocument,
  type JournalLine,
} from '../document.ts'
import { bankFiles, fileOf, plainAmount, slashDay, type ExportFile } from './file.ts'

/**
 * Xero, from its published templates for sales invoices, bank statements and manual journals
 * (https://central.xero.com, "Import sales invoices", "Import a CSV bank statement", "Import manual journals") and its
 * accounting API (https://github.com/XeroAPI/Xero-OpenAPI, xero_accounting.yaml). A credit note is an invoice with
 * negative amounts in the template.
 */
const invoice_titles = [
  '*ContactName',
  'EmailAddress',
  '*InvoiceNumber',
  'Reference',
  '*InvoiceDate',
  '*DueDate',
  'Description',
  '*Quantity',
  '*UnitAmount',
  '*AccountCode',
  '*TaxType',
  'TaxAmount',
  'Currency',
]
const journal_titles = ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']
const bank_titles = ['*Date', '*Amount', 'Payee', 'Description', 'Reference']

/** Returns the files for Xero: sales invoices without VAT in their amounts, bank statements, manual journals. */
export function xeroFiles(documents: readonly ExportDocument[]): ExportFile[] {
  return [
    ...fileOf('sales-invoices.csv', invoice_titles, documents.flatMap(invoiceRows)),
    ...bankFiles(documents, bank_titles, ({ number, date, customer_name, account_code }, amount) => [
      slashDay(date),
      plainAmount(amount),
      customer_name,
      account_code,
      number,
    ]),
    ...fileOf(
      'manual-journals.csv',
      journal_titles,
      documents.flatMap((document) =>
        journalBesidesBank(document).map((line) => [
          narration(document),
          slashDay(document.date),
          `${document.account_code} ${line.label}`,
          line.code,
          document.lines[0]?.tax_code ?? '',
          plainAmount(line.debit - line.credit),
        ]),
      ),
    ),
  ]
}

function invoiceRows(document: ExportDocument): string[][] {
  const { kind, customer_name, number, account_code, date, due_date } = document
  if (kind !== 'invoice' && kind !== 'credit-note') return []
  const direction = kind === 'invoice' ? 1 : -1
  return document.lines.map(({ label, code, net, vat, tax_code }) => [
    customer_name,
    '',
    number,
    account_code,
    slashDay(date),
    slashDay(due_date || date),
    label,
    '1',
    plainAmount(net * direction),
    code,
    tax_code,
    plainAmount(vat * direction),
    'ZAR',
  ])
}

const narration = ({ number, description }: ExportDocument): string => `${number} ${description}`.trim()

/** A request of the accounting API that creates one record. */
export interface XeroRecord {
  /** The path under `/api.xro/2.0/`, which is also the name of the list in request and response. */
  list: 'Invoices' | 'CreditNotes' | 'BankTransactions' | 'ManualJournals'
  /** The name of the id in the response. */
  id_field: 'InvoiceID' | 'CreditNoteID' | 'BankTransactionID' | 'ManualJournalID'
  /** The condition that finds the record, when it was created without a response. */
  where: string
  body: Readonly<Record<string, unknown>>
}

const quoted = (text: string): string => `"${text.replaceAll('"', '')}"`

/** Returns the records of a document for the accounting API, in the order in which they are created. */
export function xeroRecords(document: ExportDocument): XeroRecord[] {
  const { kind, number, date, due_date, customer_name, account_code } = document
  const contact = { Contact: { Name: customer_name, AccountNumber: account_code } }
  if (kind === 'invoice')
    return [
      {
        list: 'Invoices',
        id_field: 'InvoiceID',
        where: `InvoiceNumber==${quoted(number)}`,
        body: {
          Type: 'ACCREC',
          InvoiceNumber: number,
          Reference: account_code,
          DueDate: due_date,
          ...documentBody(document, contact),
        },
      },
    ]
  if (kind === 'credit-note')
    return [
      {
        list: 'CreditNotes',
        id_field: 'CreditNoteID',
        where: `CreditNoteNumber==${quoted(number)}`,
        body: { Type: 'ACCRECCREDIT', CreditNoteNumber: number, ...documentBody(document, contact) },
      },
    ]
  const journal = kind === 'journal' ? journalOf(document) : journalBesidesBank(document)
  return [
    ...bankLinesOf(document).map(({ code, amount }): XeroRecord => {
      const type = amount > 0 ? 'RECEIVE' : 'SPEND'
      return {
        list: 'BankTransactions',
        id_field: 'BankTransactionID',
        where: `Reference==${quoted(number)} AND Type==${quoted(type)}`,
        body: {
          Type: type,
          ...contact,
          BankAccount: { Code: code },
          Date: date,
          Reference: number,
          CurrencyCode: 'ZAR',
          LineAmountTypes: 'NoTax',
          LineItems: [
            {
              Description: document.description,
              Quantity: 1,
              UnitAmount: toRand(Math.abs(amount)),
              AccountCode: document.debtors_code,
            },
          ],
        },
      }
    }),
    ...(journal.length > 0
      ? [
          {
            list: 'ManualJournals' as const,
            id_field: 'ManualJournalID' as const,
            where: `Narration==${quoted(narration(document))}`,
            body: {
              Narration: narration(document),
              Date: date,
              Status: 'POSTED',
              LineAmountTypes: 'NoTax',
              JournalLines: journal.map((line) => xeroJournalLine(line, account_code)),
            },
          },
        ]
      : []),
  ]
}

function documentBody({ date, lines }: ExportDocument, contact: object) {
  return {
    ...contact,
    Date: date,
    Status: 'AUTHORISED',
    CurrencyCode: 'ZAR',
    LineAmountTypes: 'Exclusive',
    LineItems: lines.map(({ label, net, vat, code, tax_code }) => ({
      Description: label,
      Quantity: 1,
      UnitAmount: toRand(net),
      AccountCode: code,
      TaxType: tax_code,
      TaxAmount: toRand(vat),
    })),
  }
}

const xeroJournalLine = ({ code, label, debit, credit }: JournalLine, accountCode: string) => ({
  LineAmount: toRand(debit - credit),
  AccountCode: code,
  Description: `${accountCode} ${label}`,
})
