import type { ScanAnswer, UndoAnswer } from '@waybill/domain/hub/model'
import { useEffect, useRef } from 'react'
import { newKey } from '../../kit/api/new-key.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { announce } from '../../kit/layers/announcements.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useStore } from '../../kit/layers/store.ts'
import { useOnline } from '../../kit/offline/use-online.ts'
import type { QueueState } from '../../kit/queue/offline-queue.ts'
import { useOfflineQueue } from '../../kit/queue/use-offline-queue.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { RepeatWindow } from './repeat-window.ts'
import {
  acknowledged,
  answered,
  scanStored,
  readScan,
  rejectedAnswer,
  repeated,
  undoable,
  undoRequested,
  undone,
  undoRejected,
  unsent,
  type ScanContent,
  type ScanSession,
  type UndoContent,
} from './scan-session.ts'
import { isManifestMode, type Station } from '../station/station.ts'
import { changeSession, sessionOf } from '../station/station-memory.ts'
import { bayLabel, soundOf } from './scan-result-view.ts'

/** Scans that may be on their way at once (docs/domain/interface.md#repeats-and-order). */
const scans_in_flight = 4

/** Milliseconds between two low tones while something is to resolve. */
const reminder_ms = 10_000

const repeats = new RepeatWindow()

/** Sends one scan with its id as idempotency key; throws a `Refusal` when the server will not take it. */
export type SendScan = (scan_id: string, content: ScanContent) => Promise<ScanAnswer>

/** Takes one scan back; throws a `Refusal` when the server will not. */
export type SendUndo = (id: string, content: UndoContent) => Promise<UndoAnswer>

/** What waits on this device: scans, and scans to be taken back. */
export type Queued = ScanContent | UndoContent

/** What the scanner page draws and does. */
export interface ScanStation {
  session: ScanSession | null
  queue: QueueState<Queued>
  isOffline: boolean
  /** Takes a raw scan or a typed text. */
  scan: (raw: string) => void
  /** Stores one scan on the device and sends it in its turn. */
  post: (content: ScanContent) => void
  /** Takes one refusal, or the newest, off the list. */
  acknowledge: (scan_id?: string) => void
  /** Takes the last scan of the session back. */
  undo: () => void
}

/**
 * The scanner: every scan is stored on the device before it is shown, sent oldest first with up to four on their way,
 * and painted and sounded in the moment its answer arrives. Taking one back is sent after it, so that a scan whose
 * answer was lost is taken back all the same.
 */
