import { identityApi } from '@waybill/domain/identity/api'
import { overlap_hours } from '@waybill/domain/identity/sign-in/api-key-limits'
import type { ApiKey } from '@waybill/domain/identity/model'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { KeyLimits, limitProblems, limitsSent, type LimitValues } from './KeyLimits.tsx'
import { MadeKey } from './MadeKey.tsx'

/** Dialog to change the name and the limits of an API key. */
export function EditApiKey({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const save = useEndpointMutation(identityApi.changeApiKey, {
    inForm: true,
    refresh: [identityApi.apiKeys],
    done: ({ name }) => {
      toast.success(`API key ${name} was changed`)
      onClose()
    },
  })
  const form = useForm<LimitValues & { name: string }>({
    initial: {
      name: key.name,
      days: null,
      reach: key.scopes.length > 0 ? 'scopes' : 'role',
      scopes: key.scopes,
      addresses: key.addresses.join('\n'),
    },
    check: (values) => [
      ...(values.name.trim() ? [] : [{ field: 'name', message: 'Say what the key is for.' }]),
      ...limitProblems(values),
    ],
  })
  return (
    <Modal title={`API key ${key.name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={save.isPending}
        error={save.error}
        submit="Save changes"
        onCancel={onClose}
        onSubmit={(values) => save.mutate({ id: key.id, name: values.name.trim(), ...limitsSent(values) })}
      >
        <TextField {...form.field('name')} label="Name" maxLength={100} autoComplete="off" />
        <KeyLimits form={form} keeps="No change" />
      </FormPanel>
    </Modal>
  )
}

const overlaps = [
  { value: 0, label: 'No time: it stops now' },
  { value: 1, label: '1 hour' },
  { value: overlap_hours.default, label: '24 hours' },
  { value: 72, label: '3 days' },
  { value: overlap_hours.max, label: '7 days' },
]

/** Dialog to replace an API key with a new one. The previous key stays valid for the selected time. */
export function RotateApiKey({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const [made, setMade] = useState<{ name: string; api_key: string } | null>(null)
  const rotate = useEndpointMutation(identityApi.rotateApiKey, {
    inForm: true,
    refresh: [identityApi.apiKeys],
    done: setMade,
  })
  const form = useForm<{ hours: number | null }>({ initial: { hours: overlap_hours.default } })
  if (made) return <MadeKey {...made} onClose={onClose} />
  return (
    <Modal title={`Replace API key ${key.name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={rotate.isPending}
        error={rotate.error}
        submit="Create new key"
        onCancel={onClose}
        onSubmit={({ hours }) => rotate.mutate({ id: key.id, overlap_hours: hours ?? overlap_hours.default })}
      >
        <p>
          You get a new key with the same role and limits. Put it into your systems while the key ending in{' '}
          {key.last_four} still works.
          {key.previous && ` The key ending in ${key.previous.last_four} stops working now.`}
        </p>
        <SelectField {...form.field('hours')} label="The previous key works for" options={overlaps} />
      </FormPanel>
    </Modal>
  )
}
