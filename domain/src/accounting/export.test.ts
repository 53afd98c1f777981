import { describe, expect, it } from 'vitest'
import { deferred, recognitionOf } from '../billing/recognition.ts'
import { postingOf } from '../billing/posting.ts'
import { chartPlaces, codeOf, export_formats, type ExportFormat } from './chart.ts'
import {
  bankLinesOf,
  Codes,
  exportDocument,
  journalBesidesBank,
  journalOf,
  type DocumentKind,
  type ExportDocument,
  type PostedRow,
} from './document.ts'
import { exportFiles } from './formats/export-files.ts'
import { plainAmount } from './formats/file.ts'
import { customerName, customerQuery, quickbooksRecords } from './formats/quickbooks.ts'
import { xeroRecords } from './formats/xero.ts'

const chart = new Map([
  ['customer-balance', '8000'],
  ['revenue', '1000'],
  ['revenue:surcharge', '1010'],
  ['service-level:ONX', '1100'],
  ['vat-output', '9500'],
  ['bank-clearing', '8400'],
  ['gateway-clearing:payfast', '8410'],
  ['bad-debt', '3300'],
  ['rounding', '3900'],
])

const posted = (
  about: Partial<Parameters<typeof postingOf>[0]> & Pick<Parameters<typeof postingOf>[0], 'type' | 'amount'>,
  serviceLevel = 'ECO',
): PostedRow => {
  const { vat_percentage, ex_vat_zero_rated, amount, entries } = postingOf({
    vat_percentage: 15,
    zero_rated: 0,
    by_kind: [],
    gateway: '',
    ...about,
  })
  return { amount, vat_percentage, zero_rated: ex_vat_zero_rated, service_level: serviceLevel, entries }
}

type DocumentHead = Parameters<typeof exportDocument>[0]

const head = (kind: DocumentKind, more: Partial<DocumentHead> = {}): DocumentHead => ({
  kind,
  id: 7,
  number: 'INV000123',
  date: '2026-03-31',
  due_date: kind === 'invoice' ? '2026-04-30' : '',
  account_code: 'OVB014',
  customer_name: 'Overberg Books, Hermanus',
  description: '',
  ...more,
})

const charge = posted({
  type: 'shipping-charge',
  amount: 111_38,
  by_kind: [
    { kind: 'base', amount: 99_00 },
    { kind: 'surcharge', amount: 12_38 },
  ],
})
const made = (
  format: ExportFormat,
  kind: DocumentKind,
  rows: readonly PostedRow[],
  more?: Partial<DocumentHead>,
) => exportDocument(head(kind, more), rows, new Codes(chart, format))
const amounts = ({ lines }: ExportDocument) => lines.map(({ code, net, vat, tax }) => [code, net, vat, tax])

describe('an account code', () => {
  it.each([
    ['of the service level comes first', 'revenue:surcharge', 'ONX', '1100'],
    ['of the charge comes before that of all revenue', 'revenue:surcharge', 'ECO', '1010'],
    ['of all revenue is used for other charges', 'revenue:base', 'ECO', '1000'],
    ['of a gateway is its own', 'gateway-clearing:payfast', '', '8410'],
    ['is missing for a gateway without one', 'gateway-clearing:stitch', '', undefined],
    ['of a service level is not used besides revenue', 'rounding', 'ONX', '3900'],
  ])('%s', (_, place, serviceLevel, code) => {
    expect(codeOf(chart, place, serviceLevel)).toBe(code)
  })

  it('can be entered for every ledger account, gateway, charge, service level and kind of VAT', () => {
    const places = chartPlaces([{ code: 'ONX', name: 'Overnight' }]).map(({ place }) => place)
    expect(places).toEqual(
      expect.arrayContaining([
        ...chart.keys(),
        'vat-input',
        'gateway-fee',
        'tax:zero',
        'revenue:admin-debit',
      ]),
    )
    expect(new Set(places).size).toBe(places.length)
  })
})

