import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { holds, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { useSend } from '../kit/api/index.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/Button.tsx'

/** Whether somebody may put accounts on hold and release them. */
export function mayHold(me: Actor): boolean {
  return isStaff(me) && holds(me, 'INLINE_toggle_account_hold') && mayCall(me, accountsApi.change)
}

/** Puts an account on hold, so that it cannot book, or releases it; can be undone for a while. */
export function HoldButton({ account }: { account: ListedAccount }) {
  const me = useMe()
  const send = useSend(accountsApi.change, { refresh: [accountsApi.list] })
  if (!mayHold(me) || account.status !== 'open') return null
  const set = (is_on_hold: boolean, isUndoing = false): void =>
    send.mutate(
      { id: account.id, is_on_hold },
      {
        onSuccess: () => {
          if (isUndoing) return
          toast.success(
            is_on_hold ? `${account.name} is on hold and cannot book` : `${account.name} may book again`,
            { undo: () => set(!is_on_hold, true) },
          )
        },
      },
    )
  return (
    <Button
      icon={account.is_on_hold ? IconLockOpen : IconLock}
      busy={send.isPending}
      onClick={() => set(!account.is_on_hold)}
    >
      {account.is_on_hold ? 'Release hold' : 'Put on hold'}
    </Button>
  )
}
