import { useInfiniteQuery } from '@tanstack/react-query'
import { IconBrandWhatsapp, IconMail, IconMessage } from '../kit/icons/icons.ts'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { page_sizes } from '@waybill/domain/kit/lists/paging'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { channels, type Channel, type Message } from '@waybill/domain/notifications/model'
import { useState } from 'react'
import { call, endpointQueryKey } from '../kit/api/index.ts'
import { useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { EmptyState, Loading, RegionError, ThinBar } from '../kit/ui/states/States.tsx'
import { Segments } from '../kit/ui/page-layout/Tabs.tsx'
import { MessageStateBadge } from './MessageStateBadge.tsx'
import styles from './communication-log.module.css'

const channel_words: Record<Channel, string> = { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp' }
const channel_icons = { email: IconMail, sms: IconMessage, whatsapp: IconBrandWhatsapp } as const

type Choice = Channel | 'all'

/** Lists every message sent about a shipment, newest first, with its state and the reason for a failure. */
export function CommunicationLog({
  shipment_id,
  reference,
  onClose,
}: {
  shipment_id: number
  reference: string
  onClose: () => void
}) {
  const [choice, setChoice] = useState<Choice>('all')
  const channel = choice === 'all' ? undefined : choice
  const query = useInfiniteQuery({
    queryKey: [...endpointQueryKey(notificationsApi.log, { shipment_id, channel }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        notificationsApi.log,
        { shipment_id, channel, offset: pageParam, limit: page_sizes.default },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.messages.length, 0)
      return last.messages.length > 0 && read < last.count ? read : undefined
    },
  })
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <Modal title={`Communication log of ${reference}`} width="wide" onClose={onClose}>
      <Segments<Choice>
        label="Channel"
        chosen={choice}
        onChoose={setChoice}
        choices={[
          { key: 'all', label: 'All' },
          ...channels.map((one) => ({ key: one, label: channel_words[one] })),
        ]}
      />
      <div className={styles.list}>
        <ThinBar active={query.isFetching && !query.isPending} />
        {query.isPending && <Loading lines={5} onRetry={() => void query.refetch()} />}
        {query.error && (
          <RegionError thrown={query.error} what="Messages" onRetry={() => void query.refetch()} />
        )}
        {query.data && messages.length === 0 && (
          <EmptyState
            title={channel ? `No ${channel_words[channel]} has been sent.` : 'No messages have been sent.'}
          />
        )}
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
        {query.hasNextPage && (
          <Button size="sm" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </Modal>
  )
}

function MessageRow({ message }: { message: Message }) {
  const me = useMe()
  const seesPrice = isStaff(me) && hasPermission(me, 'INLINE_see_billing_info') && message.price > 0
  return (
    <article className={styles.message}>
      <header className={styles.head}>
        <Icon of={channel_icons[message.channel]} size={16} />
        <b>{channel_words[message.channel]}</b>
        <span className={styles.to}>to {message.recipient}</span>
        <MessageStateBadge state={message.state} />
        <time className={styles.headTime} dateTime={message.time_created.toISOString()}>
          {formatDateTime(message.time_created)}
        </time>
      </header>
      {message.subject && <p className={styles.subject}>{message.subject}</p>}
      <p className={styles.text}>{message.text || 'The text of this message is no longer stored.'}</p>
      <footer className={styles.foot}>
        <span>{message.event.replaceAll(/[-_]/g, ' ')}</span>
        {message.reason && <span className={styles.reason}>{message.reason}</span>}
        {seesPrice && <span>{formatRand(message.price)}</span>}
      </footer>
    </article>
  )
}
