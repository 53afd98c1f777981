import { hasPermission, isStaff, type Actor } from '../../kit/actor.ts'
import { formatRand, max_at_once, type Cents } from '../../kit/money.ts'
import { forbidden, invalid, wrongState, type FieldProblem } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { customChargeValue } from '../../rates/charges/custom-charge.ts'
import { mayRerate, type ReratedShipment } from '../../rates/pricing/re-rating.ts'
import { isInvalid, type ShipmentStatus } from '../statuses/status.ts'

/** Most units of one charge: a month of waiting, by the minute. */
export const max_charge_units = 50_000

/** What is asked of a charge that staff add by hand. */
export interface TypedCharge {
  name: string
  /** Cents with VAT, for one unit; less than 0 takes something off. */
  unit_price: Cents
  /** 0 for a plain amount. */
  quantity: number
}

/** Whether somebody may add charges to a shipment by hand, or take such a charge off again. */
export function mayChangeCharges(
  actor: Actor,
  shipment: ReratedShipment & { status: ShipmentStatus },
): RuleResult {
  if (!isStaff(actor) || !hasPermission(actor, 'INLINE_add_custom_charge'))
    return forbidden('You may not change the charges of a shipment. Ask an administrator.')
  if (isInvalid(shipment.status))
    return wrongState(
      'Only a booked shipment has charges of its own. This one is a quote, unpaid or cancelled.',
    )
  return mayRerate(shipment)
}

/** What is wrong with a charge for a shipment that costs `rate` so far, field by field; `true` when nothing is. */
export function checkCharge({ name, unit_price, quantity }: TypedCharge, rate: Cents): RuleResult {
  const value = customChargeValue({ unit_price, quantity })
  const problems: FieldProblem[] = [
    ...(name.trim() === '' ? [{ field: 'name', message: 'Say what is charged.' }] : []),
    ...(value === 0 ? [{ field: 'unit_price', message: 'Enter an amount other than R 0.00.' }] : []),
    ...(quantity < 0 || quantity > max_charge_units
      ? [{ field: 'quantity', message: `Enter a quantity up to ${max_charge_units}.` }]
      : []),
    ...(rate + value < 0
      ? [
          {
            field: 'unit_price',
            message: `This takes off ${formatRand(-value)}, but the shipment costs ${formatRand(rate)}. Take off less.`,
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

/** A charge as the timeline names it: `Waiting time × 3 (R 150.00)`. */
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
