import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { serve, servePartner } from '../kit/verb.ts'
import { readCommunicationLog } from './read-log.ts'
import { resendPodPin } from './resend-pin.ts'

export { tellBooked, tellMoved } from './tell.ts'

export const notificationRoutes = [
  serve(notificationsApi.log, readCommunicationLog),
  servePartner(shipmentsApi.resendPodPin, resendPodPin),
]
