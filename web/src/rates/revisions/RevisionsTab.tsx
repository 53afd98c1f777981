import { useQuery } from '@tanstack/react-query'
import { compareBooks } from '@waybill/domain/rates/price-books/compare-price-books'
import type { RateRevision } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { endpointQuery } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { badgeColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { DifferenceTable } from './DifferenceTable.tsx'
import { rateAddress, revisionState, startText } from '../rate-texts.ts'
import type { RateBook } from '../use-rate-book.ts'
import { personName } from '../../kit/session/people.ts'

const startOf = ({ valid_from }: RateRevision): string =>
  startText(valid_from, (moment) => dayText(dayOf(moment)))

const columns: readonly Column<RateRevision>[] = [
  textColumn('name', 'Name', 240, (row) => row.name),
  textColumn('id', 'Revision', 90, (row) => String(row.id), { align: 'right' }),
  badgeColumn('status', 'State', 130, (row) => row.status, { cell: (row) => <State of={row} /> }),
  textColumn('from', 'Valid from', 130, startOf),
  textColumn('based', 'Based on', 200, (row) => row.based_on_name),
  whenColumn('changed', 'Changed', 170, (row) => row.time_modified),
  textColumn('by', 'By', 130, (row) => personName(row.modified_by)),
]

/** The maximum number of revisions that the server returns in one response. */
const all_revisions = 10_000

/**
 * List of all price books: past, current, scheduled and drafts. Includes a comparison of two revisions when the URL
 * contains an id.
 */
export function RevisionsTab({ book, id }: { book: RateBook; id: string }) {
  const query = useQuery(endpointQuery(revisionsApi.list, { limit: all_revisions }))
  if (query.isError)
    return <RegionError thrown={query.error} what="The revisions" onRetry={() => void query.refetch()} />
  return (
    <Stack>
      {id !== '' && query.data && <Comparison book={book} revisions={query.data.revisions} />}
      <Card title="Revisions" flush>
        <DataTable
          name="rate-revisions"
          caption="Revisions"
          inCard
          rows={query.data?.revisions}
          query={query}
          idOf={(row) => row.id}
          linkOf={(row) => rateAddress('grid', { revision: row.id })}
          card={(row) => ({
            title: row.name,
            badge: <State of={row} />,
            lines: [`Revision ${row.id}`, startOf(row)],
          })}
          empty={{ title: 'No revisions yet' }}
          columns={columns}
        />
      </Card>
    </Stack>
  )
}

function State({ of: revision }: { of: RateRevision }) {
  return <StatusBadge {...revisionState(revision, new Date())} size="compact" />
}

/** Compares the displayed revision with another one, by default its base revision. */
function Comparison({ book, revisions }: { book: RateBook; revisions: readonly RateRevision[] }) {
  const { values, set } = useSearchState()
  const { revision } = book.detail
  const others = revisions.filter(({ id }) => id !== revision.id)
  const wanted = Number(values.with) || revision.based_on_id
  const other = others.find(({ id }) => id === wanted) ?? others[0]
  const query = useQuery({
    ...endpointQuery(revisionsApi.detail, { id: other?.id }),
    enabled: other !== undefined,
  })
  if (!other) return null
  return (
    <Card
      title={`${revision.name} compared with ${other.name}`}
      flush
      actions={
        <SelectField
          {...standaloneField('with', other.id, (next: number) =>
            set({ with: String(next) }, { replace: true }),
          )}
          label="Compare with"
          hideLabel
          size="sm"
          width={240}
          options={others.map(({ id, name }) => ({ value: id, label: name, hint: String(id) }))}
        />
      }
    >
      {query.isError && (
        <RegionError thrown={query.error} what="The comparison" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={6} />}
      {query.data && (
        <DifferenceTable
          differences={compareBooks(query.data.book, book.detail.book)}
          revision={revision.id}
          from={other.name}
          to={revision.name}
        />
      )}
    </Card>
  )
}
