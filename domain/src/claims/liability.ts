import { formatRand, type Cents } from '../kit/money.ts'
import { invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { ClaimKind } from './model.ts'

/** The values that limit the approved amount, in cents. */
export interface LiabilityFacts {
  kind: ClaimKind
  declared_value: Cents
  /** What was paid to insure the declared value; 0 when it was not insured. */
  insurance_charge: Cents
  /** The cover that the company includes free of charge. */
  included_value: Cents
  /** The maximum paid for goods without cover (`claims_liability_without_cover`). */
  without_cover: Cents
  /** The price of the shipment; the limit for late deliveries. */
  price: Cents
  /** Total approved or paid for other claims of the same shipment. */
  approved_before: Cents
}

/** The maximum amount that may be approved, and the sentence that explains it. */
export interface Liability {
  most: Cents
  is_covered: boolean
  reason: string
}

/**
 * Returns the maximum amount that may be approved for a claim (docs/domain/claims.md). The limit is the declared
 * value when it is insured or within the free cover, otherwise the liability without cover. Cover never lowers that
 * liability. For late deliveries the limit is the price. Amounts approved for other claims of the shipment are
 * subtracted.
 */
export function liabilityOf(about: LiabilityFacts): Liability {
  const { limit, is_covered, reason } = limitOf(about)
  const maxAmount = Math.max(0, limit - about.approved_before)
  return {
    most: maxAmount,
    is_covered,
    reason:
      about.approved_before > 0
        ? `${reason} ${formatRand(about.approved_before)} was already approved for other claims of this shipment.`
        : reason,
  }
}

function limitOf(about: LiabilityFacts): { limit: Cents; is_covered: boolean; reason: string } {
  const { declared_value: declared, without_cover } = about
  if (about.kind === 'late')
    return {
      limit: about.price,
      is_covered: false,
      reason: `For a late delivery we pay at most the price of the shipment, ${formatRand(about.price)}.`,
    }
  const isInsured = about.insurance_charge > 0
  const isIncluded = declared > 0 && declared <= about.included_value
  const without = `Without cover we are liable for at most ${formatRand(without_cover)}.`
  if (!isInsured && !isIncluded)
    return {
      limit: without_cover,
      is_covered: false,
      reason:
        declared > 0 ? `The declared value of ${formatRand(declared)} was not insured. ${without}` : without,
    }
  const why = isInsured
    ? `The declared value of ${formatRand(declared)} was insured for ${formatRand(about.insurance_charge)}.`
    : `The declared value of ${formatRand(declared)} is within the free cover of ${formatRand(about.included_value)}.`
  return declared >= without_cover
    ? { limit: declared, is_covered: true, reason: why }
    : { limit: without_cover, is_covered: true, reason: `${why} ${without}` }
}

/** Checks whether an amount may be approved: above zero, at most the claimed amount and at most the liability. */
export function mayApproveAmount(
  amount: Cents | null,
  claim: { claimed_amount: Cents },
  liability: Liability,
): RuleResult {
  const wrong = (message: string) => invalid(message, [{ field: 'amount', message }])
  if (amount === null || amount <= 0) return wrong('Enter the approved amount.')
  if (amount > claim.claimed_amount)
    return wrong(
      `Only ${formatRand(claim.claimed_amount)} was claimed. Approve at most this amount, or have the claim changed first.`,
    )
  if (amount > liability.most)
    return wrong(`At most ${formatRand(liability.most)} may be approved. ${liability.reason}`)
  return true
}
