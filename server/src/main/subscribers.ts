import {
  accountChanged,
  accountClosed,
  accountHoldChanged,
  accountOpened,
  followUpDue,
  holdTermsChanged,
} from '@waybill/domain/accounts/events'
import {
  customerRegistered,
  newBrowserUsed,
  registrationAsked,
  resetAsked,
  signInChanged,
} from '@waybill/domain/identity/events'
import {
  deliveryRescheduled,
  noteAdded,
  noteDue,
  shipmentFilesChanged,
  parcelMeasured,
  paymentAwaited,
  bookingPriced,
  shipmentBooked,
  shipmentCancelled,
  shipmentEdited,
  shipmentMoved,
  shipmentRepriced,
  shipmentUncancelled,
  trackingEventAdded,
  tripWorkChanged,
  discrepancyChanged,
} from '@waybill/domain/shipments/events'
import { fileArrived } from '@waybill/domain/files/events'
import { tripProgressed } from '@waybill/domain/drivers/plan'
import {
  driverAlarmed,
  driverWrote,
  evidenceDiffers,
  exceptionGiven,
  exceptionTakenAway,
  vehicleCheckFailed,
} from '@waybill/domain/drivers/events'
import { driverPushDue } from '@waybill/domain/drivers/push'
import { receiverMailDue } from '@waybill/domain/notifications/receiver-message'
import { replyReceived } from '@waybill/domain/notifications/replies/reply-events'
import { textDue } from '@waybill/domain/notifications/text-events'
import { remittancePaid } from '@waybill/domain/cash/events'
import { claimSpoken } from '@waybill/domain/claims/events'
import { monthEndDue } from '@waybill/domain/billing/month-end'
import { documentQueued } from '@waybill/domain/billing/deliveries'
import {
  becameInvoiceable,
  invoiceIssued,
  invoicesIssued,
  transactionPosted,
} from '@waybill/domain/billing/events'
import type { JobListener } from '@waybill/domain/jobs/listeners'
import {
  driverLeaves,
  dutyChanged,
  payPlanChosen,
  userInvited,
  userRoleChanged,
} from '@waybill/domain/identity/users-and-roles/users-events'
import {
  autoTopUpChanged,
  paymentNeedsPerson,
  paymentNoticed,
  paymentReceived,
  placeChangePaid,
  refundRequested,
} from '@waybill/domain/payments/events'
import { areasChanged, branchRemoved, zoneRemoved } from '@waybill/domain/maps/events'
import { tagRenamed } from '@waybill/domain/tags/events'
import { approvalDecided, approvalRequested, approverNeeded } from '@waybill/domain/controls/events'
import { networkNeedsStaff } from '@waybill/domain/lockers/events'
import {
  pickupReminderDue,
  placeChanged,
  placeMissing,
  placeWanted,
} from '@waybill/domain/pickup-points/events'
import { questionAsked } from '@waybill/domain/help/events'
import { depotNeedsStaff } from '@waybill/domain/drivers/depot-events'
import {
  damageFound,
  manifestNotClosed,
  manifestShort,
  parcelLoaded,
  parcelScanned,
} from '@waybill/domain/hub/events'
import { fileRequested, fileMade } from '@waybill/domain/reports/events'
import { bulkRowsDue } from '@waybill/domain/imports/events'
import { webhookDisabled } from '@waybill/domain/integrations/events'
import type { DomainEvent, PayloadOf } from '@waybill/domain/kit/event'
import type { Context, ExternalContext, BaseContext } from '../kit/handler.ts'
import { renameTagOfAccounts } from '../accounts/index.ts'
import {
  adjustCharge,
  chargeBooked,
  invoiceAtOnce,
  markShipmentsInvoiced,
  mayOverdraw,
  readWaitingCharges,
  recogniseIfDue,
  restoreCharges,
  reverseCharges,
  reviewHoldTerms,
  reviewPosted,
  runMonthEnd,
  setUsualTerms,
} from '../billing/index.ts'
import { followPayPlan } from '../costs/index.ts'
import { captureForRequest, endWithAccount } from '../collections/index.ts'
import {
  inboxAlarm,
  inboxClaim,
  inboxDiscrepancy,
  isDiscrepancyMailed,
  mailDiscrepancy,
  inboxCustomer,
  inboxFollowUp,
  inboxHold,
  inboxInvoice,
  inboxDepot,
  inboxDriverMessage,
  inboxEvidence,
  inboxExceptionGiven,
  inboxExceptionTakenAway,
  inboxManifestNotClosed,
  inboxManifestShort,
  inboxApproval,
  mailApprover,
  inboxDecision,
  inboxNetwork,
  inboxMoved,
  inboxNewBrowser,
  inboxNote,
  inboxNoteDue,
  inboxPayment,
  notifyAutoTopUp,
  inboxPlaceMissing,
  inboxRole,
  inboxVehicleCheck,
  inboxVip,
  requestPayment,
  isExpiryNotified,
  notifyExpired,
  inboxSignIn,
  isAccountMailed,
  isBookingNotified,
  isCancellationNotified,
  isMoveNotified,
  isNoteMailed,
  mailAccount,
  mailDocument,
  mailReceiver,
  mailRemittance,
  mailNote,
  isRescheduleNotified,
  isVipNotified,
  sendCode,
  sendDueText,
  sendInvitation,
  sendReceipt,
  sendResetLink,
  notifyBooked,
  notifyClaim,
  notifyCompanyOfCancellation,
  notifyCompanyOfNewDay,
  notifyMoved,
  isReminderNotified,
  remindReceiver,
  notifyRescheduled,
  notifyVip,
  notifyNewBrowser,
  notifySignInChanged,
  answerReply,
  isNearNotified,
  notifyDriverNearby,
  notifyFileReady,
  notifyWebhookDisabled,
  welcomeCustomer,
} from '../notifications/index.ts'
import {
  assignAreas,
  completeEvidence,
  followDuty,
  followWork,
  pushDamage,
  recomputeArrivals,
  releaseWork,
  sendDriverPush,
} from '../drivers/index.ts'
import {
  followNewPlace,
  followShipment,
  readOpenPlaces,
  reservePlace,
  notifyNetwork,
} from '../lockers/index.ts'
import { sendQuestion } from '../help/index.ts'
import { askForRefund, changePaidPlace, checkNotice, holdOnDispute } from '../payments/index.ts'
import { rejectBranchOfManifest } from '../hub/index.ts'
import {
  queueBooked,
  queueCancelled,
  queueEdited,
  queueInvoice,
  queueLoaded,
  queueMeasured,
  queueMoved,
  queueNote,
  queueRepriced,
  queueScanned,
  queueTracked,
} from '../integrations/index.ts'
import { runBulkRows } from '../imports/index.ts'
import { chooseHomeBranch, renameTagOfZones } from '../maps/index.ts'
import { makeFile } from '../reports/index.ts'
import { rejectTagOfPrices, rejectZoneOfPrices } from '../rates/index.ts'
import {
  rejectAccountWithOpenShipments,
  rejectBranchWithOpenShipments,
  renameTagOfShipments,
} from '../shipments/index.ts'
import type { Subscriber } from '../kit/runtime.ts'
import { publishAccount, publishBalance, publishShipment } from '../realtime/publish.ts'

