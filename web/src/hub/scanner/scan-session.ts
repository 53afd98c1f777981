import { manifestNumber } from '@waybill/domain/hub/manifest'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { ScanAnswer, scan_modes, type ScanMode, type UndoAnswer } from '@waybill/domain/hub/model'
import { z } from 'zod'
import { isMeasured, type Measures } from './parcel-measures.ts'

/** Number of scans that the page lists. */
const listed_scans = 10

/** One scan as the page displays it; `kept` is queued until the network is back. */
const ScanEntry = z.object({
  scan_id: z.string(),
  reference: z.string(),
  /** Milliseconds since 1970. */
  scanned_at: z.number(),
  mode: z.enum(scan_modes),
  state: z.enum(['sending', 'kept', 'answered']),
  answer: ScanAnswer.nullable(),
  /** The chosen manifest, in the modes of manifests. */
  manifest_id: z.int().optional(),
  /** Undo of this scan: being sent, queued until the network is back, or done. */
  undo: z.object({ state: z.enum(['sending', 'kept', 'done']), message: z.string() }).optional(),
})
export type ScanEntry = z.output<typeof ScanEntry>

const MeasuredParcel = z.object({
  length_cm: z.number(),
  width_cm: z.number(),
  height_cm: z.number(),
  weight_kg: z.number(),
})

/** A refused scan that a user must deal with; it stays until acknowledged (docs/domain/interface.md#scanner-page). */
const ResolveItem = z.object({
  scan_id: z.string(),
  reference: z.string(),
  short: z.string(),
  message: z.string(),
  scanned_at: z.number(),
  /** The manifest that does not go to the parcel’s branch, on which it can still be loaded. */
  wrong_manifest_id: z.int().optional(),
  /** Measures that were not stored because they were not confirmed; cm and kg. */
  doubtful: MeasuredParcel.optional(),
  /** Measures that were not stored because they need a photo of the parcel on the scale; cm and kg. */
  unphotographed: MeasuredParcel.optional(),
  /** Photos that were sent with the measures. */
  images: z.array(z.string()).optional(),
  /** Username of the driver who was not assigned because of an unconfirmed warning. */
  doubtful_driver: z.string().optional(),
  /** The scanned text, when it belongs to no shipment: the parcel can be kept as an unidentified one. */
  unknown_code: z.string().optional(),
})
export type ResolveItem = z.output<typeof ResolveItem>

/** A scan that waits while a manifest is being chosen. */
const HeldScan = z.object({
  reference: z.string(),
  mode: z.enum(scan_modes),
  branch_id: z.int(),
  /** Milliseconds since 1970. */
  scanned_at: z.number(),
})

/** The state of a scanning session, stored on the device so that a reload loses nothing. */
const ScanSession = z.object({
  /** Whether the setup of the hub scanner started it; `false` for one that began with scans elsewhere. */
  is_set_up: z.boolean().default(true),
  started_at: z.number(),
  accepted: z.int(),
  already_done: z.int(),
  refused: z.int(),
  /** Number of scans of the same code within the repeat window. */
  repeats: z.int(),
  /** Newest first. */
  last: z.array(ScanEntry),
  /** Newest first. */
  to_resolve: z.array(ResolveItem),
  /** Times of the scans in the last minute, in ms since 1970. */
  recent: z.array(z.number()),
  /** Scans that wait while a manifest is being chosen, oldest first. */
  held: z.array(HeldScan).default([]),
})
export type ScanSession = z.output<typeof ScanSession>

/** The request data of a scan; size in cm and weight in kg only for re-measure. */
export interface ScanContent {
  parcel_reference: string
  mode: ScanMode
  branch_id: number
  bay?: string
  driver?: string
  assign_anyway?: boolean
  interhub_transfer_id?: number
  load_anyway?: boolean
  confirm_measures?: boolean
  scanned_at: Date
  clock_offset_seconds?: number
  length_cm?: number
  width_cm?: number
  height_cm?: number
  weight_kg?: number
  /** Names of uploaded photos of the parcel on the scale. */
  images?: string[]
}

/** The request data for undoing a scan. */
export interface UndoContent {
  undoes: string
  /** The reference that was scanned. */
  reference: string
  undone_at: Date
  clock_offset_seconds?: number
}

export function newSession(now: Date): ScanSession {
  return {
    is_set_up: true,
    started_at: now.getTime(),
    accepted: 0,
    already_done: 0,
    refused: 0,
    repeats: 0,
    last: [],
    to_resolve: [],
    recent: [],
    held: [],
  }
}

/** Adds a scan that waits while a manifest is being chosen. */
export function held(session: ScanSession, content: ScanContent): ScanSession {
  const { parcel_reference: reference, mode, branch_id, scanned_at } = content
  return {
    ...session,
    held: [...session.held, { reference, mode, branch_id, scanned_at: scanned_at.getTime() }],
  }
}

/** Ends the waiting of all scans. */
export function released(session: ScanSession): ScanSession {
  return { ...session, held: [] }
}

/** Ends the waiting of the newest scan, which was undone before it was sent. */
export function dropped(session: ScanSession): ScanSession {
  return { ...session, held: session.held.slice(0, -1) }
}

