import { useInfiniteQuery } from '@tanstack/react-query'
import { auditApi } from '@waybill/domain/audit/api'
import type { AuditEvent } from '@waybill/domain/audit/model'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useState, type ReactNode } from 'react'
import { call, endpointQueryKey, sentenceOf } from '../kit/api/index.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { AuditEntry } from './AuditEntry.tsx'

/**
 * Says that older changes are in the archive of the audit trail and, for one record, searches there on request, a few
 * files at a time.
 */
export function ArchivedEntries({
  before,
  type,
  object_id,
  aboutOf,
}: {
  before: Date
  /** The record; the archive is only searched for one record. */
  type: string | undefined
  object_id: string | undefined
  aboutOf?: (entry: AuditEvent) => ReactNode
}) {
  const [isRequested, setRequested] = useState(false)
  const isOneRecord = type !== undefined && object_id !== undefined
  const query = useInfiniteQuery({
    queryKey: [...endpointQueryKey(auditApi.archived, { type, object_id }), 'files'],
    queryFn: ({ pageParam, signal }) =>
      call(
        auditApi.archived,
        { type: type ?? '', object_id: object_id ?? '', offset: pageParam },
        { signal },
      ),
    initialPageParam: 0,
    enabled: isRequested && isOneRecord,
    getNextPageParam: (last) => last.next_offset ?? undefined,
  })
  const entries = query.data?.pages.flatMap((page) => page.audit_events) ?? []
  const hasMore = !query.data || query.hasNextPage
  const search = () => (query.data || query.error ? void query.fetchNextPage() : setRequested(true))
  return (
    <>
      {entries.map((entry) => (
        <AuditEntry key={entry.id} entry={entry} about={aboutOf?.(entry)} />
      ))}
      <Notice
        variant={query.error ? 'error' : 'info'}
        live={isRequested}
        action={
          isOneRecord &&
          hasMore && (
            <Button size="sm" busy={query.isFetching} onClick={search}>
              {query.error ? 'Try again' : query.data ? 'Search older files' : 'Search the archive'}
            </Button>
          )
        }
      >
        {query.error ? sentenceOf(query.error) : sentence()}
      </Notice>
    </>
  )

  function sentence(): string {
    const archived = `Changes before ${formatDate(before)} are in the archive.`
    if (!isOneRecord) return `${archived} Choose a type and enter the id of a record to search for them.`
    if (!query.data) return archived
    const isFound = entries.length > 0
    if (hasMore)
      return `${isFound ? '' : 'No archived change of this record was found so far. '}Older files have not been searched yet.`
    return isFound
      ? 'All archived changes of this record are listed.'
      : 'There is no archived change of this record.'
  }
}
