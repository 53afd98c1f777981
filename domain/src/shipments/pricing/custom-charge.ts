import { hasPermission, isStaff, type Actor } from '../../kit/actor.ts'
import { formatRand, max_at_once, type Cents } from '../../kit/money.ts'
import { forbidden, invalid, wrongState, type FieldProblem } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { customChargeValue } from '../../rates/charges/custom-charge.ts'
import { mayRerate, type ReratedShipment } from '../../rates/pricing/re-rating.ts'
import { isInvalid, type ShipmentStatus } from '../statuses/status.ts'

/** Maximum number of units of one charge; enough for a month of waiting time in minutes. */
export const max_charge_units = 50_000

/** The input for a charge that staff add manually. */
export interface TypedCharge {
  name: string
  /** In cents with VAT, per unit; a negative value reduces the price. */
  unit_price: Cents
  /** 0 for an amount without a quantity. */
  quantity: number
}

/** Checks whether the actor may manually add charges to a shipment or remove them. */
export function mayChangeCharges(
  actor: Actor,
  shipment: ReratedShipment & { status: ShipmentStatus },
): RuleResult {
  if (!isStaff(actor) || !hasPermission(actor, 'INLINE_add_custom_charge'))
    return forbidden('You may not change the charges of a shipment. Ask an administrator.')
  if (isInvalid(shipment.status))
    return wrongState(
      'You can change charges only on a booked shipment. This one is a quote, unpaid or cancelled.',
    )
  return mayRerate(shipment)
}

/** Checks a charge for a shipment whose current price is `rate` (cents). Returns the problems by field, or `true`. */
export function checkCharge({ name, unit_price, quantity }: TypedCharge, rate: Cents): RuleResult {
  const value = customChargeValue({ unit_price, quantity })
  const problems: FieldProblem[] = [
    ...(name.trim() === '' ? [{ field: 'name', message: 'Enter a name for the charge.' }] : []),
    ...(value === 0 ? [{ field: 'unit_price', message: 'Enter an amount other than R 0.00.' }] : []),
    ...(quantity < 0 || quantity > max_charge_units
      ? [{ field: 'quantity', message: `Enter a quantity up to ${max_charge_units}.` }]
      : []),
    ...(rate + value < 0
      ? [
          {
            field: 'unit_price',
            message: `This deducts ${formatRand(-value)}, but the shipment costs ${formatRand(rate)}. Deduct less.`,
          },
        ]
      : []),
    ...(rate + value > max_at_once
      ? [
          {
            field: 'unit_price',
            message: `The shipment would cost ${formatRand(rate + value)}. It can cost at most ${formatRand(max_at_once)}.`,
          },
        ]
      : []),
  ]
  const [first] = problems
  return first ? invalid(first.message, problems) : true
}

/** Formats a charge for the timeline: `Waiting time × 3 (R 150.00)`. */
export function chargeText({
  name,
  quantity,
  value,
}: {
  name: string
  quantity: number
  value: Cents
}): string {
  return `${name}${quantity > 0 ? ` × ${quantity}` : ''} (${formatRand(value)})`
}
