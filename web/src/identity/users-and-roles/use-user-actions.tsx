import {
  IconDeviceMobileOff,
  IconMailForward,
  IconUserCheck,
  IconUserOff,
  IconUserShield,
  IconTrash,
} from '../../kit/icons/icons.ts'
import { identityApi } from '@waybill/domain/identity/api'
import type { ListedUser } from '@waybill/domain/identity/model'
import { mayActAsUsers } from '@waybill/domain/identity/users-and-roles/user-rules'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { hasPermission } from '@waybill/domain/kit/actor'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { startImpersonating } from '../../kit/api/session.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { MenuEntry } from '../../kit/ui/layers/Menu.tsx'

/**
 * Returns the menu actions for a user, except editing. Actions that the user may not perform at all are omitted
 * (docs/domain/people-and-permissions.md#absent-or-disabled).
 */
export function useUserActions(onRemoved?: () => void): (user: ListedUser) => readonly MenuEntry[] {
  const me = useMe()
  const refresh = [identityApi.users]
  const act = useEndpointMutation(usersApi.impersonate, {
    done: ({ username }) => {
      startImpersonating(username)
      window.location.assign('/')
    },
  })
  const invite = useEndpointMutation(usersApi.invite, {
    refresh,
    done: ({ message }) => toast.success(message),
  })
  const change = useEndpointMutation(identityApi.changeUser, {
    refresh,
    done: (user, { is_active }) =>
      toast.success(is_active ? `${user.name} may sign in again` : `${user.name} is disabled`),
  })
  const reset = useEndpointMutation(identityApi.resetTwoFactor, {
    refresh,
    done: ({ message }) => toast.success(message),
  })
  const remove = useEndpointMutation(usersApi.remove, {
    refresh,
    done: () => {
      toast.success('User removed')
      onRemoved?.()
    },
  })
  const confirmThen = async (about: { title: string; body: string; confirm: string }, then: () => void) => {
    if (await confirmAction({ ...about, cancel: 'Cancel', danger: true })) then()
  }
  return (user) => {
    if (user.is_api_user) return []
    const isMe = user.id === me.user_id
    const mayChange = hasPermission(me, 'API_/users:PATCH') && !isMe
    const entries: MenuEntry[] = []
    if (user.account_id !== undefined && user.state !== 'disabled' && mayActAsUsers(me))
      entries.push({
        label: 'Act as this user',
        icon: IconUserShield,
        onSelect: () => act.mutate({ username: user.username }),
      })
    if (user.state === 'invited' && mayCall(me, usersApi.invite))
      entries.push({
        label: 'Send invitation again',
        icon: IconMailForward,
        onSelect: () => invite.mutate({ id: user.id }),
      })
    if (
      (user.two_factor_auth_enabled || user.has_passkey) &&
      mayCall(me, identityApi.resetTwoFactor) &&
      !isMe
    )
      entries.push({
        label: 'Reset two-factor',
        icon: IconDeviceMobileOff,
        onSelect: () =>
          void confirmThen(
            {
              title: `Reset two-factor of ${user.name}?`,
              body: 'The next sign-in needs only the password. The user is told by email.',
              confirm: 'Reset two-factor',
            },
            () => reset.mutate({ id: user.id }),
          ),
      })
    if (mayChange)
      entries.push(
        user.state === 'disabled'
          ? {
              label: 'Enable',
              icon: IconUserCheck,
              onSelect: () => change.mutate({ id: user.id, version: user.version, is_active: true }),
            }
          : {
              label: 'Disable',
              icon: IconUserOff,
              onSelect: () =>
                void confirmThen(
                  {
                    title: `Disable ${user.name}?`,
                    body: 'The user is signed out everywhere and cannot sign in until enabled again.',
                    confirm: 'Disable user',
                  },
                  () => change.mutate({ id: user.id, version: user.version, is_active: false }),
                ),
            },
      )
    if (mayCall(me, usersApi.remove) && !isMe)
      entries.push({
        label: 'Remove',
        icon: IconTrash,
        danger: true,
        onSelect: () =>
          void confirmThen(
            {
              title: `Remove ${user.name}?`,
              body: 'The user is signed out everywhere and cannot be restored. The name stays in history.',
              confirm: 'Remove user',
            },
            () => remove.mutate({ id: user.id }),
          ),
      })
    return entries
  }
}
