import { receivablesApi, type FreeCredit } from '@waybill/domain/billing/receivables-api'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { confirmUnusual } from '../ledger/confirm-unusual.tsx'
import { checkReason } from './reason.ts'
import { receivables_queries } from './receivables-queries.ts'

/** Dialog that posts the refund of a credit that is not allocated. */
export function RefundDialog({ credit, onClose }: { credit: FreeCredit; onClose: () => void }) {
  const { transaction_id, rest } = credit
  const name = credit.doc_display_id ?? transaction_types[credit.type].label
  const form = useForm<{ amount: Cents | null; reason: string }>({
    initial: { amount: rest, reason: '' },
    check: ({ amount, reason }) => {
      const missing = checkReason({ reason })
      if (amount === null) return [{ field: 'amount', message: 'Give the amount.' }]
      if (amount <= 0) return [{ field: 'amount', message: `The amount must be more than ${formatRand(0)}.` }]
      if (amount > rest)
        return [{ field: 'amount', message: `Only ${formatRand(rest)} is left on this credit.` }]
      return missing
    },
  })
  const send = useEndpointMutation(receivablesApi.refund, {
    inForm: true,
    refresh: receivables_queries,
    sentForApproval: onClose,
    done: ({ amount }) => {
      toast.success(`Refund of ${formatRand(-amount)} posted`)
      onClose()
    },
  })
  const post = async ({ amount, reason }: { amount: Cents | null; reason: string }): Promise<void> => {
    if (amount === null || !(await confirmUnusual([{ amount, to: 'the customer' }]))) return
    send.mutate({ transaction_id, rest, amount, reason: reason.trim() })
  }
  return (
    <Modal title={`Refund ${name}?`} onClose={onClose} width="narrow">
      <p>This records that the money is paid back. Make the payment in your bank yourself.</p>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={form.values.amount ? `Refund ${formatRand(form.values.amount)}` : 'Refund'}
        onCancel={onClose}
        onSubmit={post}
      >
        <MoneyField {...form.field('amount')} label="Amount" hint={`${formatRand(rest)} is left on it.`} />
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="Only your company sees this."
          maxLength={500}
        />
      </FormPanel>
    </Modal>
  )
}
