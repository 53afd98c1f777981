import type { notificationsApi } from '@waybill/domain/notifications/api'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { isPlainYes, keywordOf } from '@waybill/domain/notifications/replies/keywords'
import { replyReceived } from '@waybill/domain/notifications/replies/reply-events'
import type { Handler, RawHandler } from '../../kit/handler.ts'
import { readReplies } from '../../kit/sms/index.ts'
import { parsedBody, replyUrl, requireToken } from '../receive-reports.ts'
import { insertReply, isPointAsked } from './reply-store.ts'

/** Maximum length of a stored reply; a longer one is not an answer to a message. */
const longest_reply = 2_000

/**
 * Stores replies of receivers from the gateway, each once. The secret in the URL authenticates the request. They are
 * answered after the commit.
 */
export const receiveReplies: RawHandler<typeof notificationsApi.replies> = async (ctx, { token, bytes }) => {
  requireToken(ctx, token)
  const replies = readReplies(parsedBody(bytes))
  if (replies === null) ctx.log.warn({ bytes: bytes.length }, 'a reply could not be read')
  await ctx.inTransaction(async (tx) => {
    for (const { text, received_at, ...reply } of replies ?? []) {
      const body = text.slice(0, longest_reply)
      // A gateway whose clock is ahead must not make a reply the newest for longer than it is.
      const time = received_at === null || received_at > tx.now ? tx.now : received_at
      const since = new Date(tx.now.getTime() - day_ms)
      const isYes = isPlainYes(body) && (await isPointAsked(tx, reply.sender, since))
      const keyword = isYes ? 'yes' : keywordOf(body)
      const id = await insertReply(tx, { ...reply, body, keyword, time_received: time })
      if (id !== null) await tx.emit(replyReceived, { reply_id: id, sender: reply.sender })
    }
  })
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '' }
}

/** Returns the URL that is entered at the gateway, so that it forwards replies. */
export const readReplyAddress: Handler<typeof notificationsApi.replyAddress> = async (ctx) => ({
  address: replyUrl(ctx),
})
