import type { Recipient } from '@waybill/domain/notifications/message-events'
import { covered_pin, filledSms } from '@waybill/domain/notifications/message-texts'
import { smsParts } from '@waybill/domain/notifications/sms-length'
import { replyHint, takesReplies } from '@waybill/domain/notifications/replies/reply-texts'
import { sms_max_segments, sms_sender_id } from '@waybill/domain/notifications/settings'
import { smsText, textLinkOf, type TextLink } from '@waybill/domain/notifications/sms-texts'
import type { Context, BaseContext } from '../../kit/handler.ts'
import { hasPickupPoints } from '../../pickup-points/index.ts'
import { offeredChange, receiverOptions } from '../../shipments/index.ts'
import { shortened } from '../../short-urls/index.ts'
import {
  before_delivery_attempt,
  pinFor,
  changeLink,
  customText,
  hasReceiverLink,
  ratingLink,
  receiverLink,
  receiverOffer,
  textFacts,
  textValues,
  trackingLink,
  type MessageKind,
} from '../about-shipments/compose-message.ts'
import type { NotifiedShipment } from '../store.ts'

/** Placeholder for a PIN while a text is fitted: same length as a PIN and part of the GSM alphabet. */
const blank_pin = '@@@@'

/** Composes a message of one kind to a phone of one contact, with a masked PIN; creates the short link at its end. */
export async function composeText(
  ctx: Context,
  channel: 'sms' | 'whatsapp',
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
): Promise<string> {
  const offer = receiverOffer(ctx, kind, recipient, shipment)
  const page = hasReceiverLink(kind, recipient)
    ? receiverLink(ctx, shipment)
    : pageOf(ctx, textLinkOf(kind, offer), shipment)
  const link = await shortened(ctx, page)
  const own = channel === 'sms' ? ownSms(ctx, kind, recipient, shipment, link) : null
  if (own !== null) return own
  const facts = {
    ...textFacts(ctx, kind, shipment),
    pin: pinFor(ctx, kind, recipient, shipment) && blank_pin,
  }
  const text = smsText(kind, recipient, facts, {
    link,
    offer,
    hint: channel === 'sms' ? await hintOf(ctx, kind, recipient, shipment) : '',
    max_parts: channel === 'sms' ? ctx.setting(sms_max_segments) : Infinity,
  })
  return text.replace(blank_pin, covered_pin)
}

/** Returns the company’s own SMS with a masked PIN; `null` if it has none, or if it would be longer than allowed. */
function ownSms(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
  link: string,
): string | null {
  const own = customText(reader, { event: kind, recipient, channel: 'sms' })
  if (!own) return null
  const hasPin = pinFor(reader, kind, recipient, shipment) !== ''
  const filled = (pin: string): string =>
    filledSms(own.text, { ...textValues(reader, kind, shipment), link, pin: hasPin ? pin : '' })
  return smsParts(filled(blank_pin)) <= reader.setting(sms_max_segments) ? filled(covered_pin) : null
}

/**
 * Returns the sentence about the replies that are possible in messages before delivery, where the sender takes replies; `''`
 * for none. Pickup points take shipments of one parcel.
 */
async function hintOf(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
): Promise<string> {
  const isForReply = recipient === 'delivery' && before_delivery_attempt.includes(kind)
  if (!isForReply || shipment.delivery_pickup_point_id || !takesReplies(reader.setting(sms_sender_id)))
    return ''
  const { parcels } = shipment
  return replyHint({
    change: offeredChange(reader, shipment, parcels) !== null,
    choose_point:
      parcels.filter(({ status }) => status !== 'cancelled').length === 1 &&
      receiverOptions(reader, shipment, parcels).may_choose_point === true &&
      (await hasPickupPoints(reader)),
  })
}

function pageOf(reader: BaseContext, link: TextLink, shipment: NotifiedShipment): string {
  switch (link) {
    case 'track':
      return trackingLink(reader, shipment)
    case 'reschedule':
      return changeLink(reader, shipment)
    case 'rate':
      return ratingLink(reader, shipment)
  }
}
