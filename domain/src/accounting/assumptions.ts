import { format_labels, usualTaxCodes, type AccountingSystemName, type ExportFormat } from './chart.ts'

/** What an export for a program takes for granted, as sentences; to be compared with the company's own books. */
export function exportAssumptions(format: ExportFormat): string[] {
  const { standard, zero, none } = usualTaxCodes(format)
  const codes = `VAT codes without an entry in the chart of accounts are ${standard} (standard rate), ${zero} (zero rate) and ${none} (no VAT).`
  return [codes, ...(format === 'xero' || format === 'quickbooks' ? of_system[format] : [])]
}

const of_system: Readonly<Record<AccountingSystemName, readonly string[]>> = {
  xero: [
    'Codes are the account codes of Xero. Each bank account has a code there.',
    'Debtors is a control account: Xero does not allow its own receivables account in bank transactions and journals.',
    'Invoices are approved on arrival, in Rand, with the VAT amounts from here.',
  ],
  quickbooks: [
    'Codes are the ids of accounts in QuickBooks; the codes of revenue are ids of products or services.',
    'The company uses its own VAT rates under these codes. The VAT total of each document comes from here.',
    'A missing customer is created with the name and code of the account.',
  ],
}

/** What the VAT return takes for granted. */
export const vat_return_assumptions: readonly string[] = [
  'The company declares VAT on the invoice basis. Supplies count on the day on which they were earned.',
  'Zero-rated transport is in field 2; nothing is in fields 1A, 2A, 3 and 4A.',
  'VAT on credit notes is in field 18, on bad debts in 17 and on bad debts recovered in 12.',
  'Fields 14 to 16 have only the VAT on gateway fees, in 15. Purchases are in the accounting program.',
]

/** The heading of assumptions for a program. */
export const assumptionsTitle = (format: ExportFormat): string =>
  `Assumed about ${format_labels[format]}: ask your accountant before the first export`
