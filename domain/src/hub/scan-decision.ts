import {
  isFor,
  isInvalid,
  standsAtOrBeyondDestinationHub,
  statusLabel,
  type ShipmentStatus,
} from '../shipments/statuses/status.ts'
import { countParcels, finished_statuses, left_statuses, type CountedParcel } from './counting.ts'
import type { ScanMode, ScanResultCode, ScanResultKind } from './model.ts'

/** The same mode at the same place within this time is a repeat without an event (docs/domain/hub.md#the-scanner). */
export const duplicate_minutes = 10

/** The scan as it was made. */
export interface Scan {
  mode: ScanMode
  branch_id: number
  scanned_at: Date
  /** The parcel has moved on since: where it stands now says nothing about then. */
  is_late: boolean
  /** Where parcels are put, in the mode for bays; `''` while none is chosen. */
  bay: string
  /** The load, for the manifest modes; `null` otherwise, and when no load was chosen or fits. */
  manifest: ScanManifest | null
  /** The open load on which the parcel belongs, named when it is scanned onto another; `''` when there is none. */
  right_manifest: string
  /** Loading onto another manifest's route is allowed (INLINE_load_wrong_manifest). */
  may_load_wrong_manifest: boolean
}

export interface ScanManifest {
  id: number
  /** `IHM000012`. */
  reference: string
  is_open: boolean
  from_branch_id: number
  from_branch_name: string
  to_branch_id: number
  to_branch_name: string
  via_branch_ids: readonly number[]
  /** What loading makes of a parcel (setting interhub_scan_status). */
  scan_status: ShipmentStatus
}

/** What is known of the scanned parcel when the scan is decided. Branch ids are 0 while unrouted. */
export interface ScannedState {
  status: ShipmentStatus
  current_branch_id: number
  collection_branch_id: number
  delivery_branch_id: number
  delivery_branch_name: string
  transient_branch_ids: readonly number[]
  collected_date: Date | null
  /** Loading: the manifest it waits on. Unloading: the one being unloaded, when it is on it. 0 when none. */
  manifest_id: number
  /** `IHM000012` of that manifest. */
  manifest_reference: string
  /** It came off that manifest already. */
  is_received: boolean
  /** Where it was last scanned in; `''` while nowhere. */
  current_branch_name: string
  last_scan: { mode: ScanMode; branch_id: number; scanned_at: Date; bay: string } | null
  /** Why it is on hold, for people. */
  hold_message: string
  /** The account is on hold and the provider blocks its parcels at the hub. */
  is_account_blocked: boolean
  /** Its size or weight has been measured. */
  is_measured: boolean
  /** The other parcels of the shipment that are not cancelled. */
  siblings: readonly CountedParcel[]
  /** How many of them are on the load that is loaded. */
  siblings_on_load: number
  is_address_complete: boolean
  has_action_note: boolean
  /** A faster service waits while this one is handled. */
  is_outranked: boolean
}

/** What a scan comes to: what to show, and which status and marks to write. */
export interface ScanDecision {
  verdict: ScanResultKind
  code: ScanResultCode
  /** At most 18 characters (docs/domain/hub.md#short-verdicts). */
  short: string
  message: string
  /** The parcel's new status; `null` when it keeps its own. */
  status: ShipmentStatus | null
  /** The parcel was never collected: it is now (walk-in). */
  marks_collected: boolean
  /** An event is written even though the status stays. */
  makes_event: boolean
}

const waiting_for_delivery: readonly ShipmentStatus[] = [
  'delivery-assigned',
  'delivery-unassigned',
  'delivery-rejected',
]

/** Decides one hub scan; `null` stands for an unknown barcode (docs/domain/hub.md#the-scanner, HUB-003). */
export function decideScan(scan: Scan, parcel: ScannedState | null): ScanDecision {
  if (parcel === null) return refused('not_found', 'NOT FOUND', 'This barcode is not known.')
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

/** What arriving here makes of a parcel; `null` when it stands here already and waits for its driver. */
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
    : 'Choose a manifest first: nobody knows yet where this parcel goes.'
}

