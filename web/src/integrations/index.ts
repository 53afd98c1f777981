import { lazy } from 'react'

/** Webhook subscriptions, loaded when they are displayed. */
export const WebhookSubscriptions = lazy(async () => ({
  default: (await import('./WebhookSubscriptions.tsx')).WebhookSubscriptions,
}))
