import { rateLimited } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/** How many days a link can be used; a parcel that waits longer gets further messages with links of their own. */
export const receiver_link_days = 14

/** How often in an hour the page sends a link to the receiver of a parcel, for all who ask together. */
export const receiver_links_per_hour = 2

/** What the tracking page says about a link that does not work. */
export const receiver_link_texts = {
  used: 'This link was used. Enter the last digits of the phone number.',
  expired: 'This link has expired. Enter the last digits of the phone number.',
  unknown: 'This link does not work any more. Enter the last digits of the phone number.',
} as const

/**
 * Returns what a receiver reads when a message could not be sent, without the reason: it names gateways, the blocked list
 * or the contacts of the parcel.
 */
export function notSentText(company: CompanyContact): string {
  return `We could not send it now. Try again later, or ${reachUs(company)}.`
}

/** How to reach a company; `''` for none. */
export interface CompanyContact {
  phone: string
  email: string
}

/** Returns how a receiver reaches the company, as part of a sentence. */
export function reachUs({ phone, email }: CompanyContact): string {
  return phone ? `call us on ${phone}` : email ? `write to ${email}` : 'contact us'
}

/** Checks whether the page may send one more link in this hour. */
export function hasReceiverLinkLeft(sentThisHour: number): RuleResult {
  return (
    sentThisHour < receiver_links_per_hour ||
    rateLimited('A link was sent already. Wait an hour before you ask for another one, or call us.', 3_600)
  )
}
