import { useQuery } from '@tanstack/react-query'
import { IconDotsVertical, IconPlus, IconSend } from '../kit/icons/icons.ts'
import { webhooksApi } from '@waybill/domain/integrations/api'
import { mayReplay, topic_labels, type WebhookSubscription } from '@waybill/domain/integrations/webhooks'
import { isStaff } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../kit/api/index.ts'
import { confirmAction } from '../kit/layers/alerts.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { ActionButton, Button, IconButton } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Menu, type MenuEntry } from '../kit/ui/layers/Menu.tsx'
import { EmptyState, Loading, RegionError } from '../kit/ui/states/States.tsx'
import { When } from '../kit/ui/values/Value.tsx'
import { useSearchState } from '../kit/url/use-search.ts'
import { Deliveries } from './Deliveries.tsx'
import styles from './integrations.module.css'
import { MadeSecret } from './MadeSecret.tsx'
import { SubscriptionForm } from './SubscriptionForm.tsx'
import { statusText, SubscriptionBadge } from './labels.tsx'

/** Maximum number of subscriptions in one response of the server. */
const all_subscriptions = 10_000

type Opened = { stored: WebhookSubscription | null } | { secret: string; isNew: boolean } | null

/** Webhook subscriptions of an account, or for staff of all accounts and the company, with their delivery logs. */
export function WebhookSubscriptions() {
  const me = useMe()
  const { values, set } = useSearchState()
  const [opened, setOpened] = useState<Opened>(null)
  const query = useQuery(endpointQuery(webhooksApi.list, { limit: all_subscriptions }))
  const all = query.data?.webhook_subscriptions
  const chosen = all?.find(({ id }) => String(id) === values.webhook)
  if (chosen) return <Deliveries of={chosen} onBack={() => set({ webhook: undefined })} />
  const create = mayCall(me, webhooksApi.create) && (
    <Button size="sm" variant="primary" icon={IconPlus} onClick={() => setOpened({ stored: null })}>
      New subscription
    </Button>
  )
  return (
    <>
      <Card
        title="Webhook subscriptions"
        note={all && all.length > 0 && String(all.length)}
        flush
        actions={all && all.length > 0 && create}
      >
        {query.error && !all ? (
          <RegionError
            thrown={query.error}
            what="The webhook subscriptions"
            onRetry={() => void query.refetch()}
          />
        ) : !all ? (
          <Loading />
        ) : all.length === 0 ? (
          <EmptyState title="No webhook subscriptions yet." action={create}>
            Your own systems are notified at once when a parcel moves, a note is written or an invoice is
            issued.
          </EmptyState>
        ) : (
          <ul className={styles.rows}>
            {all.map((one) => (
              <SubscriptionRow
                key={one.id}
                of={one}
                onEdit={() => setOpened({ stored: one })}
                onLog={() => set({ webhook: String(one.id) })}
                onSecret={(secret) => setOpened({ secret, isNew: false })}
              />
            ))}
          </ul>
        )}
      </Card>
      {opened && 'stored' in opened && (
        <SubscriptionForm
          stored={opened.stored}
          onMade={(secret) => setOpened({ secret, isNew: true })}
          onClose={() => setOpened(null)}
        />
      )}
      {opened && 'secret' in opened && <MadeSecret {...opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function SubscriptionRow({
  of,
  onEdit,
  onLog,
  onSecret,
}: {
  of: WebhookSubscription
  onEdit: () => void
  onLog: () => void
  onSecret: (secret: string) => void
}) {
  const me = useMe()
  const test = useEndpointMutation(webhooksApi.test, {
    refresh: [webhooksApi.list, webhooksApi.deliveries],
    done: ({ status, status_code, response_excerpt }) => {
      if (status === 'delivered') toast.success(`The receiver answered ${status_code}`)
      else
        toast.error(
          status_code === null
            ? response_excerpt || 'There was no answer.'
            : `The receiver answered ${status_code}`,
        )
    },
  })
  const menu = useEntries(of, { onEdit, onLog, onSecret })
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <div className={styles.name}>{topic_labels[of.topic]}</div>
        <div className={styles.address}>{of.delivery_url}</div>
        <div className={styles.quiet}>
          {isStaff(me) && `${of.account_id === null ? 'The whole company' : of.account_name} · `}
          {of.notify_when.length > 0 && `${of.notify_when.map(statusText).join(', ')} · `}
          {of.last_delivery_time ? (
            <>
              last sent <When at={of.last_delivery_time} />
            </>
          ) : (
            'nothing sent yet'
          )}
        </div>
        {of.previous_secret_until !== null && of.previous_secret_until > new Date() && (
          <div className={styles.quiet}>
            Also signed with the previous secret until <When at={of.previous_secret_until} />
          </div>
        )}
        {of.is_active && of.paused_until !== null && of.paused_until > new Date() && (
          <div className={styles.quiet}>
            Paused until <When at={of.paused_until} /> after {of.consecutive_failures} failures in a row. A
            successful test ends the pause.
          </div>
        )}
        {of.disabled_reason && <div className={styles.quiet}>{of.disabled_reason}</div>}
      </div>
      <SubscriptionBadge of={of} />
      <div className={styles.buttons}>
        {mayCall(me, webhooksApi.test) && (
          <ActionButton
            size="sm"
            icon={IconSend}
            verdict={mayReplay(me)}
            busy={test.isPending}
            aria-label={`Send test to ${of.delivery_url}`}
            onClick={() => test.mutate({ id: of.id })}
          >
            Send test
          </ActionButton>
        )}
        <Button size="sm" onClick={onLog} aria-label={`Delivery log of ${of.delivery_url}`}>
          Delivery log
        </Button>
        {menu.length > 0 && (
          <Menu entries={menu} label={`More for ${of.delivery_url}`}>
            {(trigger) => (
              <IconButton
                {...trigger}
                size="sm"
                icon={IconDotsVertical}
                label={`More for ${of.delivery_url}`}
              />
            )}
          </Menu>
        )}
      </div>
    </li>
  )
}

/** Returns the menu entries of a subscription. */
function useEntries(
  of: WebhookSubscription,
  { onEdit, onSecret }: { onEdit: () => void; onLog: () => void; onSecret: (secret: string) => void },
): readonly MenuEntry[] {
  const me = useMe()
  const refresh = [webhooksApi.list]
  const change = useEndpointMutation(webhooksApi.change, { refresh })
  const rotate = useEndpointMutation(webhooksApi.rotate, {
    refresh,
    done: ({ signing_secret = '' }) => onSecret(signing_secret),
  })
  const remove = useEndpointMutation(webhooksApi.remove, {
    refresh,
    done: () => toast.success('The webhook subscription was removed'),
  })
  const confirmRotate = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Create a new signing secret?',
      body: 'For 24 hours messages are signed with both secrets. Give your program the new one in that time.',
      confirm: 'Create new secret',
      cancel: 'Keep current secret',
    })
    if (isSure) rotate.mutate({ id: of.id })
  }
  const confirmRemove = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Remove this webhook subscription?',
      body: `Nothing more is sent to ${of.delivery_url}, including waiting messages.`,
      confirm: 'Remove subscription',
      cancel: 'Keep subscription',
      danger: true,
    })
    if (isSure) remove.mutate({ id: of.id })
  }
  const toggle = (): void => change.mutate({ id: of.id, version: of.version, is_active: !of.is_active })
  return [
    ...(mayCall(me, webhooksApi.change)
      ? [
          { label: 'Edit', onSelect: onEdit },
          { label: of.is_active ? 'Switch off' : 'Switch on', onSelect: toggle },
        ]
      : []),
    ...(mayCall(me, webhooksApi.rotate)
      ? [{ label: 'New signing secret', onSelect: () => confirmRotate() }]
      : []),
    ...(mayCall(me, webhooksApi.remove)
      ? ['separator' as const, { label: 'Remove', danger: true, onSelect: () => confirmRemove() }]
      : []),
  ]
}
