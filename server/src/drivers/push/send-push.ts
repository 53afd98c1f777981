import { isAwake, type driverPushDue } from '@waybill/domain/drivers/push'
import { driver_push_notification_schedule } from '@waybill/domain/drivers/settings'
import { support_email } from '@waybill/domain/identity/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import webPush from 'web-push'
import { outboundPort } from '../../kit/outbound/index.ts'
import type { ExternalContext, BaseContext } from '../../kit/handler.ts'
import { findSubscription, removeSubscription } from './push-store.ts'
import { pushKeys } from './push.ts'

/**
 * The push service will never accept messages for this browser again: the subscription is gone, or was made with
 * another key.
 */
const gone_statuses: readonly number[] = [403, 404, 410]
/** Rate limits, timeouts and server errors, which are worth a retry. */
const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500

/**
 * Sends one message to one browser, encrypted for it (RFC 8291) and signed by the company (RFC 8292). Removes a
 * subscription that its push service no longer accepts. Throws when a retry is worthwhile. An outbox subscriber.
 */
export async function sendDriverPush(
  ctx: ExternalContext,
  { subscription_id, message, expires, is_urgent = false }: PayloadOf<typeof driverPushDue>,
): Promise<void> {
  const leftS = Math.floor((Date.parse(expires) - ctx.now.getTime()) / 1000)
  const mayDisturb = is_urgent || isAwake(ctx.setting(driver_push_notification_schedule), ctx.now)
  if (leftS <= 0 || !mayDisturb) return
  const { to, keys } = await ctx.inTransaction(async (tx) => {
    const to = await findSubscription(tx, subscription_id)
    return { to, keys: await pushKeys(tx) }
  })
  if (!to) return
  const request = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: ctx.sealer.open(to.auth_sealed) } },
    JSON.stringify(message),
    {
      vapidDetails: {
        subject: contactOf(ctx),
        publicKey: keys.public_key,
        privateKey: keys.private_key,
      },
      TTL: leftS,
      urgency: 'high',
    },
  )
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  const answer = await ctx
    .adapter(outboundPort)
    .call({ method: 'POST', url: to.endpoint, headers, bytes: request.body ?? Buffer.alloc(0) })
  const { status, is_refused, error } = answer
  if (is_refused || (status !== null && gone_statuses.includes(status))) {
    await ctx.inTransaction((tx) => removeSubscription(tx, to.id))
    ctx.log.info({ subscription_id: to.id, status, error }, 'a browser no longer accepts push messages')
    return
  }
  if (status === null) throw new Error(`The push service did not answer. ${error}`)
  if (isTransient(status)) throw new Error(`The push service answered ${status}.`)
  if (status >= 400)
    ctx.log.warn({ subscription_id: to.id, status, body: answer.body.slice(0, 200) }, 'push message refused')
}

/** Returns the contact for the operator of the push service: an email address or a URL. */
function contactOf(reader: BaseContext): string {
  const email = reader.setting(support_email)
  if (email) return `mailto:${email}`
  const { web_url } = reader.request
  return web_url.startsWith('https:') ? web_url : `mailto:support@${new URL(web_url).hostname}`
}
