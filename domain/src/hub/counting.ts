import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import type { ScanMode } from './model.ts'

/** Statuses in which a parcel is in the hub where it was last scanned. In every other status it has left. */
export const standing_statuses: readonly ShipmentStatus[] = [
  'at-hub',
  'manifested',
  'ready-for-dispatch',
  'at-destination-hub',
  'returned-to-hub',
  'delivery-assigned',
  'delivery-unassigned',
  'delivery-rejected',
  'on-hold',
  'on-hold-internal',
  'damaged',
]

/**
 * Statuses of a parcel that is out with a driver, also while no place is found for it, or that a driver has taken out
 * of a pickup point.
 */
export const out_statuses: readonly ShipmentStatus[] = [
  'bob-box-reservation-failed',
  'out-for-delivery',
  'delivery-exception',
  'delivery-failed-attempt',
  'collect-and-return-to-hub',
  'collected-from-locker',
  'collected-from-counter',
]

/** Statuses of a parcel that has left its hub and may come back: out with a driver, or at a pickup point. */
export const left_statuses: readonly ShipmentStatus[] = [...out_statuses, 'in-locker', 'ready-for-pickup']

/** Statuses of a parcel that does not return to any hub. */
export const finished_statuses: readonly ShipmentStatus[] = [
  'delivered',
  'returned-to-sender',
  'undeliverable',
]

/** Statuses that a parcel enters by being carried away from where it was. The others can be set at a desk. */
export const carried_away_statuses: readonly ShipmentStatus[] = [
  'collected',
  'in-transit',
  ...left_statuses,
  ...finished_statuses,
]

/** A parcel for counting; `current_branch_id` is 0 while it is at no branch. */
export interface CountedParcel {
  status: ShipmentStatus
  current_branch_id: number
  is_measured: boolean
}

/** Whether a parcel is at a branch now: its status must show that it has not left again. */
export function standsAt(
  { status, current_branch_id }: Pick<CountedParcel, 'status' | 'current_branch_id'>,
  branchId: number,
): boolean {
  return current_branch_id === branchId && standing_statuses.includes(status)
}

/** How many parcels of a shipment have reached the same stage as the scanned parcel. */
export interface ParcelCount {
  /** Includes the scanned parcel. */
  count: number
  /** Number of parcels of the shipment that are not cancelled. */
  of: number
  /** Whether no other parcel is still expected. */
  is_complete: boolean
  /** For example `HERE`; used in the short text of the scan result. */
  word: string
  message: string
}

type Counting = 'standing' | 'loaded' | 'out' | 'measured'

/** For each mode: what is counted, and the words for the short text and the message. */
const counted: Readonly<Record<ScanMode, readonly [what: Counting, word: string, phrase: string]>> = {
  arrive: ['standing', 'HERE', 'here'],
  'assign-bay': ['standing', 'HERE', 'here'],
  'load-manifest': ['loaded', 'LOADED', 'on the manifest'],
  'unload-manifest': ['standing', 'HERE', 'here'],
  'out-for-delivery': ['out', 'OUT', 'out for delivery'],
  'return-to-hub': ['standing', 'BACK', 'back here'],
  're-measure': ['measured', 'MEASURED', 'measured'],
  'look-up': ['standing', 'HERE', 'here'],
}

/**
 * Counts the parcels of a shipment after one of them was scanned in `mode`: those that are at the branch, on the
 * manifest, out, or measured. Delivered and returned parcels are not expected any more. Returns `null` when there is
 * nothing to count: the shipment has one parcel, none is active, or the scanned parcel is cancelled.
 */
export function countParcels(
  mode: ScanMode,
  branchId: number,
  shipment: {
    scanned: CountedParcel
    /** The other parcels, without cancelled ones. */
    siblings: readonly CountedParcel[]
    /** How many of the other parcels are on the manifest. */
    siblings_on_load: number
  },
): ParcelCount | null {
  const { scanned, siblings } = shipment
  const [what, word, phrase] = counted[mode]
  const live = siblings.filter(({ status }) => !finished_statuses.includes(status))
  const isCounted = (parcel: CountedParcel): boolean => {
    if (what === 'standing') return standsAt(parcel, branchId)
    return what === 'out' ? left_statuses.includes(parcel.status) : parcel.is_measured
  }
  const others = what === 'loaded' ? shipment.siblings_on_load : live.filter(isCounted).length
  // Look-up does not move the parcel, so it counts only where it already is.
  const isOwnCounted = mode !== 'look-up' || isCounted(scanned)
  const isOwnLive = mode !== 'look-up' || !finished_statuses.includes(scanned.status)
  const of = siblings.length + 1
  const activeCount = live.length + (isOwnLive ? 1 : 0)
  if (of < 2 || activeCount === 0 || scanned.status === 'cancelled') return null
  const count = others + (isOwnCounted ? 1 : 0)
  const isComplete = count >= activeCount
  return { count, of, is_complete: isComplete, word, message: sentence() }

  function sentence(): string {
    if (!isComplete) return `${count} of ${of} parcels of this shipment are ${phrase}.`
    return count === of
      ? `All ${of} parcels of this shipment are ${phrase}.`
      : `${count} of ${of} parcels of this shipment are ${phrase}; the rest is delivered or returned.`
  }
}
