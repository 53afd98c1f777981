import { isAwake, type driverPushDue } from '@waybill/domain/drivers/push'
import { driver_push_notification_schedule } from '@waybill/domain/drivers/settings'
import { support_email } from '@waybill/domain/identity/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import webPush from 'web-push'
import { outboundPort } from '../../kit/outbound/index.ts'
import type { ExternalContext, BaseContext } from '../../kit/handler.ts'
import { listSubscriptions, removeSubscription } from './push-store.ts'
import { pushKeys } from './push.ts'

/** The service will never take messages for this browser again: it is gone, or of another key. */
const gone_statuses: readonly number[] = [403, 404, 410]
/** Too much now, or broken: worth another try. */
const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500

/**
 * Sends one message to one browser, encrypted for it (RFC 8291) and signed by the company (RFC 8292). A browser that
 * its push service does not know any more is forgotten. Throws when another try is worth it. A listener of the outbox.
 */
export async function sendDriverPush(
  ctx: ExternalContext,
  { subscription_id, message, expires }: PayloadOf<typeof driverPushDue>,
): Promise<void> {
  const leftS = Math.floor((Date.parse(expires) - ctx.now.getTime()) / 1000)
  if (leftS <= 0 || !isAwake(ctx.setting(driver_push_notification_schedule), ctx.now)) return
  const { to, keys } = await ctx.inTransaction(async (tx) => {
    const [to] = await listSubscriptions(tx, subscription_id)
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
    ctx.log.info({ subscription_id: to.id, status, error }, 'a browser takes no more messages')
    return
  }
  if (status === null) throw new Error(`The push service did not answer. ${error}`)
  if (isTransient(status)) throw new Error(`The push service answered ${status}.`)
  if (status >= 400)
    ctx.log.warn({ subscription_id: to.id, status, body: answer.body.slice(0, 200) }, 'push message refused')
}

/** Whom a push service may turn to about these messages. */
function contactOf(reader: BaseContext): string {
  const email = reader.setting(support_email)
  if (email) return `mailto:${email}`
  const { web_url } = reader.request
  return web_url.startsWith('https:') ? web_url : `mailto:support@${new URL(web_url).hostname}`
}
