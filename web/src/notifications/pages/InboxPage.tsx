import { IconArrowRight, IconChecks, IconMail, IconMailOpened } from '../../kit/icons/icons.ts'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { inbox_kinds, mayMarkMessages, type InboxMessage } from '@waybill/domain/notifications/inbox'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { wrongState } from '@waybill/domain/kit/problem'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { choiceFilter, type Filter } from '../../kit/table/filters/filters.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import type { BulkAction } from '../../kit/table/rows/BulkBar.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import type { MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { When } from '../../kit/ui/values/Value.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { inbox_queries } from '../inbox-queries.ts'
import { kind_words, linkText } from '../inbox-texts.ts'
import { InboxSubject } from '../InboxSubject.tsx'

const columns: readonly Column<InboxMessage>[] = [
  textColumn('subject', 'Subject', 450, (message) => message.subject, {
    fixed: true,
    cell: (message) => <InboxSubject of={message} />,
  }),
  textColumn('text', 'Message', 320, (message) => message.text, { quiet: true }),
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

/** Number of messages that can be marked at a time. */
const max_marked = 500

/** Inbox page, newest message first; read state is kept per user (NOTE-023). */
export default function InboxPage() {
  const me = useMe()
  const go = useGo()
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
    done: (_, { ids, is_read }) => {
      if (!ids) toast.success('All messages are marked as read')
      else if (ids.length > 1)
        toast.success(`${formatCount(ids.length)} messages are marked as ${is_read ? 'read' : 'unread'}`)
    },
  })
  const mayVisit = useMayVisit()
  const menuOf = ({ id, is_read, link }: InboxMessage): readonly MenuEntry[] => [
    ...(link && mayVisit(link.split('?')[0] ?? '')
      ? [{ label: linkText(link), icon: IconArrowRight, onSelect: () => go(link) }]
      : []),
    ...(mayMark
      ? [
          {
            label: is_read ? 'Mark as unread' : 'Mark as read',
            icon: is_read ? IconMail : IconMailOpened,
            onSelect: () => mark.mutate({ ids: [id], is_read: !is_read }),
          },
        ]
      : []),
  ]
  const bulk = ([true, false] as const).map((isRead): BulkAction<InboxMessage> => ({
    label: isRead ? 'Mark as read' : 'Mark as unread',
    icon: isRead ? IconMailOpened : IconMail,
    verdict: ({ count }) =>
      count <= max_marked ||
      wrongState(`At most ${max_marked} messages can be marked at a time. Choose fewer.`),
    onSelect: async ({ read, retain }) => {
      const chosen = await read(found.fetchAll)
      const ids = chosen.map(({ id }) => id)
      mark.mutate({ ids, is_read: isRead }, { onSuccess: () => retain([]) })
    },
  }))
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
      rowMenu={menuOf}
      searchHint="Search messages"
      {...(mayMark ? { bulk } : {})}
      empty={shown === 'unread' ? all_read : none_yet}
    />
  )
}
