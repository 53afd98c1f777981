import { minute_ms } from '@waybill/domain/kit/dates/durations'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { serve } from '../kit/handler.ts'
import { endPointTimes } from './deadlines.ts'
import { extendByStaff } from './extend-time.ts'
import { showPlaces } from './read-places.ts'
import { retryPlaces } from './reserve-place.ts'

export { pointNetworksPort } from './networks/index.ts'
export type { NetworkEvent, NetworkPoint, PlaceAnswer, PlaceRequest, PointNetwork } from './network.ts'
export { depositPlace, expectDropoff, followNewPlace, followShipment } from './places.ts'
export { extendPickupTime } from './extend-time.ts'
export { readPlaces } from './read-places.ts'
export { reservePlace, notifyNetwork } from './reserve-place.ts'

export const lockerSchedules = [
  { name: 'end-point-times', every_ms: 5 * minute_ms, run: endPointTimes },
  { name: 'retry-places', every_ms: minute_ms, run: retryPlaces },
]

export const lockerRoutes = [
  serve(pickupPointsApi.places, showPlaces),
  serve(pickupPointsApi.extendPlace, extendByStaff),
]