function unloadRejection({ manifest, branch_id }: Scan): ScanDecision | null {
  if (!manifest)
    return refused('wrong_manifest', 'NO MANIFEST', 'Choose the manifest you unload, or scan its barcode.')
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

/** Refused, and noted all the same: whoever looks for the parcel reads where it was seen. */
function misrouted(parcel: ScannedState): ScanDecision {
  const { status, current_branch_name } = parcel
  const where = current_branch_name && ` and was last scanned in at ${current_branch_name}`
  const more = hasArrived(parcel) ? ` It is ${statusLabel(status).toLowerCase()}${where}.` : ''
  return { ...refused('wrong_branch', 'WRONG BRANCH', `${belongsAt(parcel)}${more}`), makes_event: true }
}

function belongsAt({ delivery_branch_name }: ScannedState): string {
  return `This parcel belongs at ${delivery_branch_name || 'another branch'}.`
}

/** It has reached the end of its way and is known to stand, or to have left from, somewhere (STAT-006). */
function hasArrived({ status, current_branch_id, delivery_branch_id }: ScannedState): boolean {
  return standsAtOrBeyondDestinationHub(status) && current_branch_id !== 0 && delivery_branch_id !== 0
}

/**
 * Whether a branch may take a parcel in: one on its route, and once it has reached the end of its way only the branch
 * it is delivered from, or the one where it stood last (STAT-006, HUB-003).
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
  if (scan.mode === 'assign-bay' && last.bay !== scan.bay) return false
  return Math.abs(scan.scanned_at.getTime() - last.scanned_at.getTime()) <= duplicate_minutes * 60_000
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

/** The one thing to notice about an accepted scan, the gravest first. */
function noticeOf(
  scan: Scan,
  parcel: ScannedState,
): { code: ScanResultCode; short: string; message: string } | null {
  if (hasTurnedBack(scan, parcel))
    return {
      code: 'was_in_transit',
      short: 'WAS IN TRANSIT',
      message: `This parcel was on its way to ${parcel.delivery_branch_name || 'another branch'} and is here again. Find out why, and put it on the next manifest there.`,
    }
  if (parcel.has_action_note)
    return {
      code: 'has_action_note',
      short: 'READ NOTE',
      message: 'A note on this shipment asks for action.',
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
  // Whoever measures a parcel wants to know what was stored before where the others are.
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

function counted({ mode, branch_id }: Scan, parcel: ScannedState) {
  return countParcels(mode, branch_id, { ...parcel, scanned: parcel })
}

/** It had left for another branch, and is scanned in at one where its way does not lead any more. */
function hasTurnedBack({ mode, branch_id }: Scan, parcel: ScannedState): boolean {
  const { status, collection_branch_id, delivery_branch_id, transient_branch_ids } = parcel
  if (status !== 'in-transit' || !modes_of_arrival.includes(mode)) return false
  return delivery_branch_id === 0
    ? branch_id === collection_branch_id
    : ![delivery_branch_id, ...transient_branch_ids].includes(branch_id)
}

const modes_of_arrival: readonly ScanMode[] = ['arrive', 'assign-bay', 'return-to-hub']

/**
 * On the load: always said, also of a parcel that has this status already, and noticed when it was never scanned in
 * here.
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
        message: 'Loaded, although it was never scanned in at a branch.',
      }
    : { ...verdict, short: 'LOADED' }
}

/** A parcel that came off a load it was not on: it is here all the same. */
function overLanded(scan: Scan, parcel: ScannedState): ScanDecision {
  const arrived = accepted(scan, parcel, arrivalStatus(scan, parcel), true)
  return {
    ...arrived,
    verdict: 'warning',
    code: 'wrong_manifest',
    short: 'NOT ON MANIFEST',
    message: 'This parcel is not on the manifest. It was received as extra.',
  }
}

/** A parcel does not go out: something about the chosen driver is doubtful, and nobody has confirmed it. */
export function doubtfulDriver(why: string): ScanDecision {
  return refused('driver_doubtful', 'CHECK DRIVER', why)
}

/** Measures were not stored: they are far from what was submitted, and nobody has confirmed them. */
export function doubtfulMeasures(why: string): ScanDecision {
  return refused('measures_doubtful', 'CHECK MEASURES', why)
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
