import { IconArrowRight, IconMail } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { mayMarkMessages, type InboxMessage } from '@waybill/domain/notifications/inbox'
import { useEffect, useRef } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { inbox_queries } from '../inbox-queries.ts'
import { kind_words, linkText } from '../inbox-texts.ts'
import { InboxNeighbours, useNewest } from '../InboxNeighbours.tsx'
import styles from './inbox-message-page.module.css'

const back = { to: '/inbox', label: 'Inbox' }

/** Page for one message; opening it marks it as read for this user only (NOTE-023). */
export default function InboxMessagePage() {
  const id = Number(usePathPart('id'))
  const query = useQuery(endpointQuery(inboxApi.message, { id }))
  if (query.data) return <Message of={query.data} />
  return (
    <Page width="detail">
      <PageHeader title="Message" back={back} />
      {query.error ? (
        <RegionError thrown={query.error} what="The message" onRetry={() => void query.refetch()} />
      ) : (
        <Loading lines={6} />
      )}
    </Page>
  )
}

function Message({ of: message }: { of: InboxMessage }) {
  const { id, kind, subject, text, link, is_read, time_created } = message
  const me = useMe()
  const mayVisit = useMayVisit()
  const go = useGo()
  const mayMark = mayCall(me, inboxApi.mark) && mayMarkMessages(me) === true
  const read = useEndpointMutation(inboxApi.mark, { refresh: inbox_queries, failed: () => undefined })
  const unread = useEndpointMutation(inboxApi.mark, { refresh: inbox_queries, done: () => go('/inbox') })
  // Mark as read only once per opening, so that a user can mark it as unread again here.
  const opened = useRef<number | null>(null)
  const { mutate } = read
  useEffect(() => {
    if (opened.current === id) return
    opened.current = id
    if (mayMark && !is_read) mutate({ ids: [id], is_read: true })
  }, [id, is_read, mayMark, mutate])
  const [place = ''] = link.split('?')
  const newest = useNewest()
  const nextUnread = newest.data?.messages.find((other) => other.id !== id && !other.is_read)
  return (
    <Page width="detail">
      <PageHeader
        title={subject}
        back={back}
        primary={
          nextUnread && (
            <ButtonLink to={`/inbox/${nextUnread.id}`} icon={IconArrowRight}>
              Next unread
            </ButtonLink>
          )
        }
        actions={
          mayMark && (
            <Button
              icon={IconMail}
              busy={unread.isPending}
              onClick={() => unread.mutate({ ids: [id], is_read: false })}
            >
              Mark as unread
            </Button>
          )
        }
      />
      <Columns
        main={
          <Card title={kind_words[kind]} note={<When at={time_created} />}>
            <p className={styles.text}>{text}</p>
            {link && mayVisit(place) && (
              <div className={styles.go}>
                <ButtonLink to={link} variant="primary">
                  {linkText(place)}
                </ButtonLink>
              </div>
            )}
          </Card>
        }
        side={<InboxNeighbours of={newest} chosen={id} />}
      />
    </Page>
  )
}
