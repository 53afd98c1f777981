import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Cents } from '@waybill/domain/kit/money'
import type { Recipient } from '@waybill/domain/billing/model'
import { escapeHtml } from '../../kit/html.ts'
import type { BankDetails, InvoiceLine, Supplier } from './billing-data.ts'
import type { InvoiceDocument } from './invoice.ts'
import { decimal } from './invoice-csv.ts'

const currency = 'ZAR'
const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** A line of the XML: an invoice line, or the part of one with one VAT category. `net` and `vat` in cents. */
interface TaxedLine {
  line: InvoiceLine
  category: 'S' | 'Z' | 'O'
  percentage: number
  net: Cents
  vat: Cents
}

/**
 * Returns an invoice as UBL 2.1 in the form of Peppol BIS Billing 3.0, for software that imports invoices. Amounts are
 * those of the printed invoice. VAT numbers stay as South Africa issues them, without a country prefix.
 */
export function invoiceUbl(invoice: InvoiceDocument): string {
  const { number, supplier, recipient } = invoice
  const lines = invoice.lines.flatMap((line) => taxedLines(line, supplier.vat_number !== ''))
  const net = sum(lines.map((one) => one.net))
  const vat = sum(lines.map((one) => one.vat))
  const paid = invoice.amount_paid
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">',
    cbc('CustomizationID', customization),
    cbc('ProfileID', profile),
    cbc('ID', number),
    cbc('IssueDate', dayOf(invoice.invoice_date)),
    cbc('DueDate', dayOf(invoice.due_date)),
    cbc('InvoiceTypeCode', '380'),
    invoice.notes && cbc('Note', invoice.notes),
    cbc('DocumentCurrencyCode', currency),
    cbc('BuyerReference', recipient.account_code),
    invoice.from_date && invoice.to_date
      ? cac('InvoicePeriod', [
          cbc('StartDate', dayOf(invoice.from_date)),
          cbc('EndDate', dayOf(invoice.to_date)),
        ])
      : '',
    cac('AccountingSupplierParty', [supplierParty(supplier)]),
    cac('AccountingCustomerParty', [customerParty(recipient)]),
    invoice.bank ? paymentMeans(invoice.bank) : '',
    cac('TaxTotal', [amount('TaxAmount', vat), ...subtotals(lines)]),
    cac('LegalMonetaryTotal', [
      amount('LineExtensionAmount', net),
      amount('TaxExclusiveAmount', net),
      amount('TaxInclusiveAmount', net + vat),
      paid > 0 ? amount('PrepaidAmount', paid) : '',
      amount('PayableAmount', net + vat - paid),
    ]),
    ...lines.map(lineElement),
    '</Invoice>',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Splits a line into its standard-rated and zero-rated parts; without a VAT number nothing is taxed. */
function taxedLines(line: InvoiceLine, isTaxed: boolean): TaxedLine[] {
  if (!isTaxed) return [{ line, category: 'O', percentage: 0, net: line.amount, vat: 0 }]
  const standard = line.amount - line.zero_rated
  const parts: TaxedLine[] = []
  if (standard !== 0) {
    const isStandard = line.vat !== 0
    parts.push({
      line,
      category: isStandard ? 'S' : 'Z',
      percentage: isStandard ? line.vat_percentage : 0,
      net: standard - line.vat,
      vat: line.vat,
    })
  }
  if (line.zero_rated !== 0) parts.push({ line, category: 'Z', percentage: 0, net: line.zero_rated, vat: 0 })
  return parts
}

function subtotals(lines: readonly TaxedLine[]): string[] {
  const groups = new Map<string, { category: string; percentage: number; net: Cents; vat: Cents }>()
  for (const { category, percentage, net, vat } of lines) {
    const key = `${category} ${percentage}`
    const group = groups.get(key) ?? { category, percentage, net: 0, vat: 0 }
    groups.set(key, { ...group, net: group.net + net, vat: group.vat + vat })
  }
  return [...groups.values()].map(({ category, percentage, net, vat }) =>
    cac('TaxSubtotal', [
      amount('TaxableAmount', net),
      amount('TaxAmount', vat),
      taxCategory('TaxCategory', category, percentage, true),
    ]),
  )
}

function taxCategory(name: string, category: string, percentage: number, withReason: boolean): string {
  return cac(name, [
    cbc('ID', category),
    category === 'O' ? '' : cbc('Percent', String(percentage)),
    category === 'O' && withReason ? cbc('TaxExemptionReason', 'The supplier is not registered for VAT') : '',
    cac('TaxScheme', [cbc('ID', 'VAT')]),
  ])
}

function lineElement({ line, category, percentage, net }: TaxedLine, index: number): string {
  const name = [line.service, line.reference].filter(Boolean).join(' ') || line.description
  const route = [line.from, line.to].filter(Boolean).join(' to ')
  const details = [line.description, route, line.customer_reference].filter(Boolean).join(', ')
  return cac('InvoiceLine', [
    cbc('ID', String(index + 1)),
    // Prices must not be negative, so a credit has a negative quantity.
    `<cbc:InvoicedQuantity unitCode="C62">${net < 0 ? -1 : 1}</cbc:InvoicedQuantity>`,
    amount('LineExtensionAmount', net),
    line.cost_center ? cbc('AccountingCost', line.cost_center) : '',
    cac('Item', [
      details ? cbc('Description', details) : '',
      cbc('Name', name || 'Charge'),
      taxCategory('ClassifiedTaxCategory', category, percentage, false),
    ]),
    cac('Price', [amount('PriceAmount', Math.abs(net))]),
  ])
}

function supplierParty(supplier: Supplier): string {
  return cac('Party', [
    supplier.email ? endpointId(supplier.email) : '',
    cac('PartyName', [cbc('Name', supplier.name)]),
    postalAddress(supplier.address_lines),
    supplier.vat_number ? taxScheme(supplier.vat_number) : '',
    cac('PartyLegalEntity', [
      cbc('RegistrationName', supplier.name),
      supplier.registration_number ? cbc('CompanyID', supplier.registration_number) : '',
    ]),
    supplier.phone || supplier.email
      ? cac('Contact', [
          supplier.contact_name ? cbc('Name', supplier.contact_name) : '',
          supplier.phone ? cbc('Telephone', supplier.phone) : '',
          supplier.email ? cbc('ElectronicMail', supplier.email) : '',
        ])
      : '',
  ])
}

function customerParty(recipient: Recipient): string {
  return cac('Party', [
    cac('PartyIdentification', [cbc('ID', recipient.account_code)]),
    cac('PartyName', [cbc('Name', recipient.name)]),
    postalAddress(recipient.address_lines),
    recipient.vat_number ? taxScheme(recipient.vat_number) : '',
    cac('PartyLegalEntity', [cbc('RegistrationName', recipient.name)]),
  ])
}

function endpointId(email: string): string {
  return `<cbc:EndpointID schemeID="EM">${escapeHtml(email)}</cbc:EndpointID>`
}

function taxScheme(vatNumber: string): string {
  return cac('PartyTaxScheme', [cbc('CompanyID', vatNumber), cac('TaxScheme', [cbc('ID', 'VAT')])])
}

function postalAddress([street = '', additional = '', ...others]: readonly string[]): string {
  return cac('PostalAddress', [
    street ? cbc('StreetName', street) : '',
    additional ? cbc('AdditionalStreetName', additional) : '',
    others.length > 0 ? cac('AddressLine', [cbc('Line', others.join(', '))]) : '',
    cac('Country', [cbc('IdentificationCode', 'ZA')]),
  ])
}

function paymentMeans(bank: BankDetails): string {
  return cac('PaymentMeans', [
    '<cbc:PaymentMeansCode name="Credit transfer">30</cbc:PaymentMeansCode>',
    cbc('PaymentID', bank.reference),
    cac('PayeeFinancialAccount', [
      cbc('ID', bank.account_number),
      cbc('Name', bank.account_holder),
      cac('FinancialInstitutionBranch', [cbc('ID', bank.branch_code)]),
    ]),
  ])
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, one) => total + one, 0)
}

function cac(name: string, children: readonly string[]): string {
  return `<cac:${name}>${children.filter(Boolean).join('')}</cac:${name}>`
}

function cbc(name: string, value: string): string {
  return `<cbc:${name}>${escapeHtml(value)}</cbc:${name}>`
}

function amount(name: string, cents: Cents): string {
  return `<cbc:${name} currencyID="${currency}">${decimal(cents)}</cbc:${name}>`
}
