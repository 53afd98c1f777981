import { manifestNumber } from '@waybill/domain/hub/manifest'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { ScanAnswer, scan_modes, type ScanMode, type UndoAnswer } from '@waybill/domain/hub/model'
import { z } from 'zod'
import { isMeasured, type Measures } from './parcel-measures.ts'

/** How many scans the page lists. */
const listed_scans = 10

/** One scan as the page shows it; `kept` waits for the network. */
const ScanEntry = z.object({
  scan_id: z.string(),
  reference: z.string(),
  /** Milliseconds since 1970. */
  scanned_at: z.number(),
  mode: z.enum(scan_modes),
  state: z.enum(['sending', 'kept', 'answered']),
  answer: ScanAnswer.nullable(),
  /** Somebody took it back: asked for, kept until the network is back, or done. */
  undo: z.object({ state: z.enum(['sending', 'kept', 'done']), message: z.string() }).optional(),
})
export type ScanEntry = z.output<typeof ScanEntry>

/** A refusal somebody must deal with; it stays until acknowledged (docs/domain/interface.md#scanner-page). */
const ResolveItem = z.object({
  scan_id: z.string(),
  reference: z.string(),
  short: z.string(),
  message: z.string(),
  scanned_at: z.number(),
  /** The load that does not go its way, on which it may yet be put. */
  wrong_manifest_id: z.int().optional(),
  /** Measures that were not kept because nobody has confirmed them; cm and kg. */
  doubtful: z
    .object({ length_cm: z.number(), width_cm: z.number(), height_cm: z.number(), weight_kg: z.number() })
    .optional(),
  /** Username of the driver who was not given it because something about them is doubtful. */
  doubtful_driver: z.string().optional(),
})
export type ResolveItem = z.output<typeof ResolveItem>

/** Everything a scanning session knows, stored on the device, so that a reload loses nothing. */
const ScanSession = z.object({
  started_at: z.number(),
  accepted: z.int(),
  already_done: z.int(),
  refused: z.int(),
  /** Scans of the same code within the repeat window. */
  repeats: z.int(),
  /** Newest first. */
  last: z.array(ScanEntry),
  /** Newest first. */
  to_resolve: z.array(ResolveItem),
  /** When scans of the last minute were made. */
  recent: z.array(z.number()),
})
export type ScanSession = z.output<typeof ScanSession>

/** What is sent of a scan; sizes in cm and kg only when re-measuring. */
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
  length_cm?: number
  width_cm?: number
  height_cm?: number
  weight_kg?: number
}

/** What is sent to take a scan back. */
export interface UndoContent {
  undoes: string
  /** The reference that was scanned. */
  reference: string
  undone_at: Date
}

export function newSession(now: Date): ScanSession {
  return {
    started_at: now.getTime(),
    accepted: 0,
    already_done: 0,
    refused: 0,
    repeats: 0,
    last: [],
    to_resolve: [],
    recent: [],
  }
}

/** A scan has been stored on the device. */
export function scanStored(
  session: ScanSession,
  scanId: string,
  content: ScanContent,
  isOffline: boolean,
): ScanSession {
  const at = content.scanned_at.getTime()
  const recent = [...session.recent.filter((one) => one > at - 60_000), at]
  return { ...listed(session, entryOf(scanId, content, isOffline ? 'kept' : 'sending')), recent }
}

function entryOf(scanId: string, content: ScanContent, state: ScanEntry['state']): ScanEntry {
  return {
    scan_id: scanId,
    reference: content.parcel_reference,
    scanned_at: content.scanned_at.getTime(),
    mode: content.mode,
    state,
    answer: null,
  }
}

/** With the entry among the last scans, in its place by time; one that is already listed stays as it is. */
function listed(session: ScanSession, entry: ScanEntry): ScanSession {
  if (session.last.some(({ scan_id }) => scan_id === entry.scan_id)) return session
  const last = [entry, ...session.last].sort((a, b) => b.scanned_at - a.scanned_at)
  return { ...session, last: last.slice(0, listed_scans) }
}

