import { randomUUID } from 'node:crypto'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { rateLimited, wrongState } from '@waybill/domain/kit/problem'
import { isUuid } from '@waybill/domain/kit/uuid'
import {
  confirm_days,
  confirmations_per_day,
  confirmations_per_range,
  subscriber_question,
  subscriberAddress,
  subscribers_per_parcel,
} from '@waybill/domain/notifications/subscribers'
import { plainMarks } from '@waybill/domain/notifications/sms-length'
import { textDue } from '@waybill/domain/notifications/text-events'
import type { SubscriberChannel, SubscriberStep } from '@waybill/domain/shipments/receiver/subscription-step'
import type { notificationsApi } from '@waybill/domain/notifications/api'
import { isFor } from '@waybill/domain/shipments/statuses/status'
import {
  tracking_retention_days,
  tracking_sms_subscriptions,
  tracking_subscriptions,
} from '@waybill/domain/shipments/receiver/public-tracking-settings'
import type { BaseContext, Context, ExternalContext, RawHandler } from '../../kit/handler.ts'
import { shortened } from '../../short-urls/index.ts'
import { notSentFromPage } from '../about-shipments/not-sent.ts'
import { companyName, portalOf, referenceOf, trackingLink } from '../about-shipments/compose-message.ts'
import { sendMailing } from '../mail/send-mailing.ts'
import { insertMessages, readNotifiedShipment, type NotifiedShipment } from '../store.ts'
import {
  confirmSubscriber,
  countSubscribers,
  deleteOldSubscribers,
  deleteSubscriber,
  findSubscriber,
  saveSubscriber,
} from './subscriber-store.ts'

/** Returns the page behind a link in a message to a subscriber. Opening it changes nothing; its button does. */
export function subscriberPage(reader: BaseContext, reference: string, step: SubscriberStep): string {
  return `${portalOf(reader)}/track?subscription=${reference}&do=${step}`
}

/** Whether the company offers messages of a channel to everybody who tracks a parcel. */
export function offersUpdates(reader: BaseContext, channel: SubscriberChannel): boolean {
  return reader.setting(channel === 'sms' ? tracking_sms_subscriptions : tracking_subscriptions)
}

/**
 * Stores that a person wants messages about a parcel and asks the address or number to confirm it, so that nobody can
 * subscribe another person. It answers the same whether or not the address is subscribed already, and whether or not
 * the number asked for no messages (STOP).
 */
export async function subscribe(
  ctx: ExternalContext,
  { id, channel, address }: { id: number; channel: SubscriberChannel; address: string },
): Promise<void> {
  const to = subscriberAddress(channel, address)
  const question = await ctx.inTransaction((tx) => save(tx, id, channel, to))
  if (question === null) return
  const { reference, link } = question
  try {
    await sendMailing(ctx, to, {
      subject: `${reference}: confirm your e-mails`,
      headline: `Do you want e-mails about parcel ${reference}?`,
      lines: [
        'This address was entered on our tracking page. Confirm it, and we write when the parcel moves.',
        `If it was not you, ignore this e-mail. We delete the address after ${confirm_days} days.`,
      ],
      button: { label: 'Yes, send me e-mails', link },
    })
  } catch (error) {
    ctx.log.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'a subscriber could not be asked to confirm',
    )
    throw notSentFromPage(ctx)
  }
}

