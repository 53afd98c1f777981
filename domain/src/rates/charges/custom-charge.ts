import type { Cents } from '../../kit/money.ts'
import { multiplyDivide } from '../formulas/exact-arithmetic.ts'
import type { PricedRow } from '../pricing/offer.ts'
import type { VatType } from '../price-books/price-book.ts'
import { percentageOf, vatShare } from './vat.ts'

/**
 * Returns the amount of a charge added by staff, in cents: `quantity × unit_price` when the quantity is above 0, else
 * `unit_price`.
 */
export function customChargeValue({ unit_price, quantity }: { unit_price: Cents; quantity: number }): Cents {
  return quantity > 0 ? multiplyDivide(unit_price, Math.round(quantity * 100), 100) : unit_price
}

/**
 * Builds the row of a charge that staff added. Such a charge is retained when the shipment is priced again.
 * `unit_price` is in cents, including VAT.
 */
export function customCharge(about: {
  name: string
  unit_price: Cents
  /** 0 for an amount without a quantity. */
  quantity: number
  vat_type: VatType
  vat_percentage: number
  rate_revision_id: number
}): PricedRow {
  const vatPercentage = percentageOf(about.vat_type, about.vat_percentage)
  const value = customChargeValue(about)
  return {
    type: 'rate_adjustment',
    type_id: 0,
    name: about.name,
    value,
    vat: vatShare(value, vatPercentage),
    vat_percentage: vatPercentage,
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
