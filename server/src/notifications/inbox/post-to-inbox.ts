import type { accountHoldChanged, followUpDue } from '@waybill/domain/accounts/events'
import { automatic_hold_reasons } from '@waybill/domain/accounts/hold-reasons'
import type { invoiceIssued } from '@waybill/domain/billing/events'
import type { customerRegistered, newBrowserUsed, signInChanged } from '@waybill/domain/identity/events'
import { provider_title, support_email, support_phone } from '@waybill/domain/identity/settings'
import type { userRoleChanged } from '@waybill/domain/identity/users-and-roles/users-events'
import { isStaff } from '@waybill/domain/kit/actor'
import type { approvalDecided, approvalRequested } from '@waybill/domain/controls/events'
import type { depotNeedsStaff } from '@waybill/domain/drivers/depot-events'
import type { manifestNotClosed, manifestShort } from '@waybill/domain/hub/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { formatRand } from '@waybill/domain/kit/money'
import type { InboxKind } from '@waybill/domain/notifications/inbox'
import type { networkNeedsStaff } from '@waybill/domain/lockers/events'
import { approvalText, decisionText } from '@waybill/domain/notifications/approval-texts'
import { networkText } from '@waybill/domain/notifications/network-texts'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import {
  customerInboxText,
  depotText,
  followUpInboxText,
  heldInboxText,
  holdInboxText,
  invoiceInboxText,
  manifestNotClosedText,
  manifestShortText,
  isInboxStatus,
  noteInboxText,
  placeMissingText,
  reminderInboxText,
  roleInboxText,
  shipmentInboxText,
  type InboxText,
} from '@waybill/domain/notifications/inbox-texts'
import type { placeMissing } from '@waybill/domain/pickup-points/events'
import type { noteAdded, noteDue, shipmentMoved } from '@waybill/domain/shipments/events'
import { disable_sending_external_notes_to_accounts } from '@waybill/domain/shipments/settings'
import { pointNames } from '@waybill/domain/shipments/statuses/status'
import { getAccount } from '../../accounts/index.ts'
import { listDrivers } from '../../identity/index.ts'
import type { Context } from '../../kit/handler.ts'
import { readShipmentRows } from '../../shipments/index.ts'
import { insertInboxMessage, readNotifiedNote, type InboxAudience } from './inbox-store.ts'
import { newBrowserText, sign_in_texts } from '../sign-in-texts.ts'
import { readNotifiedShipment } from '../store.ts'

/*
 * Subscribers that run in the transaction of the event. The message is stored together with the change, so there is
 * exactly one message per event, and none for a transaction that was rolled back.
 */

/** Stores an inbox message and publishes it to the recipients’ browsers. */
export async function postToInbox(
  ctx: Context,
  to: InboxAudience,
  about: { kind: InboxKind; message: InboxText; link?: string },
): Promise<void> {
  const { kind, message, link = '' } = about
  const messageId = await insertInboxMessage(ctx, to, {
    kind,
    subject: message.subject,
    body: message.text,
    link,
  })
  await ctx.publish({ topic: 'live', live: { kind: 'message', message_id: messageId, to } })
}

/** Notifies the users of an account when a shipment needs their attention. */
export async function inboxMoved(
  ctx: Context,
  { shipment_id, to, is_release }: PayloadOf<typeof shipmentMoved>,
): Promise<void> {
  if (is_release || !isInboxStatus(to)) return
  const shipment = await readNotifiedShipment(ctx, shipment_id)
  if (!shipment || shipment.mute_notifications) return
  const place = (suburb: string | null, town: string | null): string =>
    [suburb, town].filter(Boolean).join(', ')
  const message = shipmentInboxText(to, {
    reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
    message: shipment.tracking_message ?? '',
    from: place(shipment.sender_suburb, shipment.sender_town),
    to: place(shipment.receiver_suburb, shipment.receiver_town),
  })
  const audience = { account_id: shipment.account_id, needs: inbox_needs.shipments }
  if (message)
    await postToInbox(ctx, audience, { kind: 'shipment', message, link: `/shipments/${shipment_id}` })
}

