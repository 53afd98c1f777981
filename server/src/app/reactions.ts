import {
  accountChanged,
  accountClosed,
  accountHoldChanged,
  accountOpened,
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
  parcelMeasured,
  shipmentBooked,
  shipmentCancelled,
  shipmentEdited,
  shipmentMoved,
  shipmentRepriced,
  shipmentUncancelled,
  trackingEventAdded,
} from '@waybill/domain/shipments/events'
import { driverPushDue } from '@waybill/domain/drivers/push'
import { textDue } from '@waybill/domain/notifications/text-events'
import { claimSpoken } from '@waybill/domain/claims/events'
import { becameInvoiceable, invoiceIssued, transactionPosted } from '@waybill/domain/billing/events'
import { userInvited, userRoleChanged } from '@waybill/domain/identity/users-events'
import { paymentNeedsPerson, paymentNoticed, paymentReceived } from '@waybill/domain/payments/events'
import { branchRemoved, zoneRemoved } from '@waybill/domain/maps/events'
import { tagRenamed } from '@waybill/domain/tags/events'
import { questionAsked } from '@waybill/domain/help/events'
import { manifestShort, parcelLoaded, parcelScanned } from '@waybill/domain/hub/events'
import { fileAsked, fileMade } from '@waybill/domain/reports/events'
import { bulkWorkDue } from '@waybill/domain/imports/events'
import { webhookDisabled } from '@waybill/domain/integrations/events'
import type { DomainEvent, PayloadOf } from '@waybill/domain/kit/event'
import type { Ctx, PartnerCtx, Reader } from '../kit/verb.ts'
import {
  adjustCharge,
  chargeBooked,
  invoiceAtOnce,
  markShipmentsInvoiced,
  mayOverdraw,
  recogniseIfDue,
  restoreCharges,
  reverseCharges,
  reviewHoldTerms,
  reviewPosted,
  setUsualTerms,
} from '../billing/index.ts'
import { captureForRequest, endWithAccount } from '../collections/index.ts'
import {
  inboxClaim,
  inboxCustomer,
  inboxHold,
  inboxInvoice,
  inboxManifestShort,
  inboxMoved,
  inboxNewBrowser,
  inboxNote,
  inboxPayment,
  inboxRole,
  inboxVip,
  inboxSignIn,
  isAccountMailed,
  isBookingTold,
  isCancelTold,
  isMoveTold,
  isNoteMailed,
  mailAccount,
  mailNote,
  isRescheduleTold,
  isVipTold,
  sendCode,
  sendDueText,
  sendInvitation,
  sendReceipt,
  sendResetLink,
  tellBooked,
  tellClaim,
  tellCompanyOfCancel,
  tellCompanyOfDay,
  tellMoved,
  tellRescheduled,
  tellVip,
  tellNewBrowser,
  tellSignInChanged,
  tellFile,
  tellWebhookDisabled,
  welcomeCustomer,
} from '../notifications/index.ts'
import { sendDriverPush } from '../drivers/index.ts'
import { sendQuestion } from '../help/index.ts'
import { checkNotice, shieldHeld } from '../payments/index.ts'
import { refuseBranchOfManifest } from '../hub/index.ts'
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
import { takeUpBulkWork } from '../imports/index.ts'
import { chooseHomeBranch } from '../maps/index.ts'
import { makeFile } from '../reports/index.ts'
import { refuseTagOfPrices, refuseZoneOfPrices } from '../rates/index.ts'
import { refuseAccountUnderWay, refuseBranchUnderWay } from '../shipments/index.ts'
import type { Reaction } from './house.ts'
import { tellAccount, tellBalance, tellShipment } from './live/tell.ts'

/** A listener that runs inside the work that announced the event, and may refuse it. */
export function sameWork<E extends DomainEvent>(
  event: E,
  run: (ctx: Ctx, payload: PayloadOf<E>) => Promise<void>,
): Reaction {
  return {
    event,
    when: 'same work',
    listener: run.name,
    run: (ctx, payload) => run(ctx, payload as PayloadOf<E>),
  }
}

/** A listener that runs after the commit, from the outbox, at least once and in order per key. */
export function afterCommit<E extends DomainEvent>(
  event: E,
  listener: string,
  keyOf: (payload: PayloadOf<E>) => string,
  run: (ctx: PartnerCtx, payload: PayloadOf<E>) => Promise<void>,
  concerns: (reader: Reader, payload: PayloadOf<E>) => boolean = () => true,
): Reaction {
  return {
    event,
    when: 'after commit',
    listener,
    concerns: (reader, payload) => concerns(reader, payload as PayloadOf<E>),
    keyOf: (payload) => keyOf(payload as PayloadOf<E>),
    run: (ctx, payload) => run(ctx, payload as PayloadOf<E>),
  }
}

