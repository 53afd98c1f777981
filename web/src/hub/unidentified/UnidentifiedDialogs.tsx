import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import {
  disposals,
  type Disposal,
  type UnidentifiedParcel,
} from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { invalid, type Problem } from '@waybill/domain/kit/problem'
import { firstOf, type RuleResult } from '@waybill/domain/kit/rule-result'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { shows_unidentified } from './unidentified-calls.ts'
import { disposal_labels } from './unidentified-texts.tsx'

interface DialogProps {
  parcel: UnidentifiedParcel
  onClose: () => void
}

function missing(field: string, message: string): Problem {
  return invalid(message, [{ field, message }])
}

function isGiven(field: string, value: string, message: string): RuleResult {
  return value.trim() === '' ? missing(field, message) : true
}

/** Dialog to undo a wrong match, with a reason. */
export function UndoMatchDialog({ parcel, onClose }: DialogProps) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => isGiven('reason', reason, 'Write why it is not this parcel.'),
  })
  const undo = useEndpointMutation(unidentifiedApi.undoMatch, {
    inForm: true,
    refresh: shows_unidentified,
    done: ({ message }) => {
      toast.success(`${parcel.display_id} is open again`)
      toast.info(message)
      onClose()
    },
  })
  return (
    <Modal
      title={`${parcel.display_id} is not ${parcel.parcel?.tracking_reference ?? 'this parcel'}`}
      onClose={onClose}
      width="narrow"
    >
      <FormPanel
        form={form}
        saving={undo.isPending}
        error={undo.error}
        submit="Undo the match"
        onCancel={onClose}
        onSubmit={({ reason }) => undo.mutate({ id: parcel.id, reason })}
      >
        <TextArea
          {...form.field('reason')}
          label="Why is it not this parcel?"
          hint="The parcel goes back to where it was before the match, unless it was scanned since."
          maxLength={500}
        />
      </FormPanel>
    </Modal>
  )
}

/** Dialog to record that a parcel without an owner was disposed of. */
export function DisposeDialog({ parcel, onClose }: DialogProps) {
  const form = useForm({
    initial: { disposal: null as Disposal | null, reason: '' },
    check: ({ disposal, reason }) =>
      firstOf(
        disposal === null ? missing('disposal', 'Choose what was done with it.') : true,
        isGiven('reason', reason, 'Write why it is disposed of.'),
      ),
  })
  const dispose = useEndpointMutation(unidentifiedApi.dispose, {
    inForm: true,
    refresh: shows_unidentified,
    done: ({ display_id }) => {
      toast.success(`${display_id} is disposed of`)
      onClose()
    },
  })
  return (
    <Modal title={`Dispose of ${parcel.display_id}`} onClose={onClose} width="narrow">
      <FormPanel
        form={form}
        saving={dispose.isPending}
        error={dispose.error}
        submit="Dispose of it"
        onCancel={onClose}
        onSubmit={({ disposal, reason }) => disposal && dispose.mutate({ id: parcel.id, disposal, reason })}
      >
        <SelectField
          {...form.field('disposal')}
          label="What was done with it?"
          options={disposals.map((value) => ({ value, label: disposal_labels[value] }))}
        />
        <TextArea
          {...form.field('reason')}
          label="Reason"
          hint="This cannot be undone. Photos and description stay."
          maxLength={500}
        />
      </FormPanel>
    </Modal>
  )
}
