import { hubApi } from '@waybill/domain/hub/api'
import type { ScanAnswer, ScanMode, UndoAnswer } from '@waybill/domain/hub/model'
import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { trackingApi } from '@waybill/domain/tracking/api'
import { call } from '../../kit/api/index.ts'
import type { QueueHooks } from '../../kit/queue/offline-queue.ts'
import { compareClocks, offsetNow } from '../../kit/session/device-clock.ts'
import { isManifestMode } from '../station/manifest-mode.ts'
import type { ScanContent, UndoContent } from '../scanner/scan-session.ts'

/** A scan without a response after this time, in ms, counts as not sent. */
const timeout_ms = 8000

/** Sends one scan with its id as idempotency key; throws an `ApiError` when the server rejects it. */
export type SendScan = (scan_id: string, content: ScanContent) => Promise<ScanAnswer>

/** Undoes one scan; throws an `ApiError` when the server rejects it. */
export type SendUndo = (id: string, content: UndoContent) => Promise<UndoAnswer>

/** The items queued on this device: scans and undos. */
export type Queued = ScanContent | UndoContent

const labelOf = (content: Queued): string =>
  'undoes' in content ? content.reference : content.parcel_reference

/**
 * In which order the queue sends: at most four scans at once (docs/domain/interface.md#repeats-and-order), but scans and
 * undos of one label one after the other, because the last one says where the parcel is.
 */
export const scan_order: Pick<QueueHooks<Queued, void>, 'lanes' | 'waitsFor'> = {
  lanes: 4,
  waitsFor: (content, older) => labelOf(content) === labelOf(older),
}

/** Sends a scan to the server of this company. */
export const sendScan: SendScan = (scanId, content) =>
  call(trackingApi.addEvent, { ...content, scan_id: scanId }, { idempotency_key: scanId, timeout_ms })

/** Undoes a scan on the server of this company. */
export const sendUndo: SendUndo = (id, { undoes, undone_at, clock_offset_seconds }) =>
  call(
    hubApi.undoScan,
    { scan_id: undoes, undone_at, clock_offset_seconds },
    { idempotency_key: id, timeout_ms },
  )

/** What the setup of a station says about its scans. `''` and 0 where nothing is chosen. */
export interface ScanSetup {
  mode: ScanMode
  branch_id: number
  bay: string
  driver: string
  assign_anyway: boolean
  manifest_id: number
}

/** Measures how far the clock of this station is ahead of the server's. */
export function compareStationClock(): Promise<void> {
  return compareClocks(() => call(signInApi.time, {}, { timeout_ms }))
}

/** Returns the time of a scan that is made now, with what the server needs to put it on its own clock. */
export function scannedNow(): Pick<ScanContent, 'scanned_at' | 'clock_offset_seconds'> {
  return { scanned_at: new Date(), ...offsetNow() }
}

/** Returns the request data of a scan at a station; re-measure first looks up the parcel. */
export function contentOf(
  { mode, branch_id, bay, driver, assign_anyway, manifest_id }: ScanSetup,
  parcelReference: string,
): ScanContent {
  return {
    parcel_reference: parcelReference,
    mode: mode === 're-measure' ? 'look-up' : mode,
    branch_id,
    ...scannedNow(),
    ...(mode === 'assign-bay' && bay ? { bay } : {}),
    ...(mode === 'out-for-delivery' && driver ? { driver, ...(assign_anyway ? { assign_anyway } : {}) } : {}),
    ...(isManifestMode(mode) && manifest_id ? { interhub_transfer_id: manifest_id } : {}),
  }
}
