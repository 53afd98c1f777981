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
 * QuickBooks Online, from its published templates for invoices, bank transactions and journal entries
 * (https://quickbooks.intuit.com/learn-support, "Import invoices", "Import bank transactions using Excel CSV files",
 * "Import journal entries") and its accounting API
 * (https://developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice). There is no template for
 * credit notes: in files they are journal entries, over the API credit memos. Account codes are names in files and ids
 * over the API; the codes of revenue are the ids of products.
 */
const invoice_titles = [
  '*InvoiceNo',
  '*Customer',
  '*InvoiceDate',
  '*DueDate',
  'Memo',
  'Item(Product/Service)',
  'ItemDescription',
  'ItemQuantity',
  'ItemRate',
  '*ItemAmount',
  '*ItemTaxCode',
  'ItemTaxAmount',
  'Currency',
]
const journal_titles = [
  '*JournalNo',
  '*JournalDate',
  'Memo',
  '*AccountName',
  '*Debits',
  '*Credits',
  'Description',
  'Name',
]
const bank_titles = ['Date', 'Description', 'Amount']

/** Returns the files for QuickBooks: invoices, bank transactions, journal entries. */
export function quickbooksFiles(documents: readonly ExportDocument[]): ExportFile[] {
  return [
    ...fileOf('invoices.csv', invoice_titles, documents.flatMap(invoiceRows)),
    ...bankFiles(documents, bank_titles, ({ number, date, customer_name }, amount) => [
      slashDay(date),
      `${number} ${customer_name}`,
      plainAmount(amount),
    ]),
    ...fileOf(
      'journal-entries.csv',
      journal_titles,
      documents.flatMap((document) =>
        inJournals(document).map(({ code, label, debit, credit, is_debtors }) => [
          document.number,
          slashDay(document.date),
          document.description,
          code,
          plainAmount(debit),
          plainAmount(credit),
          label,
          is_debtors ? document.customer_name : '',
        ]),
      ),
    ),
  ]
}

const inJournals = (document: ExportDocument): JournalLine[] =>
  document.kind === 'credit-note' ? journalOf(document) : journalBesidesBank(document)

function invoiceRows({
  kind,
  number,
  customer_name,
  date,
  due_date,
  account_code,
  lines,
}: ExportDocument): string[][] {
  if (kind !== 'invoice') return []
  return lines.map(({ code, label, net, vat, tax_code }) => [
    number,
    customer_name,
    slashDay(date),
    slashDay(due_date || date),
    account_code,
    code,
    label,
    '1',
    plainAmount(net),
    plainAmount(net),
    tax_code,
    plainAmount(vat),
    'ZAR',
  ])
}

/** A record that is created by a POST to its entity. */
export interface QuickbooksRecord {
  entity: 'Invoice' | 'CreditMemo' | 'Payment' | 'JournalEntry'
  /** The condition of the query that finds the record, when it was created without a response. */
  where: string
  body: Readonly<Record<string, unknown>>
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`

/** Returns the query that finds the customer of a document by its name. */
export function customerQuery({ customer_name, account_code }: ExportDocument): string {
  return `select Id from Customer where DisplayName = ${quoted(customerName({ customer_name, account_code }))}`
}

/** Returns the name of a customer in QuickBooks; it has the account code, because names must be different there. */
export function customerName({
  customer_name,
  account_code,
}: Pick<ExportDocument, 'customer_name' | 'account_code'>): string {
  return `${customer_name.replaceAll(':', ' ')} (${account_code})`
}

/** Returns the records of a document, in the order in which they are created. `customer` is the id in QuickBooks. */
export function quickbooksRecords(document: ExportDocument, customer: string): QuickbooksRecord[] {
  const { kind, number, date, due_date, description, vat, lines } = document
  const head = { DocNumber: number, TxnDate: date, PrivateNote: description }
  const byNumber = `DocNumber = ${quoted(number)}`
  if (kind === 'invoice' || kind === 'credit-note')
    return [
      {
        entity: kind === 'invoice' ? 'Invoice' : 'CreditMemo',
        where: byNumber,
        body: {
          ...head,
          ...(kind === 'invoice' ? { DueDate: due_date } : {}),
          CustomerRef: { value: customer },
          GlobalTaxCalculation: 'TaxExcluded',
          TxnTaxDetail: { TotalTax: toRand(vat) },
          Line: lines.map(({ code, label, net, tax_code }) => ({
            Amount: toRand(net),
            Description: label,
            DetailType: 'SalesItemLineDetail',
            SalesItemLineDetail: { ItemRef: { value: code }, TaxCodeRef: { value: tax_code } },
          })),
        },
      },
    ]
  const banks = kind === 'receipt' ? bankLinesOf(document) : []
  const received = banks.filter(({ amount }) => amount > 0)
  const isReceived = received.length === banks.length
  const journal = isReceived ? journalBesidesBank(document) : journalOf(document)
  return [
    ...(isReceived ? received : []).map(({ code, amount }): QuickbooksRecord => ({
      entity: 'Payment',
      where: `PaymentRefNum = ${quoted(number)}`,
      body: {
        CustomerRef: { value: customer },
        TotalAmt: toRand(amount),
        TxnDate: date,
        PaymentRefNum: number,
        PrivateNote: description,
        DepositToAccountRef: { value: code },
      },
    })),
    ...(journal.length > 0
      ? [
          {
            entity: 'JournalEntry' as const,
            where: byNumber,
            body: { ...head, Line: journal.map((line) => quickbooksJournalLine(line, customer)) },
          },
        ]
      : []),
  ]
}

const quickbooksJournalLine = (
  { code, label, debit, credit, is_debtors }: JournalLine,
  customer: string,
) => ({
  Amount: toRand(debit + credit),
  Description: label,
  DetailType: 'JournalEntryLineDetail',
  JournalEntryLineDetail: {
    PostingType: debit > 0 ? 'Debit' : 'Credit',
    AccountRef: { value: code },
    ...(is_debtors ? { Entity: { Type: 'Customer', EntityRef: { value: customer } } } : {}),
  },
})
