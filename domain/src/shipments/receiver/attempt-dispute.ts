import { z } from 'zod'
import { day, instant } from '../../kit/calls/wire.ts'
import { day_ms } from '../../kit/dates/durations.ts'
import { invalid, wrongState } from '../../kit/problem.ts'
import { firstOf, type RuleResult } from '../../kit/rule-result.ts'
import type { ShipmentStatus } from '../statuses/status.ts'
import { isOpenDelivery } from './open-delivery.ts'

/** How long after a failed attempt the receiver may say that no driver was there, in days. */
export const dispute_days = 7

/** `confirmed`: the driver was there, and the attempt counts. `reopened`: it does not count. */
export const dispute_decisions = ['confirmed', 'reopened'] as const
export type DisputeDecision = (typeof dispute_decisions)[number]

/** A failed delivery about which the receiver said that no driver was there (decision 0137). */
export const AttemptDispute = z.object({
  id: z.int(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  /** The driver who recorded the attempt. */
  username: z.string(),
  driver_name: z.string(),
  /** The day of the attempt. */
  day,
  /** When the driver recorded it, and with which reason. */
  attempted_at: instant,
  message: z.string(),
  /** What the receiver added. */
  comment: z.string(),
  time_created: instant,
  /** `null` until staff decide. */
  decision: z.enum(dispute_decisions).nullable(),
  reason: z.string(),
  decided_by: z.string().nullable(),
  time_decided: instant.nullable(),
})
export type AttemptDispute = z.output<typeof AttemptDispute>

/** A failed attempt to deliver, as the rule needs it. */
export interface DisputableAttempt {
  /** The status of the shipment now. */
  status: ShipmentStatus
  date: Date
  /** `false` when the position and call of the driver did not show that they were there. */
  is_verified: boolean
  is_disputed: boolean
}

/** Checks whether the receiver may say that no driver was there: once, soon after an attempt that nothing verified. */
export function mayDispute(attempt: DisputableAttempt | null, now: Date): RuleResult {
  if (attempt === null) return wrongState('No driver has tried to deliver this parcel yet.')
  if (attempt.is_disputed) return wrongState('You have answered this already. Our team is looking at it.')
  if (attempt.is_verified)
    return wrongState('The driver’s phone recorded that the driver was at the address. Call us about it.')
  const isOpen = isOpenDelivery(attempt.status, 'Call us about it.')
  if (isOpen !== true) return isOpen
  return (
    now.getTime() - attempt.date.getTime() <= dispute_days * day_ms ||
    wrongState(`This attempt was more than ${dispute_days} days ago. Call us about it.`)
  )
}

/** Checks a decision of staff: once, with a reason. */
export function mayDecide(
  dispute: { decision: DisputeDecision | null },
  { reason }: { reason: string },
): RuleResult {
  return firstOf(
    dispute.decision === null || wrongState('Someone has decided this already. Reload the page to see how.'),
    reason.trim() !== '' ||
      invalid('Enter the reason, so that driver and receiver can be given it.', [
        { field: 'reason', message: 'Enter the reason.' },
      ]),
  )
}

/**
 * Checks whether nothing open forbids approving the pay of a driver. `open`: the disputes of attempts in the period
 * that nobody has decided.
 */
export function noOpenDisputes(open: number): RuleResult {
  return (
    open === 0 ||
    wrongState(
      open === 1
        ? 'A receiver says that this driver was not there for a delivery of this period. Decide that first.'
        : `Receivers say that this driver was not there for ${open} deliveries of this period. Decide those first.`,
    )
  )
}
