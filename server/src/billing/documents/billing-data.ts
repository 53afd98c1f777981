import type { Cents } from '@waybill/domain/kit/money'

/** The courier company as named on its billing documents; fields without a value are empty text. */
export type Supplier = {
  name: string
  address_lines: readonly string[]
  registration_number: string
  /** Empty when the company is not registered for VAT. */
  vat_number: string
  /** Contact for questions about invoices; missing in documents stored before this field existed. */
  contact_name?: string
  phone: string
  email: string
  logo?: Uint8Array
}

/** Bank details for payment; `reference` is what the payer must quote. */
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
  /** Short place names, such as the suburb. */
  from: string
  to: string
  service: string
  /** Number of parcels and charged weight in kg; null when the line is not a shipment. */
  parcels: number | null
  charged_kg: number | null
  /** Printed instead of customer reference, route and service when the line is not a shipment. */
  description: string
  /** Total amount in cents, including VAT; negative for a credit. */
  amount: Cents
  /** The VAT included in `amount`, and its percentage on the day of the charge. */
  vat: Cents
  vat_percentage: number
  /** The zero-rated part of `amount`. */
  zero_rated: Cents
  /** '' when the account uses no cost centres. */
  cost_center: string
}

/** The totals of an invoice, in cents. */
export type InvoiceTotals = {
  /** Standard-rated amount without VAT. */
  standard_rated: Cents
  zero_rated: Cents
  total_excluding_vat: Cents
  /** One entry per VAT percentage used, highest first. */
  vat: readonly { percentage: number; amount: Cents }[]
  total: Cents
}

/** Totals invoice lines. VAT is the sum of the lines' VAT; exclusive = inclusive − VAT (docs/domain/rating.md#vat). */
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
