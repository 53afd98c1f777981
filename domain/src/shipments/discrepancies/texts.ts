import { formatRand, type Cents } from '../../kit/money.ts'
import { formatLongDay } from '../../kit/texts/format.ts'
import type { DiscrepancyOutcome } from './discrepancy.ts'

/** What happened to a discrepancy that people are notified of. */
export const discrepancy_notices = ['noticed', 'disputed', 'settled'] as const
export type DiscrepancyNotice = (typeof discrepancy_notices)[number]

/** The data that messages about a discrepancy contain. Prices in cents. */
export interface NotifiedDiscrepancy {
  reference: string
  account: string
  submitted_rate: Cents
  measured_rate: Cents
  decided_rate: Cents | null
  outcome: DiscrepancyOutcome | null
  /** Last day to dispute, `YYYY-MM-DD`. */
  dispute_until: string | null
  dispute_reason: string
  /** `''` when the account did not answer. */
  decision_message: string
}

const outcome_texts: Readonly<Record<DiscrepancyOutcome, string>> = {
  measured: 'The measures of the hub hold.',
  submitted: 'The measures of the booking hold.',
  own: 'Other measures were agreed.',
}

/** Returns the sentence about which measures hold. */
export function outcomeText(outcome: DiscrepancyOutcome): string {
  return outcome_texts[outcome]
}

/** Subject and paragraphs of a message about a discrepancy. */
export interface DiscrepancyMessage {
  subject: string
  lines: string[]
}

/**
 * Builds the message to the account, about a new discrepancy or its end, or to staff, about a dispute. `withPrices`
 * is for readers who may see amounts.
 */
export function discrepancyMessage(
  notice: DiscrepancyNotice,
  about: NotifiedDiscrepancy,
  withPrices: boolean,
): DiscrepancyMessage {
  const { reference, submitted_rate, measured_rate, decided_rate } = about
  const paragraphs: Readonly<Record<DiscrepancyNotice, readonly (string | false)[]>> = {
    noticed: [
      withPrices &&
        `Booked, it costs ${formatRand(submitted_rate)}. As measured, it costs ${formatRand(measured_rate)}.`,
      `Nothing is charged yet. You can dispute the measures until ${formatLongDay(about.dispute_until)}; without an answer they hold.`,
    ],
    disputed: [about.dispute_reason, 'Please decide which measures hold.'],
    settled: [
      about.outcome !== null && outcomeText(about.outcome),
      about.decision_message || 'The measures were not disputed in time.',
      withPrices && `The price is ${formatRand(decided_rate ?? measured_rate)}.`,
    ],
  }
  const subjects: Readonly<Record<DiscrepancyNotice, string>> = {
    noticed: `${reference}: measured differently than booked`,
    disputed: `${about.account} disputes the weight of ${reference}`,
    settled: `${reference}: its measured weight is settled`,
  }
  return { subject: subjects[notice], lines: paragraphs[notice].filter((line) => line !== false) }
}

/**
 * Returns the sentence for a hub clerk who measures a parcel whose price changes enough to wait for the account.
 * Prices in cents; `null` for users who see no amounts.
 */
export function measuredSentence(prices: { from: Cents; to: Cents } | null): string {
  const price = prices
    ? `The price would become ${formatRand(prices.to)} instead of ${formatRand(prices.from)}.`
    : 'The price would change.'
  return `${price} The account can dispute this first; nothing is charged yet.`
}

/** Returns the sentence for a hub clerk who has to photograph the parcel on the scale first. */
export function photoSentence(prices: { from: Cents; to: Cents } | null): string {
  const price = prices
    ? `The price would become ${formatRand(prices.to)} instead of ${formatRand(prices.from)}.`
    : 'The price would change much.'
  return `${price} Take a photo of the parcel on the scale, so that the account can see it.`
}
