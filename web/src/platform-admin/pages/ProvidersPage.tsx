import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { provider_statuses } from '@waybill/domain/platform-admin/provider-rules'
import { providersApi, type PlatformProvider } from '@waybill/domain/platform-admin/providers-api'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, countColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { ProviderBadge, status_labels } from '../ProviderBadge.tsx'
import { choiceFilter } from '../../kit/table/filters/filters.ts'

const counted = (key: 'users' | 'accounts' | 'shipments', title: string): Column<PlatformProvider> =>
  countColumn(key, title, 104, (one) => one[key])
const hosts = ({ origins }: PlatformProvider): string => origins.join(', ')

const columns: readonly Column<PlatformProvider>[] = [
  textColumn('name', 'Company', 240, (one) => one.name),
  badgeColumn(
    'status',
    'Status',
    128,
    (one) => <ProviderBadge status={one.status} />,
    (one) => status_labels[one.status],
  ),
  textColumn('origins', 'Host names', 260, hosts),
  counted('users', 'Users'),
  counted('accounts', 'Accounts'),
  counted('shipments', 'Last 30 days'),
  whenColumn('last_activity', 'Last activity', 152, (one) => one.last_activity),
]

const filters = [
  choiceFilter('status', 'Status', provider_statuses, (value) => status_labels[value], { pinned: true }),
]

/** Lists the courier companies of the installation (ADMIN-001, NAV-044). */
export default function ProvidersPage() {
  const list = useList({ name: 'providers', filters })
  const status = list.oneOf('status', provider_statuses)
  const query = useQuery({
    ...endpointQuery(providersApi.list, { status, search: list.search || undefined }),
    placeholderData: keepPreviousData,
  })
  const { offset, limit } = list.input
  return (
    <Page width="list">
      <PageHeader
        title="Providers"
        count={query.data?.count}
        primary={
          <ButtonLink to="/shiplogic-admin/providers/new" variant="primary" icon={IconPlus} data-shortcut="n">
            New provider
          </ButtonLink>
        }
      />
      <DataTable
        name="providers"
        caption="Providers"
        columns={columns}
        rows={query.data?.providers.slice(offset, offset + limit)}
        total={query.data?.count}
        idOf={(one) => one.id}
        query={query}
        list={list}
        searchHint="Name or host"
        linkOf={(one) => `/shiplogic-admin/providers/${one.id}`}
        card={(one) => ({
          title: one.name,
          badge: <ProviderBadge status={one.status} />,
          lines: [hosts(one), `${formatCount(one.shipments)} shipments in 30 days`],
        })}
        empty={{
          title: 'No providers yet.',
          text: 'Courier companies on this installation are listed here.',
        }}
      />
    </Page>
  )
}
