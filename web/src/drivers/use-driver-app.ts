import { useQuery, useQueryClient } from '@tanstack/react-query'
import { driversApi } from '@waybill/domain/drivers/api'
import type { ActionResult, TripSheet } from '@waybill/domain/drivers/model'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { endpointQuery, refresh } from '../kit/api/index.ts'
import { announce } from '../kit/layers/announcements.ts'
import { Store, useStore } from '../kit/layers/store.ts'
import { toast } from '../kit/layers/toasts.ts'
import { heldFor, type OfflineQueue, type QueueItem, type QueueState } from '../kit/queue/offline-queue.ts'
import { useOfflineQueue } from '../kit/queue/use-offline-queue.ts'
import { playScanSound } from '../kit/scan/sounds.ts'
import { useMe } from '../kit/session/me.ts'
import { markOf, marksOf, newerMarks, replacedBy, type ActionContent } from './phone/action-content.ts'
import { changeOf, withChange } from './day/phone-day.ts'
import { unbindEvidence } from './phone/evidence-chain.ts'
import { compareClocks } from './phone/phone-clock.ts'
import { noteUsed } from './phone/receipt-numbers.ts'
import { requestDurableStorage, storeSheet, storedSheet } from './phone/phone-store.ts'
import { watchBattery } from './phone/phone-battery.ts'
import { sendPhotosNow, usePhotosWait } from './phone/photos-on-wifi.ts'
import { sendAction } from './phone/send-action.ts'
import { sendSideAction, type SideAction } from './phone/side-actions.ts'
import { storeActions, type Recorded } from './phone/store-actions.ts'
import { pruneTicks } from './scanning/scanned-parcels.ts'
import type { Mark } from './stops/stop-rules.ts'
import { viewStops, withSteadyStops, type StopView } from './stops/trip-sheet-stops.ts'
import type { Evidence } from './proof-of-delivery/hand-over.ts'
import { answerText } from './texts/texts.ts'
import { uploadEvidence } from './proof-of-delivery/upload-evidence.ts'

/** Milliseconds between two reads of the trip sheet while the page is open. */
const sheet_every = 300_000

/** The read of a shipment's files, by its name: importing its endpoint would double what the first page loads. */
const shipment_files = { method: 'GET', path: '/shipments/files' } as const

/** How many ms after Done the driver can still undo; nothing is sent before. */
const undo_ms = 10_000

/** How many ms the phone displays what the server says about an action that it applied. */
const notice_ms = 60_000

/** The newest sheet with stable stop numbers, from which later sheets take their numbers. */
const numbered = new Store<TripSheet | null>(null)

/** Functions that restore the form input of recorded actions while they can be undone; lost when the page is closed. */
const restorers = new Map<string, () => Promise<void>>()

/** Confirmations since the sheet was last read. */
const sent_marks = new Store<readonly (Mark & { sent_at: number })[]>([])

/**
 * The shared state of the driver pages: the sheet with the actions of this phone applied, and the queue of unsent
 * actions.
 */
export interface DriverApp {
  sheet: TripSheet | null
  views: readonly StopView[]
  /** The actions of this phone that the sheet does not contain yet. */
  marks: readonly Mark[]
  /** When the sheet was read; `null` before the first read. */
  read_at: Date | null
  /** Whether the sheet may be outdated, because it is loaded from storage or there is no signal. */
  isStored: boolean
  /** The error of the last read when there is no sheet at all. */
  failure: Error | null
  queue: OfflineQueue<ActionContent, ActionResult>
  state: QueueState<ActionContent>
  /** Stores actions on the phone and returns their ids. They are displayed as done from then on. */
  record: (contents: readonly Recorded[]) => Promise<string[]>
  /** Like `record`, but the actions can be undone for ten seconds; `restore` puts the input back. */
  recordUndoably: (contents: readonly Recorded[], restore: () => Promise<void>) => Promise<void>
  /** The actions that can still be undone, with the end of that period; `null` when there are none. */
  undoable: { ids: readonly string[]; where: string; until: Date } | null
  /** Undoes the actions that can still be undone; returns `false` when some have already been sent. */
  undo: () => Promise<boolean>
  readAgain: () => void
  /** The queue of arrivals at stops. */
  arrivals: OfflineQueue<SideAction, ActionResult>
  /** Photos whose actions were sent, and whether they wait for Wi-Fi. */
  photos: {
    waiting: number
    isWaiting: boolean
    /** Photos that the server cannot store. */
    refused: readonly QueueItem<Evidence>[]
    forget: (id: string) => Promise<void>
  }
}

