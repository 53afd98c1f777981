import { collectionsApi } from '@waybill/domain/collections/api'
import { serve, serveExternal } from '../kit/handler.ts'
import { assignRequests } from './assign-requests.ts'
import { cancelRequest, changeRequest, setRequestStatus } from './change-request.ts'
import { createRequest } from './create-request.ts'
import { makeDueRequests } from './make-requests.ts'
import { listRequests, readOfferedDay, readRecurring, readRequest } from './read-requests.ts'
import { changeRecurring, createRecurring, endRecurring } from './recurring.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

export { assignRequest } from './assign-requests.ts'
export { captureForRequest } from './capture-shipment.ts'
export { enterRequest } from './enter-request.ts'
export { endWithAccount } from './recurring.ts'
export { requestName } from './present-request.ts'
export {
  insertRequestEvent,
  listRequestEvents,
  listRequestRows,
  lockRequest,
  readRequestRows,
  wasRequestGivenTo,
  type RequestRow,
} from './store.ts'

/** Scheduled jobs for collection requests. */
export const collectionSchedules = [
  { name: 'recurring-collections', every_ms: hour_ms, run: makeDueRequests },
]

export const collectionRoutes = [
  serve(collectionsApi.list, listRequests),
  serve(collectionsApi.detail, readRequest),
  serve(collectionsApi.day, readOfferedDay),
  serveExternal(collectionsApi.create, createRequest),
  serveExternal(collectionsApi.change, changeRequest),
  serve(collectionsApi.cancel, cancelRequest),
  serve(collectionsApi.setStatus, setRequestStatus),
  serve(collectionsApi.assign, assignRequests),
  serve(collectionsApi.recurring, readRecurring),
  serveExternal(collectionsApi.createRecurring, createRecurring),
  serveExternal(collectionsApi.changeRecurring, changeRecurring),
  serve(collectionsApi.endRecurring, endRecurring),
]
