import { ensure } from '@waybill/domain/kit/rule-result'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { notFound } from '@waybill/domain/kit/problem'
import type { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { mayMarkMessages, type InboxMessage } from '@waybill/domain/notifications/inbox'
import type { Handler } from '../../kit/handler.ts'
import { countUnread, findInboxMessage, listInbox, markMessages, type InboxRow } from './inbox-store.ts'

const presentMessage = ({ body, kind, ...row }: InboxRow): InboxMessage => ({
  ...row,
  kind: kind,
  text: body,
})

export const readInbox: Handler<typeof inboxApi.messages> = async (ctx, input) => {
  const [{ rows, total }, unread] = await Promise.all([
    listInbox(ctx, input, pageOf(input, 100)),
    countUnread(ctx),
  ])
  return { messages: rows.map(presentMessage), count: total, unread }
}

export const readUnread: Handler<typeof inboxApi.unread> = async (ctx) => ({ unread: await countUnread(ctx) })

export const readInboxMessage: Handler<typeof inboxApi.message> = async (ctx, { id }) => {
  const row = await findInboxMessage(ctx, id)
  if (!row) throw notFound('Could not find this message.')
  return presentMessage(row)
}

/** Marks messages for the caller only, and publishes a live update to the caller’s other windows. */
export const markInbox: Handler<typeof inboxApi.mark> = async (ctx, { ids, is_read }) => {
  ensure(mayMarkMessages(ctx.actor))
  const [changed] = await markMessages(ctx, ids, is_read)
  if (changed !== undefined)
    await ctx.publish({
      topic: 'live',
      live: { kind: 'message', message_id: changed, to: { user_id: ctx.actor.user_id } },
    })
  return { unread: await countUnread(ctx) }
}
