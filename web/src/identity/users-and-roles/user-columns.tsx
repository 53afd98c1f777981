import type { ListedUser } from '@waybill/domain/identity/model'
import type { Column } from '../../kit/table/columns/columns.ts'
import { fullWhen } from '../../kit/ui/values/moments.ts'
import { Tag, When } from '../../kit/ui/values/Value.tsx'
import { state_labels, UserStateBadge } from './UserStateBadge.tsx'

/** Returns the display name of a user's role. */
export const roleLabel = (user: ListedUser): string => user.role.label || user.role.name

/** Returns the account or the branch of a user. */
export const placeOf = (user: ListedUser): string => user.account_name ?? user.branch_name ?? ''

/** The columns of user lists, for the company and for accounts (ACC-022). */
export const user_columns = {
  name: {
    key: 'name',
    title: 'Name',
    width: 196,
    sort: 'name',
    cell: (user) => (
      <>
        {user.name} {user.is_api_user && <Tag>API key</Tag>}
        {user.is_internal && <Tag>Internal</Tag>}
      </>
    ),
    text: (user) => user.name,
  },
  email: {
    key: 'email',
    title: 'Email',
    width: 220,
    sort: 'email',
    cell: (user) => user.email,
    text: (user) => user.email,
  },
  role: {
    key: 'role',
    title: 'Role',
    width: 160,
    sort: 'role',
    cell: roleLabel,
    text: roleLabel,
  },
  place: {
    key: 'place',
    title: 'Account or branch',
    width: 168,
    quiet: true,
    cell: placeOf,
    text: placeOf,
  },
  state: {
    key: 'state',
    title: 'State',
    width: 112,
    tight: true,
    cell: (user) => (user.is_api_user ? null : <UserStateBadge user={user} />),
    text: (user) => (user.is_api_user ? '' : state_labels[user.state]),
  },
  two_factor: {
    key: 'two_factor',
    title: 'Two-factor',
    width: 96,
    quiet: true,
    cell: (user) =>
      user.is_api_user ? null : user.two_factor_auth_enabled || user.has_passkey ? 'On' : 'Off',
    text: (user) => (user.is_api_user ? '' : user.two_factor_auth_enabled || user.has_passkey ? 'On' : 'Off'),
  },
  seen: {
    key: 'seen',
    title: 'Last seen',
    width: 132,
    sort: 'time_last_seen',
    cell: (user) => <When at={user.time_last_seen} />,
    text: (user) => (user.time_last_seen ? fullWhen(user.time_last_seen) : ''),
  },
} as const satisfies Record<string, Column<ListedUser>>
