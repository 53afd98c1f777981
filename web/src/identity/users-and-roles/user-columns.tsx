import type { ListedUser } from '@waybill/domain/identity/model'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { fullWhen } from '../../kit/ui/values/moments.ts'
import { Tag } from '../../kit/ui/values/Value.tsx'
import { state_labels, UserStateBadge } from './UserStateBadge.tsx'

/** Returns the display name of a user's role. */
export const roleLabel = (user: ListedUser): string => user.role.label || user.role.name

/** Returns the account or the branch of a user. */
export const placeOf = (user: ListedUser): string => user.account_name ?? user.branch_name ?? ''

function twoFactorOf(user: ListedUser): string {
  if (user.is_api_user) return ''
  return user.two_factor_auth_enabled || user.has_passkey ? 'On' : 'Off'
}

/** The columns of user lists, for the company and for accounts (ACC-022). */
export const user_columns = {
  name: textColumn('name', 'Name', 196, (user) => user.name, {
    sort: 'name',
    cell: (user) => (
      <>
        {user.name} {user.is_api_user && <Tag>API key</Tag>}
        {user.is_internal && <Tag>Internal</Tag>}
      </>
    ),
  }),
  email: textColumn('email', 'Email', 220, (user) => user.email, { sort: 'email' }),
  role: textColumn('role', 'Role', 160, roleLabel, { sort: 'role' }),
  place: textColumn('place', 'Account or branch', 168, placeOf, { quiet: true }),
  state: badgeColumn('state', 'State', 112, (user) => (user.is_api_user ? '' : state_labels[user.state]), {
    cell: (user) => (user.is_api_user ? null : <UserStateBadge user={user} />),
  }),
  two_factor: textColumn('two_factor', 'Two-factor', 96, twoFactorOf, { quiet: true }),
  seen: whenColumn('seen', 'Last seen', 132, (user) => user.time_last_seen, {
    sort: 'time_last_seen',
    text: (user) => (user.time_last_seen ? fullWhen(user.time_last_seen) : ''),
  }),
} as const satisfies Record<string, Column<ListedUser>>
