import {
  isFor,
  isInvalid,
  standsAtOrBeyondDestinationHub,
  statusLabel,
  type ShipmentStatus,
} from '../shipments/statuses/status.ts'
import { countParcels, finished_statuses, left_statuses, standsAt, type CountedParcel } from './counting.ts'
import type { ScanMode, ScanResultCode, ScanResultKind } from './model.ts'

/**
 * A scan in the same mode at the same place within this time is a repeat and writes no event
 * (docs/domain/hub.md#the-scanner).
 */
export const duplicate_minutes = 10

/** A scan as the user made it. */
export interface Scan {
  mode: ScanMode
  branch_id: number
  scanned_at: Date
  /**
   * Whether the parcel has moved on since the scan, so that its present status says nothing about the time of the
   * scan.
   */
  is_late: boolean
  /** The chosen bay, for the assign-bay mode; `''` when none is chosen. */
  bay: string
  /** The manifest, for the manifest modes; `null` in other modes, and when no manifest was chosen or fits. */
  manifest: ScanManifest | null
  /** The open manifest on which the parcel belongs when it is scanned onto another one; `''` when there is none. */
  right_manifest: string
  /**
   * Whether the parcel may be loaded on a manifest that does not go to a branch on its route
   * (INLINE_load_wrong_manifest).
   */
  may_load_wrong_manifest: boolean
}

export interface ScanManifest {
  id: number
  /** For example `IHM000012`. */
  reference: string
  is_open: boolean
  from_branch_id: number
  from_branch_name: string
  to_branch_id: number
  to_branch_name: string
  via_branch_ids: readonly number[]
  /** The status that loading gives a parcel (setting interhub_scan_status). */
  scan_status: ShipmentStatus
}

/** The data about the scanned parcel that the decision needs. Branch ids are 0 while unknown. */
export interface ScannedState {
  status: ShipmentStatus
  current_branch_id: number
  collection_branch_id: number
  delivery_branch_id: number
  delivery_branch_name: string
  transient_branch_ids: readonly number[]
  collected_date: Date | null
  /**
   * Loading: the manifest on which the parcel waits. Unloading: the manifest being unloaded, when the parcel is on
   * it. 0 when none.
   */
  manifest_id: number
  /** Reference of that manifest, for example `IHM000012`. */
  manifest_reference: string
  /**
   * Reference of another manifest than that of the scan on which the parcel still waits for departure; `''` when none.
   * An accepted scan of a parcel that stands or goes elsewhere takes it off.
   */
  waits_on: string
  /**
   * Whether that manifest has brought the parcel: it is closed and stops or ends at the branch of the scan, so nobody
   * has recorded its departure.
   */
  is_brought: boolean
  /** Whether it was already unloaded from that manifest. */
  is_received: boolean
  /** Name of the branch where it was last scanned in; `''` when none. */
  current_branch_name: string
  last_scan: { mode: ScanMode; branch_id: number; scanned_at: Date; bay: string } | null
  /** The reason for the hold, as displayed to users. */
  hold_message: string
  /** Whether the account is on hold and the provider blocks parcels of such accounts at the hub. */
  is_account_blocked: boolean
  /** Whether its size or weight has been measured. */
  is_measured: boolean
  /** The other parcels of the shipment that are not cancelled. */
  siblings: readonly CountedParcel[]
  /** How many of the siblings are on the manifest that is being loaded. */
  siblings_on_load: number
  is_address_complete: boolean
  has_action_note: boolean
  /** Whether a parcel with a faster service is still waiting. */
  is_outranked: boolean
}

/** The result of a scan: what to display, and which status and marks to write. */
export interface ScanDecision {
  verdict: ScanResultKind
  code: ScanResultCode
  /** At most 18 characters (docs/domain/hub.md#short-verdicts). */
  short: string
  message: string
  /** The new status of the parcel; `null` when the status does not change. */
  status: ShipmentStatus | null
  /** Whether the parcel was never collected and counts as collected now (walk-in). */
  marks_collected: boolean
  /** Whether a tracking event is written, even when the status does not change. */
  makes_event: boolean
}

