import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, flag, list, maybe, text } from '../kit/calls/wire.ts'
import { inbox_kinds, InboxMessage } from './inbox.ts'

/** Permission to read one’s own inbox. */
export const inbox_read = 'API_/inbox:GET'

/** Endpoints for inbox messages from the system to the signed-in user (NOTE-023, docs/domain/platform.md). */
export const inboxApi = {
  messages: endpoint('GET /inbox', {
    input: z.object({
      unread: maybe(flag),
      kind: maybe(list(z.enum(inbox_kinds))),
      /** Words that the subject or the text contains. */
      search: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ messages: z.array(InboxMessage), count: z.int(), unread: z.int() }),
    audience: 'session',
    summary: 'Lists messages to the signed-in user, newest first, with the total number of unread messages.',
    published: false,
  }),
  unread: endpoint('GET /inbox/unread', {
    input: z.object({}),
    output: z.object({ unread: z.int() }),
    audience: 'session',
    permission: inbox_read,
    summary: 'Returns the number of unread messages of the signed-in user.',
    published: false,
  }),
  message: endpoint('GET /inbox/message', {
    input: z.object({ id: count }),
    output: InboxMessage,
    audience: 'session',
    permission: inbox_read,
    summary: 'Returns a message to the signed-in user.',
    published: false,
  }),
  mark: endpoint('PATCH /inbox', {
    input: z.object({
      /** Ids of the messages; all messages of the user when omitted. Ids of other users’ messages are ignored. */
      ids: maybe(list(count)),
      is_read: flag,
    }),
    output: z.object({ unread: z.int() }),
    audience: 'session',
    summary: 'Marks messages as read or unread, for the signed-in user only.',
    published: false,
  }),
}
