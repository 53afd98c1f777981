import { webhookDisabled } from '@waybill/domain/integrations/events'
import { isGivenUp } from '@waybill/domain/integrations/delivery'
import { samplePayload } from '@waybill/domain/integrations/sample-payload'
import type { WebhookTopic } from '@waybill/domain/integrations/webhooks'
import { outboundPort } from '../kit/outbound/index.ts'
import type { Context, ExternalContext, BaseContext } from '../kit/handler.ts'
import { masked } from './mask.ts'
import { composePayload } from './payloads.ts'
import { record, resultOf, type Result } from './record-attempt.ts'
import { logCall } from './request-store.ts'
import { signatureHeaders } from './sign.ts'
import {
  findSubscription,
  lockSubscription,
  updateSubscription,
  type SubscriptionRow,
} from './subscription-store.ts'
import { dropWaiting, storeBody, type ClaimedTask } from './task-store.ts'
import { targets_topic } from './targets.ts'

/**
 * Sends one message of a subscription. The body is composed once, the signature is new for every attempt, and the
 * response is stored.
 */
export async function deliverWebhook(ctx: ExternalContext, task: ClaimedTask): Promise<void> {
  const ready = await ctx.inTransaction((tx) => prepare(tx, task))
  if ('dropped' in ready) {
    await ctx.inTransaction((tx) => record(tx, task, ready.dropped))
    return
  }
  const { subscription, body, secrets, auth_key } = ready
  const headers = {
    ...subscription.headers,
    'content-type': 'application/json',
    ...(auth_key ? { Authorization: auth_key, 'X-Webhook-Secret': auth_key } : {}),
    'X-Webhook-Topic': task.topic,
    'X-Webhook-Attempt': String(task.attempts),
    ...(subscription.meta ? { 'X-Webhook-Meta': encodeURI(subscription.meta) } : {}),
    ...(task.is_test ? { 'X-Webhook-Test': 'true' } : {}),
    ...signatureHeaders({ message_id: task.message_id, now: ctx.now, body, secrets, attempt: task.attempts }),
  }
  const answer = await ctx
    .adapter(outboundPort)
    .call({ method: 'POST', url: subscription.delivery_url, headers, body })
  const result = resultOf(answer, ctx.now)
  const hidden = [...secrets, ...(auth_key ? [auth_key] : [])]
  await ctx.inTransaction(async (tx) => {
    await logCall(tx, {
      type: 'outbound-webhook',
      subscription_id: subscription.id,
      task_id: task.id,
      shipment_id: task.shipment_id,
      action: task.topic,
      method: 'POST',
      url: masked(subscription.delivery_url),
      request_body: masked(body, hidden),
      response_body: masked(answer.body, hidden),
      status_code: answer.status,
      error: answer.error,
      duration_ms: answer.duration_ms,
      attempt: task.attempts,
    })
    await settle(tx, subscription, task, { ...result, answer: masked(result.answer, hidden) })
  })
}

interface Ready {
  subscription: SubscriptionRow
  body: string
  secrets: string[]
  auth_key: string | null
}

async function prepare(ctx: Context, task: ClaimedTask): Promise<Ready | { dropped: Result }> {
  const dropped = (answer: string) => ({
    dropped: { result: 'dropped' as const, status_code: null, answer, duration_ms: 0 },
  })
  const subscription = await findSubscription(ctx, task.target_id)
  if (!subscription) return dropped('The subscription has been removed.')
  if (!subscription.is_active && !task.is_test) return dropped('The subscription is switched off.')
  const body = task.body ?? (await compose(ctx, task))
  if (body === null) return dropped('The item of this message no longer exists.')
  if (task.body === null) await storeBody(ctx, task, body)
  const { auth_key_sealed } = subscription
  return {
    subscription,
    body,
    secrets: secretsOf(ctx, subscription),
    auth_key: auth_key_sealed && ctx.sealer.open(auth_key_sealed),
  }
}

async function compose(ctx: Context, task: ClaimedTask): Promise<string | null> {
  const topic = task.topic as WebhookTopic
  const payload = task.is_test
    ? samplePayload(topic, { provider_id: ctx.provider_id, now: ctx.now })
    : await composePayload(ctx, { ...task, topic })
  return payload === null ? null : JSON.stringify(payload)
}

/** Returns the secrets that are valid now, the newest first. */
function secretsOf(reader: BaseContext, row: SubscriptionRow): string[] {
  const { signing_secret_sealed, previous_secret_sealed, previous_secret_until } = row
  const isRotating = previous_secret_sealed && previous_secret_until && previous_secret_until > reader.now
  return [
    reader.sealer.open(signing_secret_sealed),
    ...(isRotating ? [reader.sealer.open(previous_secret_sealed)] : []),
  ]
}

/**
 * Stores the result, and switches a subscription off when its receiver is gone or has not accepted a message for
 * days. Locks the subscription first, because a change to a subscription holds this lock while it drops waiting
 * messages.
 */
async function settle(
  ctx: Context,
  subscription: SubscriptionRow,
  task: ClaimedTask,
  result: Result,
): Promise<void> {
  await lockSubscription(ctx, subscription.id)
  const isGone = result.status_code === 410
  const health = await record(ctx, task, isGone ? { ...result, result: 'failed' } : result)
  if (health === null || task.is_test) return
  if (isGone)
    await disable(ctx, subscription, 'The receiver answered 410 (Gone). It accepts no more messages.')
  else if (isGivenUp(health, ctx.now)) await disable(ctx, subscription, 'No message was accepted for 5 days.')
}

async function disable(ctx: Context, subscription: SubscriptionRow, reason: string): Promise<void> {
  const { id, topic, delivery_url, owner_email, account_id } = subscription
  await updateSubscription(ctx, id, { is_active: false, disabled_reason: reason })
  await dropWaiting(ctx, 'webhook', id, reason)
  await ctx.publish({ topic: targets_topic })
  await ctx.emit(webhookDisabled, {
    subscription_id: id,
    topic,
    delivery_url,
    reason,
    owner_email,
    account_id,
  })
}