/** Notifies the users of an account of a shipment note written by staff, unless that is switched off (NOTE-021). */
export async function inboxNote(
  ctx: Context,
  { note_id, type }: Pick<PayloadOf<typeof noteAdded>, 'note_id' | 'type'>,
): Promise<void> {
  if (type !== 'external' || !isStaff(ctx.actor)) return
  if (ctx.setting(disable_sending_external_notes_to_accounts)) return
  const note = await readNotifiedNote(ctx, note_id)
  if (!note) return
  await postToInbox(
    ctx,
    { account_id: note.account_id, needs: inbox_needs.shipments },
    {
      kind: 'shipment',
      message: noteInboxText(note.custom_tracking_reference ?? note.short_tracking_reference, note.message),
      link: `/shipments/${note.shipment_id}`,
    },
  )
}

/** Reminds a user of a note on a shipment whose day has come. */
export async function inboxNoteDue(
  ctx: Context,
  { note_id, shipment_id, user_id }: PayloadOf<typeof noteDue>,
): Promise<void> {
  const note = await readNotifiedNote(ctx, note_id)
  if (!note) return
  const reference = note.custom_tracking_reference ?? note.short_tracking_reference
  await postToInbox(
    ctx,
    { user_id },
    {
      kind: 'shipment',
      message: reminderInboxText(reference, note.message),
      link: `/shipments/${shipment_id}`,
    },
  )
}

/** Notifies the users of an account who may see invoices of a new invoice. */
export async function inboxInvoice(
  ctx: Context,
  { invoice_id, account_id, doc_display_id, total }: PayloadOf<typeof invoiceIssued>,
): Promise<void> {
  await postToInbox(
    ctx,
    { account_id, needs: inbox_needs.invoices },
    {
      kind: 'billing',
      message: invoiceInboxText(doc_display_id, formatRand(total)),
      link: `/invoices/${invoice_id}`,
    },
  )
}

/** Notifies both branches of a manifest of parcels that were not unloaded from it. */
export async function inboxManifestShort(
  ctx: Context,
  short: PayloadOf<typeof manifestShort>,
): Promise<void> {
  const message = manifestShortText({ ...short, from: short.from_branch_name, to: short.to_branch_name })
  for (const branchId of [short.from_branch_id, short.to_branch_id])
    await postToInbox(
      ctx,
      { staff_with: inbox_needs.manifests, branch_id: branchId },
      { kind: 'shipment', message, link: `/interhub-transfers/${short.interhub_transfer_id}` },
    )
}

/** Notifies the branch from which a manifest leaves that it was not closed at its time. */
export async function inboxManifestNotClosed(
  ctx: Context,
  { interhub_transfer_id, from_branch_id, to_branch_name, ...about }: PayloadOf<typeof manifestNotClosed>,
): Promise<void> {
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.manifests, branch_id: from_branch_id },
    {
      kind: 'shipment',
      message: manifestNotClosedText({ ...about, to: to_branch_name }),
      link: `/interhub-transfers/${interhub_transfer_id}`,
    },
  )
}

/** Notifies staff of a branch of a vehicle that starts soon and is not ready. */
export async function inboxDepot(ctx: Context, about: PayloadOf<typeof depotNeedsStaff>): Promise<void> {
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.operations, branch_id: about.branch_id },
    {
      kind: 'shipment',
      message: depotText(about),
      link: `/ops-dashboard?mode=depot&branch=${about.branch_id}&date=${about.date}`,
    },
  )
}

/** Notifies staff of a problem with a network of lockers or counters. */
export async function inboxNetwork(
  ctx: Context,
  problem: PayloadOf<typeof networkNeedsStaff>,
): Promise<void> {
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.networks, branch_id: null },
    { kind: 'shipment', message: networkText(problem), link: '/locations' },
  )
}

/** Notifies staff who may approve what a colleague asks for. */
export async function inboxApproval(ctx: Context, asked: PayloadOf<typeof approvalRequested>): Promise<void> {
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.approvals, branch_id: null },
    { kind: 'billing', message: approvalText(asked), link: '/billing/controls' },
  )
}

/** Notifies the person who asked for approval of the decision. */
export async function inboxDecision(ctx: Context, decided: PayloadOf<typeof approvalDecided>): Promise<void> {
  await postToInbox(
    ctx,
    { user_id: decided.requested_by_id },
    { kind: 'billing', message: decisionText(decided), link: '/billing/controls' },
  )
}

