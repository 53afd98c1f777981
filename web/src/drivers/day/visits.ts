import { driver_actions_max, driversApi, type DriverAction, type SeenLeg } from '@waybill/domain/drivers/api'
import type { Stop } from '@waybill/domain/drivers/model'
import { call } from '../../kit/api/index.ts'
import { newKey } from '../../kit/api/new-key.ts'
import type { ActionResult } from '@waybill/domain/drivers/model'
import type { OfflineQueue } from '../../kit/queue/offline-queue.ts'
import { noteSideAction } from '../phone/evidence-chain.ts'
import { offsetNow } from '../../kit/session/device-clock.ts'
import { newSideAction, type SideAction } from '../phone/side-actions.ts'
import { StoredList } from './stored-list.ts'

/** The queue of arrivals; only `add` is used. */
export type ArrivalQueue = Pick<OfflineQueue<SideAction, ActionResult>, 'add'>

type Visited = Pick<Stop, 'stop_id' | 'leg' | 'shipments' | 'request'>
/** With ISO times, as stored on the phone until they are sent. */
type StoredLeg = Omit<SeenLeg, 'at'> & { at: string }
type StoredArrival = Omit<DriverAction, 'occurred_at'> & { occurred_at: string }

const max_stored = 1_000
const timeout_ms = 8_000

/** Stops that were seen, or arrived at, since the page was loaded. */
const noted = new Set<string>()

function isFirst(what: string): boolean {
  const isNew = !noted.has(what)
  noted.add(what)
  return isNew
}

/** Reports that the driver opened a stop, with the first signal. The server stores the first time only. */
export async function noteSeen(username: string, { leg, shipments }: Visited): Promise<void> {
  const list = new StoredList<StoredLeg>('driver_seen', username, max_stored)
  const fresh = shipments.filter(({ shipment_id }) => isFirst(`seen ${leg} ${shipment_id}`))
  const at = new Date().toISOString()
  list.add(...fresh.map(({ shipment_id }) => ({ shipment_id, leg, at, ...offsetNow() })))
  await list.send(driver_actions_max, (batch) => {
    const seen = batch.map((one) => ({ ...one, at: new Date(one.at) }))
    return call(driversApi.actions, { actions: [], seen }, { timeout_ms })
  })
}

/**
 * Stores that the driver starts to end a stop, so is there: one action for each shipment, or for the collection request.
 * `queue` sends them. They are not part of the queue of actions, because they change nothing that the driver could undo
 * or must know.
 */
export async function noteArrival(
  queue: ArrivalQueue,
  username: string,
  { stop_id, shipments, request }: Visited,
): Promise<void> {
  if (!isFirst(`arrived ${stop_id}`)) return
  const subjects = request
    ? [{ collection_request_id: request.collection_request_id }]
    : shipments.map(({ shipment_id }) => ({ shipment_id }))
  for (const subject of subjects) {
    const id = newKey()
    const action = await newSideAction(username, id, { type: 'arrive', ...subject, stop_id })
    await queue.add(action, id)
    noteSideAction(username, action)
  }
}

/** Moves arrivals that an earlier version of the app stored to the queue. A repeat is harmless, because they have ids. */
export async function moveStoredArrivals(queue: ArrivalQueue, username: string): Promise<void> {
  const list = new StoredList<StoredArrival>('driver_arrivals', username, max_stored)
  await list.send(max_stored, async (batch) => {
    for (const { action_id, occurred_at, ...action } of batch)
      await queue.add({ ...action, occurred_at: new Date(occurred_at) }, action_id)
  })
}
