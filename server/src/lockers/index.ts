import { lockersApi } from '@waybill/domain/lockers/api'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import { serve } from '../kit/handler.ts'
import { endPointTimes } from './deadlines.ts'
import { acceptDropoff } from './drop-off.ts'
import { openDoor } from './receiver-pickup.ts'
import { retryPlaces } from './reserve-place.ts'

export { pointNetworksPort } from './networks/index.ts'
export type { NetworkEvent, NetworkPoint, PlaceAnswer, PlaceRequest, PointNetwork } from './network.ts'
export {
  depositPlace,
  expectDropoff,
  followNewPlace,
  followShipment,
  mayReport,
  pointTimes,
  readPlaces,
  giveUpPlace,
  type Place,
} from './places.ts'
export { reservePlace, notifyNetwork } from './reserve-place.ts'

export const lockerSchedules = [
  { name: 'end-point-times', every_ms: 5 * minute_ms, run: endPointTimes },
  { name: 'retry-places', every_ms: minute_ms, run: retryPlaces },
]

export const lockerRoutes = [serve(lockersApi.openDoor, openDoor), serve(lockersApi.dropOff, acceptDropoff)]