/** Who listens to what: the one list. */
export const reactions: readonly Reaction[] = [
  sameWork(shipmentBooked, chargeBooked),
  sameWork(shipmentBooked, captureForRequest),
  sameWork(shipmentMoved, recogniseIfDue),
  sameWork(shipmentRepriced, adjustCharge),
  sameWork(shipmentCancelled, reverseCharges),
  sameWork(shipmentUncancelled, restoreCharges),
  sameWork(shipmentBooked, tellShipment),
  sameWork(shipmentMoved, tellShipment),
  sameWork(shipmentRepriced, tellShipment),
  sameWork(shipmentCancelled, tellShipment),
  sameWork(shipmentUncancelled, tellShipment),
  sameWork(noteAdded, tellShipment),
  sameWork(parcelMeasured, tellShipment),
  sameWork(trackingEventAdded, tellShipment),
  sameWork(accountChanged, tellAccount),
  sameWork(accountOpened, chooseHomeBranch),
  sameWork(accountOpened, setUsualTerms),
  sameWork(accountClosed, refuseAccountUnderWay),
  sameWork(accountClosed, endWithAccount),
  sameWork(holdTermsChanged, reviewHoldTerms),
  sameWork(branchRemoved, refuseBranchUnderWay),
  sameWork(branchRemoved, refuseBranchOfManifest),
  sameWork(tagRenamed, refuseTagOfPrices),
  sameWork(zoneRemoved, refuseZoneOfPrices),
  sameWork(transactionPosted, tellBalance),
  sameWork(shipmentMoved, shieldHeld),
  sameWork(paymentNeedsPerson, inboxPayment),
  sameWork(shipmentMoved, inboxMoved),
  sameWork(shipmentMoved, inboxVip),
  sameWork(noteAdded, inboxNote),
  sameWork(invoiceIssued, inboxInvoice),
  sameWork(manifestShort, inboxManifestShort),
  sameWork(accountHoldChanged, inboxHold),
  sameWork(claimSpoken, inboxClaim),
  sameWork(customerRegistered, inboxCustomer),
  sameWork(signInChanged, inboxSignIn),
  sameWork(newBrowserUsed, inboxNewBrowser),
  sameWork(userRoleChanged, inboxRole),
  sameWork(shipmentBooked, queueBooked),
  sameWork(trackingEventAdded, queueTracked),
  sameWork(shipmentMoved, queueMoved),
  sameWork(shipmentRepriced, queueRepriced),
  sameWork(shipmentCancelled, queueCancelled),
  sameWork(shipmentUncancelled, queueCancelled),
  sameWork(shipmentEdited, queueEdited),
  sameWork(parcelMeasured, queueMeasured),
  sameWork(parcelScanned, queueScanned),
  sameWork(parcelLoaded, queueLoaded),
  sameWork(noteAdded, queueNote),
  sameWork(invoiceIssued, queueInvoice),
  afterCommit(fileAsked, 'make file', ({ file_id }) => String(file_id), makeFile),
  afterCommit(fileMade, 'tell file', ({ file_id, email }) => `${file_id} ${email}`, tellFile),
  afterCommit(
    webhookDisabled,
    'tell webhook disabled',
    ({ subscription_id }) => String(subscription_id),
    tellWebhookDisabled,
  ),
  afterCommit(bulkWorkDue, 'take up bulk work', ({ job_id }) => String(job_id), takeUpBulkWork),
  afterCommit(becameInvoiceable, 'invoice at once', ({ account_id }) => String(account_id), invoiceAtOnce),
  afterCommit(
    transactionPosted,
    'review hold',
    ({ account_id }) => String(account_id),
    reviewPosted,
    mayOverdraw,
  ),
  afterCommit(
    invoiceIssued,
    'mark shipments invoiced',
    ({ invoice_id }) => String(invoice_id),
    markShipmentsInvoiced,
  ),
  afterCommit(
    shipmentBooked,
    'tell booked',
    ({ shipment_id }) => String(shipment_id),
    tellBooked,
    isBookingTold,
  ),
  afterCommit(paymentNoticed, 'check payment notice', ({ key }) => key, checkNotice),
  afterCommit(paymentReceived, 'send receipt', ({ payment_id }) => String(payment_id), sendReceipt),
  afterCommit(resetAsked, 'send reset link', ({ name }) => name.toLowerCase(), sendResetLink),
  afterCommit(registrationAsked, 'send code', ({ registration_id }) => String(registration_id), sendCode),
  afterCommit(userInvited, 'send invitation', ({ user_id }) => String(user_id), sendInvitation),
  afterCommit(claimSpoken, 'tell claim', ({ claim_id }) => String(claim_id), tellClaim),
  afterCommit(questionAsked, 'send question', ({ email }) => email, sendQuestion),
  afterCommit(newBrowserUsed, 'tell new browser', ({ user_id }) => String(user_id), tellNewBrowser),
  afterCommit(signInChanged, 'tell sign-in changed', ({ user_id }) => String(user_id), tellSignInChanged),
  afterCommit(customerRegistered, 'welcome customer', ({ user_id }) => String(user_id), welcomeCustomer),
  afterCommit(shipmentMoved, 'tell moved', ({ shipment_id }) => String(shipment_id), tellMoved, isMoveTold),
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
    tellRescheduled,
    isRescheduleTold,
  ),
  afterCommit(
    deliveryRescheduled,
    'tell company of day',
    ({ shipment_id }) => String(shipment_id),
    tellCompanyOfDay,
    isRescheduleTold,
  ),
  afterCommit(noteAdded, 'mail note', ({ note_id }) => String(note_id), mailNote, isNoteMailed),
  afterCommit(
    shipmentCancelled,
    'tell company of cancel',
    ({ shipment_id }) => String(shipment_id),
    tellCompanyOfCancel,
    isCancelTold,
  ),
  afterCommit(
    driverPushDue,
    'send driver push',
    ({ subscription_id }) => String(subscription_id),
    sendDriverPush,
  ),
  afterCommit(textDue, 'send text', ({ once_key }) => once_key, sendDueText),
  afterCommit(shipmentMoved, 'tell VIP', ({ shipment_id }) => String(shipment_id), tellVip, isVipTold),
]
