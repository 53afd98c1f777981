import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { serve, servePartner } from '../kit/verb.ts'
import { readCommunicationLog } from './read-log.ts'
import { resendPodPin } from './resend-pin.ts'

export { isBookingTold, isMoveTold, tellBooked, tellMoved } from './tell.ts'
export { sendInvitation } from './send-invitation.ts'
export { sendCode, sendResetLink, tellSignInChanged, welcomeCustomer } from './tell-user.ts'

export const notificationRoutes = [
  serve(notificationsApi.log, readCommunicationLog),
  servePartner(shipmentsApi.resendPodPin, resendPodPin),
]
