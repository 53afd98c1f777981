import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../kit/icons/icons.ts'
import { require_2fa_for_staff } from '@waybill/domain/identity/settings'
import {
  requiresSecondFactor,
  type SecondFactorRequirement,
} from '@waybill/domain/identity/sign-in/two-factor'
import { account_roles } from '@waybill/domain/identity/users-and-roles/user-rules'
import { usersApi, type EditedRole } from '@waybill/domain/identity/users-and-roles/users-api'
import { isAdministrator } from '@waybill/domain/kit/actor'
import { settingsApi } from '@waybill/domain/settings/api'
import { useMemo } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'

/** Returns whether all users of a role must have a second factor, as text. */
function twoFactorText(ensure: SecondFactorRequirement, { id, require_2fa }: EditedRole): string {
  const accountId = account_roles.includes(id) ? 0 : null
  return requiresSecondFactor(ensure, { role_id: id, account_id: accountId, require_2fa })
    ? 'Required'
    : 'Optional'
}

const columnsFor = (ensure: SecondFactorRequirement): readonly Column<EditedRole>[] => [
  textColumn('name', 'Role', 260, (role) => role.label || role.name),
  textColumn('users', 'Users', 96, (role) => String(role.user_count), { align: 'right' }),
  textColumn('two_factor', 'Two-factor', 120, (role) => twoFactorText(ensure, role), { quiet: true }),
]

/** List of the company's roles (PERM-018, ACC-026). */
export default function RolesPage() {
  const me = useMe()
  const ensure = useSetting(require_2fa_for_staff)
  const columns = useMemo(() => columnsFor(ensure), [ensure])
  const query = useQuery(endpointQuery(usersApi.roles, {}))
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
      {ensure === 'off' && isAdministrator(me) && mayCall(me, settingsApi.save) && (
        <Notice
          variant="info"
          action={
            <ButtonLink to="/settings?tab=general&section=authentication" size="sm">
              Open the setting
            </ButtonLink>
          }
        >
          Administrators may sign in with a password alone. Require two-factor sign-in.
        </Notice>
      )}
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
