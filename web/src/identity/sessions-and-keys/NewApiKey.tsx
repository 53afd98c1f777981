import { identityApi } from '@waybill/domain/identity/api'
import { isStaff, role_ids } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { AccountPicker, useAccount } from '../../accounts/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useMe } from '../../kit/session/me.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { account_key_roles, company_key_roles } from './api-key-roles.ts'
import { KeyLimits, limitProblems, limitsSent, type LimitValues } from './KeyLimits.tsx'
import { MadeKey } from './MadeKey.tsx'

interface Values extends LimitValues {
  name: string
  /** Whether the key acts for the company or for an account. */
  whose: 'company' | 'account'
  account_id: number | null
  role_id: number | null
}

/** Dialog to create an API key, which is displayed only once. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const viewerIsStaff = isStaff(me)
  const [made, setMade] = useState<{ name: string; api_key: string } | null>(null)
  const send = useEndpointMutation(identityApi.createApiKey, {
    inForm: true,
    refresh: [identityApi.apiKeys],
    done: setMade,
  })
  const form = useForm<Values>({
    initial: {
      name: '',
      whose: viewerIsStaff ? 'company' : 'account',
      account_id: null,
      role_id: viewerIsStaff ? role_ids.provider_api_user : role_ids.account_owner,
      days: 365,
      reach: 'role',
      scopes: [],
      addresses: '',
    },
    check: ({ name, whose, account_id, role_id, ...limits }) => [
      ...(name.trim() ? [] : [{ field: 'name', message: 'Say what the key is for.' }]),
      ...(viewerIsStaff && whose === 'account' && account_id === null
        ? [{ field: 'account_id', message: 'Choose the account.' }]
        : []),
      ...(role_id === null ? [{ field: 'role_id', message: 'Choose a role.' }] : []),
      ...limitProblems(limits),
    ],
  })
  const { whose, account_id } = form.values
  const account = useAccount(account_id)
  if (made) return <MadeKey {...made} onClose={onClose} />
  const whoseField = form.field('whose')
  return (
    <Modal title="New API key" onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Create API key"
        onCancel={onClose}
        onSubmit={(values) =>
          send.mutate({
            ...limitsSent(values),
            expires_in_days: values.days || undefined,
            name: values.name.trim(),
            role_id: values.role_id ?? undefined,
            account_id:
              viewerIsStaff && values.whose === 'account' ? (values.account_id ?? undefined) : undefined,
          })
        }
      >
        <TextField
          {...form.field('name')}
          label="Name"
          hint="What the key is for, such as ‘Web shop’."
          maxLength={100}
          autoComplete="off"
        />
        {viewerIsStaff && (
          <RadioGroup
            {...whoseField}
            label="Acts for"
            onChange={(next) => {
              whoseField.onChange(next)
              form.set('role_id', next === 'account' ? role_ids.account_owner : role_ids.provider_api_user)
            }}
            choices={[
              { value: 'company', label: 'The whole company' },
              { value: 'account', label: 'One account' },
            ]}
          />
        )}
        {viewerIsStaff && whose === 'account' && (
          <AccountPicker binding={form.field('account_id')} chosen={account} />
        )}
        <SelectField
          {...form.field('role_id')}
          label="Role"
          hint="What the key may do."
          options={whose === 'account' ? account_key_roles : company_key_roles}
        />
        <KeyLimits form={form} />
      </FormPanel>
    </Modal>
  )
}
