import { formatRand, type Cents } from '../kit/money.ts'
import { pay_labels, type ClaimPayMethod } from './model.ts'
import type { ClaimState } from './states.ts'

/** The e-mail to a claimant. */
export interface ClaimUpdate {
  subject: string
  headline: string
  lines: string[]
}

/** The claim data used in messages to claimants and staff. Amounts in cents. */
export interface NotifiedClaim {
  display_id: string
  tracking_reference: string
  claimed_amount: Cents
  approved_amount: Cents | null
  pay_by: ClaimPayMethod
}

const headlines: Readonly<Record<ClaimState, string>> = {
  submitted: 'We have received your claim.',
  'in-review': 'We are looking at your claim.',
  'needs-information': 'We need more information from you.',
  approved: 'Your claim is approved.',
  rejected: 'Your claim is not approved.',
  paid: 'Your claim is paid.',
  closed: 'Your claim is closed.',
}

/** Builds the e-mail about a new state, or, when `state` is `null`, about a message only. */
export function claimUpdate(state: ClaimState | null, message: string, claim: NotifiedClaim): ClaimUpdate {
  const headline = state === null ? 'You have a new message about your claim.' : headlines[state]
  return {
    subject: `${claim.display_id}: ${headline.charAt(0).toLowerCase()}${headline.slice(1, -1)}`,
    headline,
    lines: [
      `Claim ${claim.display_id} for shipment ${claim.tracking_reference}, ${formatRand(claim.claimed_amount)}.`,
      ...moneyLine(state, claim),
      ...message.split('\n').filter((line) => line.trim() !== ''),
    ],
  }
}

function moneyLine(state: ClaimState | null, claim: NotifiedClaim): string[] {
  const amount = formatRand(claim.approved_amount ?? 0)
  const part = claim.approved_amount !== claim.claimed_amount ? 'in part, ' : ''
  if (state === 'approved')
    return [`It is approved ${part}for ${amount}. Paid by: ${pay_labels[claim.pay_by].toLowerCase()}.`]
  if (state === 'paid')
    return [
      claim.pay_by === 'bank'
        ? `${amount} is on its way to the bank account you gave us.`
        : `${amount} is credited to your account.`,
    ]
  return []
}

/** Builds the inbox text for staff who assess claims when a claimant lodges or withdraws a claim or sends a message. */
export function claimInboxText(
  state: ClaimState | null,
  message: string,
  claim: NotifiedClaim & { account: string },
): { subject: string; text: string } {
  const about = `${formatRand(claim.claimed_amount)} for shipment ${claim.tracking_reference}.`
  if (state === 'submitted')
    return { subject: `${claim.display_id}: new claim from ${claim.account}`, text: about }
  if (state === 'closed')
    return { subject: `${claim.display_id}: withdrawn by ${claim.account}`, text: message || about }
  return {
    subject: `${claim.display_id}: message from ${claim.account}`,
    text: message || 'Files were sent.',
  }
}
