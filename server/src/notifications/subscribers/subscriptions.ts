import { randomUUID } from 'node:crypto'
import { isOneEmail } from '@waybill/domain/kit/contacts/email'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { invalid, rateLimited, wrongState } from '@waybill/domain/kit/problem'
import { isUuid } from '@waybill/domain/kit/uuid'
import {
  confirm_days,
  confirmations_per_day,
  subscribers_per_parcel,
} from '@waybill/domain/notifications/subscribers'
import type { SubscriberStep } from '@waybill/domain/shipments/receiver/subscription-step'
import type { notificationsApi } from '@waybill/domain/notifications/api'
import { isFor } from '@waybill/domain/shipments/statuses/status'
import {
  tracking_retention_days,
  tracking_subscriptions,
} from '@waybill/domain/shipments/receiver/public-tracking-settings'
import type { BaseContext, Context, ExternalContext, RawHandler } from '../../kit/handler.ts'
import { portalOf, referenceOf, trackingLink } from '../about-shipments/compose-message.ts'
import { sendMailing } from '../mail/send-mailing.ts'
import { readNotifiedShipment } from '../store.ts'
import {
  confirmSubscriber,
  countSubscribers,
  deleteOldSubscribers,
  deleteSubscriber,
  findSubscriber,
  saveSubscriber,
} from './subscriber-store.ts'

/** Returns the page behind a link in an e-mail to a subscriber. Opening it changes nothing; its button does. */
export function subscriberPage(reader: BaseContext, reference: string, step: SubscriberStep): string {
  return `${portalOf(reader)}/track?subscription=${reference}&do=${step}`
}

/**
 * Stores that a person wants e-mails about a parcel and asks the address to confirm it, so that nobody can subscribe
 * another person. It answers the same whether or not the address is subscribed already.
 */
export async function subscribe(
  ctx: ExternalContext,
  { id, address }: { id: number; address: string },
): Promise<void> {
  const email = address.trim().toLowerCase()
  if (!isOneEmail(email))
    throw invalid('Enter an email address, such as name@example.co.za.', [
      { field: 'email', message: 'is not an email address' },
    ])
  const { subscriber, reference, link } = await ctx.inTransaction((tx) => save(tx, id, email))
  if (subscriber.time_confirmed !== null) return
  await sendMailing(ctx, subscriber.email, {
    subject: `${reference}: confirm your e-mails`,
    headline: `Do you want e-mails about parcel ${reference}?`,
    lines: [
      'This address was entered on our tracking page. Confirm it, and we write when the parcel moves.',
      `If it was not you, ignore this e-mail. We delete the address after ${confirm_days} days.`,
    ],
    button: { label: 'Yes, send me e-mails', link },
  })
}

async function save(ctx: Context, id: number, address: string) {
  const shipment = await readNotifiedShipment(ctx, id)
  if (!ctx.setting(tracking_subscriptions) || !shipment || !isFor('active', shipment.status))
    throw wrongState('There will be no more e-mails about this parcel.')
  const since = new Date(ctx.now.getTime() - day_ms)
  const counts = await countSubscribers(ctx, id, { email: address, since })
  if (counts.of_parcel >= subscribers_per_parcel)
    throw wrongState('This parcel has as many subscribers as we allow. Look at this page instead.')
  if (counts.of_address >= confirmations_per_day)
    throw rateLimited('This address was entered too often today. Try again tomorrow.', day_ms / 1_000)
  const subscriber = await saveSubscriber(ctx, {
    shipment_id: id,
    email: address,
    reference: randomUUID(),
  })
  const link = subscriberPage(ctx, subscriber.reference, 'confirm')
  return { subscriber, reference: referenceOf(shipment), link }
}

/** A subscription as its page shows it. */
export interface ShownSubscription {
  /** The reference of the parcel. */
  reference: string
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
