import type { Shipment } from '@waybill/domain/shipments/model'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { checkMove, isForced, needsEvent } from '@waybill/domain/shipments/statuses/manual-status-changes'
import { hubApi } from '@waybill/domain/hub/api'
import { checkIntervention, isHeld, type Mark } from '@waybill/domain/shipments/statuses/interventions'
import { on_hold_internal_reasons, on_hold_reasons } from '@waybill/domain/shipments/settings'
import {
  shipment_statuses,
  statusLabel,
  type ShipmentStatus,
} from '@waybill/domain/shipments/statuses/status'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useSetting } from '../../kit/session/me.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { markLabel, releaseLabel } from '../statuses/action-labels.ts'
import { inSentence } from '../statuses/status-texts.ts'

const changed = [shipmentsApi.detail, shipmentsApi.rows]

/** Whether a status requires a message, because its sentence to the customer states the reason. */
function needsMessage(to: ShipmentStatus): boolean {
  return /failed-attempt$|exception$/.test(to)
}

/**
 * Dialog for setting a status with a message and a place, or for adding them to the current status. A status outside
 * the allowed transitions requires a reason (STAT-055).
 */
export function StatusDialog({
  shipment,
  to,
  onClose,
}: {
  shipment: Shipment
  to: ShipmentStatus | null
  onClose: () => void
}) {
  const send = useEndpointMutation(shipmentsApi.change, { refresh: changed, done: onClose, inForm: true })
  const staysAsItIs = to === shipment.status
  const form = useForm({
    initial: { status: to, message: '', location: '' },
    check: ({ status, message, location }) => {
      if (!status) return [{ field: 'status', message: 'Choose a status.' }]
      if (staysAsItIs && !needsEvent(status, status, { message: message.trim(), location, parcel_id: 0 }))
        return [{ field: 'message', message: 'Enter a message or a place.' }]
      if (needsMessage(status) && message.trim() === '')
        return [{ field: 'message', message: 'Say what went wrong; the customer reads it.' }]
      return checkMove(status, message, isForced(shipment, status)) === true
        ? true
        : [{ field: 'message', message: 'Reason for this status is required.' }]
    },
  })
  const { status } = form.values
  const isMessageRequired = status !== null && (needsMessage(status) || isForced(shipment, status))
  return (
    <Modal
      title={
        staysAsItIs
          ? `Add a message to ${shipment.tracking_reference}, ${inSentence(shipment.status)}`
          : to
            ? `Set ${shipment.tracking_reference} to ${inSentence(to)}`
            : `Set another status for ${shipment.tracking_reference}`
      }
      onClose={onClose}
    >
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={staysAsItIs ? 'Add message' : status ? `Set to ${inSentence(status)}` : 'Set status'}
        onCancel={onClose}
        onSubmit={({ status: chosen, message, location }) =>
          send.mutate({
            id: shipment.id,
            version: shipment.version,
            status: chosen ?? undefined,
            metadata: { tracking_info: { message, location } },
          })
        }
      >
        {!to && (
          <SelectField
            {...form.field('status')}
            label="Status"
            hint="This skips the usual order. The reason is kept in the audit trail."
            options={shipment_statuses
              .filter((one) => one !== shipment.status && one !== 'cancelled')
              .map((one) => ({ value: one, label: statusLabel(one) }))}
          />
        )}
        <TextArea
          {...form.field('message')}
          label={status && needsMessage(status) ? 'What went wrong' : to ? 'Message' : 'Reason'}
          hint={to ? 'Customers can read it on the tracking page.' : undefined}
          optional={to !== null && !isMessageRequired}
          maxLength={2000}
        />
        <TextField {...form.field('location')} label="Place" optional maxLength={255} />
      </FormPanel>
    </Modal>
  )
}

/** Dialog for placing a shipment on hold, publicly or internally for staff, with a reason. */
export function HoldDialog({
  shipment,
  internal,
  onClose,
}: {
  shipment: Shipment
  internal: boolean
  onClose: () => void
}) {
  const send = useEndpointMutation(shipmentsApi.hold, { refresh: changed, done: onClose, inForm: true })
  const publicReasons = useSetting(on_hold_reasons)
  const internalReasons = useSetting(on_hold_internal_reasons)
  const reasons = internal ? internalReasons : publicReasons
  const form = useForm({
    initial: { reason: null, text: '' },
    check: ({ reason, text }) =>
      checkIntervention(text || (reason ?? '')) === true
        ? true
        : [{ field: 'reason', message: 'Choose a reason or write one.' }],
  })
  return (
    <Modal
      title={
        internal
          ? `Hold ${shipment.tracking_reference} internally`
          : `Place ${shipment.tracking_reference} on hold`
      }
      onClose={onClose}
    >
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={internal ? 'Hold internally' : 'Place on hold'}
        onCancel={onClose}
        onSubmit={({ reason, text }) =>
          send.mutate({ id: shipment.id, reason: [reason, text].filter(Boolean).join(': '), internal })
        }
      >
        <p>
          {internal
            ? 'Customers still see the parcel at the hub.'
            : 'The customer sees that the parcel is on hold, and why.'}
        </p>
        <SelectField
          {...form.field('reason')}
          label="Reason"
          options={reasons.map((one) => ({ value: one, label: one }))}
          clearable
        />
        <TextField {...form.field('text')} label="More details" optional maxLength={400} />
      </FormPanel>
    </Modal>
  )
}

/** Dialog for setting a mark, with a reason. */
export function MarkDialog({ shipment, to, onClose }: { shipment: Shipment; to: Mark; onClose: () => void }) {
  const send = useEndpointMutation(hubApi.addEvent, { refresh: changed, done: onClose, inForm: true })
  const form = useForm({
    initial: { message: '' },
    check: ({ message }) =>
      checkIntervention(message) === true ? true : [{ field: 'message', message: 'Enter a reason.' }],
  })
  return (
    <Modal title={`${markLabel(to)}: ${shipment.tracking_reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={markLabel(to)}
        onCancel={onClose}
        onSubmit={({ message }) => send.mutate({ shipment_id: shipment.id, status: to, message })}
      >
        <TextArea
          {...form.field('message')}
          label="Reason"
          hint="Customers can read it on the tracking page."
          maxLength={2000}
        />
      </FormPanel>
    </Modal>
  )
}

/** Dialog for releasing a shipment from its hold to its previous status, or for delivering an undeliverable one. */
export function ReleaseDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const send = useEndpointMutation(shipmentsApi.release, { refresh: changed, done: onClose, inForm: true })
  const form = useForm({ initial: { message: '' } })
  const label = releaseLabel(shipment.status)
  return (
    <Modal title={`${label}: ${shipment.tracking_reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={label}
        onCancel={onClose}
        onSubmit={({ message }) => send.mutate({ id: shipment.id, message: message || undefined })}
      >
        <p>
          {isHeld(shipment.status)
            ? 'The shipment returns to the status it had before the hold.'
            : 'The delivery starts again. Correct the address first if it was wrong.'}
        </p>
        <TextField {...form.field('message')} label="Message" optional maxLength={500} />
      </FormPanel>
    </Modal>
  )
}
