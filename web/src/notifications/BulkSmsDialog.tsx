import { notificationsApi } from '@waybill/domain/notifications/api'
import { bulkSmsProblem, readBulkSms } from '@waybill/domain/notifications/bulk-sms'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextArea } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'

/** Dialog to send one SMS to many numbers; shows the number of recipients and parts before sending (NOTE-015). */
export function BulkSmsDialog({
  numbers,
  onClose,
}: {
  /** Initial phone numbers. */
  numbers: readonly string[]
  onClose: () => void
}) {
  const send = useEndpointMutation(notificationsApi.bulkSms, {
    inForm: true,
    done: ({ accepted }) => {
      toast.success(`The SMS is on its way to ${counted(accepted)}.`)
      onClose()
    },
  })
  const form = useForm({
    initial: { phone_numbers: [...new Set(numbers)].join('\n'), message: '' },
    check: ({ phone_numbers, message }) => {
      // The allowed number of parts is a company setting; the server checks it.
      const problem = bulkSmsProblem(readBulkSms([phone_numbers], message), Infinity)
      return problem ? problem.fields.map(({ field }) => ({ field, message: problem.message })) : true
    },
  })
  const bulk = readBulkSms([form.values.phone_numbers], form.values.message)
  return (
    <Modal title="Send a bulk SMS" onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={`Send to ${counted(bulk.numbers.length)}`}
        onCancel={onClose}
        onSubmit={({ phone_numbers, message }) => send.mutate({ phone_numbers: [phone_numbers], message })}
      >
        <TextArea
          {...form.field('phone_numbers')}
          label="Phone numbers"
          hint={
            bulk.rejected.length > 0
              ? `Left out, because they are no phone numbers: ${bulk.rejected.slice(0, 5).join(', ')}${bulk.rejected.length > 5 ? ' …' : ''}`
              : 'One per line, or separated by commas or semicolons. Each number gets one message.'
          }
          rows={5}
        />
        <TextArea
          {...form.field('message')}
          label="Message"
          hint={`${bulk.text.length} characters, sent in ${bulk.segments === 1 ? '1 part' : `${bulk.segments} parts`}.`}
          maxLength={2000}
          rows={4}
        />
      </FormPanel>
    </Modal>
  )
}

function counted(numbers: number): string {
  return numbers === 1 ? '1 number' : `${formatCount(numbers)} numbers`
}