/** Defines a subscriber that runs in the transaction that emits the event and may reject it. */
export function inSameTransaction<E extends DomainEvent, Known = undefined>(
  event: E,
  run: (ctx: Context, payload: PayloadOf<E>, known: Known) => Promise<void>,
  read: ((ctx: Context, payload: PayloadOf<E>) => Promise<Known>) | null = null,
): Subscriber {
  return {
    event,
    when: 'same transaction',
    listener: run.name,
    read: read && ((ctx, payload) => read(ctx, payload as PayloadOf<E>)),
    run: (ctx, payload, known) => run(ctx, payload as PayloadOf<E>, known as Known),
  }
}

/** Defines a subscriber that runs after the commit, from the outbox, at least once and in order per key. */
export function afterCommit<E extends DomainEvent>(
  event: E,
  listener: JobListener,
  keyOf: (payload: PayloadOf<E>) => string,
  run: (ctx: ExternalContext, payload: PayloadOf<E>) => Promise<void>,
  concerns: (reader: BaseContext, payload: PayloadOf<E>) => boolean = () => true,
): Subscriber {
  return {
    event,
    when: 'after commit',
    listener,
    concerns: (reader, payload) => concerns(reader, payload as PayloadOf<E>),
    keyOf: (payload) => keyOf(payload as PayloadOf<E>),
    run: (ctx, payload) => run(ctx, payload as PayloadOf<E>),
  }
}

