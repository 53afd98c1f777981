import { manifestNumber } from '@waybill/domain/hub/manifest'
import type { ScanAnswer, UndoAnswer } from '@waybill/domain/hub/model'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
import { offsetNow } from '../../kit/session/device-clock.ts'
import { RepeatWindow } from './repeat-window.ts'
import {
  acknowledged,
  answered,
  dropped,
  held,
  notChosen,
  released,
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
import { isManifestMode } from '../station/manifest-mode.ts'
import type { Station } from '../station/station.ts'
import { useStationClock } from '../station/use-station-clock.ts'
import { changeSession, sessionOf } from '../station/station-memory.ts'
import { contentOf, scan_order, type Queued, type SendScan, type SendUndo } from '../pages/scan-queue.ts'
import { bayLabel, soundOf } from './scan-result-view.ts'

/** What a user does about a scan that the device could not store. */
const not_saved = 'This device could not save the scan, so it was not sent. Free some space, then scan again.'

/** Interval between two reminder tones while there are items to resolve, in ms. */
const reminder_ms = 10_000

/** State and actions of the scanner page. */
export interface ScanStation {
  session: ScanSession | null
  queue: QueueState<Queued>
  isOffline: boolean
  /** Reference of the manifest that is being looked up; `''` when none is. */
  sought: string
  /** Handles a raw scan or a typed text. */
  scan: (raw: string) => void
  /** Stores one scan on the device and queues it for sending. */
  post: (content: ScanContent) => void
  /** Removes one refused scan, or the newest, from the items to resolve. */
  acknowledge: (scan_id?: string) => void
  /** Undoes the last scan of the session. */
  undo: () => void
}

/**
 * State of the scanner. Every scan is stored on the device before it is displayed, sent oldest first with at most
 * four at a time, and displayed with its sound as soon as the response arrives. An undo is sent after its scan, so
 * that a scan whose response was lost is undone as well.
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
  /** Called when a bay barcode is scanned. */
  onBay: (bay: string) => void
  /**
   * Chooses a manifest whose barcode was scanned; resolves to whether it was chosen. Parcels scanned meanwhile wait for
   * that.
   */
  onManifest: (reference: string) => Promise<boolean>
  /** Receives every raw scan first; returns `true` when it has handled it. */
  onCode: (raw: string) => boolean
}): ScanStation {
  const session = useStore(sessionOf(username))
  const [repeats] = useState(() => new RepeatWindow())
  const showAnswer = (scanId: string, content: ScanContent, answer: ScanAnswer): void => {
    changeSession(username, (now) => answered(now, scanId, content, answer))
    playScanSound(soundOf(answer))
    announce(`${answer.short}. ${bayLabel(answer.next?.bay ?? '')}`.trim(), 'assertive')
  }
  const showNotUndone = (id: string, content: UndoContent, why: string): void => {
    changeSession(username, (now) => undoRejected(now, id, content, why))
    playScanSound('refused')
    announce(`NOT UNDONE. ${why}`, 'assertive')
  }
  const announceUndone = (answer: UndoAnswer): void => {
    changeSession(username, (now) => undone(now, answer))
    playScanSound(answer.code === 'undone' ? 'undone' : 'repeat')
    announce(`${answer.short}. ${answer.message}`, 'assertive')
  }
  const { queue, state } = useOfflineQueue<Queued, void>(`hub-scans:${username}`, {
    ...scan_order,
    send: async ({ id, content }) => {
      if ('undoes' in content) announceUndone(await sendUndo(id, content))
      else showAnswer(id, content, await send(id, content))
    },
    refused: ({ id, content }, error) => {
      const why = sentenceOf(error) ?? error.message
      if ('undoes' in content) showNotUndone(id, content, why)
      else showAnswer(id, content, rejectedAnswer(why))
      void queue.forget(id)
    },
  })
  const isOnline = useOnline()
  const isOffline = state.isOffline || !isOnline
  /** Reads the present state, because a handler may run before the next render. */
  const isOfflineNow = (): boolean => queue.state.read().isOffline || !navigator.onLine
  useNetworkSounds(username, isOffline, state.waiting.length > 0)
  useStationClock()
  useReminder((session?.to_resolve.length ?? 0) > 0 && isListening)

  const acknowledge = (scanId?: string): void => changeSession(username, (now) => acknowledged(now, scanId))
  const post = (content: ScanContent): void => {
    const scanId = newKey()
    void queue.add(content, scanId).then(
      () => {
        const isQueued = isOfflineNow()
        changeSession(username, (now) => scanStored(now, scanId, content, isQueued))
        if (isQueued) playScanSound('notice')
      },
      () => {
        repeats.forget()
        showAnswer(scanId, content, rejectedAnswer(not_saved, 'NOT SAVED'))
      },
    )
  }
  const undo = (): void => {
    if (!session) return
    const waiting = session.held.at(-1)
    if (waiting) {
      changeSession(username, dropped)
      repeats.forget()
      playScanSound('undone')
      return toast.info(`${waiting.reference} was undone before it was sent.`)
    }
    const last = undoable(session)
    if ('why' in last) {
      playScanSound('repeat')
      toast.info(last.why)
      return
    }
    const { scan_id: undoes, reference } = last
    // Set before sending, so that a second press does not undo it twice.
    changeSession(username, (now) => undoRequested(now, undoes, isOfflineNow()))
    repeats.forget()
    const content = { undoes, reference, undone_at: new Date(), ...offsetNow() }
    void queue.add(content).then(
      () => {
        if (isOfflineNow()) playScanSound('notice')
      },
      () =>
        showNotUndone(
          newKey(),
          content,
          'This device could not save the undo. Free some space, then undo again.',
        ),
    )
  }
  const choosing = useChoosing(onManifest)
  /** Posts a scan that is not a repeat, or chooses the manifest that was scanned; both wait while one is being chosen. */
  const accept = (reference: string): void => {
    const content = contentOf(station, reference)
    if (choosing.isOn()) return changeSession(username, (now) => held(now, content))
    if (isManifestMode(station.mode) && isManifest(reference)) return choosing.choose(reference)
    post(content)
  }
  const scan = (raw: string): void => {
    if (onCode(raw)) return
    const code = readScan(raw)
    if (!code) return
    if (code.kind === 'acknowledge') return acknowledge()
    if (code.kind === 'undo') return undo()
    if (code.kind === 'bay') return onBay(code.bay)
    playScanSound('tick')
    // The same label in another bay is not a repeat. One that waited is, after its manifest was chosen.
    const act = JSON.stringify([station.bay, code.reference])
    if (repeats.isRepeat(act, Date.now())) return changeSession(username, repeated)
    accept(code.reference)
  }
  /** Ends the waiting of all scans; returns them in their order. */
  const take = (): ScanSession['held'] => {
    const waiting = sessionOf(username).read()?.held ?? []
    if (waiting.length > 0) changeSession(username, released)
    return waiting
  }
  const reject = (scanned: ScanSession['held'][number]): void => {
    changeSession(username, (now) => notChosen(now, newKey(), scanned))
    playScanSound('refused')
    announce(`NO MANIFEST. ${scanned.reference}`, 'assertive')
  }
  // Runs after the render with the chosen manifest. From another manifest on, scans wait for that one.
  const release = useEffectEvent((isChosen: boolean): void => {
    choosing.end()
    for (const one of take())
      if (isChosen || choosing.isOn() || isManifest(one.reference)) accept(one.reference)
      else reject(one)
    // What was scanned last is to be scanned again.
    if (!isChosen && !choosing.isOn()) repeats.forget()
  })
  useEffect(() => {
    if (choosing.choice) release(choosing.choice.isChosen)
  }, [choosing.choice])
  // The manifest of scans that wait when the page closes or reloads, or a manifest that waits itself, is never chosen.
  const rejectAll = useEffectEvent((): void => {
    for (const one of take()) reject(one)
  })
  useEffect(() => {
    rejectAll()
    return () => rejectAll()
  }, [])
  useScan((_, raw) => isListening && scan(raw))
  return { session, queue: state, isOffline, sought: choosing.sought, scan, post, acknowledge, undo }
}

function isManifest(reference: string): boolean {
  return manifestNumber(reference) !== null
}

interface Choosing {
  /** The last choice that ended; `null` before the first. */
  choice: { isChosen: boolean } | null
  /** Reference of the manifest that is being chosen; `''` when none is. */
  sought: string
  /** Chooses a manifest. */
  choose: (reference: string) => void
  /** Whether a manifest is being chosen, so that scans wait. */
  isOn: () => boolean
  /** Ends the waiting, after the render with the chosen manifest. */
  end: () => void
}

/** Chooses a manifest whose barcode was scanned. */
function useChoosing(onManifest: (reference: string) => Promise<boolean>): Choosing {
  const isOn = useRef(false)
  const [sought, setSought] = useState('')
  const [choice, setChoice] = useState<Choosing['choice']>(null)
  return {
    choice,
    sought,
    choose: (reference) => {
      isOn.current = true
      setSought(reference)
      void onManifest(reference).then((isChosen) => setChoice({ isChosen }))
    },
    isOn: () => isOn.current,
    end: () => {
      isOn.current = false
      setSought('')
    },
  }
}

/** Plays a sound when the network is lost or back, and marks pending scans as queued. */
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