const waiting_for_delivery: readonly ShipmentStatus[] = [
  'delivery-assigned',
  'delivery-unassigned',
  'delivery-rejected',
]

/** Decides one hub scan; `parcel` is `null` for an unknown barcode (docs/domain/hub.md#the-scanner, HUB-003). */
export function decideScan(scan: Scan, parcel: ScannedState | null): ScanDecision {
  if (parcel === null) return refused('not_found', 'NOT FOUND', 'This barcode is unknown.')
  if (scan.mode === 'look-up') return accepted(scan, parcel, null, false)
  const error = stateRejection(parcel) ?? placeRejection(scan, parcel)
  if (error) return error
  if (isRepeat(scan, parcel)) return repeated()
  switch (scan.mode) {
    case 're-measure':
      return accepted(scan, parcel, null, true)
    case 'load-manifest':
      return loaded(scan, parcel)
    case 'out-for-delivery':
      return accepted(scan, parcel, 'out-for-delivery', true)
    case 'return-to-hub':
      return accepted(scan, parcel, 'returned-to-hub', true)
    case 'unload-manifest':
      return parcel.manifest_id === scan.manifest?.id
        ? accepted(scan, parcel, arrivalStatus(scan, parcel), true)
        : overLanded(scan, parcel)
    default:
      return accepted(scan, parcel, arrivalStatus(scan, parcel), true)
  }
}

/**
 * Returns the status that a parcel gets on arrival; `null` when it is at this branch already and its status does not
 * change.
 */
function arrivalStatus(scan: Scan, parcel: ScannedState): ShipmentStatus | null {
  if (left_statuses.includes(parcel.status)) return 'returned-to-hub'
  const isHere = parcel.current_branch_id === scan.branch_id
  const isSettled = waiting_for_delivery.includes(parcel.status) || parcel.status === 'returned-to-hub'
  if (isHere && isSettled) return null
  const arrival = parcel.delivery_branch_id === scan.branch_id ? 'at-destination-hub' : 'at-hub'
  return isHere && arrival === parcel.status ? null : arrival
}

function stateRejection(parcel: ScannedState): ScanDecision | null {
  const { status } = parcel
  if (status === 'cancelled')
    return refused('cancelled', 'CANCELLED', 'This parcel was cancelled. Put it aside.')
  if (isInvalid(status))
    return refused(
      'invalid',
      'NOT BOOKED',
      `This shipment is ${statusLabel(status).toLowerCase()} and was never booked.`,
    )
  if (finished_statuses.includes(status))
    return refused(
      'already_delivered',
      statusLabel(status).toUpperCase(),
      `This parcel is already ${statusLabel(status).toLowerCase()}.`,
    )
  if (status === 'damaged')
    return refused('damaged', 'DAMAGED', 'This parcel is marked as damaged. Take it to the supervisor.')
  if (status === 'on-hold' || status === 'on-hold-internal')
    return refused('on_hold', 'ON HOLD', parcel.hold_message || 'This shipment is on hold. Put it aside.')
  if (parcel.is_account_blocked)
    return refused(
      'account_on_hold',
      'ACCOUNT ON HOLD',
      'The account of this shipment is on hold. Put it aside.',
    )
  return null
}

function placeRejection(scan: Scan, parcel: ScannedState): ScanDecision | null {
  switch (scan.mode) {
    case 'load-manifest':
      return loadRejection(scan, parcel)
    case 'unload-manifest':
      return unloadRejection(scan)
    case 'out-for-delivery':
      return parcel.delivery_branch_id === 0 || parcel.delivery_branch_id === scan.branch_id
        ? null
        : refused('wrong_branch', 'WRONG BRANCH', belongsAt(parcel))
    case 'assign-bay':
      if (scan.bay === '') return refused('invalid', 'NO BAY', 'Choose the bay first, then scan.')
      return isInTransitTo(scan, parcel) ? null : misrouted(parcel)
    case 'arrive':
    case 'return-to-hub':
      return isInTransitTo(scan, parcel) ? null : misrouted(parcel)
    default:
      return null
  }
}

