import type { ExternalContext } from '../kit/handler.ts'
import { portalOf } from './about-shipments/compose-message.ts'
import { sendMailing } from './mail/send-mailing.ts'

/** A webhook subscription that was switched off, with the data for the message to its owner. */
export interface DisabledWebhook {
  topic: string
  delivery_url: string
  reason: string
  /** `''` if there is no owner address. */
  owner_email: string
  /** `null` for a subscription of the company. */
  account_id: number | null
}

/** Notifies the owner of a webhook subscription that it was switched off. After-commit subscriber. */
export async function notifyWebhookDisabled(
  ctx: ExternalContext,
  { topic, delivery_url, reason, owner_email, account_id }: DisabledWebhook,
): Promise<void> {
  if (owner_email === '') return
  const page =
    account_id === null
      ? '/tools/third-party-integrations?tab=webhooks'
      : '/settings?tab=webhook-subscriptions'
  await sendMailing(ctx, owner_email, {
    subject: `Your webhook to ${new URL(delivery_url).host} was switched off`,
    headline: 'A webhook was switched off',
    lines: [
      `We no longer send messages about ${topic} to ${delivery_url}.`,
      reason,
      'Fix the receiver, switch the subscription on again, and resend the missed messages from its log.',
    ],
    button: { label: 'Open webhook subscriptions', link: `${portalOf(ctx)}${page}` },
  })
}
