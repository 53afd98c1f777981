import { driver_actions_max, driversApi, type DriverAction, type SeenLeg } from '@waybill/domain/drivers/api'
import type { Stop } from '@waybill/domain/drivers/model'
import { call } from '../../kit/api/index.ts'
import { newKey } from '../../kit/api/new-key.ts'
import { batteryNow } from '../phone/phone-battery.ts'
import { clockOffset } from '../phone/phone-clock.ts'
import { positionNow } from '../phone/phone-position.ts'
import { StoredList } from './stored-list.ts'

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

const offsetNow = () => {
  const offset = clockOffset()
  return offset === null ? {} : { clock_offset_seconds: offset }
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
 * Reports that the driver starts to end a stop, so is there: one action for each shipment, or for the collection
 * request. It is not part of the queue of actions, because it changes nothing that the driver could undo or must know.
 */
export async function noteArrival(username: string, { stop_id, shipments, request }: Visited): Promise<void> {
  const list = new StoredList<StoredArrival>('driver_arrivals', username, max_stored)
  if (isFirst(`arrived ${stop_id}`)) {
    const battery = batteryNow()
    const subjects = request
      ? [{ collection_request_id: request.collection_request_id }]
      : shipments.map(({ shipment_id }) => ({ shipment_id }))
    list.add(
      ...subjects.map((subject) => ({
        action_id: newKey(),
        type: 'arrive' as const,
        ...subject,
        stop_id,
        occurred_at: new Date().toISOString(),
        ...offsetNow(),
        ...(battery === null ? {} : { battery }),
        ...positionNow(),
      })),
    )
  }
  await list.send(driver_actions_max, (batch) => {
    const actions = batch.map((one) => ({ ...one, occurred_at: new Date(one.occurred_at) }))
    return call(driversApi.actions, { actions }, { timeout_ms })
  })
}
