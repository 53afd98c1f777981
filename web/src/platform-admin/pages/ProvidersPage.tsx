import { IconPlus } from '../../kit/icons/icons.ts'
import { provider_statuses } from '@waybill/domain/platform-admin/provider-rules'
import { providersApi, type PlatformProvider } from '@waybill/domain/platform-admin/providers-api'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, countColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { ProviderBadge, status_labels } from '../ProviderBadge.tsx'
import { choiceFilter } from '../../kit/table/filters/filters.ts'

const counted = (key: 'users' | 'accounts' | 'shipments', title: string): Column<PlatformProvider> =>
  countColumn(key, title, 104, (one) => one[key])
const hosts = ({ origins }: PlatformProvider): string => origins.join(', ')

const columns: readonly Column<PlatformProvider>[] = [
  textColumn('name', 'Company', 240, (one) => one.name),
  badgeColumn('status', 'Status', 128, (one) => status_labels[one.status], {
    cell: (one) => <ProviderBadge status={one.status} />,
  }),
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
  const found = useRows(
    providersApi.list,
    { status, search: list.search || undefined },
    ({ providers }) => providers,
  )
  const { offset, limit } = list.input
  return (
    <ListPage
      title="Providers"
      primary={
        <ButtonLink to="/shiplogic-admin/providers/new" variant="primary" icon={IconPlus} data-shortcut="n">
          New provider
        </ButtonLink>
      }
      of={{ ...found, rows: found.rows?.slice(offset, offset + limit) }}
      columns={columns}
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
  )
}
