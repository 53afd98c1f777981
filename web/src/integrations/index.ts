import { lazy } from 'react'

/** Webhook subscriptions, fetched when they are looked at. */
export const WebhookSubscriptions = lazy(async () => ({
  default: (await import('./WebhookSubscriptions.tsx')).WebhookSubscriptions,
}))
