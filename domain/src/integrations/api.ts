import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { external_endpoint, ReceivedAtToken } from '../kit/calls/raw-body.ts'
import { count, list, maybe, text } from '../kit/calls/wire.ts'
import { delivery_states } from './delivery.ts'
import {
  Integration,
  IntegrationPatch,
  IntegrationRequest,
  IntegrationRule,
  NewIntegration,
  NewRule,
  RulePatch,
} from './model.ts'
import {
  hidden_secret,
  integration_providers,
  integration_request_types,
  status_groups,
} from './providers.ts'
import { NewSubscription, SubscriptionPatch, WebhookDelivery, WebhookSubscription } from './webhooks.ts'

const nothing = z.object({})

/** Step-up rule of the endpoints that send company data to another system. */
const subscribing = {
  api_keys: {
    allowed_because:
      'Programs of partners subscribe themselves; what is sent elsewhere loses its authorization.',
  },
} as const
const named = z.object({ id: count })

/** Webhook subscriptions of accounts and of the company: docs/domain/integrations-and-webhooks.md#webhooks. */
export const webhooksApi = {
  list: endpoint('GET /webhook-subscriptions', {
    input: z.object({ id: maybe(list(count)), account_id: maybe(count), ...paging }),
    output: z.object({ webhook_subscriptions: z.array(WebhookSubscription), count: z.int() }),
    summary:
      'Lists webhook subscriptions of the account. Staff get those of all accounts and of the company.',
  }),
  create: endpoint('POST /webhook-subscriptions', {
    input: NewSubscription,
    output: WebhookSubscription,
    step_up: subscribing,
    summary: 'Creates a subscription. The signing secret is returned only once.',
  }),
  change: endpoint('PATCH /webhook-subscriptions', {
    input: SubscriptionPatch,
    output: WebhookSubscription,
    step_up: {
      ...subscribing,
      when: ({ delivery_url, auth_key }) =>
        delivery_url !== undefined || (auth_key !== undefined && auth_key !== hidden_secret),
    },
    summary: 'Updates the given fields.',
  }),
  remove: endpoint('DELETE /webhook-subscriptions', {
    input: named,
    output: nothing,
    summary: 'Deletes a subscription. Pending messages are not sent.',
  }),
  rotate: endpoint('POST /webhook-subscriptions/rotate-secret', {
    input: named,
    output: WebhookSubscription,
    permission: 'API_/webhook-subscriptions:POST',
    step_up: subscribing,
    summary: 'Creates a new signing secret. For 24 hours messages are signed with both secrets.',
  }),
  test: endpoint('POST /webhook-subscriptions/test', {
    input: named,
    output: WebhookDelivery,
    permission: 'API_/webhook-subscriptions:POST',
    summary: 'Sends a sample immediately and returns the result.',
  }),
  deliveries: endpoint('GET /webhook-subscriptions/deliveries', {
    input: z.object({
      subscription_id: count,
      status: maybe(list(z.enum(delivery_states))),
      ...paging,
    }),
    output: z.object({ deliveries: z.array(WebhookDelivery), count: z.int() }),
    permission: 'API_/webhook-subscriptions:GET',
    summary: 'Lists messages of a subscription, newest first.',
  }),
  retry: endpoint('POST /webhook-subscriptions/deliveries/retry', {
    input: z.object({ id: list(count) }),
    output: z.object({ queued: z.int() }),
    permission: 'API_/webhook-subscriptions:POST',
    summary: 'Sends messages again.',
  }),
}

/** Connections to third parties, their rules and the request log: docs/domain/integrations-and-webhooks.md. */
export const integrationsApi = {
  list: endpoint('GET /integrations', {
    input: z.object({ id: maybe(list(count)), ...paging }),
    output: z.object({
      integrations: z.array(Integration),
      count: z.int(),
      /** Integration providers that may be added: all that are switched on. */
      providers: z.array(z.enum(integration_providers)),
    }),
    published: false,
    summary: 'Lists integrations of the company.',
  }),
  create: endpoint('POST /integrations', {
    input: NewIntegration,
    output: Integration,
    step_up: true,
    published: false,
    summary: 'Adds an integration.',
  }),
  change: endpoint('PATCH /integrations', {
    input: IntegrationPatch,
    output: Integration,
    step_up: { when: ({ credentials }) => credentials !== undefined, api_keys: 'refused' },
    published: false,
    summary: 'Updates the given fields.',
  }),
  remove: endpoint('DELETE /integrations', {
    input: named,
    output: nothing,
    published: false,
    summary: 'Deletes an integration with its rules. Its log remains available.',
  }),
  rules: endpoint('GET /integrations/rules', {
    input: z.object({ integration_id: count }),
    output: z.object({ rules: z.array(IntegrationRule), count: z.int() }),
    published: false,
    summary: 'Lists the rules of an integration, in order.',
  }),
  createRule: endpoint('POST /integrations/rules', {
    input: NewRule,
    output: IntegrationRule,
    published: false,
    summary: 'Adds a rule as the last one.',
  }),
  changeRule: endpoint('PATCH /integrations/rules', {
    input: RulePatch,
    output: IntegrationRule,
    published: false,
    summary: 'Replaces a rule.',
  }),
  removeRule: endpoint('DELETE /integrations/rules', {
    input: named,
    output: nothing,
    published: false,
    summary: 'Removes a rule.',
  }),
  requests: endpoint('GET /integrations/requests', {
    input: z.object({
      id: maybe(list(count)),
      integration_id: maybe(count),
      type: maybe(list(z.enum(integration_request_types))),
      /** Groups of HTTP status codes (INT-026). */
      status_group: maybe(list(z.enum(status_groups))),
      shipment_id: maybe(count),
      search: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ requests: z.array(IntegrationRequest), count: z.int() }),
    published: false,
    summary: 'Lists calls to and from third parties, newest first.',
  }),
  replay: endpoint('POST /integrations/requests', {
    input: named,
    output: nothing,
    published: false,
    summary: 'Repeats the action of a call.',
  }),
  handOver: endpoint('POST /shipments/outsource', {
    input: z.object({
      /** Either `id` or `tracking_reference` identifies the shipment. */
      id: maybe(count),
      tracking_reference: maybe(text(120)),
      integration_id: count,
    }),
    output: z.object({
      shipment_id: z.int(),
      /** Reference assigned by the external service; `''` when it did not accept the shipment. */
      third_party_reference: z.string(),
      /** The result as a sentence. */
      message: z.string(),
      status: z.enum(delivery_states),
    }),
    published: false,
    summary: 'Hands over a shipment to another courier immediately and returns the result.',
  }),
  inbound: endpoint('POST /integrations/inbound/:token', {
    ...external_endpoint,
    input: ReceivedAtToken,
    body: 'many',
    summary: 'Receives calls from machines and couriers.',
  }),
}
