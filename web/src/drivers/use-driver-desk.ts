import { useQuery, useQueryClient } from '@tanstack/react-query'
import { driversApi, type DriverAction } from '@waybill/domain/drivers/api'
import type { ActionResult, TripSheet } from '@waybill/domain/drivers/model'
import { useEffect, useMemo } from 'react'
import { call, reading, refresh } from '../kit/api/index.ts'
import { newKey } from '../kit/api/new-key.ts'
import { Refusal } from '../kit/api/refusal.ts'
import { announce } from '../kit/layers/announcements.ts'
import { Store, useStore } from '../kit/layers/store.ts'
import type { OfflineQueue, QueueState } from '../kit/queue/offline-queue.ts'
import { useOfflineQueue } from '../kit/queue/use-offline-queue.ts'
import { playVerdict } from '../kit/scan/sounds.ts'
import { useMe } from '../kit/session/me.ts'
import {
  conflictOf,
  markOf,
  marksOf,
  newerMarks,
  replacedBy,
  withUploadedNames,
  type ActionContent,
} from './action-content.ts'
import { compareClocks, clockOffset } from './phone-clock.ts'
import { askForDurableStorage, keepSheet, keptSheet } from './phone-store.ts'
import { positionNow } from './position.ts'
import { keepTicksOf } from './scan-ticks.ts'
import { viewStops, type Mark, type StopView } from './sheet.ts'
import { uploadEvidence } from './upload-evidence.ts'

/** A request that hangs this long counts as no signal, milliseconds (interface design 6.9). */
const patience_ms = 8000
/** Milliseconds between two readings of the trip sheet while the page is open. */
const sheet_every = 300_000

/** Confirmations given since the sheet was last read. */
const sent_marks = new Store<readonly (Mark & { sent_at: number })[]>([])

/** Everything the driver pages share: the sheet with this phone's actions over it, and the queue of what is unsent. */
export interface DriverDesk {
  sheet: TripSheet | null
  views: readonly StopView[]
  /** When the sheet was read; `null` before. */
  read_at: Date | null
  /** The sheet is not from this minute: there is no signal. */
  isKept: boolean
  /** What kept the sheet from being read, when there is none at all. */
  failure: Error | null
  queue: OfflineQueue<ActionContent, ActionResult>
  state: QueueState<ActionContent>
  /** Stores actions on the phone and answers their ids; they are shown as done from then on. */
  record: (contents: readonly Recorded[]) => Promise<string[]>
  readAgain: () => void
}

/** An action as a page records it; time, place and clock are added here. */
export type Recorded = Omit<ActionContent, 'action'> & {
  action: Pick<
    DriverAction,
    | 'type'
    | 'shipment_id'
    | 'collection_request_id'
    | 'stop_id'
    | 'parcel_references'
    | 'scanned_references'
    | 'manifest_reference'
    | 'payload'
  >
}

async function sendAction(id: string, content: ActionContent): Promise<ActionResult> {
  const names = await uploadEvidence(content.evidence)
  const action = withUploadedNames(id, content, names)
  const { results } = await call(
    driversApi.actions,
    { actions: [action] },
    { idempotency_key: id, patience: patience_ms },
  )
  const conflict = conflictOf(results[0])
  if (conflict !== null || !results[0]) throw new Refusal(409, conflict ?? '')
  return results[0]
}

/** The driver's desk. Every action is stored on the phone before it is shown, and sent as soon as there is signal. */
export function useDriverDesk(): DriverDesk {
  const { username } = useMe()
  const client = useQueryClient()
  const sent = useStore(sent_marks)
  const { queue, state } = useOfflineQueue<ActionContent, ActionResult>(`driver-actions:${username}`, {
    send: (item) => sendAction(item.id, item.content),
    sent: (item) => {
      sent_marks.write([...sent_marks.read(), { ...markOf(item, 'sent'), sent_at: Date.now() }])
      if (queue.state.read().waiting.length === 0) void refresh(client, [driversApi.tripSheet])
    },
    refused: (item) => {
      playVerdict('refused')
      announce(item.refusal ?? '', 'assertive')
      void refresh(client, [driversApi.tripSheet])
    },
  })
  const fresh = useQuery({ ...reading(driversApi.tripSheet, {}), refetchInterval: sheet_every })
  const kept = useQuery({
    queryKey: ['kept trip sheet', username],
    queryFn: () => keptSheet(username),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const read_at = fresh.data ? fresh.dataUpdatedAt : (kept.data?.read_at ?? null)
  const sheet = fresh.data ?? kept.data?.sheet ?? null
  useEffect(() => {
    if (!fresh.data) return
    // A phone without storage keeps nothing, and goes on.
    void keepSheet(username, fresh.data, fresh.dataUpdatedAt).catch(() => undefined)
    void compareClocks()
    keepTicksOf(fresh.data.stops.map(({ stop_id }) => stop_id))
    sent_marks.write(newerMarks(sent_marks.read(), fresh.dataUpdatedAt))
  }, [username, fresh.data, fresh.dataUpdatedAt])
  useEffect(() => void askForDurableStorage(), [])

  const views = useMemo(() => (sheet ? viewStops(sheet, marksOf(state, sent)) : []), [sheet, state, sent])
  const record = async (contents: readonly Recorded[]): Promise<string[]> => {
    const place = positionNow()
    const offset = clockOffset()
    const ids: string[] = []
    for (const { action, ...rest } of contents) {
      for (const { id } of replacedBy(action, queue.state.read().refused)) await queue.forget(id)
      const { id } = await queue.add(
        {
          ...rest,
          action: {
            ...action,
            occurred_at: new Date(),
            ...(offset === null ? {} : { clock_offset_seconds: offset }),
            ...place,
          },
        },
        newKey(),
      )
      ids.push(id)
    }
    return ids
  }
  return {
    sheet,
    views,
    read_at: read_at === null ? null : new Date(read_at),
    isKept: !fresh.data || fresh.isError || fresh.isPaused || state.isOffline,
    failure: sheet ? null : fresh.error,
    queue,
    state,
    record,
    readAgain: () => void fresh.refetch(),
  }
}
