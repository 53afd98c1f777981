import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { endpointQuery } from '../kit/api/index.ts'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Loading, RegionError } from '../kit/ui/states/States.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { When } from '../kit/ui/values/Value.tsx'
import { InboxSubject } from './InboxSubject.tsx'
import styles from './inbox-neighbours.module.css'

/** Number of messages listed beside an open message. */
const listed = 12

type Newest = UseQueryResult<Output<typeof inboxApi.messages>>

/** Reads the newest messages. */
export function useNewest(): Newest {
  return useQuery(endpointQuery(inboxApi.messages, { limit: listed, offset: 0 }))
}

/** The newest messages beside an open one, so that the next is one press away. */
export function InboxNeighbours({ of: query, chosen }: { of: Newest; chosen: number }) {
  const { data } = query
  return (
    <Card
      title="Newest messages"
      actions={<AppLink to="/inbox">All messages</AppLink>}
      flush
      {...(data ? { note: data.unread === 0 ? 'All read' : `${formatCount(data.unread)} unread` } : {})}
    >
      {query.error && !data && (
        <RegionError thrown={query.error} what="The messages" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={6} />}
      <nav aria-label="Newest messages">
        <ul className={styles.messages}>
          {(data?.messages ?? []).map((message) => (
            <li key={message.id}>
              <AppLink
                to={`/inbox/${message.id}`}
                className={cx(styles.message, message.id === chosen && styles.chosen)}
                aria-current={message.id === chosen ? 'page' : undefined}
              >
                <InboxSubject of={message} />
                <When at={message.time_created} className={styles.when} />
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  )
}