function loadRejection(scan: Scan, parcel: ScannedState): ScanDecision | null {
  const { manifest } = scan
  const wrong = (short: string, message: string) => refused('wrong_manifest', short, message)
  if (!manifest) return wrong('NO MANIFEST', noManifest(parcel))
  if (!manifest.is_open) return wrong('MANIFEST CLOSED', `${manifest.reference} is closed. Open another one.`)
  if (manifest.from_branch_id !== scan.branch_id)
    return wrong('WRONG MANIFEST', `${manifest.reference} is loaded at ${manifest.from_branch_name}.`)
  if (parcel.manifest_id !== 0 && parcel.manifest_id !== manifest.id)
    return wrong('WRONG MANIFEST', `This parcel is already on ${parcel.manifest_reference}.`)
  if (parcel.current_branch_id !== 0 && parcel.current_branch_id !== scan.branch_id)
    return refused(
      'wrong_branch',
      'NOT SCANNED IN',
      `This parcel was last scanned in at ${parcel.current_branch_name}. Scan it in here first.`,
    )
  const route = [parcel.delivery_branch_id, ...parcel.transient_branch_ids]
  const goesThere = [manifest.to_branch_id, ...manifest.via_branch_ids].some((stop) => route.includes(stop))
  if (parcel.delivery_branch_id === 0 || goesThere || scan.may_load_wrong_manifest) return null
  const message = `This parcel goes to ${parcel.delivery_branch_name}, the manifest to ${manifest.to_branch_name}.`
  return wrong(
    'WRONG MANIFEST',
    scan.right_manifest ? `${message} Load it on ${scan.right_manifest}.` : message,
  )
}

function noManifest({ delivery_branch_name }: ScannedState): string {
  return delivery_branch_name
    ? `No manifest to ${delivery_branch_name} is open here. Open one, or choose another.`
    : 'Choose a manifest first. The destination of this parcel is not known yet.'
}

function unloadRejection({ manifest, branch_id }: Scan): ScanDecision | null {
  if (!manifest)
    return refused(
      'wrong_manifest',
      'NO MANIFEST',
      'Choose the manifest you are unloading, or scan its barcode.',
    )
  if (manifest.is_open)
    return refused(
      'wrong_manifest',
      'NOT DEPARTED',
      `${manifest.reference} is still being loaded at ${manifest.from_branch_name}. Close it there first.`,
    )
  return [manifest.to_branch_id, ...manifest.via_branch_ids].includes(branch_id)
    ? null
    : refused('wrong_branch', 'WRONG BRANCH', `${manifest.reference} goes to ${manifest.to_branch_name}.`)
}

/**
 * Refuses a misrouted parcel but writes an event, so that a user who looks for the parcel can see where it was
 * scanned.
 */
function misrouted(parcel: ScannedState): ScanDecision {
  const { status, current_branch_name } = parcel
  const where = current_branch_name && ` and was last scanned in at ${current_branch_name}`
  const more = hasArrived(parcel) ? ` It is ${statusLabel(status).toLowerCase()}${where}.` : ''
  return { ...refused('wrong_branch', 'WRONG BRANCH', `${belongsAt(parcel)}${more}`), makes_event: true }
}

function belongsAt({ delivery_branch_name }: ScannedState): string {
  return `This parcel belongs at ${delivery_branch_name || 'another branch'}.`
}

/**
 * Whether the parcel has reached its destination hub or gone beyond it, and its current and delivery branches are
 * known (STAT-006).
 */
function hasArrived({ status, current_branch_id, delivery_branch_id }: ScannedState): boolean {
  return standsAtOrBeyondDestinationHub(status) && current_branch_id !== 0 && delivery_branch_id !== 0
}

/**
 * Whether a branch may take in a parcel: any branch on its route; after it has reached its destination hub, only the
 * delivery branch and the branch where it was last (STAT-006, HUB-003).
 */
function isInTransitTo({ branch_id, is_late }: Scan, parcel: ScannedState): boolean {
  if (!is_late && hasArrived(parcel))
    return [parcel.delivery_branch_id, parcel.current_branch_id].includes(branch_id)
  const route = [parcel.collection_branch_id, parcel.delivery_branch_id, ...parcel.transient_branch_ids]
  return route.includes(branch_id) || parcel.collection_branch_id === 0 || parcel.delivery_branch_id === 0
}

