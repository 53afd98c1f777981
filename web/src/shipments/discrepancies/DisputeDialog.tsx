import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import {
  checkDispute,
  dispute_folder,
  max_dispute_files,
} from '@waybill/domain/shipments/discrepancies/discrepancy'
import type { WeightDiscrepancy } from '@waybill/domain/shipments/discrepancies/model'
import { useState } from 'react'
import { stillSending, UploadsField, type Uploaded } from '../../files/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { changed_by_discrepancy } from './changed-by-discrepancy.ts'

/** Disputes the measures of a shipment with a reason and photos. */
export function DisputeDialog({
  discrepancy: { id, version, tracking_reference },
  onClose,
}: {
  discrepancy: WeightDiscrepancy
  onClose: () => void
}) {
  const [sending, setSending] = useState(0)
  const form = useForm({
    initial: { reason: '', files: [] as readonly Uploaded[] },
    check: ({ reason }) => (sending > 0 ? stillSending(sending) : checkDispute(reason)),
  })
  const send = useEndpointMutation(discrepanciesApi.dispute, {
    inForm: true,
    refresh: changed_by_discrepancy,
    done: () => {
      toast.success('The measures are disputed')
      onClose()
    },
  })
  return (
    <Modal title={`Dispute the weight of ${tracking_reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Dispute"
        onCancel={onClose}
        onSubmit={({ reason, files }) => send.mutate({ id, version, reason, files: [...files] })}
      >
        <TextArea
          {...form.field('reason')}
          label="Reason"
          hint="What you measured, and how."
          rows={4}
          maxLength={2000}
        />
        <UploadsField
          {...form.field('files')}
          label="Photos"
          optional
          folder={dispute_folder}
          max={max_dispute_files}
          onSending={setSending}
        />
      </FormPanel>
    </Modal>
  )
}
