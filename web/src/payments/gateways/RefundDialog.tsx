import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { paymentsApi } from '@waybill/domain/payments/api'
import { gateway_list } from '@waybill/domain/payments/gateway-list'
import type { Payment } from '@waybill/domain/payments/model'
import { gatewayOfSource, mayRefundAmount, refundableRest } from '@waybill/domain/payments/refund'
import { ledger_queries } from '../../billing/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'

/** Requests a refund of a payment, or of a part of it, from its gateway. */
export function RefundDialog({
  payment,
  onClose,
}: {
  payment: Payment & { id: number }
  onClose: () => void
}) {
  const rest = refundableRest(payment)
  const gateway = gatewayOfSource(payment.source)
  const title = gateway === null ? 'the gateway' : gateway_list[gateway].title
  const form = useForm({
    initial: { amount: rest as Cents | null, reason: '' },
    check: ({ amount, reason }) => {
      const allowed = mayRefundAmount(payment, amount ?? 0)
      if (allowed !== true) return allowed
      return reason.trim() !== '' || [{ field: 'reason', message: 'Enter why it is refunded.' }]
    },
  })
  const send = useEndpointMutation(paymentsApi.refund, {
    inForm: true,
    refresh: [paymentsApi.list, ...ledger_queries],
    sentForApproval: onClose,
    done: ({ reference }) => {
      toast.success(`The refund of ${reference} is requested`)
      onClose()
    },
  })
  const { amount } = form.values
  return (
    <Modal title={`Refund ${payment.reference}?`} onClose={onClose} width="narrow">
      <p>
        {title} returns the money to the card or account that paid {formatRand(payment.received ?? 0)}. It
        leaves the balance of {payment.account_code} at once.
      </p>
      <FormPanel
        form={form}
        saving={send.isPending || send.isSuccess}
        error={send.error}
        submit={amount !== null && amount > 0 ? `Refund ${formatRand(amount)}` : 'Refund'}
        onCancel={onClose}
        onSubmit={({ reason }) => send.mutate({ id: payment.id, amount: amount ?? 0, reason })}
      >
        <MoneyField {...form.field('amount')} label="Amount" hint={`At most ${formatRand(rest)}.`} />
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="Kept with the refund, and sent to the gateway."
          maxLength={200}
        />
      </FormPanel>
    </Modal>
  )
}