/**
 * Returns the state of the driver app. Every action is stored on the phone before it is displayed, and sent as soon
 * as there is signal.
 */
export function useDriverApp(): DriverApp {
  const { username } = useMe()
  const client = useQueryClient()
  const sent = useStore(sent_marks)
  const { isWaiting } = usePhotosWait()
  const photos = useOfflineQueue<Evidence, unknown>(`driver-photos:${username}`, {
    lanes: isWaiting ? 0 : 1,
    send: ({ content }) => uploadEvidence([content]),
    sent: () => {
      if (photos.queue.state.read().waiting.length === 0) sendPhotosNow(false)
    },
  })
  useEffect(() => {
    if (!isWaiting) void photos.queue.drain()
  }, [isWaiting, photos.queue])
  const arrivals = useOfflineQueue<SideAction, ActionResult>(`driver-arrivals:${username}`, {
    send: ({ id, content }) => sendSideAction(id, content),
    // The driver cannot do anything about an arrival that the server does not take.
    refused: ({ id }) => void arrivals.queue.forget(id),
  })
  const { queue, state } = useOfflineQueue<ActionContent, ActionResult>(`driver-actions:${username}`, {
    send: (item) => sendAction(item.id, item.content, isWaiting ? photos.queue : null),
    sent: (item, answer) => {
      restorers.delete(item.id)
      noteDay(item.content, answer)
      if (item.content.action.collection_request_id !== undefined && answer.message !== '') {
        playScanSound('refused')
        toast.error(answerText(answer), { autoHide: notice_ms })
      }
      noteUsed(username, item.content)
      // Remove earlier rejected attempts of what has now been done, such as a wrong PIN tried twice without signal.
      for (const { id } of replacedBy(item.content.action, queue.state.read().refused)) void queue.forget(id)
      sent_marks.write([...sent_marks.read(), { ...markOf(item, 'sent'), sent_at: Date.now() }])
      if (item.content.action.type === 'add-photos') void refresh(client, [shipment_files])
      if (queue.state.read().waiting.length === 0) void refresh(client, [driversApi.tripSheet])
    },
    refused: (item, { code }) => {
      noteUsed(username, item.content, code)
      playScanSound('refused')
      announce(item.refusal ?? '', 'assertive')
      void refresh(client, [driversApi.tripSheet])
    },
  })
  const fresh = useQuery({ ...endpointQuery(driversApi.tripSheet, {}), refetchInterval: sheet_every })
  const stored = useQuery({
    queryKey: ['kept trip sheet', username],
    queryFn: () => storedSheet(username),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const readAt = fresh.data ? fresh.dataUpdatedAt : (stored.data?.read_at ?? null)
  const former = useStore(numbered) ?? stored.data?.sheet ?? null
  const newest = fresh.data && !stored.isPending ? fresh.data : null
  const sheet = useMemo(() => (newest ? withSteadyStops(newest, former) : former), [newest, former])
  /** Applies a confirmed change of the day to the sheet of this phone, because its next read may be hours away. */
  const noteDay = (content: ActionContent, answer: ActionResult): void => {
    const change = changeOf(content, answer)
    if (!change) return
    const { queryKey } = endpointQuery(driversApi.tripSheet, {})
    const read = client.getQueryState<TripSheet>(queryKey)
    const known = read?.data ?? numbered.read() ?? stored.data?.sheet
    if (!known) return
    if (read?.data)
      client.setQueryData<TripSheet>(queryKey, withChange(read.data, change), {
        updatedAt: read.dataUpdatedAt,
      })
    const next = withChange(numbered.read() ?? known, change)
    numbered.write(next)
    void storeSheet(username, next, read?.dataUpdatedAt || (stored.data?.read_at ?? 0)).catch(() => undefined)
  }
  // Not an effect on `sheet`, because `sheet` depends on the former sheet, which is stored here. Only a newly read
  // sheet is stored.
  const storeNewest = useEffectEvent((): void => {
    if (!newest || !sheet) return
    numbered.write(sheet)
    // If the phone has no storage, continue without a stored sheet.
    void storeSheet(username, sheet, fresh.dataUpdatedAt).catch(() => undefined)
    void compareClocks()
    if (sheet.stops.some(({ shipments }) => shipments.some(({ cod_due }) => cod_due > 0)))
      // Loaded only when money is to be taken. Without signal the numbers of the phone last.
      void import('./phone/reserve-numbers.ts')
        .then(({ reserveNumbers }) => reserveNumbers(username))
        .catch(() => undefined)
    pruneTicks(sheet.stops.map(({ stop_id }) => stop_id))
    sent_marks.write(newerMarks(sent_marks.read(), fresh.dataUpdatedAt))
  })
  useEffect(() => storeNewest(), [username, newest, fresh.dataUpdatedAt])
  useEffect(() => {
    void requestDurableStorage()
    watchBattery()
  }, [])

  const marks = useMemo(() => marksOf(state, sent), [state, sent])
  const views = useMemo(() => (sheet ? viewStops(sheet, marks) : []), [sheet, marks])
  const storeAll = (contents: readonly Recorded[], holdMs: number): Promise<string[]> =>
    storeActions(queue, contents, { username, hold_ms: holdMs })
  const undoable = useUndoable(state)
  return {
    sheet,
    views,
    marks,
    record: (contents) => storeAll(contents, 0),
    recordUndoably: async (contents, restore) => {
      for (const id of await storeAll(contents, undo_ms)) restorers.set(id, restore)
    },
    undoable,
    undo: async () => {
      const held = state.waiting.filter(({ id }) => undoable?.ids.includes(id))
      const taken = await Promise.all(held.map(({ id }) => queue.takeBack(id)))
      if (taken.every(Boolean))
        for (const { content } of held.toReversed()) unbindEvidence(username, content.action)
      const restore = restorers.get(undoable?.ids[0] ?? '')
      if (restore && taken.every(Boolean)) await restore()
      return taken.length > 0 && taken.every(Boolean)
    },
    read_at: readAt === null ? null : new Date(readAt),
    isStored: !fresh.data || fresh.isError || fresh.isPaused || state.isOffline,
    failure: sheet ? null : fresh.error,
    queue,
    state,
    readAgain: () => void fresh.refetch(),
    arrivals: arrivals.queue,
    photos: {
      waiting: photos.state.waiting.length,
      isWaiting,
      refused: photos.state.refused,
      forget: (id) => photos.queue.forget(id),
    },
  }
}

/** Returns the queued actions that can still be undone; renders again when the period ends. */
function useUndoable({ waiting }: QueueState<ActionContent>): DriverApp['undoable'] {
  const [, rerender] = useState(0)
  const now = new Date()
  const held = waiting.filter((item) => heldFor(item, now) > 0)
  const [first] = held
  const leftMs = first ? heldFor(first, now) : 0
  useEffect(() => {
    if (leftMs === 0) return
    const timer = setTimeout(() => rerender((times) => times + 1), leftMs + 20)
    return () => clearTimeout(timer)
  }, [leftMs])
  if (!first?.held_until) return null
  return { ids: held.map(({ id }) => id), where: first.content.where, until: first.held_until }
}
