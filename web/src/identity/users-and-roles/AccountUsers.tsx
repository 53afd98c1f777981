import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../kit/icons/icons.ts'
import { identityApi } from '@waybill/domain/identity/api'
import type { ListedUser } from '@waybill/domain/identity/model'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { hasPermission } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import type { MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Tag } from '../../kit/ui/values/Value.tsx'
import { NewUser } from './NewUser.tsx'
import { roleLabel, user_columns } from './user-columns.tsx'
import { useRoleOptions } from './use-role-options.ts'
import { useUserActions } from './use-user-actions.tsx'
import { UserStateBadge } from './UserStateBadge.tsx'

/** Maximum number of users that the server lists in one response. */
const all_users = 10_000

const columns: readonly Column<ListedUser>[] = [
  user_columns.name,
  user_columns.email,
  user_columns.role,
  user_columns.state,
  user_columns.two_factor,
  user_columns.seen,
].map(({ sort: _sort, ...column }: Column<ListedUser>) => column)

/** The users of an account, with API keys last. Its owner and staff can invite, change roles and remove (PERM-021). */
export function AccountUsers({ account_id }: { account_id: number }) {
  const me = useMe()
  const [isInviting, setInviting] = useState(false)
  const [edited, setEdited] = useState<ListedUser | null>(null)
  const actions = useUserActions()
  const query = useQuery({
    ...endpointQuery(identityApi.users, { account_id, limit: all_users }),
    select: ({ users }) => users.toSorted((a, b) => Number(a.is_api_user) - Number(b.is_api_user)),
  })
  const mayChange = hasPermission(me, 'API_/users:PATCH')
  const menuOf = (user: ListedUser): readonly MenuEntry[] => [
    ...(mayChange && !user.is_api_user && user.id !== me.user_id
      ? [{ label: 'Change role', onSelect: () => setEdited(user) }]
      : []),
    ...actions(user),
  ]
  const hasMenus = query.data?.some((user) => menuOf(user).length > 0) ?? false
  return (
    <Card
      title="Users"
      note={query.data && String(query.data.length)}
      actions={
        mayCall(me, usersApi.create) && (
          <Button size="sm" icon={IconPlus} onClick={() => setInviting(true)}>
            Invite user
          </Button>
        )
      }
      flush
    >
      <DataTable
        name="account-users"
        caption="Users"
        inCard
        columns={columns}
        rows={query.data}
        idOf={(user) => user.id}
        query={query}
        {...(hasMenus ? { rowMenu: menuOf } : {})}
        card={(user) => ({
          title: user.name,
          badge: user.is_api_user ? <Tag>API key</Tag> : <UserStateBadge user={user} />,
          lines: [roleLabel(user), user.email].filter(Boolean),
        })}
        empty={{ title: 'This account has no users yet.' }}
      />
      {isInviting && <NewUser account_id={account_id} onClose={() => setInviting(false)} />}
      {edited && <RoleDialog user={edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}

function RoleDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const roles = useRoleOptions(user.account_id ?? null, { id: user.role_id, label: roleLabel(user) })
  const form = useForm<{ role_id: number | null }>({
    initial: { role_id: user.role_id },
    check: ({ role_id }) => (role_id === null ? [{ field: 'role_id', message: 'Choose a role.' }] : []),
  })
  const send = useEndpointMutation(identityApi.changeUser, {
    inForm: true,
    refresh: [identityApi.users],
    done: () => {
      toast.success('Role changed')
      onClose()
    },
  })
  return (
    <Modal title={`Role of ${user.name}`} onClose={onClose} width="narrow">
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Save role"
        onCancel={onClose}
        onSubmit={({ role_id }) =>
          send.mutate({ id: user.id, version: user.version, role_id: role_id ?? undefined })
        }
      >
        <SelectField {...form.field('role_id')} label="Role" options={roles} />
      </FormPanel>
    </Modal>
  )
}
