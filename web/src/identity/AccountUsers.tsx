import { useQuery } from '@tanstack/react-query'
import { identityApi } from '@waybill/domain/identity/api'
import type { User } from '@waybill/domain/identity/model'
import { reading } from '../kit/api/index.ts'
import type { Column } from '../kit/table/columns.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import { Card } from '../kit/ui/Card.tsx'
import { Tag } from '../kit/ui/Value.tsx'

const most_users = 500

const columns: readonly Column<User>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 220,
    cell: (user) => (
      <>
        {user.name} {user.is_api_user && <Tag>API key</Tag>}
      </>
    ),
    text: (user) => user.name,
  },
  { key: 'email', title: 'Email', width: 280, cell: (user) => user.email, text: (user) => user.email },
  {
    key: 'role',
    title: 'Role',
    width: 200,
    cell: (user) => user.role.label || user.role.name,
    text: (user) => user.role.label || user.role.name,
  },
  {
    key: 'two_factor',
    title: 'Two-factor sign-in',
    width: 140,
    quiet: true,
    cell: (user) => (user.two_factor_auth_enabled ? 'On' : 'Off'),
    text: (user) => (user.is_api_user ? '' : user.two_factor_auth_enabled ? 'On' : 'Off'),
  },
]

/** Who may act for an account, people first; read only. */
export function AccountUsers({ account_id }: { account_id: number }) {
  const query = useQuery({
    ...reading(identityApi.users, { account_id, limit: most_users }),
    select: ({ users }) => users.toSorted((a, b) => Number(a.is_api_user) - Number(b.is_api_user)),
  })
  return (
    <Card title="Users" note={query.data && String(query.data.length)} flush>
      <DataTable
        name="account-users"
        caption="Users"
        inCard
        columns={columns}
        rows={query.data}
        idOf={(user) => user.id}
        query={query}
        card={(user) => ({
          title: user.name,
          ...(user.is_api_user ? { badge: <Tag>API key</Tag> } : {}),
          lines: [user.role.label || user.role.name, user.email].filter(Boolean),
        })}
        empty={{ title: 'This account has no users yet.' }}
      />
    </Card>
  )
}
