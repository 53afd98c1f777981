import { useQuery } from '@tanstack/react-query'
import { IconFileImport, IconPlus, IconShieldLock } from '../../kit/icons/icons.ts'
import { identityApi } from '@waybill/domain/identity/api'
import { user_states } from '@waybill/domain/identity/model'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { branchLimit, seesUi } from '@waybill/domain/kit/actor'
import { mapsApi } from '@waybill/domain/maps/api'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useFeature, useMe } from '../../kit/session/me.ts'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useViews } from '../../kit/table/saved-views/saved-views.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { NewUser } from '../users-and-roles/NewUser.tsx'
import { placeOf, roleLabel, user_columns } from '../users-and-roles/user-columns.tsx'
import { useUserActions } from '../users-and-roles/use-user-actions.tsx'
import { state_labels, UserStateBadge } from '../users-and-roles/UserStateBadge.tsx'
import { choiceFilter } from '../../kit/table/filters/filters.ts'

const columns = Object.values(user_columns)

/** List of the users of the company and of its accounts (ACC-021, ACC-022). */
export default function UsersPage() {
  const me = useMe()
  const hasTools = useFeature('tools')
  const [isInviting, setInviting] = useState(false)
  const mayReadRoles = mayCall(me, usersApi.roles)
  const assignableRoleNames = useQuery({ ...endpointQuery(usersApi.roles, {}), enabled: mayReadRoles })
  const roles = assignableRoleNames.data?.roles ?? []
  const branches = useQuery({
    ...endpointQuery(mapsApi.branches, {}),
    enabled: mayCall(me, mapsApi.branches),
  })
  const branchOptions = (branches.data?.branches ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const list = useList({
    name: 'users',
    sort: 'name',
    filters: [
      {
        key: 'role',
        label: 'Role',
        kind: 'choice',
        pinned: true,
        options: roles.map(({ id, name, label }) => ({ value: String(id), label: label || name })),
      },
      choiceFilter('state', 'State', user_states, (value) => state_labels[value], { pinned: true }),
      ...(branchLimit(me) === null
        ? [
            {
              key: 'branch',
              label: 'Branch',
              kind: 'choice' as const,
              options: branchOptions.map(({ value, label }) => ({ value: String(value), label })),
            },
          ]
        : []),
      { key: 'staff', label: 'Is staff', kind: 'flag' },
      { key: 'customer', label: 'Is a customer', kind: 'flag' },
    ],
  })
  const views = useViews(list, 'users_filters', [
    { key: 'all', label: 'All', search: {} },
    { key: 'staff', label: 'Staff', search: { staff: 'yes' } },
    { key: 'customers', label: 'Customers', search: { customer: 'yes' } },
    { key: 'disabled', label: 'Disabled', search: { state: 'disabled' } },
  ])
  const first = (key: string): number | undefined => Number(list.chosen(key)[0]) || undefined
  const input = {
    ...list.input,
    role_id: first('role'),
    branch_id: first('branch'),
    state: list.oneOf('state', user_states),
    kind: list.valueOf('staff')
      ? ('staff' as const)
      : list.valueOf('customer')
        ? ('account' as const)
        : undefined,
    is_api_user: false,
  }
  const found = useRows(identityApi.users, input, ({ users }) => users)
  const actions = useUserActions()
  const mayImport = hasTools && mayCall(me, usersApi.importFile) && seesUi(me, 'UI_tools_users_bulk_import')
  return (
    <ListPage
      title="Users"
      actions={
        <>
          {mayReadRoles && (
            <ButtonLink to="/roles" icon={IconShieldLock}>
              Roles
            </ButtonLink>
          )}
          {mayImport && (
            <ButtonLink to="/tools/users-bulk-import" icon={IconFileImport}>
              Import
            </ButtonLink>
          )}
        </>
      }
      primary={
        mayCall(me, usersApi.create) && (
          <Button variant="primary" icon={IconPlus} data-shortcut="n" onClick={() => setInviting(true)}>
            Invite user
          </Button>
        )
      }
      of={found}
      exported
      views={views}
      columns={columns}
      list={list}
      searchHint="Name, username or email"
      linkOf={(user) => `/users/${user.id}`}
      rowMenu={actions}
      card={(user) => ({
        title: user.name,
        badge: <UserStateBadge user={user} />,
        lines: [[roleLabel(user), placeOf(user)].filter(Boolean).join(' · '), user.email].filter(Boolean),
      })}
      empty={{
        title: 'No users yet.',
        text: 'People of your company and of its accounts are listed here.',
      }}
    >
      {isInviting && <NewUser branches={branchOptions} onClose={() => setInviting(false)} />}
    </ListPage>
  )
}
