import { affords, type Funds } from '../../accounts/affordability.ts'
import { isStaff, type Actor } from '../../kit/actor.ts'
import type { Cents } from '../../kit/money.ts'
import { forbidden, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { statusLabel, type ShipmentStatus } from '../statuses/status.ts'

const payable: readonly ShipmentStatus[] = ['payment-pending', 'quote', 'quote-expired']

/**
 * Checks whether a shipment can be paid from the funds of the account: only by customers, only for quotes and pending
 * payments, and only when the account has sufficient funds.
 */
export function mayPayFromAccount(
  actor: Actor,
  status: ShipmentStatus,
  account: Funds,
  rate: Cents,
): RuleResult {
  if (isStaff(actor)) return forbidden('Staff cannot pay a shipment from an account.')
  if (!payable.includes(status))
    return wrongState(`This shipment is ${statusLabel(status).toLowerCase()}: there is nothing to pay.`)
  return affords(account, rate) ? true : wrongState('Insufficient funds. Please top up your account.')
}
