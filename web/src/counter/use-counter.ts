import { useQuery, useQueryClient } from '@tanstack/react-query'
import { counterApi, type CounterAction } from '@waybill/domain/counter/api'
import type { CounterParcel, CounterPoint, CounterResult, CounterStock } from '@waybill/domain/counter/model'
import { afterUnsent, isCalled } from '@waybill/domain/counter/stock'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError, call, endpointQuery, refresh } from '../kit/api/index.ts'
import { newKey } from '../kit/api/new-key.ts'
import { useOnline } from '../kit/offline/use-online.ts'
import { isTransient, type QueueState } from '../kit/queue/offline-queue.ts'
import { useOfflineQueue } from '../kit/queue/use-offline-queue.ts'
import { playScanSound } from '../kit/scan/sounds.ts'
import { useMe } from '../kit/session/me.ts'
import { readStoredStock, storeStock } from './counter-memory.ts'

/** An action without a response after this time, in ms, counts as not sent. */
const timeout_ms = 8000
/** Milliseconds between two reads of the parcels while the page is open. */
const stock_every = 60_000

/** An action as a page records it. */
export type Recorded = Omit<CounterAction, 'action_id' | 'occurred_at' | 'clock_offset_seconds'>

/** An action in the queue of this device. */
export interface QueuedAction {
  point_id: number
  point: string
  action: Omit<CounterAction, 'action_id'>
}

/** What became of an action; `saved`: it is stored on this device until there is a connection. */
export type Outcome =
  | { kind: 'done'; message: string; shipment_id: number | null }
  | { kind: 'saved' }
  | { kind: 'refused'; message: string }

/** The state and the actions of the counter screen at one point. */
export interface Counter {
  point: CounterPoint
  points: readonly CounterPoint[]
  /** The parcels, with the actions of this device that are not sent yet. */
  parcels: readonly CounterParcel[]
  closed: CounterStock['closed']
  /** When the parcels were read. */
  read_at: Date
  isOffline: boolean
  queue: QueueState<QueuedAction>
  /** Returns the parcel with a reference. */
  find: (reference: string) => CounterParcel | undefined
  /** Stores an action on this device and sends it. */
  record: (action: Recorded, id?: string) => Promise<Outcome>
  /** Sends an action that the server must answer now, such as a PIN; rejects without a connection. */
  ask: (action: Recorded, id: string) => Promise<Outcome>
  /** Removes a refused action that a person has cleared up. */
  forget: (id: string) => Promise<void>
}

async function sendAction(
  id: string,
  { point_id, action }: Pick<QueuedAction, 'point_id' | 'action'>,
): Promise<CounterResult> {
  const actions = [{ ...action, action_id: id }]
  const { results } = await call(counterApi.handOver, { point_id, actions }, { timeout_ms })
  const [result] = results
  if (result?.result !== 'applied') throw new ApiError(409, result?.message ?? '')
  return result
}

/**
 * Returns the counter at a point; `null` while its parcels are unknown, with the error of the last attempt. Every
 * action is stored on the device before it is sent, and sent until the server has answered.
 */
export function useCounter(pointId: number): {
  counter: Counter | null
  failure: Error | null
  retry: () => void
} {
  const { username } = useMe()
  const client = useQueryClient()
  const answers = useRef(new Map<string, CounterResult>())
  const { queue, state } = useOfflineQueue<QueuedAction, CounterResult>(`counter:${username}`, {
    send: ({ id, content }) => sendAction(id, content),
    sent: ({ id }, answer) => {
      answers.current.set(id, answer)
      void refresh(client, [counterApi.stock])
    },
    refused: () => {
      playScanSound('refused')
      void refresh(client, [counterApi.stock])
    },
  })
  const query = useQuery({
    ...endpointQuery(counterApi.stock, { point_id: pointId }),
    refetchInterval: stock_every,
  })
  useEffect(() => {
    if (query.data)
      storeStock(username, { read_at: new Date(query.dataUpdatedAt), point_id: pointId, answer: query.data })
  }, [username, pointId, query.data, query.dataUpdatedAt])
  const stored = useMemo(() => readStoredStock(username, pointId), [username, pointId])
  const known = query.data
    ? { read_at: new Date(query.dataUpdatedAt), answer: query.data }
    : query.error && isTransient(query.error)
      ? stored
      : null
  const isOnline = useOnline()
  const retry = (): void => void query.refetch()
  const point = known?.answer.points.find(({ id }) => id === pointId)
  const stock = known?.answer.stock
  if (!known || !point || !stock) return { counter: null, failure: query.error, retry }

  const unsent = state.waiting.filter(({ content }) => content.point_id === pointId)
  const parcels = afterUnsent(
    stock.parcels,
    unsent.map(({ content }) => content.action),
  )
  const record: Counter['record'] = async (action, id = newKey()) => {
    await queue.add(
      { point_id: pointId, point: point.name, action: { ...action, occurred_at: new Date() } },
      id,
    )
    const end = await queue.settled(id, timeout_ms)
    if (end === 'waiting') {
      playScanSound('notice')
      return { kind: 'saved' }
    }
    if (end !== 'sent') return { kind: 'refused', message: end.rejection }
    playScanSound('accepted')
    const { message = '', shipment_id = null } = answers.current.get(id) ?? {}
    return { kind: 'done', message, shipment_id }
  }
  const ask: Counter['ask'] = async (action, id) => {
    try {
      const content = { point_id: pointId, action: { ...action, occurred_at: new Date() } }
      const { message, shipment_id } = await sendAction(id, content)
      playScanSound('accepted')
      return { kind: 'done', message, shipment_id }
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || isTransient(thrown)) throw thrown
      playScanSound('refused')
      return { kind: 'refused', message: thrown.message }
    } finally {
      void refresh(client, [counterApi.stock])
    }
  }
  return {
    counter: {
      point,
      points: known.answer.points,
      parcels,
      closed: stock.closed,
      read_at: known.read_at,
      isOffline: state.isOffline || !isOnline,
      queue: state,
      find: (reference) => parcels.find((parcel) => isCalled(parcel, reference)),
      record,
      ask,
      forget: (id) => queue.forget(id),
    },
    failure: null,
    retry,
  }
}
