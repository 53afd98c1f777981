import { IconRefresh } from '../kit/icons/icons.ts'
import { integrationsApi } from '@waybill/domain/integrations/api'
import type { IntegrationRequest } from '@waybill/domain/integrations/model'
import {
  integration_request_types,
  request_type_labels,
  status_groups,
} from '@waybill/domain/integrations/providers'
import { mayReplay } from '@waybill/domain/integrations/webhooks'
import { wrongState } from '@waybill/domain/kit/problem'
import { firstOf } from '@waybill/domain/kit/rule-result'
import { useState } from 'react'
import { useEndpointMutation } from '../kit/api/index.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import type { Column } from '../kit/table/columns/columns.ts'
import { badgeColumn, monoColumn, textColumn, whenColumn } from '../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../kit/table/DataTable.tsx'
import { choiceFilter, type Filter } from '../kit/table/filters/filters.ts'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { ActionButton, Button } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { fullWhen } from '../kit/ui/values/moments.ts'
import { When } from '../kit/ui/values/Value.tsx'
import styles from './integrations.module.css'
import { AnswerBadge, DeliveryBadge, prettyPrinted } from './labels.tsx'

const filters: readonly Filter[] = [
  choiceFilter('answer', 'Answer', status_groups, (value) => value, { pinned: true }),
  choiceFilter('type', 'Type', integration_request_types, (value) => request_type_labels[value], {
    pinned: true,
  }),
]

/** Every call to and from third parties, of one integration or of all (INT-001, INT-026). */
export function RequestLog({ integration_id }: { integration_id?: number }) {
  const [open, setOpen] = useState<IntegrationRequest | null>(null)
  const list = useList({ name: 'integration-requests', filters })
  const found = useRows(
    integrationsApi.requests,
    {
      ...list.input,
      integration_id,
      status_group: list.someOf('answer', status_groups),
      type: list.someOf('type', integration_request_types),
    },
    ({ requests }) => requests,
  )
  return (
    <>
      <DataTable
        name="integration-requests"
        caption="Calls to and from third parties"
        columns={columnsOf(setOpen, integration_id === undefined)}
        list={list}
        {...found}
        idOf={({ id }) => id}
        searchHint="Address or tracking reference"
        card={(row) => ({
          title: `${row.method} ${pathOf(row.url)}`,
          badge: <AnswerBadge of={row} />,
          lines: [
            [request_type_labels[row.type], row.integration_name, row.reference].filter(Boolean).join(' · '),
            <Button key="open" variant="link" onClick={() => setOpen(row)}>
              <When at={row.time_created} />
            </Button>,
          ],
        })}
        empty={{
          title: 'No calls yet.',
          text: 'Every call to and from a third party is kept here for 90 days.',
        }}
      />
      {open && <Viewer of={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function columnsOf(
  onOpen: (row: IntegrationRequest) => void,
  withName: boolean,
): readonly Column<IntegrationRequest>[] {
  return [
    whenColumn('time', 'Time', 120, (row) => row.time_created, {
      cell: (row) => (
        <Button
          variant="link"
          onClick={() => onOpen(row)}
          aria-label={`Call of ${fullWhen(row.time_created)}`}
        >
          <When at={row.time_created} />
        </Button>
      ),
    }),
    ...(withName ? [textColumn('integration', 'Integration', 150, nameOf)] : []),
    textColumn('type', 'Type', 160, (row) => row.type, { cell: (row) => request_type_labels[row.type] }),
    monoColumn('method', 'Method', 80, (row) => row.method),
    monoColumn('url', 'Address', 190, (row) => row.url),
    textColumn('reference', 'Shipment', 110, (row) => row.reference, { cell: (row) => row.reference || '–' }),
    badgeColumn('answer', 'Answer', 100, (row) => String(row.status_code ?? ''), {
      cell: (row) => <AnswerBadge of={row} />,
    }),
    textColumn('duration', 'Time (ms)', 84, (row) => String(row.duration_ms), { align: 'right' }),
    textColumn('attempt', 'Try', 64, (row) => String(row.attempt), { align: 'right' }),
  ]
}

function nameOf(row: IntegrationRequest): string {
  return row.integration_name || 'Webhook subscription'
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '') || '/'
}

function Viewer({ of, onClose }: { of: IntegrationRequest; onClose: () => void }) {
  const me = useMe()
  const replay = useEndpointMutation(integrationsApi.replay, {
    refresh: [integrationsApi.requests],
    done: () => {
      toast.success('The call is being repeated')
      onClose()
    },
  })
  const verdict = firstOf(
    mayReplay(me),
    of.task_id === null ? wrongState('Incoming and scheduled calls cannot be repeated from here.') : true,
    of.task_status === 'waiting' ? wrongState('It is already waiting for its next attempt.') : true,
  )
  return (
    <Modal
      title={`Call of ${fullWhen(of.time_created)}`}
      onClose={onClose}
      width="wide"
      footerNote="Secrets are shown as ***."
      footer={
        mayCall(me, integrationsApi.replay) && (
          <ActionButton
            verdict={verdict}
            variant="primary"
            icon={IconRefresh}
            busy={replay.isPending}
            onClick={() => replay.mutate({ id: of.id })}
          >
            Repeat
          </ActionButton>
        )
      }
    >
      <p className={styles.summary}>
        <AnswerBadge of={of} />
        {of.task_status && <DeliveryBadge status={of.task_status} attempts={of.attempt} />}
        <span>
          {request_type_labels[of.type]} in {of.duration_ms} ms, attempt {of.attempt}
        </span>
      </p>
      <p className={styles.called}>
        <span className={styles.address}>
          {of.method} {of.url}
        </span>
        {of.error && <> {of.error}</>}
      </p>
      <p className={styles.label}>Request</p>
      <pre className={styles.text} tabIndex={0} aria-label="The request">
        {of.request_body ? prettyPrinted(of.request_body) : 'Empty.'}
      </pre>
      <p className={styles.label}>Answer</p>
      <pre className={styles.text} tabIndex={0} aria-label="The answer">
        {of.response_body ? prettyPrinted(of.response_body) : 'Empty.'}
      </pre>
    </Modal>
  )
}
