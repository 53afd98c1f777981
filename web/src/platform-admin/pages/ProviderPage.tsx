import { useQuery, useQueryClient } from '@tanstack/react-query'
import { provider_features } from '@waybill/domain/identity/features'
import {
  mayTakeStatus,
  provider_statuses,
  status_meanings,
} from '@waybill/domain/platform-admin/provider-rules'
import { providersApi, type PlatformProvider } from '@waybill/domain/platform-admin/providers-api'
import { call, endpointQuery, refresh } from '../../kit/api/index.ts'
import { Checkbox, RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { MergingFormPanel } from '../../kit/form/merging/MergingFormPanel.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { useMergingForm } from '../../kit/form/merging/use-merging-form.ts'
import { useMe } from '../../kit/session/me.ts'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { editOf, mergeProviderEdits, patchOf, problemsOf, provider_labels } from '../provider-edit.ts'
import { ProviderBadge, status_labels } from '../ProviderBadge.tsx'
import { UseCard } from '../UseCard.tsx'
import styles from './provider-page.module.css'

const back = { to: '/shiplogic-admin/providers', label: 'Providers' }

/** One courier company: its status, host names and features (ADMIN-001…ADMIN-004). */
export default function ProviderPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery(endpointQuery(providersApi.list, {}))
  const provider = query.data?.providers.find((one) => one.id === id)
  if (provider) return <OneProvider key={provider.id} provider={provider} />
  return (
    <PendingRecord
      name="provider"
      back={back}
      query={query}
      missing="There is no such company on this installation."
    />
  )
}

function OneProvider({ provider }: { provider: PlatformProvider }) {
  return (
    <Page width="detail">
      <PageHeader
        title={provider.name}
        badge={<ProviderBadge status={provider.status} size="large" />}
        back={back}
      />
      <Columns
        main={
          <Stack>
            <ProviderForm provider={provider} />
            <UseCard id={provider.id} />
          </Stack>
        }
        side={
          <Card title="Use">
            <Facts
              of={[
                [
                  'Pages',
                  <a key="pages" href={provider.web_url}>
                    {provider.web_url.replace(/^https?:\/\//, '')}
                  </a>,
                ],
                ['Users', formatCount(provider.users)],
                ['Accounts', formatCount(provider.accounts)],
                ['Shipments in 30 days', formatCount(provider.shipments)],
                ['Last activity', <When key="last" at={provider.last_activity} />],
                ['Made', <When key="made" at={provider.time_created} />],
              ]}
            />
          </Card>
        }
      />
    </Page>
  )
}

function ProviderForm({ provider }: { provider: PlatformProvider }) {
  const me = useMe()
  const client = useQueryClient()
  const merging = useMergingForm({
    subject: provider,
    valuesOf: editOf,
    patchOf,
    merge: mergeProviderEdits,
    readAgain: async ({ id }) =>
      (await call(providersApi.list, {})).providers.find((one) => one.id === id) ?? provider,
    send: (patch, idempotencyKey) => call(providersApi.change, patch, { idempotency_key: idempotencyKey }),
    refresh: () => refresh(client, [providersApi.list]),
    onSaved: () => undefined,
    labelOf: (key) => provider_labels[key],
    problemsOf: (values) => problemsOf(provider, values),
  })
  const { form } = merging
  const { status, enabled_features } = form.values
  const statuses = provider_statuses.filter(
    (one) => one === provider.status || mayTakeStatus(provider, one, me.provider_id) === true,
  )
  return (
    <MergingFormPanel of={merging} title="Someone else changed this company in the meantime.">
      <Card title="Service">
        <Stack>
          <RadioGroup
            {...form.field('status')}
            label={provider_labels.status}
            choices={statuses.map((value) => ({
              value,
              label: status_labels[value],
              hint: status_meanings[value],
            }))}
          />
          {status === 'overdue' && (
            <TextField
              {...form.field('overdue_invoices')}
              label={provider_labels.overdue_invoices}
              hint="Invoice numbers, separated by commas. The banner shows them."
            />
          )}
        </Stack>
      </Card>
      <Card title="Company">
        <Stack>
          <TextField {...form.field('name')} label={provider_labels.name} maxLength={120} />
          <TextArea
            {...form.field('origins')}
            label={provider_labels.origins}
            hint="One per line. The first one is used in links."
            optional={provider.is_default}
          />
        </Stack>
      </Card>
      <Card title={provider_labels.enabled_features} note="Parts that are off are hidden.">
        <div className={styles.features}>
          {provider_features.map(({ name, label }) => (
            <Checkbox
              key={name}
              {...standaloneField(name, enabled_features.includes(name), (isOn) =>
                form.set(
                  'enabled_features',
                  provider_features
                    .map((one) => one.name)
                    .filter((one) => (one === name ? isOn : enabled_features.includes(one))),
                ),
              )}
              label={label}
            />
          ))}
        </div>
      </Card>
      <Card title="Allowances" note="Its administrators may then switch these on in the settings.">
        <Stack>
          <Checkbox {...form.field('allow_idm')} label={provider_labels.allow_idm} />
          <Checkbox {...form.field('allow_whatsapp')} label={provider_labels.allow_whatsapp} />
          <Checkbox
            {...form.field('is_pickup_locker_provider')}
            label={provider_labels.is_pickup_locker_provider}
            hint="Its customers are sent to the mobile app."
          />
        </Stack>
      </Card>
    </MergingFormPanel>
  )
}
