import type { driversApi } from '@waybill/domain/drivers/api'
import type { PushTopic } from '@waybill/domain/drivers/push'
import { isDriver, isStaff } from '@waybill/domain/kit/actor'
import { forbidden, invalid } from '@waybill/domain/kit/problem'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import webPush from 'web-push'
import { outboundPort } from '../../kit/outbound/index.ts'
import type { Context, ExternalHandler, BaseContext, Handler } from '../../kit/handler.ts'
import { openStops } from './push-stops-job.ts'
import { keyPairOf, removeOwnSubscription, saveSubscription, savePushedStops } from './push-store.ts'

/** Maximum number of push subscriptions per user. */
const max_subscriptions = 5

function requireStaff(reader: BaseContext): void {
  if (!isStaff(reader.actor)) throw forbidden(codedText('only_staff'))
}

/** Returns the topics of a subscription: drivers receive their stops, others what they chose. */
function topicsOf(reader: BaseContext, chosen: readonly PushTopic[]): PushTopic[] {
  if (isDriver(reader.actor)) return ['stops']
  if (chosen.length === 0)
    throw invalid('Choose what you want to be notified of.', [{ field: 'topics', message: 'is required' }])
  return [...new Set(chosen)]
}

/** Returns the company's VAPID keys (RFC 8292), which sign its messages. */
export async function pushKeys(ctx: Context): Promise<{ public_key: string; private_key: string }> {
  const { public_key, private_key_sealed } = await keyPairOf(ctx, () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    return { public_key: publicKey, private_key_sealed: ctx.sealer.seal(privateKey) }
  })
  return { public_key, private_key: ctx.sealer.open(private_key_sealed) }
}

/** Returns the public key with which a browser subscribes. The first call makes the keys. */
export const readPushKey: ExternalHandler<typeof driversApi.pushKey> = async (ctx) => {
  requireStaff(ctx)
  const { public_key } = await ctx.inTransaction(pushKeys)
  return { public_key }
}

/**
 * Stores a browser's push subscription with its topics. Today's stops of a driver count as already notified, because the
 * page displays them.
 */
export const subscribePush: ExternalHandler<typeof driversApi.subscribePush> = async (ctx, input) => {
  requireStaff(ctx)
  const topics = topicsOf(ctx, input.topics ?? [])
  const { session_id } = ctx.request
  if (session_id === null) throw forbidden(codedText('sign_in_on_phone'))
  const error = await ctx.adapter(outboundPort).errorOf(input.endpoint)
  if (error !== null)
    throw invalid(`The push service of this browser cannot be used. ${error}`, [
      { field: 'endpoint', message: error },
    ])
  return ctx.answer(async (tx) => {
    await saveSubscription(
      tx,
      {
        session_id,
        endpoint: input.endpoint,
        p256dh: input.keys.p256dh,
        auth_sealed: tx.sealer.seal(input.keys.auth),
        topics,
      },
      max_subscriptions,
    )
    if (!isDriver(tx.actor)) return {}
    const today = dayOf(tx.now)
    const { username, user_id } = tx.actor
    const { open } = (await openStops(tx, today, [username])).get(username) ?? { open: {} }
    await savePushedStops(tx, user_id, today, open)
    return {}
  })
}

/** Removes a browser's push subscription. */
export const unsubscribePush: Handler<typeof driversApi.unsubscribePush> = async (ctx, { endpoint }) => {
  requireStaff(ctx)
  await removeOwnSubscription(ctx, endpoint)
  return {}
}
