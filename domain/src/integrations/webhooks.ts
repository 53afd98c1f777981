import { z } from 'zod'
import { hasPermission, isStaff, type Actor } from '../kit/actor.ts'
import { forbidden, invalid } from '../kit/problem.ts'
import { firstOf, type RuleResult } from '../kit/rule-result.ts'
import { count, flag, instant, list, maybe, text } from '../kit/calls/wire.ts'
import { shipment_statuses, statusesFor } from '../shipments/statuses/status.ts'
import { delivery_states } from './delivery.ts'
import { hidden_secret, isSameHost } from './providers.ts'

/** Topics that can be subscribed to (docs/domain/integrations-and-webhooks.md#subscriptions). */
export const webhook_topics = [
  'tracking-event',
  'shipment-note',
  'parcel-dimension-changes',
  'shipment-address-changes',
  'invoice-created',
] as const
export type WebhookTopic = (typeof webhook_topics)[number]

export const topic_labels: Readonly<Record<WebhookTopic, string>> = {
  'tracking-event': 'Tracking events',
  'shipment-note': 'Shipment notes',
  'parcel-dimension-changes': 'Measured parcels',
  'shipment-address-changes': 'Changed delivery addresses',
  'invoice-created': 'Invoices',
}

/** Maximum number of subscriptions of one account, or of the company itself. */
export const max_subscriptions = 50
export const max_headers = 5

