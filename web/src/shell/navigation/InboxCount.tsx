import { useQuery } from '@tanstack/react-query'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { useEffect } from 'react'
import { endpointQuery } from '../../kit/api/endpoint-query.ts'
import { countUnread } from './navigation-counts.ts'

/** Updates the number of unread messages beside the inbox. Live updates trigger a refetch. */
export default function InboxCount() {
  const { data } = useQuery(endpointQuery(inboxApi.unread, {}))
  const unread = data?.unread
  useEffect(() => {
    if (unread !== undefined) countUnread(unread)
  }, [unread])
  return null
}
