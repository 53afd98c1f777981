import { paymentsApi } from '@waybill/domain/payments/api'
import type { Payment } from '@waybill/domain/payments/model'
import { ledger_queries } from '../../billing/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'

const results = [
  { value: 'made', label: 'It was made' },
  { value: 'not made', label: 'It was not made: put the money back on the account' },
]

/** Settles a refund about which the gateway does not answer, by what a person has seen there. */
export function SettleRefundDialog({
  payment,
  onClose,
}: {
  payment: Payment & { id: number }
  onClose: () => void
}) {
  const form = useForm({
    initial: { result: '', reason: '' },
    check: ({ result, reason }) => {
      if (result === '') return [{ field: 'result', message: 'Choose what you saw at the gateway.' }]
      return reason.trim() === '' ? [{ field: 'reason', message: 'Enter how you know it.' }] : true
    },
  })
  const send = useEndpointMutation(paymentsApi.settleRefund, {
    inForm: true,
    refresh: [paymentsApi.list, ...ledger_queries],
    sentForApproval: onClose,
    done: ({ reference }) => {
      toast.success(`The refund of ${reference} is settled`)
      onClose()
    },
  })
  return (
    <Modal title={`Settle the refund of ${payment.reference}?`} onClose={onClose} width="narrow">
      <p>{payment.remark}</p>
      <FormPanel
        form={form}
        saving={send.isPending || send.isSuccess}
        error={send.error}
        submit="Settle refund"
        onCancel={onClose}
        onSubmit={({ result, reason }) => send.mutate({ id: payment.id, is_made: result === 'made', reason })}
      >
        <SelectField
          {...form.field('result')}
          label="Refund at the gateway"
          options={results}
          placeholder="Choose"
        />
        <TextField {...form.field('reason')} label="Reason" hint="Kept with the payment." maxLength={200} />
      </FormPanel>
    </Modal>
  )
}
