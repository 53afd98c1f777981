import { useMe } from '../../kit/session/me.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { useOnline } from '../../kit/offline/use-online.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { photosOf, useTakenPhotos } from '../photos/PhotosField.tsx'
import { DamageFields } from './DamageFields.tsx'
import { useDamageForm } from './damage-form.ts'
import { useDamageReports } from './use-damage-reports.ts'

/** Dialog to report the damage of a parcel at a branch. Without a network the report waits on the device. */
export function ReportDamageDialog({
  reference,
  branch_id,
  onClose,
}: {
  reference: string
  branch_id: number
  onClose: () => void
}) {
  const me = useMe()
  const form = useDamageForm()
  const taken = useTakenPhotos()
  const isOnline = useOnline()
  const { report } = useDamageReports(me.username)
  return (
    <Modal title={`${reference} is damaged`} onClose={onClose} width="narrow">
      <FormPanel
        form={form}
        saving={false}
        error={null}
        submit="Report damage"
        onCancel={onClose}
        onSubmit={async ({ note, photos }) => {
          await report({
            parcel_reference: reference,
            branch_id,
            note,
            photos: photosOf(taken, photos),
            time_found: new Date(),
          })
          if (!isOnline)
            toast.info('The damage is saved on this device. It is sent when the network is back.')
          onClose()
        }}
      >
        <DamageFields
          form={form}
          taken={taken}
          hint="It is listed on the page of the shipment. The parcel keeps its status."
        />
      </FormPanel>
    </Modal>
  )
}
