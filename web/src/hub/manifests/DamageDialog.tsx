import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer, ManifestParcel } from '@waybill/domain/hub/manifest'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'

const form_id = 'note-damage'

/** Dialog to describe the damage of a received parcel. */
export function DamageDialog({
  manifest,
  parcel,
  onClose,
}: {
  manifest: InterhubTransfer
  parcel: ManifestParcel
  onClose: () => void
}) {
  const form = useForm({
    initial: { note: '' },
    check: ({ note }) =>
      note.trim() === '' ? [{ field: 'note', message: 'Describe the damage in a few words.' }] : true,
  })
  const save = useEndpointMutation(interhubApi.noteCondition, {
    inForm: true,
    refresh: [interhubApi.detail, interhubApi.list],
    done: onClose,
  })
  return (
    <Modal
      title={`${parcel.tracking_reference} is damaged`}
      onClose={onClose}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form_id} variant="primary" busy={save.isPending}>
            Note damage
          </Button>
        </>
      }
    >
      <FormPanel
        id={form_id}
        hideButtons
        form={form}
        saving={save.isPending}
        error={save.error}
        submit="Note damage"
        onSubmit={({ note }) =>
          save.mutate({
            interhub_transfer_id: manifest.id,
            parcel_id: parcel.parcel_id,
            condition: 'damaged',
            note,
          })
        }
      >
        <TextArea
          {...form.field('note')}
          label="What is damaged?"
          hint="It is listed among the differences of this manifest. The shipment keeps its status."
          maxLength={500}
        />
      </FormPanel>
    </Modal>
  )
}
