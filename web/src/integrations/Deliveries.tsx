import { IconSend } from '../kit/icons/icons.ts'
import { webhooksApi } from '@waybill/domain/integrations/api'
import {
  mayReplay,
  topic_labels,
  type WebhookDelivery,
  type WebhookSubscription,
} from '@waybill/domain/integrations/webhooks'
import { wrongState } from '@waybill/domain/kit/problem'
import { firstOf } from '@waybill/domain/kit/rule-result'
import { useState } from 'react'
import { useEndpointMutation } from '../kit/api/index.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import type { Column } from '../kit/table/columns/columns.ts'
import { badgeColumn, textColumn, whenColumn } from '../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../kit/table/DataTable.tsx'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { ActionButton, Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { When } from '../kit/ui/values/Value.tsx'
import { fullWhen } from '../kit/ui/values/moments.ts'
import { DeliveryBadge, prettyPrinted } from './labels.tsx'
import shared from './integrations.module.css'
import styles from './deliveries.module.css'

/** The messages of a subscription: the result, body and response of each, with a button to send it again. */
export function Deliveries({ of, onBack }: { of: WebhookSubscription; onBack: () => void }) {
  const [open, setOpen] = useState<WebhookDelivery | null>(null)
  const list = useList({ name: 'webhook-deliveries' })
  const { limit, offset } = list.input
  const found = useRows(
    webhooksApi.deliveries,
    { subscription_id: of.id, limit, offset },
    ({ deliveries }) => deliveries,
  )
  const columns: readonly Column<WebhookDelivery>[] = [
    whenColumn('time', 'Made', 170, (row) => row.time_created, {
      cell: (row) => (
        <Button
          variant="link"
          onClick={() => setOpen(row)}
          aria-label={`Message of ${fullWhen(row.time_created)}`}
        >
          <When at={row.time_created} />
        </Button>
      ),
    }),
    textColumn('reference', 'Shipment', 150, displayReference),
    badgeColumn('status', 'Result', 190, (row) => row.status, {
      cell: (row) => <DeliveryBadge status={row.status} attempts={row.attempts} />,
    }),
    textColumn('code', 'Answer', 90, (row) => String(row.status_code ?? ''), {
      align: 'right',
      cell: (row) => row.status_code ?? '–',
    }),
    textColumn('attempts', 'Tries', 80, (row) => String(row.attempts), { align: 'right' }),
    whenColumn('next', 'Next attempt', 170, (row) => row.next_attempt_time, { quiet: true }),
  ]
  return (
    <Card
      title="Delivery log"
      note={topic_labels[of.topic]}
      flush
      actions={
        <Button size="sm" onClick={onBack}>
          All subscriptions
        </Button>
      }
    >
      <p className={styles.intro}>
        <span className={shared.address}>{of.delivery_url}</span>
      </p>
      <DataTable
        name="webhook-deliveries"
        caption={`Messages to ${of.delivery_url}`}
        inCard
        columns={columns}
        {...found}
        list={list}
        idOf={({ id }) => id}
        card={(row) => ({
          title: displayReference(row),
          badge: <DeliveryBadge status={row.status} attempts={row.attempts} />,
          lines: [
            <Button key="open" variant="link" onClick={() => setOpen(row)}>
              <When at={row.time_created} />
            </Button>,
          ],
        })}
        empty={{
          title: 'Nothing has been sent yet.',
          text: 'Send a test to see whether the receiver answers.',
        }}
      />
      {open && <Viewer of={open} subscription={of} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function displayReference({ reference, is_test }: WebhookDelivery): string {
  return is_test ? 'Test' : reference || '–'
}

function Viewer({
  of,
  subscription,
  onClose,
}: {
  of: WebhookDelivery
  subscription: WebhookSubscription
  onClose: () => void
}) {
  const me = useMe()
  const retry = useEndpointMutation(webhooksApi.retry, {
    refresh: [webhooksApi.deliveries, webhooksApi.list],
    done: () => {
      toast.success('The message is being sent again')
      onClose()
    },
  })
  const verdict = firstOf(
    mayReplay(me),
    subscription.is_active ? true : wrongState('Switch the subscription on first.'),
  )
  return (
    <Modal
      title={`Message of ${fullWhen(of.time_created)}`}
      onClose={onClose}
      width="wide"
      footer={
        mayCall(me, webhooksApi.retry) && (
          <ActionButton
            verdict={verdict}
            variant="primary"
            icon={IconSend}
            busy={retry.isPending}
            onClick={() => retry.mutate({ id: [of.id] })}
          >
            Send again
          </ActionButton>
        )
      }
    >
      <p className={shared.summary}>
        <DeliveryBadge status={of.status} attempts={of.attempts} />
        <span className={shared.called}>
          {of.attempts === 1 ? '1 try' : `${of.attempts} tries`}
          {of.status_code !== null && `, answered ${of.status_code}`}
          {of.duration_ms !== null && ` in ${of.duration_ms} ms`}
        </span>
      </p>
      <p className={shared.label}>Sent</p>
      <pre className={shared.text} tabIndex={0} aria-label="What was sent">
        {of.body ? prettyPrinted(of.body) : 'Nothing yet.'}
      </pre>
      <p className={shared.label}>Answer</p>
      <pre className={shared.text} tabIndex={0} aria-label="The answer">
        {of.response_excerpt ? prettyPrinted(of.response_excerpt) : 'Empty.'}
      </pre>
    </Modal>
  )
}
