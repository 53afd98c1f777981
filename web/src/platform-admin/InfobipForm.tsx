import { checkInfobip } from '@waybill/domain/platform-admin/infobip-rules'
import { providersApi, type Infobip } from '@waybill/domain/platform-admin/providers-api'
import { useEndpointMutation } from '../kit/api/index.ts'
import { RadioGroup } from '../kit/form/choices/Choices.tsx'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'

/** Edits the SMS settings of one company. The key can be set, but is never displayed. */
export function InfobipForm({ of: company, onClose }: { of: Infobip; onClose: () => void }) {
  const { sms_provider, infobip_base_url, sms_sender_id, has_key } = company
  const form = useForm({
    initial: { sms_provider, infobip_base_url, sms_sender_id, infobip_api_key: '' },
    check: (values) => checkInfobip(values, has_key || values.infobip_api_key !== ''),
  })
  const save = useEndpointMutation(providersApi.saveInfobip, {
    inForm: true,
    refresh: [providersApi.infobip],
    done: () => {
      toast.success('Changes saved')
      onClose()
    },
  })
  return (
    <Modal title={`SMS of ${company.name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={save.isPending}
        error={save.error}
        submit="Save changes"
        onCancel={onClose}
        onSubmit={({ infobip_api_key, ...values }) =>
          save.mutate({ ...values, id: company.id, infobip_api_key: infobip_api_key || undefined })
        }
      >
        <RadioGroup
          {...form.field('sms_provider')}
          label="SMS go"
          choices={[
            { value: 'infobip', label: 'Through Infobip' },
            { value: 'log', label: 'Nowhere', hint: 'They are only written to the message log.' },
          ]}
        />
        <TextField
          {...form.field('infobip_base_url')}
          label="API address"
          type="url"
          placeholder="https://abc123.api.infobip.com"
          optional={form.values.sms_provider === 'log'}
        />
        <TextField
          {...form.field('sms_sender_id')}
          label="Sender"
          hint="Up to 11 letters and digits, or a number."
          maxLength={16}
          width={220}
          optional={form.values.sms_provider === 'log'}
        />
        <TextField
          {...form.field('infobip_api_key')}
          label="Key"
          type="password"
          autoComplete="off"
          hint={
            has_key ? 'A key is stored. Leave empty to keep it.' : 'From the Infobip account of the company.'
          }
          optional={has_key || form.values.sms_provider === 'log'}
        />
      </FormPanel>
    </Modal>
  )
}
