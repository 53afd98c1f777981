import { nearText } from '@waybill/domain/drivers/arrival'
import type { tripProgressed } from '@waybill/domain/drivers/plan'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { emailRecipients, phoneRecipients } from '@waybill/domain/notifications/recipients'
import { notify_driver_nearby } from '@waybill/domain/notifications/settings'
import { plainMarks } from '@waybill/domain/notifications/sms-length'
import { textDue } from '@waybill/domain/notifications/text-events'
import { readNearDeliveries, type NearDelivery } from '../../drivers/index.ts'
import type { BaseContext, Context, ExternalContext } from '../../kit/handler.ts'
import { shortened } from '../../short-urls/index.ts'
import { renderMail } from '../mail/send-mailing.ts'
import { rememberUnsent, sendEach, sendRemembered } from '../send-message.ts'
import { phonesOf } from '../sms/text-queue.ts'
import {
  existingKeys,
  insertMessages,
  notifiedEvent,
  readNotifiedShipment,
  type NewMessage,
} from '../store.ts'
import { companyName, referenceOf, trackingLink } from './compose-message.ts'
import { emailsOf } from './notify-shipment-people.ts'
import { isOn } from './is-switched-on.ts'

const event = 'driver_nearby'
const of_status = 'out_for_delivery'

/** Whether the company notifies receivers of a near driver at all. */
export function isNearNotified(reader: BaseContext): boolean {
  return reader.setting(notify_driver_nearby) > 0
}

interface PlannedMail {
  once_key: string
  address: string
  text: string
  link: string
}

/**
 * Notifies receivers once per attempt that the driver is within the number of stops that the company chose: by SMS, or by
 * e-mail to those whom no SMS reaches, where the company sends 'Out for delivery'. After-commit
 * subscriber.
 */
export async function notifyDriverNearby(
  ctx: ExternalContext,
  { username }: PayloadOf<typeof tripProgressed>,
): Promise<void> {
  const mails = await ctx.inTransaction(async (tx) => {
    const near = await readNearDeliveries(tx, username, tx.setting(notify_driver_nearby))
    const planned: PlannedMail[] = []
    for (const delivery of near) planned.push(...(await planFor(tx, delivery)))
    return planned
  })
  await sendEach(mails, ({ once_key, address, text, link }) =>
    sendRemembered(ctx, once_key, address, () => {
      const {
        to: _to,
        headers: _headers,
        ...mail
      } = renderMail(ctx, address, {
        subject: 'Your driver is near',
        headline: 'Your driver is near.',
        lines: [sentence(text)],
        button: { label: 'Track it', link },
      })
      return mail
    }),
  )
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Stores the messages about one delivery; an SMS is sent after the commit, e-mails are returned. */
async function planFor(ctx: Context, { shipment_id, stops_before }: NearDelivery): Promise<PlannedMail[]> {
  const shipment = await readNotifiedShipment(ctx, shipment_id)
  if (!shipment || shipment.mute_notifications || shipment.status !== 'out-for-delivery') return []
  const attempt = (await notifiedEvent(ctx, shipment_id, 'out-for-delivery'))?.id ?? 0
  const text = nearText(referenceOf(shipment), stops_before)
  const link = trackingLink(ctx, shipment)
  const isWanted = (channel: 'sms' | 'email') => (recipient: 'collection' | 'delivery') =>
    recipient === 'delivery' &&
    isOn(ctx, of_status, channel, 'delivery') &&
    !shipment[`disable_${of_status}_${channel}`]
  const row = (channel: 'sms' | 'email', address: string): NewMessage => ({
    shipment_id,
    account_id: shipment.account_id,
    channel,
    event,
    recipient: address,
    subject: channel === 'email' ? 'Your driver is near' : '',
    body: sentence(text),
    once_key: `${channel}:${event}:${shipment_id}:${attempt}:${address.toLowerCase()}`,
    status: 'queued',
    reason: null,
  })
  const phones = phoneRecipients(phonesOf(shipment), isWanted('sms')).map(({ address }) =>
    row('sms', address),
  )
  const known = await existingKeys(
    ctx,
    phones.map(({ once_key }) => once_key),
  )
  for (const one of phones.filter(({ once_key }) => !known.has(once_key))) {
    const body = `${plainMarks(`${companyName(ctx)}: ${text}`)} ${await shortened(ctx, link)}`
    const [isNew] = await insertMessages(ctx, [{ ...one, body }])
    if (isNew) await ctx.emit(textDue, { once_key: one.once_key, shipment_id, pin_of: null })
  }
  if (phones.length > 0) return []
  const mails = emailRecipients(emailsOf(shipment), isWanted('email')).map(({ address }) =>
    row('email', address),
  )
  const unsent = await rememberUnsent(ctx, mails)
  return mails
    .filter(({ once_key }) => unsent.has(once_key))
    .map(({ once_key, recipient }) => ({ once_key, address: recipient, text, link }))
}
