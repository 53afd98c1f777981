import type { accountHoldChanged } from '@waybill/domain/accounts/events'
import { automatic_hold_reasons } from '@waybill/domain/accounts/hold-reasons'
import type { invoiceIssued } from '@waybill/domain/billing/events'
import type { customerRegistered, newBrowserUsed, signInChanged } from '@waybill/domain/identity/events'
import { provider_title, support_email, support_phone } from '@waybill/domain/identity/settings'
import type { userRoleChanged } from '@waybill/domain/identity/users-events'
import { isStaff } from '@waybill/domain/kit/actor'
import type { manifestShort } from '@waybill/domain/hub/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { formatRand } from '@waybill/domain/kit/money'
import type { InboxKind } from '@waybill/domain/notifications/inbox'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import {
  customerWords,
  heldWords,
  holdWords,
  invoiceWords,
  manifestShortWords,
  isInboxStatus,
  noteWords,
  roleWords,
  shipmentWords,
  type InboxWords,
} from '@waybill/domain/notifications/inbox-words'
import type { noteAdded, shipmentMoved } from '@waybill/domain/shipments/events'
import { disable_sending_external_notes_to_accounts } from '@waybill/domain/shipments/settings'
import { getAccount } from '../accounts/index.ts'
import type { Ctx } from '../kit/verb.ts'
import { insertInboxMessage, readToldNote, type InboxAudience } from './inbox-store.ts'
import { newBrowserWords, sign_in_words } from './sign-in-words.ts'
import { readToldShipment } from './store.ts'

/*
 * Listeners that run inside the work that announced the event: a message is kept with what it tells of, so there is
 * exactly one of it, and never one about something that was rolled back.
 */

/** Keeps a message for some people and tells their browsers. */
export async function postToInbox(
  ctx: Ctx,
  to: InboxAudience,
  about: { kind: InboxKind; words: InboxWords; link?: string },
): Promise<void> {
  const { kind, words, link = '' } = about
  const message_id = await insertInboxMessage(ctx, to, {
    kind,
    subject: words.subject,
    body: words.text,
    link,
  })
  await ctx.news({ topic: 'live', live: { kind: 'message', message_id, to } })
}

/** Tells the people of an account that a shipment of theirs needs them. */
export async function inboxMoved(
  ctx: Ctx,
  { shipment_id, to, is_release }: PayloadOf<typeof shipmentMoved>,
): Promise<void> {
  if (is_release || !isInboxStatus(to)) return
  const shipment = await readToldShipment(ctx, shipment_id)
  if (!shipment || shipment.mute_notifications) return
  const place = (suburb: string | null, town: string | null): string =>
    [suburb, town].filter(Boolean).join(', ')
  const words = shipmentWords(to, {
    reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
    message: shipment.tracking_message ?? '',
    from: place(shipment.sender_suburb, shipment.sender_town),
    to: place(shipment.receiver_suburb, shipment.receiver_town),
  })
  const audience = { account_id: shipment.account_id, needs: inbox_needs.shipments }
  if (words) await postToInbox(ctx, audience, { kind: 'shipment', words, link: `/shipments/${shipment_id}` })
}

/** Tells the people of an account what staff wrote to them about a shipment, unless that is switched off (NOTE-021). */
export async function inboxNote(
  ctx: Ctx,
  { note_id, type }: Pick<PayloadOf<typeof noteAdded>, 'note_id' | 'type'>,
): Promise<void> {
  if (type !== 'external' || !isStaff(ctx.actor)) return
  if (ctx.setting(disable_sending_external_notes_to_accounts)) return
  const note = await readToldNote(ctx, note_id)
  if (!note) return
  await postToInbox(
    ctx,
    { account_id: note.account_id, needs: inbox_needs.shipments },
    {
      kind: 'shipment',
      words: noteWords(note.custom_tracking_reference ?? note.short_tracking_reference, note.message),
      link: `/shipments/${note.shipment_id}`,
    },
  )
}

/** Tells those people of an account who see invoices of a new one. */
export async function inboxInvoice(
  ctx: Ctx,
  { invoice_id, account_id, doc_display_id, total }: PayloadOf<typeof invoiceIssued>,
): Promise<void> {
  await postToInbox(
    ctx,
    { account_id, needs: inbox_needs.invoices },
    {
      kind: 'billing',
      words: invoiceWords(doc_display_id, formatRand(total)),
      link: `/invoices/${invoice_id}`,
    },
  )
}

/** Tells both branches of a manifest that parcels did not come off it. */
export async function inboxManifestShort(ctx: Ctx, short: PayloadOf<typeof manifestShort>): Promise<void> {
  const words = manifestShortWords({ ...short, from: short.from_branch_name, to: short.to_branch_name })
  for (const branch_id of [short.from_branch_id, short.to_branch_id])
    await postToInbox(
      ctx,
      { staff_with: inbox_needs.manifests, branch_id },
      { kind: 'shipment', words, link: `/interhub-transfers/${short.interhub_transfer_id}` },
    )
}

/** Tells the people of an account that it was put on hold or released, and staff when the system has put it on hold. */
export async function inboxHold(
  ctx: Ctx,
  { account_id, is_on_hold, reason }: PayloadOf<typeof accountHoldChanged>,
): Promise<void> {
  const account = await getAccount(ctx, account_id)
  const contact = account.support_email || ctx.setting(support_email) || ctx.setting(support_phone)
  await postToInbox(
    ctx,
    { account_id },
    { kind: 'account', words: holdWords(is_on_hold, contact), link: '/account?tab=billing' },
  )
  const by_system = automatic_hold_reasons.find((known) => known === reason)
  if (is_on_hold && by_system)
    await postToInbox(
      ctx,
      { staff_with: inbox_needs.holds, branch_id: account.branch_id },
      { kind: 'account', words: heldWords(account.name, by_system), link: `/accounts/${account_id}` },
    )
}

/** Greets a new customer, and tells staff who decide on holds of the new account. */
export async function inboxCustomer(
  ctx: Ctx,
  { account_id, user_id }: PayloadOf<typeof customerRegistered>,
): Promise<void> {
  const account = await getAccount(ctx, account_id)
  await postToInbox(
    ctx,
    { user_id },
    {
      kind: 'account',
      words: {
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
      words: customerWords(account.name, account.is_on_hold),
      link: `/accounts/${account_id}`,
    },
  )
}

/** Tells somebody that the way they sign in was changed, whoever did it. */
export async function inboxSignIn(
  ctx: Ctx,
  { user_id, what }: PayloadOf<typeof signInChanged>,
): Promise<void> {
  const { subject, line } = sign_in_words[what]
  await postToInbox(
    ctx,
    { user_id },
    {
      kind: 'security',
      words: { subject, text: `${line}\n\nIf it was not you, contact us at once.` },
      link: '/profile',
    },
  )
}

/** Tells somebody that a browser not seen before was used. */
export async function inboxNewBrowser(ctx: Ctx, news: PayloadOf<typeof newBrowserUsed>): Promise<void> {
  const { subject, lines } = newBrowserWords(news)
  const words = { subject, text: lines.join('\n\n') }
  await postToInbox(ctx, { user_id: news.user_id }, { kind: 'security', words, link: '/profile' })
}

/** Tells somebody that another role was given to them. */
export async function inboxRole(
  ctx: Ctx,
  { user_id, role }: PayloadOf<typeof userRoleChanged>,
): Promise<void> {
  await postToInbox(ctx, { user_id }, { kind: 'security', words: roleWords(role) })
}
