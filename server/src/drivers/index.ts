import { driversApi } from '@waybill/domain/drivers/api'
import { planApi } from '@waybill/domain/drivers/plan'
import { serve, serveExternal } from '../kit/handler.ts'
import { assignLeg } from './assign-leg.ts'
import { readDrivers } from './find-driver.ts'
import { readBoard } from './plan/board.ts'
import { changePlan } from './plan/change-plan.ts'
import { orderOwnStops } from './plan/own-order.ts'
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
export { recomputeArrivals } from './plan/recompute.ts'
export { PinRejectedProblem, requirePin } from './prove-delivery.ts'
export { sendDriverPush } from './push/send-push.ts'

/** Scheduled jobs of the drivers module. */
export const driverSchedules = [
  { name: 'driver-push', every_ms: 15_000, providers: providersWithPush, run: pushStopsJob },
]

export const driverRoutes = [
  serve(driversApi.list, readDrivers),
  serve(driversApi.tripSheet, readTripSheet),
  serve(driversApi.assign, assignLeg),
  serve(planApi.board, readBoard),
  serveExternal(planApi.change, changePlan),
  serve(planApi.sequence, orderOwnStops),
  serveExternal(driversApi.actions, performActions),
  serveExternal(driversApi.pushKey, readPushKey),
  serveExternal(driversApi.subscribePush, subscribePush),
  serve(driversApi.unsubscribePush, unsubscribePush),
]