/** The same code again at once: heard, but not sent. */
export function repeated(session: ScanSession): ScanSession {
  return { ...session, repeats: session.repeats + 1 }
}

/** The server has decided a scan, in whatever order its answers arrive; counted once however often it is told. */
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
  const isRefused = answer.verdict === 'refused'
  return {
    ...known,
    last,
    accepted: known.accepted + (answer.verdict === 'ok' || answer.verdict === 'warning' ? 1 : 0),
    already_done: known.already_done + (answer.verdict === 'duplicate' ? 1 : 0),
    refused: known.refused + (isRefused ? 1 : 0),
    to_resolve: isRefused ? [resolveItem(scanId, content, answer), ...known.to_resolve] : known.to_resolve,
  }
}

/** What F8 takes back: the newest scan of the session that did something, or why there is none. */
export function undoable(session: ScanSession): ScanEntry | { why: string } {
  const last = session.last.find((entry) => entry.mode !== 'look-up')
  if (!last) return { why: 'There is no scan to undo in this session.' }
  if (last.undo) return { why: `The last scan, ${last.reference}, was undone already.` }
  if (last.answer?.event_id === 0)
    return { why: `The last scan, ${last.reference}, changed nothing: there is nothing to undo.` }
  return last
}

/** Taking a scan back has been stored on the device. */
export function undoRequested(session: ScanSession, scanId: string, isOffline: boolean): ScanSession {
  return withUndo(session, scanId, { state: isOffline ? 'kept' : 'sending', message: '' })
}

/** The server has taken a scan back; it counts as accepted no longer. */
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

/** The server has refused to take a scan back: it stands, and somebody must know why. */
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

/** The answer a scan gets that the server would not take at all. */
export function rejectedAnswer(message: string): ScanAnswer {
  return {
    verdict: 'refused',
    code: 'invalid',
    short: 'NOT TAKEN',
    message,
    shipment: null,
    parcel: null,
    next: null,
    event_id: 0,
  }
}

/** There is no network: what was on its way is stored on the device. */
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

/** Somebody has dealt with a refusal; without an id with the newest one. */
export function acknowledged(session: ScanSession, scanId?: string): ScanSession {
  const gone = scanId ?? session.to_resolve[0]?.scan_id
  return { ...session, to_resolve: session.to_resolve.filter((item) => item.scan_id !== gone) }
}

/** How many scans were made in the last 60 seconds. */
export function perMinute(session: ScanSession, now: number): number {
  return session.recent.filter((at) => at > now - 60_000).length
}

/**
 * The scan the verdict area stands for: the newest decided or kept one, so that an early answer to a later scan is not
 * overwritten by a late answer to an earlier one. `null` before the first.
 */
export function currentEntry(session: ScanSession): ScanEntry | null {
  return session.last.find((entry) => entry.state !== 'sending') ?? null
}

/** The newest scan when it has no verdict yet; `null` otherwise. */
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
    ...(answer.code === 'driver_doubtful' && content.driver ? { doubtful_driver: content.driver } : {}),
  }
}

/** A session stored on the device; `null` when there is none that can be read. */
export function readSession(text: string | null): ScanSession | null {
  if (text === null) return null
  try {
    const read = ScanSession.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Command barcodes the page obeys; every other text is a reference. */
export type ScannedInput =
  | { kind: 'acknowledge' }
  | { kind: 'undo' }
  | { kind: 'bay'; bay: string }
  | { kind: 'manifest'; reference: string }
  | { kind: 'reference'; reference: string }

/** What a raw scan or typed text means; `null` when nothing usable is left. */
export function readScan(raw: string): ScannedInput | null {
  const reference = cleanReference(raw)
  if (reference === '') return null
  if (reference === 'ACK') return { kind: 'acknowledge' }
  if (reference === 'UNDO') return { kind: 'undo' }
  if (manifestNumber(reference) !== null) return { kind: 'manifest', reference }
  const bay = /^BAY-(.+)$/.exec(reference)?.[1]
  return bay ? { kind: 'bay', bay } : { kind: 'reference', reference }
}
