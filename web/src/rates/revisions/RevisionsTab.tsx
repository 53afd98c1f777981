import { useQuery } from '@tanstack/react-query'
import { compareBooks } from '@waybill/domain/rates/price-books/compare-price-books'
import type { RateRevision } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { endpointQuery } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { None, When } from '../../kit/ui/values/Value.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { DifferenceTable } from './DifferenceTable.tsx'
import { rateAddress, revisionState, startText } from '../rate-texts.ts'
import type { RateBook } from '../use-rate-book.ts'
import { personName } from '../../kit/session/people.ts'

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
          columns={[
            { key: 'name', title: 'Name', width: 240, cell: (row) => row.name, text: (row) => row.name },
            {
              key: 'id',
              title: 'Revision',
              width: 90,
              align: 'right',
              cell: (row) => row.id,
              text: (row) => String(row.id),
            },
            {
              key: 'status',
              title: 'State',
              width: 130,
              tight: true,
              cell: (row) => <State of={row} />,
              text: (row) => row.status,
            },
            { key: 'from', title: 'Valid from', width: 130, cell: startOf, text: startOf },
            {
              key: 'based',
              title: 'Based on',
              width: 200,
              cell: (row) => row.based_on_name ?? <None />,
              text: (row) => row.based_on_name ?? '',
            },
            {
              key: 'changed',
              title: 'Changed',
              width: 170,
              cell: (row) => <When at={row.time_modified} />,
              text: (row) => row.time_modified.toISOString(),
            },
            {
              key: 'by',
              title: 'By',
              width: 130,
              cell: (row) => personName(row.modified_by),
              text: (row) => personName(row.modified_by),
            },
          ]}
        />
      </Card>
    </Stack>
  )
}

function State({ of: revision }: { of: RateRevision }) {
  return <StatusBadge {...revisionState(revision, new Date())} size="compact" />
}

const startOf = ({ valid_from }: RateRevision): string =>
  startText(valid_from, (moment) => dayText(dayOf(moment)))

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
