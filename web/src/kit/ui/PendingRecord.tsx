import { Page } from './Layout.tsx'
import { PageHeader } from './PageHeader.tsx'
import { EmptyState, Loading, RegionError } from './States.tsx'

/** What stands in the place of a record: it is being read, could not be read, or is not there. */
export function PendingRecord({
  name,
  back,
  query: { error, refetch },
  isMissing,
  missing,
}: {
  /** What people call such a record, as in 'user'. */
  name: string
  /** The list it would be found in. */
  back: { to: string; label: string }
  query: { error: Error | null; refetch: () => unknown }
  isMissing: boolean
  /** Says that there is none, and why it may be so. */
  missing: string
}) {
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
