import { IconEye, IconEyeOff, IconPlus } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { helpApi } from '@waybill/domain/help/api'
import { help_categories, reader_names, type ManagedArticle } from '@waybill/domain/help/model'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { help_queries } from '../help-queries.ts'

const stateOf = ({ is_shown }: ManagedArticle) => (is_shown ? 'Shown' : 'Hidden')
const originOf = ({ is_product }: ManagedArticle) => (is_product ? 'Product' : 'Own')
const readersOf = ({ readers }: ManagedArticle) => readers.map((one) => reader_names[one]).join(', ')
const votesOf = ({ helpful, unhelpful }: ManagedArticle) =>
  helpful + unhelpful === 0 ? '' : `${helpful} of ${helpful + unhelpful}`

const columns: readonly Column<ManagedArticle>[] = [
  textColumn('title', 'Title', 260, ({ title }) => title),
  textColumn('category', 'Heading', 160, ({ category }) => help_categories[category]),
  textColumn('readers', 'For', 200, readersOf),
  textColumn('origin', 'From', 96, originOf, { quiet: true }),
  textColumn('state', 'State', 96, stateOf, {
    cell: (article) => <StatusBadge family={article.is_shown ? 'green' : 'grey'} label={stateOf(article)} />,
  }),
  textColumn('helpful', 'Helpful', 96, votesOf, { align: 'right' }),
]

/** Page for editors that lists all help articles: company articles, and product articles, which can be hidden. */
export default function ManageArticlesPage() {
  const query = useQuery(endpointQuery(helpApi.managed, {}))
  const change = useEndpointMutation(helpApi.change, { refresh: help_queries })
  return (
    <Page width="list">
      <PageHeader
        title="Help articles"
        count={query.data?.count}
        back={{ to: '/help-centre', label: 'Help centre' }}
        primary={
          <ButtonLink to="/help-centre/manage/new" variant="primary" icon={IconPlus}>
            New article
          </ButtonLink>
        }
      />
      <DataTable
        name="help-articles"
        caption="Help articles"
        columns={columns}
        rows={query.data?.articles}
        idOf={({ slug }) => slug}
        query={query}
        linkOf={({ slug }) => `/help-centre/manage/${slug}`}
        rowMenu={({ slug, is_shown }) => [
          {
            label: is_shown ? 'Hide' : 'Show',
            icon: is_shown ? IconEyeOff : IconEye,
            onSelect: () => change.mutate({ slug, is_shown: !is_shown }),
          },
        ]}
        card={(article) => ({
          title: article.title,
          lines: [help_categories[article.category], `${originOf(article)} · ${stateOf(article)}`],
        })}
        empty={{ title: 'No articles yet.' }}
      />
    </Page>
  )
}