describe('an exported document', () => {
  it('[BILL-008] has one line for each revenue account and adds up to the total', () => {
    const invoice = made('csv', 'invoice', [charge, posted({ type: 'admin-debit', amount: 115_00 })])
    expect(amounts(invoice)).toEqual([
      ['1000', 186_09, 27_92, 'standard'],
      ['1010', 10_76, 1_61, 'standard'],
    ])
    expect([invoice.total, invoice.vat]).toEqual([226_38, 29_53])
  })

  it('has the same lines when revenue was first unearned', () => {
    const waiting = deferred({ type: 'shipping-charge', vat: 0, ex_vat_zero_rated: 0, ...charge })
    const entries = [...waiting.entries, ...recognitionOf(waiting.entries)]
    const sums = new Map<string, (typeof entries)[number]>()
    for (const entry of entries) {
      const key = `${entry.ledger_account}:${entry.detail}`
      sums.set(key, { ...entry, amount: (sums.get(key)?.amount ?? 0) + entry.amount })
    }
    const earned = { ...charge, entries: [...sums.values()].filter(({ amount }) => amount !== 0) }
    expect(amounts(made('csv', 'invoice', [earned]))).toEqual(amounts(made('csv', 'invoice', [charge])))
  })

  it('separates zero-rated amounts and puts all VAT on the others', () => {
    const mixed = posted({
      type: 'shipping-charge',
      amount: 215_00,
      zero_rated: 100_00,
      by_kind: [{ kind: 'base', amount: 215_00 }],
    })
    expect(amounts(made('csv', 'invoice', [mixed]))).toEqual([
      ['1000', 100_00, 15_00, 'standard'],
      ['1000', 100_00, 0, 'zero'],
    ])
  })

  it('has no VAT when the company is not registered', () => {
    const row = posted({ type: 'admin-debit', amount: 100_00, vat_percentage: 0 })
    expect(amounts(made('csv', 'invoice', [row]))).toEqual([['1000', 100_00, 0, 'none']])
  })

  it('has positive amounts on a credit note', () => {
    const note = made('csv', 'credit-note', [posted({ type: 'admin-credit', amount: 115_00 })])
    expect([note.total, note.vat, ...amounts(note)]).toEqual([
      115_00,
      15_00,
      ['1000', 100_00, 15_00, 'standard'],
    ])
  })

  it('names the accounts without a code', () => {
    const codes = new Codes(new Map(), 'csv')
    exportDocument(head('receipt'), [posted({ type: 'payment', amount: 500, gateway: 'stitch' })], codes)
    expect([...codes.missing]).toEqual(['Debtors', 'Payment gateways: stitch'])
  })
})

describe('a journal', () => {
  const documents = [
    made('csv', 'invoice', [charge]),
    made('csv', 'credit-note', [posted({ type: 'admin-credit', amount: 99_99 })]),
    made('csv', 'receipt', [posted({ type: 'payment', amount: 100_02, rounding: 2 })]),
    made('csv', 'receipt', [posted({ type: 'refund', amount: 50_00 })]),
    made('csv', 'journal', [posted({ type: 'bad-debt-write-off', amount: 115_00 })]),
  ]

  it.each(documents.map((document, at) => [`${document.kind} ${at}`, document] as const))(
    'balances: %s',
    (_, document) => {
      for (const lines of [journalOf(document), journalBesidesBank(document)])
        expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0)
    },
  )

  it('debits the customer with an invoice and credits revenue and VAT', () => {
    expect(
      journalOf(documents[0] as ExportDocument).map(({ code, debit, credit }) => [code, debit, credit]),
    ).toEqual([
      ['8000', 111_38, 0],
      ['1000', 0, 86_09],
      ['1010', 0, 10_76],
      ['9500', 0, 14_53],
    ])
  })

  it('has what was rounded off, and the bank has what was received', () => {
    const receipt = documents[2] as ExportDocument
    expect(bankLinesOf(receipt)).toMatchObject([{ code: '8400', amount: 100_00 }])
    expect(journalBesidesBank(receipt).map(({ code, debit, credit }) => [code, debit, credit])).toEqual([
      ['3900', 2, 0],
      ['8000', 0, 2],
    ])
  })

  it('has money paid back as a negative bank amount', () => {
    expect(bankLinesOf(documents[3] as ExportDocument)).toMatchObject([{ amount: -50_00 }])
  })
})

const everything = (format: ExportFormat): ExportDocument[] => [
  made(format, 'invoice', [charge]),
  made(format, 'credit-note', [posted({ type: 'admin-credit', amount: 11_50 })], { number: 'CR000004' }),
  made(format, 'receipt', [posted({ type: 'payment', amount: 100_00, gateway: 'payfast' })], {
    number: 'PMT000009',
  }),
  made(format, 'journal', [posted({ type: 'bad-debt-write-off', amount: 115_00 })], { number: 'JNL000031' }),
]