function isRepeat(scan: Scan, parcel: ScannedState): boolean {
  if (scan.mode === 'load-manifest' && parcel.manifest_id === scan.manifest?.id) return true
  if (scan.mode === 'unload-manifest' && parcel.manifest_id === scan.manifest?.id) return parcel.is_received
  if (scan.mode === 're-measure' || scan.mode === 'load-manifest') return false
  const last = parcel.last_scan
  if (!last || last.mode !== scan.mode || last.branch_id !== scan.branch_id) return false
  if (!scan.is_late && !isWhereLeft(scan, parcel)) return false
  if (scan.mode === 'assign-bay' && last.bay !== scan.bay) return false
  return Math.abs(scan.scanned_at.getTime() - last.scanned_at.getTime()) <= duplicate_minutes * 60_000
}

/** Whether the parcel still is where a scan in this mode leaves it, so that it has not left and come back since. */
function isWhereLeft({ mode, branch_id }: Scan, parcel: ScannedState): boolean {
  return mode === 'out-for-delivery' ? parcel.status === mode : standsAt(parcel, branch_id)
}

function accepted(
  scan: Scan,
  parcel: ScannedState,
  status: ShipmentStatus | null,
  makesEvent: boolean,
): ScanDecision {
  const notice = noticeOf(scan, parcel)
  const own: Partial<Record<ScanMode, string>> = { 'assign-bay': `BAY ${scan.bay}`, 're-measure': 'MEASURED' }
  const short = own[scan.mode] ?? statusLabel(status ?? parcel.status)
  return {
    verdict: notice ? 'warning' : 'ok',
    code: notice?.code ?? 'ok',
    short: notice?.short ?? (short.length <= 18 ? short : 'OK'),
    message: notice?.message ?? (scan.mode === 're-measure' ? (counted(scan, parcel)?.message ?? '') : ''),
    status: status === parcel.status && scan.branch_id === parcel.current_branch_id ? null : status,
    marks_collected:
      makesEvent && parcel.collected_date === null && isFor('uncollected_and_undelivered', parcel.status),
    makes_event: makesEvent,
  }
}

/** Returns the warning for an accepted scan, the most serious one first; `null` when there is none. */
function noticeOf(
  scan: Scan,
  parcel: ScannedState,
): { code: ScanResultCode; short: string; message: string } | null {
  if (isTakenOff(scan, parcel))
    return {
      code: 'wrong_manifest',
      short: `OFF ${parcel.waits_on}`,
      message: takenOff(parcel),
    }
  if (hasTurnedBack(scan, parcel))
    return {
      code: 'was_in_transit',
      short: 'WAS IN TRANSIT',
      message: `This parcel was in transit to ${parcel.delivery_branch_name || 'another branch'} but is back here. Find out why, then load it on the next manifest there.`,
    }
  if (parcel.has_action_note)
    return {
      code: 'has_action_note',
      short: 'READ NOTE',
      message: 'A note on this shipment needs action.',
    }
  if (!parcel.is_address_complete)
    return {
      code: 'address_incomplete',
      short: 'CHECK ADDRESS',
      message: 'The delivery address is incomplete.',
    }
  if (parcel.is_outranked)
    return {
      code: 'wrong_service_first',
      short: 'FAST SERVICE FIRST',
      message: 'Faster services are still waiting. Handle those first.',
    }
  // When measuring, the user must first see what was stored, not where the other parcels are.
  const count = scan.mode === 're-measure' ? null : counted(scan, parcel)
  if (!count) return null
  return count.is_complete
    ? { code: 'last_parcel', short: 'LAST PARCEL', message: count.message }
    : {
        code: 'missing_siblings',
        short: `${count.count} OF ${count.of} ${count.word}`,
        message: count.message,
      }
}

/** Whether an accepted scan ends the waiting of the parcel for a manifest: it shows that it is not on the truck. */
export function leavesLoad(
  { mode, is_late }: Pick<Scan, 'mode' | 'is_late'>,
  { waits_on }: Pick<ScannedState, 'waits_on'>,
): boolean {
  return (
    waits_on !== '' && !is_late && [...modes_of_arrival, 'unload-manifest', 'out-for-delivery'].includes(mode)
  )
}