/** A subscription as returned by the API (docs/domain/integrations-and-webhooks.md#subscriptions). */
export const WebhookSubscription = z.object({
  id: z.int(),
  provider_id: z.int(),
  /** `null` for a subscription of the whole company. */
  account_id: z.int().nullable(),
  account_name: z.string(),
  topic: z.enum(webhook_topics),
  delivery_url: z.string(),
  /** `***` when a value is stored. */
  auth_key: z.string(),
  /** Statuses of tracking events that are sent; empty for all statuses. */
  notify_when: z.array(z.string()),
  meta: z.string(),
  headers: z.record(z.string(), z.string()),
  is_active: z.boolean(),
  /** Returned only when the subscription is created and when its secret is replaced. */
  signing_secret: z.string().optional(),
  /** Until this time, messages are also signed with the previous secret. */
  previous_secret_until: instant.nullable(),
  consecutive_failures: z.int(),
  /** Nothing is sent until this time because of consecutive failures; `null` while sending is not paused. */
  paused_until: instant.nullable(),
  last_delivery_time: instant.nullable(),
  last_status_code: z.int().nullable(),
  disabled_reason: z.string().nullable(),
  created_by: z.string(),
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type WebhookSubscription = z.output<typeof WebhookSubscription>

const headers = z.record(z.string().max(60), z.string().max(500))

export const NewSubscription = z.object({
  /** Staff may choose an account; without one, the subscription belongs to the whole company. */
  account_id: maybe(count),
  topic: z.enum(webhook_topics),
  delivery_url: text(500),
  auth_key: maybe(text(500)),
  notify_when: maybe(list(text(60))),
  meta: maybe(text(500)),
  headers: maybe(headers),
  is_active: maybe(flag),
})
export type NewSubscription = z.output<typeof NewSubscription>

export const SubscriptionPatch = z.object({
  id: count,
  /** The version that was read; a change based on an older version is rejected. */
  version: maybe(count),
  topic: maybe(z.enum(webhook_topics)),
  delivery_url: maybe(text(500)),
  /** `***` leaves the value unchanged, `''` removes it. */
  auth_key: z.string().max(500).optional(),
  notify_when: list(text(60)).optional(),
  meta: text(500).optional(),
  headers: headers.optional(),
  is_active: maybe(flag),
})
export type SubscriptionPatch = z.output<typeof SubscriptionPatch>

/** One message in the log of a subscription. */
export const WebhookDelivery = z.object({
  id: z.int(),
  subscription_id: z.int(),
  topic: z.enum(webhook_topics),
  /** Also `waiting` between attempts. */
  status: z.enum(delivery_states),
  attempts: z.int(),
  status_code: z.int().nullable(),
  /** The start of the response, or the reason why there was none. */
  response_excerpt: z.string(),
  /** The body that was sent; `''` before the first attempt. */
  body: z.string(),
  shipment_id: z.int().nullable(),
  reference: z.string(),
  is_test: z.boolean(),
  duration_ms: z.int().nullable(),
  time_created: instant,
  next_attempt_time: instant.nullable(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** Statuses that can be chosen for tracking events: those that customers may see. */
export const notify_statuses: readonly string[] = [
  ...new Set<string>([
    ...statusesFor('tracking'),
    'collection-assigned',
    'delivery-assigned',
    'on-hold',
    'returned-to-sender',
    'undeliverable',
    'damaged',
  ]),
]

/** Headers that are set by Waybill or by the HTTP connection. */
const own_headers =
  /^(authorization|x-webhook-.*|webhook-.*|host|content-.*|connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|cookie|user-agent)$/

/** Validates the fields of a subscription by themselves. The server also checks whether its address may be called. */
export function checkSubscription(
  fields: Partial<Pick<NewSubscription, 'topic' | 'notify_when' | 'headers' | 'auth_key'>> & {
    delivery_url?: string | undefined
  },
): RuleResult {
  const { topic, notify_when = [], headers: extra = {}, auth_key = '', delivery_url } = fields
  return firstOf(
    delivery_url === undefined || delivery_url !== ''
      ? true
      : refused('delivery_url', 'Enter the address to send to.'),
    checkStatuses(topic, notify_when),
    checkHeaders(extra),
    isHeaderText(auth_key)
      ? true
      : refused('auth_key', 'The authorization may contain only plain characters, without line breaks.'),
  )
}

/** Returns an error whose message also appears at its field. */
function refused(field: string, sentence: string): RuleResult {
  return invalid(sentence, [{ field, message: sentence }])
}

function checkStatuses(topic: WebhookTopic | undefined, notifyWhen: readonly string[]): RuleResult {
  if (notifyWhen.length === 0) return true
  if (topic !== undefined && topic !== 'tracking-event')
    return refused('notify_when', 'Statuses can be chosen for tracking events only.')
  const unknown = notifyWhen.find((status) => !(shipment_statuses as readonly string[]).includes(status))
  return unknown === undefined
    ? true
    : refused('notify_when', `There is no status "${unknown}". Choose from the list.`)
}

function checkHeaders(extra: Readonly<Record<string, string>>): RuleResult {
  const problem = (sentence: string): RuleResult => refused('headers', sentence)
  const names = Object.keys(extra)
  if (names.length > max_headers)
    return problem(`At most ${max_headers} headers can be added. You sent ${names.length}.`)
  for (const name of names) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name)) return problem(`"${name}" cannot be the name of a header.`)
    if (own_headers.test(name.toLowerCase()))
      return problem(`The header ${name} is reserved. Choose another name.`)
    if (!isHeaderText(extra[name] ?? ''))
      return problem(`The header ${name} contains characters that cannot be sent.`)
  }
  return true
}

/** Checks whether a header can carry the value: printable single-byte characters and tabs. */
function isHeaderText(value: string): boolean {
  return /^[\t\x20-\x7E\xA0-\xFF]*$/.test(value)
}

/**
 * Checks whether a user may resend webhooks or send a sample. Customers need no further permission than the one to
 * change subscriptions; staff also need `INLINE_replay_webhooks`.
 */
export function mayReplay(actor: Actor): RuleResult {
  return isStaff(actor) && !hasPermission(actor, 'INLINE_replay_webhooks')
    ? forbidden('You may not resend webhooks.')
    : true
}

/**
 * Returns the authorization to store after a change. `***` leaves it unchanged. It is removed when the host changes;
 * `***` is then rejected by `checkAuthorization`.
 */
export function storedAuthorization(
  stored: string | null,
  sent: string | undefined,
  isMoved: boolean,
): string | null {
  if (sent === undefined || sent === hidden_secret) return isMoved ? null : stored
  return sent === '' ? null : sent
}

/** Checks whether the address may change with this authorization: the stored one may only be sent to its own host. */
export function checkAuthorization(
  storedUrl: string,
  sent: { delivery_url?: string; auth_key?: string },
): RuleResult {
  const isMoved = sent.delivery_url !== undefined && !isSameHost(storedUrl, sent.delivery_url)
  return isMoved && sent.auth_key === hidden_secret
    ? refused('auth_key', 'The host has changed. Enter the authorization again.')
    : true
}
