import { notification_sender_name, provider_title } from '@waybill/domain/identity/settings'
import { formatDateTime } from '@waybill/domain/kit/format'
import type { Recipient } from '@waybill/domain/notifications/events'
import { sms_max_segments } from '@waybill/domain/notifications/settings'
import { smsText, textLinkOf, type TextFacts, type TextLink } from '@waybill/domain/notifications/sms-words'
import { expectedPhrase, phraseText } from '@waybill/domain/shipments/expected'
import { shipment_ratings_enabled, self_service_change_date } from '@waybill/domain/shipments/settings'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import type { Ctx, Reader } from '../kit/verb.ts'
import { shortened } from '../short-urls/index.ts'
import {
  covered_pin,
  pinFor,
  pointOf,
  portalOf,
  referenceOf,
  trackingLink,
  type MessageKind,
} from './compose.ts'
import type { ToldShipment } from './store.ts'

/** Stands for a PIN while a text is fitted: as long as one, and of the alphabet of SMS. */
const blank_pin = '@@@@'

/** The text to a phone about one thing to one side, with the PIN covered; makes the short address that it ends with. */
export async function composeText(
  ctx: Ctx,
  channel: 'sms' | 'whatsapp',
  kind: MessageKind,
  recipient: Recipient,
  shipment: ToldShipment,
): Promise<string> {
  const may_choose = mayChoose(ctx, kind, recipient, shipment)
  const link = await shortened(ctx, pageOf(ctx, textLinkOf(kind, may_choose), shipment))
  const facts = {
    ...textFacts(ctx, kind, shipment),
    pin: pinFor(ctx, kind, recipient, shipment) && blank_pin,
  }
  const text = smsText(kind, recipient, facts, {
    link,
    may_choose,
    most_parts: channel === 'sms' ? ctx.setting(sms_max_segments) : Infinity,
  })
  return text.replace(blank_pin, covered_pin)
}

/** What a text about a shipment is made of, but for a PIN. */
export function textFacts(reader: Reader, kind: MessageKind, shipment: ToldShipment): TextFacts {
  const status = shipment.status as ShipmentStatus
  return {
    sender: reader.setting(notification_sender_name) || reader.setting(provider_title),
    reference: referenceOf(shipment),
    account: shipment.account_name,
    to: shipment.receiver_suburb,
    hub: shipment.current_hub ?? '',
    pickup_point: pointOf(kind, shipment),
    deadline: shipment.pickup_deadline ? formatDateTime(shipment.pickup_deadline) : '',
    reason: shipment.tracking_message ?? '',
    expected: phraseText(expectedPhrase({ ...shipment, status }, reader.now)),
    pin: '',
  }
}

/** Whether the receiver is offered something to choose behind the link, as in the e-mail (domain notes 5.11). */
function mayChoose(reader: Reader, kind: MessageKind, recipient: Recipient, shipment: ToldShipment): boolean {
  if (recipient !== 'delivery' || shipment.delivery_pickup_point_id) return false
  return reader.setting(kind === 'delivered' ? shipment_ratings_enabled : self_service_change_date)
}

function pageOf(reader: Reader, link: TextLink, shipment: ToldShipment): string {
  switch (link) {
    case 'track':
      return trackingLink(reader, shipment)
    case 'reschedule':
      return `${portalOf(reader)}/reschedule/${shipment.reschedule_reference}`
    case 'rate':
      return `${portalOf(reader)}/rate/${shipment.rating_reference}`
  }
}