/** Whether an accepted scan takes the parcel off the manifest on which it waits, which has not brought it. */
function isTakenOff(scan: Scan, parcel: ScannedState): boolean {
  return leavesLoad(scan, parcel) && !parcel.is_brought
}

function takenOff({ waits_on }: ScannedState): string {
  return `The parcel was on ${waits_on}, which has not departed, and was taken off it. If it must still travel on it, load it again.`
}

function counted({ mode, branch_id }: Scan, parcel: ScannedState) {
  return countParcels(mode, branch_id, { ...parcel, scanned: parcel })
}

/** Whether a parcel in transit to another branch is scanned in at a branch that is not on its remaining route. */
function hasTurnedBack({ mode, branch_id }: Scan, parcel: ScannedState): boolean {
  const { status, collection_branch_id, delivery_branch_id, transient_branch_ids } = parcel
  if (status !== 'in-transit' || !modes_of_arrival.includes(mode)) return false
  return delivery_branch_id === 0
    ? branch_id === collection_branch_id
    : ![delivery_branch_id, ...transient_branch_ids].includes(branch_id)
}

const modes_of_arrival: readonly ScanMode[] = ['arrive', 'assign-bay', 'return-to-hub']

/**
 * Decides a scan onto a manifest. The scan status is always set, even if the parcel already has it. Warns when the
 * parcel was never scanned in at a branch.
 */
function loaded(scan: Scan, parcel: ScannedState): ScanDecision {
  const verdict = { ...accepted(scan, parcel, null, true), status: scan.manifest?.scan_status ?? null }
  if (verdict.verdict === 'warning') return verdict
  return parcel.current_branch_id === 0
    ? {
        ...verdict,
        verdict: 'warning',
        code: 'wrong_branch',
        short: 'NOT SCANNED IN',
        message: 'Loaded, but never scanned in at a branch.',
      }
    : { ...verdict, short: 'LOADED' }
}

/** Accepts a parcel that was unloaded from a manifest it was not on, because it is physically at the branch. */
function overLanded(scan: Scan, parcel: ScannedState): ScanDecision {
  const arrived = accepted(scan, parcel, arrivalStatus(scan, parcel), true)
  return {
    ...arrived,
    verdict: 'warning',
    code: 'wrong_manifest',
    short: 'NOT ON MANIFEST',
    message: [
      'This parcel is not on the manifest. It was received as extra.',
      ...(isTakenOff(scan, parcel) ? [takenOff(parcel)] : []),
    ].join(' '),
  }
}

/** The result when the chosen driver is doubtful and this is not confirmed: the parcel does not go out. */
export function doubtfulDriver(why: string): ScanDecision {
  return refused('driver_doubtful', 'CHECK DRIVER', why)
}

/** The result when measures differ greatly from the submitted ones and this is not confirmed: they are not stored. */
export function doubtfulMeasures(why: string): ScanDecision {
  return refused('measures_doubtful', 'CHECK MEASURES', why)
}

/** The result when the parcel was measured again after the scan, at `clock` (HH:mm): its present measures stay. */
export function olderMeasures(decided: ScanDecision, clock: string): ScanDecision {
  return {
    ...decided,
    verdict: 'warning',
    short: 'OLDER MEASURES',
    message: `The parcel was measured again at ${clock}, and those measures count. These are stored as an event only.`,
  }
}

/** The result when measures change the price so much that they are stored only with a photo of the parcel on the scale. */
export function unphotographedMeasures(why: string): ScanDecision {
  return refused('photo_needed', 'PHOTO NEEDED', why)
}

function refused(code: ScanResultCode, short: string, message: string): ScanDecision {
  return {
    verdict: 'refused',
    code,
    short,
    message,
    status: null,
    marks_collected: false,
    makes_event: false,
  }
}

function repeated(): ScanDecision {
  return {
    verdict: 'duplicate',
    code: 'duplicate',
    short: 'ALREADY SCANNED',
    message: 'This parcel was scanned here a moment ago.',
    status: null,
    marks_collected: false,
    makes_event: false,
  }
}
