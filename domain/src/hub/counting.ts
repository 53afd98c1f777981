import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import type { ScanMode } from './model.ts'

/** Statuses in which a parcel stands in the hub where it was last scanned; with every other one it has left. */
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

/** Statuses of a parcel that is out with a driver, or was taken out of a pickup point by one. */
export const out_statuses: readonly ShipmentStatus[] = [
  'out-for-delivery',
  'delivery-exception',
  'delivery-failed-attempt',
  'collect-and-return-to-hub',
  'collected-from-locker',
  'collected-from-counter',
]

/** Statuses of a parcel that has left its hub and may come back: out with a driver, or at a pickup point. */
export const left_statuses: readonly ShipmentStatus[] = [...out_statuses, 'in-locker', 'ready-for-pickup']

/** Statuses of a parcel that no hub sees again. */
export const finished_statuses: readonly ShipmentStatus[] = [
  'delivered',
  'returned-to-sender',
  'undeliverable',
]

/** A parcel as it is counted; the branch is 0 while it stands nowhere. */
export interface CountedParcel {
  status: ShipmentStatus
  current_branch_id: number
  is_measured: boolean
}

/** Whether a parcel stands in a branch, and has not only been there. */
export function standsAt(
  { status, current_branch_id }: Pick<CountedParcel, 'status' | 'current_branch_id'>,
  branchId: number,
): boolean {
  return current_branch_id === branchId && standing_statuses.includes(status)
}

/** How many parcels of a shipment have come as far as the scanned one. */
export interface ParcelCount {
  /** The scanned parcel included. */
  count: number
  /** Parcels of the shipment that are not cancelled. */
  of: number
  /** None is left that could still follow. */
  is_complete: boolean
  /** `HERE`, for the short verdict. */
  word: string
  message: string
}

type Counting = 'standing' | 'loaded' | 'out' | 'measured'

/** What each mode counts, and how it says so. */
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
 * Counts the parcels of a shipment once one of them has been scanned in a mode: those that stand here, are on the load,
 * are out, or are measured. A parcel that is delivered or returned is not waited for. `null` where there is nothing to
 * count: one parcel, or none that is still under way.
 */
export function countParcels(
  mode: ScanMode,
  branchId: number,
  shipment: {
    scanned: CountedParcel
    /** The other parcels, without those that are cancelled. */
    siblings: readonly CountedParcel[]
    /** How many of them are on the load. */
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
  // Looking up moves nothing: the parcel counts where it stands already.
  const isOwnCounted = mode !== 'look-up' || isCounted(scanned)
  const isOwnLive = mode !== 'look-up' || !finished_statuses.includes(scanned.status)
  const of = siblings.length + 1
  const underWay = live.length + (isOwnLive ? 1 : 0)
  if (of < 2 || underWay === 0 || scanned.status === 'cancelled') return null
  const count = others + (isOwnCounted ? 1 : 0)
  const isComplete = count >= underWay
  return { count, of, is_complete: isComplete, word, message: sentence() }

  function sentence(): string {
    if (!isComplete) return `${count} of ${of} parcels of this shipment are ${phrase}.`
    return count === of
      ? `All ${of} parcels of this shipment are ${phrase}.`
      : `${count} of ${of} parcels of this shipment are ${phrase}; the rest is delivered or returned.`
  }
}
