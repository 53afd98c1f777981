import type { ListedUser } from '@waybill/domain/identity/model'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'

const appearances = {
  active: { family: 'green', label: 'Active', mark: 'tick' },
  invited: { family: 'blue', label: 'Invited', mark: 'dot' },
  disabled: { family: 'grey', label: 'Disabled', mark: 'dash' },
} as const

/** Display names of the user states. */
export const state_labels = {
  active: appearances.active.label,
  invited: appearances.invited.label,
  disabled: appearances.disabled.label,
} as const

/** Badge that states whether a user can sign in, was invited, or is disabled. */
export function UserStateBadge({ user, size = 'normal' }: { user: ListedUser; size?: 'normal' | 'large' }) {
  return <StatusBadge {...appearances[user.state]} size={size} />
}
