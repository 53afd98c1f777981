import { integrationsApi } from '@waybill/domain/integrations/api'
import type { Integration } from '@waybill/domain/integrations/model'
import {
  mergedCredentials,
  provider_facts,
  type IntegrationProvider,
} from '@waybill/domain/integrations/providers'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { CredentialFields } from './CredentialFields.tsx'

interface Values {
  provider: IntegrationProvider
  name: string
  credentials: Record<string, string>
}

/** Form for a new integration with a provider that is switched on. */
export function NewIntegration({
  providers,
  onMade,
  onClose,
}: {
  providers: readonly IntegrationProvider[]
  onMade: (made: Integration) => void
  onClose: () => void
}) {
  const form = useForm<Values>({
    initial: { provider: providers[0] ?? 'webhook', name: '', credentials: {} },
    check: ({ provider, name, credentials }) => [
      ...(name.trim() ? [] : [{ field: 'name', message: 'Give the integration a name.' }]),
      ...mergedCredentials(provider, {}, credentials).problems,
    ],
  })
  const create = useEndpointMutation(integrationsApi.create, {
    inForm: true,
    refresh: [integrationsApi.list],
    done: onMade,
  })
  const { provider } = form.values
  return (
    <Modal title="New integration" onClose={onClose}>
      <FormPanel
        form={form}
        saving={create.isPending || create.isSuccess}
        error={create.error}
        submit="Add integration"
        onCancel={onClose}
        onSubmit={({ name, credentials }) =>
          create.mutate({
            provider,
            name: name.trim(),
            credentials,
            environment: undefined,
            is_active: undefined,
          })
        }
      >
        <SelectField
          {...form.field('provider')}
          label="Provider"
          hint={provider_facts[provider].about}
          options={providers.map((one) => ({ value: one, label: provider_facts[one].label, hint: one }))}
        />
        <TextField
          {...form.field('name')}
          label="Name"
          hint="Shown in the history of changes by the integration."
          maxLength={60}
          autoComplete="off"
        />
        <CredentialFields
          provider={provider}
          fieldOf={(key) => {
            const binding = form.field(`credentials.${key}`)
            return { ...binding, value: binding.value ?? '' }
          }}
        />
      </FormPanel>
    </Modal>
  )
}
