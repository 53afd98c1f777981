import { maskedCallsApi } from '@waybill/domain/drivers/masked-calls'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { serve, serveExternal, serveRaw } from '../kit/handler.ts'
import { sendBulkSms } from './sms/send-bulk-sms.ts'
import { markInbox, readInbox, readInboxMessage, readUnread } from './inbox/inbox.ts'
import { readCommunicationLog } from './read-log.ts'
import { resendDropoffPin, resendPickupPin, resendPodPin } from './about-shipments/resend-pin.ts'
import { resendLink } from './about-shipments/resend-link.ts'
import { connectCall, readCallProblem } from './calls/connect-call.ts'
import { messageReceiver } from './about-shipments/message-receiver.ts'
import { receiveReports } from './receive-reports.ts'
import { readReplyAddress, receiveReplies } from './replies/receive-replies.ts'
import { removeOldTexts } from './remove-texts.ts'
import { releaseTexts } from './sms/text-queue.ts'
import { forgetSubscribers, unsubscribeByHeader } from './subscribers/subscriptions.ts'

export { changeSubscription, readSubscription, subscribe } from './subscribers/subscriptions.ts'
export { sendReceiverLink } from './about-shipments/resend-link.ts'
export { resendPickupPin, resendPodPin } from './about-shipments/resend-pin.ts'
export {
  isRescheduleNotified,
  notifyCompanyOfNewDay,
  notifyRescheduled,
  plannedMessages,
} from './about-shipments/notify-rescheduled.ts'
export { mailReceiver } from './about-shipments/message-receiver.ts'
export { isAccountMailed, mailAccount } from './mail/mail-account.ts'
export {
  isBookingNotified,
  isMoveNotified,
  isReminderNotified,
  notifyBooked,
  notifyMoved,
  remindReceiver,
} from './about-shipments/notify-shipment-people.ts'
export {
  inboxCustomer,
  inboxFollowUp,
  inboxHold,
  inboxInvoice,
  inboxDepot,
  inboxManifestNotClosed,
  inboxManifestShort,
  inboxApproval,
  inboxDecision,
  inboxNetwork,
  inboxMoved,
  inboxNewBrowser,
  inboxNote,
  inboxNoteDue,
  inboxPlaceMissing,
  inboxRole,
  inboxSignIn,
} from './inbox/post-to-inbox.ts'
export {
  inboxAlarm,
  inboxDriverMessage,
  inboxEvidence,
  inboxExceptionGiven,
  inboxExceptionTakenAway,
  inboxVehicleCheck,
} from './inbox/post-driver-messages.ts'
export { mailApprover } from './notify-approver.ts'
export { inboxClaim, notifyClaim } from './notify-claim.ts'
export { inboxDiscrepancy, isDiscrepancyMailed, mailDiscrepancy } from './notify-discrepancy.ts'
export { inboxVip, isVipNotified, notifyVip } from './about-shipments/notify-vip.ts'
export { inboxPayment, mailRemittance, notifyAutoTopUp, sendReceipt } from './notify-payment.ts'
export { requestPayment, isExpiryNotified, notifyExpired } from './about-shipments/notify-unpaid.ts'
export { answerReply } from './replies/answer-reply.ts'
export { countUnread } from './inbox/inbox-store.ts'
export { sendMailing } from './mail/send-mailing.ts'
export { sendDueText } from './sms/text-queue.ts'
export { mailDocument } from './mail/mail-document.ts'
export { isNoteMailed, mailNote } from './mail/mail-note.ts'
export { isCancellationNotified, notifyCompanyOfCancellation } from './about-shipments/notify-cancelled.ts'
export { isNearNotified, notifyDriverNearby } from './about-shipments/notify-driver-nearby.ts'
export { notifyFileReady } from './notify-file.ts'
export { notifyWebhookDisabled } from './notify-webhook.ts'
export { sendInvitation } from './send-invitation.ts'
export {
  sendCode,
  sendResetLink,
  notifyNewBrowser,
  notifySignInChanged,
  welcomeCustomer,
} from './notify-user.ts'

/** Jobs of this module: releases messages to phones that were held during quiet hours. */
export const notificationSchedules = [
  { name: 'held-texts', every_ms: 5 * 60_000, run: releaseTexts },
  { name: 'tracking-subscribers', every_ms: day_ms, run: forgetSubscribers },
  { name: 'message-texts', every_ms: day_ms, run: removeOldTexts },
]

export const notificationRoutes = [
  serve(notificationsApi.log, readCommunicationLog),
  serveExternal(shipmentsApi.resendPodPin, resendPodPin),
  serveExternal(shipmentsApi.resendPickupPin, resendPickupPin),
  serveExternal(shipmentsApi.resendDropoffPin, resendDropoffPin),
  serveExternal(shipmentsApi.resendLink, resendLink),
  serve(shipmentsApi.messageReceiver, messageReceiver),
  serveExternal(maskedCallsApi.connect, connectCall),
  serveExternal(maskedCallsApi.problem, readCallProblem),
  serve(notificationsApi.bulkSms, sendBulkSms),
  serveRaw(notificationsApi.reports, receiveReports),
  serveRaw(notificationsApi.replies, receiveReplies),
  serveRaw(notificationsApi.unsubscribe, unsubscribeByHeader),
  serve(notificationsApi.replyAddress, readReplyAddress),
  serve(inboxApi.messages, readInbox),
  serve(inboxApi.unread, readUnread),
  serve(inboxApi.message, readInboxMessage),
  serve(inboxApi.mark, markInbox),
]
