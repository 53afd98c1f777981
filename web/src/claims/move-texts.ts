import type { ClaimEvidence } from '@waybill/domain/claims/api'
import type { Claim } from '@waybill/domain/claims/model'
import { movesOf, type ClaimMove } from '@waybill/domain/claims/states'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { hasPermission, type Actor } from '@waybill/domain/kit/actor'
import { forbidden, wrongState } from '@waybill/domain/kit/problem'
import type { RuleResult } from '@waybill/domain/kit/rule-result'

/** A transition that a user may make: its button label, and whether it can be made now. */
export interface OfferedMove {
  move: ClaimMove
  label: string
  verdict: RuleResult
}

/** Returns the transitions that the user may make on a claim, with their rule results. The server checks them again. */
export function offeredMoves(me: Actor, claim: Claim, evidence: ClaimEvidence | null): OfferedMove[] {
  return movesOf(me, claim.state).map((move) => ({
    move,
    label: me.account_id !== null && move.to === 'in-review' ? 'Answer' : move.label,
    verdict: ruleResultOf(me, move, claim, evidence),
  }))
}

/** Returns the transition that takes a claim forward, which the page offers first. */
export function nextMove(moves: readonly OfferedMove[]): OfferedMove | null {
  return moves.find(({ move }) => ['approved', 'paid', 'in-review'].includes(move.to) && !move.undoes) ?? null
}

function ruleResultOf(me: Actor, move: ClaimMove, claim: Claim, evidence: ClaimEvidence | null): RuleResult {
  if (move.to === 'approved' && evidence?.most === 0)
    return wrongState(`No amount can be approved any more. ${evidence.reason}`)
  if (move.to !== 'paid') return true
  const types = claim.pay_by === 'bank' ? (['admin-credit', 'refund'] as const) : (['admin-credit'] as const)
  const missing = types.find((type) => !hasPermission(me, transaction_types[type].permission ?? ''))
  return missing
    ? forbidden(
        `Paying posts a ${transaction_types[missing].label.toLowerCase()}. You do not have this permission.`,
      )
    : true
}
