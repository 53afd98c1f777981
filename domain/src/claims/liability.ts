import { formatRand, type Cents } from '../kit/money.ts'
import { invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { ClaimKind } from './model.ts'

/** What limits how much may be approved. Cents. */
export interface LiabilityFacts {
  kind: ClaimKind
  declared_value: Cents
  /** What was paid for insuring the declared value; 0 when it was not insured. */
  insurance_charge: Cents
  /** The cover the company includes free of charge. */
  included_value: Cents
  /** What is paid at most for goods without cover (`claims_liability_without_cover`). */
  without_cover: Cents
  /** What the shipment cost; for late deliveries. */
  price: Cents
  /** Approved or paid for other claims of the same shipment. */
  approved_before: Cents
}

/** The most that may be approved, and the sentence that says why. */
export interface Liability {
  most: Cents
  is_covered: boolean
  reason: string
}

/**
 * The most a claim may be approved for (docs/domain/claims.md): the declared value where it is covered, because its
 * insurance was paid or it lies within the free cover, else the liability without cover, which cover never lowers; the
 * price for late deliveries. What other claims of the shipment were approved for is taken off.
 */
export function liabilityOf(about: LiabilityFacts): Liability {
  const { limit, is_covered, reason } = limitOf(about)
  const most = Math.max(0, limit - about.approved_before)
  return {
    most,
    is_covered,
    reason:
      about.approved_before > 0
        ? `${reason} ${formatRand(about.approved_before)} of it was approved for other claims of this shipment.`
        : reason,
  }
}

function limitOf(about: LiabilityFacts): { limit: Cents; is_covered: boolean; reason: string } {
  const { declared_value: declared, without_cover } = about
  if (about.kind === 'late')
    return {
      limit: about.price,
      is_covered: false,
      reason: `A late delivery is worth at most what the shipment cost, ${formatRand(about.price)}.`,
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
    : `The declared value of ${formatRand(declared)} lies within the free cover of ${formatRand(about.included_value)}.`
  return declared >= without_cover
    ? { limit: declared, is_covered: true, reason: why }
    : { limit: without_cover, is_covered: true, reason: `${why} ${without}` }
}

/** Whether an amount may be approved: above zero, not more than was claimed, not more than we are liable for. */
export function mayApproveAmount(
  amount: Cents | null,
  claim: { claimed_amount: Cents },
  liability: Liability,
): RuleResult {
  const wrong = (message: string) => invalid(message, [{ field: 'amount', message }])
  if (amount === null || amount <= 0) return wrong('Say how much is approved.')
  if (amount > claim.claimed_amount)
    return wrong(
      `Only ${formatRand(claim.claimed_amount)} was claimed. Approve that or less, or have the claim changed first.`,
    )
  if (amount > liability.most)
    return wrong(`At most ${formatRand(liability.most)} may be approved. ${liability.reason}`)
  return true
}
