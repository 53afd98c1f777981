import { driversApi } from '@waybill/domain/drivers/api'
import { serve, servePartner } from '../kit/verb.ts'
import { assignLeg } from './assign-leg.ts'
import { readDrivers } from './find-driver.ts'
import { performActions } from './perform-actions.ts'
import { providersWithPush } from './push-store.ts'
import { pushRound } from './push-round.ts'
import { readPushKey, subscribePush, unsubscribePush } from './push.ts'
import { readTripSheet } from './trip-sheet.ts'

export { assignLeg } from './assign-leg.ts'
export { driverProgress } from './driver-progress.ts'
export { sendDriverPush } from './send-push.ts'

/** What the clock does for drivers. */
export const driverSchedules = [
  { name: 'driver-push', every_ms: 15_000, providers: providersWithPush, run: pushRound },
]

export const driverRoutes = [
  serve(driversApi.list, readDrivers),
  serve(driversApi.tripSheet, readTripSheet),
  serve(driversApi.assign, assignLeg),
  servePartner(driversApi.actions, performActions),
  serve(driversApi.pushKey, readPushKey),
  servePartner(driversApi.subscribePush, subscribePush),
  serve(driversApi.unsubscribePush, unsubscribePush),
]
