import { useQuery } from '@tanstack/react-query'
import { short_url_days } from '@waybill/domain/short-urls/short-urls'
import { providersApi, type ShortUrl } from '@waybill/domain/platform-admin/providers-api'
import { endpointQuery, useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { NumberField } from '../kit/form/TypedField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { copyText } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'

/** Creates a short URL for a company and copies it. */
export function NewShortUrl({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const known = useQuery({ ...endpointQuery(providersApi.list, {}), enabled: mayCall(me, providersApi.list) })
  const form = useForm({
    initial: {
      id: me.provider_id as number | null,
      target: '',
      days: short_url_days.default as number | null,
    },
    check: ({ id, target, days }) => [
      ...(id === null ? [{ field: 'id', message: 'Choose the company.' }] : []),
      ...(target.trim() === '' ? [{ field: 'target', message: 'Enter the address it leads to.' }] : []),
      ...(days === null || days < 1 || days > short_url_days.max
        ? [{ field: 'days', message: `Enter a number of days from 1 to ${short_url_days.max}.` }]
        : []),
    ],
  })
  const add = useEndpointMutation(providersApi.addShortUrl, {
    inForm: true,
    refresh: [providersApi.shortUrls],
    done: ({ short_url }: ShortUrl) => {
      void copyText(short_url)
      onClose()
    },
  })
  return (
    <Modal title="New short URL" onClose={onClose}>
      <FormPanel
        form={form}
        saving={add.isPending}
        error={add.error}
        submit="Create and copy"
        onCancel={onClose}
        onSubmit={({ id, target, days }) => add.mutate({ id: id ?? 0, target, days: days ?? undefined })}
      >
        <SelectField
          {...form.field('id')}
          label="Company"
          options={(known.data?.providers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField
          {...form.field('target')}
          label="Leads to"
          type="url"
          hint="A page under one of the company's own host names."
          maxLength={2000}
        />
        <NumberField {...form.field('days')} label="Works for" suffix="days" places={0} width={140} />
      </FormPanel>
    </Modal>
  )
}
