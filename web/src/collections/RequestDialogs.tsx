import { collectionsApi } from '@waybill/domain/collections/api'
import type { CollectionRequest } from '@waybill/domain/collections/model'
import { requestStatusLabel, type CollectionRequestStatus } from '@waybill/domain/collections/status'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextArea } from '../kit/form/TextField.tsx'
import { NumberField } from '../kit/form/TypedField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { showAlert } from '../kit/layers/alerts.ts'
import { toast } from '../kit/layers/toasts.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { DriverField, unconfirmedDriver, useDriverChoices } from '../shipments/index.ts'
import { affected_queries } from './changed.ts'
import { needsReason } from './request-texts.ts'

interface DialogProps {
  request: CollectionRequest
  onClose: () => void
}

/**
 * Dialog to set a status by hand. A failure requires a reason; a closed request has a field for the number of
 * collected parcels.
 */
export function StatusDialog({
  request,
  to,
  onClose,
}: DialogProps & { to: Exclude<CollectionRequestStatus, 'cancelled'> }) {
  const send = useEndpointMutation(collectionsApi.setStatus, {
    refresh: affected_queries,
    done: onClose,
    inForm: true,
  })
  const isClosing = to === 'closed'
  const form = useForm({
    initial: { message: '', collected_parcels: request.expected_parcels },
    check: ({ message }) =>
      needsReason(to) && message.trim() === '' ? [{ field: 'message', message: 'Say what went wrong.' }] : [],
  })
  const word = requestStatusLabel(to).toLowerCase()
  return (
    <Modal title={`Set ${request.display_id} to ${word}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={`Set to ${word}`}
        onCancel={onClose}
        onSubmit={({ message, collected_parcels }) =>
          send.mutate({
            id: request.id,
            status: to,
            message,
            collected_parcels: isClosing ? (collected_parcels ?? undefined) : undefined,
          })
        }
      >
        {isClosing && (
          <NumberField {...form.field('collected_parcels')} label="Parcels collected" optional places={0} />
        )}
        <TextArea
          {...form.field('message')}
          label={needsReason(to) ? 'What went wrong' : 'Message'}
          optional={!needsReason(to)}
          maxLength={500}
          rows={2}
        />
      </FormPanel>
    </Modal>
  )
}

const cancel_form = 'cancel-request'

/** Dialog to cancel a request, with an optional reason for the history. */
export function CancelDialog({ request, onClose }: DialogProps) {
  const send = useEndpointMutation(collectionsApi.cancel, {
    refresh: affected_queries,
    inForm: true,
    done: () => {
      toast.success(`${request.display_id} cancelled`)
      onClose()
    },
  })
  const form = useForm({ initial: { reason: '' } })
  return (
    <Modal
      title={`Cancel ${request.display_id}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep request</Button>
          <Button variant="dangerFilled" type="submit" form={cancel_form} busy={send.isPending}>
            Cancel request
          </Button>
        </>
      }
    >
      <FormPanel
        id={cancel_form}
        hideButtons
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Cancel request"
        onSubmit={({ reason }) => send.mutate({ id: request.id, reason })}
      >
        <p>The driver no longer sees the stop. A cancelled request cannot be brought back.</p>
        <TextArea {...form.field('reason')} label="Reason" optional maxLength={500} rows={2} />
      </FormPanel>
    </Modal>
  )
}

/**
 * Dialog to assign a driver to requests, which sets their status to assigned (COLL-005). Requests that cannot be assigned
 * are named with the reason and passed to `onRejected`.
 */
export function AssignDialog({
  requests,
  onClose,
  onRejected,
}: {
  requests: readonly CollectionRequest[]
  onClose: () => void
  onRejected?: (requests: readonly CollectionRequest[]) => void
}) {
  const [first] = requests
  const single = requests.length === 1 ? first : undefined
  const name = single?.display_id ?? `${formatCount(requests.length)} requests`
  const send = useEndpointMutation(collectionsApi.assign, {
    refresh: affected_queries,
    inForm: true,
    done: ({ results }) => {
      const reasons = new Map(
        results.filter(({ assigned }) => !assigned).map(({ id, message }) => [id, message]),
      )
      const rejected = requests.filter(({ id }) => reasons.has(id))
      const assigned = results.length - reasons.size
      if (!single && assigned > 0) toast.success(`Driver assigned to ${requestsText(assigned)}`)
      if (rejected.length > 0)
        void showAlert({
          title: single ? 'Not assigned' : `${requestsText(rejected.length)} not assigned`,
          body: rejected.map(({ id, display_id }) => (
            <p key={id}>
              {single ? '' : `${display_id}: `}
              {reasons.get(id)}
            </p>
          )),
          variant: 'error',
        })
      onRejected?.(rejected)
      onClose()
    },
  })
  const days = new Set(requests.map(({ date }) => date))
  const choices = useDriverChoices({
    branch_ids: [...new Set(requests.flatMap(({ branch_id }) => branch_id ?? []))],
    day: days.size === 1 ? first?.date : undefined,
    zone: single?.agent_zone,
  })
  const initial: { driver: string | null; assign_anyway: boolean } = {
    driver: single?.agent_id || null,
    assign_anyway: false,
  }
  const form = useForm({
    initial,
    check: ({ driver, assign_anyway }) =>
      driver
        ? unconfirmedDriver(choices, driver, assign_anyway)
        : [{ field: 'driver', message: 'Choose a driver.' }],
  })
  return (
    <Modal title={`Assign a driver to ${name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Assign driver"
        onCancel={onClose}
        onSubmit={({ driver, assign_anyway }) =>
          send.mutate({ ids: requests.map(({ id }) => id), username: driver ?? '', assign_anyway })
        }
      >
        <DriverField
          driver={form.field('driver')}
          anyway={form.field('assign_anyway')}
          choices={choices}
          always={!single}
        />
      </FormPanel>
    </Modal>
  )
}

const requestsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'request' : 'requests'}`