/** Stores a subscription, and an SMS with the question; returns what an e-mail asks, or `null` when none is to be sent. */
async function save(
  ctx: Context,
  id: number,
  channel: SubscriberChannel,
  address: string,
): Promise<{ reference: string; link: string } | null> {
  const shipment = await readNotifiedShipment(ctx, id)
  if (!offersUpdates(ctx, channel) || !shipment || !isFor('active', shipment.status))
    throw wrongState('There will be no more messages about this parcel.')
  const since = new Date(ctx.now.getTime() - day_ms)
  const counts = await countSubscribers(ctx, id, { channel, address, since })
  if (counts.of_parcel >= subscribers_per_parcel)
    throw wrongState('This parcel has as many subscribers as we allow. Look at this page instead.')
  if (
    counts.of_address >= confirmations_per_day[channel] ||
    (channel === 'sms' && counts.of_range >= confirmations_per_range)
  )
    throw rateLimited(
      channel === 'sms'
        ? 'This number was entered too often today. Try again tomorrow.'
        : 'This address was entered too often today. Try again tomorrow.',
      day_ms / 1_000,
    )
  const subscriber = await saveSubscriber(ctx, {
    shipment_id: id,
    channel,
    address,
    reference: randomUUID(),
    since,
  })
  if (subscriber.time_confirmed !== null) return null
  const reference = referenceOf(shipment)
  const link = subscriberPage(ctx, subscriber.reference, 'confirm')
  if (channel === 'email') return { reference, link }
  await queueSubscriberText(ctx, shipment, {
    event: subscriber_question,
    occurrence: ctx.request.id,
    event_id: null,
    address,
    text: `${companyName(ctx)}: do you want SMS about parcel ${reference}? If you asked for them, confirm here: ${await shortened(ctx, link)}`,
  })
  return null
}

/** Stores an SMS to a subscriber, and publishes it for sending after the commit, once. */
export async function queueSubscriberText(
  ctx: Context,
  shipment: NotifiedShipment,
  message: {
    event: string
    occurrence: number | string
    /** The tracking event that it is about. */
    event_id: number | null
    address: string
    text: string
  },
): Promise<void> {
  const { event, occurrence, event_id, address, text } = message
  const onceKeys = await insertMessages(ctx, [
    {
      shipment_id: shipment.id,
      account_id: shipment.account_id,
      channel: 'sms',
      event,
      recipient: address,
      subject: '',
      body: plainMarks(text),
      tracking_event_id: event_id,
      once_key: `sms:${event}:${shipment.id}:${occurrence}:${address}`,
      status: 'queued',
      reason: null,
    },
  ])
  for (const onceKey of onceKeys)
    await ctx.emit(textDue, { once_key: onceKey, shipment_id: shipment.id, pin_of: null })
}

/** A subscription as its page shows it. */
export interface ShownSubscription {
  /** The reference of the parcel. */
  reference: string
  channel: SubscriberChannel
  is_confirmed: boolean
  /** The tracking page of the parcel. */
  tracking: string
}

/** Returns the subscription of a link; `null` when it has ended. */
export async function readSubscription(ctx: Context, token: string): Promise<ShownSubscription | null> {
  const subscriber = isUuid(token) ? await findSubscriber(ctx, token) : undefined
  const shipment = subscriber && (await readNotifiedShipment(ctx, subscriber.shipment_id))
  return subscriber && shipment
    ? {
        reference: referenceOf(shipment),
        channel: subscriber.channel,
        is_confirmed: subscriber.time_confirmed !== null,
        tracking: trackingLink(ctx, shipment),
      }
    : null
}

/** Confirms or ends a subscription; one that has ended already stays so. */
export async function changeSubscription(ctx: Context, token: string, step: SubscriberStep): Promise<void> {
  const subscriber = isUuid(token) ? await findSubscriber(ctx, token) : undefined
  if (!subscriber) return
  await (step === 'confirm' ? confirmSubscriber : deleteSubscriber)(ctx, subscriber.id)
}

/** Ends a subscription for a mail program whose user pressed its own button (RFC 8058). */
export const unsubscribeByHeader: RawHandler<typeof notificationsApi.unsubscribe> = async (
  ctx,
  { token },
) => {
  await ctx.inTransaction((tx) => changeSubscription(tx, token, 'end'))
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '' }
}

const batch = 1_000

/** Deletes subscriptions that were not confirmed, and those of parcels whose public tracking has ended. Scheduled job. */
export async function forgetSubscribers(ctx: ExternalContext): Promise<void> {
  const now = ctx.now.getTime()
  const before = {
    asked: new Date(now - confirm_days * day_ms),
    tracked: new Date(now - ctx.setting(tracking_retention_days) * day_ms),
  }
  while ((await ctx.inTransaction((tx) => deleteOldSubscribers(tx, before, batch))) === batch);
}
