import { IconPlus, IconTrash } from '../kit/icons/icons.ts'
import { webhooksApi } from '@waybill/domain/integrations/api'
import {
  checkAuthorization,
  checkSubscription,
  max_headers,
  notify_statuses,
  topic_labels,
  webhook_topics,
  type WebhookSubscription,
  type WebhookTopic,
} from '@waybill/domain/integrations/webhooks'
import { isStaff } from '@waybill/domain/kit/actor'
import { firstOf } from '@waybill/domain/kit/rule-result'
import { AccountPicker, useAccount } from '../accounts/index.ts'
import { useEndpointMutation } from '../kit/api/index.ts'
import { RadioGroup } from '../kit/form/choices/Choices.tsx'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { useMe } from '../kit/session/me.ts'
import { Button, IconButton } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import shared from './integrations.module.css'
import styles from './subscription-form.module.css'
import { TickList } from './TickList.tsx'
import { statusText } from './labels.tsx'

interface Values {
  whose: 'company' | 'account'
  account_id: number | null
  topic: WebhookTopic
  delivery_url: string
  auth_key: string
  notify_when: string[]
  meta: string
  headers: { name: string; value: string }[]
}

const topic_options = webhook_topics.map((topic) => ({
  value: topic,
  label: topic_labels[topic],
  hint: topic,
}))
const status_options = notify_statuses.map((status) => ({ value: status, label: statusText(status) }))

function valuesOf(stored: WebhookSubscription | null): Values {
  return {
    whose: stored?.account_id ? 'account' : 'company',
    account_id: stored?.account_id ?? null,
    topic: stored?.topic ?? 'tracking-event',
    delivery_url: stored?.delivery_url ?? '',
    auth_key: stored?.auth_key ?? '',
    notify_when: stored?.notify_when ?? [],
    meta: stored?.meta ?? '',
    headers: Object.entries(stored?.headers ?? {}).map(([name, value]) => ({ name, value })),
  }
}

/** Form for a new or an existing subscription. */
export function SubscriptionForm({
  stored,
  onMade,
  onClose,
}: {
  stored: WebhookSubscription | null
  onMade: (secret: string) => void
  onClose: () => void
}) {
  const me = useMe()
  const needsAccount = isStaff(me) && stored === null
  const form = useForm<Values>({
    initial: valuesOf(stored),
    check: (values) => {
      if (needsAccount && values.whose === 'account' && values.account_id === null)
        return [{ field: 'account_id', message: 'Choose the account.' }]
      const fields = fieldsOf(values)
      return firstOf(
        checkSubscription(fields),
        stored ? checkAuthorization(stored.delivery_url, fields) : true,
      )
    },
  })
  const create = useEndpointMutation(webhooksApi.create, {
    inForm: true,
    refresh: [webhooksApi.list],
    done: ({ signing_secret = '' }) => onMade(signing_secret),
  })
  const change = useEndpointMutation(webhooksApi.change, {
    inForm: true,
    refresh: [webhooksApi.list],
    done: () => {
      toast.success('Webhook subscription changed')
      onClose()
    },
  })
  const { values } = form
  const account = useAccount(values.account_id)
  const submit = (typed: Values): void => {
    const fields = fieldsOf(typed)
    if (stored)
      change.mutate({
        ...fields,
        id: stored.id,
        version: stored.version,
        // Sent only when it has changed, because a new destination requires confirmation.
        delivery_url: fields.delivery_url === stored.delivery_url ? undefined : fields.delivery_url,
      })
    else
      create.mutate({
        ...fields,
        account_id: needsAccount && typed.whose === 'account' ? (typed.account_id ?? undefined) : undefined,
        is_active: undefined,
      })
  }
  return (
    <Modal
      title={stored ? 'Edit webhook subscription' : 'New webhook subscription'}
      onClose={onClose}
      width="wide"
    >
      <FormPanel
        form={form}
        saving={create.isPending || change.isPending}
        error={create.error ?? change.error}
        submit={stored ? 'Save changes' : 'Subscribe'}
        onCancel={onClose}
        onSubmit={submit}
      >
        {needsAccount && (
          <RadioGroup
            {...form.field('whose')}
            label="About shipments of"
            choices={[
              { value: 'company', label: 'The whole company' },
              { value: 'account', label: 'One account' },
            ]}
          />
        )}
        {needsAccount && values.whose === 'account' && (
          <AccountPicker binding={form.field('account_id')} chosen={account} />
        )}
        <SelectField {...form.field('topic')} label="About" options={topic_options} />
        <TextField
          {...form.field('delivery_url')}
          label="Address"
          hint="Where we send each message, such as https://example.co.za/hook"
          maxLength={500}
          autoComplete="off"
        />
        {values.topic === 'tracking-event' && (
          <TickList
            name="notify_when"
            label="Only these statuses (none ticked means all)"
            options={status_options}
            value={values.notify_when}
            onChange={(chosen) => form.set('notify_when', chosen)}
          />
        )}
        <TextField
          {...form.field('auth_key')}
          label="Authorization"
          optional
          hint={`Sent as it is in the Authorization header, such as ‘Bearer abc’.${stored?.auth_key ? ' Leave *** to keep the stored value.' : ''}`}
          maxLength={500}
          autoComplete="off"
        />
        <TextField
          {...form.field('meta')}
          label="Note for the receiver"
          optional
          hint="Sent in the header X-Webhook-Meta."
          maxLength={500}
        />
        {values.headers.map((_header, at) => (
          <div key={at} className={styles.line}>
            <div className={shared.grow}>
              <TextField
                {...form.field(`headers.${at}.name`)}
                label={`Header ${at + 1}`}
                mono
                maxLength={60}
              />
            </div>
            <div className={shared.grow}>
              <TextField
                {...form.field(`headers.${at}.value`)}
                label={`Value ${at + 1}`}
                mono
                maxLength={500}
              />
            </div>
            <IconButton
              label={`Remove header ${at + 1}`}
              icon={IconTrash}
              onClick={() => form.set('headers', values.headers.toSpliced(at, 1))}
            />
          </div>
        ))}
        {values.headers.length < max_headers && (
          <div>
            <Button
              icon={IconPlus}
              size="sm"
              onClick={() => form.set('headers', [...values.headers, { name: '', value: '' }])}
            >
              Add header
            </Button>
          </div>
        )}
      </FormPanel>
    </Modal>
  )
}

function fieldsOf(values: Values) {
  const named = values.headers.filter(({ name }) => name.trim() !== '')
  return {
    topic: values.topic,
    delivery_url: values.delivery_url.trim(),
    auth_key: values.auth_key.trim(),
    notify_when: values.topic === 'tracking-event' ? values.notify_when : [],
    meta: values.meta.trim(),
    headers: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value.trim()])),
  }
}