/** What a user does about a parcel that waited in vain for its manifest. */
const not_scanned =
  'Its manifest could not be chosen, so the parcel was not scanned. Choose the manifest, then scan again.'

/** What a user does about a manifest whose barcode waited in vain for another one. */
const manifest_not_chosen = 'This manifest was not chosen. Scan its barcode again, then the parcels.'

/** Adds a scan that waited in vain to the items to resolve: of a parcel, or of the barcode of a manifest. */
export function notChosen(
  session: ScanSession,
  scanId: string,
  { reference, mode, branch_id, scanned_at }: ScanSession['held'][number],
): ScanSession {
  const content = { parcel_reference: reference, mode, branch_id, scanned_at: new Date(scanned_at) }
  const why = manifestNumber(reference) === null ? not_scanned : manifest_not_chosen
  return answered(session, scanId, content, rejectedAnswer(why, 'NO MANIFEST'))
}

/** Adds a scan that was stored on the device. */
export function scanStored(
  session: ScanSession,
  scanId: string,
  content: ScanContent,
  isOffline: boolean,
): ScanSession {
  const at = content.scanned_at.getTime()
  const recent = [...session.recent.filter((one) => one > at - 60_000), at]
  const entry = entryOf(scanId, content, isOffline ? 'kept' : 'sending')
  // On top even when the clock of the device was set back: it is the newest.
  return { ...session, last: [entry, ...session.last].slice(0, listed_scans), recent }
}

function entryOf(scanId: string, content: ScanContent, state: ScanEntry['state']): ScanEntry {
  return {
    scan_id: scanId,
    reference: content.parcel_reference,
    scanned_at: content.scanned_at.getTime(),
    mode: content.mode,
    state,
    answer: null,
    ...(content.interhub_transfer_id ? { manifest_id: content.interhub_transfer_id } : {}),
  }
}

/** Returns the session with the entry inserted by time; an entry that is already listed stays unchanged. */
function listed(session: ScanSession, entry: ScanEntry): ScanSession {
  if (session.last.some(({ scan_id }) => scan_id === entry.scan_id)) return session
  const older = session.last.findIndex(({ scanned_at }) => scanned_at <= entry.scanned_at)
  const last = session.last.toSpliced(older < 0 ? session.last.length : older, 0, entry)
  return { ...session, last: last.slice(0, listed_scans) }
}

/** Counts a repeat of the same code, which is not sent. */
export function repeated(session: ScanSession): ScanSession {
  return { ...session, repeats: session.repeats + 1 }
}

/**
 * Adds the server’s response to a scan. Responses may arrive in any order and are counted once even when they are
 * replayed.
 */
export function answered(
  session: ScanSession,
  scanId: string,
  content: ScanContent,
  answer: ScanAnswer,
): ScanSession {
  const isKnown = [...session.last.filter((entry) => entry.state === 'answered'), ...session.to_resolve]
  if (isKnown.some((one) => one.scan_id === scanId)) return session
  const known = listed(session, entryOf(scanId, content, 'sending'))
  const last = known.last.map((entry) =>
    entry.scan_id === scanId ? { ...entry, state: 'answered' as const, answer } : entry,
  )
  if (content.mode === 'look-up') return { ...known, last }
  const isRejected = answer.verdict === 'refused'
  return {
    ...known,
    last,
    accepted: known.accepted + (answer.verdict === 'ok' || answer.verdict === 'warning' ? 1 : 0),
    already_done: known.already_done + (answer.verdict === 'duplicate' ? 1 : 0),
    refused: known.refused + (isRejected ? 1 : 0),
    to_resolve: isRejected ? [resolveItem(scanId, content, answer), ...known.to_resolve] : known.to_resolve,
  }
}

/**
 * Returns the scan that F8 undoes: the newest scan of the session that is not a look-up, or the reason why it cannot
 * be undone.
 */
export function undoable(session: ScanSession): ScanEntry | { why: string } {
  const last = session.last.find((entry) => entry.mode !== 'look-up')
  if (!last) return { why: 'There is no scan to undo in this session.' }
  if (last.undo) return { why: `The last scan, ${last.reference}, was undone already.` }
  if (last.answer?.event_id === 0)
    return { why: `The last scan, ${last.reference}, changed nothing: there is nothing to undo.` }
  return last
}

/** Marks a scan whose undo was stored on the device. */
export function undoRequested(session: ScanSession, scanId: string, isOffline: boolean): ScanSession {
  return withUndo(session, scanId, { state: isOffline ? 'kept' : 'sending', message: '' })
}

/** Marks a scan as undone; it no longer counts as accepted. */
export function undone(session: ScanSession, { scan_id, message, code }: UndoAnswer): ScanSession {
  const entry = session.last.find((one) => one.scan_id === scan_id)
  if (entry?.undo?.state === 'done') return session
  const counted =
    code === 'undone' && (entry?.answer?.verdict === 'ok' || entry?.answer?.verdict === 'warning')
  return {
    ...withUndo(session, scan_id, { state: 'done', message }),
    accepted: session.accepted - (counted ? 1 : 0),
  }
}

