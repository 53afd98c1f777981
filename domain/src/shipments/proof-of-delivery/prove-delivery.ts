import { z } from 'zod'
import { hasPermission, isDriver, isStaff, type Actor } from '../../kit/actor.ts'
import { forbidden, wrongState } from '../../kit/problem.ts'
import { firstOf, type RuleResult } from '../../kit/rule-result.ts'
import { checkEventDate } from '../statuses/manual-status-changes.ts'
import { reference_min_length } from '../labels/references.ts'
import { isFor, shipment_statuses, statusLabel, type ShipmentStatus } from '../statuses/status.ts'

/**
 * Whether somebody may record a proof of delivery: staff, on what is on its way or delivered, at a moment since it was
 * booked. Drivers deliver with the receiver's proof from their trip sheet; here they may only add to what is delivered.
 */
export function mayProveDelivery(
  actor: Actor,
  shipment: { status: string; time_created: Date },
  date: Date | undefined,
  now: Date,
): RuleResult {
  const status = shipment.status as ShipmentStatus
  return firstOf(
    isStaff(actor) || forbidden('Only our staff may record a proof of delivery.'),
    hasPermission(actor, 'INLINE_deliver_parcels_or_shipments') ||
      forbidden('You may not deliver shipments.'),
    date ? checkEventDate(date, shipment.time_created, now) : true,
    status === 'delivered' ||
      !isDriver(actor) ||
      wrongState('Deliver this shipment from your trip sheet first.'),
    status === 'delivered' ||
      isFor('active', status) ||
      wrongState(`This shipment is ${statusLabel(status).toLowerCase()} and cannot be delivered.`),
  )
}

/** What a reference names, as somebody sees it who is about to record the proof of its delivery (TOOL-002). */
export const PodTarget = z.object({
  /** As it was asked about. */
  reference: z.string(),
  shipment_id: z.int(),
  /** `null` when the whole shipment is named. */
  parcel_id: z.int().nullable(),
  tracking_reference: z.string(),
  receiver: z.string(),
  /** Of the parcel where one is named, else of the shipment. */
  status: z.enum(shipment_statuses),
  has_pod_files: z.boolean(),
  /** Why its delivery cannot be proved; empty when it can. */
  refusal: z.string(),
})
export type PodTarget = z.infer<typeof PodTarget>

/** Most references asked about at once. */
export const max_proofs = 200

/** Short references are this long at least. */
const shortest = reference_min_length - 1

/**
 * What in the name of a file may be the reference of its shipment or parcel, the likeliest first: the whole name, then
 * its words from the longest on. A number behind a hyphen or underscore may be that of a parcel, since a name cannot
 * hold the `/` of a parcel's reference (TOOL-002).
 */
export function referencesInFileName(name: string): string[] {
  const stem = name.replace(/\.[A-Za-z0-9]{1,5}$/, '').toUpperCase()
  const words = stem.split(/[^A-Z0-9-]+/).filter((word) => word.length >= shortest)
  const numbered = /([A-Z0-9-]{6,})[-_](\d{1,3})(?![A-Z0-9])/.exec(stem)
  const pieces = words.flatMap((word) => [word, ...word.split('-')])
  const likely = [
    ...(/^[A-Z0-9-]+$/.test(stem) ? [stem] : []),
    ...(numbered ? [`${numbered[1]}/${Number(numbered[2])}`] : []),
    ...pieces.sort((one, other) => other.length - one.length),
  ]
  return [...new Set(likely)].filter((one) => one.length >= shortest).slice(0, 6)
}
