import type { documentQueued } from '@waybill/domain/billing/deliveries'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { deliveredDocument, findDelivery, settleDelivery } from '../../billing/index.ts'
import type { ExternalContext } from '../../kit/handler.ts'
import { portalOf } from '../about-shipments/compose-message.ts'
import { rememberUnsent, sendRemembered } from '../send-message.ts'
import { findMessage } from '../store.ts'
import { renderMail, type Mailing } from './send-mailing.ts'

/**
 * Sends an invoice, statement or other document of billing by e-mail, once per document and recipient, and stores the
 * result with it (decisions 0100 and 0109). Throws an error when a retry can help. After-commit subscriber.
 */
export async function mailDocument(
  ctx: ExternalContext,
  { delivery_id }: PayloadOf<typeof documentQueued>,
): Promise<void> {
  const delivery = await ctx.inTransaction((tx) => findDelivery(tx, delivery_id))
  if (!delivery || delivery.state === 'sent') return
  const onceKey = `email:document:${delivery_id}:${delivery.send_number}`
  const known = await ctx.inTransaction((tx) => findMessage(tx, onceKey))
  const isLeft = known?.status === 'sent'
  const failure = isLeft ? null : await send(ctx, delivery, onceKey)
  const message = await ctx.inTransaction((tx) => findMessage(tx, onceKey))
  // Another process is sending it, and stores the result.
  if (message?.status === 'queued') throw new Error(failure?.reason ?? 'The message is being sent.')
  await ctx.inTransaction((tx) =>
    settleDelivery(tx, delivery_id, {
      state: message?.status === 'sent' ? 'sent' : 'failed',
      message_id: message?.gateway_message_id ?? null,
      error: message?.status === 'sent' ? null : (failure?.reason ?? 'It could not be sent.').slice(0, 500),
    }),
  )
  if (failure?.try_again) throw new Error(failure.reason)
}

async function send(
  ctx: ExternalContext,
  delivery: NonNullable<Awaited<ReturnType<typeof findDelivery>>>,
  onceKey: string,
) {
  const { text, path, attachments } = await deliveredDocument(ctx, delivery)
  const mailing: Mailing = { ...text, button: { label: 'Open it', link: `${portalOf(ctx)}${path}` } }
  await ctx.inTransaction((tx) =>
    rememberUnsent(tx, [
      {
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
      },
    ]),
  )
  return sendRemembered(ctx, onceKey, delivery.recipient, () => ({
    ...renderMail(ctx, delivery.recipient, mailing),
    attachments,
  }))
}
