import type { documentQueued } from '@waybill/domain/billing/deliveries'
import type { DeliveryText, ReminderFacts } from '@waybill/domain/billing/delivery-texts'
import { provider_title } from '@waybill/domain/identity/settings'
import { reminder_texts, reminderMailText } from '@waybill/domain/notifications/reminder-texts'
import type { PayloadOf } from '@waybill/domain/kit/event'
import {
  deliveredDocument,
  findDelivery,
  settleDelivery,
  type DeliveredDocument,
  type DeliveryRow,
} from '../../billing/index.ts'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { portalOf } from '../about-shipments/compose-message.ts'
import { sendRemembered, type Outcome } from '../send-message.ts'
import { findMessage, insertMessages, type NewMessage } from '../store.ts'
import { renderMail, type Mailing } from './send-mailing.ts'

/**
 * Sends an invoice, statement or other document of billing by e-mail, once per document and recipient, and stores the
 * result with it (decisions 0100 and 0109). Throws an error when a retry can help. After-commit subscriber.
 */
export async function mailDocument(
  ctx: ExternalContext,
  { delivery_id }: PayloadOf<typeof documentQueued>,
): Promise<void> {
  const found = await ctx.inTransaction((tx) => findUnsent(tx, delivery_id))
  if (!found) return
  const { delivery, onceKey, known } = found
  const settle = (tx: Context, outcome: Outcome) => settleDelivery(tx, delivery_id, resultOf(outcome))
  if (known?.status === 'sent' || known?.status === 'skipped') {
    const outcome: Outcome =
      known.status === 'sent'
        ? { status: 'sent', gateway_message_id: known.gateway_message_id ?? '' }
        : { status: 'skipped', reason: 'It was not sent to this address.' }
    return ctx.inTransaction((tx) => settle(tx, outcome))
  }
  const document = await deliveredDocument(ctx, delivery)
  if (!document) {
    // Another process is sending it, and stores the result.
    if (known?.status === 'queued') throw new Error('The message is being sent.')
    const reason = 'It was not needed any more: it was paid first.'
    return ctx.inTransaction((tx) => settle(tx, { status: 'skipped', reason }))
  }
  const failure = await send(ctx, delivery, onceKey, document, settle)
  if (failure?.try_again) throw new Error(failure.reason)
}

/** Returns an e-mail that was not sent yet, and its message if there is one. */
async function findUnsent(tx: Context, deliveryId: number) {
  const delivery = await findDelivery(tx, deliveryId)
  if (!delivery || delivery.state === 'sent') return null
  const onceKey = `email:document:${deliveryId}:${delivery.send_number}`
  return { delivery, onceKey, known: await findMessage(tx, onceKey) }
}

function resultOf(outcome: Outcome): Parameters<typeof settleDelivery>[2] {
  return outcome.status === 'sent'
    ? { state: 'sent', message_id: outcome.gateway_message_id, error: null }
    : { state: 'failed', message_id: null, error: outcome.reason }
}

function reminderText(ctx: ExternalContext, facts: ReminderFacts): DeliveryText {
  const written = reminder_texts[facts.step - 1] ?? reminder_texts[0]
  return reminderMailText(ctx.setting(provider_title), ctx.setting(written), facts)
}

async function send(
  ctx: ExternalContext,
  delivery: DeliveryRow,
  onceKey: string,
  document: DeliveredDocument,
  settle: (tx: Context, outcome: Outcome) => Promise<void>,
) {
  const { path, attachments } = document
  const text = 'step' in document.text ? reminderText(ctx, document.text) : document.text
  const mailing: Mailing = { ...text, button: { label: 'Open it', link: `${portalOf(ctx)}${path}` } }
  const message: NewMessage = {
    shipment_id: null,
    account_id: delivery.account_id,
    channel: 'email',
    event: delivery.kind.replaceAll('-', '_'),
    recipient: delivery.recipient,
    subject: text.subject,
    body: [text.headline, ...text.lines].join('\n\n'),
    once_key: onceKey,
    status: 'queued',
    reason: null,
  }
  const mailOf = () => ({ ...renderMail(ctx, delivery.recipient, mailing), attachments })
  return sendRemembered(ctx, onceKey, delivery.recipient, mailOf, {
    before: (tx) => insertMessages(tx, [message]),
    after: settle,
  })
}
