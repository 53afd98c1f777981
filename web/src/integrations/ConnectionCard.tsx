import { IconTransfer } from '../kit/icons/icons.ts'
import { integrationsApi } from '@waybill/domain/integrations/api'
import type { Integration } from '@waybill/domain/integrations/model'
import { mergedCredentials, provider_facts } from '@waybill/domain/integrations/providers'
import { useState } from 'react'
import { useEndpointMutation } from '../kit/api/index.ts'
import { RadioGroup, Toggle } from '../kit/form/choices/Choices.tsx'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Reference } from '../kit/ui/values/Value.tsx'
import { CredentialFields } from './CredentialFields.tsx'
import { HandOver } from './HandOver.tsx'
import shared from './integrations.module.css'
import styles from './connection-card.module.css'

interface Values {
  name: string
  environment: Integration['environment']
  is_active: boolean
  credentials: Record<string, string>
}

/** How we reach the provider of an integration, and at which address the provider reaches us. */
export function ConnectionCard({ of }: { of: Integration }) {
  const me = useMe()
  const { provider } = of
  const form = useForm<Values>({
    initial: {
      name: of.name,
      environment: of.environment,
      is_active: of.is_active,
      credentials: { ...of.credentials },
    },
    check: ({ name, credentials }) => [
      ...(name.trim() ? [] : [{ field: 'name', message: 'Give the integration a name.' }]),
      ...mergedCredentials(provider, of.credentials, credentials).problems,
    ],
  })
  const change = useEndpointMutation(integrationsApi.change, {
    inForm: true,
    refresh: [integrationsApi.list],
    done: ({ name, environment, is_active, credentials }) => {
      toast.success('Changes saved')
      form.reset({ name, environment, is_active, credentials: { ...credentials } })
    },
  })
  const off = mayCall(me, integrationsApi.change) ? null : 'You can view it, but not change it.'
  const [isHanding, setHanding] = useState(false)
  const { calls_in, about, label, actions } = provider_facts[provider]
  return (
    <Stack>
      <Card
        title="Connection"
        note={label}
        actions={
          actions.includes('outsource-leg') &&
          mayCall(me, integrationsApi.handOver) && (
            <Button
              size="sm"
              icon={IconTransfer}
              reason={of.is_active && of.is_offered ? null : 'Switch the integration on first.'}
              onClick={() => setHanding(true)}
            >
              Hand over a shipment
            </Button>
          )
        }
      >
        <p className={styles.lead}>{about}</p>
        <FormPanel
          form={form}
          saving={change.isPending}
          error={change.error}
          submit="Save changes"
          hideButtons={off !== null}
          onSubmit={(values) =>
            change.mutate({ id: of.id, version: of.version, ...values, name: values.name.trim() })
          }
        >
          <Toggle {...form.field('is_active')} label="In use" off={off} />
          <TextField {...form.field('name')} label="Name" maxLength={60} off={off} />
          <RadioGroup
            {...form.field('environment')}
            label="Environment"
            choices={[
              { value: 'test', label: 'Test' },
              { value: 'live', label: 'Live' },
            ]}
          />
          <CredentialFields
            provider={provider}
            off={off}
            fieldOf={(key) => {
              const binding = form.field(`credentials.${key}`)
              return { ...binding, value: binding.value ?? '' }
            }}
          />
        </FormPanel>
      </Card>
      {isHanding && <HandOver to={of} onClose={() => setHanding(false)} />}
      {calls_in && (
        <Card title="Inbound address">
          <p className={styles.lead}>
            {calls_in === 'measures'
              ? 'The machine sends each parcel to this address and gets its bay. Anyone who has this address can measure parcels: keep it secret.'
              : 'Give this address to the courier for tracking webhooks. Anyone who has it can report on shipments: keep it secret.'}
          </p>
          <p className={shared.address}>
            {of.inbound_url ? (
              <Reference of={of.inbound_url} copy="always" />
            ) : (
              'Only people who may change the integration can see the address.'
            )}
          </p>
        </Card>
      )}
    </Stack>
  )
}
