import { useQueryClient } from '@tanstack/react-query'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { checkMove, type CancelRules } from '@waybill/domain/shipments/statuses/manual-status-changes'
import { shipment_cancellation_reasons } from '@waybill/domain/shipments/settings'
import { useState } from 'react'
import { refresh } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { announce } from '../../kit/layers/announcements.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import {
  cancelMany,
  cannotText,
  splitCancellable,
  type Cancellable,
  type CancelOutcome,
} from './cancel-many.ts'

const other = 'other'
const form_id = 'cancel-shipment'

/**
 * Dialog for cancelling one or more shipments with a reason. It reports those that could not be cancelled (SHIP-093,
 * SHIP-094).
 */
export function CancelDialog<One extends Cancellable>({
  shipments,
  rules,
  onClose,
  onDone,
}: {
  shipments: readonly One[]
  rules: CancelRules
  onClose: () => void
  /** Called once with the shipments that could not be cancelled. */
  onDone?: (failed: readonly One[]) => void
}) {
  const me = useMe()
  const client = useQueryClient()
  const reasons = useSetting(shipment_cancellation_reasons)
  const [step, setStep] = useState<number | null>(null)
  const [outcome, setOutcome] = useState<CancelOutcome<One> | null>(null)
  const { can, cannot } = splitCancellable(me, shipments, rules)
  const form = useForm({
    initial: { reason: reasons.length > 0 ? null : other, text: '' },
    check: ({ reason, text }) => {
      const message = reason === other ? text : (reason ?? '')
      return checkMove('cancelled', message) === true
        ? true
        : [
            {
              field: reason === other ? 'text' : 'reason',
              message: 'Reason for cancelling shipment is required.',
            },
          ]
    },
  })
  const [only] = shipments
  const noun = shipments.length === 1 ? 'shipment' : 'shipments'
  const title =
    shipments.length === 1
      ? `Cancel shipment ${only?.tracking_reference}?`
      : `Cancel ${formatCount(shipments.length)} shipments?`

  const cancel = async ({ reason, text }: { reason: string | null; text: string }): Promise<void> => {
    setStep(0)
    const found = await cancelMany(can, reason === other ? text.trim() : (reason ?? ''), setStep)
    setStep(null)
    await refresh(client, [shipmentsApi.rows, shipmentsApi.detail])
    onDone?.(found.failed.map(({ shipment }) => shipment))
    if (found.failed.length > 0) {
      announce(`${found.failed.length} could not be cancelled`, 'assertive')
      setOutcome(found)
      return
    }
    const what =
      found.done.length === 1
        ? `${found.done[0]?.tracking_reference} cancelled`
        : `${formatCount(found.done.length)} shipments cancelled`
    toast.success(what)
    onClose()
  }

  if (outcome) return <Failures outcome={outcome} onClose={onClose} />
  return (
    <Modal
      title={title}
      onClose={onClose}
      closable={step === null}
      footer={
        <>
          <Button onClick={onClose} reason={step === null ? null : 'Wait until it is done.'}>
            Keep {noun}
          </Button>
          <Button
            variant="dangerFilled"
            type="submit"
            form={form_id}
            busy={step !== null}
            reason={can.length > 0 ? null : 'None of these can be cancelled.'}
          >
            Cancel {noun}
          </Button>
        </>
      }
      footerNote={step === null || shipments.length === 1 ? undefined : `${step} of ${can.length}`}
    >
      <FormPanel
        form={form}
        saving={step !== null}
        error={null}
        onSubmit={(values) => cancel(values)}
        submit={`Cancel ${noun}`}
        id={form_id}
        hideButtons
      >
        <p>The driver no longer sees the stop, and charges that are not invoiced are reversed.</p>
        {cannot.length > 0 && <Notice variant="warning">{cannotText(cannot)}</Notice>}
        {reasons.length > 0 && (
          <SelectField
            {...form.field('reason')}
            label="Reason"
            options={[
              ...reasons.map((reason) => ({ value: reason, label: reason })),
              { value: other, label: 'Other' },
            ]}
          />
        )}
        {form.values.reason === other && (
          <TextArea
            {...form.field('text')}
            label={reasons.length > 0 ? 'What is the reason?' : 'Reason'}
            maxLength={500}
            counts
          />
        )}
      </FormPanel>
    </Modal>
  )
}

function Failures({ outcome, onClose }: { outcome: CancelOutcome<Cancellable>; onClose: () => void }) {
  return (
    <Modal
      title="Not all shipments were cancelled"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>{`${formatCount(outcome.done.length)} cancelled, ${formatCount(outcome.failed.length)} failed.`}</p>
      <ul>
        {outcome.failed.map(({ shipment, sentence }) => (
          <li key={shipment.id}>
            <span className="mono">{shipment.tracking_reference}</span>: {sentence}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