/** Records that the server rejected an undo: the scan stays, and the reason is added to the items to resolve. */
export function undoRejected(
  session: ScanSession,
  id: string,
  { undoes, reference, undone_at }: UndoContent,
  message: string,
): ScanSession {
  const item = { scan_id: id, reference, short: 'NOT UNDONE', message, scanned_at: undone_at.getTime() }
  return {
    ...withUndo(session, undoes, undefined),
    to_resolve: [item, ...session.to_resolve.filter((one) => one.scan_id !== id)],
  }
}

function withUndo(session: ScanSession, scanId: string, undo: ScanEntry['undo']): ScanSession {
  const last = session.last.map((entry) => (entry.scan_id === scanId ? { ...entry, undo } : entry))
  return { ...session, last }
}

/** Returns the response for a scan that the server rejected with an error, or that the device could not store. */
export function rejectedAnswer(message: string, short = 'NOT TAKEN'): ScanAnswer {
  return {
    verdict: 'refused',
    code: 'invalid',
    short,
    message,
    shipment: null,
    parcel: null,
    next: null,
    event_id: 0,
  }
}

/** Marks pending scans and undos as queued on the device, because there is no network. */
export function unsent(session: ScanSession): ScanSession {
  const isSending = ({ state, undo }: ScanEntry) => state === 'sending' || undo?.state === 'sending'
  if (!session.last.some(isSending)) return session
  const last = session.last.map((entry) => ({
    ...entry,
    state: entry.state === 'sending' ? ('kept' as const) : entry.state,
    ...(entry.undo?.state === 'sending' ? { undo: { ...entry.undo, state: 'kept' as const } } : {}),
  }))
  return { ...session, last }
}

/** Removes a refused scan from the items to resolve; without `scanId` the newest one. */
export function acknowledged(session: ScanSession, scanId?: string): ScanSession {
  const gone = scanId ?? session.to_resolve[0]?.scan_id
  return { ...session, to_resolve: session.to_resolve.filter((item) => item.scan_id !== gone) }
}

/** Returns the number of scans in the last 60 seconds. */
export function perMinute(session: ScanSession, now: number): number {
  return session.recent.filter((at) => at > now - 60_000).length
}

/**
 * Returns the scan for the result area: the newest answered or queued one, so that a late response to an earlier scan
 * does not overwrite the response to a later one. Returns `null` before the first.
 */
export function currentEntry(session: ScanSession): ScanEntry | null {
  return session.last.find((entry) => entry.state !== 'sending') ?? null
}

/** Returns the newest scan if it has no response yet; `null` otherwise. */
export function pendingEntry(session: ScanSession): ScanEntry | null {
  const newest = session.last[0]
  return newest?.state === 'sending' ? newest : null
}

function resolveItem(scanId: string, content: ScanContent, answer: ScanAnswer): ResolveItem {
  const { length_cm = null, width_cm = null, height_cm = null, weight_kg = null } = content
  const measured: Measures = { length_cm, width_cm, height_cm, weight_kg }
  return {
    scan_id: scanId,
    reference: answer.parcel?.tracking_reference ?? content.parcel_reference,
    short: answer.short,
    message: answer.message,
    scanned_at: content.scanned_at.getTime(),
    ...(answer.short === 'WRONG MANIFEST' && content.mode === 'load-manifest' && answer.parcel
      ? { wrong_manifest_id: content.interhub_transfer_id }
      : {}),
    ...(answer.code === 'measures_doubtful' && isMeasured(measured) ? { doubtful: measured } : {}),
    ...(answer.code === 'photo_needed' && isMeasured(measured) ? { unphotographed: measured } : {}),
    ...(content.images ? { images: content.images } : {}),
    ...(answer.code === 'not_found' && answer.short === 'NOT FOUND'
      ? { unknown_code: content.parcel_reference }
      : {}),
    ...(answer.code === 'driver_doubtful' && content.driver ? { doubtful_driver: content.driver } : {}),
  }
}

/** Parses a session stored on the device; returns `null` when there is none or it cannot be read. */
export function readSession(text: string | null): ScanSession | null {
  if (text === null) return null
  try {
    const read = ScanSession.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** A command barcode or a reference; every text that is no command is a reference. */
export type ScannedInput =
  | { kind: 'acknowledge' }
  | { kind: 'undo' }
  | { kind: 'bay'; bay: string }
  | { kind: 'manifest'; reference: string }
  | { kind: 'reference'; reference: string }

/** Interprets a raw scan or typed text; returns `null` when nothing usable is left. */
export function readScan(raw: string): ScannedInput | null {
  const reference = cleanReference(raw)
  if (reference === '') return null
  if (reference === 'ACK') return { kind: 'acknowledge' }
  if (reference === 'UNDO') return { kind: 'undo' }
  if (manifestNumber(reference) !== null) return { kind: 'manifest', reference }
  const bay = /^BAY-(.+)$/.exec(reference)?.[1]
  return bay ? { kind: 'bay', bay } : { kind: 'reference', reference }
}