/** All event subscribers of the application. */
export const subscribers: readonly Subscriber[] = [
  inSameTransaction(bookingPriced, chargeBooked),
  inSameTransaction(shipmentBooked, captureForRequest),
  inSameTransaction(shipmentMoved, recogniseIfDue, readWaitingCharges),
  inSameTransaction(shipmentMoved, followShipment, readOpenPlaces),
  inSameTransaction(shipmentRepriced, adjustCharge),
  inSameTransaction(shipmentCancelled, reverseCharges),
  inSameTransaction(shipmentUncancelled, restoreCharges),
  inSameTransaction(shipmentBooked, publishShipment),
  inSameTransaction(shipmentMoved, publishShipment),
  inSameTransaction(shipmentRepriced, publishShipment),
  inSameTransaction(shipmentCancelled, publishShipment),
  inSameTransaction(shipmentUncancelled, publishShipment),
  inSameTransaction(noteAdded, publishShipment),
  inSameTransaction(shipmentFilesChanged, publishShipment),
  inSameTransaction(parcelMeasured, publishShipment),
  inSameTransaction(trackingEventAdded, publishShipment),
  inSameTransaction(fileArrived, completeEvidence),
  inSameTransaction(discrepancyChanged, publishShipment),
  inSameTransaction(accountChanged, publishAccount),
  inSameTransaction(accountOpened, chooseHomeBranch),
  inSameTransaction(accountOpened, setUsualTerms),
  inSameTransaction(accountClosed, rejectAccountWithOpenShipments),
  inSameTransaction(accountClosed, endWithAccount),
  inSameTransaction(holdTermsChanged, reviewHoldTerms),
  inSameTransaction(branchRemoved, rejectBranchWithOpenShipments),
  inSameTransaction(branchRemoved, rejectBranchOfManifest),
  inSameTransaction(tagRenamed, rejectTagOfPrices),
  inSameTransaction(tagRenamed, renameTagOfAccounts),
  inSameTransaction(tagRenamed, renameTagOfShipments),
  inSameTransaction(tagRenamed, renameTagOfZones),
  inSameTransaction(zoneRemoved, rejectZoneOfPrices),
  inSameTransaction(transactionPosted, publishBalance),
  inSameTransaction(shipmentMoved, holdOnDispute),
  inSameTransaction(tripWorkChanged, followWork),
  inSameTransaction(dutyChanged, followDuty),
  inSameTransaction(driverLeaves, releaseWork),
  inSameTransaction(paymentNeedsPerson, inboxPayment),
  inSameTransaction(shipmentMoved, inboxMoved),
  inSameTransaction(shipmentMoved, inboxVip),
  inSameTransaction(noteAdded, inboxNote),
  inSameTransaction(invoiceIssued, inboxInvoice),
  inSameTransaction(manifestNotClosed, inboxManifestNotClosed),
  inSameTransaction(manifestShort, inboxManifestShort),
  inSameTransaction(driverAlarmed, inboxAlarm),
  inSameTransaction(vehicleCheckFailed, inboxVehicleCheck),
  inSameTransaction(damageFound, pushDamage),
  inSameTransaction(driverWrote, inboxDriverMessage),
  inSameTransaction(evidenceDiffers, inboxEvidence),
  inSameTransaction(exceptionGiven, inboxExceptionGiven),
  inSameTransaction(exceptionTakenAway, inboxExceptionTakenAway),
  inSameTransaction(depotNeedsStaff, inboxDepot),
  inSameTransaction(networkNeedsStaff, inboxNetwork),
  inSameTransaction(approvalRequested, inboxApproval),
  inSameTransaction(approvalDecided, inboxDecision),
  inSameTransaction(placeMissing, inboxPlaceMissing),
  inSameTransaction(accountHoldChanged, inboxHold),
  inSameTransaction(followUpDue, inboxFollowUp),
  inSameTransaction(noteDue, inboxNoteDue),
  inSameTransaction(claimSpoken, inboxClaim),
  inSameTransaction(discrepancyChanged, inboxDiscrepancy),
  inSameTransaction(customerRegistered, inboxCustomer),
  inSameTransaction(signInChanged, inboxSignIn),
  inSameTransaction(newBrowserUsed, inboxNewBrowser),
  inSameTransaction(userRoleChanged, inboxRole),
  inSameTransaction(payPlanChosen, followPayPlan),
  inSameTransaction(shipmentBooked, queueBooked),
  inSameTransaction(trackingEventAdded, queueTracked),
  inSameTransaction(shipmentMoved, queueMoved),
  inSameTransaction(shipmentRepriced, queueRepriced),
  inSameTransaction(shipmentCancelled, queueCancelled),
  inSameTransaction(shipmentUncancelled, queueCancelled),
  inSameTransaction(shipmentEdited, followNewPlace),
  inSameTransaction(shipmentEdited, queueEdited),
  inSameTransaction(parcelMeasured, queueMeasured),
  inSameTransaction(parcelScanned, queueScanned),
  inSameTransaction(parcelLoaded, queueLoaded),
  inSameTransaction(noteAdded, queueNote),
  inSameTransaction(invoiceIssued, queueInvoice),
  afterCommit(placeWanted, 'reserve place', ({ shipment_id }) => `shipment ${shipment_id}`, reservePlace),
  afterCommit(
    placeChanged,
    'tell locker network',
    ({ reservation_id }) => String(reservation_id),
    notifyNetwork,
  ),
  afterCommit(fileRequested, 'make file', ({ file_id }) => String(file_id), makeFile),
  afterCommit(fileMade, 'tell file', ({ file_id, email }) => `${file_id} ${email}`, notifyFileReady),
  afterCommit(
    webhookDisabled,
    'tell webhook disabled',
    ({ subscription_id }) => String(subscription_id),
    notifyWebhookDisabled,
  ),
  afterCommit(bulkRowsDue, 'take up bulk work', ({ job_id }) => String(job_id), runBulkRows),
  afterCommit(becameInvoiceable, 'invoice at once', ({ account_id }) => String(account_id), invoiceAtOnce),
  afterCommit(
    transactionPosted,
    'review hold',
    ({ account_id }) => String(account_id),
    reviewPosted,
    mayOverdraw,
  ),
  afterCommit(
    invoicesIssued,
    'mark shipments invoiced',
    ({ invoice_ids }) => String(invoice_ids[0]),
    markShipmentsInvoiced,
  ),
  afterCommit(
    shipmentBooked,
    'tell booked',
    ({ shipment_id }) => String(shipment_id),
    notifyBooked,
    isBookingNotified,
  ),
  afterCommit(paymentAwaited, 'ask for payment', ({ shipment_id }) => String(shipment_id), requestPayment),
  afterCommit(
    shipmentMoved,
    'tell expired',
    ({ shipment_id }) => String(shipment_id),
    notifyExpired,
    isExpiryNotified,
  ),
  afterCommit(paymentNoticed, 'check payment notice', ({ key }) => key, checkNotice),
  afterCommit(
    placeChangePaid,
    'change paid place',
    ({ place_change_id }) => String(place_change_id),
    changePaidPlace,
  ),
  afterCommit(paymentReceived, 'send receipt', ({ payment_id }) => String(payment_id), sendReceipt),
  afterCommit(refundRequested, 'ask for refund', ({ refund_id }) => String(refund_id), askForRefund),
  afterCommit(
    autoTopUpChanged,
    'tell automatic top-up',
    ({ account_id }) => String(account_id),
    notifyAutoTopUp,
  ),
  afterCommit(remittancePaid, 'tell payout', ({ remittance_id }) => String(remittance_id), mailRemittance),
  afterCommit(resetAsked, 'send reset link', ({ name }) => name.toLowerCase(), sendResetLink),
  afterCommit(registrationAsked, 'send code', ({ registration_id }) => String(registration_id), sendCode),
  afterCommit(userInvited, 'send invitation', ({ user_id }) => String(user_id), sendInvitation),
  afterCommit(claimSpoken, 'tell claim', ({ claim_id }) => String(claim_id), notifyClaim),
  afterCommit(
    discrepancyChanged,
    'tell discrepancy',
    ({ discrepancy_id }) => String(discrepancy_id),
    mailDiscrepancy,
    isDiscrepancyMailed,
  ),
  afterCommit(questionAsked, 'send question', ({ email }) => email, sendQuestion),
  afterCommit(newBrowserUsed, 'tell new browser', ({ user_id }) => String(user_id), notifyNewBrowser),
  afterCommit(signInChanged, 'tell sign-in changed', ({ user_id }) => String(user_id), notifySignInChanged),
  afterCommit(customerRegistered, 'welcome customer', ({ user_id }) => String(user_id), welcomeCustomer),
  afterCommit(
    shipmentMoved,
    'tell moved',
    ({ shipment_id }) => String(shipment_id),
    notifyMoved,
    isMoveNotified,
  ),
  afterCommit(
    pickupReminderDue,
    'remind receiver',
    ({ shipment_id }) => String(shipment_id),
    remindReceiver,
    isReminderNotified,
  ),
  afterCommit(
    shipmentMoved,
    'mail account',
    ({ shipment_id }) => String(shipment_id),
    mailAccount,
    isAccountMailed,
  ),
  afterCommit(
    deliveryRescheduled,
    'tell rescheduled',
    ({ shipment_id }) => String(shipment_id),
    notifyRescheduled,
    isRescheduleNotified,
  ),
  afterCommit(
    deliveryRescheduled,
    'tell company of day',
    ({ shipment_id }) => String(shipment_id),
    notifyCompanyOfNewDay,
    isRescheduleNotified,
  ),
  afterCommit(monthEndDue, 'run month-end', ({ run_id }) => String(run_id), runMonthEnd),
  afterCommit(approverNeeded, 'mail approval', ({ number, user_id }) => `${number} ${user_id}`, mailApprover),
  afterCommit(documentQueued, 'mail document', ({ delivery_id }) => String(delivery_id), mailDocument),
  afterCommit(noteAdded, 'mail note', ({ note_id }) => String(note_id), mailNote, isNoteMailed),
  afterCommit(
    shipmentCancelled,
    'tell company of cancel',
    ({ shipment_id }) => String(shipment_id),
    notifyCompanyOfCancellation,
    isCancellationNotified,
  ),
  afterCommit(
    driverPushDue,
    'send driver push',
    ({ subscription_id }) => String(subscription_id),
    sendDriverPush,
  ),
  afterCommit(areasChanged, 'assign areas', () => 'all', assignAreas),
  afterCommit(
    tripProgressed,
    'estimate arrivals',
    ({ username, day }) => `${username} ${day}`,
    recomputeArrivals,
  ),
  afterCommit(
    tripProgressed,
    'notify near receivers',
    ({ username }) => username,
    notifyDriverNearby,
    isNearNotified,
  ),
  afterCommit(replyReceived, 'answer reply', ({ sender }) => sender, answerReply),
  afterCommit(textDue, 'send text', ({ once_key }) => once_key, sendDueText),
  afterCommit(receiverMailDue, 'mail receiver', ({ once_key }) => once_key, mailReceiver),
  afterCommit(shipmentMoved, 'tell VIP', ({ shipment_id }) => String(shipment_id), notifyVip, isVipNotified),
]
