import { minute_ms } from '@waybill/domain/kit/dates/durations'
import { endPointTimes } from './deadlines.ts'
import { retryPlaces } from './reserve-place.ts'

export { pointNetworksPort } from './networks/index.ts'
export type { NetworkEvent, NetworkPoint, PlaceAnswer, PlaceRequest, PointNetwork } from './network.ts'
export {
  depositPlace,
  expectDropoff,
  followNewPlace,
  followShipment,
  leaveAfterPickup,
  pointOfLeg,
  pointTimes,
} from './places.ts'
export { legHeldAt, listStock } from './point-stock-store.ts'
export { reservePlace, notifyNetwork } from './reserve-place.ts'

export const lockerSchedules = [
  { name: 'end-point-times', every_ms: 5 * minute_ms, run: endPointTimes },
  { name: 'retry-places', every_ms: minute_ms, run: retryPlaces },
]
