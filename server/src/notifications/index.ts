import { notificationsApi } from '@waybill/domain/notifications/api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { serve, servePartner, serveRaw } from '../kit/verb.ts'
import { sendBulkSms } from './bulk-sms.ts'
import { markInbox, readInbox, readInboxMessage, readUnread } from './inbox.ts'
import { readCommunicationLog } from './read-log.ts'
import { resendDropoffPin, resendPickupPin, resendPodPin } from './resend-pin.ts'
import { receiveReports } from './receive-reports.ts'
import { releaseTexts } from './texts.ts'

export { isRescheduleTold, tellCompanyOfDay, tellRescheduled } from './tell-rescheduled.ts'
export { isAccountMailed, mailAccount } from './mail-account.ts'
export { isBookingTold, isMoveTold, tellBooked, tellMoved } from './tell.ts'
export {
  inboxCustomer,
  inboxHold,
  inboxInvoice,
  inboxManifestShort,
  inboxMoved,
  inboxNewBrowser,
  inboxNote,
  inboxRole,
  inboxSignIn,
} from './tell-inbox.ts'
export { inboxClaim, tellClaim } from './tell-claim.ts'
export { inboxVip, isVipTold, tellVip } from './tell-vip.ts'
export { inboxPayment, sendReceipt } from './tell-payment.ts'
export { countUnread } from './inbox-store.ts'
export { sendLetter } from './letter.ts'
export { sendDueText } from './texts.ts'
export { isNoteMailed, mailNote } from './mail-note.ts'
export { isCancelTold, tellCompanyOfCancel } from './tell-cancelled.ts'
export { tellFile } from './tell-file.ts'
export { tellWebhookDisabled } from './tell-webhook.ts'
export { sendInvitation } from './send-invitation.ts'
export { sendCode, sendResetLink, tellNewBrowser, tellSignInChanged, welcomeCustomer } from './tell-user.ts'

/** Texts that wait for the end of the quiet hours. */
export const notificationSchedules = [{ name: 'held-texts', every_ms: 5 * 60_000, run: releaseTexts }]

export const notificationRoutes = [
  serve(notificationsApi.log, readCommunicationLog),
  servePartner(shipmentsApi.resendPodPin, resendPodPin),
  servePartner(shipmentsApi.resendPickupPin, resendPickupPin),
  servePartner(shipmentsApi.resendDropoffPin, resendDropoffPin),
  serve(notificationsApi.bulkSms, sendBulkSms),
  serveRaw(notificationsApi.reports, receiveReports),
  serve(inboxApi.messages, readInbox),
  serve(inboxApi.unread, readUnread),
  serve(inboxApi.message, readInboxMessage),
  serve(inboxApi.mark, markInbox),
]
