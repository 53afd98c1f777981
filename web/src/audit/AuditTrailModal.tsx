import { useInfiniteQuery } from '@tanstack/react-query'
import { IconRefresh } from '../kit/icons/icons.ts'
import { auditApi } from '@waybill/domain/audit/api'
import { audit_page_size, type AuditEvent, type AuditType } from '@waybill/domain/audit/model'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { call, endpointQueryKey, sentenceOf } from '../kit/api/index.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { ScrollRegion } from '../kit/ui/page-layout/ScrollRegion.tsx'
import { Loading, ThinBar } from '../kit/ui/states/States.tsx'
import { ArchivedEntries } from './ArchivedEntries.tsx'
import { AuditEntry } from './AuditEntry.tsx'
import shared from './audit.module.css'
import styles from './audit-trail-modal.module.css'
import { auditTypeName } from './audit-lines.ts'

/** How far the list is scrolled when more is fetched, and the minimum time in ms between two checks (AUD-011). */
const threshold = 0.8
const throttle_ms = 150
/** Lists who changed what and when, for one record or all records of a type (AUD-001…AUD-013). */
export function AuditTrailModal({
  type,
  object_id,
  onClose,
}: {
  type: AuditType
  /** Undefined for the trail of all records of the type. */
  object_id?: string | undefined
  onClose: () => void
}) {
  const query = useInfiniteQuery({
    queryKey: [...endpointQueryKey(auditApi.events, { type, object_id }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(auditApi.events, { type, object_id, offset: pageParam, limit: audit_page_size }, { signal }),
    initialPageParam: 0,
    staleTime: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.audit_events.length, 0)
      return last.audit_events.length > 0 && read < last.count ? read : undefined
    },
  })
  const entries = query.data?.pages.flatMap((page) => page.audit_events) ?? []
  const { error, hasNextPage, isFetching } = query
  const archivedBefore = query.data?.pages[0]?.archived_before
  // After an error the user has to retry; fetching on scroll would only fail again.
  const onScroll = useThrottled((box: HTMLElement) => {
    const isNear = (box.scrollTop + box.clientHeight) / box.scrollHeight >= threshold
    if (isNear && hasNextPage && !isFetching && !error) void query.fetchNextPage()
  })
  return (
    <Modal
      title={`${auditTypeName(type)} - Audit trail`}
      width="wide"
      onClose={onClose}
      footer={
        <>
          <Button variant="link" icon={IconRefresh} onClick={() => query.refetch()}>
            Refresh
          </Button>
          <Button variant="link" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <ThinBar active={query.isFetching && !query.isPending} />
      <ScrollRegion
        className={styles.list}
        onScroll={(event) => onScroll(event.currentTarget)}
        role="feed"
        label="Changes, newest first"
        aria-busy={query.isFetching}
      >
        {query.isPending && <Loading lines={6} onRetry={() => void query.refetch()} />}
        {!query.isPending && entries.length === 0 && !archivedBefore && (
          <div className={styles.nothing}>
            <p>No audit trail found.</p>
            {error && <p className={styles.error}>{sentenceOf(error)}</p>}
          </div>
        )}
        {entries.map((entry) => (
          <AuditEntry key={entry.id} entry={entry} about={aboutOf(entry)} />
        ))}
        {hasNextPage && (
          <div className={styles.more}>
            {error && <p className={styles.error}>{sentenceOf(error)}</p>}
            <Button size="sm" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {error ? 'Try again' : 'Show more'}
            </Button>
          </div>
        )}
        {archivedBefore && !hasNextPage && (
          <ArchivedEntries before={archivedBefore} type={type} object_id={object_id} aboutOf={aboutOf} />
        )}
      </ScrollRegion>
    </Modal>
  )
}

/** Names the setting in a trail of settings, because the values alone do not identify it. */
function aboutOf({ type, object_name }: AuditEvent): ReactNode {
  return (
    type.endsWith('_setting') && object_name !== '' && <code className={shared.about}>{object_name}</code>
  )
}

/**
 * Calls `fn` at most once per `throttle_ms`, and once more at its end with the last value, so that the final scroll
 * position is not missed.
 */
function useThrottled<Value>(fn: (value: Value) => void): (value: Value) => void {
  const latest = useRef(fn)
  useLayoutEffect(() => {
    latest.current = fn
  })
  const state = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; waits: Value | undefined }>({
    timer: undefined,
    waits: undefined,
  })
  useEffect(() => () => clearTimeout(state.current.timer), [])
  return (value) => {
    const own = state.current
    if (own.timer !== undefined) {
      own.waits = value
      return
    }
    latest.current(value)
    own.timer = setTimeout(() => {
      own.timer = undefined
      const { waits } = own
      own.waits = undefined
      if (waits !== undefined) latest.current(waits)
    }, throttle_ms)
  }
}