export function useScanStation({
  username,
  station,
  isListening,
  send,
  sendUndo,
  onBay,
  onManifest,
  onCode,
}: {
  username: string
  station: Station
  isListening: boolean
  send: SendScan
  sendUndo: SendUndo
  /** A bay barcode was scanned. */
  onBay: (bay: string) => void
  /** The barcode of a manifest was scanned. */
  onManifest: (reference: string) => void
  /** Sees every raw scan first; `true` when it has dealt with it. */
  onCode: (raw: string) => boolean
}): ScanStation {
  const session = useStore(sessionOf(username))
  const showAnswer = (scanId: string, content: ScanContent, answer: ScanAnswer): void => {
    changeSession(username, (now) => answered(now, scanId, content, answer))
    playScanSound(soundOf(answer))
    announce(`${answer.short}. ${bayLabel(answer.next?.bay ?? '')}`.trim(), 'assertive')
  }
  const announceUndone = (answer: UndoAnswer): void => {
    changeSession(username, (now) => undone(now, answer))
    playScanSound(answer.code === 'undone' ? 'undone' : 'repeat')
    announce(`${answer.short}. ${answer.message}`, 'assertive')
  }
  const { queue, state } = useOfflineQueue<Queued, void>(`hub-scans:${username}`, {
    lanes: scans_in_flight,
    waitsFor: (content) => ('undoes' in content ? content.undoes : undefined),
    send: async ({ id, content }) => {
      if ('undoes' in content) announceUndone(await sendUndo(id, content))
      else showAnswer(id, content, await send(id, content))
    },
    refused: ({ id, content }, refusal) => {
      const why = sentenceOf(refusal) ?? refusal.message
      if ('undoes' in content) {
        changeSession(username, (now) => undoRejected(now, id, content, why))
        playScanSound('refused')
        announce(`NOT UNDONE. ${why}`, 'assertive')
      } else showAnswer(id, content, rejectedAnswer(why))
      void queue.forget(id)
    },
  })
  const isOnline = useOnline()
  const isOffline = state.isOffline || !isOnline
  /** The same at this moment: a handler may run before the page has been drawn again. */
  const isOfflineNow = (): boolean => queue.state.read().isOffline || !navigator.onLine
  useNetworkSounds(username, isOffline, state.waiting.length > 0)
  useReminder((session?.to_resolve.length ?? 0) > 0 && isListening)

  const acknowledge = (scanId?: string): void => changeSession(username, (now) => acknowledged(now, scanId))
  const post = (content: ScanContent): void => {
    const scanId = newKey()
    void queue.add(content, scanId).then(() => {
      const isKept = isOfflineNow()
      changeSession(username, (now) => scanStored(now, scanId, content, isKept))
      if (isKept) playScanSound('notice')
    })
  }
  const undo = (): void => {
    if (!session) return
    const last = undoable(session)
    if ('why' in last) {
      playScanSound('repeat')
      toast.info(last.why)
      return
    }
    const { scan_id: undoes, reference } = last
    // Marked at once: a second press must not take it back twice.
    changeSession(username, (now) => undoRequested(now, undoes, isOfflineNow()))
    repeats.forget()
    void queue.add({ undoes, reference, undone_at: new Date() }).then(() => {
      if (isOfflineNow()) playScanSound('notice')
    })
  }
  const scan = (raw: string): void => {
    if (onCode(raw)) return
    const code = readScan(raw)
    if (!code) return
    if (code.kind === 'acknowledge') return acknowledge()
    if (code.kind === 'undo') return undo()
    if (code.kind === 'bay') return onBay(code.bay)
    if (code.kind === 'manifest' && isManifestMode(station.mode)) return onManifest(code.reference)
    playScanSound('tick')
    // The same label in another mode, bay or with another driver is another act.
    const act = JSON.stringify({ ...station, reference: code.reference })
    if (repeats.isRepeat(act, Date.now())) return changeSession(username, repeated)
    post(contentOf(station, code.reference))
  }
  useScan((_, raw) => isListening && scan(raw))
  return { session, queue: state, isOffline, scan, post, acknowledge, undo }
}

/** What a scan says of itself at this station; re-measuring looks the parcel up first. */
function contentOf(
  { mode, branch_id, bay, driver, assign_anyway, manifest_id }: Station,
  parcelReference: string,
): ScanContent {
  return {
    parcel_reference: parcelReference,
    mode: mode === 're-measure' ? 'look-up' : mode,
    branch_id,
    scanned_at: new Date(),
    ...(mode === 'assign-bay' && bay ? { bay } : {}),
    ...(mode === 'out-for-delivery' && driver ? { driver, ...(assign_anyway ? { assign_anyway } : {}) } : {}),
    ...(isManifestMode(mode) && manifest_id ? { interhub_transfer_id: manifest_id } : {}),
  }
}

/** A slow fall when the network goes, a slow rise when it is back; what was on its way is shown as kept. */
function useNetworkSounds(username: string, isOffline: boolean, hasWaiting: boolean): void {
  const was = useRef(isOffline)
  useEffect(() => {
    if (isOffline && hasWaiting) changeSession(username, unsent)
    if (isOffline === was.current) return
    was.current = isOffline
    playScanSound(isOffline ? 'lost' : 'back')
  }, [username, isOffline, hasWaiting])
}

function useReminder(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => playScanSound('reminder'), reminder_ms)
    return () => clearInterval(timer)
  }, [isOn])
}
