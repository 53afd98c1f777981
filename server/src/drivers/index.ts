import { driversApi } from '@waybill/domain/drivers/api'
import { serve, servePartner } from '../kit/verb.ts'
import { assignLeg } from './assign-leg.ts'
import { readDrivers } from './find-driver.ts'
import { performActions } from './perform-actions.ts'
import { readTripSheet } from './trip-sheet.ts'

export { assignLeg } from './assign-leg.ts'
export { driverProgress } from './driver-progress.ts'

export const driverRoutes = [
  serve(driversApi.list, readDrivers),
  serve(driversApi.tripSheet, readTripSheet),
  serve(driversApi.assign, assignLeg),
  servePartner(driversApi.actions, performActions),
]
