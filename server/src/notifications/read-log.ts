import { hasPermission } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { notFound } from '@waybill/domain/kit/problem'
import type { notificationsApi } from '@waybill/domain/notifications/api'
import type { Message } from '@waybill/domain/notifications/model'
import { maskedRecipient } from '@waybill/domain/notifications/recipients'
import { readShipmentRows, shipmentIdOf } from '../shipments/index.ts'
import type { Handler } from '../kit/handler.ts'
import { with_receiver_link } from './about-shipments/compose-message.ts'
import { listMessages, type MessageRow } from './store.ts'

/**
 * Returns the messages sent about a shipment that the caller may see. Addresses are masked for users who may not see
 * contact details.
 */
export const readCommunicationLog: Handler<typeof notificationsApi.log> = async (ctx, input) => {
  const id = await shipmentIdOf(ctx, input)
  const [shipment] = await readShipmentRows(ctx, [id])
  if (!shipment) throw notFound('Could not find shipment')
  const { rows, total } = await listMessages(ctx, id, input, pageOf(input, 100))
  const seesContacts = hasPermission(ctx.actor, 'INLINE_view_contact_details')
  return { messages: rows.map((row) => presentMessage(row, seesContacts)), count: total }
}

function presentMessage(row: MessageRow, seesContacts: boolean): Message {
  return {
    id: row.id,
    shipment_id: row.shipment_id ?? 0,
    channel: row.channel as Message['channel'],
    event: row.event,
    recipient: seesContacts ? row.recipient : maskedRecipient(row.recipient),
    subject: row.subject,
    text: withoutPersonalLink(row),
    state: row.status as Message['state'],
    reason: row.reason ?? '',
    provider_message_id: row.gateway_message_id ?? '',
    price: 0,
    time_created: row.time_created,
    time_modified: row.time_sent ?? row.time_created,
  }
}

/** The events whose messages carry a one-time link to the receiver’s view of a shipment. */
const with_personal_link: ReadonlySet<string> = new Set([...with_receiver_link, 'receiver_link'])

/** Returns the text of a message without its one-time link, which only its recipient may use. */
function withoutPersonalLink({ body, channel, event }: MessageRow): string {
  const text = body.replaceAll(/https?:\/\/\S+\/track\?link=\S+/g, '(personal link)')
  return channel !== 'email' && with_personal_link.has(event)
    ? text.replace(/https?:\/\/\S+\/s\/\S+/, '(personal link)')
    : text
}
