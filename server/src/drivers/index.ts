import { depotApi } from '@waybill/domain/drivers/depot-api'
import { driversApi } from '@waybill/domain/drivers/api'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import { serve, serveExternal } from '../kit/handler.ts'
import { assignLeg } from './assign-leg.ts'
import { listDepotParcels, readDepotBoard } from './depot/depot-board.ts'
import { releaseRoute } from './depot/release-route.ts'
import { watchDepots } from './depot/watch-depots.ts'
import { readDrivers } from './find-driver.ts'
import { performActions } from './perform-actions.ts'
import { providersWithPush } from './push/push-store.ts'
import { pushStopsJob } from './push/push-stops-job.ts'
import { readPushKey, subscribePush, unsubscribePush } from './push/push.ts'
import { readTripSheet } from './trip-sheet.ts'

export { listDayDistances, readLastReports } from './action-store.ts'
export { assignLeg } from './assign-leg.ts'
export { driverProgress } from './driver-progress.ts'
export { readDriverRows } from './driver-store.ts'
export { findDriver } from './find-driver.ts'
export { happenedAt } from './happened-at.ts'
export { PinRejectedProblem, requirePin } from './prove-delivery.ts'
export { sendDriverPush } from './push/send-push.ts'

/** Scheduled jobs of the drivers module. */
export const driverSchedules = [
  { name: 'driver-push', every_ms: 15_000, providers: providersWithPush, run: pushStopsJob },
  { name: 'depot-alerts', every_ms: 5 * minute_ms, run: watchDepots },
]

export const driverRoutes = [
  serve(driversApi.list, readDrivers),
  serve(driversApi.tripSheet, readTripSheet),
  serve(driversApi.assign, assignLeg),
  serve(depotApi.board, readDepotBoard),
  serve(depotApi.parcels, listDepotParcels),
  serve(depotApi.release, releaseRoute),
  serveExternal(driversApi.actions, performActions),
  serveExternal(driversApi.pushKey, readPushKey),
  serveExternal(driversApi.subscribePush, subscribePush),
  serve(driversApi.unsubscribePush, unsubscribePush),
]
