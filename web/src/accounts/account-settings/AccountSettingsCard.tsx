import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { parseStored } from '@waybill/domain/kit/setting'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { TimeWindow } from '../../kit/form/dates/TimeWindow.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { all_settings, settingsEdit, settingsToSave, type SettingsEdit } from './account-settings-edit.ts'

/**
 * Card with the settings that an account chooses for itself; empty ones use the courier company's value (ACC-016,
 * ACC-017).
 */
export function AccountSettingsCard({ account }: { account: ListedAccount }) {
  const query = useQuery(endpointQuery(accountsApi.settings, { account_id: account.id, limit: all_settings }))
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="The settings" onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading lines={5} />
  const stored = new Map(query.data.account_settings.map(({ key, value }) => [key, parseStored(value)]))
  return <SettingsForm key={query.dataUpdatedAt} account={account} stored={stored} />
}

const company = 'Same as the courier company'

function SettingsForm({ account, stored }: { account: ListedAccount; stored: ReadonlyMap<string, unknown> }) {
  const me = useMe()
  const mayEdit = mayCall(me, accountsApi.saveSettings) && account.status === 'open'
  const initial = settingsEdit(stored)
  const form = useForm<SettingsEdit>({ initial })
  const save = useEndpointMutation(accountsApi.saveSettings, {
    inForm: true,
    refresh: [accountsApi.settings],
    done: () => toast.success('Settings saved'),
  })
  const off = mayEdit ? undefined : 'You may not change settings of accounts.'
  return (
    <Card title="Settings" note="Empty settings use the values of the courier company">
      <FormPanel
        form={form}
        saving={save.isPending}
        error={save.error}
        submit="Save settings"
        hideButtons={!mayEdit}
        onSubmit={(values) =>
          save.mutate({ account_id: account.id, settings: settingsToSave(initial, values) })
        }
      >
        <FieldRow>
          <SelectField
            {...form.field('auto_add_address_book')}
            label="Keep typed addresses in the address book"
            placeholder={company}
            clearable
            off={off}
            options={[
              { value: 'true', label: 'Yes' },
              { value: 'false', label: 'No' },
            ]}
          />
          <SelectField
            {...form.field('default_label_format')}
            label="Label format"
            placeholder={company}
            clearable
            off={off}
            options={[
              { value: 'pdf', label: 'PDF' },
              { value: 'zpl', label: 'ZPL, for label printers' },
            ]}
          />
        </FieldRow>
        <TextArea
          {...form.field('parcel_categories')}
          label="Parcel categories"
          hint="One per line. Leave empty to use those of the courier company."
          optional
          off={off}
          rows={4}
          maxLength={5000}
        />
        <FieldRow>
          <TimeWindow {...form.field('collection')} label="Usual collection window" />
          <TimeWindow {...form.field('delivery')} label="Usual delivery window" />
        </FieldRow>
      </FormPanel>
    </Card>
  )
}
