import { wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/** The data that decides whether a shipment may be priced again. */
export interface ReratedShipment {
  disable_new_charges: boolean
  is_invoiced: boolean
}

/**
 * Checks whether new charges may be calculated: not when they are switched off and not after invoicing
 * (docs/domain/rating.md#pricing-again).
 */
export function mayRerate(shipment: ReratedShipment): RuleResult {
  if (shipment.is_invoiced)
    return wrongState('This shipment is invoiced. Correct its price with an admin debit or a credit note.')
  if (shipment.disable_new_charges) return wrongState('New charges are switched off for this shipment.')
  return true
}
