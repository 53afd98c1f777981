import { notificationsApi } from '@waybill/domain/notifications/api'
import { serve } from '../kit/verb.ts'
import { readCommunicationLog } from './read-log.ts'

export { tellBooked, tellMoved } from './tell.ts'

export const notificationRoutes = [serve(notificationsApi.log, readCommunicationLog)]
