import { z } from 'zod'
import { event } from '../kit/event.ts'

/**
 * Emitted when a subscription is switched off because its receiver is gone or has not responded for days. The owner
 * of the subscription is notified.
 */
export const webhookDisabled = event(
  'webhook-disabled',
  z.object({
    subscription_id: z.int(),
    topic: z.string(),
    delivery_url: z.string(),
    reason: z.string(),
    owner_email: z.string(),
    account_id: z.int().nullable(),
  }),
)
