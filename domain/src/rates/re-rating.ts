import { formatRand, type Cents } from '../kit/money.ts'
import { wrongState } from '../kit/problem.ts'
import type { Verdict } from '../kit/verdict.ts'
import { multiplyDivide } from './exact.ts'
import type { Offer, PricedRow } from './offer.ts'
import type { VatType } from './price-book.ts'
import { percentageOf, summariseVat, vatShare } from './vat.ts'

/** What decides whether a shipment may be priced again. */
export interface ReratedShipment {
  disable_new_charges: boolean
  is_invoiced: boolean
}

/** Whether new charges may be computed: not when switched off, not after invoicing (domain notes 2.16). */
export function mayRerate(shipment: ReratedShipment): Verdict {
  if (shipment.is_invoiced)
    return wrongState('This shipment is invoiced. Correct its price with an admin debit or a credit note.')
  if (shipment.disable_new_charges) return wrongState('New charges are switched off for this shipment.')
  return true
}

/** The outcome of pricing a shipment again; amounts in cents. */
export interface Rerating {
  previous_rate: Cents
  rate: Cents
  /** `rate - previous_rate`: what the customer owes more. */
  difference: Cents
  /** The rows that replace the current ones, custom charges kept. */
  rows: readonly PricedRow[]
  /** For the ledger row and the tracking event: 'Re-rated from R 111.38 to R 207.56'. */
  description: string
}

/**
 * Compares a new offer with the current rows; `null` when the total stays the same and nothing is to be done. Custom
 * charges survive and the difference is one signed amount (domain notes 2.16).
 */
export function rerate(current: readonly PricedRow[], offer: Offer): Rerating | null {
  const kept = current.filter((row) => row.is_custom_charge)
  const rows = [...offer.rows, ...kept]
  const previous_rate = rateOfRows(current)
  const rate = rateOfRows(rows)
  if (rate === previous_rate) return null
  return {
    previous_rate,
    rate,
    difference: rate - previous_rate,
    rows,
    description: `Re-rated from ${formatRand(previous_rate)} to ${formatRand(rate)}`,
  }
}

/** The rate of rows: their sum without the informational `rate_formula` row (partner API 2.4). */
export function rateOfRows(rows: readonly Pick<PricedRow, 'type' | 'value'>[]): Cents {
  return rows.reduce((sum, row) => (row.type === 'rate_formula' ? sum : sum + row.value), 0)
}

/** The VAT in the rows of a shipment, once per VAT type (rulings 4); cents. */
export function vatOfRows(
  rows: readonly Pick<PricedRow, 'type' | 'value' | 'vat_type'>[],
  percentage: number,
): { vat: Cents; excluding_vat: Cents; zero_rated: Cents } {
  const charged = rows.filter((row) => row.type !== 'rate_formula')
  return summariseVat(charged, percentage)
}

/**
 * A charge added by staff: it survives re-rating, and with a quantity it is `quantity × unit price` (domain notes
 * 2.8). `unit_price` in cents with VAT.
 */
export function customCharge(about: {
  name: string
  unit_price: Cents
  /** 0 for a plain amount. */
  quantity: number
  vat_type: VatType
  vat_percentage: number
  rate_revision_id: number
}): PricedRow {
  const vat_percentage = percentageOf(about.vat_type, about.vat_percentage)
  const value =
    about.quantity > 0
      ? multiplyDivide(about.unit_price, Math.round(about.quantity * 100), 100)
      : about.unit_price
  return {
    type: 'rate_adjustment',
    type_id: 0,
    name: about.name,
    value,
    vat: vatShare(value, vat_percentage),
    vat_percentage,
    vat_type: about.vat_type,
    charge_type: 'flat',
    charge_value: about.unit_price / 100,
    is_opt_in: false,
    is_custom_charge: true,
    is_quantity_based_charge: about.quantity > 0,
    quantity: about.quantity,
    rate_revision_id: about.rate_revision_id,
    metadata: null,
  }
}

/**
 * Whether a price changed by measured dimensions is reported as a discrepancy (RATE-022): the difference from the
 * original rate reaches the account's threshold, or the provider's when the account's is 0. Cents.
 */
export function isDiscrepancy(original_rate: Cents, rate: Cents, provider: Cents, account: Cents): boolean {
  return Math.abs(rate - original_rate) >= (account || provider) && rate !== original_rate
}

/** Whether a customer may still dispute a discrepancy: within the window of days after its notice. */
export function mayDispute(notified: Date, now: Date, window_days: number): Verdict {
  if (now.getTime() <= notified.getTime() + window_days * 86_400_000) return true
  return wrongState(`A discrepancy can be disputed within ${window_days} days of its notice.`)
}
