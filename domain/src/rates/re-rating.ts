import type { Cents } from '../kit/money.ts'
import { wrongState } from '../kit/problem.ts'
import type { Verdict } from '../kit/verdict.ts'
import { multiplyDivide } from './exact.ts'
import type { PricedRow } from './offer.ts'
import type { VatType } from './price-book.ts'
import { percentageOf, vatShare } from './vat.ts'

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
