import type { PayloadOf } from '@waybill/domain/kit/event'
import { withFullStop } from '@waybill/domain/kit/texts/sentence'
import type { Setting } from '@waybill/domain/kit/setting'
import {
  notify_on_hold_account,
  notify_returned_to_sender_account,
  notify_undeliverable_account,
} from '@waybill/domain/notifications/settings'
import type { shipmentMoved } from '@waybill/domain/shipments/events'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { ownerEmails } from '../../identity/index.ts'
import type { Context, ExternalContext, BaseContext } from '../../kit/handler.ts'
import { portalOf, referenceOf } from '../about-shipments/compose-message.ts'
import { type Mailing } from './send-mailing.ts'
import { planMailings, sendMailings, type PlannedMailing } from './planned-mailings.ts'
import { notifiedEvent, readNotifiedShipment, type NotifiedShipment } from '../store.ts'

type Moved = PayloadOf<typeof shipmentMoved>

/** Status messages to the owners of an account, in addition to those to sender and receiver. */
const account_messages: Partial<
  Record<ShipmentStatus, { on: Setting<boolean>; subject: string; sentence: string }>
> = {
  'on-hold': { on: notify_on_hold_account, subject: 'on hold', sentence: 'is on hold.' },
  'returned-to-sender': {
    on: notify_returned_to_sender_account,
    subject: 'returned to the sender',
    sentence: 'has been returned to the sender.',
  },
  undeliverable: {
    on: notify_undeliverable_account,
    subject: 'cannot be delivered',
    sentence: 'cannot be delivered.',
  },
}

/** Whether the account owners get an e-mail about this status change. */
export function isAccountMailed(reader: BaseContext, { to, is_release }: Moved): boolean {
  const about = account_messages[to]
  return !is_release && about !== undefined && reader.setting(about.on)
}

/** Sends the e-mail to the owners of the account, once per address and status event. After-commit subscriber. */
export async function mailAccount(ctx: ExternalContext, moved: Moved): Promise<void> {
  await sendMailings(ctx, await ctx.inTransaction((tx) => planAccountMailings(tx, moved)))
}

async function planAccountMailings(
  ctx: Context,
  { shipment_id, to, tracking_event_id }: Moved,
): Promise<PlannedMailing[]> {
  const shipment = await readNotifiedShipment(ctx, shipment_id)
  const about = account_messages[to]
  if (!shipment || !about || shipment.mute_notifications) return []
  const { id = 0 } = (await notifiedEvent(ctx, shipment_id, to, tracking_event_id)) ?? {}
  const mailing = mailingOf(ctx, shipment, about)
  const event = to.replaceAll('-', '_')
  const planned = (await ownerEmails(ctx, shipment.account_id)).map((address) => ({
    address,
    once_key: `email:account_${event}:${shipment_id}:${id}:${address.toLowerCase()}`,
    mailing,
  }))
  const body = [mailing.headline, ...mailing.lines].join('\n\n')
  return planMailings(ctx, { shipment_id, account_id: shipment.account_id, event, body }, planned)
}

function mailingOf(
  reader: BaseContext,
  shipment: NotifiedShipment,
  { subject, sentence }: { subject: string; sentence: string },
): Mailing {
  const reference = referenceOf(shipment)
  const place = [shipment.receiver_company, shipment.receiver_suburb].filter(Boolean).join(', ')
  return {
    subject: `${reference}: ${subject}`,
    headline: `${reference} ${sentence}`,
    lines: [
      shipment.tracking_message && withFullStop(shipment.tracking_message),
      place && `It was going to ${place}.`,
      shipment.customer_reference && `Your reference: ${shipment.customer_reference}`,
    ].filter((line): line is string => Boolean(line)),
    button: { label: 'Open the shipment', link: `${portalOf(reader)}/shipments/${shipment.id}` },
  }
}
