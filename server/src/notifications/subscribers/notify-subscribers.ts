import type { PayloadOf } from '@waybill/domain/kit/event'
import { sms_sender_id } from '@waybill/domain/notifications/settings'
import { messageEventOf, type MessageEvent } from '@waybill/domain/notifications/message-events'
import {
  subscriber_events,
  subscriber_update,
  subscriberSms,
  updateOccurrence,
} from '@waybill/domain/notifications/subscribers'
import type { shipmentMoved } from '@waybill/domain/shipments/events'
import { customerSentence, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { subscriber_channels } from '@waybill/domain/shipments/receiver/subscription-step'
import { expectedPhrase, phraseText } from '@waybill/domain/shipments/statuses/expected-delivery'
import {
  tracking_requires_verification,
  tracking_show_eta,
} from '@waybill/domain/shipments/receiver/public-tracking-settings'
import type { BaseContext, Context, ExternalContext } from '../../kit/handler.ts'
import { shortened } from '../../short-urls/index.ts'
import { companyName, referenceOf, trackingLink } from '../about-shipments/compose-message.ts'
import { staleReason } from '../about-shipments/outdated-messages.ts'
import { renderMail, type Mailing } from '../mail/send-mailing.ts'
import { rememberUnsent, sendEach, sendRemembered } from '../send-message.ts'
import { notifiedEvent, readNotifiedShipment, type NotifiedShipment } from '../store.ts'
import { listConfirmed, type Subscriber } from './subscriber-store.ts'
import { offersUpdates, queueSubscriberText, subscriberPage } from './subscriptions.ts'

function eventIn(
  reader: BaseContext,
  { to, is_release }: PayloadOf<typeof shipmentMoved>,
): MessageEvent | null {
  const event =
    is_release || !subscriber_channels.some((channel) => offersUpdates(reader, channel))
      ? null
      : messageEventOf(to)
  return event !== null && subscriber_events.includes(event) ? event : null
}

/** Whether subscribers of a parcel, if it has any, get a message about a status. */
export function isUpdateForSubscribers(reader: BaseContext, moved: PayloadOf<typeof shipmentMoved>): boolean {
  return eventIn(reader, moved) !== null
}

/** Sends the messages about a status to the subscribers of a parcel, each once. After-commit subscriber. */
export async function notifySubscribers(
  ctx: ExternalContext,
  moved: PayloadOf<typeof shipmentMoved>,
): Promise<void> {
  const event = eventIn(ctx, moved)
  if (event === null) return
  const planned = await ctx.inTransaction((tx) => plan(tx, event, moved))
  await sendEach(planned, ({ once_key, subscriber, mailing }) =>
    sendRemembered(ctx, once_key, subscriber.address, () => {
      const { to: _to, headers: _headers, ...mail } = renderMail(ctx, subscriber.address, mailing)
      return { ...mail, more_headers: unsubscribeHeaders(ctx, subscriber) }
    }),
  )
}

/** Returns the headers with which mail programs offer their own button to unsubscribe (RFC 2369, RFC 8058). */
function unsubscribeHeaders({ request }: BaseContext, { reference }: Subscriber): Record<string, string> {
  return {
    'List-Unsubscribe': `<${request.web_url}/api/tracking/unsubscribe/${reference}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

interface PlannedUpdate {
  once_key: string
  subscriber: Subscriber
  mailing: Mailing
}

/** Stores the messages to subscribers: publishes each SMS for sending, and returns the e-mails to send. */
async function plan(
  ctx: Context,
  event: MessageEvent,
  { shipment_id, tracking_event_id }: PayloadOf<typeof shipmentMoved>,
): Promise<PlannedUpdate[]> {
  const subscribers = (await listConfirmed(ctx, shipment_id)).filter(({ channel }) =>
    offersUpdates(ctx, channel),
  )
  if (subscribers.length === 0) return []
  const shipment = await readNotifiedShipment(ctx, shipment_id)
  if (!shipment || shipment.mute_notifications) return []
  const happened = await notifiedEvent(ctx, shipment_id, event.replaceAll('_', '-'), tracking_event_id)
  const stale = staleReason(ctx, event, shipment, happened ?? { date: ctx.now, is_undone: false })
  if (stale !== null) return []
  for (const subscriber of subscribers.filter(({ channel }) => channel === 'sms'))
    await queueSubscriberText(ctx, shipment, {
      event: subscriber_update,
      occurrence: updateOccurrence(event, happened?.id),
      event_id: happened?.id ?? null,
      address: subscriber.address,
      text: await textOf(ctx, shipment, subscriber),
    })
  const byMail = subscribers.filter(({ channel }) => channel === 'email')
  const planned = byMail.map((subscriber) => ({
    subscriber,
    mailing: updateOf(ctx, shipment, subscriber),
    once_key: `email:${subscriber_update}:${shipment_id}:${happened?.id ?? 0}:${subscriber.address}`,
  }))
  const unsent = await rememberUnsent(
    ctx,
    planned.map(({ once_key, subscriber, mailing }) => ({
      shipment_id,
      account_id: shipment.account_id,
      channel: 'email' as const,
      event: subscriber_update,
      recipient: subscriber.address,
      subject: mailing.subject,
      body: [mailing.headline, ...mailing.lines].filter(Boolean).join('\n\n'),
      once_key,
      status: 'queued' as const,
      reason: null,
    })),
  )
  return planned.filter(({ once_key }) => unsent.has(once_key))
}

/** Returns the SMS to a subscriber: the status, and a link with which it ends. */
async function textOf(ctx: Context, shipment: NotifiedShipment, { reference }: Subscriber): Promise<string> {
  return subscriberSms({
    company: companyName(ctx),
    reference: referenceOf(shipment),
    status: statusLabel(shipment.status).toLowerCase(),
    link: await shortened(ctx, subscriberPage(ctx, reference, 'end')),
    sender: ctx.setting(sms_sender_id),
  })
}

/**
 * Returns the e-mail to a subscriber, who has proven nothing: status and time, as on the page before a verification. It
 * names no person, address or pickup point, and has no PIN.
 */
function updateOf(reader: BaseContext, shipment: NotifiedShipment, subscriber: Subscriber): Mailing {
  const reference = referenceOf(shipment)
  const { status } = shipment
  const hub = reader.setting(tracking_requires_verification) ? undefined : (shipment.current_hub ?? undefined)
  return {
    subject: `${reference}: ${statusLabel(status).toLowerCase()}`,
    headline: customerSentence(status, { hub }),
    lines: [
      reader.setting(tracking_show_eta)
        ? phraseText(expectedPhrase({ ...shipment, status }, reader.now))
        : '',
      `You asked for e-mails about this parcel. To get no more: ${subscriberPage(reader, subscriber.reference, 'end')}`,
    ].filter(Boolean),
    button: { label: 'Track the parcel', link: trackingLink(reader, shipment) },
  }
}
