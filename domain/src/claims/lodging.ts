import { daysAfter } from '../kit/dates/service-days.ts'
import { isOneEmail } from '../kit/contacts/email.ts'
import { formatDate, formatLongDay } from '../kit/texts/format.ts'
import type { Actor } from '../kit/actor.ts'
import { formatRand, type Cents } from '../kit/money.ts'
import { forbidden, invalid, wrongState, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { dayOf } from '../kit/calls/wire.ts'
import { hasBeenCollected, type ShipmentStatus } from '../shipments/statuses/status.ts'
import { kind_labels, max_files, max_value, type ClaimKind, type ClaimPayMethod } from './model.ts'
import { isUndecided, mayAssess, stateLabel, type ClaimState } from './states.ts'

/** The shipment data needed to decide whether a claim may be lodged. */
export interface ClaimableShipment {
  tracking_reference: string
  status: ShipmentStatus
  service_level_code: string
  collected_date: Date | null
  delivered_date: Date | null
  /** When it came to the door of the receiver or to the pickup point where the receiver fetches it. */
  arrived_date: Date | null
  /** The end of the estimated delivery time. */
  estimated_delivery_to: Date | null
}

/** The company's settings for claims. */
export interface ClaimRules {
  is_enabled: boolean
  /** Number of days after the delivery, or after the latest estimated delivery, in which a claim may be lodged. */
  window_days: number
  /** Codes of service levels whose delivery time is guaranteed. */
  guaranteed: readonly string[]
}

/** Final statuses without a delivery. */
const ended: readonly ShipmentStatus[] = ['damaged', 'undeliverable', 'returned-to-sender']

/**
 * Returns the last day on which a claim may be lodged, `YYYY-MM-DD`; `null` when the shipment has neither a delivery
 * date nor an estimate.
 */
export function lodgeUntil(
  shipment: Pick<ClaimableShipment, 'delivered_date' | 'estimated_delivery_to'>,
  rules: Pick<ClaimRules, 'window_days'>,
): string | null {
  const from = shipment.delivered_date ?? shipment.estimated_delivery_to
  return from && daysAfter(dayOf(from), rules.window_days)
}

/** Checks whether the company has claims enabled. */
export function mayUseClaims(rules: Pick<ClaimRules, 'is_enabled'>): RuleResult {
  return (
    rules.is_enabled ||
    forbidden('Claims are switched off for this company. Contact us about a loss or damage.')
  )
}

/**
 * Checks whether a claim for a shipment may be lodged now (docs/domain/claims.md): the shipment was collected, it has
 * arrived or is overdue, and the window is open. Staff who assess claims may also lodge one after the window.
 */
export function mayLodge(
  actor: Actor,
  shipment: ClaimableShipment,
  rules: ClaimRules,
  now: Date,
): RuleResult {
  const enabled = mayUseClaims(rules)
  if (enabled !== true) return enabled
  const { tracking_reference: reference, status, delivered_date, estimated_delivery_to } = shipment
  if (status === 'cancelled')
    return wrongState(
      `${reference} was cancelled. You cannot lodge a claim for it. Contact us about its price.`,
    )
  if (!hasBeenCollected(shipment) && !ended.includes(status))
    return wrongState(`${reference} has not been collected yet. You cannot lodge a claim for it yet.`)
  const isOver = delivered_date !== null || ended.includes(status)
  if (!isOver && estimated_delivery_to !== null && now < estimated_delivery_to)
    return wrongState(
      `${reference} is on its way and expected by ${formatDate(estimated_delivery_to)}. Lodge a claim if it has not arrived by then.`,
    )
  const until = lodgeUntil(shipment, rules)
  if (until === null || dayOf(now) <= until || mayAssess(actor)) return true
  const days = rules.window_days === 1 ? '1 day' : `${rules.window_days} days`
  return wrongState(
    `The deadline for a claim for ${reference} was ${formatLongDay(until)}, ${days} after ${delivered_date ? 'its delivery' : 'the day it was expected'}. Contact us if you could not meet it.`,
  )
}

/** Checks whether a claim of this kind fits what happened to the shipment. */
export function mayClaimKind(kind: ClaimKind, shipment: ClaimableShipment, rules: ClaimRules): RuleResult {
  const { tracking_reference: reference, delivered_date, arrived_date, estimated_delivery_to } = shipment
  const wrong = (message: string) => invalid(message, [{ field: 'kind', message }])
  if (kind === 'late') {
    if (!rules.guaranteed.includes(shipment.service_level_code))
      return wrong(
        `The delivery time of service level ${shipment.service_level_code} is not guaranteed. You cannot claim for a late delivery.`,
      )
    const isLate = arrived_date && estimated_delivery_to && arrived_date > estimated_delivery_to
    return !arrived_date || isLate ? true : wrong(`${reference} was delivered on time.`)
  }
  if (kind === 'lost' || delivered_date || ended.includes(shipment.status)) return true
  return wrong(
    `${reference} has not been delivered, so we cannot confirm that it is ${kind_labels[kind].toLowerCase()}. Claim for a lost shipment instead.`,
  )
}

/** The data of another claim of the same shipment. */
export interface EarlierClaim {
  display_id: string
  state: ClaimState
  kind: ClaimKind
  parcel_ids: readonly number[]
  is_paid: boolean
}

/**
 * Checks whether these parcels may be claimed for: they belong to the shipment, no undecided claim covers them, and
 * no claim of the same kind does unless it was closed without being paid.
 */
export function mayClaimParcels(
  claim: { kind: ClaimKind; parcel_ids: readonly number[] },
  parcels: readonly { id: number; tracking_reference: string }[],
  earlier: readonly EarlierClaim[],
): RuleResult {
  const wrong = (message: string) => invalid(message, [{ field: 'parcel_ids', message }])
  if (claim.parcel_ids.length === 0) return wrong('Choose the parcels for this claim.')
  const stranger = claim.parcel_ids.find((id) => !parcels.some((parcel) => parcel.id === id))
  if (stranger !== undefined) return wrong(`Parcel ${stranger} does not belong to this shipment.`)
  for (const other of earlier) {
    const shared = parcels.find(({ id }) => claim.parcel_ids.includes(id) && other.parcel_ids.includes(id))
    if (!shared) continue
    if (other.kind === claim.kind && other.is_paid)
      return wrongState(
        `Claim ${other.display_id} was paid for parcel ${shared.tracking_reference}. Choose other parcels.`,
      )
    if (isUndecided(other.state) || (other.kind === claim.kind && other.state !== 'closed'))
      return wrongState(
        `Claim ${other.display_id} is already ${stateLabel(other.state).toLowerCase()} for parcel ${shared.tracking_reference}. Add to that claim, or choose other parcels.`,
      )
  }
  return true
}

/** The claim details to check: a new claim, or a stored claim with its changes applied. */
export interface ClaimDraft {
  kind: ClaimKind
  description: string
  item_value: Cents
  claimed_amount: Cents
  pay_by: ClaimPayMethod
  bank_details: string
  contact_email: string
}

/** Returns the problems of the claim details, in form order. */
export function checkClaim(
  draft: ClaimDraft,
  about: { account_type: string; by_claimant: boolean; files?: number },
): FieldProblem[] {
  const problems: FieldProblem[] = []
  const wrong = (field: string, message: string) => problems.push({ field, message })
  const isAmount = (amount: Cents) => amount > 0 && amount <= max_value
  if (draft.description.trim() === '') wrong('description', 'Describe what happened.')
  if (draft.kind !== 'late' && !isAmount(draft.item_value))
    wrong(
      'item_value',
      draft.item_value > max_value
        ? `One claim is for at most ${formatRand(max_value)}. Check the value.`
        : 'Enter the value of the goods.',
    )
  if (!isAmount(draft.claimed_amount)) wrong('claimed_amount', 'Enter the amount you claim.')
  else if (draft.kind !== 'late' && draft.claimed_amount > draft.item_value)
    wrong('claimed_amount', `Claim at most the value of the goods, ${formatRand(draft.item_value)}.`)
  if (draft.pay_by === 'account-credit' && about.account_type === 'guest')
    wrong('pay_by', 'A guest has no account to credit. Choose a bank transfer.')
  if (draft.pay_by === 'bank' && about.by_claimant && draft.bank_details.trim() === '')
    wrong('bank_details', 'Enter the bank, the account number and the account holder.')
  if (draft.contact_email === '') wrong('contact_email', 'Enter the email address for updates on this claim.')
  else if (!isOneEmail(draft.contact_email))
    wrong('contact_email', `${draft.contact_email} is not an email address.`)
  if ((about.files ?? 0) > max_files) wrong('files', `Send at most ${max_files} files at once.`)
  return problems
}

/** Checks whether the claim details may still be changed. */
export function mayChange(claim: { display_id: string; state: ClaimState }): RuleResult {
  return isUndecided(claim.state)
    ? true
    : wrongState(
        `${claim.display_id} is ${stateLabel(claim.state).toLowerCase()} and can no longer be changed. Write a message instead.`,
      )
}

/** Checks whether a message or files may be added to a claim. */
export function mayAddMessage(
  claim: { display_id: string; state: ClaimState },
  answer: { message: string; files: number },
): RuleResult {
  if (claim.state === 'closed')
    return wrongState(`${claim.display_id} is closed. Lodge a new claim if you need to add something.`)
  if (answer.message.trim() === '' && answer.files === 0)
    return invalid('Write a message or choose a file.', [{ field: 'message', message: 'Write a message.' }])
  if (answer.files <= max_files) return true
  const message = `Send at most ${max_files} files at once.`
  return invalid(message, [{ field: 'files', message }])
}
