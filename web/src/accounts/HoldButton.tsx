import { IconLock, IconLockOpen } from '../kit/icons/icons.ts'
import { accountsApi } from '@waybill/domain/accounts/api'
import {
  hold_reason_labels,
  holdReasonOf,
  isAutomaticHold,
  mayPutOnHold,
} from '@waybill/domain/accounts/hold-reasons'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextArea } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import styles from './account.module.css'

/** Whether the viewer may put accounts on hold and release them. */
export function mayHold(me: Actor): boolean {
  return isStaff(me) && hasPermission(me, 'INLINE_toggle_account_hold') && mayCall(me, accountsApi.change)
}

/**
 * Button that puts an account on hold with a reason, so that it cannot book, or releases a hold that the system did
 * not set. A release can be undone for a while.
 */
export function HoldButton({ account }: { account: ListedAccount }) {
  const me = useMe()
  const send = useEndpointMutation(accountsApi.change, { refresh: [accountsApi.list] })
  const [isAsking, setAsking] = useState(false)
  const reason = holdReasonOf(account)
  const isAutomatic = isAutomaticHold(reason)
  if (!mayHold(me) || account.status !== 'open' || account.account_type === 'guest' || isAutomatic)
    return null
  if (!account.is_on_hold)
    return (
      <>
        <Button icon={IconLock} onClick={() => setAsking(true)}>
          Put on hold
        </Button>
        {isAsking && <HoldDialog account={account} onClose={() => setAsking(false)} />}
      </>
    )
  const holdMessage = account.hold_message || 'The hold was released by mistake.'
  const release = (): void =>
    send.mutate(
      { id: account.id, is_on_hold: false },
      {
        onSuccess: () =>
          toast.success(`${account.name} may book again`, {
            undo: () => send.mutate({ id: account.id, is_on_hold: true, hold_message: holdMessage }),
          }),
      },
    )
  return (
    <Button icon={IconLockOpen} busy={send.isPending} onClick={release}>
      {reason === 'awaiting_approval' ? 'Approve account' : 'Release hold'}
    </Button>
  )
}

const form_id = 'put-on-hold'

/** Dialog for the reason of a hold. */
function HoldDialog({ account, onClose }: { account: ListedAccount; onClose: () => void }) {
  const form = useForm({
    initial: { hold_message: '' },
    check: (values) => mayPutOnHold(account, { ...values, is_on_hold: true }),
  })
  const send = useEndpointMutation(accountsApi.change, {
    inForm: true,
    refresh: [accountsApi.list],
    done: () => {
      toast.success(`${account.name} is on hold and cannot book`)
      onClose()
    },
  })
  return (
    <Modal
      title={`Put ${account.name} on hold`}
      onClose={onClose}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form_id} variant="primary" busy={send.isPending}>
            Put account on hold
          </Button>
        </>
      }
    >
      <FormPanel
        id={form_id}
        hideButtons
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Put account on hold"
        onSubmit={({ hold_message }) => send.mutate({ id: account.id, is_on_hold: true, hold_message })}
      >
        <TextArea
          {...form.field('hold_message')}
          label="Reason"
          hint="Your colleagues read it; the customer is only told that the account is on hold."
          maxLength={500}
        />
      </FormPanel>
    </Modal>
  )
}

/**
 * Displays to staff why an account is on hold. A hold set by the system can be released until the next payment, and
 * such a release can be ended (ACC-007).
 */
export function HoldNotice({ account }: { account: ListedAccount }) {
  const me = useMe()
  const send = useEndpointMutation(accountsApi.change, { refresh: [accountsApi.list] })
  if (!isStaff(me) || account.status !== 'open') return null
  const mayRelease = hasPermission(me, 'INLINE_temp_disable_auto_hold') && mayCall(me, accountsApi.change)
  const set = (tempDisableAutoHold: boolean, message: string): void =>
    send.mutate(
      { id: account.id, temp_disable_auto_hold: tempDisableAutoHold },
      { onSuccess: () => toast.success(message) },
    )
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
          The account is not put on hold automatically until then.
        </Notice>
      </div>
    ) : null
  return (
    <div className={styles.result}>
      <Notice
        variant="warning"
        title={
          reason === 'manual' && account.hold_message
            ? `${hold_reason_labels.manual}: ${account.hold_message}`
            : `${hold_reason_labels[reason]}.`
        }
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
          ? 'The account cannot book. It is released automatically once that is settled.'
          : 'The account cannot book until someone releases it.'}
      </Notice>
    </div>
  )
}
