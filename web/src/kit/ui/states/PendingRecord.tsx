import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { Page } from '../page-layout/Layout.tsx'
import { PageHeader } from '../page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from './States.tsx'

/** Displayed in place of a record that is loading, could not be loaded, or does not exist. */
export function PendingRecord({
  name,
  back,
  query,
  missing,
}: {
  /** The noun for such a record, such as 'user'. */
  name: string
  /** The list that contains such records. */
  back: { to: string; label: string }
  /** The query that has not returned the record; it is not sent when the URL contains no id. */
  query: Pick<UseQueryResult, 'data' | 'error' | 'isPending' | 'fetchStatus' | 'refetch'>
  /** States that the record does not exist, and a possible reason. */
  missing: string
}) {
  const { error, refetch } = query
  const isMissing = query.data !== undefined || isUnsent(query) || isUnknown(error)
  return (
    <Page width="detail">
      <PageHeader
        title={isMissing ? `This ${name} does not exist` : name.charAt(0).toUpperCase() + name.slice(1)}
        back={back}
      />
      {isMissing ? (
        <EmptyState title={missing}>Look for it in the list of {back.label.toLowerCase()}.</EmptyState>
      ) : error ? (
        <RegionError thrown={error} what={`The ${name}`} onRetry={() => void refetch()} />
      ) : (
        <Loading lines={8} />
      )}
    </Page>
  )
}

function isUnsent({ isPending, fetchStatus }: Pick<UseQueryResult, 'isPending' | 'fetchStatus'>): boolean {
  return isPending && fetchStatus === 'idle'
}

/** Whether the error means that the id does not exist (404) or is not valid (400). */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}
