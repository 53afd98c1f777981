import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { checkReason } from './reason.ts'
import { receivables_queries } from './receivables-queries.ts'

/** Dialog that writes off what is open on an invoice. */
export function WriteOffDialog({
  invoice: { invoice_id, doc_display_id, open },
  onClose,
}: {
  invoice: { invoice_id: number; doc_display_id: string; open: Cents }
  onClose: () => void
}) {
  const form = useForm({ initial: { reason: '' }, check: checkReason })
  const send = useEndpointMutation(receivablesApi.writeOff, {
    inForm: true,
    refresh: receivables_queries,
    sentForApproval: onClose,
    done: () => {
      toast.success(`${formatRand(open)} of ${doc_display_id} is written off`)
      onClose()
    },
  })
  return (
    <Modal title={`Write off ${doc_display_id}?`} onClose={onClose} width="narrow">
      <p>
        This posts {formatRand(open)} as bad debt and settles the invoice. If the customer pays later, reverse
        the write-off.
      </p>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={`Write off ${formatRand(open)}`}
        onCancel={onClose}
        onSubmit={({ reason }) => send.mutate({ invoice_id, open, reason: reason.trim() })}
      >
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
