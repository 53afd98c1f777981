import type { driversApi } from '@waybill/domain/drivers/api'
import { isDriver } from '@waybill/domain/kit/actor'
import { forbidden, invalid } from '@waybill/domain/kit/problem'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import webPush from 'web-push'
import { outboundPort } from '../../kit/outbound/index.ts'
import type { Context, ExternalHandler, BaseContext, Handler } from '../../kit/handler.ts'
import { openStops } from './push-stops-job.ts'
import { keyPairOf, removeOwnSubscription, saveSubscription, savePushedStops } from './push-store.ts'

/** Maximum number of push subscriptions per driver. */
const max_subscriptions = 5

function requireDriver(reader: BaseContext): void {
  if (!isDriver(reader.actor)) throw forbidden('Only drivers get notifications about stops.')
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
  requireDriver(ctx)
  const { public_key } = await ctx.inTransaction(pushKeys)
  return { public_key }
}

/** Stores a browser's push subscription. Today's stops count as already notified, because the page displays them. */
export const subscribePush: ExternalHandler<typeof driversApi.subscribePush> = async (ctx, input) => {
  requireDriver(ctx)
  const { session_id } = ctx.request
  if (session_id === null) throw forbidden('Sign in on the phone that should get the notifications.')
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
      },
      max_subscriptions,
    )
    const today = dayOf(tx.now)
    const { username, user_id } = tx.actor
    const { open } = (await openStops(tx, today, [username])).get(username) ?? { open: {} }
    await savePushedStops(tx, user_id, today, open)
    return {}
  })
}

/** Removes a browser's push subscription. */
export const unsubscribePush: Handler<typeof driversApi.unsubscribePush> = async (ctx, { endpoint }) => {
  requireDriver(ctx)
  await removeOwnSubscription(ctx, endpoint)
  return {}
}
