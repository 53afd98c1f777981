import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { accountsApi } from '@waybill/domain/accounts/api'
import { hold_reason_labels, holdReasonOf, isAutomaticHold } from '@waybill/domain/accounts/hold-reasons'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { holds, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { useSend } from '../kit/api/index.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Notice } from '../kit/ui/Notice.tsx'
import styles from './account.module.css'

/** Whether somebody may put accounts on hold and release them. */
export function mayHold(me: Actor): boolean {
  return isStaff(me) && holds(me, 'INLINE_toggle_account_hold') && mayCall(me, accountsApi.change)
}

/** Puts an account on hold, so that it cannot book, or lifts a person's hold; can be undone for a while. */
export function HoldButton({ account }: { account: ListedAccount }) {
  const me = useMe()
  const send = useSend(accountsApi.change, { refresh: [accountsApi.list] })
  const reason = holdReasonOf(account)
  const isAutomatic = isAutomaticHold(reason)
  if (!mayHold(me) || account.status !== 'open' || account.account_type === 'guest' || isAutomatic)
    return null
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
      {account.is_on_hold
        ? reason === 'awaiting_approval'
          ? 'Approve account'
          : 'Release hold'
        : 'Put on hold'}
    </Button>
  )
}

/**
 * Why an account is on hold, for staff; one that the system placed can be released until the next payment, and such a
 * release can be ended (ACC-007).
 */
export function HoldNotice({ account }: { account: ListedAccount }) {
  const me = useMe()
  const send = useSend(accountsApi.change, { refresh: [accountsApi.list] })
  if (!isStaff(me) || account.status !== 'open') return null
  const mayRelease = holds(me, 'INLINE_temp_disable_auto_hold') && mayCall(me, accountsApi.change)
  const set = (temp_disable_auto_hold: boolean, message: string): void =>
    send.mutate({ id: account.id, temp_disable_auto_hold }, { onSuccess: () => toast.success(message) })
  const reason = holdReasonOf(account)
  if (reason === null)
    return account.temp_disable_auto_hold ? (
      <div className={styles.result}>
        <Notice
          variant="info"
          title="Released until the next payment."
          action={
            mayRelease && (
              <Button
                size="sm"
                busy={send.isPending}
                onClick={() => set(false, 'Automatic holds are on again')}
              >
                End the release
              </Button>
            )
          }
        >
          The account is not put on hold by itself until then.
        </Notice>
      </div>
    ) : null
  return (
    <div className={styles.result}>
      <Notice
        variant="warning"
        title={`${hold_reason_labels[reason]}.`}
        action={
          isAutomaticHold(reason) &&
          mayRelease && (
            <Button
              size="sm"
              icon={IconLockOpen}
              busy={send.isPending}
              onClick={() => set(true, `${account.name} may book again until the next payment`)}
            >
              Release until next payment
            </Button>
          )
        }
      >
        {isAutomaticHold(reason)
          ? 'The account cannot book. It is released by itself once that is settled.'
          : 'The account cannot book until somebody releases it.'}
      </Notice>
    </div>
  )
}
