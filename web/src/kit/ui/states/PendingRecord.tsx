import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { Page } from '../page-layout/Layout.tsx'
import { PageHeader } from '../page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from './States.tsx'

/** What stands in the place of a record: it is being read, could not be read, or is not there. */
export function PendingRecord({
  name,
  back,
  query,
  missing,
}: {
  /** What people call such a record, as in 'user'. */
  name: string
  /** The list it would be found in. */
  back: { to: string; label: string }
  /** The reading that has not brought the record; it is not sent when the address names none. */
  query: Pick<UseQueryResult, 'data' | 'error' | 'isPending' | 'fetchStatus' | 'refetch'>
  /** Says that there is none, and why it may be so. */
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

/** A number that was never given, or could not be one. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}
