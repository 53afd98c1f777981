import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { usersApi, type EditedRole } from '@waybill/domain/identity/users-api'
import { reading } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { ButtonLink } from '../../kit/ui/AppLink.tsx'
import { Page } from '../../kit/ui/Layout.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'

const columns: readonly Column<EditedRole>[] = [
  {
    key: 'name',
    title: 'Role',
    width: 260,
    cell: (role) => role.label || role.name,
    text: (role) => role.label || role.name,
  },
  {
    key: 'users',
    title: 'Users',
    width: 96,
    align: 'right',
    cell: (role) => role.user_count,
    text: (role) => String(role.user_count),
  },
  {
    key: 'two_factor',
    title: 'Two-factor',
    width: 120,
    quiet: true,
    cell: (role) => (role.require_2fa ? 'Required' : 'Optional'),
    text: (role) => (role.require_2fa ? 'Required' : 'Optional'),
  },
]

/** The roles of the company (PERM-018, ACC-026). */
export default function RolesPage() {
  const me = useMe()
  const query = useQuery(reading(usersApi.roles, {}))
  return (
    <Page width="list">
      <PageHeader
        title="Roles"
        count={query.data?.count}
        back={{ to: '/users', label: 'Users' }}
        primary={
          mayCall(me, usersApi.createRole) && (
            <ButtonLink to="/roles/new" variant="primary" icon={IconPlus}>
              New role
            </ButtonLink>
          )
        }
      />
      <DataTable
        name="roles"
        caption="Roles"
        columns={columns}
        rows={query.data?.roles}
        idOf={(role) => role.id}
        query={query}
        linkOf={(role) => `/roles/${role.id}`}
        card={(role) => ({
          title: role.label || role.name,
          lines: [role.user_count === 1 ? '1 user' : `${role.user_count} users`],
        })}
        empty={{ title: 'No roles yet.' }}
      />
    </Page>
  )
}
