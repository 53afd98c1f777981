import { IconChecks, IconMail, IconMailOpened } from '../../kit/icons/icons.ts'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { inbox_kinds, mayMarkMessages, type InboxMessage } from '@waybill/domain/notifications/inbox'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { choiceFilter, type Filter } from '../../kit/table/filters/filters.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import type { MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { inbox_queries } from '../inbox-queries.ts'
import { kind_words } from '../inbox-texts.ts'
import { InboxSubject } from '../InboxSubject.tsx'

const columns: readonly Column<InboxMessage>[] = [
  textColumn('subject', 'Subject', 390, (message) => message.subject, {
    fixed: true,
    cell: (message) => <InboxSubject of={message} />,
  }),
  textColumn('text', 'Message', 380, (message) => message.text, { quiet: true }),
  textColumn('kind', 'About', 140, ({ kind }) => kind_words[kind], { quiet: true }),
  whenColumn('time', 'Received', 140, (message) => message.time_created),
]

const filters: readonly Filter[] = [
  choiceFilter('kind', 'About', inbox_kinds, (kind) => kind_words[kind], { pinned: true }),
]

const none_yet = {
  title: 'No messages yet',
  text: 'Messages for you appear here: shipments that need you, invoices, holds, and changes to your sign-in.',
}
const all_read = { title: 'All messages are read.', text: 'New messages appear here automatically.' }

/** Inbox page, newest message first; read state is kept per user (NOTE-023). */
export default function InboxPage() {
  const me = useMe()
  const { values, set } = useSearchState()
  const shown = values.show === 'unread' ? 'unread' : 'all'
  const list = useList({ name: 'inbox', filters })
  const found = useRows(
    inboxApi.messages,
    {
      ...list.input,
      kind: list.someOf('kind', inbox_kinds),
      unread: shown === 'unread' ? true : undefined,
    },
    ({ messages }) => messages,
  )
  const unread = found.answer?.unread
  const mayMark = mayCall(me, inboxApi.mark) && mayMarkMessages(me) === true
  const mark = useEndpointMutation(inboxApi.mark, {
    refresh: inbox_queries,
    done: (_, { ids }) => {
      if (!ids) toast.success('All messages are marked as read')
    },
  })
  const menuOf = ({ id, is_read }: InboxMessage): readonly MenuEntry[] => [
    {
      label: is_read ? 'Mark as unread' : 'Mark as read',
      icon: is_read ? IconMail : IconMailOpened,
      onSelect: () => mark.mutate({ ids: [id], is_read: !is_read }),
    },
  ]
  return (
    <ListPage
      title="Inbox"
      actions={
        mayMark && (
          <Button
            icon={IconChecks}
            busy={mark.isPending}
            reason={unread === 0 ? 'All messages are read.' : null}
            onClick={() => mark.mutate({ ids: undefined, is_read: true })}
          >
            Mark all as read
          </Button>
        )
      }
      of={found}
      tabs={
        <Tabs
          label="Messages"
          tabs={[
            { key: 'all', label: 'All' },
            { key: 'unread', label: 'Unread', count: unread },
          ]}
          chosen={shown}
          onChoose={(show) => set({ show: show === 'unread' ? show : undefined, page: undefined })}
        />
      }
      caption={shown === 'unread' ? 'Unread messages' : 'Messages'}
      columns={columns}
      list={list}
      linkOf={(message) => `/inbox/${message.id}`}
      card={(message) => ({
        title: <InboxSubject of={message} />,
        lines: [
          message.text,
          <>
            {kind_words[message.kind]} · <When at={message.time_created} />
          </>,
        ],
      })}
      {...(mayMark ? { rowMenu: menuOf } : {})}
      empty={shown === 'unread' ? all_read : none_yet}
    />
  )
}
