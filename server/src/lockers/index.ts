import { day_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import { lockersApi } from '@waybill/domain/lockers/api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { networksApi } from '@waybill/domain/pickup-points/networks-api'
import { serve, serveExternal, serveRaw } from '../kit/handler.ts'
import { endPointTimes } from './deadlines.ts'
import { acceptDropoff } from './drop-off.ts'
import { extendByStaff } from './extend-time.ts'
import { showPlaces } from './read-places.ts'
import { openDoor } from './receiver-pickup.ts'
import { applyWaitingEvents, receiveEvents } from './receive-events.ts'
import { retryPlaces } from './reserve-place.ts'
import { syncNow, syncPoints } from './sync-points.ts'

export { pointNetworks, pointNetworksPort } from './networks/index.ts'
export {
  depositPlace,
  followNewPlace,
  followShipment,
  readOpenPlaces,
  giveUpPlace,
  leaveAfterPickup,
  mayReport,
  pointOfLeg,
} from './places.ts'
export { extendPickupTime } from './extend-time.ts'
export { legHeldAt, listStock } from './point-stock-store.ts'
export { readDriverPlaces, readPlaces, type DriverPlace } from './read-places.ts'
export { handOut } from './receiver-pickup.ts'
export { reservePlace, notifyNetwork } from './reserve-place.ts'

export const lockerSchedules = [
  { name: 'end-point-times', every_ms: 5 * minute_ms, run: endPointTimes },
  { name: 'retry-places', every_ms: minute_ms, run: retryPlaces },
  { name: 'apply-waiting-events', every_ms: minute_ms, run: applyWaitingEvents },
  // A day begins at midnight UTC, which is 02:00 in South Africa; a run that was missed follows at the next start.
  { name: 'sync-points', every_ms: day_ms, run: syncPoints },
]

export const lockerRoutes = [
  serveExternal(networksApi.sync, syncNow),
  serveRaw(networksApi.receiveEvents, receiveEvents),
  serve(pickupPointsApi.places, showPlaces),
  serve(pickupPointsApi.extendPlace, extendByStaff),
  serve(lockersApi.openDoor, openDoor),
  serve(lockersApi.dropOff, acceptDropoff),
]
