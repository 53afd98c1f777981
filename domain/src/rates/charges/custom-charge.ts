import type { Cents } from '../../kit/money.ts'
import { multiplyDivide } from '../formulas/exact-arithmetic.ts'
import type { PricedRow } from '../pricing/offer.ts'
import type { VatType } from '../price-books/price-book.ts'
import { percentageOf, vatShare } from './vat.ts'

/** What a charge added by staff comes to, cents: its price, or `quantity × unit price` where there is a quantity. */
export function customChargeValue({ unit_price, quantity }: { unit_price: Cents; quantity: number }): Cents {
  return quantity > 0 ? multiplyDivide(unit_price, Math.round(quantity * 100), 100) : unit_price
}

/** A charge added by staff, which survives every later pricing. `unit_price` in cents with VAT. */
export function customCharge(about: {
  name: string
  unit_price: Cents
  /** 0 for a plain amount. */
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
