import { depotApi } from '@waybill/domain/drivers/depot-api'
import { driversApi } from '@waybill/domain/drivers/api'
import { evidenceApi } from '@waybill/domain/shipments/proof-of-delivery/evidence-api'
import { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import { planApi } from '@waybill/domain/drivers/plan'
import { routingApi } from '@waybill/domain/drivers/routing-api'
import { positionsApi } from '@waybill/domain/drivers/positions-api'
import { day_ms, hour_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import { serve, serveExternal } from '../kit/handler.ts'
import { assignLeg } from './assign-leg.ts'
import { assignNightly } from './areas/assign-areas.ts'
import { listDepotParcels, readDepotBoard } from './depot/depot-board.ts'
import { releaseRoute } from './depot/release-route.ts'
import { watchDepots } from './depot/watch-depots.ts'
import { listActions } from './evidence/list-actions.ts'
import { readDrivers } from './find-driver.ts'
import { readDriverMessages, sendToDriver } from './messages/messages.ts'
import { readBoard } from './plan/board.ts'
import { changePlan } from './plan/change-plan.ts'
import { listChanges } from './plan/list-changes.ts'
import { removeOldPlans } from './plan/recompute.ts'
import { showArrival } from './plan/read-arrival.ts'
import { orderOwnStops } from './plan/own-order.ts'
import { performActions } from './perform-actions.ts'
import { readPositions } from './positions/read-positions.ts'
import { removeOldPositions, storePositions } from './positions/store-positions.ts'
import { providersWithPush } from './push/push-store.ts'
import { pushStopsJob } from './push/push-stops-job.ts'
import { readPushKey, subscribePush, unsubscribePush } from './push/push.ts'
import { testRoutingService } from './routing/test-service.ts'
import { readTripSheet } from './trip-sheet.ts'

export { listDayDistances } from './action-store.ts'
export { assignAreas, followDuty } from './areas/assign-areas.ts'
export { releaseWork } from './areas/release-work.ts'
export { assignLeg } from './assign-leg.ts'
export { answerFor, callingNumber, readCallablePhones } from './calls/callable-contact.ts'
export { driverProgress } from './driver-progress.ts'
export { readDriverRows } from './driver-store.ts'
export { completeEvidence } from './evidence/check-evidence.ts'
export { describeEvidence } from './evidence/list-actions.ts'
export { evidence_folders } from './evidence/evidence-facts.ts'
export { readEvidenceIds, readEvidenceRows, type StoredEvidence } from './evidence/evidence-store.ts'
export { readEndedDrivers } from './duty/duty-store.ts'
export { findDriver } from './find-driver.ts'
export { happenedAt } from './happened-at.ts'
export { isRequestWithoutDriver, isWithoutDriver } from './plan/board-store.ts'
export { readArrival, readNearDeliveries, type NearDelivery } from './plan/read-arrival.ts'
export { followWork, recomputeArrivals } from './plan/recompute.ts'
export { readDriverDays } from './positions/read-positions.ts'
export { PinRejectedProblem, requirePin } from './prove-delivery.ts'
export { pushDamage } from './push/push-damage.ts'
export { pushToStaff } from './push/push-store.ts'
export { sendDriverPush } from './push/send-push.ts'
export { undoAssignment } from './undo-assignment.ts'

/** Scheduled jobs of the drivers module. */
export const driverSchedules = [
  { name: 'driver-push', every_ms: 15_000, providers: providersWithPush, run: pushStopsJob },
  { name: 'driver-positions', every_ms: day_ms, run: removeOldPositions },
  { name: 'area-assignment', every_ms: hour_ms, run: assignNightly },
  { name: 'driver-plans', every_ms: day_ms, run: removeOldPlans },
  { name: 'depot-alerts', every_ms: 5 * minute_ms, run: watchDepots },
]

export const driverRoutes = [
  serve(driversApi.list, readDrivers),
  serve(driversApi.tripSheet, readTripSheet),
  serve(driversApi.assign, assignLeg),
  serve(driverMessagesApi.list, readDriverMessages),
  serve(driverMessagesApi.send, sendToDriver),
  serve(planApi.board, readBoard),
  serveExternal(planApi.change, changePlan),
  serve(planApi.changes, listChanges),
  serve(planApi.sequence, orderOwnStops),
  serveExternal(routingApi.test, testRoutingService),
  serve(planApi.arrival, showArrival),
  serve(depotApi.board, readDepotBoard),
  serve(depotApi.parcels, listDepotParcels),
  serve(depotApi.release, releaseRoute),
  serveExternal(driversApi.actions, performActions),
  serve(evidenceApi.list, listActions),
  serve(positionsApi.report, storePositions),
  serve(positionsApi.list, readPositions),
  serveExternal(driversApi.pushKey, readPushKey),
  serveExternal(driversApi.subscribePush, subscribePush),
  serve(driversApi.unsubscribePush, unsubscribePush),
]
