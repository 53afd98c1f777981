import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'

/** What is out of date once a message was read, came, or was marked. */
export const inbox_queries: readonly Endpoint[] = [inboxApi.messages, inboxApi.unread, inboxApi.message]
