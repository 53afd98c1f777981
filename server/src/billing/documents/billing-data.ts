import type { Cents } from '@waybill/domain/kit/money'

/** The courier company as its billing documents name it; empty text where nothing is set. */
export type Supplier = {
  name: string
  address_lines: readonly string[]
  registration_number: string
  /** Empty for a company that is not registered for VAT. */
  vat_number: string
  /** Who answers questions about invoices; documents kept from before have none. */
  contact_name?: string
  phone: string
  email: string
  logo?: Uint8Array
}

/** The customer who is billed. */
export type Recipient = {
  name: string
  address_lines: readonly string[]
  vat_number: string
  account_code: string
}

/** Where to pay; `reference` is what the payer must quote. */
export type BankDetails = {
  account_holder: string
  bank_name: string
  branch_code: string
  account_type: string
  account_number: string
  reference: string
}

/** One invoiced transaction: a shipment, or another debit or credit that has only a `description`. */
export type InvoiceLine = {
  date: Date
  reference: string
  customer_reference: string
  /** Short places, such as the suburb. */
  from: string
  to: string
  service: string
  /** Number of parcels and charged weight in kg; null where the line is no shipment. */
  parcels: number | null
  charged_kg: number | null
  /** What is printed instead of customer reference, route and service when the line is no shipment. */
  description: string
  /** Whole amount in cents, VAT included; negative for a credit. */
  amount: Cents
  /** The VAT within `amount`, and its percentage on the day of the charge. */
  vat: Cents
  vat_percentage: number
  /** The zero-rated part of `amount`. */
  zero_rated: Cents
  /** '' when the account uses no cost centres. */
  cost_center: string
}

/** The sums of an invoice, in cents. */
export type InvoiceTotals = {
  /** Standard-rated value without VAT. */
  standard_rated: Cents
  zero_rated: Cents
  total_excluding_vat: Cents
  /** One entry per percentage in force, highest first. */
  vat: readonly { percentage: number; amount: Cents }[]
  total: Cents
}

/** Adds up lines: VAT is the sum of the lines' VAT, exclusive = inclusive − VAT (docs/domain/rating.md#vat). */
export function invoiceTotals(lines: readonly InvoiceLine[]): InvoiceTotals {
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const zeroRated = lines.reduce((sum, line) => sum + line.zero_rated, 0)
  const byPercentage = new Map<number, Cents>()
  for (const { vat, vat_percentage } of lines) {
    if (vat !== 0) byPercentage.set(vat_percentage, (byPercentage.get(vat_percentage) ?? 0) + vat)
  }
  const vat = [...byPercentage]
    .map(([percentage, amount]) => ({ percentage, amount }))
    .sort((a, b) => b.percentage - a.percentage)
  const totalExcludingVat = total - vat.reduce((sum, one) => sum + one.amount, 0)
  return {
    standard_rated: totalExcludingVat - zeroRated,
    zero_rated: zeroRated,
    total_excluding_vat: totalExcludingVat,
    vat,
    total,
  }
}
