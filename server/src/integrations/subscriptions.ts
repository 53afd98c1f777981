import type { webhooksApi } from '@waybill/domain/integrations/api'
import { nextTry, rotation_ms } from '@waybill/domain/integrations/delivery'
import { hidden_secret, isSameHost } from '@waybill/domain/integrations/providers'
import {
  checkAuthorization,
  checkSubscription,
  storedAuthorization,
  mayReplay,
  max_subscriptions,
  type WebhookDelivery,
  type WebhookSubscription,
  type WebhookTopic,
} from '@waybill/domain/integrations/webhooks'
import { isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { conflict, forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { getAccount } from '../accounts/index.ts'
import { outboundPort } from '../kit/outbound/index.ts'
import type { Context, ExternalContext, ExternalHandler, Handler } from '../kit/handler.ts'
import { changedMeanwhile, hasFeature } from '../identity/index.ts'
import { newMessageId } from './queue.ts'
import { runNow } from './run-tasks.ts'
import { newSecret } from './sign.ts'
import {
  countSubscriptions,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  lockSubscription,
  updateSubscription,
  type SubscriptionRow,
} from './subscription-store.ts'
import { dropWaiting, insertTask, listTasks, requeue, targetsOfTasks, type TaskRow } from './task-store.ts'
import { targets_topic } from './targets.ts'

const max_listed_subscriptions = 10_000
const max_deliveries = 500
const max_resent = 100

/** Lists the subscriptions of the account; staff see those of every account and of the company. */
export const readSubscriptions: Handler<typeof webhooksApi.list> = async (ctx, input) => {
  await requireOffered(ctx)
  const accountId = isStaff(ctx.actor) ? input.account_id : (ctx.actor.account_id ?? 0)
  const { rows, total } = await listSubscriptions(
    ctx,
    { ids: input.id, account_id: accountId },
    pageOf(input, max_listed_subscriptions),
  )
  return { webhook_subscriptions: rows.map((row) => present(row, ctx.now)), count: total }
}

/** Creates a subscription. Only this response and the one to a rotation contain the secret. */
export const createSubscription: ExternalHandler<typeof webhooksApi.create> = async (ctx, input) => {
  ensure(checkSubscription(input))
  await requireUsable(ctx, input.delivery_url)
  return ctx.answer(async (tx) => {
    await requireOffered(tx)
    const accountId = isStaff(tx.actor) ? (input.account_id ?? null) : tx.actor.account_id
    const account = accountId === null ? null : await getAccount(tx, accountId)
    if (!isStaff(tx.actor) && accountId === null)
      throw forbidden('Only accounts and our staff may subscribe.')
    if ((await countSubscriptions(tx, accountId)) >= max_subscriptions)
      throw wrongState(`There are ${max_subscriptions} subscriptions already. Remove one that is not used.`)
    const signingSecret = newSecret()
    const id = await insertSubscription(tx, {
      account_id: accountId,
      topic: input.topic,
      delivery_url: input.delivery_url,
      auth_key_sealed: input.auth_key ? tx.sealer.seal(input.auth_key) : null,
      notify_when: input.notify_when ?? [],
      meta: input.meta ?? '',
      headers: JSON.stringify(input.headers ?? {}),
      is_active: input.is_active ?? true,
      signing_secret_sealed: tx.sealer.seal(signingSecret),
      owner_email: tx.actor.email || (account?.billing_contact?.email ?? ''),
    })
    await tx.publish({ topic: targets_topic })
    return { ...present(await requireSubscription(tx, id), tx.now), signing_secret: signingSecret }
  })
}

/** Changes the fields sent. Activating a subscription again clears the reason why it was switched off. */
export const changeSubscription: ExternalHandler<typeof webhooksApi.change> = async (ctx, input) => {
  if (input.delivery_url !== undefined) await requireUsable(ctx, input.delivery_url)
  return ctx.answer(async (tx) => {
    const row = await held(tx, input.id)
    await rejectStale(tx, row, input.version)
    const topic = input.topic ?? row.topic
    ensure(
      checkSubscription({
        topic,
        notify_when: input.notify_when ?? (topic === row.topic ? row.notify_when : []),
        headers: input.headers,
        auth_key: input.auth_key,
        delivery_url: input.delivery_url,
      }),
    )
    ensure(checkAuthorization(row.delivery_url, input))
    const stored = row.auth_key_sealed && tx.sealer.open(row.auth_key_sealed)
    const isMoved = input.delivery_url !== undefined && !isSameHost(row.delivery_url, input.delivery_url)
    const authKey = storedAuthorization(stored, input.auth_key, isMoved)
    await updateSubscription(tx, row.id, {
      topic,
      ...(input.delivery_url === undefined ? {} : { delivery_url: input.delivery_url }),
      ...(authKey === stored ? {} : { auth_key_sealed: authKey && tx.sealer.seal(authKey) }),
      ...(input.notify_when !== undefined || topic !== row.topic
        ? { notify_when: input.notify_when ?? [] }
        : {}),
      ...(input.meta === undefined ? {} : { meta: input.meta }),
      ...(input.headers === undefined ? {} : { headers: JSON.stringify(input.headers) }),
      ...(input.is_active === undefined ? {} : { is_active: input.is_active, disabled_reason: null }),
    })
    if (input.is_active === false && row.is_active)
      await dropWaiting(tx, 'webhook', row.id, 'The subscription was switched off.')
    await tx.publish({ topic: targets_topic })
    return present(await requireSubscription(tx, row.id), tx.now)
  })
}

/** Removes a subscription; its log stays. */
export const removeSubscription: Handler<typeof webhooksApi.remove> = async (ctx, { id }) => {
  const row = await held(ctx, id)
  await updateSubscription(ctx, row.id, { deleted_date: ctx.now, is_active: false })
  await dropWaiting(ctx, 'webhook', row.id, 'The subscription has been removed.')
  await ctx.publish({ topic: targets_topic })
  return {}
}

/** Replaces the secret and returns the new one once. The previous secret signs beside it for a day. */
export const rotateSecret: Handler<typeof webhooksApi.rotate> = async (ctx, { id }) => {
  const row = await held(ctx, id)
  const signingSecret = newSecret()
  await updateSubscription(ctx, row.id, {
    signing_secret_sealed: ctx.sealer.seal(signingSecret),
    previous_secret_sealed: row.signing_secret_sealed,
    previous_secret_until: new Date(ctx.now.getTime() + rotation_ms),
  })
  return { ...present(await requireSubscription(ctx, row.id), ctx.now), signing_secret: signingSecret }
}

/** Sends a sample immediately and returns the result. */
export const testSubscription: ExternalHandler<typeof webhooksApi.test> = async (ctx, { id }) => {
  ensure(mayReplay(ctx.actor))
  const taskId = await ctx.inTransaction(async (tx) => {
    const row = await requireSubscription(tx, id)
    return insertTask(tx, {
      target: 'webhook',
      target_id: row.id,
      topic: row.topic,
      message_id: newMessageId(),
      object_key: `test ${newMessageId()}`,
      shipment_id: null,
      about: {},
      is_test: true,
      run_after: tx.now,
    })
  })
  await runNow(ctx, taskId)
  return ctx.answer(async (tx) => {
    const { rows } = await listTasks(tx, { target: 'webhook', target_id: id, id: taskId }, one_row)
    const [row] = rows
    if (!row) throw new Error('A sample that was just sent could not be read back.')
    return presentDelivery(row, tx.now)
  })
}

/** Lists the messages of a subscription, newest first. */
export const readDeliveries: Handler<typeof webhooksApi.deliveries> = async (ctx, input) => {
  const row = await requireSubscription(ctx, input.subscription_id)
  const { rows, total } = await listTasks(
    ctx,
    { target: 'webhook', target_id: row.id, status: input.status },
    pageOf(input, max_deliveries),
  )
  return { deliveries: rows.map((one) => presentDelivery(one, ctx.now)), count: total }
}

/** Queues messages again. All of them must belong to subscriptions that the user may access. */
export const retryDeliveries: Handler<typeof webhooksApi.retry> = async (ctx, { id: ids }) => {
  ensure(mayReplay(ctx.actor))
  if (ids.length > max_resent)
    throw invalid(`At most ${max_resent} messages can be sent again at once. You selected ${ids.length}.`)
  const tasks = await targetsOfTasks(ctx, ids)
  const stray = ids.find((id) => !tasks.some((task) => task.id === id && task.target === 'webhook'))
  if (stray !== undefined) throw notFound(`Could not find message ${stray}.`)
  const targetIds = [...new Set(tasks.map((task) => task.target_id))]
  for (const targetId of targetIds) {
    const row = await requireSubscription(ctx, targetId)
    if (!row.is_active)
      throw wrongState('This subscription is switched off. Switch it on before sending messages again.')
  }
  return { queued: await requeue(ctx, ids, { target: 'webhook', target_ids: targetIds }) }
}

const one_row = { limit: 1, offset: 0 }

/** Returns a subscription that the user may access; throws 404 for all others. */
async function requireSubscription(ctx: Context, id: number): Promise<SubscriptionRow> {
  await requireOffered(ctx)
  return reached(ctx, await findSubscription(ctx, id))
}

async function held(ctx: Context, id: number): Promise<SubscriptionRow> {
  await requireOffered(ctx)
  return reached(ctx, await lockSubscription(ctx, id))
}

function reached(ctx: Context, row: SubscriptionRow | undefined): SubscriptionRow {
  if (!row || (!isStaff(ctx.actor) && row.account_id !== ctx.actor.account_id))
    throw notFound('Could not find this webhook subscription.')
  return row
}

/** Rejects customers of a company that does not offer webhooks. */
async function requireOffered(ctx: Context): Promise<void> {
  if (!isStaff(ctx.actor) && !(await hasFeature(ctx, 'webhooks')))
    throw forbidden('Webhooks are not offered to customers of this company.')
}

async function rejectStale(ctx: Context, row: SubscriptionRow, version: number | undefined): Promise<void> {
  if (version === undefined || version === row.version) return
  const { topic, delivery_url, notify_when, meta, is_active } = row
  throw conflict(await changedMeanwhile(ctx, row.modified_by, 'this subscription'), {
    version: row.version,
    modified_by: row.modified_by,
    topic,
    delivery_url,
    notify_when,
    meta,
    is_active,
  })
}

/** Rejects addresses that can never be called. */
async function requireUsable(ctx: ExternalContext, deliveryUrl: string): Promise<void> {
  const error = await ctx.adapter(outboundPort).errorOf(deliveryUrl)
  if (error !== null) throw invalid(error, [{ field: 'delivery_url', message: error }])
}

function present(row: SubscriptionRow, now: Date): WebhookSubscription {
  return {
    ...row,
    account_name: row.account_name ?? '',
    auth_key: row.auth_key_sealed === null ? '' : hidden_secret,
    consecutive_failures: row.consecutive_failures ?? 0,
    paused_until: row.paused_until && row.paused_until > now ? row.paused_until : null,
    last_delivery_time: row.last_time,
    last_status_code: row.last_status_code,
  }
}

function presentDelivery(row: TaskRow, now: Date): WebhookDelivery {
  return {
    id: row.id,
    subscription_id: row.target_id,
    topic: row.topic as WebhookTopic,
    status: row.status,
    attempts: row.attempts,
    status_code: row.status_code,
    response_excerpt: row.answer,
    body: row.body ?? '',
    shipment_id: row.shipment_id,
    reference: row.reference ?? '',
    is_test: row.is_test,
    duration_ms: row.duration_ms,
    time_created: row.time_created,
    next_attempt_time: row.status === 'waiting' ? nextTry(row.run_after, row.paused_until, now) : null,
  }
}
