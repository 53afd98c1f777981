import { ops_manager_email, support_email } from '@waybill/domain/identity/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { formatLongDay } from '@waybill/domain/kit/texts/format'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { emailRecipients, phoneRecipients } from '@waybill/domain/notifications/recipients'
import {
  notify_email_rescheduled_delivery,
  notify_reschedule_provider_contact,
  notify_sms_rescheduled_delivery,
} from '@waybill/domain/notifications/settings'
import type { deliveryRescheduled } from '@waybill/domain/shipments/events'
import type { ExternalContext, BaseContext } from '../../kit/handler.ts'
import type { PlannedMessages } from '../../shipments/index.ts'
import { portalOf } from './compose-message.ts'
import { sendMailing } from '../mail/send-mailing.ts'
import { messageRow, rememberUnsent, sendEach, sendOne, type Planned } from '../send-message.ts'
import { notifiedEvent, readNotifiedShipment } from '../store.ts'
import { phonesOf, queueTexts } from '../sms/text-queue.ts'

type Rescheduled = PayloadOf<typeof deliveryRescheduled>
const kind = 'delivery_rescheduled'

/** Returns the e-mail address of the company contact named by a setting; `''` for none (NOTE-009). */
export function companyContact(
  reader: BaseContext,
  setting: typeof notify_reschedule_provider_contact = notify_reschedule_provider_contact,
): string {
  switch (reader.setting(setting)) {
    case 'support':
      return reader.setting(support_email)
    case 'ops-manager':
      return reader.setting(ops_manager_email)
    default:
      return ''
  }
}

/** Whether the settings allow any message about a rescheduled delivery. */
export function isRescheduleNotified(reader: BaseContext): boolean {
  return (
    reader.setting(notify_email_rescheduled_delivery) ||
    reader.setting(notify_sms_rescheduled_delivery) ||
    companyContact(reader) !== ''
  )
}

/**
 * Notifies the delivery contact of the new day by e-mail and SMS, once per rescheduling. After-commit subscriber
 * (NOTE-005).
 */
export async function notifyRescheduled(
  ctx: ExternalContext,
  { shipment_id, tracking_event_id }: Rescheduled,
): Promise<void> {
  const plan = await ctx.inTransaction(async (tx) => {
    const shipment = await readNotifiedShipment(tx, shipment_id)
    if (!shipment || shipment.mute_notifications) return null
    const { email = '' } = shipment.delivery_contact
    const happened = await notifiedEvent(tx, shipment_id, 'delivery-rescheduled', tracking_event_id)
    const id = happened?.id ?? 0
    await queueTexts(
      tx,
      'sms',
      kind,
      shipment,
      { id, stale: null, event_id: happened?.id ?? null },
      phoneRecipients({ ...phonesOf(shipment), collection: '' }, () =>
        tx.setting(notify_sms_rescheduled_delivery),
      ),
    )
    const messages: Planned[] = emailRecipients({ collection: '', delivery: email }, () =>
      tx.setting(notify_email_rescheduled_delivery),
    ).map((one) => ({
      ...one,
      once_key: `email:${kind}:${shipment_id}:${id}:${one.address.toLowerCase()}`,
    }))
    const unsent = await rememberUnsent(
      tx,
      messages.map((one) => ({ ...messageRow(tx, kind, shipment, one), status: 'queued', reason: null })),
    )
    return { shipment, messages: messages.filter(({ once_key }) => unsent.has(once_key)) }
  })
  if (plan) await sendEach(plan.messages, (one) => sendOne(ctx, kind, plan.shipment, one))
}

/**
 * Returns a sentence about the messages that moving a delivery sends to its contact; none when nothing is sent or the
 * shipment is muted.
 */
export const plannedMessages: PlannedMessages = (reader, after, { isMoved }) => {
  if (!isMoved || after.mute_notifications) return []
  const { name, email, mobile_number } = after.delivery_contact
  const mails = emailRecipients({ collection: '', delivery: email }, () =>
    reader.setting(notify_email_rescheduled_delivery),
  )
  const texts = phoneRecipients({ collection: '', delivery: mobile_number }, () =>
    reader.setting(notify_sms_rescheduled_delivery),
  )
  const sent = [...(mails.length > 0 ? ['an email'] : []), ...(texts.length > 0 ? ['an SMS'] : [])]
  return sent.length > 0
    ? [`${name || 'The receiver'} gets ${sent.join(' and ')} about the new day or time of the delivery.`]
    : []
}

/** Notifies the company’s contact that a receiver chose another day. After-commit subscriber (NOTE-009). */
export async function notifyCompanyOfNewDay(
  ctx: ExternalContext,
  { shipment_id, day, by_receiver }: Rescheduled,
): Promise<void> {
  const to = companyContact(ctx)
  if (to === '' || !by_receiver) return
  const shipment = await ctx.inTransaction((tx) => readNotifiedShipment(tx, shipment_id))
  if (!shipment) return
  const reference = shipment.custom_tracking_reference ?? shipment.short_tracking_reference
  await sendMailing(ctx, to, {
    subject: `${reference}: the receiver chose another day`,
    headline: `${reference} is to be delivered on ${formatLongDay(startOfDay(day))}.`,
    lines: [`The receiver in ${shipment.receiver_suburb} chose this day.`],
    button: { label: 'Open the shipment', link: `${portalOf(ctx)}/shipments/${shipment_id}` },
  })
}
