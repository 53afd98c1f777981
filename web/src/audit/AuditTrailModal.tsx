import { useInfiniteQuery } from '@tanstack/react-query'
import { IconRefresh, IconShieldCheck } from '@tabler/icons-react'
import { auditApi } from '@waybill/domain/audit/api'
import { audit_page_size, type AuditEvent, type AuditType } from '@waybill/domain/audit/model'
import { formatExact } from '@waybill/domain/kit/format'
import { useRef, useState, type UIEvent } from 'react'
import { call, readingKey, sentenceOf } from '../kit/api/index.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Icon } from '../kit/ui/Icon.tsx'
import { Modal } from '../kit/ui/Modal.tsx'
import { Loading, ThinBar } from '../kit/ui/States.tsx'
import { Reference, Tag } from '../kit/ui/Value.tsx'
import styles from './audit.module.css'
import { auditLines, auditTypeName, empty_value, type AuditLine } from './audit-lines.ts'

/** How far down the list is when more is fetched, and the least time in ms between two looks (AUD-011). */
const threshold = 0.8
const throttle_ms = 150
/** An entry with more lines is folded. */
const most_lines = 8

const action_words = { created: 'Created', changed: 'Changed', deleted: 'Removed' } as const

/** Who changed what and when, of one thing or of a kind of things (AUD-001…AUD-013). */
export function AuditTrailModal({
  type,
  object_id,
  onClose,
}: {
  type: AuditType
  /** Absent for the trail of the whole kind. */
  object_id?: string | undefined
  onClose: () => void
}) {
  const looked_at = useRef(0)
  const query = useInfiniteQuery({
    queryKey: [...readingKey(auditApi.events, { type, object_id }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(auditApi.events, { type, object_id, offset: pageParam, limit: audit_page_size }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.audit_events.length, 0)
      return last.audit_events.length > 0 && read < last.count ? read : undefined
    },
  })
  const entries = query.data?.pages.flatMap((page) => page.audit_events) ?? []
  const onScroll = (event: UIEvent<HTMLElement>): void => {
    const now = Date.now()
    if (now - looked_at.current < throttle_ms) return
    looked_at.current = now
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget
    if ((scrollTop + clientHeight) / scrollHeight >= threshold && query.hasNextPage && !query.isFetching)
      void query.fetchNextPage()
  }
  return (
    <Modal
      title={`${auditTypeName(type)} - Audit trail`}
      width="wide"
      onClose={onClose}
      footer={
        <>
          <Button variant="link" icon={IconRefresh} onClick={() => void query.refetch()}>
            Refresh
          </Button>
          <Button variant="link" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <ThinBar active={query.isFetching && !query.isPending} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div
        className={styles.list}
        onScroll={onScroll}
        tabIndex={0}
        role="feed"
        aria-label="Changes, newest first"
        aria-busy={query.isFetching}
      >
        {query.isPending && <Loading lines={6} onRetry={() => void query.refetch()} />}
        {!query.isPending && entries.length === 0 && (
          <div className={styles.nothing}>
            <p>No audit trail found.</p>
            {query.error && <p className={styles.error}>{sentenceOf(query.error)}</p>}
          </div>
        )}
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
        {query.hasNextPage && (
          <div className={styles.more}>
            <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </Modal>
  )
}

function Entry({ entry }: { entry: AuditEvent }) {
  const lines = auditLines(entry.change)
  const [isOpen, setOpen] = useState(lines.length <= most_lines)
  const shown = isOpen ? lines : lines.slice(0, most_lines)
  const by = entry.impersonated_by ? `${entry.impersonated_by} as ${entry.source}` : entry.source
  return (
    <article className={styles.entry}>
      <header className={styles.head}>
        <time dateTime={entry.timestamp.toISOString()}>{formatExact(entry.timestamp)}</time>
        <Tag>{action_words[entry.action]}</Tag>
        {entry.is_sealed && (
          <span className={styles.seal}>
            <Icon of={IconShieldCheck} size={16} />
            Verified
          </span>
        )}
        <span className={styles.version}>
          {[entry.channel, entry.client_version].filter(Boolean).join(' · ')}
        </span>
      </header>
      <p className={styles.by}>
        <span>Change made by</span> <b>{by}</b>
        {entry.request_id && (
          <span className={styles.request}>
            Request <Reference of={entry.request_id} />
          </span>
        )}
      </p>
      <dl className={styles.diff}>
        {shown.map((line) => (
          <DiffLine key={line.key} line={line} />
        ))}
      </dl>
      {lines.length > most_lines && (
        <Button variant="link" size="sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${lines.length} lines`}
        </Button>
      )}
    </article>
  )
}

function DiffLine({ line }: { line: AuditLine }) {
  return (
    <>
      <dt style={{ paddingLeft: line.depth * 16 }}>{line.field}</dt>
      <dd>
        {line.before !== null && line.after !== null && (
          <>
            <del className={styles.before}>
              <span aria-hidden="true">−</span>{' '}
              {line.before === empty_value ? <i>{empty_value}</i> : line.before}
            </del>
            <span aria-hidden="true"> → </span>
            <ins className={styles.after}>
              <span aria-hidden="true">+</span>{' '}
              {line.after === empty_value ? <i>{empty_value}</i> : line.after}
            </ins>
          </>
        )}
      </dd>
    </>
  )
}