/** Notifies the users of an account of a hold or its release, and staff of an automatic hold. */
export async function inboxHold(
  ctx: Context,
  { account_id, is_on_hold, reason }: PayloadOf<typeof accountHoldChanged>,
): Promise<void> {
  const account = await getAccount(ctx, account_id)
  const contact = account.support_email || ctx.setting(support_email) || ctx.setting(support_phone)
  await postToInbox(
    ctx,
    { account_id },
    { kind: 'account', message: holdInboxText(is_on_hold, contact), link: '/account?tab=billing' },
  )
  const bySystem = automatic_hold_reasons.find((known) => known === reason)
  if (is_on_hold && bySystem)
    await postToInbox(
      ctx,
      { staff_with: inbox_needs.holds, branch_id: account.branch_id },
      { kind: 'account', message: heldInboxText(account.name, bySystem), link: `/accounts/${account_id}` },
    )
}

/** Welcomes a new customer, and notifies staff who decide on holds of the new account. */
export async function inboxCustomer(
  ctx: Context,
  { account_id, user_id }: PayloadOf<typeof customerRegistered>,
): Promise<void> {
  const account = await getAccount(ctx, account_id)
  await postToInbox(
    ctx,
    { user_id },
    {
      kind: 'account',
      message: {
        subject: `Welcome to ${ctx.setting(provider_title)}`,
        text: account.is_on_hold
          ? 'Your account is open and waits for approval. You can book once it is approved; we tell you here.'
          : 'Your account is open. The help centre shows how to book your first shipment.',
      },
      link: '/help-centre/book-a-shipment',
    },
  )
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.holds, branch_id: account.branch_id },
    {
      kind: 'account',
      message: customerInboxText(account.name, account.is_on_hold),
      link: `/accounts/${account_id}`,
    },
  )
}

/** Reminds the author of a note on an account. */
export async function inboxFollowUp(
  ctx: Context,
  { account_id, user_id, message }: PayloadOf<typeof followUpDue>,
): Promise<void> {
  const { name } = await getAccount(ctx, account_id)
  await postToInbox(
    ctx,
    { user_id },
    { kind: 'account', message: followUpInboxText(name, message), link: `/accounts/${account_id}` },
  )
}

/** Notifies a user that their sign-in method was changed, by anyone. */
export async function inboxSignIn(
  ctx: Context,
  { user_id, what }: PayloadOf<typeof signInChanged>,
): Promise<void> {
  const { subject, line } = sign_in_texts[what]
  await postToInbox(
    ctx,
    { user_id },
    {
      kind: 'security',
      message: { subject, text: `${line}\n\nIf it was not you, contact us at once.` },
      link: '/profile',
    },
  )
}

/** Notifies a user of a sign-in with a new browser. */
export async function inboxNewBrowser(ctx: Context, signIn: PayloadOf<typeof newBrowserUsed>): Promise<void> {
  const { subject, lines } = newBrowserText(signIn)
  const message = { subject, text: lines.join('\n\n') }
  await postToInbox(ctx, { user_id: signIn.user_id }, { kind: 'security', message, link: '/profile' })
}

/** Notifies a user that their role was changed. */
export async function inboxRole(
  ctx: Context,
  { user_id, role }: PayloadOf<typeof userRoleChanged>,
): Promise<void> {
  await postToInbox(ctx, { user_id }, { kind: 'security', message: roleInboxText(role) })
}

/** Notifies staff who assign drivers of a parcel for which another place is to be chosen. */
export async function inboxPlaceMissing(
  ctx: Context,
  { shipment_id, reason }: PayloadOf<typeof placeMissing>,
): Promise<void> {
  const shipment = await readNotifiedShipment(ctx, shipment_id)
  const [row] = await readShipmentRows(ctx, [shipment_id])
  if (!shipment || !row) return
  const driver = (await listDrivers(ctx)).find(({ username }) => username === row.delivery_agent_id)
  const message = placeMissingText({
    reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
    point: pointNames(shipment).pickup_point,
    driver: driver?.name ?? '',
    reason,
  })
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.operations, branch_id: row.delivery_branch_id },
    { kind: 'shipment', message, link: `/shipments/${shipment_id}` },
  )
}
