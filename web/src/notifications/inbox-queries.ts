import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'

/** Queries to refresh after a message is read, received or marked. */
export const inbox_queries: readonly Endpoint[] = [inboxApi.messages, inboxApi.unread, inboxApi.message]
