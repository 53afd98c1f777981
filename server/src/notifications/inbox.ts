import { demand } from '@waybill/domain/kit/verdict'
import { pageOf } from '@waybill/domain/kit/paging'
import { notFound } from '@waybill/domain/kit/problem'
import type { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { mayMarkMessages, type InboxKind, type InboxMessage } from '@waybill/domain/notifications/inbox'
import type { Verb } from '../kit/verb.ts'
import { countUnread, findInboxMessage, listInbox, markMessages, type InboxRow } from './inbox-store.ts'

const seenMessage = ({ body, kind, ...row }: InboxRow): InboxMessage => ({
  ...row,
  kind: kind as InboxKind,
  text: body,
})

export const readInbox: Verb<typeof inboxApi.messages> = async (ctx, input) => {
  const [{ rows, total }, unread] = await Promise.all([
    listInbox(ctx, input, pageOf(input, 100)),
    countUnread(ctx),
  ])
  return { messages: rows.map(seenMessage), count: total, unread }
}

export const readUnread: Verb<typeof inboxApi.unread> = async (ctx) => ({ unread: await countUnread(ctx) })

export const readInboxMessage: Verb<typeof inboxApi.message> = async (ctx, { id }) => {
  const row = await findInboxMessage(ctx, id)
  if (!row) throw notFound('Could not find this message.')
  return seenMessage(row)
}

/** Marks messages for the caller alone; other windows of the same person follow. */
export const markInbox: Verb<typeof inboxApi.mark> = async (ctx, { ids, is_read }) => {
  demand(mayMarkMessages(ctx.actor))
  const [changed] = await markMessages(ctx, ids, is_read)
  if (changed !== undefined)
    await ctx.news({
      topic: 'live',
      live: { kind: 'message', message_id: changed, to: { user_id: ctx.actor.user_id } },
    })
  return { unread: await countUnread(ctx) }
}
