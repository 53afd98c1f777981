import { hasPermission, isOffice, type Actor } from '../kit/actor.ts'
import { forbidden, invalid, wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** Every claim state, in the order of the claim's life cycle (docs/domain/claims.md). */
export const claim_states = [
  'submitted',
  'in-review',
  'needs-information',
  'approved',
  'rejected',
  'paid',
  'closed',
] as const
export type ClaimState = (typeof claim_states)[number]

/** Colour families of badges; yellow means that the claimant must act. */
export type ClaimColour = 'blue' | 'yellow' | 'green' | 'red' | 'grey'

interface StateFacts {
  label: string
  colour: ClaimColour
  /** No decision yet: the parcels cannot be claimed for again, and the claim may still be changed. */
  is_undecided: boolean
}

const facts: Readonly<Record<ClaimState, StateFacts>> = {
  submitted: { label: 'Submitted', colour: 'blue', is_undecided: true },
  'in-review': { label: 'In review', colour: 'blue', is_undecided: true },
  'needs-information': { label: 'Needs information', colour: 'yellow', is_undecided: true },
  approved: { label: 'Approved', colour: 'green', is_undecided: false },
  rejected: { label: 'Rejected', colour: 'red', is_undecided: false },
  paid: { label: 'Paid', colour: 'green', is_undecided: false },
  closed: { label: 'Closed', colour: 'grey', is_undecided: false },
}

/** Returns the display label of a state. */
export function stateLabel(state: ClaimState): string {
  return facts[state].label
}

/** Returns the colour family of the state's badge. */
export function stateColour(state: ClaimState): ClaimColour {
  return facts[state].colour
}

/** Whether a claim in this state has no decision yet. */
export function isUndecided(state: ClaimState): boolean {
  return facts[state].is_undecided
}

/** States without a decision. */
export const undecided_states = claim_states.filter(isUndecided)

/** States in which the company still has to act on the claim. */
export const open_states: readonly ClaimState[] = [...undecided_states, 'approved']

/** The role that may make a move: staff who assess claims, staff who decide on money, or the customer. */
export type MoveBy = 'assessor' | 'approver' | 'claimant'

/** One transition from one or more states to another state. */
export interface ClaimMove {
  from: readonly ClaimState[]
  to: ClaimState
  by: readonly MoveBy[]
  /** The button label. */
  label: string
  /** `needed` when a message to the claimant is required; otherwise the message is optional. */
  message: 'needed' | 'may'
  /** An approved amount is set with this move. */
  amount?: true
  /** Undoes the decision. */
  undoes?: true
}

const undecided = undecided_states

/** The table of all claim moves: who may make each move, and what it requires (docs/domain/claims.md). */
export const claim_moves: readonly ClaimMove[] = [
  { from: ['submitted'], to: 'in-review', by: ['assessor'], label: 'Start review', message: 'may' },
  {
    from: ['needs-information'],
    to: 'in-review',
    by: ['claimant', 'assessor'],
    label: 'Continue review',
    message: 'needed',
  },
  {
    from: ['submitted', 'in-review'],
    to: 'needs-information',
    by: ['assessor'],
    label: 'Ask for information',
    message: 'needed',
  },
  {
    from: ['in-review'],
    to: 'approved',
    by: ['approver'],
    label: 'Approve',
    message: 'may',
    amount: true,
  },
  { from: undecided, to: 'rejected', by: ['approver'], label: 'Reject', message: 'needed' },
  { from: ['approved'], to: 'paid', by: ['approver'], label: 'Pay', message: 'may' },
  {
    from: ['approved', 'rejected'],
    to: 'in-review',
    by: ['approver'],
    label: 'Undo decision',
    message: 'needed',
    undoes: true,
  },
  { from: ['paid', 'rejected'], to: 'closed', by: ['assessor'], label: 'Close', message: 'may' },
  { from: undecided, to: 'closed', by: ['claimant'], label: 'Withdraw claim', message: 'may' },
]

/** Whether the actor is a member of staff who may assess claims. */
export function mayAssess(actor: Actor): boolean {
  return isOffice(actor) && hasPermission(actor, 'INLINE_assess_claims')
}

/** Whether the actor is a member of staff who may decide what is paid for a claim. */
export function mayApprove(actor: Actor): boolean {
  return isOffice(actor) && hasPermission(actor, 'INLINE_approve_claims')
}

const roles: Readonly<Record<MoveBy, (actor: Actor) => boolean>> = {
  assessor: mayAssess,
  approver: mayApprove,
  claimant: (actor) => actor.account_id !== null,
}

const denial_texts: Readonly<Record<MoveBy, string>> = {
  assessor: 'You may not assess claims. Ask an administrator for the right to assess claims.',
  approver: 'You may not decide on claims. Ask someone who may approve claims.',
  claimant: 'Only the customer may withdraw a claim. Reject it, or ask the customer to withdraw it.',
}

/** The claim data that the move rules need. */
export interface MovedClaim {
  display_id: string
  state: ClaimState
}

/** Returns the moves from a state, for all roles. */
export function movesFrom(state: ClaimState): ClaimMove[] {
  return claim_moves.filter((move) => move.from.includes(state))
}

/** Returns the moves that the actor may make from a state, in table order. */
export function movesOf(actor: Actor, state: ClaimState): ClaimMove[] {
  return movesFrom(state).filter(({ by }) => by.some((who) => roles[who](actor)))
}

/** Checks whether the actor may move a claim to a state: the table contains the move, and the actor has its role. */
export function mayMove(actor: Actor, claim: MovedClaim, to: ClaimState): RuleResult {
  const methods = movesFrom(claim.state).filter((move) => move.to === to)
  const [firstMove] = methods
  if (!firstMove) {
    const next = movesFrom(claim.state).map((move) => stateLabel(move.to).toLowerCase())
    const is = `${claim.display_id} is ${stateLabel(claim.state).toLowerCase()}`
    return wrongState(
      next.length === 0
        ? `${is}; nothing follows from that. Lodge a new claim.`
        : `${is} and cannot become ${stateLabel(to).toLowerCase()}. It can become ${[...new Set(next)].join(', ')}.`,
    )
  }
  if (methods.some(({ by }) => by.some((who) => roles[who](actor)))) return true
  return forbidden(denial_texts[firstMove.by[0] ?? 'assessor'])
}

/** Checks whether a move has a message to the claimant when the move requires one. */
export function checkMessage(from: ClaimState, to: ClaimState, message: string): RuleResult {
  const isNeeded = movesFrom(from).some((move) => move.to === to && move.message === 'needed')
  if (!isNeeded || message.trim() !== '') return true
  const sentence =
    to === 'rejected'
      ? 'Tell the customer why the claim is rejected.'
      : to === 'needs-information'
        ? 'Enter what you need from the customer.'
        : 'Enter why the claim is reviewed again.'
  return invalid(sentence, [{ field: 'message', message: sentence }])
}
