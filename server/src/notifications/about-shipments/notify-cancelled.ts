import type { PayloadOf } from '@waybill/domain/kit/event'
import { withFullStop } from '@waybill/domain/kit/texts/sentence'
import { notify_cancel_provider_contact } from '@waybill/domain/notifications/settings'
import type { shipmentCancelled } from '@waybill/domain/shipments/events'
import type { ExternalContext, BaseContext } from '../../kit/handler.ts'
import { portalOf, referenceOf } from './compose-message.ts'
import { sendMailing } from '../mail/send-mailing.ts'
import { readNotifiedShipment } from '../store.ts'
import { companyContact } from './notify-rescheduled.ts'

/** Whether the company’s settings name a contact to notify of cancellations. */
export function isCancellationNotified(reader: BaseContext): boolean {
  return companyContact(reader, notify_cancel_provider_contact) !== ''
}

/** Notifies the company’s contact that a shipment was cancelled, and why. After-commit subscriber (NOTE-009). */
export async function notifyCompanyOfCancellation(
  ctx: ExternalContext,
  { shipment_id, message, was_collected }: PayloadOf<typeof shipmentCancelled>,
): Promise<void> {
  const to = companyContact(ctx, notify_cancel_provider_contact)
  const shipment =
    to === '' ? undefined : await ctx.inTransaction((tx) => readNotifiedShipment(tx, shipment_id))
  if (!shipment) return
  const reference = referenceOf(shipment)
  await sendMailing(ctx, to, {
    subject: `${reference}: cancelled`,
    headline: `${reference} of ${shipment.account_name} was cancelled.`,
    lines: [
      message && withFullStop(message),
      was_collected
        ? 'The shipment had been collected. Its charges stay until someone reverses them.'
        : 'The shipment had not been collected. Its charges are reversed.',
    ].filter(Boolean),
    button: { label: 'Open the shipment', link: `${portalOf(ctx)}/shipments/${shipment_id}` },
  })
}