describe('export files', () => {
  it.each([
    ['csv', ['invoices.csv', 'credit-notes.csv', 'receipts.csv', 'journals.csv']],
    ['sage', ['quick-entries.csv', 'bank-8410.csv', 'journals.csv']],
    ['xero', ['sales-invoices.csv', 'bank-8410.csv', 'manual-journals.csv']],
    ['quickbooks', ['invoices.csv', 'bank-8410.csv', 'journal-entries.csv']],
  ] as const)('[BILL-008] of %s cover invoices, credit notes, receipts and journals', (format, names) => {
    expect(exportFiles(format, everything(format)).map(({ name }) => name)).toEqual(names)
  })

  it.each(export_formats)(
    'of %s have the same bytes each time, with a customer whose name is a formula',
    (format) => {
      const documents = everything(format).map((one) => ({ ...one, customer_name: '=cmd|"x"' }))
      const stored = JSON.parse(JSON.stringify(documents)) as ExportDocument[]
      expect(exportFiles(format, stored)).toEqual(exportFiles(format, documents))
      for (const { text } of exportFiles(format, documents)) expect(text).not.toMatch(/(^|,)"?=cmd/m)
    },
  )

  it('have the columns of a Sage quick entry', () => {
    const [file] = exportFiles('sage', everything('sage'))
    expect(file?.text.slice(1).split('\r\n').slice(0, 3)).toEqual([
      'Type,Customer Reference,Date,Customer Name,Reference,Ledger Account,Details,Net,Tax Rate,Tax,Total',
      'Invoice,OVB014,31-03-2026,"Overberg Books, Hermanus",INV000123,1000,Revenue: base,86.09,Standard,12.92,99.01',
      'Invoice,OVB014,31-03-2026,"Overberg Books, Hermanus",INV000123,1010,Revenue: surcharge,10.76,Standard,1.61,12.37',
    ])
  })

  it('have a credit note as negative invoice lines for Xero', () => {
    const [file] = exportFiles('xero', everything('xero'))
    expect(file?.text).toContain(
      ',CR000004,OVB014,31/03/2026,31/03/2026,Revenue: admin credit,1,-10.00,1000,OUTPUT3,-1.50,ZAR',
    )
  })

  it('have a credit note as a journal entry for QuickBooks', () => {
    const journals = exportFiles('quickbooks', everything('quickbooks')).find(({ name }) =>
      name.startsWith('journal'),
    )
    expect(journals?.text).toContain(
      'CR000004,31/03/2026,,8000,0.00,11.50,Debtors,"Overberg Books, Hermanus"',
    )
  })

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-1_05, '-1.05'],
    [100_000_000_01, '100000000.01'],
  ])('have %i cents as %s', (cents, text) => {
    expect(plainAmount(cents)).toBe(text)
  })
})

describe('records of the Xero API', () => {
  const [invoice, note, receipt, journal] = everything('xero').map(xeroRecords)

  it('are an approved invoice and a credit note without VAT in their line amounts', () => {
    expect(invoice).toMatchObject([
      {
        list: 'Invoices',
        where: 'InvoiceNumber=="INV000123"',
        body: {
          Type: 'ACCREC',
          Status: 'AUTHORISED',
          DueDate: '2026-04-30',
          LineAmountTypes: 'Exclusive',
          LineItems: [
            { UnitAmount: 86.09, TaxAmount: 12.92, AccountCode: '1000', TaxType: 'OUTPUT3' },
            { UnitAmount: 10.76, TaxAmount: 1.61 },
          ],
        },
      },
    ])
    expect(note).toMatchObject([
      { list: 'CreditNotes', body: { Type: 'ACCRECCREDIT', CreditNoteNumber: 'CR000004' } },
    ])
  })

  it('are received money and a manual journal whose lines sum to zero', () => {
    expect(receipt).toMatchObject([
      {
        list: 'BankTransactions',
        body: { Type: 'RECEIVE', BankAccount: { Code: '8410' }, Reference: 'PMT000009' },
      },
    ])
    expect(journal).toMatchObject([
      {
        list: 'ManualJournals',
        body: { JournalLines: [{ LineAmount: -115 }, { LineAmount: 100 }, { LineAmount: 15 }] },
      },
    ])
  })
})

describe('records of the QuickBooks API', () => {
  const documents = everything('quickbooks')

  it('are an invoice, a credit memo, a payment and a journal entry of the customer', () => {
    expect(
      documents
        .flatMap((document) => quickbooksRecords(document, '58'))
        .map(({ entity, where }) => [entity, where]),
    ).toEqual([
      ['Invoice', "DocNumber = 'INV000123'"],
      ['CreditMemo', "DocNumber = 'CR000004'"],
      ['Payment', "PaymentRefNum = 'PMT000009'"],
      ['JournalEntry', "DocNumber = 'JNL000031'"],
    ])
    expect(quickbooksRecords(documents[0] as ExportDocument, '58')).toMatchObject([
      {
        body: {
          CustomerRef: { value: '58' },
          TxnTaxDetail: { TotalTax: 14.53 },
          GlobalTaxCalculation: 'TaxExcluded',
        },
      },
    ])
  })

  it('are a journal entry for money paid back, because a payment cannot be negative', () => {
    const refund = made('quickbooks', 'receipt', [posted({ type: 'refund', amount: 50_00 })])
    expect(quickbooksRecords(refund, '58')).toMatchObject([
      {
        entity: 'JournalEntry',
        body: {
          Line: [
            {
              Amount: 50,
              JournalEntryLineDetail: { PostingType: 'Debit', Entity: { EntityRef: { value: '58' } } },
            },
            { Amount: 50, JournalEntryLineDetail: { PostingType: 'Credit' } },
          ],
        },
      },
    ])
  })

  it('have the account code in the name of the customer, with quotes escaped in the query', () => {
    const document = { ...(documents[0] as ExportDocument), customer_name: "Thandi's: Shop" }
    expect(customerName(document)).toBe("Thandi's  Shop (OVB014)")
    expect(customerQuery(document)).toBe(
      String.raw`select Id from Customer where DisplayName = 'Thandi\'s  Shop (OVB014)'`,
    )
  })
})
