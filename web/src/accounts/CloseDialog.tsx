import { accountsApi } from '@waybill/domain/accounts/api'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'

/** Dialog that closes an account and requires a reason. Errors are displayed in the form. */
export function CloseDialog({ account, onClose }: { account: ListedAccount; onClose: () => void }) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() === ''
        ? [{ field: 'reason', message: 'Enter the reason for closing the account.' }]
        : true,
  })
  const send = useEndpointMutation(accountsApi.close, {
    inForm: true,
    refresh: [accountsApi.list],
    done: () => {
      toast.success(`${account.name} is closed`)
      onClose()
    },
  })
  return (
    <Modal title={`Close ${account.name}?`} onClose={onClose} width="narrow">
      <p>
        Its users can no longer sign in and its API keys stop working. Shipments, invoices and notes stay. It
        can be opened again.
      </p>
      <FormPanel
        form={form}
        saving={send.isPending || send.isSuccess}
        error={send.error}
        submit="Close account"
        onCancel={onClose}
        onSubmit={({ reason }) => send.mutate({ id: account.id, reason })}
      >
        <TextField {...form.field('reason')} label="Reason" hint="For colleagues." maxLength={500} />
      </FormPanel>
    </Modal>
  )
}
