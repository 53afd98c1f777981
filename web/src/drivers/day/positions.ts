import { positions_max, positionsApi } from '@waybill/domain/drivers/positions-api'
import { call } from '../../kit/api/index.ts'
import { batteryNow } from '../phone/phone-battery.ts'
import { offsetNow } from '../../kit/session/device-clock.ts'
import { positionNow, watchPosition } from '../phone/phone-position.ts'
import { StoredList } from './stored-list.ts'

/** A position as stored on the phone until it is sent. */
interface StoredPosition {
  /** ISO time. */
  at: string
  lat: number
  lng: number
  accuracy: number
  battery?: number
  clock_offset_seconds?: number
}

/** A day and a half of positions at one a minute. */
const max_stored = 2_000
const check_ms = 1_000
const timeout_ms = 8_000

/** When a position was last taken, in ms, so that opening another page does not take one early. */
let taken_at = 0

/**
 * Takes the position of the phone every `seconds` while this page is open, and sends what is stored when `maySend` allows
 * it. Returns a function that stops it (docs/domain/routing-and-drivers.md#positions).
 */
export function followDriver(about: {
  username: string
  seconds: number
  maySend: () => boolean
}): () => void {
  const { username, seconds, maySend } = about
  const list = new StoredList<StoredPosition>('driver_positions', username, max_stored)
  const stopWatching = watchPosition()
  const check = (): void => {
    const age = Date.now() - taken_at
    // The clock may have been set back since.
    if ((age >= 0 && age < seconds * 1000) || !take(list)) return
    if (maySend()) void sendPositions(list)
  }
  check()
  const timer = setInterval(check, check_ms)
  return () => {
    clearInterval(timer)
    stopWatching()
  }
}

/** Stores the present position; returns whether there is one. */
function take(list: StoredList<StoredPosition>): boolean {
  const place = positionNow()
  if (!place) return false
  taken_at = Date.now()
  const battery = batteryNow()
  list.add({
    at: new Date(taken_at).toISOString(),
    ...place,
    ...(battery === null ? {} : { battery }),
    ...offsetNow(),
  })
  return true
}

function sendPositions(list: StoredList<StoredPosition>): Promise<void> {
  return list.send(positions_max, (batch) => {
    const positions = batch.map((one) => ({ ...one, at: new Date(one.at) }))
    return call(positionsApi.report, { positions }, { timeout_ms })
  })
}
