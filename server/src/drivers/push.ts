import type { driversApi } from '@waybill/domain/drivers/api'
import { isDriver } from '@waybill/domain/kit/actor'
import { forbidden, invalid } from '@waybill/domain/kit/problem'
import { dayOf } from '@waybill/domain/kit/wire'
import webPush from 'web-push'
import { outboundPort } from '../kit/outbound/index.ts'
import type { Ctx, PartnerVerb, Reader, Verb } from '../kit/verb.ts'
import { openStops } from './push-round.ts'
import { keyPairOf, removeOwnSubscription, saveSubscription, saveTold } from './push-store.ts'

/** Browsers of one driver that take messages. */
const most_subscriptions = 5

function demandDriver(reader: Reader): void {
  if (!isDriver(reader.actor)) throw forbidden('Only drivers are told of stops.')
}

/** The company's keys with which its messages are signed (VAPID, RFC 8292). */
export async function pushKeys(ctx: Ctx): Promise<{ public_key: string; private_key: string }> {
  const { public_key, private_key_sealed } = await keyPairOf(ctx, () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    return { public_key: publicKey, private_key_sealed: ctx.sealer.seal(privateKey) }
  })
  return { public_key, private_key: ctx.sealer.open(private_key_sealed) }
}

/** The key a browser subscribes with. */
export const readPushKey: Verb<typeof driversApi.pushKey> = async (ctx) => {
  demandDriver(ctx)
  const { public_key } = await pushKeys(ctx)
  return { public_key }
}

/** Takes a browser's subscription; the stops of today count as told, because the page shows them. */
export const subscribePush: PartnerVerb<typeof driversApi.subscribePush> = async (ctx, input) => {
  demandDriver(ctx)
  const { session_id } = ctx.request
  if (session_id === null) throw forbidden('Sign in on the phone that is to be told of stops.')
  const refusal = await ctx.partner(outboundPort).refusalOf(input.endpoint)
  if (refusal !== null)
    throw invalid(`The push service of this browser cannot be used. ${refusal}`, [
      { field: 'endpoint', message: refusal },
    ])
  return ctx.answer(async (work) => {
    await saveSubscription(
      work,
      {
        session_id,
        endpoint: input.endpoint,
        p256dh: input.keys.p256dh,
        auth_sealed: work.sealer.seal(input.keys.auth),
      },
      most_subscriptions,
    )
    const today = dayOf(work.now)
    const { username, user_id } = work.actor
    const { open } = (await openStops(work, today, [username])).get(username) ?? { open: {} }
    await saveTold(work, user_id, today, open)
    return {}
  })
}

/** Forgets a browser. */
export const unsubscribePush: Verb<typeof driversApi.unsubscribePush> = async (ctx, { endpoint }) => {
  demandDriver(ctx)
  await removeOwnSubscription(ctx, endpoint)
  return {}
}
