import { z } from 'zod'
import { hasPermission, isDriver, isStaff, type Actor } from '../../kit/actor.ts'
import { forbidden, wrongState } from '../../kit/problem.ts'
import { firstOf, type RuleResult } from '../../kit/rule-result.ts'
import { checkEventDate } from '../statuses/manual-status-changes.ts'
import { reference_min_length } from '../labels/references.ts'
import { isFor, shipment_statuses, statusLabel, type ShipmentStatus } from '../statuses/status.ts'

/**
 * Checks whether the actor may record a proof of delivery: staff with the delivery permission, on an active or
 * delivered shipment, with a time since the booking. Drivers deliver from their trip sheet with the proof of the
 * receiver; here they may only add to a delivered shipment.
 */
export function mayProveDelivery(
  actor: Actor,
  shipment: { status: ShipmentStatus; time_created: Date },
  date: Date | undefined,
  now: Date,
): RuleResult {
  const { status } = shipment
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

/**
 * The shipment or parcel that a reference identifies, for a user who is about to record a proof of delivery
 * (TOOL-002).
 */
export const PodTarget = z.object({
  /** The reference as requested. */
  reference: z.string(),
  shipment_id: z.int(),
  /** `null` when the reference identifies the whole shipment. */
  parcel_id: z.int().nullable(),
  tracking_reference: z.string(),
  receiver: z.string(),
  /** Status of the parcel if the reference identifies one, otherwise of the shipment. */
  status: z.enum(shipment_statuses),
  has_pod_files: z.boolean(),
  /** Why a proof of delivery cannot be recorded; `''` when it can. */
  refusal: z.string(),
})
export type PodTarget = z.infer<typeof PodTarget>

/** Maximum number of references per request. */
export const max_proofs = 200

/** Minimum length of a short reference. */
const shortest = reference_min_length - 1

/**
 * Returns the possible references in a file name, most likely first: the whole name, then its words from the longest
 * to the shortest. A number after a hyphen or underscore may be a parcel number, because a file name cannot contain
 * the `/` of a parcel reference (TOOL-002).
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
